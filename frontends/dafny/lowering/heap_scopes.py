"""Which fields of objects without a name are known in a scope: `this.next.x`, `nodes[i].x`, `next.Valid()`.

For each field of each class there is a variable: the number of a state, and a map from the objects whose field is
known to its value. That of the field x of the class C is `object.C.x`. Of a generic class it is about one instance,
the one that the objects in scope have to do with. How it is read is in `reached.py`."""

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from ....core.ir.sorts import Sort, array_of, uninterpreted
from ....core.ir.type_instances import is_generic, replace_sorts
from ....core.ir.variables import (
    Name,
    StateVariable,
    field_name,
    heap_place,
    heap_sort,
    heap_variable,
    holder_of,
    is_heap,
    member_of,
    root_of,
)
from ..classes import Reference
from ..dafny_limits import LIMITS
from ..names import SymbolTable
from .elaboration import Scope
from .objects import HELD_ARRAY, Stored, fields_of, inherited_types


def declaring(names: SymbolTable, kind: str, field: Name) -> str | None:
    """The class or trait, this one or one that it extends, which declares a field."""
    for declared in names.bases(kind):
        if any(declaration.name == holder_of(field) for declaration in declared.fields):
            return declared.name
    return None


def heap_fields(names: SymbolTable) -> Iterator[tuple[str, Name, Stored]]:
    """Class, field and what is stored there, for the fields that can be read of any object."""
    for declared in names.classes.values():
        stored = fields_of(names, declared.name)
        declared_here = {field.name for field in declared.fields}
        for name, field_found in stored.items():
            if (
                holder_of(name) in declared_here
                and field_found.sort is not None
                and field_found.sort.kind != HELD_ARRAY
            ):
                yield declared.name, name, field_found


def held_arrays(names: SymbolTable) -> Iterator[tuple[StateVariable, Stored]]:
    """The heap variables of fields that hold arrays, with what is stored there."""
    for declared in names.classes.values():
        declared_here = {field.name for field in declared.fields}
        for name, field_found in fields_of(names, declared.name).items():
            if name in declared_here and field_found.sort is not None and field_found.sort.kind == HELD_ARRAY:
                yield heap_variable(declared.name, name), field_found


def instances_in(names: SymbolTable, scope: Scope, owner: str | None) -> dict[str, tuple[Sort, ...]]:
    """The generic classes and traits that the objects in scope have to do with, each with its type arguments: these
    objects are of it, extend it, or have fields that hold such objects.

    A heap variable is about one instance of a class: in a member of `Stack<T>` with a field `top: Node?<T>` those of
    Node are of the type `Node<T>`. A class with several instances in scope has none, but for the class `owner` whose
    member it is: fields of other objects of it are refused.
    """
    # Without generic classes there is one instance of each.
    if not any(declared.parameters for declared in names.classes.values()):
        return {}
    arguments_by_class: dict[str, set[tuple[Sort, ...]]] = {}
    pending = [(object_.type, dict(object_.types)) for object_ in scope.objects.values()]
    pending += [
        (kind, type_arguments(names, kind, written_arguments)) for kind, written_arguments in scope.kinds.values()
    ]
    # The number of steps is limited: types may grow from field to field.
    for _ in range(LIMITS.instances):
        if not pending:
            break
        kind, types = pending.pop()
        if kind not in names.classes:  # MATRIX
            continue
        # What a class extends are instances, too.
        for base, inherited in inherited_types(names, kind).items():
            arguments_by_class.setdefault(base, set()).add(
                tuple(replace_sorts(parameter_type.sort, types) for parameter_type in inherited.values())
            )
        for stored in fields_of(names, kind).values():
            if stored.instance is not None:
                kind_inside, written_arguments = stored.instance
                arguments = tuple(replace_sorts(sort, types) for sort in written_arguments)
                if arguments not in arguments_by_class.get(kind_inside, ()):
                    pending.append((kind_inside, type_arguments(names, kind_inside, arguments)))
    # A class with one instance only can have heap variables of known sorts.
    single = {
        kind: next(iter(tuples)) for kind, tuples in arguments_by_class.items() if len(tuples) == 1 and not pending
    }
    if owner is not None:
        single[owner] = tuple(map(uninterpreted, names.classes[owner].parameters))
    return single


def type_arguments(names: SymbolTable, kind: str, arguments: Iterable[Sort]) -> dict[str, Sort]:
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
        # A class with several instances has fields of several sorts, which no one variable holds.
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
    mentioned_names = frozenset(mentioned)
    kept = {
        name: sort
        for name, sort in scope.variables.items()
        if (not is_heap(name) or field_name(name) in mentioned_names) and not _is_in_heap(names, name, scope)
    }
    return evolve(scope, variables=kept)


def _is_in_heap(names: SymbolTable, variable: Name, scope: Scope) -> bool:
    root, field = root_of(variable), member_of(variable)
    owner = declaring(names, scope.objects[root].type, field) if field and root in scope.objects else None
    return owner is not None and heap_variable(owner, field) in scope.variables


def lost_after(
    names: SymbolTable, scope: Scope, changed: Iterable[Name], unclear: bool, makes: bool
) -> frozenset[Name]:
    """The variables that a call which may change all fields of the objects `changed` leaves with another value: where
    any object may change, where such an object may be of a class that has more fields than its type says, and where it
    `makes` objects, whose constants, too, nobody knew before."""
    listed = [(heap_variable(kind, field), stored) for kind, field, stored in heap_fields(names)]
    constant = {variable for variable, stored in listed if makes and not stored.declaration.mutable}
    return _lost(names, scope, changed, unclear or makes, listed) | constant


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
    # What may change of `c: T` are the fields that T has, which have variables of their own here, and those of a class
    # that extends T, which no name tells: each heap variable of such a field is lost.
    types = [scope.objects[name].type for name in changed if name in scope.objects]
    lost = set()
    for variable, stored in listed:
        kind, field = heap_place(variable)
        extended = {base.name for base in names.bases(kind)}
        hidden = any(
            declaring(names, type_, field) != kind and _may_be(names, type_, kind, extended) for type_ in types
        )
        if stored.declaration.mutable and (unclear or hidden):
            lost.add(variable)
    return frozenset(lost)


def may_be_one_class(names: SymbolTable, kind: str, other: str) -> bool:
    """May an object of one class or trait be one of another one, as far as the file says?"""
    return _may_be(names, kind, other, {base.name for base in names.bases(other)}) or _may_be(
        names, other, kind, {base.name for base in names.bases(kind)}
    )


def may_be_one_object(names: SymbolTable, first: Reference, second: Reference) -> bool:
    """May two references be to one object, as far as their classes and the arguments of these say? No object is both an
    `A<int>` and an `A<bool>`, and none extends one trait with two arguments."""
    if not may_be_one_class(names, first.type, second.type):
        return False
    if not (first.types or second.types):
        return True
    # They could be one object only if all traits that both extend have the same arguments.
    own, others = (inherited_types(names, each.type) for each in (first, second))
    pairs = (
        (replace_sorts(typed.sort, dict(first.types)), replace_sorts(others[base][parameter].sort, dict(second.types)))
        for base, types in own.items()
        if base in others
        for parameter, typed in types.items()
    )
    return all(one == other or is_generic(one) or is_generic(other) for one, other in pairs)


def _may_be(names: SymbolTable, kind: str, other: str, extended: set[str]) -> bool:
    """May an object of one class or trait be one of another one?"""
    if kind in extended:
        return True
    bases = ({base.name for base in names.bases(name)} for name in names.classes)
    return any({kind, other} <= base for base in bases)
