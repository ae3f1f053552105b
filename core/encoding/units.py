"""Finite floats as terms, in one of two units: an Int counts eighths, a Real is the number itself.

Tests are looked for among the multiples of 1/8 first: sums, differences and comparisons of those are exact in Python
and need whole numbers only, which solvers are fast with, and they read well. A proof has to speak of every double:
there a float of the input is any real number. That allows more than Python has, so what no real number satisfies no
double does. Constants of the contract are eighths where they can be: they are the same number in either unit.
"""

from fractions import Fraction
from math import floor

from ..ir.build import add, eq, integer, is_value, ite, le, lt, mul, neg, op, real, sub
from ..ir.sorts import REAL
from ..ir.terms import FALSE, Term
from .guards import conjunction

ZERO, ONE, EIGHT = integer(0), integer(1), integer(8)
HALF = real(Fraction(1, 2))


def of_constant(value: Fraction) -> Term:
    """A known number: eighths where it is a multiple of 1/8."""
    eighths = value * 8
    return integer(eighths.numerator) if eighths.denominator == 1 else real(value)


def known(value: Term) -> Fraction | None:
    """The number that a constant is."""
    if not is_value(value):
        return None
    return Fraction(value.data) if value.sort is REAL else Fraction(value.data, 8)


def of_whole(term: Term) -> Term:
    """A whole number (Int) in eighths."""
    return mul(EIGHT, term)


def ones(value: Term) -> Term:
    """The number itself, a Real."""
    if value.sort is REAL:
        return value
    number = known(value)
    if number is not None:
        return real(number)
    if value.op == "mul" and value.args[0] is EIGHT:
        return op("real.of_int", value.args[1])
    return mul(real(Fraction(1, 8)), op("real.of_int", value))


def alike(left: Term, right: Term) -> tuple[Term, Term]:
    """Two numbers in one unit."""
    return (left, right) if left.sort is right.sort else (ones(left), ones(right))


def either(guard: Term, left: Term, right: Term) -> Term:
    """`left` where the guard holds, else `right`."""
    return ite(guard, *alike(left, right))


def is_zero(value: Term) -> Term:
    return eq(value, real(0) if value.sort is REAL else ZERO)


def is_negative(value: Term) -> Term:
    return lt(value, real(0) if value.sort is REAL else ZERO)


def size(value: Term) -> Term:
    """The absolute value."""
    return ite(is_negative(value), neg(value), value)


def equal(left: Term, right: Term) -> Term:
    """left == right."""
    for constant, term in ((left, right), (right, left)):
        number = known(constant)
        if number is not None and term.sort is not REAL:
            return eq(term, integer(int(number * 8))) if (number * 8).denominator == 1 else FALSE
    return eq(*alike(left, right))


def less(left: Term, right: Term, strict: bool) -> Term:
    """left < right, or <= unless `strict`. Eighths and a constant between two of them: as whole numbers."""
    compare = lt if strict else le
    # x < 0.3 is 8x < 2.4, so 8x <= 2; 0.3 < x is 2 < 8x. Without this the constant would turn both sides into reals.
    low, high = known(left), known(right)
    if high is not None and left.sort is not REAL and (high * 8).denominator != 1:
        return le(left, integer(floor(high * 8)))
    if low is not None and right.sort is not REAL and (low * 8).denominator != 1:
        return lt(integer(floor(low * 8)), right)
    return compare(*alike(left, right))


def rounded_down(value: Term) -> Term:
    """The greatest whole number (Int) that is at most the number."""
    return op("real.floor", value) if value.sort is REAL else op("div", value, EIGHT)


def rounded_up(value: Term) -> Term:
    """The least whole number (Int) that is at least the number."""
    return neg(rounded_down(neg(value))) if value.sort is REAL else op("div", add(value, integer(7)), EIGHT)


def truncated(value: Term) -> Term:
    """The whole number (Int) next to it towards zero."""
    return ite(is_negative(value), rounded_up(value), rounded_down(value))


def rounded_to_even(value: Term) -> Term:
    """The nearest whole number (Int), of two the even one."""
    down = rounded_down(value)
    if value.sort is REAL:
        rest, half = sub(value, op("real.of_int", down)), HALF
    else:
        rest, half = op("mod", value, EIGHT), integer(4)
    odd = eq(op("mod", down, integer(2)), ONE)
    return ite(ite(eq(rest, half), odd, lt(half, rest)), add(down, ONE), down)


def is_whole(value: Term) -> Term:
    """Is it a whole number?"""
    if value.sort is REAL:
        return eq(op("real.of_int", rounded_down(value)), value)
    return eq(op("mod", value, EIGHT), ZERO)


def between(low: Term, value: Term, high: Term) -> Term:
    """low <= value <= high, for terms of one sort."""
    return conjunction(le(low, value), le(value, high))
