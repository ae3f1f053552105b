"""Inputs that are large as numbers, or long: what comes of them may have no room in the types of the other side."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import evolve

from ..ir.sorts import INT
from ..ir.terms import Binder
from ..ir.values import ArrayValue
from ..ir.variables import Name, Valuation
from ..spec_testing.operators.samples import fresh_array

LARGE = (12, 100, 127, 2**15 - 1, 2**16, 2**31 - 1, 2**63 - 1)
"""Numbers that machine types have room for, the squares or sums of which they have not."""
LONG = (130, 258)
"""Elements, the number and the places of which a signed and an unsigned byte have no room for. Beyond sixteen bits
nothing is evaluated in time."""


def with_large_numbers(values: Valuation) -> Iterator[dict[Name, Any]]:
    """The input with its numbers replaced: all at once first, then all but one, by which others may be divided, and
    one."""
    names = set(values)
    together = [names, *(names - {name} for name in values if len(names) > 2), *({name} for name in values)]
    for changed in together:
        for number in LARGE:
            yield {name: _all(value, number) if name in changed else value for name, value in values.items()}


def _all(value: Any, number: int) -> Any:
    """A value with all its numbers replaced."""
    match value:
        case bool():
            return value
        case int():
            return number
        case ArrayValue(elements):
            return evolve(value, elements=_all(elements, number))
        case tuple():
            return tuple(_all(element, number) for element in value)
    return value


def with_long_sequences(values: Valuation, parameters: Sequence[Binder]) -> Iterator[dict[Name, Any]]:
    """The input with its sequences made as long as `LONG`, and the numbers that were their length: one element again
    and again; and different numbers that fall, or that rise but for the last one, around zero or above it."""
    sequences = {
        binder.name: _elements(values[binder.name]) for binder in parameters if binder.sort.kind in ("Seq", "Array")
    }
    sequences = {name: elements for name, elements in sequences.items() if elements}
    lengths = {len(elements) for elements in sequences.values()}
    counts = {binder.name for binder in parameters if binder.sort == INT and values[binder.name] in lengths}
    of_numbers = {binder.name for binder in parameters if binder.sort.args[:1] == (INT,)}
    for length in LONG if sequences else ():
        for of in _SHAPES:
            # Other elements than numbers are repeated.
            if of is not None and of_numbers.isdisjoint(sequences):
                continue
            longer = {
                name: of(length) if of is not None and name in of_numbers else elements[:1] * length
                for name, elements in sequences.items()
            }
            arrays = {
                name: fresh_array(elements) for name, elements in longer.items() if isinstance(values[name], ArrayValue)
            }
            yield {**values, **longer, **arrays, **dict.fromkeys(counts, length)}


def _elements(value: Any) -> tuple[Any, ...]:
    return value.elements if isinstance(value, ArrayValue) else value or ()


def _falling(length: int) -> tuple[int, ...]:
    return tuple(range(length - length // 2 - 1, -(length // 2) - 1, -1))


def _rising(length: int) -> tuple[int, ...]:
    *others, least = _falling(length)
    return (*reversed(others), least)


def _rising_above_zero(length: int) -> tuple[int, ...]:
    return (*range(1, length), 0)


_SHAPES: tuple[Callable[[int], tuple[int, ...]] | None, ...] = (None, _falling, _rising, _rising_above_zero)
