"""Changes of several outputs at once: of an array of two dimensions and its lengths, which hang together, and of two
outputs each of which may be right alone."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from attrs import evolve

from ...ir.sorts import Sort
from ...ir.variables import Name, Valuation
from ..contents import contents
from .collections import other_shapes

SHAPE = "array2.shape"
"""The name of this operator."""


def reshaped(name: Name, lengths: Sequence[Name], outputs: Valuation) -> Iterator[dict[Name, Any]]:
    """The outputs that differ where the array `name` has another shape. `lengths`: the outputs that are its lengths."""
    if len(lengths) != 2 or any(each not in outputs for each in (name, *lengths)) or outputs[name] is None:
        return
    first, second = lengths
    for rows, columns, elements in other_shapes(outputs[name].elements, outputs[first], outputs[second]):
        yield {name: evolve(outputs[name], elements=elements), first: rows, second: columns}


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
