"""Each operator of sequences makes what its name says; an array stays the same array."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from specassay.core.ir.sorts import INT, array_of, seq_of
from specassay.core.ir.values import ArrayValue
from specassay.core.spec_testing.operators import Mutation, operator_set
from specassay.core.spec_testing.operators import collections as operators

SEQ, ARRAY = seq_of(INT), array_of(INT)
VALUE = (3, 1, 2)


def mutation(*inputs: Any) -> Mutation:
    return Mutation(operator_set("paper"), Random(0), {}, inputs)


def made(operator: Callable[..., Iterator[Any]], value: Any = VALUE, sort: Any = SEQ, *inputs: Any) -> list[Any]:
    return list(operator(value, sort, mutation(*inputs)))


def test_permutations_have_the_same_elements() -> None:
    found = made(operators.permute)
    assert all(Counter(each) == Counter(VALUE) for each in found)
    assert {(2, 1, 3), (1, 2, 3), (1, 2, 3), (2, 3, 1)} <= set(found)


def test_overwriting_keeps_the_length_and_takes_an_element_of_the_value() -> None:
    found = made(operators.overwrite)
    assert len(found) == len(VALUE) ** 2
    assert all(len(each) == 3 and sum(a != b for a, b in zip(each, VALUE, strict=True)) <= 1 for each in found)
    assert (3, 3, 2) in found


def test_a_duplicate_stands_beside_its_original() -> None:
    assert set(made(operators.duplicate)) == {(3, 3, 1, 2), (3, 1, 1, 2), (3, 1, 2, 2)}


def test_what_is_left_at_the_ends() -> None:
    assert set(made(operators.boundary)) == {(), (1, 2), (3, 1), (3,), (2,), (3, 1, 2, 3, 1, 2)}


def test_an_input_as_the_output_is_one_of_the_same_elements() -> None:
    inputs = [(SEQ, (7,)), (ARRAY, ArrayValue((8, 9, 9), "b")), (INT, 4), (ARRAY, None), (seq_of(SEQ), ((1,),))]
    assert set(made(operators.input_unchanged, VALUE, SEQ, *inputs)) == {(7,), (8, 9, 9)}
    array = ArrayValue(VALUE, "a")
    assert made(operators.input_of_length, array, ARRAY, *inputs) == [ArrayValue((8, 9, 9), "a")]


@pytest.mark.parametrize("operator", [operators.permute, operators.overwrite, operators.duplicate, operators.boundary])
def test_an_array_stays_the_same_array(operator: Callable[..., Iterator[Any]]) -> None:
    assert {each.identity for each in made(operator, ArrayValue(VALUE, "a"), ARRAY)} == {"a"}
