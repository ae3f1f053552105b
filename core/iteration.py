"""Recipes over iterables: streams that take turns, groups."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

K = TypeVar("K")
T = TypeVar("T")


def in_turn(streams: Iterable[Iterable[T]]) -> Iterator[T]:
    """The first of each stream, then the second of each, and so on until all are at their end (`roundrobin` of the
    recipes in the documentation of itertools). No more of a stream is made than is taken."""
    left = [iter(stream) for stream in streams]
    while left:
        going_on = []
        for stream in left:
            for item in stream:
                yield item
                going_on.append(stream)
                break
        left = going_on


def grouped(pairs: Iterable[tuple[K, T]]) -> dict[K, list[T]]:
    """The values of each key, keys in the order of their first values, and values in theirs: unlike
    `itertools.groupby`, which takes only neighbours together."""
    found: dict[K, list[T]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
