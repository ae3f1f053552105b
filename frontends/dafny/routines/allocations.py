"""What an assignment makes: `new` arrays and objects, and `*` (Dafny reference manual, sections 8.5 and 9.16)."""

from collections.abc import Callable

from attrs import define

from ....core.errors import Unsupported
from ....core.ir.build import op
from ....core.ir.shapes import is_shaped, shaped, shaped_sort
from ....core.ir.sorts import INT, OBJECT, Sort, array_of, function_of, seq_of
from ....core.ir.statements import Statement
from ....core.ir.terms import Binder, Term, var
from ....core.ir.type_instances import replace_sorts
from ....core.ir.updates import Call, NewArray, NewObject
from ....core.ir.variables import is_which_array
from ..classes import LARGEST_RANK, matrix_of
from ..lowering import Scope
from ..lowering.indices import lengths_of
from ..lowering.objects import HELD_ARRAY, all_types, fields_of, unset_fields
from ..names import SymbolTable
from ..syntax import Node, child, name_of, nodes, text_of
from .base import Make
from .calls import AssignmentTarget, CallLowering, plain


@define(slots=True)
class AllocationLowering(CallLowering):
    """The lowering of values that are made by statements of their own."""

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
            found = self.engine.resolve(element, node)
            unset = self.unset(Binder(name, found), typed)
            return (NewArray(name, found, tuple(made), whole, applied, indices, span, unset),)

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
