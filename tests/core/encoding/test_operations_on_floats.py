"""Operations on two unknown floats: in eighths they are CPython's, elsewhere its result is among those allowed."""

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from specassay.core.encoding import floats
from specassay.core.encoding.abstract_values import (
    FINITE,
    NEGATIVE_INFINITY,
    NOT_A_NUMBER,
    POSITIVE_INFINITY,
    AbstractFloat,
    Symbolic,
)
from specassay.core.encoding.context import Context
from specassay.core.ir.build import conj, integer
from specassay.core.ir.sorts import INT, REAL, Sort
from specassay.core.ir.terms import var

from .symbolic import exceptions, known

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
EIGHTHS = (0.0, 1.0, -1.0, 0.125, -2.5, 8.0, math.inf, -math.inf, math.nan)
DOUBLES = (0.0, 0.1, -0.3, 1e16, 1e308, -1e308, 5e-324, 3.0, math.inf, -math.inf, math.nan)


def unknown(name: str, sort: Sort) -> AbstractFloat:
    return AbstractFloat(var(f"{name}.kind", INT), var(f"{name}.value", sort))


def described(name: str, value: float, sort: Sort) -> dict[str, Any]:
    kind = NOT_A_NUMBER if math.isnan(value) else (POSITIVE_INFINITY if value > 0 else NEGATIVE_INFINITY)
    if not math.isfinite(value):
        return {f"{name}.kind": kind, f"{name}.value": 3}
    exact = Fraction(value)
    return {f"{name}.kind": FINITE, f"{name}.value": int(exact * 8) if sort is INT else exact}


def result(found: Symbolic | AbstractFloat, world: dict[str, Any]) -> float:
    ((_, only),) = found if isinstance(found, Symbolic) else ((None, found),)
    assert isinstance(only, AbstractFloat)
    kind = known(only.kind, world)
    number = Fraction(known(only.value, world)) / (1 if only.value.sort is REAL else 8)
    return float(number) if kind == FINITE else {1: math.inf, 2: -math.inf, 3: math.nan}[kind]


def same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


@pytest.mark.parametrize("name", OPERATORS)
def test_in_eighths_the_result_is_that_of_cpython_or_cut_off(name: str) -> None:
    context = Context(grid=True)
    found = floats.on_floats(context, name, unknown("x", INT), unknown("y", INT))
    assert found is not None
    for x, y in product(EIGHTHS, repeat=2):
        world = described("x", x, INT) | described("y", y, INT)
        try:
            expected = OPERATORS[name](x, y)
        except ZeroDivisionError:
            assert exceptions(context, world) == ["ZeroDivisionError"], (x, y)
            continue
        assert exceptions(context, world) == []
        if any(known(cut.guard, world) for cut in context.cuts):
            assert expected * 8 != int(expected * 8), (x, y)
        else:
            assert same(result(found, world), expected), (x, y)


@pytest.mark.parametrize("name", ["+", "-", "*", "/"])
def test_of_other_doubles_the_result_of_cpython_is_allowed(name: str) -> None:
    context = Context()
    found = floats.on_floats(context, name, unknown("x", REAL), unknown("y", REAL))
    assert found is not None
    for x, y in product(DOUBLES, repeat=2):
        if name == "/" and not y:
            continue
        expected = OPERATORS[name](x, y)
        world = described("x", x, REAL) | described("y", y, REAL)
        one, other = world["x.value"], world["y.value"]
        exact = Fraction(OPERATORS[name](one, other))
        rounded = Fraction(expected) if math.isfinite(expected) else exact
        world |= {"quotient!1": exact, "rounded!1": rounded, "rounded!2": rounded}
        if math.isfinite(x) and math.isfinite(y):
            assert known(conj(*context.facts), world), (x, y)
        assert same(result(found, world), expected), (x, y)


def test_a_result_that_is_off_by_two_units_in_the_last_place_is_not_allowed() -> None:
    context = Context()
    floats.plus(context, unknown("x", REAL), unknown("y", REAL))
    world = described("x", 0.1, REAL) | described("y", 0.2, REAL)
    total, unit = 0.1 + 0.2, math.ulp(0.3)
    for value, allowed in ((total, True), (total + 2 * unit, False), (total - 2 * unit, False)):
        assert known(conj(*context.facts), world | {"rounded!1": Fraction(value)}) is allowed, value


def test_whole_numbers_are_divided_as_in_python() -> None:
    x, y = var("x", INT), var("y", INT)
    for a, b in product(range(-7, 8), [*range(-4, 0), *range(1, 5)]):
        for divisor, world in ((y, {"x": a, "y": b}), (integer(b), {"x": a})):
            assert known(floats.floor_divide(x, divisor), world) == a // b
            assert known(floats.remainder(x, divisor), world) == a % b


@pytest.mark.parametrize("exponent", range(5))
def test_powers_in_eighths_are_those_of_cpython(exponent: int) -> None:
    context = Context(grid=True)
    found = floats.power(context, unknown("x", INT), exponent)
    for x in (0.0, 1.0, -2.0, 0.5, 4.0, math.inf, -math.inf, math.nan):
        world = described("x", x, INT)
        if not any(known(cut.guard, world) for cut in context.cuts):
            assert same(result(found, world), x**exponent), x


@pytest.mark.parametrize("exponent", [2, 3])
def test_the_power_of_cpython_is_allowed_for_other_doubles(exponent: int) -> None:
    context = Context()
    found = floats.power(context, unknown("x", REAL), exponent)
    for x in (0.1, -0.3, 1e-200, 1e100, -1e102, math.inf, -math.inf, math.nan):
        world = described("x", x, REAL) | {"overflows!1": True, "power!2": Fraction(0)}
        if math.isfinite(x):
            world["power!2"] = Fraction(x**exponent)
            assert known(conj(*context.facts), world), x
            assert exceptions(context, world) == [], x
        assert same(result(found, world), x**exponent), x
    huge = described("x", 1e200, REAL)
    assert exceptions(context, huge | {"overflows!1": False}) == ["OverflowError"]
