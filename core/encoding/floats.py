"""Operations on two floats (language reference 6.5-6.7), with operands in either unit (`units.py`).

Eighths stay eighths as long as the results are: the encoding that looks for tests follows no further. All else is
computed in the reals, and rounded as Python rounds it.
"""

from fractions import Fraction

from attrs import evolve

from ..ir.build import add, eq, ge, implies, integer, is_value, ite, le, lt, mul, neg, op, real, sub
from ..ir.sorts import BOOL, INT, REAL
from ..ir.terms import TRUE, Term
from . import units
from .abstract_values import (
    FINITE,
    NEGATIVE_INFINITY,
    NOT_A_NUMBER,
    POSITIVE_INFINITY,
    AbstractFloat,
    AbstractInt,
    AbstractValue,
    Symbolic,
)
from .context import Context, single
from .guards import conjunction, disjunction, negation
from .numbers import LARGEST, as_float, fits_a_float, is_of_kind, negate_float
from .rounding import HALF_A_UNIT, SMALLEST, kind_of_result, nearest, of_number, overflows, within
from .units import EIGHT, ONE, ZERO

ENDLESS = (POSITIVE_INFINITY, NEGATIVE_INFINITY)
"""The kind of an even and of an odd power of minus infinity."""
EXACT_QUOTIENT = 2**50
"""Floor quotients below this are exact: each of the three roundings on their way is off by less than 1/8."""


def operand(context: Context, abstract: AbstractValue) -> AbstractFloat:
    """A bool, int or float as an operand of a float operation: eighths where the encoding looks for tests. Raises
    OverflowError for a whole number beyond the largest float."""
    if not context.grid:
        fits_a_float(context, abstract)
        rounded = of_number(context, abstract)
        assert rounded is not None
        return rounded
    if isinstance(abstract, AbstractInt):
        # Within this grid every operation is exact, so that no rounding has to be said.
        inside = units.between(integer(-LARGEST), abstract.term, integer(LARGEST))
        context.bound(negation(inside), "size of a whole number as a float", most=LARGEST)
    exact = as_float(abstract)
    assert exact is not None
    return exact


def on_floats(context: Context, name: str, left: AbstractFloat, right: AbstractFloat) -> Symbolic | None:
    """A binary operator on two floats; None when it is not followed."""
    match name:
        case "+":
            return single(plus(context, left, right))
        case "-":
            return single(plus(context, left, negate_float(right)))
        case "*":
            return single(times(context, left, right))
        case "/":
            # By a zero of either sign, also where the dividend is infinite or nan.
            context.fail(_is_zero(right), "ZeroDivisionError")
            return single(_divided(context, left, right))
        case "//" | "%":
            context.fail(_is_zero(right), "ZeroDivisionError")
            return single(_floor_divided(context, name, left, right))
        case "&" | "|" | "^" | "<<" | ">>" | "@":
            context.fail(TRUE, "TypeError")
            return Symbolic(())
    return None


def _in_eighths(context: Context, left: AbstractFloat, right: AbstractFloat) -> bool:
    return context.grid and left.value.sort is not REAL and right.value.sort is not REAL


def plus(context: Context, left: AbstractFloat, right: AbstractFloat) -> AbstractFloat:
    """left + right."""
    # Value and kind apart: the value means something only where the kind is finite.
    value, finite = _sum(context, left, right)
    # inf + 1 is inf, inf + inf is inf, inf + -inf and all with nan are nan: the kinds that are equal stay, others
    # clash.
    both_finite = conjunction(is_of_kind(left, FINITE), is_of_kind(right, FINITE))
    kind = ite(
        both_finite,
        finite,
        ite(
            is_of_kind(left, FINITE),
            right.kind,
            ite(disjunction(is_of_kind(right, FINITE), eq(left.kind, right.kind)), left.kind, integer(NOT_A_NUMBER)),
        ),
    )
    return AbstractFloat(kind, value)


def _sum(context: Context, left: AbstractFloat, right: AbstractFloat) -> tuple[Term, Term]:
    """The sum of two finite floats and its kind."""
    if _in_eighths(context, left, right):
        return add(left.value, right.value), integer(FINITE)
    doubles = (units.ones(left.value), units.ones(right.value))
    exact = add(*_ordered(context, *doubles))
    if context.compensating:
        return _compensated(context, exact)
    return nearest(context, exact, doubles, tiny=False), kind_of_result(exact)


def _compensated(context: Context, exact: Term) -> tuple[Term, Term]:
    """A step of `sum`, and its kind.

    From Python 3.12 on the sum of floats is corrected at its end by the errors of all steps (Neumaier): no step need be
    the rounded sum. The result is off by a second-order term more than one rounding of the exact sum, at most, or by
    less than one rounding of the largest partial sum; twice the error of one rounding at each step allows both.
    """
    result = context.fresh("summed", REAL)
    context.know(within(exact, result, 2 * HALF_A_UNIT, Fraction(0)))
    overflow = conjunction(
        negation(units.between(real(-(2**1023)), exact, real(2**1023))), context.fresh("overflows", BOOL)
    )
    sign = ite(lt(exact, real(0)), integer(NEGATIVE_INFINITY), integer(POSITIVE_INFINITY))
    return result, ite(overflow, sign, integer(FINITE))


def _ordered(context: Context, left: Term, right: Term) -> tuple[Term, Term]:
    """The operands of an operation that does not depend on their order, always in the same one: a constant first, else
    the one that was an operand first. (By their addresses, two runs would have other queries.)"""
    places = [context.operands.setdefault(operand, len(context.operands)) for operand in (left, right)]
    return (left, right) if (is_value(right), places[0]) <= (is_value(left), places[1]) else (right, left)


def times(context: Context, left: AbstractFloat, right: AbstractFloat) -> AbstractFloat:
    """left * right."""
    both_finite = conjunction(is_of_kind(left, FINITE), is_of_kind(right, FINITE))
    # On the grid all numbers are eighths and the result has to be one.
    if _in_eighths(context, left, right):
        # Of a and b eighths the product is ab/8 eighths, if 8 divides ab; 1/8 * 1/8 is beyond this encoding.
        product = mul(left.value, right.value)
        inside = units.between(integer(-8 * LARGEST), product, integer(8 * LARGEST))
        context.bound(conjunction(both_finite, negation(inside)), "size of a product of floats", most=LARGEST // 8)
        context.unsupported(
            conjunction(both_finite, negation(eq(op("mod", product, EIGHT), ZERO))), "a product not in eighths"
        )
        value, finite = op("div", product, EIGHT), integer(FINITE)
    else:
        # Multiplication rounds the exact product once. An ordered pair makes `a * b` and `b * a` one term.
        doubles = _ordered(context, units.ones(left.value), units.ones(right.value))
        exact = mul(*doubles)
        value, finite = nearest(context, exact, doubles), kind_of_result(exact)
    # 0 * inf is nan; anything else with an infinity is infinite, its sign the product of signs.
    vanishes = disjunction(_is_zero(left), _is_zero(right))
    kind = ite(both_finite, finite, ite(vanishes, integer(NOT_A_NUMBER), _infinity(left, right)))
    return AbstractFloat(kind, value)


def _divided(context: Context, left: AbstractFloat, right: AbstractFloat) -> AbstractFloat:
    """left / right, where that is not zero."""
    both_finite = conjunction(is_of_kind(left, FINITE), is_of_kind(right, FINITE))
    if _in_eighths(context, left, right):
        scaled = mul(EIGHT, left.value)
        # What is no eighth is not rounded: the path becomes unknown.
        split = negation(eq(remainder(scaled, right.value), ZERO))
        context.unsupported(conjunction(both_finite, negation(_is_zero(right)), split), "a / b not in eighths")
        quotient, finite = ite(both_finite, floor_divide(scaled, right.value), ZERO), integer(FINITE)
    else:
        quotient, finite = true_quotient(context, units.ones(left.value), units.ones(right.value))
    # IEEE 754: an infinite dividend stays infinite; a finite one by an infinite divisor is zero.
    infinite = conjunction(negation(is_of_kind(left, FINITE)), is_of_kind(right, FINITE))
    endless = ite(infinite, _infinity(left, right), integer(NOT_A_NUMBER))
    vanishes = conjunction(is_of_kind(left, FINITE), negation(is_of_kind(right, NOT_A_NUMBER)))
    # A zero of the quotient's own sort, for the value of a vanishing quotient.
    zero = real(0) if quotient.sort is REAL else ZERO
    return AbstractFloat(
        ite(both_finite, finite, ite(vanishes, integer(FINITE), endless)), ite(both_finite, quotient, zero)
    )


def true_quotient(context: Context, left: Term, right: Term) -> tuple[Term, Term]:
    """The quotient of two Reals as a float, and its kind; any where the second is zero."""
    exact = _quotient(context, left, right)
    return nearest(context, exact), kind_of_result(exact)


def _quotient(context: Context, left: Term, right: Term) -> Term:
    number = units.known(right)
    if number is not None:
        return mul(real(1 / number if number else 0), left)
    # A new q with q * right == left in place of `left / right`, which SMT-LIB leaves open where right is 0. The fact
    # determines q wherever Python divides.
    exact = context.fresh("quotient", REAL)
    context.know(implies(negation(units.is_zero(right)), eq(mul(exact, right), left)))
    return exact


def _floor_divided(context: Context, name: str, left: AbstractFloat, right: AbstractFloat) -> AbstractFloat:
    """left // right and left % right, where that is not zero."""
    eighths = _in_eighths(context, left, right)
    # One in the unit of the operands.
    unit = integer(8) if eighths else real(1)
    # `-1.0 // inf` is -1.0, not 0.0: the floor of a number just below zero; and the remainder is the divisor.
    apart = disjunction(
        conjunction(_is_below(left), is_of_kind(right, POSITIVE_INFINITY)),
        conjunction(_is_above(left), is_of_kind(right, NEGATIVE_INFINITY)),
    )
    defined = conjunction(is_of_kind(left, FINITE), negation(is_of_kind(right, NOT_A_NUMBER)))
    kind = ite(defined, integer(FINITE), integer(NOT_A_NUMBER))
    finite = is_of_kind(right, FINITE)
    if eighths:
        quotient, rest = floor_divide(left.value, right.value), remainder(left.value, right.value)
        # The floor is a whole number, and eight times as many eighths.
        quotient = mul(EIGHT, quotient)
    else:
        # How a quotient beyond EXACT_QUOTIENT is rounded is left open, and with it whether it overflows.
        quotient, rest, floor = _rounded_floor_quotient(context, units.ones(left.value), units.ones(right.value))
        huge = negation(units.between(integer(-EXACT_QUOTIENT), floor, integer(EXACT_QUOTIENT)))
        overflow = conjunction(huge, context.fresh("overflows", BOOL))
        sign = ite(lt(floor, ZERO), integer(NEGATIVE_INFINITY), integer(POSITIVE_INFINITY))
        if name == "//":
            kind = ite(conjunction(defined, finite, overflow), sign, kind)
    if name == "//":
        far = ite(apart, neg(unit), sub(unit, unit))
        return AbstractFloat(kind, ite(finite, quotient, far))
    kept = left.value if eighths else units.ones(left.value)
    return AbstractFloat(ite(conjunction(defined, apart), right.kind, kind), ite(finite, rest, kept))


def _rounded_floor_quotient(context: Context, left: Term, right: Term) -> tuple[Term, Term, Term]:
    """left // right and left % right of two finite floats as Reals, and the exact floor of the quotient, an Int.

    CPython takes the exact remainder of C (`fmod`), which has the sign of `left`, and adds `right` where the signs
    differ: only that addition rounds the remainder (Objects/floatobject.c, float_rem and _float_div_mod).
    """
    number = units.known(right)
    # A constant divisor needs no product of variables: the floor of a scaled number.
    if number:
        floor = op("real.floor", mul(real(1 / number), left))
    else:
        floor = context.fresh("floor", INT)
        # The floor is defined by what it is: the whole number with `floor <= left / right < floor + 1`, multiplied out
        # so that nothing is divided.
        product, next_one = mul(op("real.of_int", floor), right), mul(op("real.of_int", add(floor, ONE)), right)
        context.facts += [
            implies(lt(real(0), right), conjunction(le(product, left), lt(left, next_one))),
            implies(lt(right, real(0)), conjunction(ge(product, left), lt(next_one, left))),
        ]
    # The exact remainder; rounding comes in only where CPython adds the divisor to it.
    exact = sub(left, mul(op("real.of_int", floor), right))
    same_sign = disjunction(units.is_zero(left), eq(units.is_negative(left), units.is_negative(right)))
    rest = ite(same_sign, exact, nearest(context, exact, (real(0), right), tiny=False))
    result = op("real.of_int", floor)
    # A quotient of 2**50 or more need not be exact: CPython subtracts the rounded remainder, divides, and rounds again.
    # Then it is some number near the exact one, and a proof holds for each of these.
    about = context.fresh("quotient", INT)
    slack = within(result, op("real.of_int", about), 8 * HALF_A_UNIT, Fraction(0))
    small = units.between(integer(-EXACT_QUOTIENT), floor, integer(EXACT_QUOTIENT))
    context.know(disjunction(small, slack))
    return ite(small, result, op("real.of_int", about)), rest, floor


def power(context: Context, base: AbstractFloat, exponent: int) -> AbstractFloat:
    """base ** exponent, for a small exponent that is not negative. Raises OverflowError where Python may.

    The C library computes it, with an error of less than one unit in the last place; two are allowed here.
    """
    # `x ** 0` is 1, of nan and infinities, too.
    if exponent == 0:
        return AbstractFloat(integer(FINITE), EIGHT)
    result = evolve(base)  # a new float, of nan, too
    # On the grid a power is repeated multiplication, checked for eighths each time.
    if exponent == 1 or (context.grid and base.value.sort is not REAL):
        for _ in range(exponent - 1):
            result = times(context, result, base)
        return result
    value = units.ones(base.value)
    # In the reals the exact power, of which the library's result is known within two units.
    exact = value
    for _ in range(exponent - 1):
        exact = mul(exact, value)
    # An even power is not negative: solvers do not see that of a product.
    if exponent % 2 == 0:
        context.know(ge(exact, real(0)))
    finite = is_of_kind(base, FINITE)
    # Near the largest double the library may already overflow, so that both are allowed there.
    large = negation(units.between(real(-(2**1023)), exact, real(2**1023)))
    context.fail(
        conjunction(finite, large, disjunction(overflows(exact), context.fresh("overflows", BOOL))), "OverflowError"
    )
    term = context.fresh("power", REAL)
    context.know(within(exact, term, 4 * HALF_A_UNIT, 4 * SMALLEST))
    # The sign of an infinite power: negative only for an odd one.
    endless = ite(is_of_kind(base, NEGATIVE_INFINITY), integer(ENDLESS[exponent % 2]), integer(POSITIVE_INFINITY))
    kind = ite(finite, integer(FINITE), ite(is_of_kind(base, NOT_A_NUMBER), integer(NOT_A_NUMBER), endless))
    return AbstractFloat(kind, term)


def _is_zero(abstract: AbstractFloat) -> Term:
    return conjunction(is_of_kind(abstract, FINITE), units.is_zero(abstract.value))


def _is_below(abstract: AbstractFloat) -> Term:
    return disjunction(
        conjunction(is_of_kind(abstract, FINITE), units.is_negative(abstract.value)),
        is_of_kind(abstract, NEGATIVE_INFINITY),
    )


def _is_above(abstract: AbstractFloat) -> Term:
    positive = units.is_negative(neg(abstract.value))
    return disjunction(conjunction(is_of_kind(abstract, FINITE), positive), is_of_kind(abstract, POSITIVE_INFINITY))


def _infinity(left: AbstractFloat, right: AbstractFloat) -> Term:
    """The kind of an infinite product or quotient of these, nan when one of them is nan."""
    nan = disjunction(is_of_kind(left, NOT_A_NUMBER), is_of_kind(right, NOT_A_NUMBER))
    negative = negation(eq(_is_below(left), _is_below(right)))
    return ite(nan, integer(NOT_A_NUMBER), ite(negative, integer(NEGATIVE_INFINITY), integer(POSITIVE_INFINITY)))


def _magnitude(divisor: Term) -> Term:
    """|divisor|, or 1 for 0: so that the quotient's term is defined even where Python has raised."""
    return ite(lt(ZERO, divisor), divisor, ite(lt(divisor, ZERO), neg(divisor), ONE))


def floor_divide(left: Term, right: Term) -> Term:
    """Python's // on Int, for a divisor that is not zero: the Euclidean quotient by a positive divisor is the floor."""
    if right.op == "const" and right.data > 0:
        return op("div", left, right)
    return op("div", ite(lt(ZERO, right), left, neg(left)), _magnitude(right))


def remainder(left: Term, right: Term) -> Term:
    """Python's % on Int, for a divisor that is not zero."""
    if right.op == "const" and right.data > 0:
        return op("mod", left, right)
    size = _magnitude(right)
    return ite(lt(ZERO, right), op("mod", left, size), neg(op("mod", neg(left), size)))
