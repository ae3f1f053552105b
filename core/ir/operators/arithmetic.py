"""Strict operators on Bool, Int, Real, Char and bit-vectors."""

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..sorts import INT
from ..terms import Term
from .context import Context
from .undefined import Undecided, Undefined

Strict = Callable[..., Any]
"""(term, context, *values of the arguments) → value. Raises Undefined or OutOfFuel."""

MAX_CODE_POINT = 0x10FFFF


def plain(function: Callable[..., Any]) -> Strict:
    """A strict operator that needs nothing but its values."""
    return lambda term, context, *values: function(*values)


def euclidean(dividend: int, divisor: int) -> tuple[int, int]:
    """Quotient and remainder with 0 <= remainder < |divisor| (Boute 1992; SMT-LIB theory Ints)."""
    quotient, remainder = divmod(dividend, divisor)
    return (quotient + 1, remainder - divisor) if remainder < 0 else (quotient, remainder)


def _bits(value: int | Fraction) -> int:
    if isinstance(value, Fraction):
        return value.numerator.bit_length() + value.denominator.bit_length()
    return value.bit_length()


def _equal(term: Term, context: Context, left: Any, right: Any) -> bool:
    if term.args[0].sort.kind == "Function":
        raise Undecided("equality of functions", term.span)
    return bool(left == right)


def _product(term: Term, context: Context, left: Any, right: Any) -> Any:
    context.fuel.allow(_bits(left) + _bits(right))
    return left * right


def _divide(term: Term, context: Context, left: Any, right: Any) -> Any:
    if right == 0:
        raise Undefined("division by zero", term.span)
    return euclidean(left, right)[0] if term.sort == INT else left / right


def _modulo(term: Term, context: Context, left: int, right: int) -> int:
    if right == 0:
        raise Undefined("modulo by zero", term.span)
    return euclidean(left, right)[1]


def _to_int(term: Term, context: Context, value: Fraction) -> int:
    if value.denominator != 1:
        raise Undefined(f"{value} is not an integer", term.span)
    return value.numerator


def _character(term: Term, context: Context, code: int) -> str:
    if not 0 <= code <= MAX_CODE_POINT:
        raise Undefined(f"{code} is not a code point", term.span)
    return chr(code)


def width(term: Term) -> int:
    """The width of a term of a bit-vector sort."""
    label = term.sort.label
    assert isinstance(label, int), "a bit-vector sort is labelled with its width"
    return label


def _modular(function: Callable[..., int]) -> Strict:
    return lambda term, context, *values: function(*values) & ((1 << width(term)) - 1)


def _unsigned_division(function: Callable[[int, int], int]) -> Strict:
    def divide(term: Term, context: Context, left: int, right: int) -> int:
        if right == 0:
            raise Undefined("division by zero", term.span)
        return function(left, right)

    return divide


def _shift(function: Callable[[int, int], int]) -> Strict:
    def shift(term: Term, context: Context, value: int, by: int) -> int:
        if not 0 <= by <= width(term):
            raise Undefined(f"shift by {by} of {width(term)} bits", term.span)
        return function(value, by) & ((1 << width(term)) - 1)

    return shift


def _vector(term: Term, context: Context, value: int) -> int:
    if not 0 <= value < 1 << width(term):
        raise Undefined(f"{value} does not fit in {width(term)} bits", term.span)
    return value


ARITHMETIC: dict[str, Strict] = {
    "not": plain(operator.not_),
    "eq": _equal,
    "distinct": plain(lambda *values: len(set(values)) == len(values)),
    "neg": plain(operator.neg),
    "add": plain(operator.add),
    "sub": plain(operator.sub),
    "mul": _product,
    "div": _divide,
    "mod": _modulo,
    "lt": plain(operator.lt),
    "le": plain(operator.le),
    "gt": plain(operator.gt),
    "ge": plain(operator.ge),
    "real.of_int": plain(Fraction),
    "real.floor": plain(math.floor),
    "real.to_int": _to_int,
    "char.code": plain(ord),
    "char.of_int": _character,
    "bv.add": _modular(operator.add),
    "bv.sub": _modular(operator.sub),
    "bv.mul": _modular(operator.mul),
    "bv.div": _unsigned_division(operator.floordiv),
    "bv.mod": _unsigned_division(operator.mod),
    "bv.and": plain(operator.and_),
    "bv.or": plain(operator.or_),
    "bv.xor": plain(operator.xor),
    "bv.not": _modular(operator.invert),
    "bv.shl": _shift(operator.lshift),
    "bv.shr": _shift(operator.rshift),
    "bv.lt": plain(operator.lt),
    "bv.le": plain(operator.le),
    "bv.of_int": _vector,
    "bv.to_int": plain(int),
}
