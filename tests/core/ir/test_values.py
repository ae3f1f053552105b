"""Values: equality, hashing, and one order for all."""

from collections import Counter
from fractions import Fraction
from operator import add, sub
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.ir.values import (
    ArrayValue,
    DatatypeValue,
    FrozenMap,
    Multiset,
    UninterpretedValue,
    ordered,
    parts_of,
    with_parts,
)

NUMBERS = st.lists(st.integers(0, 5))


@given(NUMBERS, NUMBERS)
def test_multisets_count_like_counters(a: list[int], b: list[int]) -> None:
    left, right = Multiset(a), Multiset(b)
    assert left.combine(right, add) == Multiset([*a, *b])
    assert left.combine(right, sub).counts == FrozenMap(Counter(a) - Counter(b))
    assert left.combine(right, min).counts == FrozenMap(Counter(a) & Counter(b))
    assert len(left) == len(a)
    assert (left == right) is (sorted(a) == sorted(b))


@given(NUMBERS)
def test_order_of_construction_does_not_matter(a: list[int]) -> None:
    pairs = [(k, -k) for k in a]
    assert FrozenMap(pairs) == FrozenMap(reversed(pairs))
    assert hash(FrozenMap(pairs)) == hash(FrozenMap(reversed(pairs)))
    assert hash(Multiset(a)) == hash(Multiset(reversed(a)))


def test_arrays_are_equal_by_identity_only() -> None:
    assert ArrayValue((1,), "a") == ArrayValue((2,), "a")
    assert ArrayValue((1,), "a") != ArrayValue((1,), "b")


def test_deep_datatypes_hash_compare_and_show() -> None:
    def chain(last: int) -> DatatypeValue:
        value = DatatypeValue("Leaf", (last,))
        for _ in range(20_000):
            value = DatatypeValue("Next", (value,))
        return value

    assert chain(1) == chain(1)
    assert hash(chain(1)) == hash(chain(1))
    assert chain(1) != chain(2)
    assert repr(chain(1)).startswith("Next(Next(")
    assert DatatypeValue("A") != "A"


@pytest.mark.parametrize(
    "values",
    [
        [Fraction(1, 2), Fraction(2, 3)],
        [(), (3,), (1, 2), (1, 3)],
        [frozenset(), frozenset({9}), frozenset({1, 2})],
        [FrozenMap(), FrozenMap({1: 2}), FrozenMap({1: 3})],
        [Multiset((2,)), Multiset((1, 1))],
        [DatatypeValue("A", (2,)), DatatypeValue("B", (1,))],
        [UninterpretedValue("T", 2), UninterpretedValue("T", 10)],
        [ArrayValue((1,), "b"), ArrayValue((2,), "a")],
    ],
)
def test_values_of_one_sort_have_one_order(values: list[object]) -> None:
    assert ordered(values) == ordered(reversed(values)) == values


def _ten_times(part: Any) -> Any:
    return 10 * part


@pytest.mark.parametrize(
    ("value", "parts", "changed"),
    [
        ((1, 2), [1, 2], (10, 20)),
        (frozenset({1}), [1], frozenset({10})),
        (ArrayValue((1, 2), "a"), [1, 2], ArrayValue((10, 20), "a")),
        (DatatypeValue("Cons", (1, 2)), [1, 2], DatatypeValue("Cons", (10, 20))),
        (FrozenMap({1: 2}), [1, 2], FrozenMap({10: 20})),
        (Multiset((1, 1, 2)), [1, 2], Multiset((10, 10, 20))),
        (7, [], 7),
        (UninterpretedValue("T", 1), [], UninterpretedValue("T", 1)),
    ],
)
def test_the_parts_of_a_value_are_listed_and_changed(value: object, parts: list[object], changed: object) -> None:
    assert list(parts_of(value)) == parts
    found = with_parts(value, _ten_times)
    assert found == changed
    if isinstance(value, ArrayValue):  # which are equal by their identity
        assert list(parts_of(found)) == [_ten_times(part) for part in parts]


@pytest.mark.parametrize("value", [(1, 2), frozenset({1}), ArrayValue((1,), "a"), FrozenMap({1: 2})])
def test_a_value_of_which_no_part_changes_is_the_same_object(value: object) -> None:
    assert with_parts(value, lambda part: part) is value


def test_a_multiset_adds_up_what_becomes_one_element_however_many_there_are() -> None:
    many = Multiset.of_counts({1: 10**9, 2: 10**9})
    assert with_parts(many, lambda part: 0) == Multiset.of_counts({0: 2 * 10**9})


def test_null_comes_before_every_array() -> None:
    """A set of arrays that may be null had no order, which ended in a defect."""
    empty, longer = ArrayValue((), "a"), ArrayValue((1, 2), "b")
    assert ordered([longer, None, empty]) == [None, empty, longer]
