"""Which whole numbers a fact leaves for an unknown, as far as comparisons with constants say it.

Example: `0 <= x && (x == 0 || x == 7 || x < -3)` leaves 0 and 7, `x * x <= 10 < (x + 1) * (x + 1) && x >= 0` leaves 3.

Invariant: every value for which the fact may be true is in the ranges; others may be in it, too.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from math import isqrt

from attrs import frozen

from ..ir.sorts import BOOL, INT
from ..ir.terms import Term, bare
from .spec_testing_limits import LIMITS

NumberRange = tuple[int | None, int | None]
"""The least and the largest number; None where there is none."""


@frozen(slots=True)
class NumberRanges:
    """Ranges in ascending order, apart from each other."""

    ranges: tuple[NumberRange, ...]

    @property
    def size(self) -> int | None:
        """How many numbers are in it; None where they have no end."""
        sizes = [None if low is None or high is None else high - low + 1 for low, high in self.ranges]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    @property
    def hull(self) -> NumberRange:
        """The least and the largest number in it, as far as there are any."""
        return (self.ranges[0][0], self.ranges[-1][1]) if self.ranges else (None, None)

    def values(self) -> list[int]:
        """The numbers in ranges that have an end."""
        pairs = ((low, high) for low, high in self.ranges if low is not None and high is not None)
        return list(chain.from_iterable(range(low, high + 1) for low, high in pairs))

    def and_(self, other: "NumberRanges") -> "NumberRanges":
        both = (_common(one, two) for one in self.ranges for two in other.ranges)
        return _merged(each for each in both if each is not None)

    def or_(self, other: "NumberRanges") -> "NumberRanges":
        return _merged((*self.ranges, *other.ranges))


EVERYTHING, NOTHING = NumberRanges(((None, None),)), NumberRanges(())


def ranges_left(fact: Term, unknown: Term, truth: bool = True, levels: int = LIMITS.range_levels) -> NumberRanges:
    """What is left for an unknown where a fact is true or, with `truth` false, where it is false."""

    def of(part: Term, is_true: bool) -> NumberRanges:
        return ranges_left(part, unknown, is_true, levels - 1)

    if not levels:
        return EVERYTHING
    match fact.op, fact.args:
        case "const", _:
            return EVERYTHING if fact.data is truth else NOTHING
        case "not", (part,):
            return of(part, not truth)
        # De Morgan: of a false conjunction some part is false, so that its ranges are joined.
        case (("and" | "or"), parts):
            return _all([of(part, truth) for part in parts], fact.op == ("and" if truth else "or"))
        case "implies", (premise, conclusion):
            return _all([of(premise, not truth), of(conclusion, truth)], not truth)
        # The condition itself may speak of the unknown: each branch is met with its side of it.
        case "ite", (condition, then, orelse) if fact.sort == BOOL:
            return of(condition, True).and_(of(then, truth)).or_(of(condition, False).and_(of(orelse, truth)))
        case "eq", (one, other) if one.sort == BOOL:
            # An equivalence is true where both sides are, or neither is.
            return of(one, True).and_(of(other, truth)).or_(of(one, False).and_(of(other, not truth)))
        case _:
            return _compared(fact, unknown, truth)


def _all(parts: Sequence[NumberRanges], conjoined: bool) -> NumberRanges:
    combined = EVERYTHING if conjoined else NOTHING
    for part in parts:
        combined = combined.and_(part) if conjoined else combined.or_(part)
    return combined


def _compared(fact: Term, unknown: Term, truth: bool) -> NumberRanges:
    """A comparison with a constant of the unknown, or of the square of its sum with a constant, on either side."""
    if len(fact.args) != 2 or fact.op not in _TURNED or fact.args[0].sort != INT:
        return EVERYTHING
    # The unknown may stand on either side: the comparison is turned around then.
    first, second = fact.args
    symbol: str = fact.op
    if first.op == "const":
        first, second, symbol = second, first, _TURNED[symbol]
    # Compared with anything but a constant, it may be any number.
    if second.op != "const":
        return EVERYTHING
    symbol = symbol if truth else _DENIED[symbol]
    match first.op, first.args:
        case _ if first == unknown:
            return _than(symbol, second.data)
        # Each factor may have a place in the text of its own.
        case "mul", (one, other) if bare(one) == bare(other) and (offset := _offset(bare(one), unknown)) is not None:
            ranges = _of_square(symbol, second.data).ranges
            ends = (tuple(None if end is None else end - offset for end in each) for each in ranges)
            return NumberRanges(tuple((low, high) for low, high in ends))
    return EVERYTHING


def _offset(term: Term, unknown: Term) -> int | None:
    """The constant that is added to the unknown in a term; None where that is not all of it."""
    match term.op, term.args:
        case _ if term == unknown:
            return 0
        case "add", ((whole, Term(op="const", data=int(value))) | (Term(op="const", data=int(value)), whole)):
            return value if whole == unknown else None
        case "sub", (whole, Term(op="const", data=int(value))):
            return -value if whole == unknown else None
    return None


def _of_square(symbol: str, value: int) -> NumberRanges:
    """The numbers whose square compares so with a value."""
    match symbol:
        case "eq":
            root = isqrt(max(value, 0))
            return _than("eq", -root).or_(_than("eq", root)) if root * root == value else NOTHING
        case "lt" | "le":
            most = value if symbol == "le" else value - 1
            return NOTHING if most < 0 else NumberRanges(((-isqrt(most), isqrt(most)),))
        case "gt" | "ge":
            least = value if symbol == "ge" else value + 1
            # The least number whose square is no less.
            return (
                EVERYTHING if least <= 0 else _than("le", -isqrt(least - 1) - 1).or_(_than("ge", isqrt(least - 1) + 1))
            )
    return EVERYTHING


def _than(symbol: str, value: int) -> NumberRanges:
    """The numbers that compare so with a value."""
    match symbol:
        case "eq":
            return NumberRanges(((value, value),))
        case "ne":
            return NumberRanges(((None, value - 1), (value + 1, None)))
        case "lt":
            return NumberRanges(((None, value - 1),))
        case "le":
            return NumberRanges(((None, value),))
        case "gt":
            return NumberRanges(((value + 1, None),))
        case _:
            return NumberRanges(((value, None),))


_TURNED = {"le": "ge", "lt": "gt", "ge": "le", "gt": "lt", "eq": "eq"}
_DENIED = {"le": "gt", "lt": "ge", "ge": "lt", "gt": "le", "eq": "ne"}


def _common(one: NumberRange, other: NumberRange) -> NumberRange | None:
    lows = [low for low, _ in (one, other) if low is not None]
    highs = [high for _, high in (one, other) if high is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    return None if low is not None and high is not None and low > high else (low, high)


def _merged(intervals: Iterable[NumberRange]) -> NumberRanges:
    """The region of intervals in any order, which may overlap."""
    found = list[NumberRange]()
    for low, high in sorted(intervals, key=lambda each: (each[0] is not None, each[0] or 0)):
        last = found[-1] if found else None
        # Intervals that touch are one: these are whole numbers.
        if last is not None and (last[1] is None or low is None or low <= last[1] + 1):
            top = None if last[1] is None or high is None else max(last[1], high)
            found[-1] = (last[0], top)
        else:
            found.append((low, high))
    return NumberRanges(tuple(found))


# Whole numbers that are hidden in an equation, found backwards through its operations: of `5 ^ x == 3` it is x == 6.
#
# Machine integers are whole numbers, whose bit operators go by bit-vectors and remainders, and nothing is hard in these
# but for solvers, which know no quick way from one to the other. What an operation leaves is the number itself, or what
# it is modulo some number; of a type that has no more values than that only one is left.
#
# Invariant: what is found holds wherever the equation does; None says nothing.


@frozen(slots=True)
class Congruence:
    """`unknown` is `number`, modulo `modulus` where that is not 0."""

    unknown: Term
    number: int
    modulus: int = 0

    def within(self, low: int | None, high: int | None) -> int | None:
        """The only number from `low` to `high` that it allows; None where there are several, or none."""
        if not self.modulus:
            return self.number
        if low is None or high is None or high - low >= self.modulus:
            return None
        found = low + (self.number - low) % self.modulus
        return found if found <= high else None


def congruence(term: Term, number: int, modulus: int = 0, branches: int = LIMITS.range_branches) -> Congruence | None:
    """What `term == number` says of the one variable in it, a whole number. None where it is not found. `branches`: how
    many conditions inside each other are looked behind."""
    # From the root to the variable, undoing one operation at a time.
    while term.op != "var":
        # Exactly one operand may be unknown at each step.
        constants = [arg.data if arg.op == "const" else None for arg in term.args]
        match term.op, term.args, constants:
            case "ite", (_, then, orelse), _:
                if not branches:
                    return None
                found = congruence(then, number, modulus, branches - 1)
                # Both branches have to lead to the same.
                return found if found == congruence(orelse, number, modulus, branches - 1) else None
            case "add", _, [None, int(known)] | [int(known), None]:
                inner = term.args[constants.index(None)]
                number -= known
            case "sub", (inner, _), [None, int(known)]:
                number += known
            case "sub", (_, inner), [int(known), None]:
                number = known - number
            case "neg", (inner,), _:
                number = -number
            # `x mod d == n` leaves x modulo d; inside of another modulus only if d is a multiple of it.
            case "mod", (inner, _), [None, int(divisor)] if divisor and (not modulus or divisor % modulus == 0):
                modulus = modulus or abs(divisor)
            case "bv.to_int", (inner,), _:
                # A bit-vector is determined by its number, which has to be in its range.
                size = 2 ** int(str(inner.sort.label))
                if modulus not in (0, size) or not (modulus or 0 <= number < size):
                    return None
                number, modulus = number % size, 0
            # Exclusive or is its own inverse.
            case "bv.xor", _, [None, int(known)] | [int(known), None]:
                inner = term.args[constants.index(None)]
                number ^= known
            # A number becomes a bit-vector modulo its size, which is known already.
            case "bv.of_int", (inner,), _:
                pass
            case _:
                return None
        term = inner
    if term.sort != INT:
        return None
    return Congruence(term, number % modulus if modulus else number, modulus)
