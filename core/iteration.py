"""Recipes over iterables: streams that take turns, items that are kept, groups."""

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


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


def distinct(items: Iterable[H]) -> Iterator[H]:
    """Each item where it comes first (`unique_everseen` of the same recipes). No more is made than is taken."""
    seen: set[H] = set()
    for item in items:
        if item not in seen:
            seen.add(item)
            yield item


class LazyList(Generic[T]):
    """The items of an iterator, each made when it is asked for the first time, and kept: for costly ones, of which
    most readers take few. Not for an iterator that reads its own items while it makes one."""

    def __init__(self, items: Iterable[T]) -> None:
        self._left = iter(items)
        self._made: list[T] = []

    def __iter__(self) -> Iterator[T]:
        place = 0
        while items := self.at(place):
            yield from items
            place += 1

    def at(self, place: int) -> tuple[T, ...]:
        """The item at a place alone; none where there are not so many."""
        if place >= len(self._made):
            self._made.extend(islice(self._left, place + 1 - len(self._made)))
        return tuple(self._made[place : place + 1])


def grouped(pairs: Iterable[tuple[K, T]]) -> dict[K, list[T]]:
    """The values of each key, keys in the order of their first values, and values in theirs: unlike
    `itertools.groupby`, which takes only neighbours together."""
    found: dict[K, list[T]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
