"""Outputs in which a value is another one in all the places where it stands.

An object often holds one thing twice: a node its `value`, and the list beside its nodes `elems == [v] + old(elems)`.
`Valid()` says that the two fit together, so that no change of one of them is accepted, and a postcondition that says
too little of `elems` goes unnoticed. Both changed in one way, they fit together again.

Example: of `ensures Valid() && elems[0] == v` with the expected output `elems == [1, 5]`, head.value == 1 and
head.next.value == 5 one of these outputs has 6 for 5 in both.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from ..ir.objects import is_object
from ..ir.values import UninterpretedValue, parts_of, with_parts
from ..ir.variables import Name, field_name, is_field, is_heap, object_of_part, whole_of

MOST_REPLACED = 40
"""Outputs in all: each is a change of many components, and most objects hold a few values."""
MOST_PARTS = 200
"""Of a component; larger ones stay as they are, which also bounds how deep they are."""
_Kind = tuple[type, str]
_Atom = tuple[_Kind, Any]
"""A value without parts, and what another one that takes its place has to have in common with it."""
_NOTHING = frozenset[_Atom]()


def with_values_replaced(output: Mapping[Name, Any]) -> Iterator[dict[Name, Any]]:
    """At most `MOST_REPLACED` outputs of the same components. Only values are replaced that two components hold: a
    change of one component is found without this."""
    # The fields of all objects come with the number of their state, which is no value that an object holds.
    held = {
        name: _NOTHING if is_heap(name) and object_of_part(name) is None else _atoms(value)
        for name, value in output.items()
    }
    holders = Counter(atom for atoms in held.values() for atom in atoms)
    twice = sorted((atom for atom, count in holders.items() if count > 1), key=_order)
    made = 0
    for atom in twice:
        kind, value = atom
        present = [other for other_kind, other in holders if other_kind == kind]
        for other in _others(value, present):
            for kept in _kept_apart(value, output):
                yield {
                    name: _replaced(each, atom, other) if atom in held[name] and _field(name) not in kept else each
                    for name, each in output.items()
                }
                made += 1
                if made >= MOST_REPLACED:
                    return


def _kept_apart(value: Any, output: Mapping[Name, Any]) -> Iterator[frozenset[Name]]:
    """The fields that keep a value: none; and one that has it by chance, as `size` does, which is 2 where a list of two
    elements holds a 2."""
    yield frozenset()
    if type(value) is int:
        plain = {_field(name) for name, each in output.items() if type(each) is int and each == value}
        yield from (frozenset({name}) for name in sorted(plain, key=str))


def _field(name: Name) -> Name:
    """The field that a component is, whichever object it is of, or the component itself."""
    whole = whole_of(name)
    return field_name(whole) if is_field(whole) else whole


def _kind(value: Any) -> _Kind | None:
    """What a value has to have in common with another one that takes its place; None of what has parts, and of objects,
    for which others are tried elsewhere."""
    match value:
        case UninterpretedValue():
            return None if is_object(value) else (UninterpretedValue, str(value.sort))
        case bool() | int() | Fraction() | str():
            return type(value), ""
        case _:
            return None


def _atoms(value: Any) -> frozenset[_Atom]:
    """Those that a value is or holds; none of a large one."""
    found = set()
    pending, visited = [value], 0
    while pending:
        part = pending.pop()
        visited += 1
        if visited > MOST_PARTS:
            return _NOTHING
        kind = _kind(part)
        if kind is not None:
            found.add((kind, part))
        pending.extend(parts_of(part))
    return frozenset(found)


def _replaced(value: Any, atom: _Atom, other: Any) -> Any:
    if (_kind(value), value) == atom:
        return other
    return with_parts(value, lambda part: _replaced(part, atom, other))


def _others(value: Any, present: Collection[Any]) -> Iterator[Any]:
    """Values for the place of another one: its neighbours, which keep what is in order so, and one beyond all that are
    `present`."""
    match value:
        case bool():
            yield not value
        case int() | Fraction():
            yield from dict.fromkeys((value + 1, value - 1, max(present) + 1))
        case str():
            code = ord(value)
            yield from (chr(each) for each in (code + 1, code - 1) if 0 <= each < 0xD800)
        case UninterpretedValue():
            yield UninterpretedValue(value.sort, max(each.index for each in present) + 1)


def _order(atom: _Atom) -> tuple[str, Any]:
    (kind, sort), value = atom
    return kind.__name__ + sort, value.index if isinstance(value, UninterpretedValue) else value
