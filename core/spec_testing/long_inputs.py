"""Long inputs of a method, made of short ones: a precondition that bounds a length (`v.len() <= 1000`) is violated by
no short one, and a solver seldom finds a sequence of a thousand elements."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..ir.terms import Binder, Term, subterms
from ..ir.values import ArrayValue
from ..ir.variables import Name, Valuation
from ..synthesis.verdicts import Arguments
from .candidate_inputs import LONGEST
from .operators.samples import fresh_array

MOST_ELEMENTS = 10_001
"""Of a sequence that is made, each of which costs time: 189 of 357 bounds beyond `LONGEST` in VeriContest and
vericoding are lower."""
_NEXT = {"le": 1, "gt": 1, "lt": 0, "ge": 0, "eq": 0}
"""Comparison of a number with a constant → how far from it is the least number for which it is another than below."""
_TURNED = {"le": "ge", "ge": "le", "lt": "gt", "gt": "lt", "eq": "eq"}


def stretched(inputs: Valuation, parameters: Sequence[Binder], terms: Sequence[Term]) -> Iterator[Arguments]:
    """The input with a sequence as long as no short one, its last element again and again: alone, and with all that has
    the same length, or is that length. The shortest come first."""
    sizes = {binder.name: _size(inputs[binder.name], binder) for binder in parameters}
    numbers = {binder.name for binder in parameters if binder.sort.kind == "Int"}
    for length, name in bounded_lengths(terms):
        size = sizes.get(name)
        if size is None or not 0 < size < length:
            continue
        alike = {other for other, its_size in sizes.items() if its_size == size}
        # Of equal elements first, which are written in short.
        for first in (-1, 0) if size > 1 else (-1,):
            longer = {other: length if other in numbers else _longer(inputs[other], first, length) for other in alike}
            if name not in numbers:
                yield {**inputs, name: longer[name]}
            if len(alike) > 1 and not alike <= numbers:
                yield {**inputs, **longer}


def bounded_lengths(terms: Sequence[Term]) -> list[tuple[int, Name]]:
    """Lengths beyond those of short inputs, each with the variable that is so long, or is that number: the least at
    which a comparison with a constant is another than below."""
    found = set[tuple[int, Name]]()
    for node in (node for term in terms for node in subterms(term) if node.op in _NEXT):
        for (one, other), comparison in ((node.args, node.op), (node.args[::-1], _TURNED[node.op])):
            measured = one.args[0] if one.op in ("seq.len", "array.len") else one
            if measured.op == "var" and other.op == "const" and isinstance(other.data, int):
                found.add((other.data + _NEXT[comparison], measured.data))
    return sorted(
        (pair for pair in found if LONGEST < pair[0] <= MOST_ELEMENTS), key=lambda pair: (pair[0], str(pair[1]))
    )


def _size(value: Any, binder: Binder) -> int | None:
    match binder.sort.kind:
        case "Int":
            return int(value)
        case "Seq":
            return len(value)
        case "Array" if value is not None:
            return len(value.elements)
        case _:
            return None


def _longer(value: Any, first: int, length: int) -> Any:
    elements = value.elements[first:] if isinstance(value, ArrayValue) else value[first:]
    longer = (*elements, *(elements[-1],) * (length - len(elements)))
    return fresh_array(longer) if isinstance(value, ArrayValue) else longer
