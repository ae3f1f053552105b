"""Arrays in a test: made by `new`, filled element by element, known when all elements are."""

from collections.abc import Hashable, Sequence
from math import prod
from typing import Any

from attrs import define, field

from ...core.errors import Unsupported
from ...core.ir.sorts import INT, Sort, array_of
from ...core.ir.statements import SetVariable, Statement
from ...core.ir.terms import const
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, field_variable
from ...core.spans import Span
from .classes import MATRIX, length_names, matrix_of
from .lowering import Scope
from .lowering.objects import with_matrix

LARGEST = 10_000
"""An array of more elements is not filled one by one."""
_MISSING = object()


@define(slots=True)
class Allocation:
    """A new array, of one dimension or more, whose elements are not all known yet."""

    element: Sort
    lengths: tuple[int, ...]
    identity: Hashable
    values: list[Any] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.values = [_MISSING] * prod(self.lengths)

    @property
    def complete(self) -> bool:
        return _MISSING not in self.values


def allocated(element: Sort, lengths: Sequence[Any], identity: Hashable, span: Span) -> Allocation:
    """A new array. Raises Unsupported for lengths that are none, and for a very large one."""
    if min(lengths, default=-1) < 0 or prod(lengths) > LARGEST or element.kind == MATRIX:
        raise Unsupported("an array without its elements", span)
    return Allocation(element, tuple(lengths), identity)


def place_in(lengths: Sequence[int], positions: Sequence[int], span: Span) -> int:
    """The place of an element among all. Raises Unsupported outside the array."""
    inside = all(0 <= position < length for position, length in zip(positions, lengths, strict=False))
    if len(positions) != len(lengths) or not inside:
        raise Unsupported("an assignment outside an array", span)
    found = 0
    for position, length in zip(positions, lengths, strict=True):
        found = found * length + position
    return found


def made_known(name: Name, array: ArrayValue, element: Sort, lengths: Sequence[int], span: Span) -> list[Statement]:
    """The assignments that make a new array known: the array, and the lengths of one of several dimensions."""
    first: list[Statement] = [SetVariable(name, const(array, array_of(element), span), span)]
    if len(lengths) == 1:
        return first
    pairs = zip(length_names(len(lengths)), lengths, strict=True)
    return [
        *first, *(SetVariable(field_variable(name, which), const(length, INT, span), span) for which, length in pairs)
    ]


def matrix_scope(scope: Scope, name: Name, element: Sort, rank: int) -> Scope:
    """The scope in which a variable holds a new array of several dimensions."""
    return with_matrix(scope, name, matrix_of(element, rank), name)
