"""Mutation of Python values: what they are says what may be wrong with them, since they have one sort."""

import math
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ...ir.plain_values import is_hashable
from ...ir.sorts import Sort
from .model import Mutation
from .scalars import ALPHABET, LARGEST_OFFSET

_FRESH: tuple[Any, ...] = (0, 1, -1, "a", "", 0.5, False, (), 2)
"""What is put into a collection that has nothing to copy from."""
MOST_PLACES = 20
"""Places of one value that are changed, and items that are copied: only some ten mutants of a test are judged."""


def flip(value: Any, sort: Sort, mutation: Mutation) -> Iterator[bool]:
    if isinstance(value, bool):
        yield not value


def offset(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    if _is_number(value):
        for size in mutation.shuffled([sign * size for size in range(1, LARGEST_OFFSET + 1) for sign in (1, -1)]):
            yield value + size


def other_than_none(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    if value is None:
        yield from mutation.shuffled([False, 0, "", []])


def replace_character(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    if isinstance(value, (str, bytes)):
        for position in _places(value, mutation):
            for character in mutation.random.sample(ALPHABET, 3):
                yield value[:position] + _text(character, value) + value[position + 1 :]


def append_character(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    if isinstance(value, (str, bytes)):
        for character in mutation.random.sample(ALPHABET, len(ALPHABET)):
            yield value + _text(character, value)


def drop_item(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    match value:
        case list() | tuple():
            yield from (
                type(value)([*value[:position], *value[position + 1 :]]) for position in _places(value, mutation)
            )
        case set() | frozenset():
            yield from (type(value)(value - {item}) for item in mutation.shuffled(_ordered(value)))
        case dict():
            for key in mutation.shuffled(_ordered(value)):
                yield {other: item for other, item in value.items() if other != key}


def insert_item(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    match value:
        case list() | tuple():
            for item in _items_like(list(value), sort, mutation):
                place = mutation.random.randrange(len(value) + 1)
                yield type(value)([*value[:place], item, *value[place:]])
        case set() | frozenset():
            for item in _items_like(_ordered(value), sort, mutation):
                if is_hashable(item):
                    yield type(value)({*value, item})
        case dict():
            values = list(value.values()) or [0]
            for key in _items_like(_ordered(value), sort, mutation):
                if is_hashable(key):
                    yield {**value, key: value.get(key, mutation.random.choice(values))}


def change_item(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    match value:
        case list() | tuple():
            for position in _places(value, mutation):
                for item in mutation.component(value[position], sort):
                    yield type(value)([*value[:position], item, *value[position + 1 :]])
                    break
        case dict():
            for key in mutation.shuffled(_ordered(value)):
                for item in mutation.component(value[key], sort):
                    yield {**value, key: item}
                    break


def boundary(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """0, ± 1, negated, doubled, halved; nothing in a collection."""
    if _is_number(value):
        near = [type(value)(0), type(value)(1), -value, 2 * value]
        if isinstance(value, int):
            near.append(value // 2)
        elif isinstance(value, float) and math.isfinite(value):
            near += [float(math.floor(value)), float(math.ceil(value)), value * (1 + 1e-6), value / 2]
        yield from mutation.shuffled(near)
    elif isinstance(value, (str, bytes, list, tuple, set, frozenset, dict)):
        yield type(value)()


def rearrange(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """Reversed, rotated, sorted, one element twice; the other case."""
    match value:
        case str():
            yield from mutation.shuffled([value.swapcase(), value[::-1], value.strip(), value[1:]])
        case list() | tuple():
            items = list(value)
            found = [items[::-1], items[1:] + items[:1], [*items, *items[-1:]]]
            with suppress(TypeError):  # Elements without an order are never mistaken for sorted ones.
                found.append(sorted(items))
            yield from map(type(value), mutation.shuffled(found))


def of_input(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """An input, unchanged, or an item of one, where it is of the same type."""
    for _, given in mutation.inputs:
        parts = [given, *given] if isinstance(given, (list, tuple, str)) else [given]
        yield from (part for part in parts[:MOST_PLACES] if type(part) is type(value))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, complex)) and not isinstance(value, bool)


def _text(character: str, like: Any) -> Any:
    return character if isinstance(like, str) else character.encode()


def _places(value: Any, mutation: Mutation) -> list[int]:
    return mutation.random.sample(range(len(value)), min(len(value), MOST_PLACES))


def _ordered(items: Any) -> list[Any]:
    """The elements in an order that does not depend on hash seeds."""
    return sorted(items, key=lambda item: (type(item).__name__, repr(item)))


def _items_like(items: list[Any], sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """Elements to insert: mutants and copies of those there are."""
    for item in mutation.shuffled(items)[:MOST_PLACES]:
        for other in mutation.component(item, sort):
            yield other
            break
    yield from mutation.shuffled(items)[:MOST_PLACES] if items else mutation.shuffled(list(_FRESH))
