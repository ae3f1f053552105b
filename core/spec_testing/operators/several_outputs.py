"""Changes of several outputs at once: of an array of two dimensions and its lengths, which hang together, and of two
outputs each of which may be right alone."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

from attrs import evolve

from ...ir.sorts import Sort
from ...ir.variables import Name, Valuation
from ..contents import contents

SHAPE = "array2.shape"
"""The name of this operator."""


def other_shapes(
    name: Name, lengths: Sequence[Name], outputs: Valuation
) -> Iterator[dict[Name, Any]]:
    """The outputs that differ where the array `name` has its columns as rows, a row more or less, or a column more or
    less. `lengths`: the outputs that are its lengths."""
    if len(lengths) != 2 or any(each not in outputs for each in (name, *lengths)) or outputs[name] is None:
        return
    (row_count, column_count), elements = (outputs[each] for each in lengths), outputs[name].elements
    rows = [elements[start * column_count : (start + 1) * column_count] for start in range(row_count)]
    transposed = list(zip(*rows, strict=True))
    found: list[tuple[int, int, list[Any]]] = []
    if row_count and column_count:
        found.append((row_count - 1, column_count, rows[:-1]))
        found.append((row_count + 1, column_count, [*rows, rows[-1]]))
        found.append((row_count, column_count - 1, [row[:-1] for row in rows]))
        found.append((row_count, column_count + 1, [(*row, row[-1]) for row in rows]))
    if row_count != column_count:
        found.append((column_count, row_count, transposed))
    for first, second, changed in found:
        array = evolve(outputs[name], elements=tuple(chain.from_iterable(changed)))
        yield {name: array, lengths[0]: first, lengths[1]: second}


EXCHANGED = "outputs.exchange"
TWO_CHANGED = "outputs.two"
"""The names of these operators."""


def exchanged(sorts: Mapping[Name, Sort], outputs: Valuation) -> Iterator[tuple[str, dict[Name, Any]]]:
    """Two outputs of one sort hold each other's values. `sorts`: those of the outputs that may hold any value."""
    names = [name for name in sorts if name in outputs]
    for one, other in combinations(names, 2):
        if sorts[one] == sorts[other] and contents(outputs[one]) != contents(outputs[other]):
            yield EXCHANGED, {one: outputs[other], other: outputs[one]}


def two_changed(
    streams: Sequence[Iterator[tuple[str, dict[Name, Any]]]],
) -> Iterator[tuple[str, dict[Name, Any]]]:
    """Two of the outputs are mutated. `streams`: for each output, operators and what they make of it."""
    pairs = [(one, other) for one, other in combinations(range(len(streams)), 2)]
    while pairs:
        for pair in list(pairs):
            found = [next(streams[position], None) for position in pair]
            changed = [each[1] for each in found if each is not None]
            if len(changed) < 2:
                pairs.remove(pair)
                continue
            yield TWO_CHANGED, {**changed[0], **changed[1]}
