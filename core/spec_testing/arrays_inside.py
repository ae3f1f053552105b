"""The arrays and objects inside a value, each with the way to it; and inputs that hold one array in the place of two,
for methods that may change arrays inside other values.

A way is a text that depends on nothing but the value, since an array is called by the first way to it: `s[0]` of a
sequence, `` t`1 `` of a tuple, `m[#3]` of a map at an object. It is no identifier of a language.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from attrs import frozen

from ..deciding.clauses import Theory
from ..errors import SpecassayError
from ..ir.contracts import Specification, may_hold
from ..ir.shapes import is_shaped, shapes_in
from ..ir.sorts import Sort, sorts_in
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, UninterpretedValue, array_object, order_key, with_parts
from ..ir.variables import Name, Valuation
from .contents import contents
from .operators.samples import field_sorts
from .spec_testing_limits import LIMITS


class NotKnown(Exception):
    """Which arrays the input reaches, or what they hold after the call, is not known."""


def arrays_in(value: Any, sort: Sort, path: str, theory: Theory) -> Iterator[tuple[str, Sort, ArrayValue]]:
    """The arrays that a value is or holds, each before those that it holds itself, with the way to it. Raises
    NotKnown for values into which nothing looks."""
    # Sorts that hold no array are left at once.
    if not may_hold("Array", sort, theory.datatypes):
        return
    parts: Sequence[tuple[str, Any, Sort]]
    match value:
        case None:
            # A null array holds nothing.
            return
        case ArrayValue():
            yield path, sort, value
            # An array may hold further arrays: each has a way of its own.
            parts = [(f"{path}[{at}]", element, sort.args[0]) for at, element in enumerate(value.elements)]
        case tuple() if is_shaped(sort):
            # An array of several dimensions is a pair of the array and its lengths.
            parts = [(path, value[0], sort.args[0])]
        case tuple() if sort.kind == "Seq":
            parts = [(f"{path}[{at}]", item, sort.args[0]) for at, item in enumerate(value)]
        case tuple():
            parts = [(f"{path}`{at}", item, part) for at, (item, part) in enumerate(zip(value, sort.args, strict=True))]
        case frozenset():
            parts = [(f"{path}{{{at}}}", item, sort.args[0]) for at, item in enumerate(elements_in_order(value))]
        # Keys that hold arrays would give ways that depend on contents.
        case FrozenMap() if not may_hold("Array", sort.args[0], theory.datatypes):
            keys = sorted(value, key=order_key)
            parts = [(f"{path}[{_key(key)}]", value[key], sort.args[1]) for key in keys]
        case DatatypeValue():
            pairs = zip(value.fields, sorts_of_fields(value, sort, theory), strict=True)
            parts = [(f"{path}`{at}", item, part) for at, (item, part) in enumerate(pairs)]
        # Anything into which nothing looks may hold arrays: then the answer is not known.
        case _:
            raise NotKnown
    for inner, item, part in parts:
        yield from arrays_in(item, part, inner, theory)


def elements_in_order(elements: frozenset[Any]) -> list[Any]:
    """The elements of a set in an order that does not depend on what arrays hold."""
    return sorted(elements, key=lambda each: order_key(_without_elements(each)))


def _without_elements(value: Any) -> Any:
    match value:
        case ArrayValue():
            return array_object(value)
        case tuple():
            return tuple(map(_without_elements, value))
        case DatatypeValue():
            return DatatypeValue(value.constructor, tuple(map(_without_elements, value.fields)))
        case _:
            return value


def _key(key: Any) -> str:
    return f"#{key.index}" if isinstance(key, UninterpretedValue) else str(key)


def sorts_of_fields(value: DatatypeValue, sort: Sort, theory: Theory) -> list[Sort]:
    """The sorts of what a value of a datatype holds. Raises NotKnown for one whose constructor is not known."""
    declared = theory.datatypes.get(str(sort.label))
    # A value without an end has no list of parts.
    made = None if declared is None or declared.lazy else declared.constructors
    constructor = next((each for each in made or () if each.name == value.constructor), None)
    if constructor is None:
        raise NotKnown
    try:
        return field_sorts(constructor, sort, theory.datatypes)
    except SpecassayError:
        raise NotKnown from None


def may_hold_array(sort: Sort, array: Sort) -> bool:
    """May a value of a sort hold an array of this sort, as far as the sort says?"""
    return any(each == array or each.kind == "Datatype" for each in sorts_in(sort))


def objects_in(value: Any) -> Iterator[UninterpretedValue]:
    """The objects that a value is or holds, arrays among them. Raises NotKnown for values into which nothing looks."""
    match value:
        case UninterpretedValue():
            yield value
        case ArrayValue():
            yield array_object(value)
        case tuple() | frozenset():
            for each in value:
                yield from objects_in(each)
        case None | int():  # the lengths of an array of several dimensions come with it
            return
        case _:
            raise NotKnown


def as_objects(value: Any) -> Any:
    """The value with arrays known as the objects that they are, whatever made them: of one array there is one
    identity."""
    if isinstance(value, ArrayValue):
        return ArrayValue(as_objects(value.elements), array_object(value))
    return with_parts(value, as_objects)


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
    # For `[[1], [2]]` that is `[a, a]` with a = [1]: an input of the same shape on which a method that writes into the
    # first element changes the second, too. Two arrays that hold the same show that already where they are changed in
    # different ways, and arrays of other sorts or ranks cannot be one.
    for (one, first, array), (other, second, twin) in combinations(listed[: LIMITS.arrays_of_an_input], 2):
        if first != second or array.identity == twin.identity or not array.elements:
            continue
        lengths, former = shapes.get(array.identity, ()), shapes.get(twin.identity, ())
        if len(lengths) == len(former) and (contents(array), lengths) != (contents(twin), former):
            put = _Replacement(twin, former, array, lengths)
            found = {name: put.into(value) for name, value in inputs.items()}
            named = (
                dimension.lengths for dimension in specification.heap.dimensions if inputs[dimension.array] == twin
            )
            for names in named:
                found.update(zip(names, lengths, strict=True))
            yield (one, other), found


def _shapes(specification: Specification, inputs: Valuation, theory: Theory) -> dict[Any, tuple[int, ...]]:
    """Identity → lengths, of the arrays of several dimensions among the inputs and in them."""
    shapes = {
        inputs[dimension.array].identity: tuple(inputs[name] for name in dimension.lengths)
        for dimension in specification.heap.dimensions
        if dimension.array in inputs and inputs[dimension.array] is not None
    }
    for binder in specification.inputs:
        inside = shapes_in(inputs.get(binder.name), binder.sort, theory.datatypes)
        shapes.update((array.identity, lengths) for array, lengths in inside)
    return shapes


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
        return self.other if value == self.array else with_parts(value, self.into)
