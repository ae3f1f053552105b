"""What `cvt` has found about one task."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import field, frozen
from msgspec import UNSET

from ...core.synthesis.verdicts import SolverCheck, Verdict
from ..schema import BoundsPart, CvtRow, LimitPart, SizesPart, part_of

if TYPE_CHECKING:
    from .adequacy.measure import Adequacy

SolverChoice = str
"""The name of a solver, or `both` or `all` of them: see `backends.choices.chosen`."""


@frozen(slots=True)
class SolverAnswers:
    """What each solver, by its name, answered about one set of clauses."""

    violates: tuple[int, ...]
    answers: Mapping[str, SolverCheck]


@frozen(slots=True, kw_only=True, repr=False)
class Report:
    """The result of one task.

    `rows`: one per set of clauses. `repairs` counts models that did not replay exactly and were
    blocked; `contradictions` counts proofs of infeasibility that another input refuted. `spent` counts the sets that
    are unknown because nothing was asked about them: the budget was spent. `seconds` is by phase; `work`: the seconds
    that were counted against the budget, which are the same in each run.
    """

    task_id: str
    rows: tuple[CvtRow, ...] = ()
    clauses: int = 0
    lowered: int = 0
    problems: tuple[str, ...] = ()
    repairs: int = 0
    contradictions: int = 0
    subsets: int = 0
    spent: int = 0
    seconds: Mapping[str, float] = field(factory=dict)
    work: float = 0.0
    checks: tuple[SolverAnswers, ...] = ()
    disagreements: int = 0
    error: str | None = None
    failed: bool = False
    """Whether the error is that of a tool or a defect of ours, and not of the input."""
    adequacy: "Adequacy | None" = None
    """How good the tests are, where that was asked for."""

    def __repr__(self) -> str:
        verdicts = Counter(str(row.verdict) for row in self.rows)
        summary = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items()) or self.error or "no rows"
        return f"Report({self.task_id}: {summary})"


def row_of_verdict(task_id: str, verdict: Verdict, universe: str | None = None) -> CvtRow:
    """The row of a verdict on a set of clauses, without its test. `universe`: where the verdict does not say."""
    bounds = (
        None
        if verdict.bounds is None
        else BoundsPart(
            text=str(verdict.bounds),
            arguments={name: part_of(SizesPart, sizes) for name, sizes in verdict.bounds.arguments.items()},
            limits=[part_of(LimitPart, limit) for limit in verdict.bounds.limits],
        )
    )
    return CvtRow(
        task_id=task_id,
        violates=sorted(verdict.target),
        verdict=verdict.outcome,
        solver=verdict.solver,
        universe=verdict.universe or universe,
        core=list(verdict.core) or None,
        operations=list(verdict.operations) or UNSET,
        bounded=verdict.bounded,
        bounds=bounds,
        reason=verdict.reason or None,
    )
