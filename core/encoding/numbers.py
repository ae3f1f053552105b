"""Numbers: bool, int, float and complex as Python computes with them (language reference 6.5-6.7).

A finite float is an integer count of eighths; sums, differences, comparisons, floor divisions and remainders of
such numbers are exact in both worlds as long as the numbers are below 2**50, which the universe's bound asserts.
"""

from collections.abc import Callable
from math import floor

from ..build import add, eq, ge, integer, ite, le, lt, mul, neg, op, sub
from ..terms import FALSE, TRUE, Term
from .context import Context, single
from .guards import join, meet, opposite
from .shapes import (
    FINITE,
    NEGATIVE_INFINITY,
    NOT_A_NUMBER,
    POSITIVE_INFINITY,
    BoolShape,
    ComplexShape,
    FloatShape,
    IntShape,
    OddFloatShape,
    Shape,
    Symbolic,
)

ZERO, ONE, EIGHT = integer(0), integer(1), integer(8)

TOO_LARGE = 2**1024 - 2**970
"""Whole numbers from here on round to no finite float."""
LARGEST = 2**50
"""Finite floats are at most this many eighths: sums and differences of a few of them are exact."""


def as_int(shape: Shape) -> Term | None:
    """The Int of a bool or an int."""
    match shape:
        case BoolShape(term):
            return ite(term, ONE, ZERO)
        case IntShape(term):
            return term
    return None


def as_float(shape: Shape) -> FloatShape | None:
    """A bool, int or float as a float."""
    if isinstance(shape, FloatShape):
        return shape
    whole = as_int(shape)
    return None if whole is None else FloatShape(integer(FINITE), mul(EIGHT, whole))


def exact_float(context: Context, shape: Shape) -> FloatShape | None:
    """A bool, int or float as a float that computes exactly: whole numbers of a reasonable size."""
    if isinstance(shape, IntShape):
        inside = meet(le(integer(-LARGEST), shape.term), le(shape.term, integer(LARGEST)))
        context.bound(opposite(inside), "a large whole number as a float")
    return as_float(shape)


def converted(context: Context, shape: Shape) -> FloatShape | None:
    """float(x) of a number; raises OverflowError for a whole number beyond the largest float."""
    if isinstance(shape, IntShape):
        inside = meet(lt(integer(-TOO_LARGE), shape.term), lt(shape.term, integer(TOO_LARGE)))
        with context.under(inside):
            exact_float(context, shape)
        context.fail(opposite(inside), "OverflowError")
    return as_float(shape)


def is_nan(shape: Shape) -> Term:
    match shape:
        case FloatShape():
            return _is(shape, NOT_A_NUMBER)
        case ComplexShape(real, imaginary):
            return join(is_nan(real), is_nan(imaginary))
    return FALSE


def as_complex(shape: Shape) -> ComplexShape | None:
    if isinstance(shape, ComplexShape):
        return shape
    real = as_float(shape)
    return None if real is None else ComplexShape(real, FloatShape(integer(FINITE), ZERO))


def is_number(shape: Shape) -> bool:
    return isinstance(shape, (BoolShape, IntShape, FloatShape, OddFloatShape, ComplexShape))


def float_constant(value: float) -> FloatShape | None:
    """A float as a shape; None when it is no multiple of 1/8."""
    if value != value:
        return FloatShape(integer(NOT_A_NUMBER), ZERO)
    if value in (float("inf"), float("-inf")):
        return FloatShape(integer(POSITIVE_INFINITY if value > 0 else NEGATIVE_INFINITY), ZERO)
    eighths = value * 8
    return FloatShape(integer(FINITE), integer(int(eighths))) if eighths == int(eighths) else None


def _is(value: FloatShape, kind: int) -> Term:
    return eq(value.kind, integer(kind))


def equal_floats(left: FloatShape, right: FloatShape) -> Term:
    return meet(
        eq(left.kind, right.kind),
        opposite(_is(left, NOT_A_NUMBER)),
        join(opposite(_is(left, FINITE)), eq(left.eighths, right.eighths)),
    )


def equal_numbers(left: Shape, right: Shape) -> Term:
    """left == right for two numbers."""
    if isinstance(left, OddFloatShape) or isinstance(right, OddFloatShape):
        both = isinstance(left, OddFloatShape) and isinstance(right, OddFloatShape)
        return TRUE if both and left.value == right.value else FALSE  # type: ignore[union-attr]
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
    if isinstance(left, OddFloatShape) or isinstance(right, OddFloatShape):
        return _less_odd(left, right)
    compare: Callable[[Term, Term], Term] = lt if strict else le
    first, second = as_int(left), as_int(right)
    if first is not None and second is not None:
        return compare(first, second)
    one, other = as_float(left), as_float(right)
    if one is None or other is None:
        return None
    usual = meet(_is(one, FINITE), _is(other, FINITE), compare(one.eighths, other.eighths))
    below = meet(_is(one, NEGATIVE_INFINITY), opposite(_is(other, NOT_A_NUMBER)))
    above = meet(_is(other, POSITIVE_INFINITY), opposite(_is(one, NOT_A_NUMBER)))
    if strict:
        below = meet(below, opposite(_is(other, NEGATIVE_INFINITY)))
        above = meet(above, opposite(_is(one, POSITIVE_INFINITY)))
    return join(usual, below, above)


def _less_odd(left: Shape, right: Shape) -> Term | None:
    """left < right where one side is a constant between two multiples of 1/8: < and <= agree."""
    if isinstance(left, OddFloatShape) and isinstance(right, OddFloatShape):
        return TRUE if left.value < right.value else FALSE
    limit, other = (left, right) if isinstance(left, OddFloatShape) else (right, left)
    assert isinstance(limit, OddFloatShape)
    number = as_float(other)
    if number is None:
        return None
    below = integer(floor(limit.value * 8))
    infinite = NEGATIVE_INFINITY if limit is right else POSITIVE_INFINITY
    finite = le(number.eighths, below) if limit is right else lt(below, number.eighths)
    return join(meet(_is(number, FINITE), finite), _is(number, infinite))


def truth(shape: Shape) -> Term:
    """bool(x) of a number."""
    match shape:
        case BoolShape(term):
            return term
        case IntShape(term):
            return opposite(eq(term, ZERO))
        case FloatShape():
            return opposite(meet(_is(shape, FINITE), eq(shape.eighths, ZERO)))
        case OddFloatShape():
            return TRUE
        case ComplexShape(real, imaginary):
            return join(truth(real), truth(imaginary))
    raise TypeError(shape)


def negate_float(value: FloatShape) -> FloatShape:
    flipped = ite(
        _is(value, POSITIVE_INFINITY),
        integer(NEGATIVE_INFINITY),
        ite(_is(value, NEGATIVE_INFINITY), integer(POSITIVE_INFINITY), value.kind),
    )
    return FloatShape(flipped, neg(value.eighths))


def _add_floats(left: FloatShape, right: FloatShape) -> FloatShape:
    both = meet(_is(left, FINITE), _is(right, FINITE))
    kind = ite(
        both, integer(FINITE),
        ite(
            _is(left, FINITE), right.kind,
            ite(join(_is(right, FINITE), eq(left.kind, right.kind)), left.kind, integer(NOT_A_NUMBER)),
        ),
    )  # fmt: skip
    return FloatShape(kind, add(left.eighths, right.eighths))


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


def arithmetic(context: Context, name: str, left: Shape, right: Shape) -> Symbolic | None:
    """A binary operator on two numbers; None when the encoding has none (the caller records the gap)."""
    if isinstance(left, OddFloatShape) or isinstance(right, OddFloatShape):
        return None
    first, second = as_int(left), as_int(right)
    if first is not None and second is not None:
        return _on_ints(context, name, left, right, first, second)
    if isinstance(left, ComplexShape) or isinstance(right, ComplexShape):
        return _on_complex(context, name, left, right)
    one, other = exact_float(context, left), exact_float(context, right)
    assert one is not None
    assert other is not None
    return _on_floats(context, name, one, other)


def _on_ints(
    context: Context, name: str, left: Shape, right: Shape, first: Term, second: Term
) -> Symbolic | None:
    match name:
        case "+":
            return single(IntShape(add(first, second)))
        case "-":
            return single(IntShape(sub(first, second)))
        case "*":
            return single(IntShape(mul(first, second)))
        case "//" | "%":
            context.fail(eq(second, ZERO), "ZeroDivisionError")
            return single(IntShape((floor_divide if name == "//" else remainder)(first, second)))
        case "/":
            context.fail(eq(second, ZERO), "ZeroDivisionError")
            exact_float(context, left)
            exact_float(context, right)
            scaled = mul(EIGHT, first)
            context.gap(
                meet(opposite(eq(second, ZERO)), opposite(eq(remainder(scaled, second), ZERO))), "a / b not in eighths"
            )
            return single(FloatShape(integer(FINITE), floor_divide(scaled, second)))
        case "**":
            return _power(context, first, second)
        case "&" | "|" | "^" if isinstance(left, BoolShape) and isinstance(right, BoolShape):
            return single(BoolShape(_on_bools(name, left.term, right.term)))
        case "&" | "|" | "^" | "<<" | ">>":
            return None
        case "@":
            context.fail(TRUE, "TypeError")
            return Symbolic(())
    return None


def _on_bools(name: str, left: Term, right: Term) -> Term:
    if name == "&":
        return meet(left, right)
    if name == "|":
        return join(left, right)
    return opposite(eq(left, right))


def _power(context: Context, base: Term, exponent: Term) -> Symbolic | None:
    if exponent.op != "const":
        return None
    if 0 <= exponent.data <= 4:
        result = ONE
        for _ in range(exponent.data):
            result = mul(result, base)
        return single(IntShape(result))
    return None


def _on_floats(context: Context, name: str, left: FloatShape, right: FloatShape) -> Symbolic | None:
    both = meet(_is(left, FINITE), _is(right, FINITE))
    match name:
        case "+":
            return single(_add_floats(left, right))
        case "-":
            return single(_add_floats(left, negate_float(right)))
        case "*":
            product = mul(left.eighths, right.eighths)
            inside = meet(le(integer(-8 * LARGEST), product), le(product, integer(8 * LARGEST)))
            context.bound(meet(both, opposite(inside)), "a large product")
            context.gap(meet(both, opposite(eq(op("mod", product, EIGHT), ZERO))), "a product not in eighths")
            vanishes = join(_is_zero(left), _is_zero(right))
            kind = ite(both, integer(FINITE), ite(vanishes, integer(NOT_A_NUMBER), _infinity(left, right)))
            return single(FloatShape(kind, op("div", product, EIGHT)))
        case "//" | "%":
            zero = meet(_is(right, FINITE), eq(right.eighths, ZERO))
            context.fail(zero, "ZeroDivisionError")
            apart = join(
                meet(_is_below(left), _is(right, POSITIVE_INFINITY)),
                meet(_is_above(left), _is(right, NEGATIVE_INFINITY)),
            )
            defined = meet(_is(left, FINITE), opposite(_is(right, NOT_A_NUMBER)))
            kind = ite(defined, integer(FINITE), integer(NOT_A_NUMBER))
            if name == "//":
                far = ite(apart, integer(-8), ZERO)
                quotient = mul(EIGHT, floor_divide(left.eighths, right.eighths))
                return single(FloatShape(kind, ite(_is(right, FINITE), quotient, far)))
            rest = ite(_is(right, FINITE), remainder(left.eighths, right.eighths), left.eighths)
            return single(FloatShape(ite(meet(defined, apart), right.kind, kind), rest))
        case "/":
            zero = meet(_is(right, FINITE), eq(right.eighths, ZERO))
            context.fail(zero, "ZeroDivisionError")
            scaled = mul(EIGHT, left.eighths)
            context.gap(
                meet(both, opposite(zero), opposite(eq(remainder(scaled, right.eighths), ZERO))), "a / b not in eighths"
            )
            infinite = meet(opposite(_is(left, FINITE)), _is(right, FINITE))
            endless = ite(infinite, _infinity(left, right), integer(NOT_A_NUMBER))
            finite = join(both, meet(_is(left, FINITE), opposite(_is(right, NOT_A_NUMBER))))
            quotient = ite(both, floor_divide(scaled, right.eighths), ZERO)
            return single(FloatShape(ite(finite, integer(FINITE), endless), quotient))
        case "&" | "|" | "^" | "<<" | ">>" | "@":
            context.fail(TRUE, "TypeError")
            return Symbolic(())
    return None


def _is_zero(shape: FloatShape) -> Term:
    return meet(_is(shape, FINITE), eq(shape.eighths, ZERO))


def _is_below(shape: FloatShape) -> Term:
    return join(meet(_is(shape, FINITE), lt(shape.eighths, ZERO)), _is(shape, NEGATIVE_INFINITY))


def _is_above(shape: FloatShape) -> Term:
    return join(meet(_is(shape, FINITE), lt(ZERO, shape.eighths)), _is(shape, POSITIVE_INFINITY))


def _infinity(left: FloatShape, right: FloatShape) -> Term:
    """The kind of an infinite product or quotient of these, nan when one of them is nan."""
    nan = join(_is(left, NOT_A_NUMBER), _is(right, NOT_A_NUMBER))
    negative = opposite(eq(_is_below(left), _is_below(right)))
    return ite(nan, integer(NOT_A_NUMBER), ite(negative, integer(NEGATIVE_INFINITY), integer(POSITIVE_INFINITY)))


def _on_complex(context: Context, name: str, left: Shape, right: Shape) -> Symbolic | None:
    one, other = as_complex(left), as_complex(right)
    assert one is not None
    assert other is not None
    match name:
        case "+":
            return single(
                ComplexShape(_add_floats(one.real, other.real), _add_floats(one.imaginary, other.imaginary))
            )
        case "-":
            return single(
                ComplexShape(
                    _add_floats(one.real, negate_float(other.real)),
                    _add_floats(one.imaginary, negate_float(other.imaginary)),
                )
            )
        case "*" | "/" | "**":
            return None
    context.fail(TRUE, "TypeError")
    return Symbolic(())


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
        case OddFloatShape(value):
            return single(OddFloatShape(-value if name == "-" else value))
        case ComplexShape(real, imaginary):
            return single(ComplexShape(negate_float(real), negate_float(imaginary)) if name == "-" else shape)
    return None


def absolute(shape: Shape) -> Symbolic | None:
    """abs(x); None for a complex number."""
    whole = as_int(shape)
    if whole is not None:
        return single(IntShape(ite(ge(whole, ZERO), whole, neg(whole))))
    if isinstance(shape, FloatShape):
        kind = ite(_is(shape, NEGATIVE_INFINITY), integer(POSITIVE_INFINITY), shape.kind)
        size = ite(ge(shape.eighths, ZERO), shape.eighths, neg(shape.eighths))
        return single(FloatShape(kind, size))
    return None


def truncate(context: Context, value: FloatShape) -> IntShape:
    """int(x): towards zero. Infinities and nan raise."""
    context.fail(join(_is(value, POSITIVE_INFINITY), _is(value, NEGATIVE_INFINITY)), "OverflowError")
    context.fail(_is(value, NOT_A_NUMBER), "ValueError")
    down = op("div", value.eighths, EIGHT)
    return IntShape(ite(ge(value.eighths, ZERO), down, neg(op("div", neg(value.eighths), EIGHT))))
