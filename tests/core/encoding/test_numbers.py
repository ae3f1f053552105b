"""Known numbers of every kind, compared and changed as Python does it: exactly, whatever their types."""

import math
import operator
from itertools import product

import pytest

from specassay.core.encoding.abstract_values import AbstractFloat, AbstractInt
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.numbers import (
    TOO_LARGE,
    absolute,
    as_int,
    equal_numbers,
    fits_a_float,
    is_nan,
    is_whole,
    less,
    part,
    truncate,
    truth,
    unary,
)
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import var

from .symbolic import abstract, exceptions, known, meant

REAL = (0, 1, -1, True, False, 2**53 + 1, 0.0, -0.5, 1.0, float(2**53), 1e300, math.inf, -math.inf, math.nan)


def test_numbers_of_all_types_are_compared_by_their_values() -> None:
    for left, right in product(REAL, REAL):
        one, other = abstract(left), abstract(right)
        assert known(equal_numbers(one, other)) is (left == right), (left, right)
        for strict, compare in ((True, operator.lt), (False, operator.le)):
            found = less(one, other, strict)
            assert found is not None
            assert known(found) is compare(left, right), (left, right, strict)


@pytest.mark.parametrize("left", [1j, 1 + 0j, 0j, complex(0, math.nan)])
def test_complex_numbers_are_equal_or_not_and_have_no_order(left: complex) -> None:
    for right in (*REAL, 1j, 1 + 0j):
        assert known(equal_numbers(abstract(left), abstract(right))) is (left == right), right
        assert less(abstract(left), abstract(right), strict=True) is None


@pytest.mark.parametrize("number", [*REAL, 0j, 2j, complex(0, math.nan)], ids=repr)
def test_one_number_is_what_it_is_in_python(number: complex) -> None:
    value = abstract(number)
    assert known(truth(value)) is bool(number)
    assert known(is_nan(value)) is (number != number)
    for name in ("real", "imag"):
        expected = getattr(number, name)
        same = known(equal_numbers(part(value, name), abstract(expected)))
        assert same is (expected == expected)
    whole = as_int(value)
    assert (None if whole is None else known(whole)) == (int(number) if isinstance(number, int) else None)
    if isinstance(value, AbstractFloat):
        assert isinstance(number, float)
        assert known(is_whole(value)) is number.is_integer()


@pytest.mark.parametrize("number", [0, 5, -5, True, 0.5, -2.5], ids=repr)
def test_signs(number: float) -> None:
    context = Context()
    for name, change in (("-", operator.neg), ("+", operator.pos)):
        found = unary(context, name, abstract(number))
        assert found is not None
        assert meant(found) == change(number)
    size = absolute(abstract(number))
    assert size is not None
    assert meant(size) == abs(number)
    unary(context, "~", abstract(number))
    assert exceptions(context) == (["TypeError"] if isinstance(number, float) else [])


@pytest.mark.parametrize("number", [2.75, -2.75, -0.125, 1e300, math.inf, -math.inf, math.nan], ids=repr)
def test_int_of_a_float_goes_towards_zero(number: float) -> None:
    context, value = Context(), abstract(number)
    assert isinstance(value, AbstractFloat)
    found = truncate(context, value)
    if math.isfinite(number):
        assert (meant(single(found)), exceptions(context)) == (int(number), [])
    else:
        assert exceptions(context) == ["ValueError" if math.isnan(number) else "OverflowError"]


@pytest.mark.parametrize("number", [TOO_LARGE, TOO_LARGE - 1, -TOO_LARGE, 1 - TOO_LARGE, 2**1024, 0])
def test_a_whole_number_may_be_beyond_the_largest_float(number: int) -> None:
    context = Context()
    found = fits_a_float(context, AbstractInt(var("n", INT)))
    try:
        fits = math.isfinite(float(number))
    except OverflowError:
        fits = False
    assert known(found, {"n": number}) is fits
    assert exceptions(context, {"n": number}) == ([] if fits else ["OverflowError"])
