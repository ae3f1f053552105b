"""How fields are read of objects without a name: `this.next.x`, `nodes[i].x`, `next.Valid()`.

The variable that has the field of every object (`heap_scopes.py`) is applied to the object. Objects that have a name
are in its map with the values that their own variables have. What is not in the map is a value of its own in each
state, of which nothing is known: no verdict rests on it.
"""

from collections.abc import Iterable, Mapping

from ....core.errors import Unsupported
from ....core.ir.build import add, integer, negate, op
from ....core.ir.contracts import Function
from ....core.ir.sorts import OBJECT, Sort, array_of
from ....core.ir.terms import Binder, Term, const, subterms, var
from ....core.ir.variables import (
    HEAP,
    Name,
    StateVariable,
    field_name,
    field_sort,
    heap_of_read,
    heap_place,
    heap_read,
    heap_sort,
    heap_unknown,
    heap_variable,
    is_field_of,
    is_heap,
    is_heap_read,
    is_pre_state,
    pre_state,
    which_array,
)
from ....core.spans import Span
from ..classes import NULL
from ..names import SymbolTable
from ..syntax import Node, text_of
from .elaboration import Draft, Elaboration, Scope
from .heap_scopes import declaring
from .objects import HELD_ARRAY, field_of, fields_of
from .static_classes import Declaring, field_declared

_OBJECT, _FIELDS = "o", "fields"


class Unreached(Unsupported):
    """A field of an object without a name, where the fields of other objects are not at hand."""


def read_field(term: Term) -> Name | None:
    """The field that a term reads of an object without a name; None for other terms."""
    if term.op != "call" or not is_heap_read(term.data):
        return None
    return field_name(heap_of_read(term.data))


def is_earlier(heap: Term) -> bool:
    """Is this what objects hold before the call, and something else after it?"""
    fields = heap.args[1] if heap.op == "tuple.make" else heap
    return any(subterm.op == "var" and is_pre_state(subterm.data) for subterm in subterms(fields))


def reached(
    elaboration: Elaboration, subject: Draft, field: Name, node: Node, scope: Scope, declaring: Declaring | None = None
) -> Draft:
    """`subject.field` of an object. `declaring`: the class that declares the field, if it is known.

    Raises Unreached where the fields of other objects are not at hand, Unsupported where nothing is known of them."""
    name = _variable(elaboration, field, node, scope, None if declaring is None else declaring.kind)
    sort = None if declaring is None else declaring.sort
    if scope.executed and sort is not None:  # Each object has its own fields, whatever is the type of others.
        return elaboration.make(
            "call", [heap(elaboration, name, node, scope, sort), subject], sort, node, heap_read(name)
        )
    # Callers try other readings, or say that a function needs this variable: it is an error of its own.
    if name not in scope.variables:
        raise Unreached(
            f"{text_of(node, elaboration.source)}, a field of an object without a name", elaboration.span(node)
        )
    sort_in_heap, field_map = field_sort(scope.variables[name]), heap(elaboration, name, node, scope)
    # Two instances of a generic class have one variable for the field, of the sort of one of them.
    if sort not in (None, sort_in_heap):
        raise elaboration.unsupported(
            f"{text_of(node, elaboration.source)}, a field of an object of another instance of its class", node
        )
    return elaboration.make("call", [field_map, subject], sort_in_heap, node, heap_read(name))


def _variable(elaboration: Elaboration, field: Name, node: Node, scope: Scope, kind: str | None) -> StateVariable:
    """The variable that has a field of all objects."""
    if kind is not None:
        return heap_variable(kind, field)
    declaring_kinds = [
        class_.name
        for class_ in elaboration.names.classes.values()
        if any(declaration.name == field for declaration in class_.fields)
    ]
    if len(declaring_kinds) == 1:
        return heap_variable(declaring_kinds[0], field)
    # A text of ours that is read again has no classes, but has the variables of the fields.
    heap_variables = (name for name in scope.variables if isinstance(name, StateVariable) and is_heap(name))
    named = [name for name in heap_variables if field_name(name) == field]
    if not elaboration.names.classes and len(named) == 1:
        return named[0]
    raise elaboration.unsupported(f"{text_of(node, elaboration.source)}, a field of an object without a name", node)


def heap(
    elaboration: Elaboration, name: StateVariable, node: Node, scope: Scope, expected_sort: Sort | None = None
) -> Draft:
    """The values of a field of all objects, as the objects that have names hold them. `expected_sort`: the sort of the
    field, where a body is executed and it is known."""
    if scope.old and scope.label:
        raise elaboration.unsupported(f"{text_of(node, elaboration.source)} at the label {scope.label}", node)
    # Objects with names are entries of the map. One that is hidden by a bound variable cannot be named in it.
    hidden = sorted(name for name in scope.hidden if any(is_field_of(variable, name) for variable in scope.variables))
    if hidden and not scope.executed:
        raise elaboration.unsupported(
            f"{text_of(node, elaboration.source)} where a variable hides the object {hidden[0]}", node
        )
    kind, field = heap_place(name)
    if expected_sort is not None:
        sort = heap_sort(expected_sort)
    elif name in scope.variables:
        sort = scope.variables[name]
    else:
        raise Unreached(
            f"{text_of(node, elaboration.source)}, which reads objects without a name", elaboration.span(node)
        )
    # An execution has the true map; only a clause about unknown states has to be told what named objects hold.
    if scope.executed or field_sort(sort).kind == "Array":
        state = pre_state(name) if scope.old and name in scope.modified else name
        draft = Draft(sort, lambda: var(state, elaboration.resolve(sort, node), elaboration.span(node)))
        return draft if scope.executed else _with_other_arrays(elaboration, draft, name, node, scope)
    named: list[tuple[Name, Draft]] = []
    for root, reference in sorted(scope.objects.items()):
        if reference.variable(field) not in scope.variables or root == HEAP:
            continue
        if reference.type and declaring(elaboration.names, reference.type, field) != kind:
            continue
        if scope.old and reference.new:  # none that is known to exist then
            continue
        value = field_of(elaboration, root, field, node, scope)
        if value is not None and value.sort != field_sort(sort):
            # It may be one of the objects that the variable is about, if the type parameter stands for its type.
            raise elaboration.unsupported(
                f"{text_of(node, elaboration.source)} beside {root}, another instance of {kind}", node
            )
        if value is not None:
            named.append((root, value))
    return Draft(sort, lambda: _updated(name, elaboration.resolve(sort, node), named, elaboration.span(node), scope))


def _with_other_arrays(
    elaboration: Elaboration, field_map: Draft, name: StateVariable, node: Node, scope: Scope
) -> Draft:
    """The arrays that objects hold, where those with a name that are new, or may hold another array after the call,
    hold what their own variables say. Of an array that is the same in both states the input says which it is, and what
    it holds has a name (`reached_arrays.py`)."""
    kind, field = heap_place(name)
    named: list[tuple[Name, Draft, Draft]] = []
    for root, reference in () if scope.old else sorted(scope.objects.items()):
        variable = reference.variable(field)
        if (
            variable not in scope.variables
            or root == HEAP
            or declaring(elaboration.names, reference.type, field) != kind
        ):
            continue
        if not (reference.new or which_array(variable) in scope.modified):
            continue
        value = field_of(elaboration, root, field, node, scope)
        if value is not None and value.identity is not None:
            named.append((root, value, value.identity))
    if not named:
        return field_map

    def build() -> Term:
        span, built_map = elaboration.span(node), field_map.build()
        # A heap variable is a pair: the number of the state, and the map from objects to the field's values.
        number, fields = (op("tuple.at", built_map, data=position, span=span) for position in (0, 1))
        for root, elements, which in named:
            array = op("array.of", which.build(), elements.build(), span=span)
            fields = op("map.update", fields, var(root, OBJECT, span), array, span=span)
        return op("tuple.make", number, fields, span=span)

    return Draft(field_map.sort, build)


def _updated(name: StateVariable, sort: Sort, named: list[tuple[Name, Draft]], span: Span, scope: Scope) -> Term:
    """The variable with the fields of the objects that have names. The state after a call has a number of its own."""
    heap_variable_term = var(pre_state(name) if scope.old and name in scope.modified else name, sort, span)
    changed = name in scope.modified and not scope.old
    if not named and not changed:
        return heap_variable_term
    number, fields = (op("tuple.at", heap_variable_term, data=position, span=span) for position in (0, 1))
    if changed:
        # Objects without a name may have changed as well: in another state, nothing is known of them.
        number = add(op("tuple.at", var(pre_state(name), sort, span), data=0, span=span), integer(1))
    for root, value in named:
        # Those that have names have variables of their own, which know more than the map.
        fields = op("map.update", fields, var(root, OBJECT, span), value.build(), span=span)
    return op("tuple.make", number, fields, span=span)


def field_anywhere(elaboration: Elaboration, root: Name, field: Name, node: Node, scope: Scope) -> Draft | None:
    """`root.field` where the name is that of an object: its variable, or where it is among the fields of all objects.
    None where it is not, or has no such field. Raises Unsupported."""
    draft = field_of(elaboration, root, field, node, scope)
    if draft is not None or root not in scope.objects:
        return draft
    reference = scope.objects[root]
    declaring = field_declared(elaboration.names, reference.type, dict(reference.types), field)
    if declaring is None or heap_variable(declaring.kind, field) not in scope.variables:
        return None
    return reached(elaboration, elaboration.variable(root, OBJECT, node), field, node, scope, declaring)


def heap_functions(terms: Iterable[Term], names: SymbolTable) -> Mapping[Name, Function]:
    """The functions behind the fields that terms read: a field of an object that is in the map, else a value of which
    nothing is known."""
    read = {heap_of_read(term.data) for term in subterms(*terms) if read_field(term) is not None}
    functions: dict[Name, Function] = {}
    for name in sorted(read):
        kind, field = heap_place(name)
        sort = fields_of(names, kind)[field].sort
        assert sort is not None
        for function in _reading(name, array_of(*sort.args) if sort.kind == HELD_ARRAY else sort):
            functions[function.name] = function
    return functions


def _reading(name: StateVariable, sort: Sort) -> tuple[Function, Function]:
    binders = (Binder(_FIELDS, heap_sort(sort)), Binder(_OBJECT, OBJECT))
    heap_term, subject = (var(binder.name, binder.sort) for binder in binders)
    unknown = op("call", heap_term, subject, data=heap_unknown(name), sort=sort)
    fields = op("tuple.at", heap_term, data=1)
    is_known = op("map.member", subject, fields)
    body = op("ite", is_known, op("map.at", fields, subject), unknown)
    not_null = negate(op("eq", subject, const(NULL, OBJECT)))
    return (
        Function(heap_unknown(name), binders, sort, None, ghost=True, missing=True),
        Function(heap_read(name), binders, sort, body, (not_null,), ghost=True),
    )
