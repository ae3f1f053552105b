"""Contracts of Python files for people: for each function a call that it accepts, and a line for each guard in its
order, with the guard as it is written and the call that it alone refuses."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from ..datasets.tasks import ContractTask
from ..english.clause_examples import call_text
from ..runs.task_report import Report
from ..runs.without_clauses import written
from ..schema import CvtRow
from .findings import ReportedFinding, WrittenClause, arguments_of, clauses_of
from .formats.export import relative
from .tables import clip, counted

SCREEN = 24
"""Lines of a terminal as it opens: what is clean needs no more."""
WIDEST, LONGEST = 72, 161
"""Characters of guards that others are aligned with, and of a call, of which rows have all."""
_SAID = {
    "redundant-clause": "redundant",
    "idle-clause": "no input violates it",
    "unreachable": "what is before it raises",
    "open-clause": "no input known",
    "unsupported-clause": "no input known",
}
"""What to say behind a guard that there is a finding about."""


@frozen(slots=True)
class _GuardLine:
    where: str
    text: str
    call: str
    said: str


def lines_of_contracts(
    reports: Iterable[Report], tasks: Iterable[ContractTask], findings: Sequence[ReportedFinding], *, whole: bool
) -> Iterator[str]:
    """Yield the lines of contracts and one that counts. `whole`: all of them, and not what fits on a screen beside the
    `findings`."""
    by_id, reports = {task.task_id: task for task in tasks}, list(reports)
    stated = [(by_id[report.task_id], report) for report in reports if report.clauses and report.task_id in by_id]
    about = {(finding.subject, finding.clause): finding for finding in reversed(findings) if finding.clause is not None}
    blocks = [list(_of_contract(task, report, about)) for task, report in stated]
    lines = [line for block in blocks for line in block]
    room = len(lines) if whole or len(blocks) == 1 else max(SCREEN - len(findings) - 2, 0)
    yield from lines if len(lines) <= room else lines[: max(room - 1, 0)]
    if len(lines) > room:
        yield f"… {len(lines) - max(room - 1, 0)} more lines: --guards shows all."
    if stated or findings:
        yield _counted(stated, findings, sum(report.error is not None for report in reports))


def _of_contract(task: ContractTask, report: Report, about: Mapping[tuple[str, int], ReportedFinding]) -> Iterator[str]:
    # A model all of whose fields may be left out has the input {}.
    valid = next((row.valid for row in report.rows if isinstance(row.valid, dict)), None)
    called = "" if valid is None else call_text(task, valid) or _passed(valid)
    accepted = f"valid: {clip(called, LONGEST)}" if called else "no valid input is known"
    yield f"{_shown(task.file)}:{task.line}: {report.task_id}: {accepted}"
    clauses = clauses_of(task)
    guards = [
        _line(task, report, clauses, number, about.get((report.task_id, number))) for number in range(report.clauses)
    ]
    longest = max((len(guard.where) for guard in guards), default=0)
    width = min(max((len(guard.text) for guard in guards), default=0), WIDEST)
    for guard in guards:
        remark = f"({guard.said})" if guard.said else ""
        yield f"  {guard.where:<{longest}}  {guard.text:<{width}}  {guard.call}  {remark}".rstrip()


def _line(
    task: ContractTask, report: Report, clauses: Sequence[WrittenClause], clause: int, finding: ReportedFinding | None
) -> _GuardLine:
    written_clause = clauses[clause] if clause < len(clauses) else WrittenClause("", None)
    where = f"{_shown(task.file)}:{task.line if written_clause.place is None else written_clause.place.line}"
    text = (
        written(task, written_clause.place) if written_clause.place is not None and task.declaration is None else ""
    ) or written_clause.text
    tests = sorted((row for row in report.rows if row.is_test and clause in row.violates), key=_size)
    best = tests[0] if tests else None
    call = "" if best is None else clip(call_text(task, best.arguments or {}) or arguments_of(best), LONGEST)
    remark = _SAID.get(finding.kind, "") if finding is not None else ""
    if not remark and best is not None and best.violates != [clause]:
        remark = _beside(best, clause, clauses)
    return _GuardLine(where, f"{clause}: {text}", call, remark)


def _shown(file: str) -> str:
    """Return the path from the folder in which the command runs, where a file is in it."""
    return relative(file) or file


def _size(row: CvtRow) -> int:
    return len(row.violates)


def _beside(row: CvtRow, clause: int, clauses: Sequence[WrittenClause]) -> str:
    """Return what to say of a guard that no input is known to violate alone."""
    other_clauses = [violate for violate in row.violates if violate != clause]
    how = row.how or {}
    places = [clause.place for number in other_clauses for clause in clauses[number : number + 1]]
    lines = " and ".join(str(source_place.line) for source_place in places if source_place is not None)
    many = "s" if len(other_clauses) > 1 else ""
    if all(how.get(str(number)) == "raises" for number in other_clauses):
        return f"without this guard, line{many} {lines} raise{'' if many else 's'}"
    return f"violates line{many} {lines}, too"


def _passed(arguments: dict[str, str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in arguments.items())


def _counted(stated: Sequence[tuple[ContractTask, Report]], findings: Sequence[ReportedFinding], not_done: int) -> str:
    """Return the line that counts: functions, guards, those with an input of their own, and findings by their rule."""
    guards = sum(report.clauses for _, report in stated)
    sole = sum(
        any(row.is_test and row.violates == [clause] for row in report.rows)
        for _, report in stated
        for clause in range(report.clauses)
    )
    kinds = Counter({"not-done": not_done} if not_done else {}) + Counter(finding.kind for finding in findings)
    by_kind = "; ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    first = f"{counted(len(stated), 'function')}, {counted(guards, 'guard')}, {sole} with an input that only it refuses"
    return f"{first}. Findings: {by_kind or 'none'}."
