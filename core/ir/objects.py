"""The objects in values, and those that others lead to."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from attrs import evolve

from .contracts import Specification
from .sorts import OBJECT
from .values import ArrayValue, DatatypeValue, FrozenMap, UninterpretedValue
from .variables import Name, Valuation, field_name, field_variable


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


def renamed(value: Any, renaming: Mapping[Any, Any]) -> Any:
    """A value with other objects in the places of some."""
    match value:
        case UninterpretedValue():
            return renaming.get(value, value)
        case tuple():
            return tuple(renamed(part, renaming) for part in value)
        case frozenset():
            return frozenset(renamed(part, renaming) for part in value)
        case ArrayValue():
            return evolve(value, elements=renamed(value.elements, renaming))
        case FrozenMap():
            return FrozenMap((renamed(key, renaming), renamed(each, renaming)) for key, each in value.items())
        case DatatypeValue():
            return DatatypeValue(value.constructor, tuple(renamed(part, renaming) for part in value.fields))
        case _:
            return value


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


def with_own_variables(heap: Name, specification: Specification, inputs: Valuation) -> set[Any]:
    """The objects among the inputs of which the field that a heap variable is about is a variable of its own, too: that
    one counts, whatever the heap variable has of them."""
    listed = {binder.name for binder in (*specification.inputs, *specification.outputs)}
    field = field_name(heap)
    return {value for name, value in inputs.items() if field_variable(name, field) in listed}
