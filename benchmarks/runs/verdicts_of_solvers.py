"""One verdict on a set of clauses from those of several solvers.

The decision part of `cvt.py`, as functions of values.
"""

from collections.abc import Sequence

from attrs import evolve

from ...core.deciding.solver import Outcome
from ...core.synthesis.verdicts import SolverCheck, Verdict

ORDER = {"violating": 0, "infeasible": 1, "unknown": 2}


def best_of(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict that says most about one target: a test, a proof, nothing found within bounds, unknown. Its `solver`
    names all who say the same, joined by `+`, its `checks` are those of all."""
    best = min(verdicts, key=lambda verdict: (ORDER[verdict.outcome], verdict.bounded))
    same = [each.solver for each in verdicts if (each.outcome, each.bounded) == (best.outcome, best.bounded)]
    return evolve(best, solver="+".join(same), checks=tuple(check for each in verdicts for check in each.checks))


def disagree(checks: Sequence[SolverCheck]) -> bool:
    """Whether some solver has a model and another a proof that there is none."""
    outcomes = {check.outcome for check in checks}
    return Outcome.SAT in outcomes and Outcome.UNSAT in outcomes


def together(before: SolverCheck | None, now: SolverCheck) -> SolverCheck:
    """A solver that was asked twice about one set: its last answer, and the time of both."""
    if before is None or before.origin != "asked":
        return now
    return before if now.origin == "not asked" else evolve(now, seconds=before.seconds + now.seconds, origin="asked")


def is_spent(verdict: Verdict) -> bool:
    """Whether it is unknown because nothing was asked."""
    return verdict.outcome == "unknown" and all(check.origin == "not asked" for check in verdict.checks)
