"""Fields of objects that are reached through others: `this.next.x`, `nodes[i].x`, `next.Valid()`.

For each field of each class there is a variable: the number of a state, and a map from the objects whose field is
known to its value. That of the field x of the class C is `object.C.x`. Objects that have a name are in it with the
values that their own variables have. What is not in the map is a value of its own in each state, of which nothing is
known: no verdict rests on it.
"""

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, frozen

from ....core.errors import Unsupported
from ....core.ir.build import add, integer, negate, op
from ....core.ir.contracts import Function
from ....core.ir.sorts import OBJECT, Sort, array_of, uninterpreted
from ....core.ir.terms import Binder, Term, const, free_variables, subterms, var
from ....core.ir.type_instances import replace_sorts
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
    holder_of,
    is_field_of,
    is_heap,
    is_heap_read,
    is_pre_state,
    member_of,
    pre_state,
    root_of,
)
from ....core.spans import Span
from ..classes import NULL
from ..names import SymbolTable
from ..syntax import Node
from ..trees import name_of, nodes, text_of
from .elaboration import Draft, Elaboration, Scope
from .objects import HELD_ARRAY, Stored, field_of, fields_of, inherited_types

_OBJECT, _FIELDS = "o", "fields"
MOST_INSTANCES = 100
"""Objects of types that are looked into for the instances of generic classes in a scope. Of
`class C<T> { var c: C<seq<T>> }` there are instances without an end."""


class Unreached(Unsupported):
    """A field of an object without a name, where the fields of other objects are not at hand."""


def read_field(term: Term) -> Name | None:
    """The field that a term reads of an object without a name; None for other terms."""
    if term.op != "call" or not is_heap_read(term.data):
        return None
    return field_name(heap_of_read(term.data))


def known_entries(term: Term) -> Term:
    """What has a field of every object, without the objects whose field is not known."""
    if term.op != "tuple.make" or term.args[1].op != "map.literal":
        return term
    number, known = term.args
    pairs = zip(known.args[::2], known.args[1::2], strict=True)
    left = (part for pair in pairs if not any(map(free_variables, pair)) for part in pair)
    return op("tuple.make", number, op("map.literal", *left, sort=known.sort, span=term.span), span=term.span)


def is_earlier(heap: Term) -> bool:
    """Is this what objects hold before the call, and something else after it?"""
    fields = heap.args[1] if heap.op == "tuple.make" else heap
    return any(part.op == "var" and is_pre_state(part.data) for part in subterms(fields))


# -- which fields there are


def declaring(names: SymbolTable, kind: str, field: Name) -> str | None:
    """The class or trait, this one or one that it extends, which declares a field."""
    for declared in names.bases(kind):
        if any(each.name == holder_of(field) for each in declared.fields):
            return declared.name
    return None


def heap_fields(names: SymbolTable) -> Iterator[tuple[str, Name, Stored]]:
    """Class, field and what is stored there, for the fields that can be read of any object."""
    for declared in names.classes.values():
        stored = fields_of(names, declared.name)
        own = {each.name for each in declared.fields}
        for name, found in stored.items():
            if holder_of(name) in own and found.sort is not None and found.sort.kind != HELD_ARRAY:
                yield declared.name, name, found


def held_arrays(names: SymbolTable) -> Iterator[tuple[StateVariable, Stored]]:
    """The heap variables of fields that hold arrays, with what is stored there."""
    for declared in names.classes.values():
        own = {each.name for each in declared.fields}
        for name, found in fields_of(names, declared.name).items():
            if name in own and found.sort is not None and found.sort.kind == HELD_ARRAY:
                yield heap_variable(declared.name, name), found


def instances_in(names: SymbolTable, scope: Scope, owner: str | None) -> dict[str, tuple[Sort, ...]]:
    """The generic classes and traits that the objects in scope have to do with, each with its type arguments: these
    objects are of it, extend it, or have fields that hold such objects.

    A heap variable is about one instance of a class: in a member of `Stack<T>` with a field `top: Node?<T>` those of
    Node are of the type `Node<T>`. A class with several instances in scope has none, but for the class `owner` whose
    member it is: fields of other objects of it are refused.
    """
    if not any(declared.parameters for declared in names.classes.values()):
        return {}
    found: dict[str, set[tuple[Sort, ...]]] = {}
    pending = [(each.type, dict(each.types)) for each in scope.objects.values()]
    pending += [(kind, _at(names, kind, given)) for kind, given in scope.kinds.values()]
    for _ in range(MOST_INSTANCES):
        if not pending:
            break
        kind, types = pending.pop()
        if kind not in names.classes:  # MATRIX
            continue
        for base, inherited in inherited_types(names, kind).items():
            found.setdefault(base, set()).add(tuple(replace_sorts(each.sort, types) for each in inherited.values()))
        for stored in fields_of(names, kind).values():
            if stored.instance is not None:
                inner, given = stored.instance
                arguments = tuple(replace_sorts(each, types) for each in given)
                if arguments not in found.get(inner, ()):
                    pending.append((inner, _at(names, inner, arguments)))
    one = {kind: next(iter(known)) for kind, known in found.items() if len(known) == 1 and not pending}
    if owner is not None:
        one[owner] = tuple(map(uninterpreted, names.classes[owner].parameters))
    return one


def _at(names: SymbolTable, kind: str, arguments: Iterable[Sort]) -> dict[str, Sort]:
    """What the type parameters of a class stand for."""
    return dict(zip(names.classes[kind].parameters, arguments, strict=False))


def with_heap(names: SymbolTable, scope: Scope, instances: Mapping[str, tuple[Sort, ...]]) -> Scope:
    """The scope in which fields of objects without a name are known, of generic classes those of the `instances`."""
    fields = ((heap_variable(kind, field), stored) for kind, field, stored in heap_fields(names))
    added: dict[Name, Sort] = {name: heap_sort(sort) for name, sort in _of_instances(names, fields, instances)}
    return evolve(scope, variables={**scope.variables, **added})


def _of_instances(
    names: SymbolTable,
    listed: Iterable[tuple[StateVariable, Stored]],
    instances: Mapping[str, tuple[Sort, ...]],
) -> Iterator[tuple[StateVariable, Sort]]:
    """The heap variables whose classes have one instance, and the sorts of the fields there."""
    for variable, stored in listed:
        kind, _ = heap_place(variable)
        parameters = names.classes[kind].parameters
        if stored.sort is not None and (not parameters or kind in instances):
            types = dict(zip(parameters, instances.get(kind, ()), strict=False))
            yield variable, replace_sorts(stored.sort, types)


def with_held_arrays(names: SymbolTable, scope: Scope, instances: Mapping[str, tuple[Sort, ...]]) -> Scope:
    """The scope in which arrays that objects without a name hold are known, too: `n.next.a[i]`. Of what they hold it is
    what they hold now: where arrays change, a clause is read on each input (`reached_arrays.py`)."""
    added: dict[Name, Sort] = {
        name: heap_sort(array_of(*sort.args)) for name, sort in _of_instances(names, held_arrays(names), instances)
    }
    return evolve(scope, variables={**scope.variables, **added})


def through_heap_only(names: SymbolTable, scope: Scope, mentioned: Iterable[Name]) -> Scope:
    """The scope of a function that reads the fields of all objects in one way, with those that are `mentioned`."""
    wanted = frozenset(mentioned)
    kept = {
        name: sort
        for name, sort in scope.variables.items()
        if (not is_heap(name) or field_name(name) in wanted) and not _is_in_heap(names, name, scope)
    }
    return evolve(scope, variables=kept)


def _is_in_heap(names: SymbolTable, variable: Name, scope: Scope) -> bool:
    root, field = root_of(variable), member_of(variable)
    owner = declaring(names, scope.objects[root].type, field) if field and root in scope.objects else None
    return owner is not None and heap_variable(owner, field) in scope.variables


def lost_after(names: SymbolTable, scope: Scope, changed: Iterable[Name], unclear: bool) -> frozenset[Name]:
    """The variables that a call which may change all fields of the objects `changed` leaves with another value: where
    any object may change, and where such an object may be of a class that has more fields than its type says."""
    listed = ((heap_variable(kind, field), stored) for kind, field, stored in heap_fields(names))
    return _lost(names, scope, changed, unclear, listed)


def held_lost_after(names: SymbolTable, scope: Scope, changed: Iterable[Name], unclear: bool) -> frozenset[Name]:
    """The same for fields that hold arrays: which ones, not what these hold."""
    return _lost(names, scope, changed, unclear, held_arrays(names))


def _lost(
    names: SymbolTable,
    scope: Scope,
    changed: Iterable[Name],
    unclear: bool,
    listed: Iterable[tuple[StateVariable, Stored]],
) -> frozenset[Name]:
    types = [scope.objects[name].type for name in changed if name in scope.objects]
    found = set()
    for variable, stored in listed:
        kind, field = heap_place(variable)
        extended = {each.name for each in names.bases(kind)}
        hidden = any(declaring(names, each, field) != kind and _may_be(names, each, kind, extended) for each in types)
        if stored.declaration.mutable and (unclear or hidden):
            found.add(variable)
    return frozenset(found)


def may_be_one_class(names: SymbolTable, kind: str, other: str) -> bool:
    """May an object of one class or trait be one of another one, as far as the file says?"""
    return _may_be(names, kind, other, {each.name for each in names.bases(other)}) or _may_be(
        names, other, kind, {each.name for each in names.bases(kind)}
    )


def _may_be(names: SymbolTable, kind: str, other: str, extended: set[str]) -> bool:
    """May an object of one class or trait be one of another one?"""
    if kind in extended:
        return True
    bases = ({each.name for each in names.bases(name)} for name in names.classes)
    return any({kind, other} <= each for each in bases)


# -- reading them


@frozen(slots=True)
class Declaring:
    """The class or trait `kind` that declares a field, and the sort that the field has in an object, if that is known:
    of `Node<int>`, int where it is declared as T."""

    kind: str
    sort: Sort | None = None


def reached(
    e: Elaboration, subject: Draft, field: Name, node: Node, scope: Scope, known: Declaring | None = None
) -> Draft:
    """`subject.field` of an object. `known`: the class that declares the field, if it is known.

    Raises Unreached where the fields of other objects are not at hand, Unsupported where nothing is known of them."""
    name = _variable(e, field, node, scope, None if known is None else known.kind)
    if scope.known_objects:
        return _among_known(e, subject, name, node, scope, None if known is None else known.sort)
    sort = None if known is None else known.sort
    if scope.executed and sort is not None:  # Each object has its own fields, whatever is the type of others.
        return e.make("call", [heap(e, name, node, scope, sort), subject], sort, node, heap_read(name))
    if name not in scope.variables:
        raise Unreached(f"{text_of(node, e.source)}, a field of an object without a name", e.span(node))
    there, whole = field_sort(scope.variables[name]), heap(e, name, node, scope)
    if sort not in (None, there):
        raise e.unsupported(f"{text_of(node, e.source)}, a field of an object of another instance of its class", node)
    return e.make("call", [whole, subject], there, node, heap_read(name))


def _among_known(
    e: Elaboration, subject: Draft, name: StateVariable, node: Node, scope: Scope, known: Sort | None
) -> Draft:
    """A field of an object in a test: that of the object with a name which it is, else of one that nothing is known
    of. One of another instance of the class is none of these, since in a test no type is a parameter."""
    kind, field = heap_place(name)
    sort, span = _sort_in_test(e, kind, field, node, scope, known), e.span(node)
    named = [
        (root, value)
        for root, reference in scope.objects.items()
        if declaring(e.names, reference.type, field) == kind
        for value in [field_of(e, root, field, node, scope)]
        if value is not None and value.sort == sort
    ]

    def build() -> Term:
        owner = subject.build()
        term = var(heap_unknown(name), sort, span)
        for root, value in reversed(named):
            term = op("ite", op("eq", owner, var(root, OBJECT, span)), value.build(), term, span=span)
        return term

    return Draft(sort, build)


def _sort_in_test(e: Elaboration, kind: str, field: Name, node: Node, scope: Scope, known: Sort | None = None) -> Sort:
    """The sort of a field that a test reads of an object without a name: the `known` one, for a field of a generic
    class. Raises Unsupported where that is not known, for an array, and for the state at a label."""
    declared = e.names.classes.get(kind)
    stored = None if declared is None else fields_of(e.names, kind).get(field)
    if scope.old or stored is None or stored.sort is None or stored.sort.kind == HELD_ARRAY:
        raise e.unsupported(f"{text_of(node, e.source)}, a field of an object without a name", node)
    if declared is not None and declared.parameters and known is None:
        raise e.unsupported(f"{text_of(node, e.source)}, a field of an object without a name", node)
    return known or stored.sort


def _variable(e: Elaboration, field: Name, node: Node, scope: Scope, kind: str | None) -> StateVariable:
    """The variable that has a field of all objects."""
    if kind is not None:
        return heap_variable(kind, field)
    known = [each.name for each in e.names.classes.values() if any(one.name == field for one in each.fields)]
    if len(known) == 1:
        return heap_variable(known[0], field)
    heap_variables = (name for name in scope.variables if isinstance(name, StateVariable) and is_heap(name))
    named = [name for name in heap_variables if field_name(name) == field]
    if not e.names.classes and len(named) == 1:
        return named[0]
    raise e.unsupported(f"{text_of(node, e.source)}, a field of an object without a name", node)


def heap(e: Elaboration, name: StateVariable, node: Node, scope: Scope, known: Sort | None = None) -> Draft:
    """The values of a field of all objects, as the objects that have names hold them. `known`: the sort of the field,
    where a body is executed and it is known."""
    if scope.old and scope.label:
        raise e.unsupported(f"{text_of(node, e.source)} at the label {scope.label}", node)
    hidden = sorted(name for name in scope.hidden if any(is_field_of(one, name) for one in scope.variables))
    if hidden and not scope.executed:
        raise e.unsupported(f"{text_of(node, e.source)} where a variable hides the object {hidden[0]}", node)
    kind, field = heap_place(name)
    if scope.known_objects:
        sort = heap_sort(_sort_in_test(e, kind, field, node, scope))
    elif known is not None:
        sort = heap_sort(known)
    elif name in scope.variables:
        sort = scope.variables[name]
    else:
        raise Unreached(f"{text_of(node, e.source)}, which reads objects without a name", e.span(node))
    if scope.executed or field_sort(sort).kind == "Array":
        state = pre_state(name) if scope.old and name in scope.modified else name
        return Draft(sort, lambda: var(state, e.resolve(sort, node), e.span(node)))
    named: list[tuple[Name, Draft]] = []
    for root, reference in sorted(scope.objects.items()):
        if reference.variable(field) not in scope.variables or root == HEAP:
            continue
        if reference.type and declaring(e.names, reference.type, field) != kind:
            continue
        if scope.old and reference.new:  # none that is known to exist then
            continue
        value = field_of(e, root, field, node, scope)
        if value is not None and value.sort != field_sort(sort):
            # It may be one of the objects that the variable is about, if the type parameter stands for its type.
            raise e.unsupported(f"{text_of(node, e.source)} beside {root}, another instance of {kind}", node)
        if value is not None:
            named.append((root, value))
    return Draft(sort, lambda: _updated(name, e.resolve(sort, node), named, e.span(node), scope))


def _updated(name: StateVariable, sort: Sort, named: list[tuple[Name, Draft]], span: Span, scope: Scope) -> Term:
    """The variable with the fields of the objects that have names. The state after a call has a number of its own."""
    if scope.known_objects:
        whole = op("tuple.make", integer(0), op("map.literal", sort=sort.args[1]))
    else:
        whole = var(pre_state(name) if scope.old and name in scope.modified else name, sort, span)
    changed = name in scope.modified and not scope.old
    if not named and not changed:
        return whole
    number, fields = (op("tuple.at", whole, data=position, span=span) for position in (0, 1))
    if changed:
        number = add(op("tuple.at", var(pre_state(name), sort, span), data=0, span=span), integer(1))
    for root, value in named:
        fields = op("map.update", fields, var(root, OBJECT, span), value.build(), span=span)
    return op("tuple.make", number, fields, span=span)


def static_class(e: Elaboration, node: Node, scope: Scope) -> tuple[str, tuple[Sort, ...]] | None:
    """The class or trait, and its type arguments, that the declarations give for an object, or for the objects that a
    collection holds; None where they do not."""
    match name_of(node):
        case "name" | "word":
            name = str(node.children[0])
            if name in scope.objects:
                reference = scope.objects[name]
                arguments = dict(reference.types)
                declared = e.names.classes.get(reference.type)
                parameters = () if declared is None else declared.parameters
                return reference.type, tuple(arguments.get(each, uninterpreted(each)) for each in parameters)
            if name in scope.kinds:
                return scope.kinds[name]
            if name in scope.variables or "this" not in scope.objects:
                return None
            this = scope.objects["this"]
            return _class_of_field(e, this.type, dict(this.types), name)
        case "member":
            owner = static_class(e, nodes(node)[0], scope)
            if owner is None or owner[0] not in e.names.classes:
                return None
            return _class_of_field(e, owner[0], _at(e.names, *owner), str(node.children[1]))
        case "index" | "slice":  # of a sequence
            return static_class(e, nodes(node)[0], scope)
        case "arithmetic" | "set_display" | "sequence_display":
            parts = {static_class(e, part, scope) for part in nodes(node)}
            return parts.pop() if len(parts) == 1 else None
        case _:
            return None


def are_of_classes(e: Elaboration, node: Node, scope: Scope) -> bool:
    """Is an expression an object of a class or trait, or a collection of such objects, as the declarations give it? An
    `object` may be an array, and so may what has no declared type."""
    match name_of(node):
        case "arithmetic" | "set_display" | "sequence_display":
            return all(are_of_classes(e, part, scope) for part in nodes(node))
        case "conditional":
            return all(are_of_classes(e, part, scope) for part in nodes(node)[1:])
        case "comprehension":
            return are_of_classes(e, nodes(node)[-1], scope)
        case _:
            found = static_class(e, node, scope)
            return found is not None and bool(found[0])


def _class_of_field(
    e: Elaboration, kind: str, types: Mapping[str, Sort], field: Name
) -> tuple[str, tuple[Sort, ...]] | None:
    stored = fields_of(e.names, kind).get(field)
    if stored is None or stored.instance is None:
        return None
    held, arguments = stored.instance
    return held, tuple(replace_sorts(each, types) for each in arguments)


def class_of_variable(e: Elaboration, name: Name, within: Node, scope: Scope) -> tuple[str, tuple[Sort, ...]] | None:
    """That of a bound variable without a type, by the collection that it is said to be in."""
    for part in within.iter_subtrees():
        if name_of(part) == "comparison" and part.children[1] == "in":
            element, collection = nodes(part)[0], nodes(part)[1]
            if name_of(element) == "name" and element.children[0] == name:
                return static_class(e, collection, scope)
    return None


def class_declaring(e: Elaboration, subject: Node, field: str, scope: Scope) -> Declaring | None:
    """What declares the field of an object which is no variable with a name. None where its type is not known."""
    found = static_class(e, subject, scope)
    if found is None or found[0] not in e.names.classes:
        return None
    kind, arguments = found
    return field_declared(e.names, kind, _at(e.names, kind, arguments), field)


def field_declared(names: SymbolTable, kind: str, types: Mapping[str, Sort], field: Name) -> Declaring | None:
    """What declares a field of an object of a class whose type parameters stand for `types`; None where none does that
    is read."""
    base, stored = declaring(names, kind, field), fields_of(names, kind).get(field)
    if base is None or stored is None or stored.sort is None:
        return None
    sort = replace_sorts(stored.sort, types)
    return Declaring(base, array_of(*sort.args) if sort.kind == HELD_ARRAY else sort)


def field_anywhere(e: Elaboration, root: Name, field: Name, node: Node, scope: Scope) -> Draft | None:
    """`root.field` where the name is that of an object: its variable, or where it is among the fields of all objects.
    None where it is not, or has no such field. Raises Unsupported."""
    found = field_of(e, root, field, node, scope)
    if found is not None or root not in scope.objects:
        return found
    reference = scope.objects[root]
    known = field_declared(e.names, reference.type, dict(reference.types), field)
    if known is None or heap_variable(known.kind, field) not in scope.variables:
        return None
    return reached(e, e.variable(root, OBJECT, node), field, node, scope, known)


# -- what they mean


def heap_functions(terms: Iterable[Term], names: SymbolTable) -> Mapping[Name, Function]:
    """The functions behind the fields that terms read: a field of an object that is in the map, else a value of which
    nothing is known."""
    read = {heap_of_read(term.data) for term in subterms(*terms) if read_field(term) is not None}
    found: dict[Name, Function] = {}
    for name in sorted(read):
        kind, field = heap_place(name)
        sort = fields_of(names, kind)[field].sort
        assert sort is not None
        for function in _reading(name, array_of(*sort.args) if sort.kind == HELD_ARRAY else sort):
            found[function.name] = function
    return found


def _reading(name: StateVariable, sort: Sort) -> tuple[Function, Function]:
    binders = (Binder(_FIELDS, heap_sort(sort)), Binder(_OBJECT, OBJECT))
    whole, subject = (var(binder.name, binder.sort) for binder in binders)
    unknown = op("call", whole, subject, data=heap_unknown(name), sort=sort)
    fields = op("tuple.at", whole, data=1)
    known = op("map.member", subject, fields)
    body = op("ite", known, op("map.at", fields, subject), unknown)
    not_null = negate(op("eq", subject, const(NULL, OBJECT)))
    return (
        Function(heap_unknown(name), binders, sort, None, ghost=True, missing=True),
        Function(heap_read(name), binders, sort, body, (not_null,), ghost=True),
    )
