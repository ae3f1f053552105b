"""Operators on sequences, sets, multisets and maps, against Python's own containers over all small ones."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest

from specassay.core.errors import OutOfFuel, SortError
from specassay.core.fuel import Fuel
from specassay.core.ir.build import op
from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.operators.containers import MAPS, SEQUENCES, SETS
from specassay.core.ir.operators.context import EvaluationContext, Undefined
from specassay.core.ir.operators.row import Operator
from specassay.core.ir.sorts import BOOL, INT, Sort, array_of, datatype, map_of, multiset_of, seq_of, set_of, tuple_of
from specassay.core.ir.terms import Binder, const
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset

ROWS: dict[str, Operator] = {row.name: row for row in (*SEQUENCES, *SETS, *MAPS)}
LIST = datatype("List")
DATATYPES = {
    "List": Datatype(
        "List", (), (Constructor("Nil", ()), Constructor("Cons", (Binder("head", INT), Binder("tail", LIST))))
    )
}
SORTS: dict[type, Sort] = {
    int: INT,
    tuple: seq_of(INT),
    frozenset: set_of(INT),
    Multiset: multiset_of(INT),
    FrozenMap: map_of(INT, INT),
    ArrayValue: array_of(INT),
    DatatypeValue: LIST,
}


def value(name: str, *arguments: Any, data: Any = None, sort: Sort | None = None) -> Any:
    terms = [const(each, SORTS[type(each)]) for each in arguments]
    term = op(operator_name(name), *terms, data=data, sort=sort)
    evaluate = ROWS[name].evaluate
    assert evaluate is not None
    try:
        return evaluate(term, EvaluationContext(fuel=Fuel(100, 9), datatypes=DATATYPES), *arguments)
    except Undefined:
        return "undefined"


def counted(bag: Multiset) -> Counter[int]:
    return Counter({element: count for element, count in bag.counts.items() if count})


SMALL_SETS = [frozenset(each) for size in range(4) for each in combinations(range(3), size)]
SMALL_BAGS = [Multiset((0,) * a + (1,) * b) for a, b in product(range(3), repeat=2)]
OF_SETS: dict[str, Callable[[frozenset[int], frozenset[int]], Any]] = {
    "union": lambda x, y: x | y,
    "intersection": lambda x, y: x & y,
    "difference": lambda x, y: x - y,
    "subset": lambda x, y: x <= y,
    "proper_subset": lambda x, y: x < y,
    "disjoint": lambda x, y: not x & y,
}
OF_BAGS: dict[str, Callable[[Counter[int], Counter[int]], Any]] = {
    "union": lambda x, y: x + y,
    "intersection": lambda x, y: x & y,
    "difference": lambda x, y: x - y,
    "subset": lambda x, y: x <= y,
    "proper_subset": lambda x, y: x < y,
    "disjoint": lambda x, y: not x & y,
}


@pytest.mark.parametrize("name", OF_SETS)
def test_relations_of_sets_and_multisets_are_those_of_python(name: str) -> None:
    for left, right in product(SMALL_SETS, repeat=2):
        assert value(f"set.{name}", left, right) == OF_SETS[name](left, right)
    for one, other in product(SMALL_BAGS, repeat=2):
        found = value(f"multiset.{name}", one, other)
        assert (counted(found) if isinstance(found, Multiset) else found) == OF_BAGS[name](counted(one), counted(other))


def test_parts_of_sequences_are_slices_inside_their_domain() -> None:
    whole = (5, 6, 7)
    for low, high in product(range(-1, 5), repeat=2):
        inside = 0 <= low <= high <= 3
        assert value("seq.slice", whole, low, high) == (whole[low:high] if inside else "undefined"), (low, high)
    for place in range(-1, 5):
        inside = 0 <= place < 3
        assert value("seq.at", whole, place) == (whole[place] if inside else "undefined")
        changed = tuple(9 if each == place else old for each, old in enumerate(whole))
        assert value("seq.update", whole, place, 9) == (changed if inside else "undefined")
    assert [value("seq.prefix", part, whole) for part in ((), (5, 6), (6,), whole, (*whole, 8))] == [
        True,
        True,
        False,
        True,
        False,
    ]
    assert (value("seq.member", 6, whole), value("seq.member", 8, whole), value("seq.len", whole)) == (True, False, 3)
    assert value("seq.concat", whole, (8,)) == (5, 6, 7, 8)
    with pytest.raises(OutOfFuel):
        value("seq.concat", whole * 2, whole * 2)


def test_maps_are_read_where_they_have_the_key() -> None:
    whole = FrozenMap({1: 5, 2: 6})
    assert (value("map.at", whole, 1), value("map.at", whole, 3)) == (5, "undefined")
    assert value("map.update", whole, 1, 9) == FrozenMap({1: 9, 2: 6})
    assert value("map.merge", whole, FrozenMap({2: 7, 3: 8})) == FrozenMap({1: 5, 2: 7, 3: 8})
    assert value("map.remove", whole, frozenset({1, 4})) == FrozenMap({2: 6})
    assert (value("map.keys", whole), value("map.values", whole)) == ({1, 2}, {5, 6})
    assert (value("map.items", whole), value("map.card", whole)) == ({(1, 5), (2, 6)}, 2)
    assert value("map.literal", 1, 5, 2, 6, 1, 7) == FrozenMap({1: 7, 2: 6})
    with pytest.raises(SortError, match="in pairs"):
        value("map.literal", 1, 5, 2)
    with pytest.raises(SortError, match="empty"):
        value("map.literal")


def test_multisets_count() -> None:
    bag = Multiset((1, 1, 2))
    assert (value("multiset.count", bag, 1), value("multiset.count", bag, 3), value("multiset.card", bag)) == (2, 0, 3)
    assert (value("multiset.member", 2, bag), value("multiset.member", 3, bag)) == (True, False)
    assert counted(value("multiset.update", bag, 1, 0)) == {2: 1}
    assert value("multiset.update", bag, 1, -1) == "undefined"
    assert counted(value("multiset.of_seq", (3, 3))) == {3: 2}


def test_arrays_are_compared_and_read_by_what_they_are() -> None:
    one, other = ArrayValue((5, 6), "one"), ArrayValue((5, 6), "other")
    assert [value("array.at", one, place) for place in (-1, 0, 1, 2)] == ["undefined", 5, 6, "undefined"]
    assert (value("array.len", one), value("array.elements", one)) == (2, (5, 6))
    assert (value("array.allocated", one, other), value("array.allocated", one, other, one)) == (False, True)
    assert value("array.is_null", one) is False


def test_fields_are_those_of_the_constructor() -> None:
    nil = DatatypeValue("Nil", ())
    one = DatatypeValue("Cons", (1, nil))
    assert value("datatype.at", one, data=("Cons", "tail"), sort=LIST) == nil
    assert value("datatype.at", nil, data=("Cons", "tail"), sort=LIST) == "undefined"
    assert value("datatype.update", one, 7, data=("Cons", "head")) == DatatypeValue("Cons", (7, nil))
    assert value("datatype.update", nil, 7, data=("Cons", "head")) == "undefined"
    assert (value("datatype.is", one, data="Cons"), value("datatype.is", nil, data="Cons")) == (True, False)


def test_a_component_is_of_its_own_sort() -> None:
    pair = const((1, True), tuple_of(INT, BOOL))
    assert op("tuple.at", pair, data=1).sort == BOOL
    for position in (2, -1):
        with pytest.raises(SortError, match="no component"):
            op("tuple.at", pair, data=position)
