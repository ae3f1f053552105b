"""What CPython computes is always among the results that the facts of a rounding allow, and few others are."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.context import Context
from specassay.core.encoding.numbers import TOO_LARGE
from specassay.core.encoding.rounding import kind_of_result, nearest, nearest_double, overflows
from specassay.core.ir.build import conj, real
from specassay.core.ir.sorts import REAL
from specassay.core.ir.terms import var

from .symbolic import known

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
X, Y = var("x", REAL), var("y", REAL)


@given(FLOATS, FLOATS)
@settings(max_examples=30, deadline=None)
def test_real_roundings_fulfil_the_facts(one: float, other: float) -> None:
    context = Context(doubles=(real(1),))
    exact = {"x": Fraction(one) / 3, "y": Fraction(other) / 7}
    results = {
        term.data: nearest_double(exact[name])
        for name, term in (("x", nearest(context, X)), ("y", nearest(context, Y)))
    }
    assert known(conj(*context.facts), {**exact, **results}) is True


@given(FLOATS.filter(lambda number: abs(number) > 1e-300))
@settings(max_examples=30, deadline=None)
def test_what_is_two_units_away_does_not(number: float) -> None:
    context = Context()
    found = nearest(context, X)
    for share in (Fraction(1, 2**51), Fraction(-1, 2**51)):
        world = {"x": Fraction(number), found.data: Fraction(number) * (1 + share)}
        assert known(conj(*context.facts), world) is False


def test_one_exact_result_is_rounded_in_one_way_and_order_is_kept() -> None:
    context = Context()
    first, second = nearest(context, X), nearest(context, Y)
    assert nearest(context, X) is first
    tenth = Fraction(1, 10)
    above = tenth + Fraction(1, 2**70)
    low, high = Fraction(0.1) - Fraction(1, 2**56), Fraction(0.1)
    worlds = [{first.data: low, second.data: high}, {first.data: high, second.data: low}]
    facts = conj(*context.facts)
    assert [known(facts, {"x": tenth, "y": above, **world}) for world in worlds] == [True, False]


def test_a_known_number_is_rounded_at_once() -> None:
    context = Context()
    assert known(nearest(context, real(Fraction(1, 10)))) == Fraction(0.1)
    assert context.facts == []


@pytest.mark.parametrize("number", [TOO_LARGE, TOO_LARGE - 1, -TOO_LARGE, 0, Fraction(1, 3)])
def test_beyond_the_largest_float_is_none(number: Fraction) -> None:
    double = nearest_double(Fraction(number))
    assert known(overflows(X), {"x": Fraction(number)}) is (double is None)
    assert (known(kind_of_result(X), {"x": Fraction(number)}) == 0) is (double is not None)
