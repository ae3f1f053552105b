"""Inputs that hold one array in the place of two, for methods that may change arrays inside other values."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from attrs import evolve, frozen

from ..deciding.clauses import Theory
from ..ir.contracts import Specification
from ..ir.shapes import shapes_in
from ..ir.sorts import Sort
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap
from ..ir.variables import Name, Valuation
from .arrays_inside import MOST_ARRAYS, NotKnown, arrays_in
from .contents import contents


def reached_twice(
    specification: Specification, inputs: Valuation, theory: Theory
) -> Iterator[tuple[tuple[Name, Name], dict[Name, Any]]]:
    """The inputs with one array in the place of two that hold something else, and which parameters these are reached
    through."""
    listed: list[tuple[Name, Sort, ArrayValue]] = []
    shapes = _shapes(specification, inputs, theory)
    try:
        for binder in specification.inputs:
            arrays = arrays_in(inputs[binder.name], binder.sort, "", theory)
            listed += [(binder.name, sort, array) for _, sort, array in arrays]
    except NotKnown:
        return
    for (one, first, array), (other, second, twin) in combinations(listed[:MOST_ARRAYS], 2):
        if first != second or array.identity == twin.identity or not array.elements:
            continue
        lengths, former = shapes.get(array.identity, ()), shapes.get(twin.identity, ())
        if len(lengths) == len(former) and (contents(array), lengths) != (contents(twin), former):
            put = _Replacement(twin, former, array, lengths)
            found = {name: put.into(value) for name, value in inputs.items()}
            named = (each.lengths for each in specification.dimensions if inputs[each.array] == twin)
            for names in named:
                found.update(zip(names, lengths, strict=True))
            yield (one, other), found


def _shapes(specification: Specification, inputs: Valuation, theory: Theory) -> dict[Any, tuple[int, ...]]:
    """Identity → lengths, of the arrays of several dimensions among the inputs and in them."""
    found = {inputs[each.array].identity: tuple(inputs[name] for name in each.lengths)
             for each in specification.dimensions
             if each.array in inputs and inputs[each.array] is not None}  # fmt: skip
    for binder in specification.inputs:
        inside = shapes_in(inputs.get(binder.name), binder.sort, theory.datatypes)
        found.update((array.identity, lengths) for array, lengths in inside)
    return found


@frozen(slots=True)
class _Replacement:
    """Another array in the place of one, with the lengths of both, where they have several dimensions."""

    array: ArrayValue
    lengths: tuple[int, ...]
    other: ArrayValue
    others: tuple[int, ...]

    def into(self, value: Any) -> Any:
        """The value with the other array."""
        if isinstance(value, tuple) and self.lengths and value == (self.array, *self.lengths):
            return (self.other, *self.others)
        return _replaced(value, self)


def _replaced(value: Any, put: _Replacement) -> Any:
    match value:
        case ArrayValue():
            elements = tuple(map(put.into, value.elements))
            return put.other if value == put.array else evolve(value, elements=elements)
        case tuple():
            return tuple(map(put.into, value))
        case frozenset():
            return frozenset(map(put.into, value))
        case FrozenMap():
            return FrozenMap({key: put.into(each) for key, each in value.items()})
        case DatatypeValue():
            return DatatypeValue(value.constructor, tuple(map(put.into, value.fields)))
        case _:
            return value
