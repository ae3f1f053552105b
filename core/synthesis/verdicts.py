"""What synthesis says about a set of clauses, and what was observed of the inputs of one contract, by whoever tried
them.

Of several solvers each has a verdict on a set of clauses; what they say together is decided here, too, by functions of
values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from attrs import define, evolve, field, frozen

from ..deciding.solver import Outcome
from ..encoding.bounds import Bounds
from ..ir.variables import Valuation
from .synthesis_limits import LIMITS

Arguments = Valuation
STEPS_A_SECOND = 500_000
"""Steps of the oracle that take about a second of processor time. What is tried is counted in them: a clock would end
it elsewhere on a busy machine, and one contract would have other tests in each run."""
ORDER = {"violating": 0, "infeasible": 1, "unknown": 2}


@frozen(slots=True)
class Observation:
    """What an execution of the contract on an input showed: the violated clauses, and how each is violated."""

    violated: frozenset[int]
    how: Mapping[int, str]

    def false_count(self) -> int:
        return sum(1 for manner in self.how.values() if manner == "false")


Oracle = Callable[[Arguments], Observation | None]
"""Executes the contract on an input; None when the outcome is unknown."""


Origin = Literal["asked", "derived", "not asked"]


@frozen(slots=True)
class SolverCheck:
    """One solver's word about one target: sat is a model, not yet a test.

    `origin`: it was *asked*; or its word is *derived* from an unsat core that it gave for another target; or it was
    *not asked*, since the budget was spent or there is no encoding. `seconds` of CPU time are 0 unless it was asked.
    """

    solver: str
    outcome: Outcome
    seconds: float
    origin: Origin = "asked"


@frozen(slots=True)
class Core:
    """Clauses that cannot be violated while others hold: an unsat core of literals about clauses."""

    violated: frozenset[int]
    held: frozenset[int]

    def matches(self, violated: frozenset[int]) -> bool:
        """Whether every literal is true where exactly these clauses are violated. A target that matches is infeasible
        for the same reason; an input that does is a counterexample to the core."""
        return self.violated <= violated and not self.held & violated

    def together(self, violated: frozenset[int], held: frozenset[int]) -> "Core":
        """The core with further literals."""
        return Core(self.violated | violated, self.held | held)


NOTHING = Core(frozenset(), frozenset())
"""The core of what is unsatisfiable whatever the clauses say."""


@frozen(slots=True)
class Verdict:
    """`violating` carries certified arguments. `infeasible` carries its unsat core, as `literals` and as texts, the
    universe of values it holds for, and the operations of the language whose encoding it rests on. With `bounds`
    nothing was found within them, and that is no proof. `unknown` carries a reason."""

    target: frozenset[int]
    outcome: Literal["violating", "infeasible", "unknown"]
    solver: str
    arguments: Arguments | None = None
    core: tuple[str, ...] = ()
    literals: Core | None = None
    bounds: Bounds | None = None
    reason: str = ""
    universe: str = ""
    operations: tuple[str, ...] = ()
    checks: tuple[SolverCheck, ...] = field(default=())

    @property
    def bounded(self) -> bool:
        """Whether it is *none found within bounds*."""
        return self.bounds is not None

    @property
    def is_open(self) -> bool:
        """Neither a test nor a proof."""
        return self.outcome == "unknown" or self.bounded


def named(clauses: frozenset[int]) -> str:
    """A set of clauses for people: `{0, 2}`."""
    return "{" + ", ".join(map(str, sorted(clauses))) + "}"


def targets(clauses: int, most: int | None = None) -> Iterator[frozenset[int]]:
    """The non-empty sets of clause indices, small ones first; at most `most` of them."""
    # Small ones first: a core that a small set gives decides every larger one that it matches, without another query.
    produced = 0
    for size in range(1, clauses + 1):
        for chosen in combinations(range(clauses), size):
            if most is not None and produced >= most:
                return
            produced += 1
            yield frozenset(chosen)


@define(slots=True, eq=False)
class Evidence:
    """`known` are observed inputs by the set of clauses that they violate, none of them empty; `shrunk` tells which of
    them need no more shrinking, and `accepted` are the first of those that violate nothing. `realised` are all sets
    that an input was observed to violate, the empty one too. `enumerated`: the bounds inside which small inputs were
    tried one by one (`enumeration.py`), with the sets of clauses that these violate. `steps` are those that the oracle
    has taken so far, where it counts them, and what encoding cost in such."""

    known: dict[frozenset[int], Arguments] = field(factory=dict)
    shrunk: set[frozenset[int]] = field(factory=set)
    realised: set[frozenset[int]] = field(factory=set)
    enumerated: list[tuple[Bounds, set[frozenset[int]]]] = field(factory=list)
    accepted: list[Arguments] = field(factory=list)
    steps: int = 0

    def note(self, arguments: Arguments, seen: Observation | None) -> None:
        """Remember what an input was observed to violate."""
        if seen is None:
            return
        # The empty set is worth remembering as well: a core without literals about violated clauses is refuted by it.
        self.realised.add(seen.violated)
        if seen.violated:
            self.known.setdefault(seen.violated, arguments)
        elif len(self.accepted) < LIMITS.accepted_inputs:
            self.accepted.append(arguments)

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
    defect = "the bounds are too narrow" if verdict.bounded else "the proof is wrong"
    reason = f"{verdict.solver}: {defect}: an input violates {named(violated)} exactly"
    return Verdict(verdict.target, "unknown", verdict.solver, checks=verdict.checks, reason=reason)


def best_of(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict that says most about one target: a test, a proof, nothing found within bounds, unknown. Its `solver`
    names all who say the same, joined by `+`, its `checks` are those of all."""
    best = min(verdicts, key=lambda verdict: (ORDER[verdict.outcome], verdict.bounded))
    solvers = [
        verdict.solver for verdict in verdicts if (verdict.outcome, verdict.bounded) == (best.outcome, best.bounded)
    ]
    return evolve(
        best, solver="+".join(solvers), checks=tuple(check for verdict in verdicts for check in verdict.checks)
    )


def disagree(checks: Sequence[SolverCheck]) -> bool:
    """Whether some solver has a model and another a proof that there is none."""
    outcomes = {check.outcome for check in checks}
    return Outcome.SAT in outcomes and Outcome.UNSAT in outcomes


def together(earlier: SolverCheck | None, now: SolverCheck) -> SolverCheck:
    """A solver that was asked twice about one set: its last answer, and the time of both."""
    if earlier is None or earlier.origin != "asked":
        return now
    return earlier if now.origin == "not asked" else evolve(now, seconds=earlier.seconds + now.seconds, origin="asked")


def is_spent(verdict: Verdict) -> bool:
    """Whether it is unknown because nothing was asked."""
    return verdict.outcome == "unknown" and all(check.origin == "not asked" for check in verdict.checks)
