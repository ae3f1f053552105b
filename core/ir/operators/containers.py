"""Strict operators on sequences, arrays, sets, multisets, maps, tuples and datatypes."""

import operator
from collections.abc import Mapping
from typing import Any

from ..terms import Term
from ..values import ArrayValue, DatatypeValue, FrozenMap, Multiset
from .arithmetic import Strict, plain
from .context import Context
from .undefined import Undefined

Elements = tuple[Any, ...]


def _index(term: Term, index: int, length: int) -> int:
    if not 0 <= index < length:
        raise Undefined(f"index {index} of {length} elements", term.span)
    return index


def _at(term: Term, context: Context, elements: Elements, index: int) -> Any:
    return elements[_index(term, index, len(elements))]


def _concatenate(term: Term, context: Context, left: Elements, right: Elements) -> Elements:
    context.fuel.allow(len(left) + len(right))
    return left + right


def _slice(term: Term, context: Context, elements: Elements, low: int, high: int) -> Elements:
    if not 0 <= low <= high <= len(elements):
        raise Undefined(f"slice {low}..{high} of {len(elements)} elements", term.span)
    return elements[low:high]


def _replace(term: Term, context: Context, elements: Elements, index: int, value: Any) -> Elements:
    _index(term, index, len(elements))
    return (*elements[:index], value, *elements[index + 1 :])


def _array(term: Term, value: ArrayValue | None) -> Elements:
    if value is None:
        raise Undefined("the array is null", term.span)
    return value.elements


def _intersection(left: int, right: int) -> int:
    return min(left, right)


def _included(left: Multiset, right: Multiset) -> bool:
    return all(count <= right.count(element) for element, count in left.counts.items())


def _with_count(term: Term, context: Context, whole: Multiset, element: Any, count: int) -> Multiset:
    if count < 0:
        raise Undefined(f"a count of {count}", term.span)
    context.fuel.allow(count)
    return Multiset.of_counts({**whole.counts, element: count})


def _lookup(term: Term, context: Context, whole: Mapping[Any, Any], key: Any) -> Any:
    if key not in whole:
        raise Undefined("the key is not in the map", term.span)
    return whole[key]


def _position(term: Term, context: Context, value: DatatypeValue) -> int:
    constructor, name = term.data
    if value.constructor != constructor:
        raise Undefined(f"{value.constructor} is not {constructor}", term.span)
    return context.position(str(term.args[0].sort.label), constructor, name)


def _field(term: Term, context: Context, value: DatatypeValue) -> Any:
    return value.fields[_position(term, context, value)]


def _with_field(term: Term, context: Context, value: DatatypeValue, new: Any) -> DatatypeValue:
    position = _position(term, context, value)
    return DatatypeValue(value.constructor, (*value.fields[:position], new, *value.fields[position + 1 :]))


SEQUENCES: dict[str, Strict] = {
    "seq.literal": plain(lambda *elements: elements),
    "seq.len": plain(len),
    "seq.at": _at,
    "seq.concat": _concatenate,
    "seq.slice": _slice,
    "seq.update": _replace,
    "seq.member": plain(lambda element, whole: element in whole),
    "seq.prefix": plain(lambda left, right: left == right[: len(left)]),
    "array.len": lambda term, context, array: len(_array(term, array)),
    "array.at": lambda term, context, array, index: _at(term, context, _array(term, array), index),
    "array.elements": lambda term, context, array: _array(term, array),
    "array.is_null": plain(lambda array: array is None),
    "tuple.make": plain(lambda *elements: elements),
    "tuple.at": lambda term, context, whole: whole[term.data],
    "datatype.make": lambda term, context, *fields: DatatypeValue(term.data, fields),
    "datatype.is": lambda term, context, value: value.constructor == term.data,
    "datatype.at": _field,
    "datatype.update": _with_field,
}

SETS: dict[str, Strict] = {
    "set.literal": plain(lambda *elements: frozenset(elements)),
    "set.member": plain(lambda element, whole: element in whole),
    "set.union": plain(operator.or_),
    "set.intersection": plain(operator.and_),
    "set.difference": plain(operator.sub),
    "set.subset": plain(operator.le),
    "set.proper_subset": plain(operator.lt),
    "set.disjoint": plain(frozenset.isdisjoint),
    "set.card": plain(len),
    "multiset.literal": plain(lambda *elements: Multiset(elements)),
    "multiset.of_seq": plain(Multiset),
    "multiset.of_set": plain(Multiset),
    "multiset.count": plain(Multiset.count),
    "multiset.member": plain(lambda element, whole: element in whole),
    "multiset.union": plain(lambda left, right: left.combine(right, operator.add)),
    "multiset.intersection": plain(lambda left, right: left.combine(right, _intersection)),
    "multiset.difference": plain(lambda left, right: left.combine(right, operator.sub)),
    "multiset.subset": plain(_included),
    "multiset.proper_subset": plain(lambda left, right: left != right and _included(left, right)),
    "multiset.disjoint": plain(lambda left, right: not any(element in right for element in left)),
    "multiset.card": plain(lambda whole: sum(whole.counts.values())),
    "multiset.update": _with_count,
}

MAPS: dict[str, Strict] = {
    "map.literal": plain(lambda *parts: FrozenMap(zip(parts[::2], parts[1::2], strict=True))),
    "map.at": _lookup,
    "map.member": plain(lambda key, whole: key in whole),
    "map.update": plain(lambda whole, key, value: FrozenMap({**whole, key: value})),
    "map.merge": plain(lambda left, right: FrozenMap({**left, **right})),
    "map.remove": plain(lambda whole, keys: FrozenMap((k, v) for k, v in whole.items() if k not in keys)),
    "map.keys": plain(frozenset),
    "map.values": plain(lambda whole: frozenset(whole.values())),
    "map.items": plain(lambda whole: frozenset(whole.items())),
    "map.card": plain(len),
}
