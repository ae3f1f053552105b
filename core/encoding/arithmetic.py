"""Binary operators on two numbers, as Python computes them (language reference 6.5-6.7)."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction

from ..ir.build import add, eq, implies, integer, ite, le, lt, mul, real, sub
from ..ir.sorts import BOOL, INT, REAL
from ..ir.terms import TRUE, Term, subterms
from . import floats, units
from .abstract_values import FINITE, AbstractBool, AbstractComplex, AbstractFloat, AbstractValue, Symbolic
from .context import Context, int_value, single, union
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation
from .numbers import as_int, float_constant, negate_float
from .real_functions import power_of_one_half
from .units import EIGHT, ONE, ZERO


def arithmetic(context: Context, name: str, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    """A binary operator on two numbers; None when the encoding has none (the caller records the unsupported
    construct)."""
    first, second = as_int(left), as_int(right)
    # Booleans are ints here, as in Python: `True + True` is 2.
    if first is not None and second is not None:
        return _on_ints(context, name, left, right, first, second)
    if isinstance(left, AbstractComplex) or isinstance(right, AbstractComplex):
        return _on_complex(context, name, left, right)
    first_float, second_float = floats.operand(context, left), floats.operand(context, right)
    if name == "**":
        # Of powers of floats the square root and whole exponents are followed: others are transcendental.
        if second is None:
            return (
                single(power_of_one_half(context, first_float))
                if units.known(second_float.value) == Fraction(1, 2)
                else None
            )
        return _power_of_float(context, first_float, second)
    return floats.on_floats(context, name, first_float, second_float)


def _on_ints(
    context: Context, name: str, left: AbstractValue, right: AbstractValue, first: Term, second: Term
) -> Symbolic | None:
    match name:
        case "+":
            return int_value(add(first, second))
        case "-":
            return int_value(sub(first, second))
        case "*":
            return int_value(mul(first, second))
        # Python floors: the remainder has the sign of the divisor, which SMT-LIB's `mod` has not.
        case "//" | "%":
            context.fail(eq(second, ZERO), "ZeroDivisionError")
            return int_value((floats.floor_divide if name == "//" else floats.remainder)(first, second))
        case "/":
            context.fail(eq(second, ZERO), "ZeroDivisionError")
            return single(_true_division(context, left, right, first, second))
        case "**":
            return _power(context, first, second)
        # `True & True` is a bool and stays one, or `is True` would be lost.
        case "&" | "|" | "^" if isinstance(left, AbstractBool) and isinstance(right, AbstractBool):
            return single(AbstractBool(_on_bools(name, left.term, right.term)))
        case "&" | "|" | "^" | "<<" | ">>":
            return _on_bits(context, name, first, second)
        case "@":
            context.fail(TRUE, "TypeError")
            return Symbolic(())
    return None


def _on_bits(context: Context, name: str, first: Term, second: Term) -> Symbolic | None:
    """An operator on the bits of whole numbers: exact where it is arithmetic, which is a mask of the last bits and a
    known shift. The bits of a negative number are those of two's complement."""
    if first.op == second.op == "const" and name in "&|^":
        mask = {"&": first.data & second.data, "|": first.data | second.data, "^": first.data ^ second.data}
        return int_value(integer(int(mask[name])))
    if first.op == second.op == "const" and 0 <= second.data <= LIMITS.power_bits:
        return int_value(integer(first.data << second.data if name == "<<" else first.data >> second.data))
    # `&` commutes: the mask, if one is known, comes second.
    if name == "&" and first.op == "const":
        first, second = second, first
    if name in ("<<", ">>") and second.op != "const":
        return _shifted(context, name, first, second)
    if second.op != "const" or not 0 <= second.data <= LIMITS.mask:
        return _common_bits(context, name, first, second) if name in "&|^" else None
    mask = second.data
    match name:
        # 2**k - 1 keeps the last k bits, which is the remainder by 2**k, of negative numbers, too: -3 & 7 == -3 % 8.
        case "&" if mask & (mask + 1) == 0:
            return int_value(floats.remainder(first, integer(mask + 1)))
        case "<<" if mask <= LIMITS.shift:
            return int_value(mul(first, integer(1 << mask)))
        case ">>" if mask <= LIMITS.shift:
            return int_value(floats.floor_divide(first, integer(1 << mask)))
    return _common_bits(context, name, first, second) if name in "&|^" else None


def _common_bits(context: Context, name: str, first: Term, second: Term) -> Symbolic:
    """`a & b` is a number of its own, the same whenever it is asked for, with what holds for all numbers; the others
    follow from it: `a | b` is `a + b - (a & b)`, as every bit of both is counted twice.

    Assumes: `a & b` is between 0 and each operand that is not negative, and `a | b` is `a + b - (a & b)`.
    """
    # The operands in any order are one key, so that `a & b` and `b & a` are one number.
    term, is_new = context.shared(("common bits", frozenset((first, second))), "bits", INT)
    if is_new:
        zero, minus_one, odd = integer(0), integer(-1), integer(1)
        negative = [lt(term_of_one, zero) for term_of_one in (first, second)]
        # The sign bit of `a & b` is that of both: it is negative exactly where both are.
        facts = [eq(conjunction(*negative), lt(term, zero))]
        for term_of_one, term_of_other in ((first, second), (second, first)):
            facts += [
                # Of a number that is not negative some bits are left, and of two negative ones no more than of each.
                implies(negation(lt(term_of_one, zero)), conjunction(le(zero, term), le(term, term_of_one))),
                implies(conjunction(*negative), le(term, term_of_one)),
                # -1 has every bit, and leaves the other operand as it is.
                implies(eq(term_of_one, minus_one), eq(term, term_of_other)),
            ]
        # Idempotence, and the last bit: what a parity test such as `n & 1` asks for.
        facts.append(implies(eq(first, second), eq(term, first)))
        is_odd = [eq(floats.remainder(term_of_one, integer(2)), odd) for term_of_one in (first, second, term)]
        facts.append(eq(conjunction(is_odd[0], is_odd[1]), is_odd[2]))
        facts += _of_predecessors(first, second, term)
        context.facts += facts
    match name:
        case "&":
            return int_value(term)
        case "|":
            return int_value(sub(add(first, second), term))
    # `a ^ b` counts each common bit twice less than `a + b`.
    return int_value(sub(add(first, second), mul(integer(2), term)))


def _of_predecessors(first: Term, second: Term, common: Term) -> Iterator[Term]:
    """Facts of `n & (n - 1)`, the test for a power of two: it takes the last bit from n that is set."""
    for number, predecessor in ((first, second), (second, first)):
        before = sub(number, ONE)
        # Where n may be a bool, n - 1 is the predecessor in one of its cases only.
        if before not in set(subterms(predecessor)):
            continue
        is_odd = eq(floats.remainder(number, integer(2)), ONE)
        is_small = conjunction(lt(ZERO, number), le(number, integer(1 << LIMITS.power_cases)))
        powers = disjunction(*(eq(number, integer(1 << place)) for place in range(LIMITS.power_cases + 1)))
        yield implies(
            eq(predecessor, before),
            conjunction(
                implies(is_odd, eq(common, before)),
                implies(is_small, eq(eq(common, ZERO), powers)),
                implies(lt(ZERO, number), lt(common, number)),
            ),
        )


def _on_bools(name: str, left: Term, right: Term) -> Term:
    if name == "&":
        return conjunction(left, right)
    if name == "|":
        return disjunction(left, right)
    return negation(eq(left, right))


def _shifted(context: Context, name: str, first: Term, second: Term) -> Symbolic:
    """A shift by a number that is not known: a case for each of the small ones, and limits beyond.

    Assumes: `a << b` is `a * 2 ** b`, or raises where that is too large; `a >> b` is `a // 2 ** b`.
    """
    context.fail(lt(second, ZERO), "ValueError")
    most = LIMITS.power_cases if name == "<<" else LIMITS.shift

    def shifted(places: int) -> Term:
        factor = integer(1 << places)
        return mul(first, factor) if name == "<<" else floats.floor_divide(first, factor)

    def limits(beyond: Term) -> Iterator[Term]:
        edge, is_negative = shifted(most + 1), lt(first, ZERO)
        yield implies(eq(first, ZERO), eq(beyond, ZERO))
        if name == "<<":
            yield ite(is_negative, le(beyond, edge), le(edge, beyond))
        else:
            # What is shifted out leaves 0 of a number that is not negative, and -1 of another.
            nearest_zero = ite(is_negative, integer(-1), ZERO)
            yield ite(is_negative, le(edge, beyond), le(beyond, edge))
            yield ite(is_negative, le(beyond, nearest_zero), le(nearest_zero, beyond))

    return int_value(_in_cases(context, (name, first), second, most, shifted, limits))


def _in_cases(
    context: Context,
    operation: Hashable,
    exponent: Term,
    most: int,
    value: Callable[[int], Term],
    limits: Callable[[Term], Iterable[Term]],
) -> Term:
    """The value for an exponent that is not known and not negative: exact from 0 to `most`. Beyond it is a number of
    its own within `limits`, the same whenever it is asked for, and may raise: `1 << 10 ** 20` does."""
    is_beyond = lt(integer(most), exponent)
    key = ("beyond", operation, exponent)
    if key not in context.summaries:
        number, raises = context.fresh("power", INT), context.fresh("power", BOOL)
        context.summaries[key] = number, raises
        context.facts += [implies(is_beyond, limit) for limit in limits(number)]
    number, raises = context.summaries[key]
    context.size(is_beyond, "an exponent or a shift", most)
    context.fail(conjunction(is_beyond, raises), "OverflowError")
    term: Term = number
    for case in reversed(range(most + 1)):
        term = ite(eq(exponent, integer(case)), value(case), term)
    return term


def _power(context: Context, base: Term, exponent: Term) -> Symbolic | None:
    if base.op == "const" and exponent.op != "const":
        return _power_of_known(context, base.data, exponent)
    if exponent.op != "const" or exponent.data < 0:  # `0 ** -1` raises, `2 ** -1` is a float.
        return None
    if base.op == "const" and exponent.data * base.data.bit_length() <= LIMITS.power_bits:
        return int_value(integer(base.data**exponent.data))
    if exponent.data > LIMITS.exponent:
        return None
    result = ONE
    for _ in range(exponent.data):
        result = mul(result, base)
    return int_value(result)


def _power_of_known(context: Context, base: int, exponent: Term) -> Symbolic | None:
    """A power of a known whole number: whole for exponents from 0 on, and a float for those below."""
    # The sign of a power of a negative number alternates, and a longer one than a float holds has no float as a power.
    if base < 0 or base.bit_length() > LIMITS.base_bits:
        return None
    most = max(LIMITS.exponent, LIMITS.power_cases // max(1, base.bit_length()))

    def limits(beyond: Term) -> Iterator[Term]:
        edge = integer(base ** (most + 1))
        yield eq(beyond, edge) if base < 2 else le(edge, beyond)

    # From 0 on a whole number, case by case up to the largest exponent that is followed.
    with context.under(le(ZERO, exponent)):
        whole = _in_cases(context, ("**", base), exponent, most, lambda k: integer(base**k), limits)
    with context.under(lt(exponent, ZERO)) as possible:
        if not possible:
            return int_value(whole)
        if base == 0:
            context.fail(TRUE, "ZeroDivisionError")
            return int_value(whole)
        small = _small_power(context, base, exponent)
    # Below 0 the few nearest exponents have the float that Python computes, and what is smaller lies between bounds.
    fractions = [
        (eq(exponent, integer(-k)), single(float_constant(float(base) ** -k))) for k in range(1, LIMITS.exponent + 1)
    ]
    beyond = (lt(exponent, integer(-LIMITS.exponent)), single(small))
    return union([(le(ZERO, exponent), int_value(whole)), *fractions, beyond])


def _small_power(context: Context, base: int, exponent: Term) -> AbstractFloat:
    """A power whose exponent is under the cases that are followed: a float of its own near 0, to which it may round. It
    raises where no float holds the exponent."""
    is_beyond = lt(exponent, integer(-LIMITS.exponent))
    key = ("small power", base, exponent)
    if key not in context.summaries:
        number = context.fresh("power", REAL)
        # Twice the first power beyond, since powers are rounded; of the base 1 all are 1.0.
        twice = Fraction(2, base ** (LIMITS.exponent + 1))
        least, largest = (real(1), real(1)) if base == 1 else (real(0), real(twice))
        context.know(implies(is_beyond, conjunction(le(least, number), le(number, largest))))
        context.summaries[key] = number, context.fresh("power", BOOL)
    number, raises = context.summaries[key]
    context.size(is_beyond, "a negative exponent", LIMITS.exponent)
    context.fail(conjunction(is_beyond, raises), "OverflowError")
    return AbstractFloat(integer(FINITE), number)


def _power_of_float(context: Context, base: AbstractFloat, exponent: Term) -> Symbolic | None:
    number = units.known(base.value) if base.kind is integer(FINITE) else None
    if number is not None and exponent.op == "const":
        try:
            return single(float_constant(float(number) ** exponent.data))
        except ArithmeticError as problem:
            # As Python's own: ZeroDivisionError of 0.0 ** -1, OverflowError of 1e200 ** 2.
            context.fail(TRUE, type(problem).__name__)
            return Symbolic(())
    if exponent.op != "const" or not 0 <= exponent.data <= LIMITS.exponent:
        return None
    return single(floats.power(context, base, exponent.data))


def _true_division(
    context: Context, left: AbstractValue, right: AbstractValue, first: Term, second: Term
) -> AbstractFloat:
    """a / b of whole numbers: the float nearest to the exact quotient, also where they fit no float themselves."""
    # On the grid a float is a whole number of eighths, so that solvers see integers only. What is not on it (1 / 3) is
    # not rounded but unsupported: a path there is unknown, never decided by a wrong value.
    if context.grid:
        # The operands have to fit a float of the grid themselves.
        for abstract in (left, right):
            floats.operand(context, abstract)
        scaled = mul(EIGHT, first)
        split = negation(eq(floats.remainder(scaled, second), ZERO))
        # That b is not 0 is known where this is evaluated. Said again here, and in `floats._divided` that a is
        # infinite, it makes z3 find in its time what three sets of clauses about `(b - a) / n != 0` need.
        context.unsupported(conjunction(negation(eq(second, ZERO)), split), "a / b not in eighths")
        return AbstractFloat(integer(FINITE), floats.floor_divide(scaled, second))
    # In the full encoding the exact quotient is rounded once, as IEEE 754 asks.
    exact = [units.ones(units.of_whole(term)) for term in (first, second)]
    quotient, kind = floats.true_quotient(context, *exact)
    # A finite quotient of ints that no double holds raises; it does not become infinite (`int.__truediv__`).
    context.fail(conjunction(negation(eq(second, ZERO)), negation(eq(kind, integer(FINITE)))), "OverflowError")
    return AbstractFloat(integer(FINITE), quotient)


def _on_complex(context: Context, name: str, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    first, second = _complex(context, left), _complex(context, right)
    match name:
        case "+":
            return single(_plus(context, first, second))
        case "-":
            return single(_plus(context, first, _negated(second)))
        # Products of four unknown parts, which no solver takes: not encoded. Other operators raise.
        case "*" | "/" | "**":
            return None
    context.fail(TRUE, "TypeError")
    return Symbolic(())


def _complex(context: Context, abstract: AbstractValue) -> AbstractComplex:
    if isinstance(abstract, AbstractComplex):
        return abstract
    return AbstractComplex(floats.operand(context, abstract), AbstractFloat(integer(FINITE), ZERO))


def _plus(context: Context, left: AbstractComplex, right: AbstractComplex) -> AbstractComplex:
    return AbstractComplex(
        floats.plus(context, left.real, right.real), floats.plus(context, left.imaginary, right.imaginary)
    )


def _negated(value: AbstractComplex) -> AbstractComplex:
    return AbstractComplex(negate_float(value.real), negate_float(value.imaginary))
