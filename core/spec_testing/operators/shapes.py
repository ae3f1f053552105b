"""Arrays of two dimensions of another shape: their elements and lengths change together."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from attrs import evolve

from ...ir.variables import Name, Valuation

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
