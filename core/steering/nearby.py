"""Values near a value, of its own type, the plainest first: what takes the place of an operand of which nothing better
is known.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ..ir.library import neighbours
from ..ir.plain_values import is_hashable

CHARACTERS = "aA01 -+.@_9/:,é²"
"""One of each kind that the predicates of texts tell apart, and what separates parts of texts."""
FEW = 4
"""Items or characters of a value that are changed one by one, at either end."""
PLAIN: tuple[Any, ...] = (0, "a", 1, "", -1, [], {}, 0.5, (), None, b"", True)
"""What is put into a container that has nothing to imitate."""


def nearby(value: Any, constants: Sequence[Any] = ()) -> Iterator[Any]:
    """Other values of the same type, without an end to their use: some are equal, and few are good. `constants` are
    those of the contract."""
    same_type = [constant for constant in constants if type(constant) is type(value)]
    match value:
        case bool():
            yield not value
        case int():
            yield from (0, 1, -1, *same_type, value + 1, value - 1, -value, 2 * value, value * 10, value // 2)
        case float():
            from_integers = (
                float(constant) for constant in constants if type(constant) is int and abs(constant) < 2**53
            )
            yield from (0.0, 1.0, -1.0, 0.5, *same_type, *from_integers, value + 1, value - 1, -value, value / 2)
            yield from (math.nextafter(value, math.inf), math.nextafter(value, -math.inf))
        case str():
            yield from _texts(value, [*same_type, *CHARACTERS], "")
        case bytes():
            single = [bytes([byte]) for byte in (0, 1, 48, 65, 97, 32, 255)]
            yield from _texts(value, [*same_type, *single], b"")
        case tuple() if hasattr(value, "_fields"):
            return  # A named tuple is made by an operation, which says what others it makes.
        case list() | tuple():
            yield from (type(value)(items) for items in _items(list(value), constants))
        case dict():
            yield from _dicts(value, constants)
        case set() | frozenset():
            listed = sorted(value, key=repr)
            yield from (type(value)(items) for items in _items(listed, constants) if all(map(is_hashable, items)))
        case None:
            yield from PLAIN
        case _:
            yield from neighbours(value)


def places(length: int) -> list[int]:
    """The places that are changed: the first and the last ones."""
    return list(dict.fromkeys([*range(min(length, FEW)), *range(max(length - FEW, 0), length)]))


def _texts(value: Any, pieces: Sequence[Any], empty: Any) -> Iterator[Any]:
    yield empty
    # From the end: what comes first decides more often.
    for position in reversed(places(len(value))):
        yield value[:position] + value[position + 1 :]
    yield from pieces
    for piece in pieces:
        yield value + piece
        yield piece + value
    for piece in pieces:
        for position in places(len(value)):
            yield value[:position] + piece + value[position + 1 :]
            if position:
                yield value[:position] + piece + value[position:]


def _items(items: list[Any], constants: Sequence[Any]) -> Iterator[list[Any]]:
    yield []
    for position in reversed(places(len(items))):
        yield items[:position] + items[position + 1 :]
    for neighbour in like(items, constants):
        yield [*items, neighbour]
    for position in places(len(items)):
        for neighbour in nearby(items[position], constants):
            yield [*items[:position], neighbour, *items[position + 1 :]]
    yield items[::-1]
    yield items + items


def like(items: Sequence[Any], constants: Sequence[Any]) -> Iterator[Any]:
    """What may stand beside some items: one of them, something near one, or, where there are none, anything plain."""
    yield from items[:FEW]
    for item in items[:1]:
        yield from nearby(item, constants)
    if not items:
        yield from (*PLAIN, *constants)


def _dicts(value: dict[Any, Any], constants: Sequence[Any]) -> Iterator[dict[Any, Any]]:
    yield {}
    items = list(value.items())
    for position in places(len(items)):
        yield dict(items[:position] + items[position + 1 :])
    for position in places(len(items)):
        key, item = items[position]
        for neighbour in nearby(item, constants):
            yield {**value, key: neighbour}
    for key in fresh_keys(value, constants):
        for item in like(list(value.values()), constants):
            yield {**value, key: item}


def fresh_keys(value: "dict[Any, Any] | set[Any] | frozenset[Any]", constants: Sequence[Any]) -> Iterator[Any]:
    """Keys that a dict or set has not, like those that it has."""
    similar = [key for key in like(list(value), constants) if is_hashable(key)]
    yield from (key for key in (*similar, *"abcdefgh", *range(8)) if key not in value)
