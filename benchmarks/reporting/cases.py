"""What a run has looked at, as cases with an outcome: the clauses of contracts, and methods with specifications."""

from collections.abc import Iterator, Sequence

from ..datasets.tasks import ContractTask, SourcePlace
from ..runs.task_report import Report
from ..schema import SpecRow
from .findings import ReportedFinding, WrittenClause, arguments_of, clauses_of, numbers
from .formats.export import CaseOutcome, ReportCase, told
from .rules import PROPOSALS, is_defect


def cases_of_contract(
    report: Report,
    task: ContractTask | None,
    findings: Sequence[ReportedFinding],
    *,
    strict: bool,
    texts: Sequence[str] = (),
) -> Iterator[ReportCase]:
    """A case for each clause of a contract: failed with a defect, skipped where nothing is known of it, else passed,
    with a call that violates it. One for all of it, too, where there is a finding about all of it. `findings`: those
    about this contract. `texts`: its clauses, where there is no task."""
    written = tuple(WrittenClause(text, None) for text in texts) if task is None else clauses_of(task)
    source_place = None if task is None else SourcePlace(task.file, task.line)
    group = report.task_id.rpartition(".")[0] if task is None else task.file
    seconds = sum(report.seconds.values())
    of_contract = [finding for finding in findings if finding.clause is None]
    # A contract without clauses would have no case at all, and a test report would not mention it.
    if of_contract or not report.clauses:
        outcome, message, detail = _outcome(of_contract, strict=strict)
        yield ReportCase(
            group=group,
            subject=report.task_id,
            name="contract",
            outcome=outcome,
            message=message,
            detail=detail,
            place=source_place,
            seconds=0.0 if report.clauses else seconds,
        )
    # An error ends the work on a contract: nothing is known of single clauses.
    if report.error is not None:
        return
    for clause in range(report.clauses):
        written_clause = written[clause] if clause < len(written) else WrittenClause("", source_place)
        mine = [finding for finding in findings if finding.clause == clause]
        outcome, message, detail = _outcome(mine, strict=strict)
        yield ReportCase(
            group=group,
            subject=report.task_id,
            name=f"clause {clause}: {written_clause.text}".removesuffix(": "),
            outcome=outcome,
            message=message,
            detail=detail or _witness(report, clause),
            place=written_clause.place or source_place,
            seconds=seconds / report.clauses,
        )


def _witness(report: Report, clause: int) -> str:
    """A call that violates a clause, with as few others as possible."""
    tests = [row for row in report.rows if row.is_test and clause in row.violates]
    best = min(tests, key=lambda row: len(row.violates), default=None)
    return "" if best is None else f"violates {numbers(best.violates)}: {arguments_of(best)}"


def cases_of_specifications(
    rows: Sequence[SpecRow], findings: Sequence[ReportedFinding], *, strict: bool
) -> Iterator[ReportCase]:
    """A case for each method of a file, or for the file where it has none. `findings`: those of these rows."""
    for row in rows:
        subject = f"{row.task_id}.{row.method}" if row.method else row.task_id
        methods = {finding.method for finding in row.findings}
        # Findings of a row may be about helpers that have no row of their own.
        names = {subject, *(f"{row.task_id}.{name}" if name else row.task_id for name in methods)}
        mine = [finding for finding in findings if finding.subject in names]
        outcome, message, detail = _outcome(mine, strict=strict)
        if row.status != "scored" and outcome == "passed":
            outcome, message = "skipped", row.status
        yield ReportCase(
            group=row.file,
            subject=subject,
            name=row.method or "file",
            outcome=outcome,
            message=message,
            detail=detail,
            place=SourcePlace(row.file, row.line),
        )


def _outcome(findings: Sequence[ReportedFinding], *, strict: bool) -> tuple[CaseOutcome, str, str]:
    """What findings about one thing make of it, a message, and all that they say."""
    if not findings:
        return "passed", "", ""
    defects = [finding for finding in findings if is_defect(finding.kind, strict=strict)]
    # What could not be done is an error even where something else was found: the result is not complete.
    broken = [finding for finding in findings if finding.kind == "not-done"]
    first = (broken or defects or findings)[0]
    ordered = [first, *(finding for finding in findings if finding is not first)]
    detail = "\n".join(f"{finding.where}: {finding.kind}: {told(finding)}".removeprefix(": ") for finding in ordered)
    outcome: CaseOutcome = "skipped"
    if broken:
        outcome = "error"
    elif defects:
        outcome = "failed"
    # A proposal changes nothing about what is there.
    elif all(finding.kind in PROPOSALS for finding in findings):
        outcome = "passed"
    return outcome, f"{first.kind}: {first.message}", detail
