"""Values: equality, hashing, and one order for all."""

from collections import Counter
from fractions import Fraction
from operator import add, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue, ordered

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
