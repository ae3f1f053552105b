"""Inputs that are easier to read: solvers give any value that does."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import Unsupported
from ..ir.contracts import Datatype
from ..ir.sorts import Sort
from ..ir.terms import Binder
from ..ir.values import ArrayValue
from ..ir.variables import Valuation
from .operators.samples import samples

MOST_TRIES = 300

Inputs = Valuation
Same = Callable[[Inputs, Inputs], bool]


def simpler(inputs: Inputs, parameters: Sequence[Binder], datatypes: Mapping[str, Datatype], same: Same) -> Inputs:
    """An input that is the `same` as this one for the caller, with small values where that is possible: a parameter
    at a time, then an element of a sequence or array at a time."""
    found = dict(inputs)
    tries = 0
    for binder in parameters:
        steps = _Steps(binder.sort, datatypes)
        going_on = True
        while going_on and tries < MOST_TRIES:
            going_on = False
            for value in steps.below(found[binder.name]):
                tries += 1
                candidate = {**found, binder.name: value}
                if tries > MOST_TRIES:
                    break
                if same(candidate, found):
                    found, going_on = candidate, True
                    break
    return found


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
        for place in range(len(elements)):
            yield (*elements[:place], *elements[place + 1 :])
        for place, element in enumerate(elements):
            for other in _before(element, self.parts):
                yield (*elements[:place], other, *elements[place + 1 :])


def _before(value: Any, ordered: Sequence[Any]) -> Sequence[Any]:
    """The values that come before this one; all when it is none of them."""
    return ordered[: ordered.index(value)] if value in ordered else ordered


def _samples(sort: Sort, datatypes: Mapping[str, Datatype]) -> list[Any]:
    try:
        return samples(sort, datatypes)
    except Unsupported:
        return []
