"""Whole numbers from numbers: round, math.floor, math.ceil, math.trunc, math.isqrt, divmod, pow."""

import math
from collections.abc import Callable
from typing import Any

from ..ir.build import add, implies, le, lt, mul
from ..ir.sorts import INT
from ..ir.terms import Term
from . import numbers, units
from .abstract_values import AbstractComplex, AbstractFloat, AbstractInt, AbstractValue, Symbolic
from .alternatives import Arguments, Handler, each, raising, unsupported
from .context import Context, single
from .expressions import binary
from .guards import conjunction
from .numbers import as_int
from .real_functions import rounding_to_digits
from .sequences import from_values
from .units import ONE, ZERO


def _rounding(name: str, rounded: Callable[[Term], Term]) -> Handler:
    """A function to int: whole numbers are themselves, `rounded` gives that of a finite float (`units.py`)."""

    def handler(context: Context, arguments: Arguments) -> Symbolic:
        def apply_to(shape: AbstractValue) -> Symbolic | None:
            whole = as_int(shape)
            if whole is not None:
                return single(AbstractInt(whole))
            if isinstance(shape, AbstractFloat):
                numbers.truncate(context, shape)  # for what infinities and nan raise
                return single(AbstractInt(rounded(shape.value)))
            return raising(context, "TypeError")

        return each(context, arguments[0], apply_to, name)

    return handler


def _isqrt(context: Context, arguments: Arguments) -> Symbolic:
    """The root is a number of its own, with what defines it."""

    def apply_to(shape: AbstractValue) -> Symbolic | None:
        whole = as_int(shape)
        if whole is None:
            return raising(context, "TypeError")
        context.fail(lt(whole, ZERO), "ValueError")
        root = context.fresh("root", INT)
        above = add(root, ONE)
        defined = conjunction(le(ZERO, root), le(mul(root, root), whole), lt(whole, mul(above, above)))
        context.facts.append(implies(le(ZERO, whole), defined))
        return single(AbstractInt(root))

    return each(context, arguments[0], apply_to, "isqrt")


def _divmod(context: Context, arguments: Arguments) -> Symbolic:
    first, second = arguments

    def with_first(left: AbstractValue) -> Symbolic | None:
        return each(context, second, lambda right: _quotient_and_rest(context, left, right), "divmod")

    return each(context, first, with_first, "divmod")


def _quotient_and_rest(context: Context, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    real = (shape for shape in (left, right) if numbers.is_number(shape) and not isinstance(shape, AbstractComplex))
    if len(list(real)) < 2:
        return raising(context, "TypeError")
    parts = [binary(context, name, single(left), single(right)) for name in ("//", "%")]
    return single(from_values("tuple", parts))


def _pow(context: Context, arguments: Arguments) -> Symbolic:
    if len(arguments) == 3:
        return unsupported(context, "pow with a modulus")
    return binary(context, "**", arguments[0], arguments[1])


ARITY: dict[Any, tuple[int, int]] = {round: (1, 2), divmod: (2, 2), pow: (2, 3)}
"""How many arguments a function takes, where it is not exactly one."""

HANDLERS: dict[Any, Handler] = {
    round: rounding_to_digits(_rounding("round", units.rounded_to_even)),
    math.floor: _rounding("floor", units.rounded_down),
    math.ceil: _rounding("ceil", units.rounded_up),
    math.trunc: _rounding("trunc", units.truncated),
    math.isqrt: _isqrt,
    divmod: _divmod,
    pow: _pow,
}
