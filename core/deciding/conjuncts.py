"""Terms that all have to be true, asked about one value after another: which of them to ask first."""

import math
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from attrs import define, field

from ..ir.terms import Term, free_variables
from ..ir.variables import Name, Valuation
from .clauses import DEFINITE, ClauseVerdict
from .engines import Engines

MOST_KNOWN = 2000
"""How many answers about a term are kept."""
_ABSENT = object()
"""What stands for a variable without a value."""


@define(slots=True, eq=False)
class _Conjunct:
    """A term, how often it was asked about and excluded the value, and the seconds of work that all answers took."""

    # Values that are tried one after another differ in a part of their variables, and a term reads a few of them: of
    # `Valid() && r == old(r) + 1` with 60 values of r, each with 60 of a field that `Valid` does not read, the second
    # term has 60 answers, not 3,600. An answer belongs to the values of the term's free variables, and these are told
    # apart by which objects they are, since equal ones may differ in what a term tells (1 and True, an array before and
    # after). Kept beside the answer, they live as long as it does, so that none of their ids is another's meanwhile.
    term: Term
    names: list[Name] = field(init=False)
    known: dict[tuple[int, ...], tuple[ClauseVerdict, list[Any]]] = field(init=False, factory=dict)
    asked: int = 0
    excluded: int = 0
    seconds: float = 0.0
    rank: float = math.inf
    """Seconds for each value that it excludes."""

    @names.default
    def _names(self) -> list[Name]:
        return [name for name, _ in free_variables(self.term)]

    def keep(self, key: tuple[int, ...], told: ClauseVerdict, read: list[Any]) -> None:
        """Keep an answer that no other values or limits of the evaluation could change."""
        if told in DEFINITE:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[key] = told, read

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

    def hold(self, verdict: Callable[[Term], ClauseVerdict], engines: Engines, values: Valuation | None = None) -> bool:
        """Does every one hold? `engines` are those that answer, and count what that takes. `values`: of all free
        variables, if the answer depends on nothing else; then the same question is asked once."""
        return all(self._asked(conjunct, verdict, engines, values) == "holds" for conjunct in self._conjuncts)

    def verdict(
        self, verdict: Callable[[Term], ClauseVerdict], engines: Engines, values: Valuation | None = None
    ) -> ClauseVerdict:
        """The verdict on all conjuncts: *refuted* where one is; otherwise the first that does not hold decides. The
        parameters are those of `hold`."""
        found: ClauseVerdict = "holds"
        for conjunct in self._conjuncts:
            told = self._asked(conjunct, verdict, engines, values)
            if told == "refuted":
                return "refuted"
            # Unless a later one is refuted: that is a verdict on all, whatever else is open.
            found = found if told == "holds" else told
        return found

    def _asked(
        self, each: _Conjunct, verdict: Callable[[Term], ClauseVerdict], engines: Engines, values: Valuation | None
    ) -> ClauseVerdict:
        if values is None:
            return self._told(each, verdict, engines)
        read = [values.get(name, _ABSENT) for name in each.names]
        key = tuple(map(id, read))
        known = each.known.get(key)
        if known is None:
            told = self._told(each, verdict, engines)
            each.keep(key, told, read)
            return told
        return known[0]

    def _told(self, each: _Conjunct, verdict: Callable[[Term], ClauseVerdict], engines: Engines) -> ClauseVerdict:
        start = engines.spent
        told = verdict(each.term)
        each.count(told == "refuted", engines.spent - start)
        if told == "refuted":
            # The order that costs least where they fail independently of each other.
            self._conjuncts.sort(key=_rank)
        return told
