"""Mutation of values without parts."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...core.sorts import Sort
from ...core.values import Opaque

if TYPE_CHECKING:
    from .registry import Mutation

ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?-_"
LARGEST_OFFSET = 10


def flip(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[bool]:
    yield not value


def integer_offset(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[int]:
    for offset in _offsets(mutation):
        yield value + offset


def real_offset(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[Fraction]:
    for offset in _offsets(mutation):
        yield Fraction(value) + offset


def bit_vector_offset(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[int]:
    for offset in _offsets(mutation):
        yield (value + offset) % 2 ** int(sort.label or 0)


def other_character(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[str]:
    yield from mutation.random.sample(ALPHABET, len(ALPHABET))


def other_element(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[Opaque]:
    for offset in range(1, LARGEST_OFFSET + 1):
        yield Opaque(value.sort, value.index + offset)


def _offsets(mutation: "Mutation") -> list[int]:
    offsets = [sign * size for size in range(1, LARGEST_OFFSET + 1) for sign in (1, -1)]
    mutation.random.shuffle(offsets)
    return offsets
