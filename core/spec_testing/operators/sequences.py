"""Mutation of sequences and arrays that look like the results of plausible mistakes."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from attrs import evolve

from ...ir.sorts import Sort
from ...ir.values import ArrayValue, ordered
from .model import Mutation

MOST_POSITIONS = 30
"""Elements beyond this position are not overwritten: the pairs are listed."""
SHUFFLES = 4
"""Random orders, beside the reverse, the sorted one, and a turn to each side. Chosen, not measured."""


def elements_of(value: Any) -> tuple[Any, ...]:
    """The elements of a sequence or an array."""
    return value.elements if isinstance(value, ArrayValue) else value


def like(value: Any, elements: tuple[Any, ...]) -> Any:
    """The elements as what `value` is; an array stays the same array with other contents."""
    return evolve(value, elements=elements) if isinstance(value, ArrayValue) else elements


def permute(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """The same elements in another order."""
    elements = elements_of(value)
    orders = [
        elements[::-1],
        (*elements[1:], *elements[:1]),
        (*elements[-1:], *elements[:-1]),
        tuple(ordered(elements)),
        *(tuple(mutation.shuffled(list(elements))) for _ in range(SHUFFLES)),
    ]
    for order in mutation.shuffled(orders):
        yield like(value, order)


def overwrite(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """One element in the place of another: the length stays, the multiset does not."""
    elements = elements_of(value)
    positions = range(min(len(elements), MOST_POSITIONS))
    for source, target in mutation.shuffled(list(product(positions, positions))):
        yield like(value, (*elements[:target], elements[source], *elements[target + 1 :]))


def duplicate(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """One element more: a copy beside the original, which keeps any order that allows equal neighbours."""
    elements = elements_of(value)
    for index in mutation.shuffled(list(range(len(elements)))):
        yield like(value, (*elements[: index + 1], *elements[index:]))


def boundary(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """Nothing, everything but an end, one end alone, everything twice."""
    elements = elements_of(value)
    ends = [(), elements[1:], elements[:-1], elements[:1], elements[-1:], elements + elements]
    for end in mutation.shuffled(ends):
        yield like(value, end)


def input_unchanged(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """An input as the output: what an implementation that does nothing returns."""
    for input_sort, given in mutation.shuffled(list(mutation.inputs)):
        if given is None:
            continue
        if sort.kind in ("Seq", "Array"):
            if input_sort.kind in ("Seq", "Array") and input_sort.args == sort.args:
                yield like(value, elements_of(given))
        elif input_sort == sort:
            yield given


def input_of_length(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    """As `input_unchanged`, for an array that keeps its length."""
    for given in input_unchanged(value, sort, mutation):
        if len(given.elements) == len(value.elements):
            yield given
