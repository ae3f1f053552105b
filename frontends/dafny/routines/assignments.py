"""Declarations, assignments, `new`, calls and `:|` (Dafny reference manual, sections 8.5 to 8.9)."""

from collections.abc import Callable, Sequence

from attrs import define

from ....core.errors import Unsupported
from ....core.ir.build import UNBOUNDED, op
from ....core.ir.sorts import INT, OBJECT, Sort, array_of, function_of, seq_of, tuple_of
from ....core.ir.statements import (
    Arbitrary,
    Call,
    Choose,
    ElementPlace,
    FieldPlace,
    NewArray,
    NewObject,
    Place,
    Statement,
    Update,
)
from ....core.ir.terms import Binder, Term, make, var
from ....core.ir.type_instances import replace_sorts
from ..classes import MATRIX
from ..heap import class_of, parameters_of
from ..lowering.calls import qualified
from ..lowering.matching import pattern
from ..lowering.objects import HELD_ARRAY, fields_of, value_sort
from ..lowering.reached import class_of_variable, static_class
from ..names import MethodSignature
from ..syntax import Node
from ..trees import child, name_of, nodes, symbol_of, text_of
from .base import Body, Make, nothing

MakePlace = Callable[[], Place]


@define(slots=True)
class Target:
    """What is assigned to: how its place is built, and the sort of what it takes. A variable has a `name`."""

    make: MakePlace
    sort: Sort
    name: str = ""


@define(slots=True)
class Assignments(Body):
    """The lowering of statements that change variables."""

    # -- declarations

    def local(self, node: Node) -> Make:
        """`var x: T, y := e, f;` and `var (a, b) := e;`"""
        patterns = [part for part in nodes(node) if name_of(part) != "values"]
        values = child(node, "values")
        ghost = self.source.text.startswith("ghost", node.meta.start_pos)
        if any(name_of(part) != "bound_name" for part in patterns):
            return self.destructured(patterns, values, node)
        typed = [self.engine.read_type(nodes(part)[0], self.scope) if nodes(part) else None for part in patterns]
        names = [str(part.children[0]) for part in patterns]
        sorts = [each.sort if each is not None else self.engine.inference.fresh() for each in typed]
        if ghost:
            self.ghost_names.update(names)
        if values is None:
            for name, sort, each in zip(names, sorts, typed, strict=True):
                self.declare(name, sort, each)
            binders = [(name, sort) for name, sort in zip(names, sorts, strict=True) if name != "_"]
            return lambda: tuple(Arbitrary(Binder(name, self.resolved(sort, node))) for name, sort in binders)
        symbol = symbol_of(node)
        if symbol == ":|":
            for name, sort, each in zip(names, sorts, typed, strict=True):
                self.declare(name, sort, each)
                kind = class_of_variable(self.engine, name, values, self.scope) if each is None else None
                if kind is not None and kind[0]:
                    self.engine.inference.unify(sort, OBJECT, self.span(node))
                    self.hold(name, *kind)
            return self.such_that(names, values, node, ghost)
        if symbol != ":=":
            raise Unsupported(symbol, self.span(node))
        targets = [Target(_named(name), sort, name) for name, sort in zip(names, sorts, strict=True)]
        make, kinds = self.assigned(targets, nodes(values), node, ghost)
        for position, (name, target, each) in enumerate(zip(names, targets, typed, strict=True)):
            known = self.engine.inference.shallow(target.sort)
            self.declare(name, known, each)
            kind = kinds.get(position)
            if each is None and kind is not None and name != "_":
                if known == OBJECT:
                    self.hold(name, *kind)
                else:
                    self.scope = self.scope.holding({name: kind})
        return make

    def resolved(self, sort: Sort, node: Node) -> Sort:
        return value_sort(self.engine.resolve(sort, node))

    def destructured(self, patterns: Sequence[Node], values: Node | None, node: Node) -> Make:
        if len(patterns) != 1 or values is None or len(nodes(values)) != 1 or symbol_of(node) != ":=":
            raise Unsupported("a pattern in a declaration", self.span(node))
        value = self.engine.infer(nodes(values)[0], self.scope)
        whole = self.fresh("whole")
        subject = self.engine.variable(whole, value.sort, node)
        found = pattern(self.engine, patterns[0], subject, self.scope)
        built = self.built(value, node)
        parts = [(each.binder, self.built(each.value, node)) for each in found.bindings]
        for each in found.bindings:
            self.declare(each.binder.name, self.engine.inference.shallow(each.binder.sort))

        def build() -> tuple[Statement, ...]:
            span = self.span(node)
            first = Update((whole,), (built(),), span)
            return (first, *(Update((binder.name,), (part(),), span) for binder, part in parts))

        return build

    # -- assignments

    def assignment(self, node: Node) -> Make:
        """`x, a[i], o.f := e, f, g` and `x :| P`."""
        written, values = nodes(nodes(node)[0]), nodes(node)[1]
        symbol = symbol_of(node)
        if symbol == ":|":
            if any(name_of(part) != "name" for part in written):
                raise Unsupported("a choice for a part", self.span(node))
            return self.such_that([str(part.children[0]) for part in written], values, node, False)
        if symbol != ":=":
            raise Unsupported(symbol, self.span(node))
        targets = [self.target(part) for part in written]
        ghost = all(target.name in self.ghost_names for target in targets)
        make, kinds = self.assigned(targets, nodes(values), node, ghost)
        del kinds
        return make

    def target(self, node: Node) -> Target:
        """What is assigned to. Raises Unsupported."""
        if name_of(node) == "name":
            name = str(node.children[0])
            if name in self.scope.variables:
                return Target(_named(name), self.scope.variables[name], name)
        if name_of(node) in ("name", "member"):
            place = self.field_place(node)
            if place is None:
                raise Unsupported(f"an assignment to {text_of(node, self.source)}", self.span(node))
            sort = array_of(*place[1].args) if place[1].kind == HELD_ARRAY else place[1]
            return Target(place[0], sort)
        if name_of(node) == "index":
            return self.element(node)
        raise Unsupported(f"an assignment to {text_of(node, self.source)}", self.span(node))

    def element(self, node: Node) -> Target:
        """`a[i]` and `a[i, j]`."""
        collection, *written = nodes(node)
        indices = [self.term(part, INT) for part in written]
        held = self.held(collection)
        if held is not None:
            reference, sort = held
            return Target(lambda: ElementPlace(reference(), tuple(index() for index in indices)), sort)
        array = self.engine.infer(collection, self.scope)
        known = self.engine.inference.shallow(array.sort)
        if known.kind == "?":
            self.engine.inference.unify(array.sort, array_of(self.engine.inference.fresh()), self.span(node))
            known = self.engine.inference.shallow(array.sort)
        if known.kind not in ("Array", MATRIX):
            raise Unsupported(f"an assignment to an element of a {known}", self.span(node))
        built = self.built(array, collection)
        return Target(lambda: ElementPlace(built(), tuple(index() for index in indices)), known.args[0])

    def assigned(
        self, targets: Sequence[Target], parts: Sequence[Node], node: Node, ghost: bool
    ) -> tuple[Make, dict[int, tuple[str, tuple[Sort, ...]]]]:
        """`targets := parts`, and of which classes the values are, by position."""
        if len(parts) == 1:
            called = self.method_called(parts[0])
            if called is not None:
                return self.call_of(*called, parts[0], targets, node)
        if len(parts) != len(targets):
            raise Unsupported("an assignment of another number of values", self.span(node))
        kinds: dict[int, tuple[str, tuple[Sort, ...]]] = {}
        before: list[Make] = []
        values: list[Callable[[], Term | FieldPlace]] = []
        for position, (target, part) in enumerate(zip(targets, parts, strict=True)):
            made = self.made(part, target, node)
            if made is not None:
                before.append(made[0])
                values.append(made[1])
                kind = made[2]
            else:
                value, sort = self.value(part, None)
                wanted = self.engine.inference.shallow(target.sort)
                self.engine.inference.unify(_plain(sort), _plain(wanted), self.span(part))
                if sort.kind == MATRIX:
                    target.sort = sort
                values.append(value)
                kind = static_class(self.engine, part, self.scope)
            if kind is not None and kind[0]:
                kinds[position] = kind

        def build() -> tuple[Statement, ...]:
            places = tuple(target.make() for target in targets)
            found = tuple(value() for value in values)
            first = tuple(statement for each in before for statement in each())
            return (*first, Update(places, found, self.span(node), ghost))

        return build, kinds

    def made(
        self, part: Node, target: Target, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None] | None:
        """A value that is made by statements of its own: what makes it, its term, and its class; None for others."""
        match name_of(part):
            case "wildcard":
                name, sort = self.fresh("any"), target.sort
                return (
                    lambda: (Arbitrary(Binder(name, self.resolved(sort, node)), self.span(node)),),
                    lambda: var(name, self.resolved(sort, node)),
                    None,
                )
            case "new" | "untyped_array":
                return self.new(part, target, node)
            case _:
                return None

    # -- new

    def new(
        self, part: Node, target: Target, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None]:
        inference, span = self.engine.inference, self.span(node)
        if name_of(part) == "new" and not nodes(part, "brackets"):
            inference.unify(target.sort, OBJECT, span)
            return self.new_object(part, node)
        if name_of(part) == "untyped_array":
            first, *others = nodes(part, "brackets")
            element: Sort = inference.fresh()
        else:
            typed = self.engine.read_type(nodes(part)[0], self.scope)
            element = typed.sort
            first, *others = nodes(part, "brackets")
        lengths = [self.term(each, INT) for each in nodes(first)]
        if len(lengths) > 2 or element.kind == MATRIX:
            raise Unsupported("an array of more than two dimensions", span)
        name = self.fresh("array")
        sort = array_of(element) if len(lengths) < 2 else Sort(MATRIX, (element,))
        inference.unify(_plain(sort), _plain(inference.shallow(target.sort)), span)
        if sort.kind == MATRIX:
            target.sort = sort
        elements = self.display(others[0], element, node) if others else None
        indices = tuple(self.fresh("index") for _ in lengths)
        listed = child(part, "arguments")
        initial = None
        if listed is not None:
            (function,) = nodes(listed) if len(nodes(listed)) == 1 else (listed,)
            initial = self.term(function, function_of(*(INT for _ in indices), element))

        def build() -> tuple[Statement, ...]:
            applied = None
            if initial is not None:
                applied = op("apply", initial(), *(var(index, INT) for index in indices), span=span)
            made = [length() for length in lengths]
            whole = None if elements is None else elements()
            if not made and whole is not None:
                made = [op("seq.len", whole, span=span)]
            found = self.engine.resolve(element, node)
            return (NewArray(name, found, tuple(made), whole, applied, indices, span),)

        return build, lambda: var(name, array_of(self.engine.resolve(element, node))), None

    def display(self, brackets: Node, element: Sort, node: Node) -> Callable[[], Term]:
        parts = [self.term(each, element) for each in nodes(brackets)]

        def build() -> Term:
            sort = seq_of(self.engine.resolve(element, node))
            return op("seq.literal", *(part() for part in parts), sort=sort, span=self.span(node))

        return build

    def new_object(
        self, part: Node, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None]:
        span = self.span(node)
        found = class_of(self.names, nodes(part)[0], self.scope, span)
        if found is None:
            raise Unsupported(f"new {text_of(nodes(part)[0], self.source)}", span)
        kind, constructor, applied = found
        parameters = self.names.classes[kind].parameters
        written = [] if applied is None else nodes(applied)
        arguments = [self.engine.read_type(each, self.scope).sort for each in written]
        arguments += [self.engine.inference.fresh() for _ in parameters[len(arguments) :]]
        types = dict(zip(parameters, arguments, strict=False))
        name = self.fresh("object")
        fields = [
            Binder(each, replace_sorts(stored.sort, types))
            for each, stored in fields_of(self.names, kind).items()
            if stored.sort is not None and stored.sort.kind != HELD_ARRAY
        ]
        listed, method = child(part, "arguments"), self.names.methods.get(f"{kind}.{constructor}")
        if listed is not None and method is None:
            reason = self.names.unread.get(f"{kind}.{constructor}", "it is not declared")
            raise Unsupported(f"new {kind}.{constructor}, which is not lowered ({reason})", span)
        given = [] if listed is None or method is None else self.arguments(method, listed, types, node)

        def build() -> tuple[Statement, ...]:
            own = tuple(Binder(each.name, self.resolved(each.sort, node)) for each in fields)
            first = NewObject(name, kind, own, span)
            if method is None or listed is None:
                return (first,)
            call = Call(method.name, tuple(each() for each in given), (), var(name, OBJECT), span)
            return (first, call)

        return build, lambda: var(name, OBJECT), (kind, tuple(arguments))

    # -- calls

    def method_called(self, node: Node) -> tuple[MethodSignature, Callable[[], Term] | None] | None:
        """The method that an expression calls, and the object on which; None where it calls none."""
        if name_of(node) != "application":
            return None
        callee = nodes(node)[0]
        parts = qualified(callee, self.scope)
        found = None if parts is None else self.names.find(self.names.methods, parts, self.scope.path)
        if found is None and parts is not None and len(parts) == 1 and "this" in self.scope.objects:
            found = self.names.member(self.names.methods, self.scope.objects["this"].type, parts[0])
        if found is not None:
            own = "this" in self.scope.variables and parts is not None and len(parts) == 1
            return found, (lambda: var("this", OBJECT)) if own else None
        if name_of(callee) != "member":
            return None
        owner = static_class(self.engine, nodes(callee)[0], self.scope)
        if owner is None or not owner[0]:
            return None
        found = self.names.member(self.names.methods, owner[0], str(callee.children[1]))
        return None if found is None else (found, self.term(nodes(callee)[0], OBJECT))

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
            return nothing
        method = self.method_called(called)
        if method is None:
            applied = name_of(called) == "application"
            text = text_of(nodes(called)[0] if applied else called, self.source)
            what = "a call of" if applied else "a statement that is no call:"
            raise Unsupported(f"{what} {text}", self.span(node))
        return self.call_of(*method, called, [], node)[0]

    def call_of(
        self,
        method: MethodSignature,
        subject: Callable[[], Term] | None,
        called: Node,
        targets: Sequence[Target],
        node: Node,
    ) -> tuple[Make, dict[int, tuple[str, tuple[Sort, ...]]]]:
        span, inference = self.span(node), self.engine.inference
        if targets and len(targets) != len(method.targets):
            raise Unsupported(f"a call of {method.name} with {len(targets)} results", span)
        types = {name: inference.fresh() for name in method.type_parameters}
        listed = nodes(nodes(called)[0], "type_arguments")
        for name, part in zip(method.type_parameters, nodes(listed[0]) if listed else (), strict=False):
            types[name] = self.engine.read_type(part, self.scope).sort
        given = self.arguments(method, nodes(called)[-1], types, node)
        for target, binder in zip(targets, method.targets, strict=False):
            result = replace_sorts(binder.sort, types)
            inference.unify(_plain(inference.shallow(target.sort)), result, span)
        kinds = {}
        names = [binder.name for binder in method.targets]
        for name, reference in method.results:
            place = names.index(name)
            if reference.type == MATRIX:
                if place < len(targets):
                    targets[place].sort = Sort(MATRIX, method.targets[place].sort.args)
                continue
            own = dict(reference.types)
            parameters = self.names.classes[reference.type].parameters
            kinds[place] = reference.type, tuple(replace_sorts(own[each], types) for each in parameters if each in own)
        ghost = bool(targets) and all(target.name in self.ghost_names for target in targets)
        ignored = tuple("_" for _ in method.targets)

        def build() -> tuple[Statement, ...]:
            places = tuple(target.make() for target in targets) or ignored
            arguments = tuple(each() for each in given)
            return (Call(method.name, arguments, places, None if subject is None else subject(), span, ghost),)

        return build, kinds

    def arguments(
        self, method: MethodSignature, listed: Node, types: dict[str, Sort], node: Node
    ) -> list[Callable[[], Term | FieldPlace]]:
        """What a call gives for each parameter. Raises Unsupported."""
        formals = parameters_of(method)
        written: dict[str, Node] = {}
        for position, part in enumerate(nodes(listed)):
            named = name_of(part) == "named_argument"
            name = str(part.children[0]) if named else formals[position].name if position < len(formals) else ""
            written[name] = nodes(part)[0] if named else part
        if set(written) != {binder.name for binder in formals}:
            raise Unsupported(f"a call of {method.name} with other arguments", self.span(node))
        found = []
        for binder in formals:
            part = written[binder.name]
            make, sort = self.value(part, None)
            self.engine.inference.unify(_plain(sort), replace_sorts(binder.sort, types), self.span(part))
            found.append(make)
        return found

    # -- such that

    def such_that(self, names: list[str], values: Node, node: Node, ghost: bool) -> Make:
        """`names :| condition`."""
        (part,) = nodes(values)
        ghost = ghost or all(name in self.ghost_names for name in names)
        return self.chosen(names, self.condition(part), node, ghost=ghost)

    def chosen(
        self, names: list[str], condition: Callable[[], Term], node: Node, found: str = "", ghost: bool = False
    ) -> Make:
        if any(name not in self.scope.variables for name in names):
            raise Unsupported("a choice for a field", self.span(node))
        sorts = [self.scope.variables[name] for name in names]

        def build() -> tuple[Statement, ...]:
            span = self.span(node)
            binders = tuple(Binder(name, self.resolved(sort, node)) for name, sort in zip(names, sorts, strict=True))
            whole = op("tuple.make", *(var(binder.name, binder.sort) for binder in binders), span=span)
            sort = tuple_of(*(binder.sort for binder in binders))
            domains = (UNBOUNDED for _ in binders)
            choice = make("such_that", (*domains, condition(), whole), sort, binders, span)
            return (Choose(binders, choice, found, span, ghost),)

        return build


def _named(name: str) -> MakePlace:
    return lambda: name


def _plain(sort: Sort) -> Sort:
    """An array2 is an array here."""
    return Sort("Array", sort.args) if sort.kind == MATRIX else sort
