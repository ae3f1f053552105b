"""Mutation of tuples and datatype values: one part mutated, or another constructor."""

from collections.abc import Iterator
from typing import Any

from ...ir.contracts import Constructor
from ...ir.sorts import Sort
from ...ir.values import DatatypeValue
from ...turns import in_turn
from .model import Mutation
from .samples import field_sorts, of_constructor


def change_component(value: Any, sort: Sort, mutation: Mutation) -> Iterator[tuple[Any, ...]]:
    yield from one_changed(value, sort.args, mutation)


def change_field(value: Any, sort: Sort, mutation: Mutation) -> Iterator[DatatypeValue]:
    for constructor in _constructors(sort, mutation):
        if constructor.name == value.constructor:
            for fields in one_changed(
                value.fields, field_sorts(constructor, sort, mutation.datatypes), mutation
            ):
                yield DatatypeValue(value.constructor, fields)


def change_constructor(value: Any, sort: Sort, mutation: Mutation) -> Iterator[DatatypeValue]:
    others = [
        constructor for constructor in _constructors(sort, mutation) if constructor.name != value.constructor
    ]
    for constructor in mutation.random.sample(others, len(others)):
        yield from of_constructor(constructor, sort, mutation.datatypes)


def one_changed(
    parts: tuple[Any, ...], sorts: tuple[Sort, ...] | list[Sort], mutation: Mutation
) -> Iterator[tuple[Any, ...]]:
    """The parts with one of them mutated, the positions taking turns."""
    order = mutation.random.sample(range(len(parts)), len(parts))

    def changed(index: int) -> Iterator[tuple[Any, ...]]:
        for mutant in mutation.component(parts[index], sorts[index]):
            yield (*parts[:index], mutant, *parts[index + 1 :])

    return in_turn(map(changed, order))


def _constructors(sort: Sort, mutation: Mutation) -> tuple[Constructor, ...]:
    return mutation.datatypes[str(sort.label)].constructors
