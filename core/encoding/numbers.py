"""Numbers: bool, int, float and complex as Python has and compares them (language reference 6.5-6.10).

A float is its kind (finite, infinite, nan) and, when it is finite, a number in one of two units (`units.py`). All that
is here is exact: Python compares numbers of different types by their values, not by converting one to the other.
"""

from fractions import Fraction

from attrs import evolve

from ..ir.build import eq, ge, implies, integer, ite, le, lt, neg, sub
from ..ir.sorts import INT
from ..ir.terms import FALSE, TRUE, Term
from . import units
from .abstract_values import (
    FINITE,
    NEGATIVE_INFINITY,
    NOT_A_NUMBER,
    POSITIVE_INFINITY,
    AbstractBool,
    AbstractComplex,
    AbstractFloat,
    AbstractInt,
    AbstractValue,
    Symbolic,
)
from .context import Context, int_value, single
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation
from .units import ONE, ZERO

TOO_LARGE = 2**1024 - 2**970
"""Numbers from here on round to no finite float."""
LARGEST = 2**50
"""Finite floats that count eighths are at most this many: sums and differences of a few of them are exact."""


def as_int(abstract: AbstractValue) -> Term | None:
    """The Int of a bool or an int."""
    match abstract:
        case AbstractBool(term):
            return ite(term, ONE, ZERO)
        case AbstractInt(term):
            return term
    return None


def as_float(abstract: AbstractValue) -> AbstractFloat | None:
    """A bool, int or float as a number to compare with floats: exactly, as a float may not be able to."""
    if isinstance(abstract, AbstractFloat):
        return abstract
    number = as_int(abstract)
    return None if number is None else AbstractFloat(integer(FINITE), units.of_whole(number))


def fits_a_float(context: Context, abstract: AbstractValue) -> Term:
    """The condition that a number is no whole number beyond the largest float; raises OverflowError for those."""
    if not isinstance(abstract, AbstractInt):
        return TRUE
    inside = conjunction(lt(integer(-TOO_LARGE), abstract.term), lt(abstract.term, integer(TOO_LARGE)))
    context.require(inside, "OverflowError")
    return inside


def is_nan(abstract: AbstractValue) -> Term:
    match abstract:
        case AbstractFloat():
            return is_of_kind(abstract, NOT_A_NUMBER)
        case AbstractComplex(real, imaginary):
            return disjunction(is_nan(real), is_nan(imaginary))
    return FALSE


def as_complex(abstract: AbstractValue) -> AbstractComplex | None:
    if isinstance(abstract, AbstractComplex):
        return abstract
    real = as_float(abstract)
    return None if real is None else AbstractComplex(real, AbstractFloat(integer(FINITE), ZERO))


def part(abstract: AbstractValue, name: str) -> AbstractValue:
    """x.real or x.imag of a number. That of a complex number is a new float each time.

    Assumes: the parts of a complex number are new objects each time, and the real part of a float is that float.
    """
    if isinstance(abstract, AbstractComplex):
        return evolve(abstract.real if name == "real" else abstract.imaginary)
    number = as_int(abstract)
    if number is not None:
        return AbstractInt(number if name == "real" else ZERO)
    return abstract if name == "real" else AbstractFloat(integer(FINITE), ZERO)


def is_number(abstract: AbstractValue) -> bool:
    return isinstance(abstract, (AbstractBool, AbstractInt, AbstractFloat, AbstractComplex))


def float_constant(value: float) -> AbstractFloat:
    """A float as an abstract value."""
    if value != value:
        return AbstractFloat(integer(NOT_A_NUMBER), ZERO)
    if value in (float("inf"), float("-inf")):
        return AbstractFloat(integer(POSITIVE_INFINITY if value > 0 else NEGATIVE_INFINITY), ZERO)
    return AbstractFloat(integer(FINITE), units.of_constant(Fraction(value)))


def is_of_kind(value: AbstractFloat, kind: int) -> Term:
    return eq(value.kind, integer(kind))


def is_whole(value: AbstractFloat) -> Term:
    """Is it a whole number?"""
    return conjunction(is_of_kind(value, FINITE), units.is_whole(value.value))


def equal_floats(left: AbstractFloat, right: AbstractFloat) -> Term:
    # Of an infinity the value says nothing: it is free, and must not be compared.
    return conjunction(
        eq(left.kind, right.kind),
        negation(is_of_kind(left, NOT_A_NUMBER)),
        disjunction(negation(is_of_kind(left, FINITE)), units.equal(left.value, right.value)),
    )


def equal_numbers(left: AbstractValue, right: AbstractValue) -> Term:
    """left == right for two numbers."""
    first, second = as_int(left), as_int(right)
    # Ints and bools compare exactly, whatever their size.
    if first is not None and second is not None:
        return eq(first, second)
    # A real number is a complex one without an imaginary part.
    if isinstance(left, AbstractComplex) or isinstance(right, AbstractComplex):
        first_complex, second_complex = as_complex(left), as_complex(right)
        assert first_complex is not None
        assert second_complex is not None
        return conjunction(
            equal_floats(first_complex.real, second_complex.real),
            equal_floats(first_complex.imaginary, second_complex.imaginary),
        )
    # An int is compared with a float by its exact value, not by its rounding (language reference, 6.10.1).
    one_float, other_float = as_float(left), as_float(right)
    assert one_float is not None
    assert other_float is not None
    return equal_floats(one_float, other_float)


def less(left: AbstractValue, right: AbstractValue, strict: bool) -> Term | None:
    """left < right (or <=) for two real numbers; None for a complex one (Python raises TypeError).

    Assumes: comparing numbers of two types compares their exact values.
    """
    first, second = as_int(left), as_int(right)
    if first is not None and second is not None:
        return lt(first, second) if strict else le(first, second)
    first_float, second_float = as_float(left), as_float(right)
    if first_float is None or second_float is None:
        return None
    return _less_floats(first_float, second_float, strict)


def at_most(left: AbstractFloat, right: AbstractFloat) -> Term:
    """left <= right for two floats."""
    return _less_floats(left, right, strict=False)


def _less_floats(first: AbstractFloat, second: AbstractFloat, strict: bool) -> Term:
    usual = conjunction(
        is_of_kind(first, FINITE), is_of_kind(second, FINITE), units.less(first.value, second.value, strict)
    )
    below = conjunction(is_of_kind(first, NEGATIVE_INFINITY), negation(is_of_kind(second, NOT_A_NUMBER)))
    above = conjunction(is_of_kind(second, POSITIVE_INFINITY), negation(is_of_kind(first, NOT_A_NUMBER)))
    # An infinity is not less than itself, but at most.
    if strict:
        below = conjunction(below, negation(is_of_kind(second, NEGATIVE_INFINITY)))
        above = conjunction(above, negation(is_of_kind(first, POSITIVE_INFINITY)))
    return disjunction(usual, below, above)


def truth(abstract: AbstractValue) -> Term:
    """bool(x) of a number."""
    match abstract:
        case AbstractBool(term):
            return term
        case AbstractInt(term):
            return negation(eq(term, ZERO))
        case AbstractFloat():
            return negation(conjunction(is_of_kind(abstract, FINITE), units.is_zero(abstract.value)))
        case AbstractComplex(real, imaginary):
            return disjunction(truth(real), truth(imaginary))
    raise TypeError(abstract)


def negate_float(value: AbstractFloat) -> AbstractFloat:
    flipped = ite(
        is_of_kind(value, POSITIVE_INFINITY),
        integer(NEGATIVE_INFINITY),
        ite(is_of_kind(value, NEGATIVE_INFINITY), integer(POSITIVE_INFINITY), value.kind),
    )
    return AbstractFloat(flipped, neg(value.value))


def unary(context: Context, name: str, abstract: AbstractValue) -> Symbolic | None:
    """- + ~ on a number."""
    number = as_int(abstract)
    if number is not None:
        # Of a bool as well, which is a number here: `+True` is 1. `~n` is `-n - 1` for every integer.
        return int_value({"-": neg(number), "+": number, "~": sub(neg(number), ONE)}[name])
    if name == "~":
        context.fail(TRUE, "TypeError")
        return Symbolic(())
    match abstract:
        case AbstractFloat():
            return single(negate_float(abstract) if name == "-" else abstract)
        case AbstractComplex(real, imaginary):
            return single(AbstractComplex(negate_float(real), negate_float(imaginary)) if name == "-" else abstract)
    return None


def absolute(abstract: AbstractValue) -> Symbolic | None:
    """abs(x); None for a complex number."""
    number = as_int(abstract)
    if number is not None:
        return int_value(ite(ge(number, ZERO), number, neg(number)))
    if isinstance(abstract, AbstractFloat):
        kind = ite(is_of_kind(abstract, NEGATIVE_INFINITY), integer(POSITIVE_INFINITY), abstract.kind)
        return single(AbstractFloat(kind, units.size(abstract.value)))
    return None


def truncate(context: Context, value: AbstractFloat) -> AbstractInt:
    """int(x): towards zero. Infinities and nan raise."""
    context.fail(
        disjunction(is_of_kind(value, POSITIVE_INFINITY), is_of_kind(value, NEGATIVE_INFINITY)), "OverflowError"
    )
    context.fail(is_of_kind(value, NOT_A_NUMBER), "ValueError")
    return AbstractInt(units.truncated(value.value))


def number_of_bits(context: Context, name: str, number: Term) -> Term:
    """`n.bit_length()`, exact for numbers of so many bits, or `n.bit_count()`, of which only the ends are known. The
    sign counts for nothing."""
    if number.op == "const":
        return integer(getattr(number.data, name)())
    term, is_new = context.shared((name, number), "bits", INT)
    if is_new:
        size = ite(lt(number, ZERO), neg(number), number)
        # What holds of both counts: not negative, zero for zero only, at most the number itself.
        context.facts += [ge(term, ZERO), eq(eq(term, ZERO), eq(number, ZERO)), le(term, size)]
        # `bit_length` is at most k exactly for numbers below 2**k; `bit_count` is so for those, but not only.
        for bits in range(1, LIMITS.number_bits + 1):
            below = lt(size, integer(1 << bits))
            few = le(term, integer(bits))
            context.know(eq(below, few) if name == "bit_length" else implies(below, few))
    return term
