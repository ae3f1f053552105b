"""Whole numbers from numbers: round, math.floor, math.ceil, math.trunc, math.isqrt, math.gcd, math.lcm, divmod, pow,
math.factorial, math.comb."""

import math
import sys
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from ..ir.build import add, eq, implies, integer, is_value, ite, le, lt, mul, sub
from ..ir.sorts import BOOL, INT
from ..ir.terms import Term
from . import numbers, units
from .abstract_values import (
    AbstractComplex,
    AbstractConstant,
    AbstractFloat,
    AbstractInt,
    AbstractNone,
    AbstractValue,
    Symbolic,
)
from .alternatives import Handler, SymbolicArguments, each, each_of_both, raising
from .context import Context, int_value, single
from .encoding_limits import LIMITS
from .expressions import binary
from .floats import remainder
from .guards import conjunction, disjunction, negation
from .numbers import as_int
from .real_functions import rounding_to_digits
from .sequences import from_values
from .units import ONE, ZERO


def _rounding(name: str, rounded: Callable[[Term], Term]) -> Handler:
    """A function to int: whole numbers are themselves, `rounded` gives that of a finite float (`units.py`)."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            number = as_int(abstract)
            if number is not None:
                return int_value(number)
            if isinstance(abstract, AbstractFloat):
                numbers.truncate(context, abstract)  # for what infinities and nan raise
                return int_value(rounded(abstract.value))
            return raising(context, "TypeError")

        return each(context, arguments[0], apply_to, name)

    return handler


def _isqrt(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The root is a number of its own, with what defines it."""

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        number = as_int(abstract)
        if number is None:
            return raising(context, "TypeError")
        context.fail(lt(number, ZERO), "ValueError")
        # Unique by its definition, so that two calls agree without being told.
        root = context.fresh("root", INT)
        above = add(root, ONE)
        defined = conjunction(le(ZERO, root), le(mul(root, root), number), lt(number, mul(above, above)))
        context.know(implies(le(ZERO, number), defined))
        return int_value(root)

    return each(context, arguments[0], apply_to, "isqrt")


def _gcd(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The greatest common divisor of any number of integers, 0 of none: from the left, of two at a time."""
    return reduce(lambda first, second: _common_divisor(context, first, second), arguments, int_value(ZERO))


def _common_divisor(context: Context, first: Symbolic, second: Symbolic) -> Symbolic:
    return each_of_both(context, (first, second), partial(_divisor_of_both, context), "gcd")


def _divisor_of_both(context: Context, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    """A number of its own that divides both and is a sum of multiples of them: every common divisor divides it, and
    there is such a number for any two integers (Bézout)."""
    a, b = as_int(left), as_int(right)
    if a is None or b is None:
        return raising(context, "TypeError")
    if is_value(a) and is_value(b):
        return int_value(integer(math.gcd(a.data, b.data)))
    divisor, of_a, of_b, times_a, times_b = (context.fresh("divisor", INT) for _ in range(5))
    is_divisor = conjunction(eq(a, mul(divisor, of_a)), eq(b, mul(divisor, of_b)))
    is_greatest = eq(divisor, add(mul(times_a, a), mul(times_b, b)))
    context.know(conjunction(le(ZERO, divisor), is_divisor, is_greatest))
    return int_value(divisor)


def _lcm(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The least common multiple of any number of integers, 1 of none: from the left, of two at a time."""
    return reduce(lambda first, second: _common_multiple(context, first, second), arguments, int_value(ONE))


def _common_multiple(context: Context, first: Symbolic, second: Symbolic) -> Symbolic:
    def with_both(left: AbstractValue, right: AbstractValue) -> Symbolic | None:
        # None for what is no whole number, which raises.
        a, b = as_int(left), as_int(right)
        if a is None or b is None:
            return raising(context, "TypeError")
        if is_value(a) and is_value(b):
            return int_value(integer(math.lcm(a.data, b.data)))
        # The least common multiple by the greatest common divisor: lcm * gcd = |a * b|.
        ((_, divisor),) = _common_divisor(context, single(left), single(right))
        assert isinstance(divisor, AbstractInt)
        multiple, product = context.fresh("multiple", INT), mul(a, b)
        # Of 0 and 0 the divisor is 0, and each number times 0 is the product.
        is_least = eq(mul(multiple, divisor.term), ite(lt(product, ZERO), mul(integer(-1), product), product))
        context.know(conjunction(le(ZERO, multiple), is_least, implies(eq(product, ZERO), eq(multiple, ZERO))))
        return int_value(multiple)

    return each_of_both(context, (first, second), with_both, "lcm")


def _divmod(context: Context, arguments: SymbolicArguments) -> Symbolic:
    first, second = arguments
    return each_of_both(context, (first, second), partial(_quotient_and_rest, context), "divmod")


def _quotient_and_rest(context: Context, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    real = (
        operand for operand in (left, right) if numbers.is_number(operand) and not isinstance(operand, AbstractComplex)
    )
    if len(list(real)) < 2:
        return raising(context, "TypeError")
    values = [binary(context, name, single(left), single(right)) for name in ("//", "%")]
    return single(from_values("tuple", values))


def _pow(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if len(arguments) == 2 or all(isinstance(abstract, AbstractNone) for _, abstract in arguments[2]):
        return binary(context, "**", arguments[0], arguments[1])
    base, exponent, modulus = arguments

    def with_modulus(divisor: AbstractValue) -> Symbolic | None:
        if isinstance(divisor, AbstractNone):
            return binary(context, "**", base, exponent)
        return each_of_both(
            context, (base, exponent), lambda first, second: _power(context, first, second, divisor), "pow"
        )

    return each(context, modulus, with_modulus, "pow")


def _power(context: Context, base: AbstractValue, exponent: AbstractValue, modulus: AbstractValue) -> Symbolic | None:
    """pow(base, exponent, modulus) of whole numbers: a remainder, which is known of the exponents 0, 1 and 2."""
    if any(isinstance(operand, AbstractComplex | AbstractConstant) for operand in (base, exponent, modulus)):
        return None
    # All three are whole numbers, or there is no modular power.
    a, n, m = as_int(base), as_int(exponent), as_int(modulus)
    if a is None or n is None or m is None:
        return raising(context, "TypeError")
    context.fail(eq(m, ZERO), "ValueError")
    # A negative exponent asks for an inverse, which only a number without a common divisor has.
    context.fail(conjunction(lt(n, ZERO), context.fresh("raises", BOOL)), "ValueError")
    # The result has the sign of the modulus, as `%` has.
    term, is_defined = context.fresh("power", INT), negation(eq(m, ZERO))
    positive = conjunction(le(ZERO, term), lt(term, m))
    negative = conjunction(lt(m, term), le(term, ZERO))
    facts = [implies(lt(ZERO, m), positive), implies(lt(m, ZERO), negative)]
    # The first exponents are known exactly, the others by their range.
    for number, result in ((0, ONE), (1, a), (2, mul(a, a))):
        facts.append(implies(conjunction(is_defined, eq(n, integer(number))), eq(term, remainder(result, m))))
    context.facts += facts
    return int_value(term)


def _factorial(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """A number of its own: as large as the factorials of the numbers up to it, and no larger than that of those from
    it on."""

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        number_given = as_int(abstract)
        if number_given is None:
            return None if isinstance(abstract, AbstractConstant) else raising(context, "TypeError")
        # Negative numbers, and those beyond a C long, are refused.
        context.fail(lt(number_given, ZERO), "ValueError")
        context.fail(lt(integer(sys.maxsize), number_given), "OverflowError")
        term = context.fresh("factorial", INT)
        context.know(implies(le(ZERO, number_given), conjunction(le(ONE, term), le(number_given, term))))
        # Monotone: between the factorials of small numbers the value is enclosed.
        for number in range(LIMITS.factorials):
            factorial = integer(math.factorial(number))
            context.know(implies(le(integer(number), number_given), le(factorial, term)))
            context.know(
                implies(conjunction(le(ZERO, number_given), le(number_given, integer(number))), le(term, factorial))
            )
        return int_value(term)

    return each(context, arguments[0], apply_to, "factorial")


def _choose(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """math.comb(n, k): 0 where k is greater, else at least 1, and from 0 < k < n at least n."""

    def apply_to(left: AbstractValue, right: AbstractValue) -> Symbolic | None:
        if isinstance(left, AbstractConstant) or isinstance(right, AbstractConstant):
            return None
        n, k = as_int(left), as_int(right)
        if n is None or k is None:
            # Both have to be natural numbers.
            return raising(context, "TypeError")
        context.fail(disjunction(lt(n, ZERO), lt(k, ZERO)), "ValueError")
        # What is chosen, or what is left, has to be a number of C.
        context.fail(conjunction(lt(integer(sys.maxsize), k), lt(integer(sys.maxsize), sub(n, k))), "OverflowError")
        # Zero beyond n, one at both ends, n beside the ends, and at least n between.
        term = context.fresh("choices", INT)
        inside, ends = conjunction(le(ZERO, k), le(k, n)), disjunction(eq(k, ZERO), eq(k, n))
        near_end = disjunction(eq(k, ONE), eq(k, sub(n, ONE)))
        context.facts += [
            implies(lt(n, k), eq(term, ZERO)),
            implies(conjunction(inside, ends), eq(term, ONE)),
            implies(conjunction(inside, negation(ends)), le(n, term)),
            implies(conjunction(inside, negation(ends), near_end), eq(term, n)),
        ]
        return int_value(term)

    return each_of_both(context, (arguments[0], arguments[1]), apply_to, "comb")


ARITY: dict[Any, tuple[int, int]] = {
    math.gcd: (0, 99),
    math.lcm: (0, 99),
    math.comb: (2, 2),
}
"""How many arguments a function takes, where it is not exactly one."""

HANDLERS: dict[Any, Handler] = {
    round: rounding_to_digits(_rounding("round", units.rounded_to_even)),
    math.floor: _rounding("floor", units.rounded_down),
    math.ceil: _rounding("ceil", units.rounded_up),
    math.trunc: _rounding("trunc", units.truncated),
    math.isqrt: _isqrt,
    math.gcd: _gcd,
    math.lcm: _lcm,
    divmod: _divmod,
    pow: _pow,
    math.factorial: _factorial,
    math.comb: _choose,
}
