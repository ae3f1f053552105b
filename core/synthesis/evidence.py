"""What was observed of the inputs of one contract, by whoever tried them."""

from attrs import define, field

from ..encoding.bounds import Bounds
from .verdicts import Arguments, Core, Observation, Verdict, named

STEPS_A_SECOND = 500_000
"""Steps of the oracle that take about a second of processor time. What is tried is counted in them: a clock would end
it elsewhere on a busy machine, and one contract would have other tests in each run."""


@define(slots=True, eq=False)
class Evidence:
    """`known` are observed inputs by the set of clauses that they violate, none of them empty; `shrunk` tells which of
    them need no more shrinking. `realised` are all sets that an input was observed to violate, the empty one too.
    `enumerated`: the bounds inside which small inputs were tried one by one (`enumeration.py`). `steps` are those that
    the oracle has taken so far, where it counts them, and what encoding cost in such."""

    known: dict[frozenset[int], Arguments] = field(factory=dict)
    shrunk: set[frozenset[int]] = field(factory=set)
    realised: set[frozenset[int]] = field(factory=set)
    enumerated: list[Bounds] = field(factory=list)
    steps: int = 0

    def note(self, arguments: Arguments, seen: Observation | None) -> None:
        """Remember what an input was observed to violate."""
        if seen is None:
            return
        self.realised.add(seen.violated)
        if seen.violated:
            self.known.setdefault(seen.violated, arguments)

    def counterexample(self, core: Core | None) -> frozenset[int] | None:
        """What an input violates that makes every literal of a core true, if there is one."""
        if core is None:
            return None
        return next((violated for violated in self.realised if core.matches(violated)), None)


def withdrawn(verdict: Verdict, evidence: Evidence) -> Verdict | None:
    """What was infeasible, or was not found within bounds, is unknown where an observed input violates what the core
    says cannot be violated: that verdict, or None where the first one stands."""
    violated = evidence.counterexample(verdict.literals)
    if verdict.outcome != "infeasible" or violated is None:
        return None
    what = "the bounds are too narrow" if verdict.bounded else "the proof is wrong"
    reason = f"{verdict.solver}: {what}: an input violates {named(violated)} exactly"
    return Verdict(verdict.target, "unknown", verdict.solver, checks=verdict.checks, reason=reason)
