"""Division of whole numbers as languages have it, against Python's own numbers."""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir import build
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import var

LEFT, RIGHT = var("a", INT), var("b", INT)
NUMBERS = st.integers(-20, 20)


def euclidean(a: int, b: int) -> int:
    """The quotient whose remainder is in 0 .. |b| - 1 (Boute, TOPLAS 1992)."""
    return (a - a % abs(b)) // b


ROUNDED: dict[build.Division, Callable[[int, int], int]] = {
    "euclidean": euclidean,
    "floor": lambda a, b: math.floor(Fraction(a, b)),
    "truncating": lambda a, b: math.trunc(Fraction(a, b)),
}


@pytest.mark.parametrize("division", ROUNDED)
@given(NUMBERS, NUMBERS.filter(bool))
@example(-7, 2)
@example(7, -2)
@example(-7, -2)
@example(-8, 2)
def test_quotients_round_as_the_language_says(division: build.Division, a: int, b: int) -> None:
    values = {"a": a, "b": b}
    expected = ROUNDED[division](a, b)
    assert evaluate(build.quotient(LEFT, RIGHT, division), values).value == expected
    assert evaluate(build.remainder(LEFT, RIGHT, division), values).value == a - b * expected


@pytest.mark.parametrize("division", ROUNDED)
def test_a_quotient_by_zero_is_undefined(division: build.Division) -> None:
    for term in (build.quotient(LEFT, RIGHT, division), build.remainder(LEFT, RIGHT, division)):
        assert evaluate(term, {"a": 1, "b": 0}).state == "undefined"
