"""The objects in values, and those that others lead to."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from .sorts import OBJECT
from .values import ArrayValue, DatatypeValue, FrozenMap, UninterpretedValue
from .variables import Name, Valuation


def is_object(value: Any) -> bool:
    """Is it an object, or null?"""
    return isinstance(value, UninterpretedValue) and value.sort == OBJECT.label


def objects_in(values: Iterable[Any]) -> Iterator[UninterpretedValue]:
    """The objects in values, those inside others too."""
    for value in values:
        match value:
            case UninterpretedValue() if is_object(value):
                yield value
            case tuple() | frozenset():
                yield from objects_in(value)
            case ArrayValue():
                yield from objects_in(value.elements)
            case DatatypeValue():
                yield from objects_in(value.fields)
            case FrozenMap():
                yield from objects_in(part for pair in value.items() for part in pair)


def objects_reached(
    outputs: Valuation, heap: Iterable[Name], known: Set[UninterpretedValue] = frozenset()
) -> frozenset[UninterpretedValue]:
    """The objects that a caller comes to from those that are `known` and from the outputs of a call, of which `heap`
    are heap variables: the fields of all objects, which lead from one to the next."""
    fields: list[Mapping[Any, Any]] = [outputs[name][1] for name in heap]
    pending = [*known, *objects_in(value for name, value in outputs.items() if name not in heap)]
    reached = set(pending)
    while pending:
        owner = pending.pop()
        inside = set(objects_in(each[owner] for each in fields if owner in each)) - reached
        reached |= inside
        pending.extend(inside)
    return frozenset(reached)
