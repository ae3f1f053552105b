"""Calls of methods, and choices by `:|` (Dafny reference manual, sections 8.5 to 8.7).

What is called may be a name (`M(x)`, or a method of `this`), a member of an object (`o.M(x)`) or of a datatype's value,
or a static member of a class. Its parameters say of which types the arguments are, and those say what the type
parameters of the method stand for; so arguments are drafts that are built when all types are known (see `base.py`).

Example: `r, a[0] := o.Split(s);` is a `Call` with the subject `o`, the argument `s`, and the places `r` and `a[0]`,
which are located before the method runs. In a `ghost` context the call of a lemma is dropped, or checked with
`--check`.

Invariant: places, subject and arguments are evaluated in the state before the call, whatever the method changes. A call
whose arguments do not match the parameters is unsupported, never called with others.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from attrs import define, field, frozen

from ....core.errors import Undeclared, Unsupported, WrongArity
from ....core.ir.build import UNBOUNDED, conj, op
from ....core.ir.shapes import array_of_shaped, is_shaped
from ....core.ir.sorts import OBJECT, Sort, tuple_of
from ....core.ir.statements import LemmaCall, Statement
from ....core.ir.terms import Binder, Term, make, var
from ....core.ir.type_instances import replace_sorts
from ....core.ir.updates import Call, Choose, FieldPlace, Place
from ....core.ir.variables import Name
from ..classes import MATRIX, matrix_of
from ..lowering import Draft
from ..lowering.arguments import with_defaults, written_arguments
from ..lowering.atoms import local
from ..lowering.calls import qualified
from ..lowering.objects import types_of_member, value_sort
from ..lowering.resolution import written_types
from ..lowering.static_classes import static_class
from ..names import MethodSignature
from ..syntax import Node, name_of, nodes, text_of
from ..types import Type
from .base import BodyLowering, Make, nothing

MakePlace = Callable[[], Place]


@define(slots=True)
class AssignmentTarget:
    """What is assigned to: how its place is built, and the sort of what it takes. A variable has a `name`, and the type
    that it is declared with."""

    make: MakePlace
    sort: Sort
    name: Name = ""
    type: Type | None = None


@frozen(slots=True)
class Receiver:
    """What a method is called on: how its term is built, and its sort, which is an object's or a datatype's. `types`:
    of an object, what the type parameters of the class or trait that declares the method stand for."""

    make: Callable[[], Term]
    sort: Sort
    types: Mapping[str, Sort] = field(factory=dict)


@define(slots=True)
class CallLowering(BodyLowering):
    """The lowering of calls."""

    def method_called(self, node: Node) -> tuple[MethodSignature, Receiver | None] | None:
        """The method that an expression calls, and the object or value on which; None where it calls none."""
        if name_of(node) != "application":
            return None
        callee = nodes(node)[0]
        callee_path = qualified(callee, self.scope)
        method_found = (
            None if callee_path is None else self.names.find(self.names.methods, callee_path, self.scope.path)
        )
        # A method of the class or of a trait is called without `this`, and comes after methods of that name in scope.
        if method_found is None and callee_path is not None and len(callee_path) == 1 and "this" in self.scope.objects:
            method_found = self.names.member(self.names.methods, self.scope.objects["this"].type, callee_path[0])
        if method_found is not None:
            this = self.scope.variables.get("this") if callee_path is not None and len(callee_path) == 1 else None
            if this is None:
                return method_found, None
            types = self._types_of_this(method_found) if this == OBJECT else {}
            return method_found, Receiver(lambda: var("this", value_sort(this)), this, types)
        if name_of(callee) != "member":
            return None
        subject, name = nodes(callee)[0], str(callee.children[1])
        owner = static_class(self.engine, subject, self.scope)
        if owner is None:
            return self._member_of_value(subject, name)
        method_found = self.names.member(self.names.methods, owner[0], name) if owner[0] else None
        if method_found is None:
            return None
        # What names a class by an object of it, may be null.
        if method_found.name in self.names.static_members:
            return method_found, None
        kind, arguments = owner
        class_arguments = dict(zip(self.names.classes[kind].parameters, arguments, strict=False))
        types = types_of_member(self.names, kind, class_arguments, method_found.name)
        return method_found, Receiver(self.term(subject, OBJECT), OBJECT, types)

    def _types_of_this(self, method: MethodSignature) -> Mapping[str, Sort]:
        reference = self.scope.objects.get("this")
        reference_types = {} if reference is None else dict(reference.types)
        return {} if reference is None else types_of_member(self.names, reference.type, reference_types, method.name)

    def _member_of_value(self, subject: Node, name: str) -> tuple[MethodSignature, Receiver | None] | None:
        """The method of a datatype that is called on a value; None where it is none, or its type is not known yet."""
        # Without a method of this name there is nothing to infer a type for.
        if not any(method.rpartition(".")[2] == name for method in self.names.methods):
            return None
        value = self.engine.infer(subject, self.scope)
        sort = self.engine.inference.shallow(value.sort)
        signature = self.names.methods.get(f"{sort.label}.{name}") if sort.kind == "Datatype" else None
        if signature is None:
            return None
        is_static = signature.name in self.names.static_members
        return signature, None if is_static else Receiver(self.built(value, subject), sort)

    def is_ghost_call(self, node: Node) -> bool:
        """Is it the call of a lemma or ghost method?"""
        if name_of(node) != "application":
            return False
        callee = nodes(node)[0]
        name = str(callee.children[1] if name_of(callee) == "member" else callee.children[0])
        return name in self.ghosts

    def call(self, node: Node) -> Make:
        """`M(x);`"""
        called = nodes(node)[0]
        if self.is_ghost_call(called):
            return self.lemma(called) if self.checked else nothing
        method = self.method_called(called)
        if method is None:
            self.check_declared(called)
            applied = name_of(called) == "application"
            text = text_of(nodes(called)[0] if applied else called, self.source)
            construct = "a call of" if applied else "a statement that is not a call:"
            raise Unsupported(f"{construct} {text}", self.span(node))
        return self.call_of(*method, called, [], node)[0]

    def check_declared(self, node: Node) -> None:
        """Raises Undeclared for the call of a name that nothing declares, as far as the whole program is known."""
        # A module that is opened, and not known, may declare any name.
        if name_of(node) != "application" or self.names.opened or not self.names.declared:
            return
        callee_path = qualified(nodes(node)[0], self.scope)
        declared_names = self.names.declared | self.names.constructors.keys()
        if callee_path is None or len(callee_path) > 1 or callee_path[0] in declared_names:
            return
        if local(self.engine, callee_path[0], node, self.scope) is None:
            raise Undeclared(f"{callee_path[0]}, which is not declared", self.span(node))

    def lemma(self, called: Node) -> Make:
        """The call of a lemma, whose conditions are checked."""
        callee_path, span = qualified(nodes(called)[0], self.scope), self.span(called)
        if callee_path is None:
            return nothing
        path, text = self.scope.path, " ".join(text_of(called, self.source).split())
        # The nearest module first: which of these names is a lemma is known only when all are declared.
        names = tuple(".".join((*path[:length], *callee_path)) for length in range(len(path), -1, -1))
        listed = nodes(nodes(called)[-1])
        argument_makers = [self.attempted(partial(self.term, node), node) for node in listed]

        def build() -> tuple[Statement, ...]:
            argument_terms = [make_argument() for make_argument in argument_makers]
            terms = tuple(term for term, _ in argument_terms if term is not None)
            problem = next((reason for term, reason in argument_terms if term is None), "")
            return (LemmaCall(names, None if problem else terms, text, span, problem),)

        return build

    def call_of(
        self,
        method: MethodSignature,
        receiver: Receiver | None,
        called: Node,
        targets: Sequence[AssignmentTarget],
        node: Node,
    ) -> tuple[Make, dict[int, tuple[str, tuple[Sort, ...]]]]:
        span, inference = self.span(node), self.engine.inference
        if targets and len(targets) != len(method.targets):
            counts = f"{len(targets)} results, not {len(method.targets)}"
            raise WrongArity(f"a call of {method.name} with {counts}", span)
        # What type parameters stand for is said by the text, `M<int>(x)`, by the object on which it is called, or by
        # arguments and targets, which are unified with what is known so far.
        types = {name: inference.fresh() for name in method.type_parameters}
        owned = len(self.names.parameters_of_type(method.name.rpartition(".")[0]))
        of_method = method.type_parameters[owned:]
        types.update(written_types(self.engine, method.name, of_method, nodes(called)[0], self.scope))
        types.update({} if receiver is None else receiver.types)
        if receiver is not None and receiver.sort.kind == "Datatype":
            parameters = self.names.datatypes[str(receiver.sort.label)].parameters
            types.update(zip(parameters, receiver.sort.args, strict=True))
        argument_makers = self.arguments(method, nodes(called)[-1], types, node)
        for target, binder in zip(targets, method.targets, strict=False):
            result = replace_sorts(binder.sort, types)
            inference.unify(plain(inference.shallow(target.sort)), result, span)
        kinds = {}
        names = [binder.name for binder in method.targets]
        for result_name, reference in method.results:
            result_position = names.index(result_name)
            if reference.type == MATRIX:
                if result_position < len(targets):
                    targets[result_position].sort = matrix_of(
                        method.targets[result_position].sort.args[0], reference.rank
                    )
                continue
            reference_types = dict(reference.types)
            parameters = self.names.classes[reference.type].parameters
            kinds[result_position] = (
                reference.type,
                tuple(
                    replace_sorts(reference_types[parameter], types)
                    for parameter in parameters
                    if parameter in reference_types
                ),
            )
        ghost = bool(targets) and all(target.name in self.ghost_names for target in targets)
        ignored = tuple("_" for _ in method.targets)

        def build() -> tuple[Statement, ...]:
            places = tuple(target.make() for target in targets) or ignored
            arguments = tuple(make_argument() for make_argument in argument_makers)
            subject = None if receiver is None else receiver.make()
            return (Call(method.name, arguments, places, subject, span, ghost, self.known_types(types)),)

        return build, kinds

    def known_types(self, types: Mapping[str, Sort]) -> tuple[tuple[str, Sort], ...]:
        """What type parameters stand for, those that are known."""
        known_sorts = []
        for name, sort in types.items():
            with suppress(Unsupported):
                known_sorts.append((name, value_sort(self.engine.resolve(sort))))
        return tuple(known_sorts)

    def arguments(
        self, method: MethodSignature, listed: Node, types: dict[str, Sort], node: Node
    ) -> list[Callable[[], Term | FieldPlace]]:
        """What a call gives for each parameter. Raises Unsupported."""
        formals = method.parameters
        names, sorts = [binder.name for binder in formals], {binder.name: binder.sort for binder in formals}
        beyond, written = written_arguments(listed, names)
        makers: dict[Name, Callable[[], Term | FieldPlace]] = {}
        drafts: dict[Name, Draft] = {}
        for name, argument_node in written.items():
            makers[name], sort = self.value(argument_node, None)
            if is_shaped(sort) and sorts[name].kind == "Array":
                makers[name], sort = partial(array_of_value, makers[name]), sort.args[0]
            drafts[name] = Draft(sort, partial(self._plain_value, makers[name], argument_node))
        drafts = with_defaults(self.engine, drafts, names, self.names.defaults.get(method.name, {}))
        if len(drafts) + len(beyond) != len(names):
            counts = f"{len(drafts) + len(beyond)} arguments, not {len(names)}"
            raise WrongArity(f"a call of {method.name} with {counts}", self.span(node))
        if beyond or drafts.keys() != set(names):
            raise Unsupported(
                f"a call of {method.name} with arguments that do not match its parameters", self.span(node)
            )
        # Each argument is unified with the type that the parameter has on this very object.
        for binder in formals:
            argument_place = written.get(binder.name, node)
            parameter_sort = replace_sorts(binder.sort, types)
            self.engine.inference.unify(drafts[binder.name].sort, parameter_sort, self.span(argument_place))
        return [makers.get(name, drafts[name].build) for name in names]

    def _plain_value(self, make: Callable[[], Term | FieldPlace], argument_node: Node) -> Term:
        """What is given, where it has to be a value: in the default value of another parameter."""
        argument_value = make()
        if isinstance(argument_value, FieldPlace):
            raise Unsupported("a default value that depends on an array of an object", self.span(argument_node))
        return argument_value

    # -- such that

    def such_that(self, names: Sequence[Name], values: Node, node: Node, ghost: bool) -> Make:
        """`names :| condition`."""
        (condition_node,) = nodes(values)
        ghost = ghost or all(name in self.ghost_names for name in names)
        # An object that is tried has no variables for its fields, as those have that a name stands for: they are read
        # as those of all objects.
        scope = self.scope
        kinds = {
            name: (object_.type, tuple(sort for _, sort in object_.types))
            for name, object_ in scope.objects.items()
            if name in names and object_.type != MATRIX
        }
        tried = scope.bind(*(Binder(name, scope.variables[name]) for name in names if name in kinds))
        self.scope = tried.holding(kinds)
        try:
            condition = self.condition(condition_node)
        finally:
            self.scope = scope
        return self.chosen(names, condition, node, ghost=ghost)

    def chosen(
        self,
        names: Sequence[Name],
        condition: Callable[[], Term],
        node: Node,
        found_name: Name = "",
        ghost: bool = False,
    ) -> Make:
        if any(name not in self.scope.variables for name in names):
            raise Unsupported("an assign-such-that statement for a field", self.span(node))
        sorts = [self.scope.variables[name] for name in names]
        typed = [self.written_types.get(name) for name in names]

        def build() -> tuple[Statement, ...]:
            span = self.span(node)
            binders = tuple(Binder(name, self.resolved(sort, node)) for name, sort in zip(names, sorts, strict=True))
            all_values = op("tuple.make", *(var(binder.name, binder.sort) for binder in binders), span=span)
            sort = tuple_of(*(binder.sort for binder in binders))
            domains = (UNBOUNDED for _ in binders)
            # The values of the type come first: the condition may have no meaning for others.
            unset = (self.unset(binder, declared_type) for binder, declared_type in zip(binders, typed, strict=True))
            holds = conj(*(arbitrary.guard for arbitrary in unset if arbitrary.guard is not None), condition())
            choice = make("such_that", (*domains, holds, all_values), sort, binders, span)
            return (Choose(binders, choice, found_name, span, ghost),)

        return build

    def resolved(self, sort: Sort, node: Node) -> Sort:
        return value_sort(self.engine.resolve(sort, node))


def array_of_value(value: Callable[[], Term | FieldPlace]) -> Term | FieldPlace:
    """The array of the elements of a matrix."""
    array_value = value()
    return array_of_shaped(array_value) if isinstance(array_value, Term) else array_value


def plain(sort: Sort) -> Sort:
    """An array2 is an array here."""
    return Sort("Array", sort.args) if sort.kind == MATRIX else sort
