"""Mutation of Python values: of the type of the value, and only of values that the operator is for."""

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from specassay.core.ir.sorts import VALUE, Sort
from specassay.core.spec_testing.operators import Mutation, operator_set, python

Operator = Callable[[Any, Sort, Mutation], Iterator[Any]]


def made(operator: Operator, value: Any, *inputs: Any) -> list[Any]:
    given = tuple((VALUE, each) for each in inputs)
    return list(operator(value, VALUE, Mutation(operator_set("full"), Random(0), {}, given)))


def test_a_truth_value_is_flipped_and_is_no_number() -> None:
    assert made(python.flip, False) == [True]
    assert made(python.flip, 0) == []
    assert made(python.offset, True) == []
    assert made(python.boundary, True) == []


def test_numbers_keep_their_type() -> None:
    for value in (3, 2.5, 1j):
        found = [*made(python.offset, value), *made(python.boundary, value)]
        assert all(type(each) is type(value) for each in found)
        assert value + 1 in found
        assert -value in found


def test_no_neighbour_of_an_infinite_float_is_asked_for() -> None:
    assert {*map(str, made(python.boundary, math.inf))} == {"0.0", "1.0", "-inf", "inf"}
    assert len(made(python.boundary, math.nan)) == 4


def test_none_becomes_each_kind_of_nothing() -> None:
    assert {*map(repr, made(python.other_than_none, None))} == {"False", "0", "''", "[]"}
    assert made(python.other_than_none, 0) == []


@pytest.mark.parametrize("value", ["ab", b"ab"])
def test_texts_and_bytes_stay_what_they_are(value: Any) -> None:
    longer, other = made(python.append_character, value), made(python.replace_character, value)
    assert longer
    assert other
    assert all(type(each) is type(value) for each in (*longer, *other))
    assert {len(each) for each in longer} == {3}
    assert {len(each) for each in other} == {2}


def test_dropping_takes_one_item_of_any_collection_and_none_of_an_empty_one() -> None:
    assert {*map(tuple, made(python.drop_item, [1, 2, 3]))} == {(2, 3), (1, 3), (1, 2)}
    assert {*made(python.drop_item, (1, 2))} == {(1,), (2,)}
    assert {*made(python.drop_item, frozenset({1, 2}))} == {frozenset({1}), frozenset({2})}
    assert {*map(str, made(python.drop_item, {1: "a", "k": 2}))} == {"{1: 'a'}", "{'k': 2}"}
    nothing: list[Any] = [[], (), set(), {}, "ab", 3]
    assert [made(python.drop_item, each) for each in nothing] == [[]] * 6


@pytest.mark.parametrize("value", [[1, 2], (1,), {3}, {1: 2}, [], {}])
def test_insertion_makes_collections_longer_by_one_at_most(value: Any) -> None:
    found = made(python.insert_item, value)
    assert any(len(each) == len(value) + 1 for each in found)
    assert all(type(each) is type(value) and 0 <= len(each) - len(value) <= 1 for each in found)


def test_what_cannot_be_hashed_is_put_into_no_set() -> None:
    assert all(type(item) is not list for each in made(python.insert_item, set()) for item in each)


def test_one_item_is_another_after_a_change() -> None:
    for each in made(python.change_item, [1, [2], "x"]):
        assert sum(a != b for a, b in zip(each, [1, [2], "x"], strict=True)) == 1
    for changed in made(python.change_item, {"a": 1, "b": 2}):
        assert changed.keys() == {"a", "b"}
        assert changed != {"a": 1, "b": 2}


def test_elements_without_an_order_are_rearranged_all_the_same() -> None:
    assert {*map(str, made(python.rearrange, [2, "a", 1]))} == {"[1, 'a', 2]", "['a', 1, 2]", "[2, 'a', 1, 1]"}
    assert (1, 2, 3) in made(python.rearrange, (3, 1, 2))
    assert {*made(python.rearrange, " Ab")} == {" aB", "bA ", "Ab"}


def test_of_an_input_only_what_has_the_type_of_the_output() -> None:
    assert made(python.of_input, 1, [4, "x", True], 7) == [4, 7]
    assert made(python.of_input, "", "ab") == ["ab", "a", "b"]
