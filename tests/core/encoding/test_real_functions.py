"""Functions of floats: where they raise, and that the real result is among those that the facts allow."""

import math
from fractions import Fraction
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractFloat, AbstractInt
from specassay.core.encoding.alternatives import raising
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.real_functions import HANDLERS, exact_root, power_of_one_half, rounding_to_digits
from specassay.core.ir.build import conj, integer
from specassay.core.ir.sorts import INT, REAL
from specassay.core.ir.terms import var

from .symbolic import exceptions, known, meant, symbolic

ROUND = rounding_to_digits(lambda context, arguments: raising(context, "ValueError"))
X = AbstractFloat(integer(0), var("x", REAL))


@pytest.mark.parametrize("number", [-1.0, -math.inf, -3])
def test_the_root_of_a_negative_number_raises(number: float) -> None:
    context = Context()
    HANDLERS[math.sqrt](context, [symbolic(number)])
    assert exceptions(context) == ["ValueError"]


@pytest.mark.parametrize("function", [math.sqrt, math.fabs])
def test_of_what_is_no_number_it_raises(function: Any) -> None:
    context = Context()
    HANDLERS[function](context, [symbolic("1")])
    assert exceptions(context) == ["TypeError"]


@pytest.mark.parametrize(("number", "root", "allowed"), [(4, 2, True), (4, -2, False), (4, 3, False), (0, 0, True)])
def test_a_root_is_the_positive_number_whose_square_it_is(number: int, root: int, allowed: bool) -> None:
    context = Context()
    found = exact_root(context, X)
    world = {"x": Fraction(number), found.data: Fraction(root)}
    assert known(conj(*context.facts), world) is allowed


@pytest.mark.parametrize("number", [2.0, 0.1, 1e300, 5e-324, 144.0])
def test_the_power_of_one_half_that_cpython_computes_is_allowed(number: float) -> None:
    """Of the exact root a rational number that is near enough stands for it."""
    context = Context()
    found = power_of_one_half(context, X)
    exact = Fraction(math.isqrt(int(Fraction(number) * 4**600)), 2**600)
    roots = [name for name in ("root!1", "root!2") if name != found.value.data]
    world = {"x": Fraction(number), found.value.data: Fraction(number**0.5), **dict.fromkeys(roots, exact)}
    assert known(conj(*context.facts), world) is True
    assert known(conj(*context.facts), {**world, found.value.data: Fraction(number**0.5) * 2}) is False
    assert [cut.what for cut in context.cuts] == ["** of a negative number"]
    assert known(context.cuts[0].guard, world) is False


@pytest.mark.parametrize("number", [-2.5, 0.0, 7, True, -math.inf])
def test_the_size_of_a_number_is_that_of_python(number: float) -> None:
    ((_, found),) = HANDLERS[math.fabs](Context(), [symbolic(number)])
    assert isinstance(found, AbstractFloat)
    if math.isinf(number):
        assert known(found.kind) == 1
    else:
        assert meant(single(found)) == math.fabs(number)


@pytest.mark.parametrize(
    ("one", "other", "relative", "least"),
    [
        (1.0, 1.0, 0.0, 0.0),
        (1.0, 1.125, 0.0, 0.125),
        (1.0, 1.25, 0.0, 0.125),
        (8, 9, 0.125, 0.0),
        (math.inf, 1, 1.0, 9),
        (math.inf, math.inf, 0.0, 0.0),
        (math.inf, -math.inf, 0.0, 1.0),
        (math.nan, math.nan, 1.0, 1.0),
        (True, 1, 0, 0),
    ],
)
def test_what_is_close_is_close_in_python(one: float, other: float, relative: float, least: float) -> None:
    context = Context(grid=True)
    found = HANDLERS[math.isclose](context, [symbolic(each) for each in (one, other, relative, least)])
    roundings = {each.result.data: each.exact for each in context.roundings}
    world = {name: known(exact) for name, exact in roundings.items()}
    assert meant(found, world) is math.isclose(one, other, rel_tol=relative, abs_tol=least)


def test_a_tolerance_below_nothing_raises_and_one_that_is_not_known_is_not_followed() -> None:
    context = Context()
    HANDLERS[math.isclose](context, [symbolic(each) for each in (1.0, 1.0, -1.0, 0.0)])
    assert exceptions(context) == ["ValueError"]
    context = Context()
    HANDLERS[math.isclose](context, [symbolic(each) for each in (1.0, 1.0, "a", 0.0)])
    assert [cut.what for cut in context.cuts] == ["isclose with a tolerance that is not a number"]


@pytest.mark.parametrize("number", [2.675, -0.125, 1e17, 0.1])
@pytest.mark.parametrize("digits", [0, 2, 15])
def test_what_round_makes_of_a_number_is_allowed(number: float, digits: int) -> None:
    context = Context()
    ((_, found),) = ROUND(context, [single(X), symbolic(digits)])
    assert isinstance(found, AbstractFloat)
    facts, world = conj(*context.facts), {"x": Fraction(number)}
    assert known(facts, {**world, found.value.data: Fraction(round(number, digits))}) is True
    assert known(facts, {**world, found.value.data: Fraction(number) + 2 + abs(Fraction(number)) / 2}) is False


def test_round_to_digits_keeps_whole_numbers_and_refuses_what_it_does_not_know() -> None:
    assert meant(ROUND(Context(), [symbolic(7), symbolic(2)])) == 7
    context = Context()
    ROUND(context, [symbolic("a"), symbolic(2)])
    assert exceptions(context) == ["TypeError"]
    ROUND(context, [symbolic(1.5)])
    assert exceptions(context) == ["TypeError", "ValueError"]  # one argument is what it was given
    context = Context()
    ROUND(context, [symbolic(1.5), single(AbstractInt(var("n", INT)))])
    assert [cut.what for cut in context.cuts] == ["round to an unknown number of digits"]
