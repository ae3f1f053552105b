"""Mutation of collections: one part less, one part more, one part another."""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ...core.sorts import Sort
from ...core.values import ArrayValue, FrozenMap, Multiset, ordered
from .composites import one_changed
from .samples import samples
from .scalars import ALPHABET

if TYPE_CHECKING:
    from .registry import Mutation

MOST_SWAPPED = 100
"""Elements beyond this position are not exchanged: the pairs are listed."""


def replace_character(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[tuple[str, ...]]:
    places = [(index, character) for index in range(len(value)) for character in ALPHABET]
    mutation.random.shuffle(places)
    for index, character in places:
        yield (*value[:index], character, *value[index + 1 :])


def append_character(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[tuple[str, ...]]:
    for character in mutation.random.sample(ALPHABET, len(ALPHABET)):
        yield (*value, character)


def drop_element(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[Any]:
    elements = _elements(value)
    for index in mutation.random.sample(range(len(elements)), len(elements)):
        yield _like(value, (*elements[:index], *elements[index + 1 :]))


def insert_element(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[Any]:
    elements = _elements(value)
    additions = _additions(elements, sort.args[0], mutation)
    places = [(index, addition) for index in range(len(elements) + 1) for addition in additions]
    mutation.random.shuffle(places)
    for index, addition in places:
        yield _like(value, (*elements[:index], addition, *elements[index:]))


def change_element(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[Any]:
    elements = _elements(value)
    for changed in one_changed(elements, sort.args * len(elements), mutation):
        yield _like(value, changed)


def swap_elements(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[Any]:
    elements = _elements(value)
    pairs = list(combinations(range(min(len(elements), MOST_SWAPPED)), 2))
    for left, right in _shuffled(pairs, mutation):
        changed = list(elements)
        changed[left], changed[right] = changed[right], changed[left]
        yield _like(value, tuple(changed))


def drop_member(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[frozenset[Any]]:
    for member in _shuffled(ordered(value), mutation):
        yield value - {member}


def insert_member(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[frozenset[Any]]:
    for addition in _shuffled(_additions(tuple(ordered(value)), sort.args[0], mutation), mutation):
        yield value | {addition}


def drop_occurrence(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[Multiset]:
    for member in _shuffled(ordered(value), mutation):
        yield Multiset.of_counts({**value.counts, member: value.count(member) - 1})


def insert_occurrence(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[Multiset]:
    for addition in _shuffled(_additions(tuple(ordered(value)), sort.args[0], mutation), mutation):
        yield Multiset.of_counts({**value.counts, addition: value.count(addition) + 1})


def drop_key(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[FrozenMap]:
    for key in _shuffled(ordered(value), mutation):
        yield FrozenMap({other: item for other, item in value.items() if other != key})


def change_value(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[FrozenMap]:
    for key in _shuffled(ordered(value), mutation):
        for item in mutation.component(value[key], sort.args[1]):
            yield FrozenMap({**value, key: item})


def insert_key(value: Any, sort: Sort, mutation: "Mutation") -> Iterator[FrozenMap]:
    keys = _additions(tuple(ordered(value)), sort.args[0], mutation)
    items = [*value.values(), *samples(sort.args[1], mutation.datatypes)]
    for key in _shuffled([key for key in keys if key not in value], mutation):
        for item in items:
            yield FrozenMap({**value, key: item})


def _elements(value: Any) -> tuple[Any, ...]:
    return value.elements if isinstance(value, ArrayValue) else value


def _like(value: Any, elements: tuple[Any, ...]) -> Any:
    """The elements as what `value` is; an array stays the same array with other contents."""
    return evolve(value, elements=elements) if isinstance(value, ArrayValue) else elements


def _additions(present: tuple[Any, ...], sort: Sort, mutation: "Mutation") -> list[Any]:
    """What may be inserted: copies of what is there, mutants of it, small values."""
    distinct = list(dict.fromkeys(present))
    near = [mutant for element in distinct[:3] for mutant in islice(mutation.component(element, sort), 3)]
    return list(dict.fromkeys((*distinct, *near, *samples(sort, mutation.datatypes))))


def _shuffled(values: list[Any], mutation: "Mutation") -> list[Any]:
    return mutation.random.sample(values, len(values))
