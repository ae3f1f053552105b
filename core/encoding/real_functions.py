"""Functions of floats whose results are rounded: math.sqrt, math.fabs, math.isclose, and round to digits."""

import math
from fractions import Fraction
from functools import partial
from typing import Any

from attrs import evolve

from ..ir.build import eq, ge, implies, integer, ite, le, lt, mul, real
from ..ir.sorts import REAL
from ..ir.terms import TRUE, Term
from . import floats, numbers, units
from .abstract_values import (
    FINITE,
    NEGATIVE_INFINITY,
    POSITIVE_INFINITY,
    AbstractComplex,
    AbstractConstant,
    AbstractFloat,
    AbstractValue,
    Symbolic,
)
from .alternatives import Handler, SymbolicArguments, boolean, each, each_of_both, raising, unsupported
from .context import Context, int_value, single
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation
from .numbers import absolute, as_int, at_most, equal_numbers, is_of_kind
from .rounding import HALF_A_UNIT, SMALLEST, nearest, within

NEAR = Fraction(1, 2**60)
"""How far the square of a root may be off, relative to the number: far less than a rounding error."""


def _real_argument(context: Context, abstract: AbstractValue) -> AbstractFloat | None:
    """A number as functions of math take it; raises TypeError for what is none."""
    if numbers.as_float(abstract) is None:
        context.fail(TRUE, "TypeError")
        return None
    return floats.operand(context, abstract)


def exact_root(context: Context, value: AbstractFloat) -> Term:
    """The square root as a Real; any number where the value is negative or not finite.

    Numbers very near to the root are allowed, too: then models have rational numbers only.
    """
    number, root = units.ones(value.value), context.fresh("root", REAL)
    positive = conjunction(is_of_kind(value, FINITE), negation(units.is_negative(number)))
    square = units.between(mul(real(1 - NEAR), number), mul(root, root), mul(real(1 + NEAR), number))
    context.facts += [ge(root, real(0)), implies(positive, square)]
    return root


def _sqrt(context: Context, arguments: SymbolicArguments) -> Symbolic:
    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        value = _real_argument(context, abstract)
        if value is None:
            return Symbolic(())
        context.fail(_is_negative(value), "ValueError")
        return single(AbstractFloat(value.kind, nearest(context, exact_root(context, value))))

    return each(context, arguments[0], apply_to, "sqrt")


def _is_negative(value: AbstractFloat) -> Term:
    below = conjunction(is_of_kind(value, FINITE), units.is_negative(value.value))
    return disjunction(below, is_of_kind(value, NEGATIVE_INFINITY))


def power_of_one_half(context: Context, base: AbstractFloat) -> AbstractFloat:
    """base ** 0.5, which the C library computes with an error of less than one unit in the last place (two are allowed
    here). Of a negative number it is complex: that is not followed."""
    context.unsupported(_is_negative(base), "** of a negative number")
    term = context.fresh("power", REAL)
    context.know(within(exact_root(context, base), term, 4 * HALF_A_UNIT, 4 * SMALLEST))
    return AbstractFloat(base.kind, term)


def _fabs(context: Context, arguments: SymbolicArguments) -> Symbolic:
    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        value = _real_argument(context, abstract)
        return Symbolic(()) if value is None else absolute(value)

    return each(context, arguments[0], apply_to, "fabs")


def _logarithm(base: int | None) -> Handler:
    """math.log of one argument, math.log2 and math.log10: a number of its own, which is 0 for 1, and of which the sign
    is known, and that it is 1 or more from the base on. Whole numbers of any size have one."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        if len(arguments) > 1:
            return unsupported(context, "a logarithm to another base")

        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            number = numbers.as_float(abstract)
            if number is None:
                return None if isinstance(abstract, AbstractConstant) else raising(context, "TypeError")
            exact = units.ones(number.value)
            finite = is_of_kind(number, FINITE)
            # The domain error comes before any value; an infinite argument stays infinite.
            context.fail(conjunction(finite, le(exact, real(0))), "ValueError")
            context.fail(is_of_kind(number, NEGATIVE_INFINITY), "ValueError")
            term = context.fresh("log", REAL)
            facts = [
                # Facts of monotone functions at 1, at 2 and at the base, which contracts compare with.
                implies(eq(exact, real(1)), eq(term, real(0))),
                implies(le(real(1), exact), le(real(0), term)),
                implies(le(real(2), exact), lt(real(0), term)),
                implies(conjunction(lt(real(0), exact), le(exact, real(1))), le(term, real(0))),
                # Without a base it is the natural logarithm, which is at least 1 from e on, and so from 3 on.
                implies(le(real(base or 3), exact), le(real(1), term)),
            ]
            context.know(implies(finite, conjunction(*facts)))
            return single(AbstractFloat(number.kind, term))

        return each(context, arguments[0], apply_to, "log")

    return handler


def _isclose(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """Encode math.isclose as CPython computes it (Modules/mathmodule.c, math_isclose), with its roundings."""
    operands = []
    for argument in arguments:
        values = [abstract for guard, abstract in argument if guard is TRUE]
        operands.append(values[0] if values else None)
    relative, least = (None if operand is None else numbers.as_float(operand) for operand in operands[2:])
    if relative is None or least is None:
        return unsupported(context, "isclose with a tolerance that is not a number")
    for tolerance in (relative, least):
        # Before anything is compared, as CPython does.
        context.fail(_is_negative(tolerance), "ValueError")
    close = partial(_close, context, tolerances=(relative, least))
    return each_of_both(context, (arguments[0], arguments[1]), close, "isclose")


def _close(
    context: Context, left: AbstractValue, right: AbstractValue, tolerances: tuple[AbstractFloat, AbstractFloat]
) -> Symbolic | None:
    first, second = _real_argument(context, left), _real_argument(context, right)
    if first is None or second is None:
        return Symbolic(())
    relative, least = tolerances
    difference = _size(floats.plus(context, second, numbers.negate_float(first)))
    # The tolerance is relative to either of the two.
    limits = [*(_size(floats.times(context, relative, value)) for value in (second, first)), least]
    near = disjunction(*(at_most(difference, limit) for limit in limits))
    # An infinity is close to itself alone, which the first comparison tells; the difference of two would be nan.
    infinite = disjunction(*(is_of_kind(value, kind) for value in (first, second) for kind in ENDLESS))
    return boolean(disjunction(equal_numbers(first, second), conjunction(negation(infinite), near)))


ENDLESS = (POSITIVE_INFINITY, NEGATIVE_INFINITY)


def _size(value: AbstractFloat) -> AbstractFloat:
    kind = ite(is_of_kind(value, NEGATIVE_INFINITY), integer(POSITIVE_INFINITY), value.kind)
    return AbstractFloat(kind, units.size(value.value))


def _round(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """round(x, digits): the float nearest to a decimal that is nearest to x."""
    # The digits have to be known: they say how far the result may be.
    digit_values = [abstract for guard, abstract in arguments[1] if guard is TRUE]
    digits = as_int(digit_values[0]) if digit_values else None
    if digits is None or digits.op != "const" or not 0 <= digits.data <= LIMITS.rounded_digits:
        return unsupported(context, "round to an unknown number of digits")
    # At most half a unit of the last digit that is kept, and half a unit in the last place of the double.
    half = Fraction(1, 2 * 10**digits.data)

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        int_term = as_int(abstract)
        # For whole numbers nothing is behind the point.
        if int_term is not None:
            return int_value(int_term)
        if not isinstance(abstract, AbstractFloat):
            return raising(context, "TypeError") if not isinstance(abstract, AbstractComplex) else None
        if abstract.value.sort is not REAL and digits.data >= 3:
            return single(evolve(abstract))  # eighths have three digits
        term, number = context.fresh("rounded", REAL), units.ones(abstract.value)
        context.know(within(number, term, 2 * HALF_A_UNIT, half + half * HALF_A_UNIT * 4))
        return single(AbstractFloat(abstract.kind, term))

    return each(context, arguments[0], apply_to, "round")


def rounding_to_digits(plain: Handler) -> Handler:
    """round: to a whole number with one argument, by `plain`; to digits with two."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        if len(arguments) == 2:
            return _round(context, arguments)
        return plain(context, arguments)

    return handler


HANDLERS: dict[Any, Handler] = {
    math.sqrt: _sqrt,
    math.fabs: _fabs,
    math.isclose: _isclose,
    math.log: _logarithm(None),
    math.log2: _logarithm(2),
    math.log10: _logarithm(10),
}
