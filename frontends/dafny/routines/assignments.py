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
        self, value_node: Node, target: AssignmentTarget, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None] | None:
        """A value that is made by statements of its own: what makes it, its term, and its class; None for others."""
        match name_of(value_node):
            case "wildcard":
                name, sort = self.fresh("any"), target.sort
                return (
                    lambda: (self.unset(Binder(name, self.resolved(sort, node)), target.type, self.span(node)),),
                    lambda: var(name, self.resolved(sort, node)),
                    None,
                )
            case "new" | "untyped_array":
                return self.new(value_node, target, node)
            case _:
                return None

    # -- new

    def new(
        self, value_node: Node, target: AssignmentTarget, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None]:
        inference, span = self.engine.inference, self.span(node)
        if name_of(value_node) == "new" and not nodes(value_node, "brackets"):
            # `new C` is an object in any case: that may be all that tells the sort of the target.
            inference.unify(target.sort, OBJECT, span)
            return self.new_object(value_node, node)
        if name_of(value_node) == "untyped_array":
            first, *initial_brackets = nodes(value_node, "brackets")
            element: Sort = inference.fresh()
            typed = None
        else:
            typed = self.engine.read_type(nodes(value_node)[0], self.scope)
            element = typed.sort
            first, *initial_brackets = nodes(value_node, "brackets")
        # Of `new T[e0, e1]((i, j) => ...)` all parts are read before any term is built: what T is, where it is not
        # written, may follow from the target or from the elements alone. `build` and `made_term` are called once the
        # whole statement has met its target.
        lengths = [self.term(node, INT) for node in nodes(first)]
        if len(lengths) > LARGEST_RANK:
            raise Unsupported(f"an array of more than {LARGEST_RANK} dimensions", span)
        name = self.fresh("array")
        rank, target_sort = len(lengths), inference.shallow(target.sort)
        # An array of several dimensions that goes into a value, such as a field, is a value with its lengths; in a
        # local variable it is a variable for its elements and one for each length (`core/ir/shapes.py`).
        in_value = rank > 1 and is_shaped(target_sort)
        inference.unify(shaped_sort(element, rank) if in_value else array_of(element), plain(target_sort), span)
        if rank > 1 and not in_value:
            target.sort = matrix_of(element, rank)
        elements = self.display(initial_brackets[0], element, node) if initial_brackets else None
        indices = tuple(self.fresh("index") for _ in lengths)
        listed = child(value_node, "arguments")
        initial = None
        if listed is not None:
            (function,) = nodes(listed) if len(nodes(listed)) == 1 else (listed,)
            initial = self.term(function, function_of(*(INT for _ in indices), element))

        def build() -> tuple[Statement, ...]:
            applied = None
            if initial is not None:
                applied = op("apply", initial(), *(var(index, INT) for index in indices), span=span)
            length_terms = [length() for length in lengths]
            all_elements = None if elements is None else elements()
            # `new int[] [1, 2]`: the display says how long it is.
            if not length_terms and all_elements is not None:
                length_terms = [op("seq.len", all_elements, span=span)]
            sort = self.engine.resolve(element, node)
            unset = self.unset(Binder(name, sort), typed)
            return (NewArray(name, sort, tuple(length_terms), all_elements, applied, indices, span, unset),)

        def made_term() -> Term:
            array_term = var(name, array_of(self.engine.resolve(element, node)))
            return shaped(array_term, lengths_of(name, rank)) if in_value else array_term

        return build, made_term, None

    def display(self, brackets: Node, element: Sort, node: Node) -> Callable[[], Term]:
        element_terms = [self.term(node, element) for node in nodes(brackets)]

        def build() -> Term:
            sort = seq_of(self.engine.resolve(element, node))
            return op(
                "seq.literal", *(element_term() for element_term in element_terms), sort=sort, span=self.span(node)
            )

        return build

    def new_object(
        self, value_node: Node, node: Node
    ) -> tuple[Make, Callable[[], Term], tuple[str, tuple[Sort, ...]] | None]:
        span = self.span(node)
        named_class = class_of(self.names, nodes(value_node)[0], self.scope)
        if named_class is None and text_of(nodes(value_node)[0], self.source) == "object":
            object_name = self.fresh("object")
            return lambda: (NewObject(object_name, "object", (), span, (), ()),), lambda: var(object_name, OBJECT), None
        if named_class is None:
            raise Unsupported(f"new {text_of(nodes(value_node)[0], self.source)}", span)
        kind, constructor, applied = named_class
        parameters = self.names.classes[kind].parameters
        written = [] if applied is None else nodes(applied)
        # Type arguments may be left out: what the constructor is given, or a later use, fixes them.
        arguments = [self.engine.read_type(type_node, self.scope).sort for type_node in written]
        arguments += [self.engine.inference.fresh() for _ in parameters[len(arguments) :]]
        types = dict(zip(parameters, arguments, strict=False))
        name = self.fresh("object")
        fields = [
            Binder(field_name, replace_sorts(_in_store(stored.sort), types))
            for field_name, stored in fields_of(self.names, kind).items()
            if stored.sort is not None and not is_which_array(field_name) and _is_initialised(stored.sort)
        ]
        listed, method = child(value_node, "arguments"), self.names.methods.get(f"{kind}.{constructor}")
        # A constructor that was refused is not the same as none: without it the fields would keep their defaults.
        if listed is not None and method is None:
            reason = self.names.unread.get(f"{kind}.{constructor}", "it is not declared")
            raise Unsupported(f"new {kind}.{constructor}, which is not supported ({reason})", span)
        constructor_arguments = [] if listed is None or method is None else self.arguments(method, listed, types, node)

        # Sorts are settled only after the whole body was read, so that the statements are made then.
        def build() -> tuple[Statement, ...]:
            own_fields = tuple(Binder(field.name, self.resolved(field.sort, node)) for field in fields)
            types_known = dict(self.known_types(types))
            unset = unset_fields(self.names, kind, types_known)
            first = NewObject(name, kind, own_fields, span, all_types(self.names, kind, types_known), unset)
            if method is None or listed is None:
                return (first,)
            call = Call(
                method.name,
                tuple(constructor_argument() for constructor_argument in constructor_arguments),
                (),
                var(name, OBJECT),
                span,
            )
            return (first, call)

        return build, lambda: var(name, OBJECT), (kind, tuple(arguments))

    # -- declarations

    def local(self, node: Node) -> Make:
        """`var x: T, y := e, f;` and `var (a, b) := e;`"""
        patterns = [written_pattern for written_pattern in nodes(node) if name_of(written_pattern) != "values"]
        values = child(node, "values")
        ghost = self.source.text.startswith("ghost", node.meta.start_pos)
        if any(name_of(written_pattern) != "bound_name" for written_pattern in patterns):
            return self.destructured(patterns, values, node)
        typed = [
            self.engine.read_type(nodes(written_pattern)[0], self.scope) if nodes(written_pattern) else None
            for written_pattern in patterns
        ]
        names = [str(written_pattern.children[0]) for written_pattern in patterns]
        sorts = [
            named_sort(declared_type.sort) if declared_type is not None else self.engine.inference.fresh()
            for declared_type in typed
        ]
        if ghost:
            self.ghost_names.update(names)
        if values is None:
            for name, sort, declared_type in zip(names, sorts, typed, strict=True):
                self.declare(name, sort, declared_type)
            declared_variables = [
                declared_type for declared_type in zip(names, sorts, typed, strict=True) if declared_type[0] != "_"
            ]
            return lambda: tuple(
                self.unset(Binder(name, self.resolved(sort, node)), declared_type)
                for name, sort, declared_type in declared_variables
            )
        symbol = symbol_of(node)
        if symbol == ":|":
            for name, sort, declared_type in zip(names, sorts, typed, strict=True):
                self.declare(name, sort, declared_type)
                kind = class_of_variable(self.engine, name, values, self.scope) if declared_type is None else None
                if kind is not None and kind[0]:
                    self.engine.inference.unify(sort, OBJECT, self.span(node))
                    self.hold(name, *kind)
            return self.such_that(names, values, node, ghost)
        declared = zip(names, sorts, typed, strict=True)
        targets = [AssignmentTarget(_named(name), sort, name, declared_type) for name, sort, declared_type in declared]
        kinds: dict[int, tuple[str, tuple[Sort, ...]]] = {}
        if symbol == ":-":
            self.hide_results(names)  # It returns from where they are.
            make = self.failing(targets, nodes(values), node)
        else:
            make, kinds = self.assigned(targets, nodes(values), node, ghost)
        for position, (name, target, declared_type) in enumerate(zip(names, targets, typed, strict=True)):
            value_sort_now = self.engine.inference.shallow(target.sort)
            self.declare(name, value_sort_now, declared_type)
            kind = kinds.get(position)
            if declared_type is None and kind is not None and name != "_":
                if value_sort_now == OBJECT:
                    self.hold(name, *kind)
                else:
                    self.scope = self.scope.holding({name: kind})
        return make

    def destructured(self, patterns: Sequence[Node], values: Node | None, node: Node) -> Make:
        if len(patterns) != 1 or values is None or len(nodes(values)) != 1 or symbol_of(node) != ":=":
            raise Unsupported("a pattern in a declaration", self.span(node))
        value = self.engine.infer(nodes(values)[0], self.scope)
        # The value is kept first: its parts are read from there, and it is computed once.
        whole_value = self.fresh("whole")
        subject = self.engine.variable(whole_value, value.sort, node)
        match = pattern(self.engine, patterns[0], subject, self.scope)
        built = self.built(value, node)
        component_values = [
            (binding.binder, self.built(self.engine.as_array(binding.value), node)) for binding in match.bindings
        ]
        # Declared last, since the value itself cannot mention them.
        for binding in match.bindings:
            self.declare(binding.binder.name, self.engine.inference.shallow(binding.binder.sort))

        def build() -> tuple[Statement, ...]:
            span = self.span(node)
            first = Update((whole_value,), (built(),), span)
            return (
                first,
                *(Update((binder.name,), (component_value(),), span) for binder, component_value in component_values),
            )

        return build

    # -- assignments

    def assignment(self, node: Node) -> Make:
        """`x, a[i], o.f := e, f, g` and `x :| P`."""
        written, values = nodes(nodes(node)[0]), nodes(node)[1]
        symbol = symbol_of(node)
        if symbol == ":|":
            if any(name_of(written_target) != "name" for written_target in written):
                raise Unsupported("an assign-such-that statement for an element or a field", self.span(node))
            return self.such_that([str(written_target.children[0]) for written_target in written], values, node, False)
        targets = [self.target(written_target) for written_target in written]
        if symbol == ":-":
            return self.failing(targets, nodes(values), node)
        ghost = isinstance(node, ImpliedNode) or all(target.name in self.ghost_names for target in targets)
        make, kinds = self.assigned(targets, nodes(values), node, ghost)
        del kinds
        return make

    def failing(self, targets: Sequence[AssignmentTarget], written_values: Sequence[Node], node: Node) -> Make:
        """`targets :- parts` (reference manual, section 8.6): where the first value is a failure, the method returns
        it; `:- expect` and the like demand that it is none."""
        # The value that may fail is kept in a variable of its own: it is tested, propagated and extracted, but
        # evaluated once.
        method, span = self.method_called(written_values[0]), self.span(node)
        status, inference = self.fresh("status"), self.engine.inference
        first = AssignmentTarget(_named(status), inference.fresh(), status)
        if method is None:
            sort = self.engine.infer(written_values[0], self.scope).sort
        elif method[0].targets:
            sort = method[0].targets[0].sort
        else:
            raise Unsupported(":- of a call without results", span)
        extracted = extracts(self.engine, Draft(inference.shallow(sort), lambda: UNBOUNDED), node)
        # A type without `Extract` yields nothing, and then no target stands for its value.
        rest = targets[1:] if extracted else targets
        if extracted and not targets:
            raise Unsupported(":- whose value is not assigned", span)
        make, _ = self.assigned([first, *rest], written_values, node, False)
        # The name becomes visible after the right-hand side was read, and before the condition about it.
        self.declare(status, inference.shallow(first.sort))
        failed = self.condition(call_node(status, IS_FAILURE, node))
        # The syntax tree drops the word after `:-`, and its meaning depends on it.
        word = self.source.text[(node.meta.start_pos or 0) : node.meta.end_pos].partition(":-")[2].split(None, 1)[0]
        returned = None
        # Without a word the failure is returned, so the method needs a result to return it in.
        if word not in _DEMANDS:
            if not self.results:
                raise Unsupported(":- in a method without results", span)
            # The first result takes the failure (reference manual, section 8.6); the others keep what they have.
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
                statements.append(Expect(negate(failed()), text_of(written_values[0], self.source), span))
            elif word == "assume":
                statements.append(Expect(negate(failed()), text_of(written_values[0], self.source), span, True))
            elif self.checked:
                statements.append(
                    GhostCondition("assert", negate(failed()), text_of(written_values[0], self.source), span)
                )
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
        # Where nothing hides them, results are variables like others, and `return` leaves.
        if not self.hidden_results:
            return [AssignmentTarget(_named(name), sort, name) for name, sort in results], Return(None, span)
        if count not in self.leaving:
            # A name that is hidden cannot be assigned to: its value waits until the block that hides it is left.
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
            # What is assigned is an array, whichever way the field remembers it.
            sort = array_of(*pair[1].args) if pair[1].kind == HELD_ARRAY else pair[1]
            return AssignmentTarget(pair[0], sort)
        if name_of(node) == "index":
            return self.element(node)
        raise Unsupported(f"an assignment to {text_of(node, self.source)}", self.span(node))

    def element(self, node: Node) -> AssignmentTarget:
        """`a[i]` and `a[i, j]`."""
        collection, *written = nodes(node)
        indices = [self.position(index_node) for index_node in written]
        held = self.held(collection)
        if held is not None:
            reference, sort = held
            return AssignmentTarget(lambda: ElementPlace(reference(), tuple(index() for index in indices)), sort)
        # An index alone does not tell an array from a sequence: a collection of unknown sort becomes an array, since
        # it is assigned to.
        array = self.engine.as_array(self.engine.infer(collection, self.scope))
        array_sort = self.engine.inference.shallow(array.sort)
        if array_sort.kind == "?":
            self.engine.inference.unify(array.sort, array_of(self.engine.inference.fresh()), self.span(node))
            array_sort = self.engine.inference.shallow(array.sort)
        if array_sort.kind != "Array":
            raise Unsupported(f"an assignment to an element of a {array_sort}", self.span(node))
        built = self.built(array, collection)
        return AssignmentTarget(lambda: ElementPlace(built(), tuple(index() for index in indices)), array_sort.args[0])

    def position(self, node: Node) -> Callable[[], Term]:
        """The index of an element that is assigned to."""
        draft = self.engine.infer(node, self.scope)
        self.engine.inference.unify(draft.sort, position_sort(self.engine, draft), self.span(node))
        built = self.built(draft, node)
        return lambda: as_position(built())

    def assigned(
        self, targets: Sequence[AssignmentTarget], written_values: Sequence[Node], node: Node, ghost: bool
    ) -> tuple[Make, dict[int, tuple[str, tuple[Sort, ...]]]]:
        """`targets := parts`, and of which classes the values are, by position."""
        if len(written_values) == 1:
            called = self.method_called(written_values[0])
            if called is not None:
                return self.call_of(*called, written_values[0], targets, node)
            self.check_declared(written_values[0])
        if len(written_values) != len(targets):
            raise Unsupported("an assignment with different numbers of targets and values", self.span(node))
        kinds: dict[int, tuple[str, tuple[Sort, ...]]] = {}
        statements_before: list[Make] = []
        values: list[Callable[[], Term | FieldPlace]] = []
        for position, (target, written_value) in enumerate(zip(targets, written_values, strict=True)):
            maker = self.made(written_value, target, node)
            if maker is not None:
                statements_before.append(maker[0])
                values.append(maker[1])
                kind = maker[2]
            else:
                value, sort = self.value(written_value, None)
                target_sort = self.engine.inference.shallow(target.sort)
                if is_shaped(sort) and not is_shaped(target_sort):  # a variable, and its lengths are others
                    value, target.sort, sort = partial(array_of_value, value), named_sort(sort), sort.args[0]
                self.engine.inference.unify(sort, plain(target_sort), self.span(written_value))
                values.append(value)
                kind = static_class(self.engine, written_value, self.scope)
            if kind is not None and kind[0]:
                kinds[position] = kind

        def build() -> tuple[Statement, ...]:
            # One update of all: the places are computed before any of them changes (reference manual, section 8.5).
            places = tuple(target.make() for target in targets)
            value_terms = tuple(value() for value in values)
            first = tuple(statement for make_before in statements_before for statement in make_before())
            return (*first, Update(places, value_terms, self.span(node), ghost))

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
    class_path = tuple(str(node.children[0]) for node in nodes(typed))
    # `new M.C` is a class in a module or a constructor of a class: the whole path is tried as a class first.
    for count, constructor in ((len(class_path), "constructor"), (len(class_path) - 1, class_path[-1])):
        declared_type = names.find(names.types, class_path[:count], scope.path) if count else None
        if declared_type is not None and declared_type.kind == "class":
            return declared_type.name, constructor, child(nodes(typed)[count - 1], "type_arguments")
    return None
