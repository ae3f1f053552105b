"""A comparison of solvers as rows, and back from them; its answers as CSV."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from ..schema import SolverAnswerRow, SolverConflictRow, SolverScoreRow
from .asking import AskingLimits, SolverAnswer, SolverQuestion
from .queries import QueryFile
from .solvers import ComparedSolver
from .summary import STATUS, Conflict, SolverCell, SolverComparison, SolverScore


def answer_row(
    question: SolverQuestion, answer: SolverAnswer, limits: AskingLimits, digest: str
) -> SolverAnswerRow:
    """One answer, with the digest of its question. The seed is that of commands: registered solvers have their own."""
    query, solver = question.query, question.solver
    return SolverAnswerRow(
        task_id=query.name, solver=solver.name, solver_version=solver.version, options=solver.options,
        repeat=question.repeat + 1, seed=question.seed if solver.command else None, outcome=answer.outcome,
        message=answer.message, status=query.status, logic=query.logic, theories=sorted(query.theories),
        cpu_seconds=round(answer.cpu_seconds, 4), seconds=round(answer.seconds, 4),
        memory=round(answer.peak_bytes / 2**20, 1), limit=limits.seconds, digest=digest,
    )  # fmt: skip


def answer_of(row: SolverAnswerRow) -> SolverAnswer:
    """The answer that a row tells, without the values of a model."""
    return SolverAnswer(row.outcome, row.message, row.cpu_seconds, row.seconds, round(row.memory * 2**20))


def conflict_row(conflict: Conflict) -> SolverConflictRow:
    return SolverConflictRow(
        task_id=conflict.query.name, sat=list(conflict.sat), unsat=list(conflict.unsat), explained=conflict.explained,
        wrong=list(conflict.wrong), explanation=conflict.explanation, assertions=conflict.assertions,
        minimised=conflict.minimised,
    )  # fmt: skip


def score_rows(comparison: SolverComparison, solvers: Sequence[ComparedSolver]) -> list[SolverScoreRow]:
    """Of each solver, and of the virtual best."""
    found = [_score_row(comparison.score(solver.name), solver.version) for solver in solvers]
    return [*found, _score_row(comparison.virtual_best(), "")]


def _score_row(score: SolverScore, version: str) -> SolverScoreRow:
    return SolverScoreRow(
        solver=score.solver, solver_version=version, outcomes=dict(score.outcomes), wrong=score.wrong,
        par2=round(score.par2, 4), seconds=round(score.seconds, 4), alone=score.alone, unstable=score.unstable,
    )  # fmt: skip


def comparison_of(answers: Sequence[SolverAnswerRow], conflicts: Sequence[SolverConflictRow]) -> SolverComparison:
    """The comparison that rows are about: what was asked, in the order of the first answers. There is at least one
    answer. A question without an answer, of a comparison that was stopped, is left out with its query."""
    found: dict[tuple[str, str], list[SolverAnswer]] = {}
    queries: dict[str, QueryFile] = {}
    for row in answers:
        if row.task_id not in queries:
            path = Path(row.task_id)
            queries[row.task_id] = QueryFile(row.task_id, path, row.status, row.logic, frozenset(row.theories))
        found.setdefault((row.task_id, row.solver), []).append(answer_of(row))
    solvers = tuple(dict.fromkeys(row.solver for row in answers))
    whole = tuple(query for name, query in queries.items() if all((name, solver) in found for solver in solvers))
    cells = {key: SolverCell(tuple(each)) for key, each in found.items()}
    wrong = frozenset((each.task_id, name) for each in conflicts for name in each.wrong if name != STATUS)
    return SolverComparison(whole, solvers, cells, max(row.limit for row in answers), wrong)


def conflict_of(row: SolverConflictRow, comparison: SolverComparison) -> Conflict | None:
    """The disagreement that a row is about; None where its query is not among those that were compared."""
    query = next((each for each in comparison.queries if each.name == row.task_id), None)
    if query is None:
        return None
    return Conflict(
        query, tuple(row.sat), tuple(row.unsat), tuple(row.wrong), row.explanation, row.assertions, row.minimised
    )


CSV_FIELDS = tuple(
    each.name for each in msgspec.structs.fields(SolverAnswerRow) if each.name not in ("kind", "version")
)


def csv_of(rows: Iterable[SolverAnswerRow]) -> str:
    """All answers as CSV, the names of the fields first."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_FIELDS)
    for row in rows:
        values = [getattr(row, name) for name in CSV_FIELDS]
        writer.writerow([" ".join(each) if isinstance(each, list) else each for each in values])
    return out.getvalue()
