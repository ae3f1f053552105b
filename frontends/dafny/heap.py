"""The objects of a test: each has an identity, and a variable for each of its fields."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from ...core.errors import Unsupported
from ...core.ir.build import integer, op
from ...core.ir.sorts import OBJECT, Sort
from ...core.ir.terms import Binder, Term, const, var
from ...core.ir.type_instances import replace_sorts
from ...core.ir.values import UninterpretedValue
from ...core.ir.variables import (
    ALLOCATED,
    STATE,
    Name,
    field_sort,
    field_variable,
    heap_place,
    is_field,
    is_field_of,
    is_heap,
    member_of,
    root_of,
)
from ...core.spans import Span
from .classes import MATRIX, NULL, Reference, matrix_of
from .lowering import Scope
from .lowering.calls import qualified
from .lowering.heap_scopes import declaring
from .lowering.objects import HELD_ARRAY, fields_of, object_name, value_sort, with_matrix, with_object
from .names import MethodSignature, SymbolTable
from .syntax import Node, child, name_of, nodes

_COLUMNS = 10_000
"""Of a line, for the number of the state in which a call of a test begins; in the next number it ends."""


def class_of(names: SymbolTable, typed: Node, scope: Scope) -> tuple[str, str, Node | None] | None:
    """The class, the constructor and the type arguments that `new C` or `new C<T>.Make` names; None where it is no
    class."""
    if name_of(typed) != "named_type":
        return None
    parts = tuple(str(part.children[0]) for part in nodes(typed))
    for count, constructor in ((len(parts), "constructor"), (len(parts) - 1, parts[-1])):
        found = names.find(names.types, parts[:count], scope.path) if count else None
        if found is not None and found.kind == "class":
            return found.name, constructor, child(nodes(typed)[count - 1], "type_arguments")
    return None


def new_object(number: int) -> Term:
    """An object that differs from those of other numbers."""
    return const(UninterpretedValue(str(OBJECT.label), number), OBJECT)


def with_new(names: SymbolTable, scope: Scope, name: Name, kind: str, types: Mapping[str, Sort]) -> Scope:
    """The scope in which a variable holds a new object of a class at these types."""
    root = str(name)
    while any(is_field_of(variable, root) for variable in scope.variables):
        root += "'"
    return with_object(names, scope.bind(Binder(name, OBJECT)), name, Reference(kind, root, tuple(types.items())))


def method_of(names: SymbolTable, node: Node, scope: Scope) -> tuple[MethodSignature, Name | None] | None:
    """The method that an application calls, and the name of the object on which; None for another expression."""
    callee = nodes(node)[0]
    if name_of(callee) == "member":
        owner = object_name(nodes(callee)[0], scope)
        if owner is not None:
            found = names.member(names.methods, scope.objects[owner].type, str(callee.children[1]))
            return None if found is None else (found, owner)
    parts = qualified(callee, scope)
    found = None if parts is None else names.find(names.methods, parts, scope.path)
    return None if found is None else (found, None)


def roots_of(method: MethodSignature, receiver: Name | None, given: Sequence[Name | None]) -> dict[Name, Name]:
    """Parameter of a method, or `this` → the name of the object that a call gives for it. `given`: for each parameter
    that is written, the name of the object."""
    formals = [binder.name for binder in parameters_of(method)]
    found = {formal: name for formal, name in zip(formals, given, strict=False) if name is not None}
    return found if receiver is None else {"this": receiver, **found}


def check_aliases(method: MethodSignature, roots: Mapping[Name, Name], scope: Scope, span: Span) -> None:
    """Raise Unsupported where one object is given twice and may change: its fields would be two variables then."""
    objects = [scope.objects[name].root for name in roots.values() if name in scope.objects]
    changes = method.changes != () or any(not is_heap(each) for each in method.modifies)
    if len(set(objects)) < len(objects) and changes:
        raise Unsupported(f"a call of {method.name} with one object for two parameters", span)


def parameters_of(method: MethodSignature) -> tuple[Binder, ...]:
    """The parameters that a call writes: not the state of objects."""
    return tuple(binder for binder in method.inputs if not is_field(binder.name) and binder.name != "this")


def place_of(variable: Name, roots: Mapping[Name, Name], scope: Scope, span: Span) -> Name:
    """Where the caller holds a parameter that is a field of an object. Raises Unsupported for an object that is given
    as another expression than its name."""
    root, field = root_of(variable), member_of(variable)
    if root not in roots:
        raise Unsupported(f"an object without a name for {root}", span)
    return scope.objects[roots[root]].variable(field)


def forgotten(
    method: MethodSignature, roots: Mapping[Name, Name], names: SymbolTable, scope: Scope, span: Span
) -> list[Binder]:
    """The variables that a call may change and about which its specification says nothing."""
    known = {place_of(name, roots, scope, span) for name in method.modifies if is_field(name) and not is_heap(name)}
    if method.changes is None:
        arrays = (Binder(name, sort) for name, sort in scope.variables.items() if sort.kind == "Array")
        return [binder for binder in (*all_fields(names, scope), *arrays) if binder.name not in known]
    owners = [roots[each] for each in method.changes if each in roots]
    return [binder for owner in owners for binder in fields(names, scope, owner) if binder.name not in known]


def fields(names: SymbolTable, scope: Scope, owner: Name) -> Iterator[Binder]:
    """The variables of the fields of an object that may change."""
    reference = scope.objects[owner]
    for field, stored in fields_of(names, reference.type).items():
        held = stored.sort is not None and stored.sort.kind == HELD_ARRAY
        if stored.sort is not None and (stored.declaration.mutable or held):
            yield Binder(reference.variable(field), value_sort(replace_sorts(stored.sort, dict(reference.types))))


def all_fields(names: SymbolTable, scope: Scope) -> Iterator[Binder]:
    """Those of all objects in scope."""
    for owner in scope.objects:
        yield from fields(names, scope, owner)


def made(method: MethodSignature, name: Name, scope: Scope) -> tuple[Binder, ...]:
    """The fields that a constructor's specification is about, as variables of its caller."""
    reference, types = scope.objects[name], dict(scope.objects[name].types)
    return tuple(
        Binder(reference.variable(member_of(out.name)), replace_sorts(out.sort, types)) for out in method.outputs
    )


def with_result(names: SymbolTable, scope: Scope, name: Name, reference: Reference, sort: Sort) -> Scope:
    """The scope in which a variable holds the object, or the array2 of this sort, that a method returns."""
    root = str(name)
    while any(is_field_of(variable, root) for variable in scope.variables):
        root += "'"
    if reference.type == MATRIX:
        return with_matrix(scope, name, matrix_of(sort.args[0], reference.rank), root)
    return with_object(names, scope, name, evolve(reference, root=root, new=False))


def results_of(
    method: MethodSignature, targets: Sequence[Name], types: Mapping[str, Sort], scope: Scope
) -> tuple[Binder, ...]:
    """The variables of a caller, which knows the results by now, that receive the outputs of a method."""
    local = dict(zip((binder.name for binder in method.targets), targets, strict=True))
    found = []
    for binder in method.outputs:
        owner, field = root_of(binder.name), member_of(binder.name)
        name = local[owner]
        if field:
            name = scope.objects[name].variable(field) if name in scope.objects else "_"
        found.append(Binder(name, replace_sorts(binder.sort, types)))
    return tuple(found)


def twins(names: SymbolTable, scope: Scope, changed: Collection[Name], uncertain: Collection[Name]) -> list[Binder]:
    """The fields that are among the changed ones when two objects are one, of which at least one is `uncertain`."""
    # Each object has variables of its own for its fields. Where `b` may be `a`, a call that changes `a.x` may change
    # `b.x`, which is another variable: it is among the changed ones, or it would be read with its old value.
    roots = {reference.root: name for name, reference in scope.objects.items() if reference.type != MATRIX}
    found: dict[Name, Binder] = {}
    for variable in changed:
        root, field = root_of(variable), member_of(variable)
        for other, name in roots.items():
            if root in roots and other != root and (root in uncertain or other in uncertain):
                twin = field_variable(other, field)
                found.update((one.name, one) for one in fields(names, scope, name) if one.name == twin)
    return [binder for name, binder in found.items() if name not in changed]


def argument(binder: Binder, roots: Mapping[Name, Name], existing: Sequence[Term], scope: Scope, span: Span) -> Term:
    """The argument for a parameter that nobody writes: an object, a field of it, or the set of the objects that exist.
    A constructor's object is the first that does not."""
    if binder.name == ALLOCATED:
        return const(frozenset(each.data for each in existing), binder.sort, span)
    if binder.name == STATE:
        return integer(2 * (_COLUMNS * span.line + min(span.column, _COLUMNS - 1)))
    if binder.name == "this" and binder.name not in roots:
        return new_object(len(existing))
    if is_field(binder.name):
        place = place_of(binder.name, roots, scope, span)
        return var(place, value_sort(scope.variables[place]), span)
    return var(roots[binder.name], binder.sort, span)


def known_fields(
    binder: Binder, sort: Sort, names: SymbolTable, scope: Scope, identities: Mapping[Name, Any], span: Span
) -> Term:
    """The argument for what has a field of every object: what the objects with a name hold. `sort`: of the
    argument; objects whose field is of another sort are of another instance of the class. `identities`: name → which
    object it is, where that is known."""
    kind, field = heap_place(binder.name)
    entries: dict[Any, Term] = {}
    for name, reference in scope.objects.items():
        identity, variable = identities.get(name), reference.variable(field)
        stored = scope.variables.get(variable)
        # The map is from identities: an object of which it is not known which one it is has no key in it.
        if identity in (None, NULL) or stored != field_sort(sort) or declaring(names, reference.type, field) != kind:
            continue
        entries[identity] = var(variable, stored, span)
    pairs = [part for key, value in entries.items() for part in (const(key, OBJECT, span), value)]
    return op("tuple.make", integer(0), op("map.literal", *pairs, sort=sort.args[1], span=span), span=span)


def share(scope: Scope, names: Mapping[Name, Name]) -> Scope:
    """The scope in which variables hold the objects that others do."""
    objects = {name: scope.objects[other] for name, other in names.items() if other in scope.objects}
    sorts = {name: scope.variables[names[name]] for name in objects}
    return scope.with_objects(objects, sorts)
