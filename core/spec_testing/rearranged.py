"""Values of a datatype that have the parts of another one, put together in other ways: the trees of the same numbers.

A specification of a search tree accepts each of them that is in order. One is as near to the expected output as a
sequence in another order, and no change of one field leads to it.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from ..errors import Unsupported
from ..ir.contracts import Datatype
from ..ir.sorts import Sort
from ..ir.values import DatatypeValue
from .contents import contents
from .operators.samples import field_sorts

MOST_PARTS = 5
"""Parts of a value that is put together otherwise: there are 42 trees of five numbers in each of their orders."""
MOST_CONSTRUCTORS = 16
"""Constructors of a value, leaves among them: a binary tree of five numbers has five nodes and six leaves."""
MOST_REARRANGED = 120
"""Values of the same parts, as many as five parts have orders. They are tried as other outputs; solvers are asked
beside them."""

_Rest = tuple[int, tuple[tuple[Sort, Any], ...]]
"""How many constructors are left to use, and which parts."""


def rearranged(value: DatatypeValue, sort: Sort, datatypes: Mapping[str, Datatype]) -> list[DatatypeValue]:
    """At most `MOST_REARRANGED` other values of the same parts and as many constructors. Raises Unsupported for a
    datatype that is not declared."""
    apart = _taken_apart(value, sort, datatypes)
    if apart is None:
        return []
    found = {contents(value): value}
    for other, (_, left) in islice(_values(sort, apart, datatypes, True), 4 * MOST_REARRANGED):
        if not left:
            found.setdefault(contents(other), other)
    return list(found.values())[1 : MOST_REARRANGED + 1]


def _taken_apart(value: DatatypeValue, sort: Sort, datatypes: Mapping[str, Datatype]) -> _Rest | None:
    """The number of constructors in a value, and what else it holds, in order; None where either is too much. A list
    may be nested more deeply than Python recurses, and is left here as soon as that is seen."""
    count, parts = 0, list[tuple[Sort, Any]]()
    pending: list[tuple[Sort, Any]] = [(sort, value)]
    while pending:
        kind, part = pending.pop()
        if not isinstance(part, DatatypeValue):
            parts.append((kind, part))
        else:
            count += 1
            pending.extend(reversed(list(zip(_fields(part.constructor, kind, datatypes), part.fields, strict=True))))
        if len(parts) > MOST_PARTS or count > MOST_CONSTRUCTORS:
            return None
    return count, tuple(parts)


def _values(
    sort: Sort, rest: _Rest, datatypes: Mapping[str, Datatype], last: bool
) -> Iterator[tuple[DatatypeValue, _Rest]]:
    """Values that use no more than the rest, with what they leave of it; all constructors, if it is the last value."""
    count, parts = rest
    declared = datatypes.get(str(sort.label))
    if declared is None:
        raise Unsupported(f"values of the undeclared type {sort}")
    if count <= 0:
        return
    for constructor in declared.constructors:
        fields = field_sorts(constructor, sort, datatypes)
        for held, left in _all_fields(fields, (count - 1, parts), datatypes, last):
            # The last value has to use up all constructors, or it is another value of fewer parts.
            if not (last and left[0]):
                yield DatatypeValue(constructor.name, held), left


def _all_fields(
    sorts: list[Sort], rest: _Rest, datatypes: Mapping[str, Datatype], last: bool
) -> Iterator[tuple[tuple[Any, ...], _Rest]]:
    if not sorts:
        yield (), rest
        return
    first, *others = sorts
    is_last = last and not any(each.kind == "Datatype" for each in others)
    for value, left in _one_field(first, rest, datatypes, is_last):
        for values, after in _all_fields(others, left, datatypes, last):
            yield (value, *values), after


def _one_field(
    sort: Sort, rest: _Rest, datatypes: Mapping[str, Datatype], last: bool
) -> Iterator[tuple[Any, _Rest]]:
    if sort.kind == "Datatype":
        yield from _values(sort, rest, datatypes, last)
        return
    count, parts = rest
    # Of equal parts one is enough in a place: exchanged, they give the same value again, which would use up `MOST`.
    seen = set()
    for position, (kind, value) in enumerate(parts):
        if kind == sort and contents(value) not in seen:
            seen.add(contents(value))
            yield value, (count, (*parts[:position], *parts[position + 1 :]))


def _fields(constructor: str, sort: Sort, datatypes: Mapping[str, Datatype]) -> list[Sort]:
    declared = datatypes.get(str(sort.label))
    found = next((each for each in declared.constructors if each.name == constructor), None) if declared else None
    if found is None:
        raise Unsupported(f"values of the undeclared type {sort}")
    return field_sorts(found, sort, datatypes)
