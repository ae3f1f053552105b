"""Whole numbers from numbers: round, math.floor, math.ceil, math.trunc, math.isqrt, math.gcd, math.lcm, divmod, pow."""

import math
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from ..ir.build import add, eq, implies, integer, is_value, ite, le, lt, mul
from ..ir.sorts import INT
from ..ir.terms import Term
from . import numbers, units
from .abstract_values import AbstractComplex, AbstractFloat, AbstractInt, AbstractValue, Symbolic
from .alternatives import Handler, SymbolicArguments, each, each_of_both, raising, unsupported
from .context import Context, single
from .expressions import binary
from .guards import conjunction
from .numbers import as_int
from .real_functions import rounding_to_digits
from .sequences import from_values
from .units import ONE, ZERO


def _rounding(name: str, rounded: Callable[[Term], Term]) -> Handler:
    """A function to int: whole numbers are themselves, `rounded` gives that of a finite float (`units.py`)."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            whole = as_int(abstract)
            if whole is not None:
                return single(AbstractInt(whole))
            if isinstance(abstract, AbstractFloat):
                numbers.truncate(context, abstract)  # for what infinities and nan raise
                return single(AbstractInt(rounded(abstract.value)))
            return raising(context, "TypeError")

        return each(context, arguments[0], apply_to, name)

    return handler


def _isqrt(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The root is a number of its own, with what defines it."""

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        whole = as_int(abstract)
        if whole is None:
            return raising(context, "TypeError")
        context.fail(lt(whole, ZERO), "ValueError")
        root = context.fresh("root", INT)
        above = add(root, ONE)
        defined = conjunction(le(ZERO, root), le(mul(root, root), whole), lt(whole, mul(above, above)))
        context.facts.append(implies(le(ZERO, whole), defined))
        return single(AbstractInt(root))

    return each(context, arguments[0], apply_to, "isqrt")


def _gcd(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The greatest common divisor of any number of integers, 0 of none: from the left, of two at a time."""
    return reduce(lambda one, other: _common_divisor(context, one, other), arguments, single(AbstractInt(ZERO)))


def _common_divisor(context: Context, first: Symbolic, second: Symbolic) -> Symbolic:
    return each_of_both(context, (first, second), partial(_divisor_of_both, context), "gcd")


def _divisor_of_both(context: Context, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    """A number of its own that divides both and is a sum of multiples of them: every common divisor divides it, and
    there is such a number for any two integers (Bézout)."""
    a, b = as_int(left), as_int(right)
    if a is None or b is None:
        return raising(context, "TypeError")
    if is_value(a) and is_value(b):
        return single(AbstractInt(integer(math.gcd(a.data, b.data))))
    divisor, of_a, of_b, times_a, times_b = (context.fresh("divisor", INT) for _ in range(5))
    is_divisor = conjunction(eq(a, mul(divisor, of_a)), eq(b, mul(divisor, of_b)))
    is_greatest = eq(divisor, add(mul(times_a, a), mul(times_b, b)))
    context.facts.append(conjunction(le(ZERO, divisor), is_divisor, is_greatest))
    return single(AbstractInt(divisor))


def _lcm(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The least common multiple of any number of integers, 1 of none: from the left, of two at a time."""
    return reduce(lambda one, other: _common_multiple(context, one, other), arguments, single(AbstractInt(ONE)))


def _common_multiple(context: Context, first: Symbolic, second: Symbolic) -> Symbolic:
    def with_both(left: AbstractValue, right: AbstractValue) -> Symbolic | None:
        a, b = as_int(left), as_int(right)
        if a is None or b is None:
            return raising(context, "TypeError")
        if is_value(a) and is_value(b):
            return single(AbstractInt(integer(math.lcm(a.data, b.data))))
        ((_, divisor),) = _common_divisor(context, single(left), single(right))
        assert isinstance(divisor, AbstractInt)
        multiple, product = context.fresh("multiple", INT), mul(a, b)
        # Of 0 and 0 the divisor is 0, and each number times 0 is the product.
        is_least = eq(mul(multiple, divisor.term), ite(lt(product, ZERO), mul(integer(-1), product), product))
        context.facts.append(conjunction(le(ZERO, multiple), is_least, implies(eq(product, ZERO), eq(multiple, ZERO))))
        return single(AbstractInt(multiple))

    return each_of_both(context, (first, second), with_both, "lcm")


def _divmod(context: Context, arguments: SymbolicArguments) -> Symbolic:
    first, second = arguments
    return each_of_both(context, (first, second), partial(_quotient_and_rest, context), "divmod")


def _quotient_and_rest(context: Context, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    real = (one for one in (left, right) if numbers.is_number(one) and not isinstance(one, AbstractComplex))
    if len(list(real)) < 2:
        return raising(context, "TypeError")
    parts = [binary(context, name, single(left), single(right)) for name in ("//", "%")]
    return single(from_values("tuple", parts))


def _pow(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if len(arguments) == 3:
        return unsupported(context, "pow with a modulus")
    return binary(context, "**", arguments[0], arguments[1])


ARITY: dict[Any, tuple[int, int]] = {math.gcd: (0, 99), math.lcm: (0, 99), round: (1, 2), divmod: (2, 2), pow: (2, 3)}
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
}
