"""Reports as a store keeps them, and back."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ...core.deciding.solver import Outcome
from ...core.synthesis.verdicts import Origin, SolverCheck
from ..datasets.tasks import SpecTask
from ..schema import CvtRow, Row, SpecRow, part_of, row_of
from ..store.records import KeptResult, NewResult, StoredResult
from .run import FileReport
from .task_report import Report, SolverAnswers


class _CheckAnswer(Struct, frozen=True, kw_only=True):
    outcome: Outcome
    seconds: float
    origin: Origin


class _SolverCheck(Struct, frozen=True, kw_only=True):
    violates: tuple[int, ...]
    answers: dict[str, _CheckAnswer]


class _CvtSummary(Struct, frozen=True, kw_only=True):
    clauses: int
    lowered: int
    problems: tuple[str, ...]
    repairs: int
    contradictions: int
    subsets: int
    spent: int
    seconds: dict[str, float]
    checks: tuple[_SolverCheck, ...]
    disagreements: int
    error: str | None
    failed: bool


class _SpecSummary(Struct, frozen=True, kw_only=True):
    clauses: tuple[int, int] | None
    crashed: bool


def result_of(report: Report, rows: Iterable[Row]) -> NewResult:
    """What to keep of a report on a contract. `rows`: those that it is written as."""
    summary = part_of(_CvtSummary, report)
    seconds = sum(report.seconds.values())
    return NewResult(tuple(rows), msgspec.to_builtins(summary), seconds, failed=report.error is not None)


def report_of(result: StoredResult | KeptResult, task_id: str) -> Report | None:
    """The report on a contract that was kept; None for what is none."""
    summary = _read(result.summary, _CvtSummary)
    rows = [row_of(CvtRow, row) for row in result.rows if row.get("kind") == "cvt"]
    cvt_rows: list[CvtRow] = [row for row in rows if row is not None]
    # A row of an earlier version that is not read any more: the task is worked on again.
    if summary is None or len(cvt_rows) < len(rows):
        return None
    checks = [
        SolverAnswers(
            check.violates,
            {
                name: SolverCheck(name, answer.outcome, answer.seconds, answer.origin)
                for name, answer in check.answers.items()
            },
        )
        for check in summary.checks
    ]
    kept = msgspec.structs.asdict(summary)
    return Report(**{**kept, "task_id": task_id, "rows": tuple(cvt_rows), "checks": tuple(checks)})


def result_of_file(report: FileReport, rows: Iterable[Row]) -> NewResult:
    """What to keep of a report on a file with specifications. `rows`: those that it is written as."""
    summary = _SpecSummary(clauses=report.clauses, crashed=report.crashed)
    failed = report.crashed or any(row.status == "error" for row in report.rows)
    return NewResult(tuple(rows), msgspec.to_builtins(summary), report.seconds, failed)


def file_report_of(result: StoredResult | KeptResult, task: SpecTask) -> FileReport | None:
    """The report on a file that was kept; None for what is none."""
    summary = _read(result.summary, _SpecSummary)
    rows = [row for row in (row_of(SpecRow, row) for row in result.rows) if row is not None]
    if summary is None or len(rows) < len(result.rows):
        return None
    return FileReport(task, tuple(rows), result.seconds, summary.clauses, crashed=summary.crashed)


def _read(summary: Mapping[str, Any], kind: type[msgspec.Struct]) -> Any:
    try:
        return msgspec.convert(summary, kind)
    except msgspec.ValidationError:
        return None
