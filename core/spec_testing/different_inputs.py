"""Some of many inputs, as different as they are: by the kinds and sizes of their parts."""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, elements_in
from ..ir.variables import Name, Valuation, is_heap
from ..iteration import grouped
from .contents import contents

_COLLECTIONS = (ArrayValue, tuple, frozenset, FrozenMap, Multiset)


def different(found: list[dict[Name, Any]], count: int) -> list[dict[Name, Any]]:
    """Some of the inputs, of kinds that are spread over all of them; then more of each kind in turn. A kind is the size
    of every part, where that is small. One that shows what two collections have in common is among them: an order of
    the elements of an intersection is left open only where it has two."""
    # Inputs of one kind show the same of most clauses: kinds matter more than inputs.
    kinds = grouped((_kinds(inputs.values()), inputs) for inputs in found)
    groups = sorted(kinds.values(), key=lambda group: sizes_of(group[0]))
    # Evenly from small kinds to large ones; the smallest is always there.
    step = max(1, (len(groups) - 1) // max(1, count - 1)) if len(groups) > count else 1
    spread = [*groups[::step][-count:], *groups]
    ordered = list({id(group): group for group in (groups[0], *spread)}.values()) if groups else []
    chosen: list[dict[Name, Any]] = []
    while ordered and len(chosen) < count:
        # Round robin: a second input of a kind only when each kind has had one.
        for group in list(ordered):
            chosen.append(group.pop(0))
            if not group:
                ordered.remove(group)
            if len(chosen) == count:
                break
    # What two collections share is a relation that the kinds do not see.
    apart = set().union(*map(_related, found)) - set().union(*map(_related, chosen)) if count > 1 else set()
    if apart:
        chosen[1:] = [
            max(found, key=lambda each: (len(_related(each) & apart), -sizes_of(each))),
            *chosen[1 : count - 1],
        ]
    return chosen


def all_alike(found: Iterable[Valuation]) -> bool:
    """Are they of one kind, but for what objects without a name hold?"""
    return len({_kinds(value for name, value in inputs.items() if not is_heap(name)) for inputs in found}) <= 1


def _kinds(values: Iterable[Any]) -> Hashable:
    return tuple(map(_kind, values))


def _related(inputs: Valuation) -> frozenset[tuple[int, int]]:
    """The pairs of collections among the inputs that have two elements in common, or more."""
    held = ((number, _elements(value)) for number, value in enumerate(inputs.values()))
    several = [pair for pair in held if len(pair[1]) > 1]
    pairs = combinations(several, 2)
    return frozenset((one, two) for (one, first), (two, second) in pairs if len(first & second) > 1)


def _elements(value: Any) -> frozenset[Hashable]:
    """The elements of a collection, or the keys of a map."""
    listed = elements_in(value)
    is_collection = isinstance(listed, (tuple, frozenset, FrozenMap, Multiset))
    return frozenset(map(contents, listed)) if is_collection else frozenset()


def sizes_of(inputs: Valuation) -> int:
    return sum(map(_size, inputs.values()))


def _kind(value: Any) -> Hashable:
    match value:
        case bool():
            return value
        case int() | Fraction():
            return value == abs(value), value == 0, value not in range(-3, 4)
        case ArrayValue():
            return _kind(value.elements)
        case tuple() | frozenset() | FrozenMap() | Multiset() | str():
            # What is true of [0, 0, 0], or of its rearrangements, need not be true of [1, 2, 3].
            return min(len(value), 5), min(3, len(set(map(contents, value)))), _longest_inside(value)
        case DatatypeValue():
            return value.constructor, tuple(min(3, _size(field)) for field in value.fields)
        case _:
            return None


def _longest_inside(value: Any) -> int | None:
    """The length of the longest collection in a collection or tuple, where that is small: `(a, 1)` with a = [] shows
    nothing of a. None where there is none."""
    held = value.values() if isinstance(value, FrozenMap) else value
    lengths = [_length(part) for part in held if isinstance(part, _COLLECTIONS)]
    return min(3, max(lengths)) if lengths else None


def _length(collection: Any) -> int:
    return len(elements_in(collection))


def _size(value: Any) -> int:
    match value:
        case bool() | None:
            return 0
        case int() | Fraction():
            return min(5, abs(int(value)))
        case ArrayValue():
            return _size(value.elements)
        case tuple() | frozenset() | FrozenMap() | Multiset() | str():
            return 2 * len(value)
        case DatatypeValue():
            return 1 + sum(map(_size, value.fields[:5]))
        case _:
            return 0
