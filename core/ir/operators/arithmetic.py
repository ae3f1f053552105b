"""Strict operators on Bool, Int, Real, Char and bit-vectors."""

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..sorts import BOOL, CHAR, INT, REAL
from ..terms import Term, make
from .context import EvaluationContext, Undefined
from .row import Operator, SortRule, Strict, T, between, given, nonzero, plain, signature

MAX_CODE_POINT = 0x10FFFF
"""The last code point of Unicode, as in Python and in Dafny 4 (`--unicode-char`)."""


def _code(character: str) -> int:
    # Taking its only character is an operation of its own, which an execution may watch (interpret/choices.py).
    return ord(character[0])


def euclidean(dividend: int, divisor: int) -> tuple[int, int]:
    """Quotient and remainder with 0 <= remainder < |divisor| (Boute 1992; SMT-LIB theory Ints)."""
    quotient, remainder = divmod(dividend, divisor)
    return (quotient + 1, remainder - divisor) if remainder < 0 else (quotient, remainder)


def _bits(value: int | Fraction) -> int:
    if isinstance(value, Fraction):
        return value.numerator.bit_length() + value.denominator.bit_length()
    return value.bit_length()


def _product(term: Term, context: EvaluationContext, left: Any, right: Any) -> Any:
    context.fuel.allow(_bits(left) + _bits(right))
    return left * right


def _divide(term: Term, context: EvaluationContext, left: Any, right: Any) -> Any:
    if right == 0:
        raise Undefined("division by zero", term.span)
    return euclidean(left, right)[0] if term.sort == INT else left / right


def _modulo(term: Term, context: EvaluationContext, left: int, right: int) -> int:
    if right == 0:
        raise Undefined("modulo by zero", term.span)
    return euclidean(left, right)[1]


def _to_int(term: Term, context: EvaluationContext, value: Fraction) -> int:
    if value.denominator != 1:
        raise Undefined(f"{value} is not an integer", term.span)
    return value.numerator


def _character(term: Term, context: EvaluationContext, code: int) -> str:
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
    def divide(term: Term, context: EvaluationContext, left: int, right: int) -> int:
        if right == 0:
            raise Undefined("division by zero", term.span)
        return function(left, right)

    return divide


def _shift(function: Callable[[int, int], int]) -> Strict:
    def shift(term: Term, context: EvaluationContext, value: int, by: int) -> int:
        if not 0 <= by <= width(term):
            raise Undefined(f"shift by {by} of {width(term)} bits", term.span)
        return function(value, by) & ((1 << width(term)) - 1)

    return shift


def _vector(term: Term, context: EvaluationContext, value: int) -> int:
    if not 0 <= value < 1 << width(term):
        raise Undefined(f"{value} does not fit in {width(term)} bits", term.span)
    return value


def _bits_of(term: Term) -> tuple[Term, ...]:
    return between(0, term.args[0], 2 ** width(term) - 1)


def _shifted(term: Term) -> tuple[Term, ...]:
    return between(0, term.args[1], width(term))


def _integral(term: Term) -> tuple[Term, ...]:
    value = term.args[0]
    return (make("eq", (value, make("real.of_int", (make("real.floor", (value,), INT),), REAL)), BOOL),)


def _code_point(term: Term) -> tuple[Term, ...]:
    return between(0, term.args[0], MAX_CODE_POINT)


def _numeric(arity: int) -> SortRule:
    """Int or Real, and the same again."""
    return signature(*(T,) * arity, gives=T, kinds=("Int", "Real"))


def _vector_rule(arity: int) -> SortRule:
    """Bit-vectors of one width."""
    return signature(*(T,) * arity, gives=T, kinds=("BitVec",))


_ORDER = signature(T, T, gives=BOOL, kinds=("Int", "Real", "Char"))
_VECTOR_ORDER = signature(T, T, gives=BOOL, kinds=("BitVec",))
_SHIFT = signature(T, INT, gives=T, kinds=("BitVec",))

ARITHMETIC = (
    Operator("neg", _numeric(1), evaluate=plain(operator.neg), smtlib="-"),
    Operator("add", _numeric(2), evaluate=plain(operator.add), smtlib="+"),
    Operator("sub", _numeric(2), evaluate=plain(operator.sub), smtlib="-"),
    Operator("mul", _numeric(2), evaluate=_product, smtlib="*"),
    Operator(
        "div",
        _numeric(2),
        evaluate=_divide,
        domain=nonzero,
        meaning="Int: Euclidean, as in SMT-LIB; Real: exact; undefined at 0",
    ),
    Operator(
        "mod",
        signature(INT, INT, gives=INT),
        evaluate=_modulo,
        domain=nonzero,
        smtlib="mod",
        meaning="Euclidean remainder, never negative; undefined at 0",
    ),
    Operator("lt", _ORDER, evaluate=plain(operator.lt), smtlib="<"),
    Operator("le", _ORDER, evaluate=plain(operator.le), smtlib="<="),
    Operator("gt", _ORDER, evaluate=plain(operator.gt), smtlib=">"),
    Operator("ge", _ORDER, evaluate=plain(operator.ge), smtlib=">="),
    Operator("real.of_int", signature(INT, gives=REAL), evaluate=plain(Fraction), smtlib="to_real"),
    Operator(
        "real.floor",
        signature(REAL, gives=INT),
        evaluate=plain(math.floor),
        smtlib="to_int",
        meaning="greatest integer below or equal",
    ),
    Operator(
        "real.to_int",
        signature(REAL, gives=INT),
        evaluate=_to_int,
        domain=_integral,
        smtlib="to_int",
        meaning="undefined unless integral",
    ),
    Operator("char.code", signature(CHAR, gives=INT), evaluate=plain(_code)),
    Operator(
        "char.of_int",
        signature(INT, gives=CHAR),
        evaluate=_character,
        domain=_code_point,
        meaning="undefined outside 0..0x10FFFF",
    ),
)

BIT_VECTORS = (
    Operator("bv.add", _vector_rule(2), evaluate=_modular(operator.add), smtlib="bvadd", meaning="modulo 2^width"),
    Operator("bv.sub", _vector_rule(2), evaluate=_modular(operator.sub), smtlib="bvsub"),
    Operator("bv.mul", _vector_rule(2), evaluate=_modular(operator.mul), smtlib="bvmul"),
    Operator(
        "bv.div",
        _vector_rule(2),
        evaluate=_unsigned_division(operator.floordiv),
        domain=nonzero,
        smtlib="bvudiv",
        meaning="unsigned; undefined at 0",
    ),
    Operator(
        "bv.mod",
        _vector_rule(2),
        evaluate=_unsigned_division(operator.mod),
        domain=nonzero,
        smtlib="bvurem",
        meaning="unsigned; undefined at 0",
    ),
    Operator("bv.and", _vector_rule(2), evaluate=plain(operator.and_), smtlib="bvand"),
    Operator("bv.or", _vector_rule(2), evaluate=plain(operator.or_), smtlib="bvor"),
    Operator("bv.xor", _vector_rule(2), evaluate=plain(operator.xor), smtlib="bvxor"),
    Operator("bv.not", _vector_rule(1), evaluate=_modular(operator.invert), smtlib="bvnot"),
    Operator("bv.shl", _SHIFT, evaluate=_shift(operator.lshift), domain=_shifted, meaning="undefined outside 0..width"),
    Operator(
        "bv.shr",
        _SHIFT,
        evaluate=_shift(operator.rshift),
        domain=_shifted,
        meaning="logical; undefined outside 0..width",
    ),
    Operator("bv.lt", _VECTOR_ORDER, evaluate=plain(operator.lt), smtlib="bvult", meaning="unsigned"),
    Operator("bv.le", _VECTOR_ORDER, evaluate=plain(operator.le), smtlib="bvule", meaning="unsigned"),
    Operator("bv.of_int", given(1), evaluate=_vector, domain=_bits_of, meaning="undefined outside 0..2^width-1"),
    Operator(
        "bv.to_int",
        signature(T, gives=INT, kinds=("BitVec",)),
        evaluate=plain(int),
        smtlib="ubv_to_int",
        meaning="unsigned",
    ),
)
