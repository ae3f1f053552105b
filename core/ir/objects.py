"""The objects in values, and those that others lead to."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from .contracts import Specification
from .sorts import OBJECT
from .values import UninterpretedValue, parts_of, with_parts
from .variables import Name, Valuation, field_name, field_variable


def is_object(value: Any) -> bool:
    """Is it an object, or null?"""
    return isinstance(value, UninterpretedValue) and value.sort == OBJECT.label


def objects_in(values: Iterable[Any]) -> Iterator[UninterpretedValue]:
    """The objects in values, those inside others too."""
    for value in values:
        if is_object(value):
            yield value
        yield from objects_in(parts_of(value))


def renamed(value: Any, renaming: Mapping[Any, Any]) -> Any:
    """A value with other objects in the places of some."""
    if isinstance(value, UninterpretedValue):
        return renaming.get(value, value)
    return with_parts(value, lambda inner_value: renamed(inner_value, renaming))


def objects_reached(
    outputs: Valuation, heap: Iterable[Name], known_objects: Set[UninterpretedValue] = frozenset()
) -> frozenset[UninterpretedValue]:
    """The objects that a caller comes to from `known_objects` and from the outputs of a call, of which `heap`
    are heap variables: the fields of all objects, which lead from one to the next."""
    fields: list[Mapping[Any, Any]] = [outputs[name][1] for name in heap]
    pending = [*known_objects, *objects_in(value for name, value in outputs.items() if name not in heap)]
    reached = set(pending)
    while pending:
        owner = pending.pop()
        inside = set(objects_in(field[owner] for field in fields if owner in field)) - reached
        reached |= inside
        pending.extend(inside)
    return frozenset(reached)


def with_own_variables(heap: Name, specification: Specification, inputs: Valuation) -> set[Any]:
    """The objects among the inputs of which the field that a heap variable is about is a variable of its own, too: that
    one counts, whatever the heap variable has of them."""
    listed = {binder.name for binder in (*specification.inputs, *specification.outputs)}
    field = field_name(heap)
    return {value for name, value in inputs.items() if field_variable(name, field) in listed}
