"""Some of many inputs, as different as they are."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap
from specassay.core.ir.variables import Name, heap_variable
from specassay.core.spec_testing.different_inputs import all_alike, different, sizes_of

Inputs = list[dict[Name, Any]]


def numbers(*values: int) -> Inputs:
    return [{"n": value} for value in values]


def test_one_of_each_kind_comes_before_a_second_of_any() -> None:
    # Small ones, negative ones, zero, large ones: each is a kind.
    assert different(numbers(1, 2, 3, 0, -1, 100), 4) == numbers(0, 1, -1, 100)


def test_of_fewer_kinds_than_are_wanted_there_are_several_of_each() -> None:
    assert different(numbers(1, 2, 3, 0), 4) == numbers(0, 1, 2, 3)
    assert different(numbers(1, 2), 5) == numbers(1, 2)


def test_of_none_there_is_none() -> None:
    assert different([], 3) == []
    assert different(numbers(1), 0) == []


def test_kinds_that_are_too_many_are_spread_from_small_to_large() -> None:
    found = different([{"s": tuple(range(length))} for length in range(5)], 3)
    lengths = [len(each["s"]) for each in found]
    assert lengths[0] == 0
    assert max(lengths) >= 3


def test_elements_that_are_all_the_same_are_another_kind_than_different_ones() -> None:
    found: Inputs = [{"s": (0, 0, 0)}, {"s": (4, 4, 4)}, {"s": (1, 2, 3)}]
    assert different(found, 2) == [{"s": (0, 0, 0)}, {"s": (1, 2, 3)}]


def test_tuples_that_hold_collections_of_other_lengths_are_other_kinds() -> None:
    found: Inputs = [{"t": (ArrayValue(elements, 1), 7)} for elements in ((), (), (), (1,), (1, 2))]
    assert [len(each["t"][0].elements) for each in different(found, 3)] == [0, 1, 2]


def test_inputs_are_alike_where_only_objects_without_a_name_differ() -> None:
    heap = heap_variable("C", "x")
    alike: Inputs = [{"n": 1, heap: (0, FrozenMap({1: 2}))}, {"n": 2, heap: (0, FrozenMap())}]
    assert all_alike(alike)
    assert all_alike([])
    assert not all_alike([*alike, {"n": -1, heap: (0, FrozenMap())}])


def test_an_input_that_shows_what_two_collections_have_in_common_is_among_them() -> None:
    found: Inputs = [{"a": frozenset({1, 2}), "b": frozenset({3, 4})} for _ in range(3)]
    common: dict[Name, Any] = {"a": frozenset({5, 6, 7}), "b": frozenset({6, 7})}
    assert common in different([*found, {"a": frozenset(), "b": frozenset()}, common], 2)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (True, False),
        (1, -1),
        (1, 4),
        (Fraction(1, 2), Fraction(-1, 2)),
        (Fraction(0), Fraction(1)),
        ("a", "ab"),
        ("aa", "ab"),
        (frozenset({1}), frozenset()),
        (ArrayValue((1, 1), "a"), ArrayValue((1, 2), "a")),
        (DatatypeValue("Leaf"), DatatypeValue("Node", (1,))),
        (DatatypeValue("Node", (0,)), DatatypeValue("Node", (1,))),
    ],
)
def test_values_of_two_kinds_come_before_a_second_of_either(one: object, other: object) -> None:
    found: Inputs = [{"x": one}, {"x": one}, {"x": other}]
    assert sorted(map(repr, different(found, 2))) == sorted(map(repr, ({"x": one}, {"x": other})))


@pytest.mark.parametrize(
    ("one", "other"), [(1, 2), (-5, -9), (Fraction(1, 2), Fraction(1, 3)), ((1, 2), (3, 4)), ((0,) * 5, (0,) * 9)]
)
def test_values_of_one_kind_do_not(one: object, other: object) -> None:
    found: Inputs = [{"x": one}, {"x": other}, {"x": True}]
    assert {"x": True} in different(found, 2)


def test_sizes_are_bounded_for_numbers_and_count_what_is_held() -> None:
    assert sizes_of({"n": 3}) == 3
    assert sizes_of({"n": -1000}) == sizes_of({"n": 5})
    assert sizes_of({"b": True, "none": None}) == 0
    array = ArrayValue((1, 2), "a")
    assert sizes_of({"a": array}) == sizes_of({"s": (1, 2)}) == sizes_of({"m": FrozenMap({1: 1, 2: 2})}) == 4
    assert sizes_of({"t": DatatypeValue("Leaf")}) < sizes_of({"t": DatatypeValue("Node", (DatatypeValue("Leaf"), 3))})
