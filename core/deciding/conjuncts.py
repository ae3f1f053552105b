"""Terms that all have to be true, asked about one value after another: which of them to ask first."""

import math
from collections.abc import Callable, Sequence
from operator import attrgetter

from attrs import define, field

from ..ir.terms import Term
from .clauses import ClauseVerdict
from .engines import Engines


@define(slots=True, eq=False)
class _Conjunct:
    """A term, how often it was asked about and excluded the value, and the seconds of work that all answers took."""

    term: Term
    asked: int = 0
    excluded: int = 0
    seconds: float = 0.0
    rank: float = math.inf
    """Seconds for each value that it excludes."""

    def count(self, excluded: bool, seconds: float) -> None:
        """Count an answer, and what it took."""
        self.asked += 1
        self.excluded += excluded
        self.seconds += seconds
        # By Laplace's rule: one that excluded none of the few values it was asked about may exclude the next.
        self.rank = self.seconds / self.asked / ((self.excluded + 1) / (self.asked + 2))


_rank = attrgetter("rank")


def _conjuncts(terms: Sequence[Term]) -> list[_Conjunct]:
    return list(map(_Conjunct, terms))


@define(slots=True, eq=False)
class Conjuncts:
    """Terms that all have to be true of a value. Of many values that are tried, most are excluded by one and the same
    term: it is asked first, before others that are true of nearly all. In which order they are asked changes no answer,
    only the work.

    Example: of `Valid() && r == old(r) + 1` hundreds of outputs r are tried, and `Valid()` goes through a whole tree.
    """

    _conjuncts: list[_Conjunct] = field(converter=_conjuncts)

    def hold(self, verdict: Callable[[Term], ClauseVerdict], engines: Engines) -> bool:
        """Does every one hold? `engines` are those that answer, and count what that takes."""
        return all(self._asked(each, verdict, engines) == "holds" for each in self._conjuncts)

    def verdict(self, verdict: Callable[[Term], ClauseVerdict], engines: Engines) -> ClauseVerdict:
        """Of all together: *refuted* where one is, whatever the others are; without one, what does not hold decides."""
        found: ClauseVerdict = "holds"
        for each in self._conjuncts:
            told = self._asked(each, verdict, engines)
            if told == "refuted":
                return "refuted"
            found = found if told == "holds" else told
        return found

    def _asked(self, each: _Conjunct, verdict: Callable[[Term], ClauseVerdict], engines: Engines) -> ClauseVerdict:
        start = engines.spent
        told = verdict(each.term)
        each.count(told == "refuted", engines.spent - start)
        if told == "refuted":
            # The order that costs least where they fail independently of each other.
            self._conjuncts.sort(key=_rank)
        return told
