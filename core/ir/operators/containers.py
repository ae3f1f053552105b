"""Strict operators on sequences, arrays, sets, multisets, maps, tuples and datatypes.

Where one has no value is said twice: `evaluate` raises Undefined, and `domain` gives the condition under which it does
not, as terms that solvers are asked. The two have to agree on every value, for a clause that the evaluator calls
undefined is refuted, and one that a solver calls so is, too: `tests/core/ir/operators/test_table.py` holds them against
each other around the edges of each domain, and fails for an operator that is partial and has no examples there.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...errors import NotComputed, SortError
from ..grown import GrownSequence, concatenated
from ..rational_trees import RationalTree
from ..sorts import BOOL, INT, OBJECT, Sort, array_of, map_of, multiset_of, seq_of, set_of, tuple_of
from ..terms import ZERO, Term, make
from ..values import (
    ArrayValue,
    CodatatypeValue,
    DatatypeValue,
    Delayed,
    FrozenMap,
    Multiset,
    applied,
    array_object,
    computed_part,
    object_array,
)
from .context import EvaluationContext, Undecided, Undefined
from .logic import BINDER
from .row import (
    K,
    Operator,
    SortRule,
    Strict,
    T,
    V,
    at_most,
    constructed,
    each,
    expect,
    given,
    indexed,
    not_null,
    parts,
    plain,
    signature,
)

Elements = tuple[Any, ...]


def _index(term: Term, index: int, length: int) -> int:
    if not 0 <= index < length:
        raise Undefined(f"index {index} of {length} elements", term.span)
    return index


def _at(term: Term, context: EvaluationContext, elements: Elements, index: int) -> Any:
    return elements[_index(term, index, len(elements))]


def _concatenate(term: Term, context: EvaluationContext, left: Elements, right: Elements) -> Elements:
    context.fuel.allow(len(left) + len(right))
    context.fuel.copy(len(right) if isinstance(left, GrownSequence) else len(left) + len(right))
    return concatenated(left, right)


def _slice(term: Term, context: EvaluationContext, elements: Elements, low: int, high: int) -> Elements:
    if not 0 <= low <= high <= len(elements):
        raise Undefined(f"slice {low}..{high} of {len(elements)} elements", term.span)
    context.fuel.copy(high - low)
    return elements[low:high]


def _replace(term: Term, context: EvaluationContext, elements: Elements, index: int, value: Any) -> Elements:
    _index(term, index, len(elements))
    context.fuel.copy(len(elements))
    return (*elements[:index], value, *elements[index + 1 :])


def _array(term: Term, value: ArrayValue | None) -> Elements:
    if value is None:
        raise Undefined("the array is null", term.span)
    return value.elements


COUNTS = 10
"""How many times as long as an element of a sequence one of a multiset or map takes."""


def copying(function: Callable[..., Any]) -> Strict:
    """A strict operator that copies its collections, or looks at each of their elements: that is counted."""

    def evaluate(term: Term, context: EvaluationContext, *values: Any) -> Any:
        context.fuel.copy(sum(map(_extent, values)))
        return function(*values)

    return evaluate


def _extent(value: Any) -> int:
    match value:
        case tuple() | frozenset():
            return len(value)
        case Multiset():
            return COUNTS * len(value.counts)
        case FrozenMap():
            return COUNTS * len(value)
        case _:
            return 0


def _included(left: Multiset, right: Multiset) -> bool:
    return all(count <= right.count(element) for element, count in left.counts.items())


def _with_count(term: Term, context: EvaluationContext, multiset: Multiset, element: Any, count: int) -> Multiset:
    if count < 0:
        raise Undefined(f"a count of {count}", term.span)
    context.fuel.allow(count)
    context.fuel.copy(_extent(multiset))
    return Multiset.of_counts({**multiset.counts, element: count})


def _lookup(term: Term, context: EvaluationContext, mapping: Mapping[Any, Any], key: Any) -> Any:
    if key not in mapping:
        raise Undefined("the key is not in the map", term.span)
    return mapping[key]


def _with_item(term: Term, context: EvaluationContext, mapping: FrozenMap, key: Any, value: Any) -> FrozenMap:
    context.fuel.allow(len(mapping) + 1)
    if not mapping.has_room(key):
        context.fuel.copy(_extent(mapping))
    return mapping.with_item(key, value)


_Applied = DatatypeValue | CodatatypeValue | RationalTree


def _position(term: Term, context: EvaluationContext, value: _Applied) -> int:
    constructor, name = term.data
    if value.constructor != constructor:
        raise Undefined(f"{value.constructor} is not {constructor}", term.span)
    return context.position(str(term.args[0].sort.label), constructor, name)


def _field(term: Term, context: EvaluationContext, value: _Applied) -> Any:
    """Raises NotComputed where it is of a codatatype and nobody has read it yet."""
    field_value = computed_part(value.fields[_position(term, context, value)])
    if isinstance(field_value, Delayed):
        raise NotComputed
    return field_value


def _with_field(term: Term, context: EvaluationContext, value: _Applied, new: Any) -> _Applied:
    position = _position(term, context, value)
    return applied(value.constructor, (*value.fields[:position], new, *value.fields[position + 1 :]))


def _ordered_slice(term: Term) -> tuple[Term, ...]:
    sequence, low, high = term.args
    return at_most(ZERO, low), at_most(low, high), at_most(high, make("seq.len", (sequence,), INT))


def _array_index(term: Term) -> tuple[Term, ...]:
    return *not_null(term), *indexed("array.len")(term)


def _counted(term: Term) -> tuple[Term, ...]:
    return (at_most(ZERO, term.args[2]),)


def _has_key(term: Term) -> tuple[Term, ...]:
    return (make("map.member", (term.args[1], term.args[0]), BOOL),)


def _map_display(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
    if len(sorts) % 2:
        raise SortError("map.literal takes keys and values in pairs")
    if not sorts:
        raise SortError(f"the sort of an empty {op} must be given")
    keys, values = sorts[::2], sorts[1::2]
    expect(op, keys, [keys[0]] * len(keys))
    expect(op, values, [values[0]] * len(values))
    return map_of(keys[0], values[0])


def _in_state(term: Term, context: EvaluationContext, array: Any) -> Any:
    raise Undecided("what an array holds in another state, where no input says which array it is", term.span)


def _component(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
    fields = parts(op, sorts[0], "Tuple")
    if not isinstance(data, int) or not 0 <= data < len(fields):
        raise SortError(f"{sorts[0]} has no component {data}")
    return fields[data]


def _arrays(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
    if not sorts:
        raise SortError(f"{op} takes an array")
    parts(op, sorts[0], "Array")
    expect(op, sorts, [sorts[0]] * len(sorts))
    return BOOL


def _same_datatype(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
    parts(op, sorts[0], "Datatype")
    return sorts[0]


_SEQ, _ARRAY, _SET, _BAG, _MAP = seq_of(T), array_of(T), set_of(T), multiset_of(T), map_of(K, V)

SEQUENCES = (
    Operator("seq.literal", each(T, gives=_SEQ), meaning="the elements", evaluate=plain(lambda *elements: elements)),
    Operator("seq.len", signature(_SEQ, gives=INT), evaluate=plain(len), smtlib="seq.len"),
    Operator(
        "seq.at",
        signature(_SEQ, INT, gives=T),
        evaluate=_at,
        domain=indexed("seq.len"),
        smtlib="seq.nth",
        meaning="undefined outside 0..len-1",
    ),
    Operator("seq.concat", signature(_SEQ, _SEQ, gives=_SEQ), evaluate=_concatenate, smtlib="seq.++"),
    Operator(
        "seq.slice",
        signature(_SEQ, INT, INT, gives=_SEQ),
        evaluate=_slice,
        domain=_ordered_slice,
        meaning="seq, low, high: s[low..high]; undefined unless 0 <= low <= high <= len",
    ),
    Operator(
        "seq.update",
        signature(_SEQ, INT, T, gives=_SEQ),
        evaluate=_replace,
        domain=indexed("seq.len"),
        meaning="seq, index, value; undefined outside 0..len-1",
    ),
    Operator(
        "seq.member",
        signature(T, _SEQ, gives=BOOL),
        meaning="element, seq",
        evaluate=copying(lambda element, whole: element in whole),
    ),
    Operator(
        "seq.prefix",
        signature(_SEQ, _SEQ, gives=BOOL),
        smtlib="seq.prefixof",
        meaning="s <= t",
        evaluate=copying(lambda left, right: left == right[: len(left)]),
    ),
    Operator(
        "seq.comprehension",
        SortRule(2, BINDER.result),
        meaning="one binder (the index): domain range(0, n), body: seq(n, i => body)",
    ),
    Operator(
        "array.len",
        signature(_ARRAY, gives=INT),
        domain=not_null,
        evaluate=lambda term, context, array: len(_array(term, array)),
    ),
    Operator(
        "array.at",
        signature(_ARRAY, INT, gives=T),
        domain=_array_index,
        meaning="undefined outside 0..len-1",
        evaluate=lambda term, context, array, index: _at(term, context, _array(term, array), index),
    ),
    Operator(
        "array.elements",
        signature(_ARRAY, gives=_SEQ),
        domain=not_null,
        evaluate=lambda term, context, array: _array(term, array),
        meaning="a[..]: the elements as a seq",
    ),
    Operator(
        "array.object",
        signature(_ARRAY, gives=OBJECT),
        evaluate=plain(array_object),
        meaning="the array as an object among others",
    ),
    Operator(
        "array.of",
        signature(OBJECT, _SEQ, gives=_ARRAY),
        evaluate=plain(object_array),
        meaning="the array that is an object, and its elements",
    ),
    Operator(
        "array.in_state",
        signature(_ARRAY, gives=_ARRAY),
        evaluate=_in_state,
        meaning="data: 'now' or 'before'; this array as it is then, which a given input says",
    ),
    Operator("array.is_null", signature(_ARRAY, gives=BOOL), evaluate=plain(lambda array: array is None)),
    Operator(
        "array.allocated",
        SortRule(None, _arrays),
        evaluate=plain(lambda array, *existing: array is None or array in existing),
        meaning="an array, then all arrays that exist: is it null or one of these?",
    ),
    Operator(
        "tuple.make",
        SortRule(None, lambda op, sorts, data: Sort("Tuple", tuple(sorts), data)),
        evaluate=plain(lambda *elements: elements),
        meaning="data: the label of its sort, None for a tuple",
    ),
    Operator(
        "tuple.at",
        SortRule(1, _component),
        meaning="data: the 0-based position",
        evaluate=lambda term, context, whole: whole[term.data],
    ),
    Operator(
        "datatype.make",
        given(None),
        meaning="data: the constructor's name",
        evaluate=lambda term, context, *fields: applied(term.data, fields),
    ),
    Operator(
        "datatype.at",
        given(1),
        meaning="data: (constructor, field); undefined for another constructor",
        evaluate=_field,
        domain=constructed,
    ),
    Operator(
        "datatype.is",
        signature(T, gives=BOOL, kinds=("Datatype",)),
        meaning="data: the constructor's name",
        evaluate=lambda term, context, value: value.constructor == term.data,
    ),
    Operator(
        "datatype.update",
        SortRule(2, _same_datatype),
        evaluate=_with_field,
        domain=constructed,
        meaning="data: (constructor, field); undefined for another constructor",
    ),
)

_SET_TO_SET, _SET_TO_BOOL = signature(_SET, _SET, gives=_SET), signature(_SET, _SET, gives=BOOL)
_BAG_TO_BAG, _BAG_TO_BOOL = signature(_BAG, _BAG, gives=_BAG), signature(_BAG, _BAG, gives=BOOL)

SETS = (
    Operator("set.literal", each(T, gives=_SET), evaluate=plain(lambda *elements: frozenset(elements))),
    Operator(
        "set.member",
        signature(T, _SET, gives=BOOL),
        meaning="element, set",
        evaluate=plain(lambda element, whole: element in whole),
    ),
    Operator("set.union", _SET_TO_SET, evaluate=copying(operator.or_)),
    Operator("set.intersection", _SET_TO_SET, evaluate=copying(operator.and_)),
    Operator("set.difference", _SET_TO_SET, evaluate=copying(operator.sub)),
    Operator("set.subset", _SET_TO_BOOL, evaluate=copying(operator.le)),
    Operator("set.proper_subset", _SET_TO_BOOL, evaluate=copying(operator.lt)),
    Operator("set.disjoint", _SET_TO_BOOL, evaluate=copying(frozenset.isdisjoint)),
    Operator("set.card", signature(_SET, gives=INT), evaluate=plain(len)),
    Operator("set.comprehension", BINDER, meaning="n domains, condition, element: set x | condition :: element"),
    Operator("multiset.literal", each(T, gives=_BAG), evaluate=plain(lambda *elements: Multiset(elements))),
    Operator("multiset.of_seq", signature(_SEQ, gives=_BAG), evaluate=copying(Multiset)),
    Operator("multiset.of_set", signature(_SET, gives=_BAG), evaluate=copying(Multiset)),
    Operator(
        "multiset.count",
        signature(_BAG, T, gives=INT),
        evaluate=plain(Multiset.count),
        smtlib="select",
        meaning="multiset, element",
    ),
    Operator(
        "multiset.member",
        signature(T, _BAG, gives=BOOL),
        meaning="element, multiset",
        evaluate=plain(lambda element, whole: element in whole),
    ),
    Operator(
        "multiset.union",
        _BAG_TO_BAG,
        meaning="counts add",
        evaluate=copying(lambda left, right: left.combine(right, operator.add)),
    ),
    Operator(
        "multiset.intersection",
        _BAG_TO_BAG,
        meaning="minimum of counts",
        evaluate=copying(lambda left, right: left.combine(right, min)),
    ),
    Operator(
        "multiset.difference",
        _BAG_TO_BAG,
        meaning="counts subtract, at least 0",
        evaluate=copying(lambda left, right: left.combine(right, operator.sub)),
    ),
    Operator("multiset.subset", _BAG_TO_BOOL, evaluate=copying(_included)),
    Operator(
        "multiset.proper_subset",
        _BAG_TO_BOOL,
        evaluate=copying(lambda left, right: left != right and _included(left, right)),
    ),
    Operator(
        "multiset.disjoint",
        _BAG_TO_BOOL,
        evaluate=copying(lambda left, right: not any(element in right for element in left)),
    ),
    Operator("multiset.card", signature(_BAG, gives=INT), evaluate=copying(lambda whole: sum(whole.counts.values()))),
    Operator(
        "multiset.update",
        signature(_BAG, T, INT, gives=_BAG),
        evaluate=_with_count,
        domain=_counted,
        smtlib="store",
        meaning="multiset, element, count; undefined for negative counts",
    ),
)

MAPS = (
    Operator(
        "map.literal",
        SortRule(None, _map_display, empty_is_given=True),
        meaning="key, value, key, value, ...",
        evaluate=plain(lambda *parts: FrozenMap(zip(parts[::2], parts[1::2], strict=True))),
    ),
    Operator(
        "map.at",
        signature(_MAP, K, gives=V),
        evaluate=_lookup,
        domain=_has_key,
        meaning="map, key; undefined for an absent key",
    ),
    Operator(
        "map.member",
        signature(K, _MAP, gives=BOOL),
        meaning="key, map",
        evaluate=plain(lambda key, whole: key in whole),
    ),
    Operator(
        "map.update",
        signature(_MAP, K, V, gives=_MAP),
        evaluate=_with_item,
    ),
    Operator(
        "map.merge",
        signature(_MAP, _MAP, gives=_MAP),
        meaning="the right side wins",
        evaluate=copying(lambda left, right: FrozenMap({**left, **right})),
    ),
    Operator(
        "map.remove",
        signature(_MAP, set_of(K), gives=_MAP),
        meaning="map, set of keys",
        evaluate=copying(lambda whole, keys: FrozenMap((k, v) for k, v in whole.items() if k not in keys)),
    ),
    Operator("map.keys", signature(_MAP, gives=set_of(K)), evaluate=copying(frozenset)),
    Operator(
        "map.values",
        signature(_MAP, gives=set_of(V)),
        meaning="as a set",
        evaluate=copying(lambda whole: frozenset(whole.values())),
    ),
    Operator(
        "map.items",
        signature(_MAP, gives=set_of(tuple_of(K, V))),
        meaning="as a set of pairs",
        evaluate=copying(lambda whole: frozenset(whole.items())),
    ),
    Operator("map.card", signature(_MAP, gives=INT), evaluate=plain(len)),
    Operator("map.comprehension", BINDER, meaning="n domains, condition, key, value"),
)
