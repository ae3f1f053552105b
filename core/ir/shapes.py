"""Arrays of several dimensions as values: the array of their elements, row after row, with a length for each dimension.

In a value (`seq<array2<int>>`) or a field such an array is a tuple whose sort has a label: `(a, 2, 3)`. A local
variable or parameter that is one is a variable for the array, and others for its lengths.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from ..spans import Span
from .build import conj, eq, ge, integer, negate, op
from .contracts import Datatype
from .sorts import INT, Sort, array_of
from .terms import Term
from .type_instances import replace_sorts
from .values import ArrayValue, DatatypeValue, FrozenMap

_PREFIX = "array"


def shaped_sort(element: Sort, rank: int) -> Sort:
    """The sort of an array of two or more dimensions, as a value."""
    return Sort("Tuple", (array_of(element), *(INT for _ in range(rank))), f"{_PREFIX}{rank}")


def is_shaped(sort: Sort) -> bool:
    """Is it the sort of an array of several dimensions?"""
    return sort.kind == "Tuple" and sort.label is not None


def rank_of_shaped(sort: Sort) -> int:
    """How many dimensions it has."""
    return len(sort.args) - 1


def element_of_shaped(sort: Sort) -> Sort:
    """The sort of its elements."""
    return sort.args[0].args[0]


def shaped(array: Term, lengths: Sequence[Term], span: Span | None = None) -> Term:
    """The array of several dimensions that has these elements and lengths."""
    return op("tuple.make", array, *lengths, data=f"{_PREFIX}{len(lengths)}", span=span)


def array_of_shaped(term: Term) -> Term:
    """The array of its elements."""
    return _part(term, 0)


def lengths_of_shaped(term: Term) -> tuple[Term, ...]:
    """Its lengths."""
    return tuple(_part(term, dimension) for dimension in range(1, len(term.sort.args)))


def _part(term: Term, position: int) -> Term:
    return term.args[position] if term.op == "tuple.make" else op("tuple.at", term, data=position, span=term.span)


def has_its_shape(term: Term) -> Term:
    """It is not null, and has as many elements as places."""
    array, lengths = array_of_shaped(term), lengths_of_shaped(term)
    places = lengths[0]
    for length in lengths[1:]:
        places = op("mul", places, length)
    sizes = (ge(length, integer(0)) for length in lengths)
    return conj(negate(op("array.is_null", array)), *sizes, eq(op("array.len", array), places))


def shapes_in(
    value: Any, sort: Sort, datatypes: Mapping[str, Datatype]
) -> Iterator[tuple[ArrayValue, tuple[int, ...]]]:
    """The arrays of several dimensions in a value, with their lengths."""
    # The sort is taken along: a value alone does not say whether `(a, 2, 3)` is such an array or a tuple of three.
    inner_values: Iterator[tuple[Any, Sort]] = iter(())
    match value:
        case tuple() if is_shaped(sort):
            array, *lengths = value
            if isinstance(array, ArrayValue) and prod(lengths) == len(array.elements):
                yield array, tuple(lengths)
            inner_values = iter(((array, sort.args[0]),))
        case tuple() if sort.kind == "Tuple":
            inner_values = zip(value, sort.args, strict=True)
        case tuple() | frozenset():
            inner_values = ((inner_value, sort.args[0]) for inner_value in value)
        case ArrayValue():
            inner_values = ((inner_value, sort.args[0]) for inner_value in value.elements)
        case FrozenMap():
            inner_values = (pair for key in value for pair in ((key, sort.args[0]), (value[key], sort.args[1])))
        case DatatypeValue() if str(sort.label) in datatypes:
            declared = datatypes[str(sort.label)]
            types = dict(zip(declared.parameters, sort.args, strict=False))
            made = next(
                (constructor for constructor in declared.constructors if constructor.name == value.constructor), None
            )
            fields = () if made is None else made.fields
            inner_values = (
                (inner_value, replace_sorts(binder.sort, types))
                for inner_value, binder in zip(value.fields, fields, strict=False)
            )
    for inner_value, inner_sort in inner_values:
        yield from shapes_in(inner_value, inner_sort, datatypes)
