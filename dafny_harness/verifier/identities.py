"""Objects in a harness: of an object only equality matters, so that whole numbers stand for them, and 0 for null."""

from typing import Any

from attrs import evolve

from ...core.ir.sorts import INT, OBJECT, Sort
from ...core.ir.terms import Binder
from ...core.ir.values import FrozenMap, Multiset, UninterpretedValue
from .triple import Triple


def numbered_sort(sort: Sort) -> Sort:
    """The sort with whole numbers in place of objects."""
    if sort == OBJECT:
        return INT
    return Sort(sort.kind, tuple(map(numbered_sort, sort.args)), sort.label) if sort.args else sort


def numbered(value: Any) -> Any:
    """The value with whole numbers in place of objects."""
    match value:
        case UninterpretedValue() if value.sort == OBJECT.label:
            return value.index
        case tuple():
            return tuple(map(numbered, value))
        case frozenset():
            return frozenset(map(numbered, value))
        case Multiset():
            return Multiset.of_counts({numbered(element): value.count(element) for element in value})
        case FrozenMap():
            return FrozenMap((numbered(key), numbered(value[key])) for key in value)
        case _:
            return value


def with_numbers(triple: Triple) -> Triple:
    """The triple whose values have whole numbers in place of objects."""
    specification = triple.specification
    if not any(numbered_sort(one.sort) != one.sort for one in (*specification.inputs, *specification.outputs)):
        return triple
    return evolve(
        triple,
        specification=evolve(
            specification, inputs=_binders(specification.inputs), outputs=_binders(specification.outputs)
        ),
        inputs={name: numbered(value) for name, value in triple.inputs.items()},
        outputs={name: numbered(value) for name, value in triple.outputs.items()},
        unknowns=_binders(triple.unknowns),
        witness={name: numbered(value) for name, value in triple.witness.items()},
    )


def _binders(binders: tuple[Binder, ...]) -> tuple[Binder, ...]:
    return tuple(Binder(binder.name, numbered_sort(binder.sort)) for binder in binders)
