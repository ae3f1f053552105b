"""Values of parameters, for the search of inputs that violate preconditions, and simpler ones: solvers give any value
that does."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..errors import Unsupported
from ..ir.build import conj, eq, negate, op
from ..ir.contracts import Datatype, Specification
from ..ir.sorts import OBJECT, Sort
from ..ir.terms import Binder, Term, const, subterms
from ..ir.values import ArrayValue, UninterpretedValue
from ..ir.variables import Name, Valuation, is_field
from ..synthesis.verdicts import Arguments
from .operators.samples import fresh_array, samples
from .spec_testing_limits import LIMITS


def with_objects(inputs: Arguments, specification: Specification) -> Arguments:
    """The input, with an object of its own for each parameter that is one and may not be null."""
    absent = [
        binder.name
        for binder in specification.inputs
        if binder.sort == OBJECT and not is_field(binder.name) and binder.name not in specification.nullable
        if inputs[binder.name].index == 0
    ]
    used = max((value.index for value in inputs.values() if isinstance(value, UninterpretedValue)), default=0)
    own = {name: UninterpretedValue(str(OBJECT.label), number) for number, name in enumerate(absent, used + 1)}
    return {**inputs, **own} if own else inputs


def of_literals(found: Iterable[Arguments]) -> Iterator[Arguments]:
    """The candidates; none for a type without literals, of which solvers have a say yet."""
    with suppress(Unsupported):
        yield from found


def equal(unknown: Term, value: Any) -> Term:
    """An input is this value: of an array, its elements."""
    if isinstance(value, ArrayValue):
        elements = op("array.elements", unknown)
        return conj(negate(op("array.is_null", unknown)), eq(elements, const(value.elements, elements.sort)))
    if value is None:
        return op("array.is_null", unknown)
    return eq(unknown, const(value, unknown.sort))


def measures(unknown: Term) -> list[Term]:
    """The size of a value as Int terms, where its sort has one that solvers know."""
    match unknown.sort.kind:
        case "Int":
            return [unknown, op("neg", unknown)]
        case "Seq":
            return [op("seq.len", unknown)]
        case "Array":
            return [op("array.len", unknown)]
        case _:
            return []


Inputs = Valuation
Same = Callable[[Inputs, Inputs], bool]


def simpler(inputs: Inputs, parameters: Sequence[Binder], datatypes: Mapping[str, Datatype], same: Same) -> Inputs:
    """An input that is the `same` as this one for the caller, with small values where that is possible: a parameter
    at a time, then an element of a sequence or array at a time."""
    simplest = dict(inputs)
    tries = 0
    for binder in parameters:
        steps = _Steps(binder.sort, datatypes)
        # Greedy, from the simplest on: what is simpler and still the same becomes the value, and its steps are tried
        # from the beginning. Each step is nearer to the first sample, or shorter, so that this ends without the limit,
        # too.
        going_on = True
        while going_on and tries < LIMITS.simpler_inputs:
            going_on = False
            for value in steps.below(simplest[binder.name]):
                tries += 1
                candidate = {**simplest, binder.name: value}
                if tries > LIMITS.simpler_inputs:
                    break
                if same(candidate, simplest):
                    simplest, going_on = candidate, True
                    break
    return simplest


class _Steps:
    """What is simpler than a value of a sort, by one step."""

    def __init__(self, sort: Sort, datatypes: Mapping[str, Datatype]) -> None:
        self.sort = sort
        self.whole = _samples(sort, datatypes)
        self.parts = _samples(sort.args[0], datatypes) if sort.kind in ("Seq", "Array") else []

    def below(self, value: Any) -> Iterator[Any]:
        """Samples, which are simpler than what is none; shorter sequences; sequences with a sample in a place."""
        yield from _before(value, self.whole)
        match value:
            case ArrayValue():
                yield from (ArrayValue(elements, value.identity) for elements in self._sequences(value.elements))
            case tuple() if self.sort.kind == "Seq":
                yield from self._sequences(value)

    def _sequences(self, elements: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        for position in range(len(elements)):
            yield (*elements[:position], *elements[position + 1 :])
        for position, element in enumerate(elements):
            for other in _before(element, self.parts):
                yield (*elements[:position], other, *elements[position + 1 :])


def _before(value: Any, ordered: Sequence[Any]) -> Sequence[Any]:
    """The values that come before this one; all when it is none of them."""
    return ordered[: ordered.index(value)] if value in ordered else ordered


def _samples(sort: Sort, datatypes: Mapping[str, Datatype]) -> list[Any]:
    try:
        return samples(sort, datatypes)
    except Unsupported:
        return []


# Long inputs of a method, made of short ones: a precondition that bounds a length (`v.len() <= 1000`) is violated by no
# short one, and a solver seldom finds a sequence of a thousand elements.

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
        (pair for pair in found if LIMITS.candidate_elements < pair[0] <= LIMITS.violating_elements),
        key=lambda pair: (pair[0], str(pair[1])),
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
