"""Mutation of values without parts."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any

from ...evaluate.candidates import at_hand, everything
from ...ir.objects import objects_in
from ...ir.sorts import OBJECT, Sort
from ...ir.terms import TRUE
from ...ir.values import UninterpretedValue, ordered
from .model import Mutation

ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?-_"
LARGEST_OFFSET = 10
"""A number is changed by 1 to 10: the published operator (see `registry.py`)."""
NEAR_MISSES = (100, 10_000, 1_000_000)
FIRST_PRINTABLE, LAST_PRINTABLE = 0x20, 0x7E  # of ASCII
FEW = 64
"""A sort with at most as many values has its every value tried."""
MOST_AT_HAND = 40
"""Values of an input or of a postcondition that are put in the place of an output. Long inputs have many alike."""


def flip(value: Any, sort: Sort, mutation: Mutation) -> Iterator[bool]:
    yield not value


def integer_offset(value: Any, sort: Sort, mutation: Mutation) -> Iterator[int]:
    for offset in _offsets(mutation):
        yield value + offset


def real_offset(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Fraction]:
    for offset in _offsets(mutation):
        yield Fraction(value) + offset


def bit_vector_offset(value: Any, sort: Sort, mutation: Mutation) -> Iterator[int]:
    for offset in _offsets(mutation):
        yield (value + offset) % 2 ** int(sort.label or 0)


def other_character(value: Any, sort: Sort, mutation: Mutation) -> Iterator[str]:
    yield from mutation.random.sample(ALPHABET, len(ALPHABET))


def other_element(value: Any, sort: Sort, mutation: Mutation) -> Iterator[UninterpretedValue]:
    sign = -1 if value.index < 0 else 1  # of an array another array
    if sort == OBJECT:
        # Of an object that the input holds something is known: its fields are what the clauses are about.
        known = set(objects_in(given for _, given in mutation.inputs)) - {value}
        yield from mutation.shuffled([each for each in ordered(known) if (each.index < 0) == (value.index < 0)])
    for offset in range(1, LARGEST_OFFSET + 1):
        yield UninterpretedValue(value.sort, value.index + sign * offset)


def off_by_one(value: Any, sort: Sort, mutation: Mutation) -> Iterator[int]:
    yield from mutation.shuffled([value - 1, value + 1])


def integer_boundary(value: Any, sort: Sort, mutation: Mutation) -> Iterator[int]:
    yield from mutation.shuffled([0, 1, -1, -value, 2 * value, value // 2])


def near_miss(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Fraction]:
    """Just beside the value, relative to its size: what a test of floats with a tolerance lets pass."""
    size = max(abs(Fraction(value)), Fraction(1))
    yield from mutation.shuffled([value + sign * size / part for part in NEAR_MISSES for sign in (1, -1)])


def real_boundary(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Fraction]:
    fraction = Fraction(floor(value))
    yield from mutation.shuffled([Fraction(0), Fraction(1), -value, fraction, fraction + 1, 2 * value, value / 2])


def other_case(value: Any, sort: Sort, mutation: Mutation) -> Iterator[str]:
    swapped = value.swapcase()
    if len(swapped) == 1:
        yield swapped


def neighbouring_character(value: Any, sort: Sort, mutation: Mutation) -> Iterator[str]:
    codes = [ord(value) - 1, ord(value) + 1]
    yield from mutation.shuffled([chr(code) for code in codes if FIRST_PRINTABLE <= code <= LAST_PRINTABLE])


def every_value(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """All the others of a sort that has few: an enumeration, a pair of truth values."""
    values = everything(sort, mutation.datatypes)
    if values is not None and len(values) <= FEW:
        yield from mutation.shuffled(list(values))


def of_input(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """What is at hand in the test's input: a part of it, its size. Outputs are often confused with these."""
    if sort.kind in ("Int", "Real", "Char", "Tuple"):
        inputs = {str(position): value for position, (_, value) in enumerate(mutation.inputs)}
        yield from mutation.shuffled(list(at_hand(sort, inputs, TRUE, MOST_AT_HAND)))


def constant(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """A constant, as of a body that returns the same always: those of the postcondition and small ones."""
    yield from at_hand(sort, {}, mutation.clauses, MOST_AT_HAND)


def _offsets(mutation: Mutation) -> list[int]:
    offsets = [sign * size for size in range(1, LARGEST_OFFSET + 1) for sign in (1, -1)]
    mutation.random.shuffle(offsets)
    return offsets
