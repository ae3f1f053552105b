"""What an operation on floats gives: the double nearest to the exact result (IEEE 754-2019, 4.3.1 and 4.3.3).

A solver knows the result only by what holds of every such rounding, so that whatever Python computes is allowed:
- it is at most half a unit in the last place away, which is 2**-53 of the exact result, or of the smallest double;
- rounding is monotone: it keeps the order of exact results, and their order with numbers that are doubles already.
What is left open inside these limits a model may choose wrongly; `Synthesis` then asks again with the one right result
for that place (`synthesis/queries.py`).
"""

from fractions import Fraction

from ..ir.build import add, ge, implies, integer, ite, le, mul, neg, real, sub
from ..ir.sorts import REAL
from ..ir.terms import Term
from . import units
from .abstract_values import FINITE, NEGATIVE_INFINITY, POSITIVE_INFINITY, AbstractFloat, AbstractInt, AbstractValue
from .context import Context, Rounding
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction
from .numbers import TOO_LARGE, as_int
from .units import between, ones

PRECISION = 53
"""Bits of the significand of a double (IEEE 754, binary64)."""
HALF_A_UNIT = Fraction(1, 2**PRECISION)
"""The rounding error of a normal double, relative to the exact result: at most this."""
SMALLEST = Fraction(1, 2**1075)
"""The rounding error of a result near zero: at most half of the smallest double."""
EXACT = 2**PRECISION
"""Whole numbers up to here are doubles."""


def nearest(context: Context, exact: Term, doubles: tuple[Term, ...] = (), tiny: bool = True) -> Term:
    """The nearest double to a Real, as a Real; beyond the largest double as if there were larger ones.

    `doubles` are Reals known to be doubles. `tiny`: the result may be so near to zero that digits are lost, which sums
    never are.
    """
    # A known number is rounded by Python.
    number = units.known(exact)
    if number is not None:
        value = nearest_double(number)
        if value is not None:
            return real(value)
    # Rounding is a function. With two variables for one exact result a model could round it in two ways, and
    # `a + b == a + b` would be false of some floats.
    for rounding in context.roundings:
        if rounding.exact is exact:
            return rounding.result
    result = context.fresh("rounded", REAL)
    # The error bound of one rounding: half a unit in the last place, relative, or of the smallest subnormal double,
    # absolute.
    context.know(within(exact, result, HALF_A_UNIT, SMALLEST if tiny else Fraction(0)))
    # Monotonicity relates two roundings each: quadratic, hence the limits.
    if len(context.roundings) < LIMITS.compared_roundings:
        # Doubles are fixed points of rounding, so that order with them is kept.
        for double in (*doubles, *context.doubles):
            context.facts += _in_order(exact, result, double, double)
        for earlier in context.roundings[-LIMITS.earlier_roundings :]:
            context.facts += _in_order(exact, result, earlier.exact, earlier.result)
    context.roundings.append(Rounding(exact, result))
    return result


def _in_order(exact: Term, result: Term, term: Term, other_result: Term) -> tuple[Term, Term]:
    return implies(le(exact, term), le(result, other_result)), implies(ge(exact, term), ge(result, other_result))


def within(exact: Term, result: Term, share: Fraction, least: Fraction) -> Term:
    """The result differs from the exact one by at most this share of it and `least`, and has not the opposite sign."""
    zero, rest = real(0), real(least)
    low, high = mul(real(1 - share), exact), mul(real(1 + share), exact)
    # A bound on the relative error alone is none near 0, where floats are evenly spaced.
    if least:
        positive = between(sub(low, rest), result, add(high, rest))
        negative = between(sub(high, rest), result, add(low, rest))
    else:
        positive, negative = between(low, result, high), between(high, result, low)
    return ite(ge(exact, zero), conjunction(positive, ge(result, zero)), conjunction(negative, le(result, zero)))


def kind_of_result(exact: Term) -> Term:
    """The kind of a float that is nearest to a Real: beyond the largest one it is infinite."""
    limit = real(TOO_LARGE)
    below = ite(le(exact, neg(limit)), integer(NEGATIVE_INFINITY), integer(FINITE))
    return ite(ge(exact, limit), integer(POSITIVE_INFINITY), below)


def overflows(exact: Term) -> Term:
    """No finite float is nearest to the Real."""
    limit = real(TOO_LARGE)
    return disjunction(ge(exact, limit), le(exact, neg(limit)))


def of_number(context: Context, abstract: AbstractValue) -> AbstractFloat | None:
    """float(x) of a bool, int or float that fits one: whole numbers beyond 2**53 are rounded."""
    if isinstance(abstract, AbstractFloat):
        return AbstractFloat(abstract.kind, ones(abstract.value))
    number = as_int(abstract)
    if number is None:
        return None
    exact = ones(units.of_whole(number))
    if isinstance(abstract, AbstractInt):
        # Whole numbers up to 2**53 are floats themselves.
        small = between(integer(-EXACT), number, integer(EXACT))
        limits = (real(EXACT), real(-EXACT))
        exact = ite(small, exact, nearest(context, exact, limits, tiny=False))
    return AbstractFloat(integer(FINITE), exact)


def nearest_double(number: Fraction) -> Fraction | None:
    """The double nearest to a number; None beyond the largest."""
    try:
        return Fraction(float(number))
    except OverflowError:
        return None
