"""Declarations, assignments, `new`, calls and `:|` (Dafny reference manual, sections 8.5 to 8.9).

All forms of `:=` come together in `assigned`: on the right there may be one call with several results, or as many
values as there are targets, each an expression, a `new`, a `*` or a call. On the left there may be variables, elements
and fields.

Example: `x, y := y, x;` gives one `Update` of both, so that y gets the old x; `a[i] := new Node(3);` becomes the
object in a hidden variable first, then the call of its constructor on it, then the assignment of the element.

Invariant: a variable has, from its declaration on, the type that is written, or the one that its first value gives it;
and the value of a variable that nobody initialised is any value of that type (`unset`), not just the default of its
sort.
"""

from collections.abc import Callable, Sequence
from functools import partial

from attrs import define

from ....core.errors import Unsupported
from ....core.ir.build import UNBOUNDED, negate, op
from ....core.ir.shapes import is_shaped, shaped, shaped_sort
from ....core.ir.sorts import INT, OBJECT, Sort, array_of, function_of, seq_of
from ....core.ir.statements import Break, Expect, GhostCondition, If, Return, Statement
from ....core.ir.terms import Binder, Term, var
from ....core.ir.type_instances import replace_sorts
from ....core.ir.updates import Call, ElementPlace, FieldPlace, NewArray, NewObject, Update
from ....core.ir.variables import Name, is_which_array
from ..classes import LARGEST_RANK, matrix_of, named_sort
from ..lowering import Draft, Scope
from ..lowering.binders import EXTRACT, IS_FAILURE, PROPAGATE, call_node, extracts
from ..lowering.indices import as_position, lengths_of, position_sort
from ..lowering.matching import pattern
from ..lowering.objects import HELD_ARRAY, all_types, fields_of, unset_fields
from ..lowering.static_classes import class_of_variable, static_class
from ..names import SymbolTable
from ..syntax import ImpliedNode, Node, child, name_of, nodes, symbol_of, text_of
from .base import Make, ReturnTargets
from .calls import AssignmentTarget, CallLowering, MakePlace, array_of_value, plain

_DEMANDS = ("expect", "assert", "assume")


@define(slots=True)
class Assignments(CallLowering):
    """The lowering of statements that change variables."""

    # -- what an assignment makes: `new` arrays and objects, and `*`

    def made(
        self, part: Node, target: AssignmentTarget, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None] | None:
        """A value that is made by statements of its own: what makes it, its term, and its class; None for others."""
        match name_of(part):
            case "wildcard":
                name, sort = self.fresh("any"), target.sort
                return (
                    lambda: (self.unset(Binder(name, self.resolved(sort, node)), target.type, self.span(node)),),
                    lambda: var(name, self.resolved(sort, node)),
                    None,
                )
            case "new" | "untyped_array":
                return self.new(part, target, node)
            case _:
                return None

    # -- new

    def new(
        self, part: Node, target: AssignmentTarget, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None]:
        inference, span = self.engine.inference, self.span(node)
        if name_of(part) == "new" and not nodes(part, "brackets"):
            inference.unify(target.sort, OBJECT, span)
            return self.new_object(part, node)
        if name_of(part) == "untyped_array":
            first, *others = nodes(part, "brackets")
            element: Sort = inference.fresh()
            typed = None
        else:
            typed = self.engine.read_type(nodes(part)[0], self.scope)
            element = typed.sort
            first, *others = nodes(part, "brackets")
        # Of `new T[e0, e1]((i, j) => ...)` all parts are read before any term is built: what T is, where it is not
        # written, may follow from the target or from the elements alone. `build` and `made_term` are called once the
        # whole statement has met its target.
        lengths = [self.term(node, INT) for node in nodes(first)]
        if len(lengths) > LARGEST_RANK:
            raise Unsupported(f"an array of more than {LARGEST_RANK} dimensions", span)
        name = self.fresh("array")
        rank, wanted = len(lengths), inference.shallow(target.sort)
        # An array of several dimensions that goes into a value, such as a field, is a value with its lengths; in a
        # local variable it is a variable for its elements and one for each length (`core/ir/shapes.py`).
        in_value = rank > 1 and is_shaped(wanted)
        inference.unify(shaped_sort(element, rank) if in_value else array_of(element), plain(wanted), span)
        if rank > 1 and not in_value:
            target.sort = matrix_of(element, rank)
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
            sort = self.engine.resolve(element, node)
            unset = self.unset(Binder(name, sort), typed)
            return (NewArray(name, sort, tuple(made), whole, applied, indices, span, unset),)

        def made_term() -> Term:
            whole = var(name, array_of(self.engine.resolve(element, node)))
            return shaped(whole, lengths_of(name, rank)) if in_value else whole

        return build, made_term, None

    def display(self, brackets: Node, element: Sort, node: Node) -> Callable[[], Term]:
        parts = [self.term(node, element) for node in nodes(brackets)]

        def build() -> Term:
            sort = seq_of(self.engine.resolve(element, node))
            return op("seq.literal", *(part() for part in parts), sort=sort, span=self.span(node))

        return build

    def new_object(
        self, part: Node, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None]:
        span = self.span(node)
        found = class_of(self.names, nodes(part)[0], self.scope)
        if found is None and text_of(nodes(part)[0], self.source) == "object":
            made = self.fresh("object")
            return lambda: (NewObject(made, "object", (), span, (), ()),), lambda: var(made, OBJECT), None
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
            Binder(each, replace_sorts(_in_store(stored.sort), types))
            for each, stored in fields_of(self.names, kind).items()
            if stored.sort is not None and not is_which_array(each) and _is_initialised(stored.sort)
        ]
        listed, method = child(part, "arguments"), self.names.methods.get(f"{kind}.{constructor}")
        if listed is not None and method is None:
            reason = self.names.unread.get(f"{kind}.{constructor}", "it is not declared")
            raise Unsupported(f"new {kind}.{constructor}, which is not supported ({reason})", span)
        given = [] if listed is None or method is None else self.arguments(method, listed, types, node)

        def build() -> tuple[Statement, ...]:
            own = tuple(Binder(field.name, self.resolved(field.sort, node)) for field in fields)
            known = dict(self.known_types(types))
            unset = unset_fields(self.names, kind, known)
            first = NewObject(name, kind, own, span, all_types(self.names, kind, known), unset)
            if method is None or listed is None:
                return (first,)
            call = Call(method.name, tuple(each() for each in given), (), var(name, OBJECT), span)
            return (first, call)

        return build, lambda: var(name, OBJECT), (kind, tuple(arguments))

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
        sorts = [named_sort(each.sort) if each is not None else self.engine.inference.fresh() for each in typed]
        if ghost:
            self.ghost_names.update(names)
        if values is None:
            for name, sort, each in zip(names, sorts, typed, strict=True):
                self.declare(name, sort, each)
            made = [each for each in zip(names, sorts, typed, strict=True) if each[0] != "_"]
            return lambda: tuple(self.unset(Binder(name, self.resolved(sort, node)), each) for name, sort, each in made)
        symbol = symbol_of(node)
        if symbol == ":|":
            for name, sort, each in zip(names, sorts, typed, strict=True):
                self.declare(name, sort, each)
                kind = class_of_variable(self.engine, name, values, self.scope) if each is None else None
                if kind is not None and kind[0]:
                    self.engine.inference.unify(sort, OBJECT, self.span(node))
                    self.hold(name, *kind)
            return self.such_that(names, values, node, ghost)
        declared = zip(names, sorts, typed, strict=True)
        targets = [AssignmentTarget(_named(name), sort, name, each) for name, sort, each in declared]
        kinds: dict[int, tuple[str, tuple[Sort, ...]]] = {}
        if symbol == ":-":
            self.hide_results(names)  # It returns from where they are.
            make = self.failing(targets, nodes(values), node)
        else:
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

    def destructured(self, patterns: Sequence[Node], values: Node | None, node: Node) -> Make:
        if len(patterns) != 1 or values is None or len(nodes(values)) != 1 or symbol_of(node) != ":=":
            raise Unsupported("a pattern in a declaration", self.span(node))
        value = self.engine.infer(nodes(values)[0], self.scope)
        whole = self.fresh("whole")
        subject = self.engine.variable(whole, value.sort, node)
        match = pattern(self.engine, patterns[0], subject, self.scope)
        built = self.built(value, node)
        parts = [(binding.binder, self.built(self.engine.as_array(binding.value), node)) for binding in match.bindings]
        for binding in match.bindings:
            self.declare(binding.binder.name, self.engine.inference.shallow(binding.binder.sort))

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
                raise Unsupported("an assign-such-that statement for an element or a field", self.span(node))
            return self.such_that([str(part.children[0]) for part in written], values, node, False)
        targets = [self.target(part) for part in written]
        if symbol == ":-":
            return self.failing(targets, nodes(values), node)
        ghost = isinstance(node, ImpliedNode) or all(target.name in self.ghost_names for target in targets)
        make, kinds = self.assigned(targets, nodes(values), node, ghost)
        del kinds
        return make

    def failing(self, targets: Sequence[AssignmentTarget], parts: Sequence[Node], node: Node) -> Make:
        """`targets :- parts` (reference manual, section 8.6): where the first value is a failure, the method returns
        it; `:- expect` and the like demand that it is none."""
        method, span = self.method_called(parts[0]), self.span(node)
        status, inference = self.fresh("status"), self.engine.inference
        first = AssignmentTarget(_named(status), inference.fresh(), status)
        if method is None:
            sort = self.engine.infer(parts[0], self.scope).sort
        elif method[0].targets:
            sort = method[0].targets[0].sort
        else:
            raise Unsupported(":- of a call without results", span)
        extracted = extracts(self.engine, Draft(inference.shallow(sort), lambda: UNBOUNDED), node)
        rest = targets[1:] if extracted else targets
        if extracted and not targets:
            raise Unsupported(":- whose value is not assigned", span)
        make, _ = self.assigned([first, *rest], parts, node, False)
        self.declare(status, inference.shallow(first.sort))
        failed = self.condition(call_node(status, IS_FAILURE, node))
        word = self.source.text[(node.meta.start_pos or 0) : node.meta.end_pos].partition(":-")[2].split(None, 1)[0]
        returned = None
        if word not in _DEMANDS:
            if not self.results:
                raise Unsupported(":- in a method without results", span)
            returned = self.term(call_node(status, PROPAGATE, node), self.results[0].sort)
            (result,), leave = self.returning(node, 1)
        held = None
        if extracted:
            held = self.term(call_node(status, EXTRACT, node))
            inference.unify(self.engine.infer(call_node(status, EXTRACT, node), self.scope).sort, targets[0].sort, span)

        def build() -> tuple[Statement, ...]:
            statements = list(make())
            if returned is not None:
                statements.append(If(failed(), (Update((result.make(),), (returned(),), span), leave), (), span))
            elif word == "expect":
                statements.append(Expect(negate(failed()), text_of(parts[0], self.source), span))
            elif word == "assume":
                statements.append(Expect(negate(failed()), text_of(parts[0], self.source), span, True))
            elif self.checked:
                statements.append(GhostCondition("assert", negate(failed()), text_of(parts[0], self.source), span))
            if held is not None:
                statements.append(Update((targets[0].make(),), (held(),), span))
            return tuple(statements)

        return build

    def returning(self, node: Node, count: int) -> tuple[list[AssignmentTarget], Statement]:
        """What the first `count` results get their values by, and the statement that leaves the body."""
        span, results = (
            self.span(node),
            [(result.name, self.result_sorts[result.name]) for result in self.results[:count]],
        )
        if not self.hidden_results:
            return [AssignmentTarget(_named(name), sort, name) for name, sort in results], Return(None, span)
        if count not in self.leaving:
            held = tuple((name, self.fresh("returned"), sort) for name, sort in results)
            self.leaving[count] = ReturnTargets(held, str(self.fresh("body")))
        leaving = self.leaving[count]
        targets = [AssignmentTarget(_named(held), sort, held) for _, held, sort in leaving.results]
        return targets, Break(span, leaving.label)

    def target(self, node: Node) -> AssignmentTarget:
        """What is assigned to. Raises Unsupported."""
        if name_of(node) == "name":
            name = str(node.children[0])
            if name in self.scope.variables:
                return AssignmentTarget(_named(name), self.scope.variables[name], name, self.written_types.get(name))
        if name_of(node) in ("name", "member"):
            pair = self.field_place(node)
            if pair is None:
                raise Unsupported(f"an assignment to {text_of(node, self.source)}", self.span(node))
            sort = array_of(*pair[1].args) if pair[1].kind == HELD_ARRAY else pair[1]
            return AssignmentTarget(pair[0], sort)
        if name_of(node) == "index":
            return self.element(node)
        raise Unsupported(f"an assignment to {text_of(node, self.source)}", self.span(node))

    def element(self, node: Node) -> AssignmentTarget:
        """`a[i]` and `a[i, j]`."""
        collection, *written = nodes(node)
        indices = [self.position(part) for part in written]
        held = self.held(collection)
        if held is not None:
            reference, sort = held
            return AssignmentTarget(lambda: ElementPlace(reference(), tuple(index() for index in indices)), sort)
        array = self.engine.as_array(self.engine.infer(collection, self.scope))
        known = self.engine.inference.shallow(array.sort)
        if known.kind == "?":
            self.engine.inference.unify(array.sort, array_of(self.engine.inference.fresh()), self.span(node))
            known = self.engine.inference.shallow(array.sort)
        if known.kind != "Array":
            raise Unsupported(f"an assignment to an element of a {known}", self.span(node))
        built = self.built(array, collection)
        return AssignmentTarget(lambda: ElementPlace(built(), tuple(index() for index in indices)), known.args[0])

    def position(self, node: Node) -> Callable[[], Term]:
        """The index of an element that is assigned to."""
        draft = self.engine.infer(node, self.scope)
        self.engine.inference.unify(draft.sort, position_sort(self.engine, draft), self.span(node))
        built = self.built(draft, node)
        return lambda: as_position(built())

    def assigned(
        self, targets: Sequence[AssignmentTarget], parts: Sequence[Node], node: Node, ghost: bool
    ) -> tuple[Make, dict[int, tuple[str, tuple[Sort, ...]]]]:
        """`targets := parts`, and of which classes the values are, by position."""
        if len(parts) == 1:
            called = self.method_called(parts[0])
            if called is not None:
                return self.call_of(*called, parts[0], targets, node)
            self.check_declared(parts[0])
        if len(parts) != len(targets):
            raise Unsupported("an assignment with different numbers of targets and values", self.span(node))
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
                if is_shaped(sort) and not is_shaped(wanted):  # a variable, and its lengths are others
                    value, target.sort, sort = partial(array_of_value, value), named_sort(sort), sort.args[0]
                self.engine.inference.unify(sort, plain(wanted), self.span(part))
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


def _named(name: Name) -> MakePlace:
    return lambda: name


def _is_initialised(sort: Sort) -> bool:
    """Has a field of this sort a value before the constructor gives it one?"""
    return sort.kind != HELD_ARRAY or sort.label is not None


def _in_store(sort: Sort) -> Sort:
    return array_of(*sort.args) if sort.kind == HELD_ARRAY else sort


def class_of(names: SymbolTable, typed: Node, scope: Scope) -> tuple[str, str, Node | None] | None:
    """The class, the constructor and the type arguments that `new C` or `new C<T>.Make` names; None where it is no
    class."""
    if name_of(typed) != "named_type":
        return None
    parts = tuple(str(node.children[0]) for node in nodes(typed))
    for count, constructor in ((len(parts), "constructor"), (len(parts) - 1, parts[-1])):
        found = names.find(names.types, parts[:count], scope.path) if count else None
        if found is not None and found.kind == "class":
            return found.name, constructor, child(nodes(typed)[count - 1], "type_arguments")
    return None
