"""Numbers: bool, int, float and complex as Python has and compares them (language reference 6.5-6.10).

A float is its kind (finite, infinite, nan) and, when it is finite, a number in one of two units (`units.py`). All that
is here is exact: Python compares numbers of different types by their values, not by converting one to the other.
"""

from fractions import Fraction

from ..ir.build import eq, ge, integer, ite, le, lt, neg, sub
from ..ir.terms import FALSE, TRUE, Term
from . import units
from .abstract_values import (
    FINITE,
    NEGATIVE_INFINITY,
    NOT_A_NUMBER,
    POSITIVE_INFINITY,
    BoolShape,
    ComplexShape,
    FloatShape,
    IntShape,
    Shape,
    Symbolic,
)
from .context import Context, single
from .guards import join, meet, opposite
from .units import ONE, ZERO

TOO_LARGE = 2**1024 - 2**970
"""Numbers from here on round to no finite float."""
LARGEST = 2**50
"""Finite floats that count eighths are at most this many: sums and differences of a few of them are exact."""


def as_int(shape: Shape) -> Term | None:
    """The Int of a bool or an int."""
    match shape:
        case BoolShape(term):
            return ite(term, ONE, ZERO)
        case IntShape(term):
            return term
    return None


def as_float(shape: Shape) -> FloatShape | None:
    """A bool, int or float as a number to compare with floats: exactly, as a float may not be able to."""
    if isinstance(shape, FloatShape):
        return shape
    whole = as_int(shape)
    return None if whole is None else FloatShape(integer(FINITE), units.of_whole(whole))


def fits_a_float(context: Context, shape: Shape) -> Term:
    """The condition that a number is no whole number beyond the largest float; raises OverflowError for those."""
    if not isinstance(shape, IntShape):
        return TRUE
    inside = meet(lt(integer(-TOO_LARGE), shape.term), lt(shape.term, integer(TOO_LARGE)))
    context.fail(opposite(inside), "OverflowError")
    return inside


def is_nan(shape: Shape) -> Term:
    match shape:
        case FloatShape():
            return is_of_kind(shape, NOT_A_NUMBER)
        case ComplexShape(real, imaginary):
            return join(is_nan(real), is_nan(imaginary))
    return FALSE


def as_complex(shape: Shape) -> ComplexShape | None:
    if isinstance(shape, ComplexShape):
        return shape
    real = as_float(shape)
    return None if real is None else ComplexShape(real, FloatShape(integer(FINITE), ZERO))


def part(shape: Shape, name: str) -> Shape:
    """x.real or x.imag of a number."""
    if isinstance(shape, ComplexShape):
        return shape.real if name == "real" else shape.imaginary
    whole = as_int(shape)
    if whole is not None:
        return IntShape(whole if name == "real" else ZERO)
    return shape if name == "real" else FloatShape(integer(FINITE), ZERO)


def is_number(shape: Shape) -> bool:
    return isinstance(shape, (BoolShape, IntShape, FloatShape, ComplexShape))


def float_constant(value: float) -> FloatShape:
    """A float as a shape."""
    if value != value:
        return FloatShape(integer(NOT_A_NUMBER), ZERO)
    if value in (float("inf"), float("-inf")):
        return FloatShape(integer(POSITIVE_INFINITY if value > 0 else NEGATIVE_INFINITY), ZERO)
    return FloatShape(integer(FINITE), units.of_constant(Fraction(value)))


def is_of_kind(value: FloatShape, kind: int) -> Term:
    return eq(value.kind, integer(kind))


def is_whole(value: FloatShape) -> Term:
    """Is it a whole number?"""
    return meet(is_of_kind(value, FINITE), units.is_whole(value.value))


def equal_floats(left: FloatShape, right: FloatShape) -> Term:
    return meet(
        eq(left.kind, right.kind),
        opposite(is_of_kind(left, NOT_A_NUMBER)),
        join(opposite(is_of_kind(left, FINITE)), units.equal(left.value, right.value)),
    )


def equal_numbers(left: Shape, right: Shape) -> Term:
    """left == right for two numbers."""
    first, second = as_int(left), as_int(right)
    if first is not None and second is not None:
        return eq(first, second)
    if isinstance(left, ComplexShape) or isinstance(right, ComplexShape):
        one, other = as_complex(left), as_complex(right)
        assert one is not None
        assert other is not None
        return meet(equal_floats(one.real, other.real), equal_floats(one.imaginary, other.imaginary))
    one_float, other_float = as_float(left), as_float(right)
    assert one_float is not None
    assert other_float is not None
    return equal_floats(one_float, other_float)


def less(left: Shape, right: Shape, strict: bool) -> Term | None:
    """left < right (or <=) for two real numbers; None for a complex one (Python raises TypeError)."""
    first, second = as_int(left), as_int(right)
    if first is not None and second is not None:
        return lt(first, second) if strict else le(first, second)
    one, other = as_float(left), as_float(right)
    if one is None or other is None:
        return None
    return _less_floats(one, other, strict)


def at_most(left: FloatShape, right: FloatShape) -> Term:
    """left <= right for two floats."""
    return _less_floats(left, right, strict=False)


def _less_floats(one: FloatShape, other: FloatShape, strict: bool) -> Term:
    usual = meet(is_of_kind(one, FINITE), is_of_kind(other, FINITE), units.less(one.value, other.value, strict))
    below = meet(is_of_kind(one, NEGATIVE_INFINITY), opposite(is_of_kind(other, NOT_A_NUMBER)))
    above = meet(is_of_kind(other, POSITIVE_INFINITY), opposite(is_of_kind(one, NOT_A_NUMBER)))
    if strict:
        below = meet(below, opposite(is_of_kind(other, NEGATIVE_INFINITY)))
        above = meet(above, opposite(is_of_kind(one, POSITIVE_INFINITY)))
    return join(usual, below, above)


def truth(shape: Shape) -> Term:
    """bool(x) of a number."""
    match shape:
        case BoolShape(term):
            return term
        case IntShape(term):
            return opposite(eq(term, ZERO))
        case FloatShape():
            return opposite(meet(is_of_kind(shape, FINITE), units.is_zero(shape.value)))
        case ComplexShape(real, imaginary):
            return join(truth(real), truth(imaginary))
    raise TypeError(shape)


def negate_float(value: FloatShape) -> FloatShape:
    flipped = ite(
        is_of_kind(value, POSITIVE_INFINITY),
        integer(NEGATIVE_INFINITY),
        ite(is_of_kind(value, NEGATIVE_INFINITY), integer(POSITIVE_INFINITY), value.kind),
    )
    return FloatShape(flipped, neg(value.value))


def unary(context: Context, name: str, shape: Shape) -> Symbolic | None:
    """- + ~ on a number."""
    whole = as_int(shape)
    if whole is not None:
        return single(IntShape({"-": neg(whole), "+": whole, "~": sub(neg(whole), ONE)}[name]))
    if name == "~":
        context.fail(TRUE, "TypeError")
        return Symbolic(())
    match shape:
        case FloatShape():
            return single(negate_float(shape) if name == "-" else shape)
        case ComplexShape(real, imaginary):
            return single(ComplexShape(negate_float(real), negate_float(imaginary)) if name == "-" else shape)
    return None


def absolute(shape: Shape) -> Symbolic | None:
    """abs(x); None for a complex number."""
    whole = as_int(shape)
    if whole is not None:
        return single(IntShape(ite(ge(whole, ZERO), whole, neg(whole))))
    if isinstance(shape, FloatShape):
        kind = ite(is_of_kind(shape, NEGATIVE_INFINITY), integer(POSITIVE_INFINITY), shape.kind)
        return single(FloatShape(kind, units.size(shape.value)))
    return None


def truncate(context: Context, value: FloatShape) -> IntShape:
    """int(x): towards zero. Infinities and nan raise."""
    context.fail(join(is_of_kind(value, POSITIVE_INFINITY), is_of_kind(value, NEGATIVE_INFINITY)), "OverflowError")
    context.fail(is_of_kind(value, NOT_A_NUMBER), "ValueError")
    return IntShape(units.truncated(value.value))
