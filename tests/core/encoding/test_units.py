"""Numbers in eighths and numbers themselves are one number: arithmetic on either says what rationals do."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, trunc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.encoding import units
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import INT, REAL
from specassay.core.ir.terms import Term, var

eighths = st.integers(-40, 40).map(lambda number: Fraction(number, 8))
tenths = st.integers(-50, 50).map(lambda number: Fraction(number, 10))
Number = tuple[Term, dict[str, Any], Fraction]
"""A term, the values of its variables, and the number that it is."""


@st.composite
def numbers(draw: st.DrawFn, name: str) -> Number:
    """A constant, an unknown count of eighths, or an unknown real."""
    kind = draw(st.sampled_from(("constant", "eighths", "real")))
    number = draw(eighths if kind == "eighths" else st.one_of(eighths, tenths))
    match kind:
        case "constant":
            return units.of_constant(number), {}, number
        case "eighths":
            return var(name, INT), {name: int(number * 8)}, number
        case _:
            return var(name, REAL), {name: number}, number


def value(term: Term, *known: dict[str, Any]) -> Any:
    outcome = evaluate(term, {name: each for part in known for name, each in part.items()})
    assert outcome.state == "defined"
    return outcome.value


@given(numbers("x"), numbers("y"))
def test_comparisons_are_those_of_rationals(left: Number, right: Number) -> None:
    (one, some, first), (other, more, second) = left, right
    assert value(units.equal(one, other), some, more) is (first == second)
    assert value(units.less(one, other, True), some, more) is (first < second)
    assert value(units.less(one, other, False), some, more) is (first <= second)


ROUNDINGS: list[tuple[Callable[[Term], Term], Callable[[Fraction], int]]] = [
    (units.rounded_down, floor),
    (units.rounded_up, ceil),
    (units.truncated, trunc),
    (units.rounded_to_even, round),
]


@pytest.mark.parametrize(("rounded", "expected"), ROUNDINGS)
@given(given=numbers("x"))
def test_rounding_is_that_of_python(
    rounded: Callable[[Term], Term], expected: Callable[[Fraction], int], given: Number
) -> None:
    term, known, number = given
    assert value(rounded(term), known) == expected(number)


@given(numbers("x"))
def test_what_one_number_is(given: Number) -> None:
    term, known, number = given
    assert value(units.is_zero(term), known) is (number == 0)
    assert value(units.is_negative(term), known) is (number < 0)
    assert value(units.is_whole(term), known) is (number.denominator == 1)
    assert value(units.ones(term), known) == number
    size = value(units.size(term), known)
    assert size == (abs(number) if term.sort is REAL else abs(number) * 8)


@given(numbers("x"), numbers("y"), st.booleans())
def test_one_of_two_is_in_one_unit(left: Number, right: Number, first: bool) -> None:
    (one, some, number), (other, more, another) = left, right
    guard = units.less(units.ZERO, units.ONE if first else units.ZERO, True)
    assert value(units.ones(units.either(guard, one, other)), some, more) == (number if first else another)


def test_a_constant_between_two_eighths_leaves_whole_numbers() -> None:
    x = var("x", INT)
    below = units.less(x, units.of_constant(Fraction(3, 10)), True)
    for term in (below, units.equal(x, units.of_constant(Fraction(1, 3)))):
        assert all(part.sort is not REAL for part in (term, *term.args))
