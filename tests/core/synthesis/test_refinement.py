"""Facts that exclude numbers which no float has: they hold for every double, and the model breaks them."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.context import Rounding
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import add, op, real
from specassay.core.ir.sorts import REAL
from specassay.core.ir.terms import var
from specassay.core.synthesis.queries import about_floats, about_roundings

X, Y, RESULT = var("x", REAL), var("y", REAL), var("r", REAL)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
RATIONAL = st.one_of(
    st.fractions(),
    st.builds(lambda value, part: Fraction(value) + part, FINITE, st.fractions(-1, 1)),
    st.sampled_from([Fraction(10) ** 400, -(Fraction(10) ** 400), Fraction(1, 10**400), Fraction(1, 3)]),
)


@settings(deadline=None)
@given(RATIONAL, FINITE)
def test_a_number_between_two_floats_is_excluded_and_no_float_is(number: Fraction, other: float) -> None:
    facts = list(about_floats(["x"], {"x": number, "y": number}))
    is_float = abs(number) <= Fraction(math.nextafter(math.inf, 0)) and Fraction(float(number)) == number
    assert bool(facts) is not is_float
    for fact in facts:
        assert evaluate(fact, {"x": number}).value is False
        assert evaluate(fact, {"x": Fraction(other)}).value is True


@settings(deadline=None)
@given(FINITE, FINITE, FINITE, FINITE)
def test_a_wrong_result_is_excluded_and_no_right_one_is(x: float, y: float, other: float, wrong: float) -> None:
    rounding = Rounding(add(X, Y), RESULT)
    right = x + y
    if not math.isfinite(right):
        return
    model = {"x": Fraction(x), "y": Fraction(y), "r": Fraction(wrong)}
    facts = list(about_roundings([rounding], model))
    assert bool(facts) is (wrong != right and abs(right) < math.nextafter(math.inf, 0))
    for fact in facts:
        assert evaluate(fact, model).value is False
        for near in (y, math.nextafter(y, math.inf), other):
            if math.isfinite(x + near):
                values = {"x": Fraction(x), "y": Fraction(near), "r": Fraction(x + near)}
                assert evaluate(fact, values).value is True, near


@pytest.mark.parametrize("model", [{}, {"x": Fraction(1)}, {"x": "1/3"}])
def test_what_a_model_does_not_say_is_left_out(model: dict[str, object]) -> None:
    assert not list(about_floats(["x", "z"], model))
    assert not list(about_roundings([Rounding(op("div", X, real(0)), RESULT), Rounding(Y, RESULT)], model))
