"""Each operator of values without parts makes what its name says, at the edges of the sort first."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from specassay.core.ir.build import eq, integer
from specassay.core.ir.sorts import BOOL, CHAR, INT, OBJECT, REAL, Sort, bit_vector, seq_of, tuple_of
from specassay.core.ir.terms import TRUE, Term, var
from specassay.core.ir.values import UninterpretedValue
from specassay.core.spec_testing.operators import Mutation, operator_set, scalars

BYTE = bit_vector(8)
Operator = Callable[[Any, Sort, Mutation], Iterator[Any]]


def made(
    operator: Operator, value: Any, sort: Sort, *inputs: tuple[Sort, Any], clauses: Term = TRUE, seed: int = 0
) -> list[Any]:
    return list(operator(value, sort, Mutation(operator_set("paper"), Random(seed), {}, inputs, clauses)))


def test_a_truth_value_has_one_mutant() -> None:
    assert made(scalars.flip, True, BOOL) == [False]


@pytest.mark.parametrize(
    ("operator", "value", "sort"), [(scalars.integer_offset, -3, INT), (scalars.real_offset, Fraction(1, 3), REAL)]
)
def test_offsets_are_whole_and_go_both_ways(operator: Operator, value: Any, sort: Sort) -> None:
    found = [each - value for each in made(operator, value, sort)]
    assert 0 not in found
    assert sorted(found) == sorted(-each for each in found)
    assert {1, -1} <= set(found)
    assert all(each == int(each) for each in found)


def test_a_bit_vector_stays_one() -> None:
    for value in (0, 255):
        found = made(scalars.bit_vector_offset, value, BYTE)
        assert all(0 <= each < 256 and each != value for each in found)
        assert {(value + 1) % 256, (value - 1) % 256} <= set(found)


def test_one_seed_gives_one_order_and_another_one_another() -> None:
    orders = {tuple(made(scalars.integer_offset, 0, INT, seed=seed)) for seed in (1, 1, 2)}
    assert len(orders) == 2


def test_the_neighbours_and_the_boundaries_of_a_whole_number() -> None:
    assert set(made(scalars.off_by_one, 0, INT)) == {-1, 1}
    assert set(made(scalars.integer_boundary, 7, INT)) == {0, 1, -1, -7, 14, 3}
    assert set(made(scalars.integer_boundary, -7, INT)) == {0, 1, -1, 7, -14, -4}  # Dafny rounds down


def test_near_misses_are_relative_to_the_size_and_never_the_value() -> None:
    for value in (Fraction(0), Fraction(1000)):
        found = made(scalars.near_miss, value, REAL)
        assert value not in found
        assert all(abs(each - value) < max(value, 1) for each in found)
        assert len(found) == 2 * len(scalars.NEAR_MISSES)


def test_the_floor_of_a_negative_real_is_below_it() -> None:
    found = made(scalars.real_boundary, Fraction(-3, 2), REAL)
    assert {Fraction(-2), Fraction(-1), Fraction(3, 2), Fraction(-3), Fraction(-3, 4)} <= set(found)


def test_characters_that_can_be_printed_have_printable_neighbours() -> None:
    assert set(made(scalars.neighbouring_character, "b", CHAR)) == {"a", "c"}
    assert made(scalars.neighbouring_character, " ", CHAR) == ["!"]
    assert made(scalars.neighbouring_character, "~", CHAR) == ["}"]


def test_the_other_case_of_a_character_is_one_character() -> None:
    assert made(scalars.other_case, "a", CHAR) == ["A"]
    assert made(scalars.other_case, "ß", CHAR) == []  # its upper case is SS


def test_another_object_is_one_of_the_input_first_and_never_the_null_side() -> None:
    one, two = UninterpretedValue("Object", 1), UninterpretedValue("Object", 2)
    first, *rest = made(scalars.other_element, one, OBJECT, (OBJECT, one), (OBJECT, two))
    assert first == two
    assert one not in rest
    assert all(each.index > 0 for each in rest)
    below = made(scalars.other_element, UninterpretedValue("Object", -1), OBJECT, (OBJECT, one))
    assert below
    assert all(each.index < -1 for each in below)


def test_all_other_values_of_a_small_sort() -> None:
    assert set(made(scalars.every_value, (True, False), tuple_of(BOOL, BOOL))) >= {
        (True, True),
        (False, True),
        (False, False),
    }
    assert made(scalars.every_value, 3, INT) == []


def test_what_the_input_holds_and_its_size_are_at_hand() -> None:
    found = made(scalars.of_input, 0, INT, (seq_of(INT), (7, 9)), (INT, 5))
    assert {7, 9, 5, 2} <= set(found)
    assert made(scalars.of_input, (), seq_of(INT), (INT, 5)) == []


def test_constants_of_the_postcondition_are_tried() -> None:
    assert 41 in made(scalars.constant, 0, INT, clauses=eq(var("r", INT), integer(41)))
