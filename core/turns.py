"""Streams that take turns."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

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
