"""Going on with a run that was stopped: what its rows say is not computed again.

A row is believed only where it was computed from the same text with the same options, which its digest says. A task is
done as a whole or not at all: its sets of clauses are searched together, and what one search finds helps the others.

Example: of the 7 sets of 3 clauses the file has 5 rows, since the run was killed. All 7 are computed again, and their
rows take the place of the 5.

Invariant: no row is lost that this run does not write again. Rows of other tasks stay in the file, and rows that were
computed from something else move into a file beside it (`SUPERSEDED`).
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from attrs import frozen

from ...core.errors import SpecassayError, unreadable, unwritable
from ..datasets.tasks import ContractTask, SpecTask
from ..reporting.output import RowMapping
from ..runs.contract_oracle import contract_of
from ..runs.run import FileReport
from ..runs.task_report import Report
from ..schema import CvtRow, ProvenanceRow, Row, SolverAnswerRow, SpecRow, line_of, row_of

T = TypeVar("T")

CompleteRows = Callable[[SpecTask, Mapping[str, Sequence[CvtRow]]], Mapping[str, Sequence[CvtRow]]]

SUPERSEDED = ".superseded.jsonl"
"""What is added to the name of the rows' file for the rows that they replace."""


@frozen(slots=True)
class Earlier(Generic[T]):
    """An earlier run. `known`: the reports of the tasks that are complete in its rows, by the place of the task.
    `rows`: what stays in the file, the rows of these and of tasks that this run does not have. `used`, `kept`: how many
    there are of either. `superseded`: rows of tasks of this run that were computed from something else, which the new
    ones replace."""

    known: dict[int, T]
    rows: tuple[RowMapping | Row, ...]
    used: int
    kept: int
    superseded: tuple[RowMapping, ...]

    def described(self, path: Path) -> str:
        """What became of the rows, as people read it."""
        text = f"{path}: {self.used:,} rows are used again, {self.kept:,} of other tasks are kept"
        if self.superseded:
            text += (
                f"; {len(self.superseded):,} that were computed from another text or with other options are now in "
                f"{path.name}{SUPERSEDED}"
            )
        return text


def read_back(
    path: Path, tasks: Sequence[ContractTask], most: int, digest: Callable[[ContractTask], str]
) -> Earlier[Report]:
    """What the rows of an earlier run are good for. A row counts for a task when it has the task's `digest`.

    A task is complete when every set of its clauses has a row, up to `most`; rows of one that is not are computed
    again. Lines that are no rows, such as the last one of a run that was killed, are left out. No file: nothing is
    known. Raises InputError for one that cannot be read.
    """
    count = Counter(task.task_id for task in tasks)
    # Two tasks of one name: nobody knows which of them a row is about, so both are computed again.
    digests = {task.task_id: digest(task) for task in tasks if count[task.task_id] == 1}
    rows = _rows(path)
    rows_by_task: dict[str, list[CvtRow]] = {}
    other_rows, superseded = list[RowMapping](), list[RowMapping]()
    for row in rows:
        task_id = str(row.get("task_id"))
        if task_id not in count:
            other_rows.append(row)
        elif row.get("digest") == digests.get(task_id):
            if (known_row := row_of(CvtRow, row)) is not None:
                rows_by_task.setdefault(task_id, []).append(known_row)
        else:
            superseded.append(row)
    reports: dict[int, Report] = {}
    # Rows of a task that is not complete are in neither list: the new ones take their place.
    for index, task in enumerate(tasks):
        report = _report(task, rows_by_task.get(task.task_id, []), most)
        if report is not None:
            reports[index] = report
    used = [row for report in reports.values() for row in report.rows]
    return Earlier(reports, (*other_rows, *used), len(used), len(other_rows), tuple(superseded))


def read_back_files(path: Path, tasks: Sequence[SpecTask], digest: Callable[[SpecTask], str]) -> Earlier[FileReport]:
    """As `read_back`, of files with specifications. A file is complete when all of its rows are there, and none of
    them says that it could not be scored. Raises InputError."""
    places = {str(task.file): index for index, task in enumerate(tasks)}
    digests = {name: digest(tasks[index]) for name, index in places.items()}
    rows_by_file: dict[str, list[SpecRow]] = {}
    other_rows, superseded = list[RowMapping](), list[RowMapping]()
    for row in _rows(path):
        name = str(row.get("file"))
        if row.get("kind") != "spec" or name not in places:
            other_rows.append(row)
        elif row.get("digest") != digests[name]:
            superseded.append(row)
        elif (known_row := row_of(SpecRow, row)) is not None:
            rows_by_file.setdefault(name, []).append(known_row)
    reports = {
        places[name]: FileReport(tasks[places[name]], tuple(rows), 0.0)
        for name, rows in rows_by_file.items()
        # Each row says how many rows its file has: fewer, and the run was killed between two of them.
        if len(rows) == rows[0].rows and all(row.status != "error" for row in rows)
    }
    mine = [row for report in reports.values() for row in report.rows]
    return Earlier(reports, (*mine, *other_rows), len(mine), len(other_rows), tuple(superseded))


def read_back_methods(
    path: Path, tasks: Sequence[SpecTask], digest: Callable[[SpecTask], str], complete: CompleteRows
) -> tuple[dict[str, Sequence[CvtRow]], Earlier[FileReport]]:
    """As `read_back`, of the methods of files, by their ids: a method is done when all of its rows are there, which
    `complete` says of those of a file. Raises InputError."""
    digests = {digest(task): task for task in tasks}
    rows_by_digest: dict[str, dict[str, list[CvtRow]]] = {}
    other_rows, superseded = list[RowMapping](), list[RowMapping]()
    for row in _rows(path):
        task_id, made_of = str(row.get("task_id")), str(row.get("digest"))
        if made_of in digests:
            if (known_row := row_of(CvtRow, row)) is not None:
                rows_by_digest.setdefault(made_of, {}).setdefault(task_id, []).append(known_row)
        # A row of a task of these files with another digest was made of an older text: it is replaced.
        elif any(task_id.startswith(f"{task.task_id}.") or task_id == task.task_id for task in tasks):
            superseded.append(row)
        else:
            other_rows.append(row)
    rows_by_method: dict[str, Sequence[CvtRow]] = {}
    for made_of, methods in rows_by_digest.items():
        rows_by_method.update(complete(digests[made_of], methods))
    mine = [row for rows in rows_by_method.values() for row in rows]
    return rows_by_method, Earlier({}, (*mine, *other_rows), len(mine), len(other_rows), tuple(superseded))


def read_back_answers(path: Path, digests: Sequence[str]) -> Earlier[SolverAnswerRow]:
    """As `read_back`, of the answers of solvers to queries with these digests, by the places of these; before them
    stand the sessions. Errors are asked again: they may be of the interruption. What is summed up of all answers is
    left out, since it is made again. Raises InputError."""
    places = {digest: index for index, digest in enumerate(digests)}
    sessions, superseded, answers = list[ProvenanceRow](), list[RowMapping](), dict[int, SolverAnswerRow]()
    for row in _rows(path):
        if (session := row_of(ProvenanceRow, row)) is not None:
            sessions.append(session)
        elif (answer := row_of(SolverAnswerRow, row)) is not None:
            if answer.digest not in places:
                superseded.append(row)
            elif answer.outcome != "error":
                answers[places[answer.digest]] = answer
    mine = [answers[index] for index in sorted(answers)]
    return Earlier(answers, (*sessions, *mine), len(mine), 0, tuple(superseded))


def set_aside(path: Path, rows: Sequence[RowMapping]) -> None:
    """Add rows that are superseded to their file beside `path`. Raises InputError."""
    target = path.with_name(path.name + SUPERSEDED)
    try:
        with target.open("a", encoding="ascii") as file:
            file.writelines(map(line_of, rows))
    except OSError as error:
        raise unwritable(target, error) from error


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(path, error) from error
    rows = []
    for line in lines:
        try:
            row = json.loads(line)
        # The last line may be cut; its task is repeated.
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            rows.append(row)
    return rows


def _report(task: ContractTask, rows: list[CvtRow], most: int) -> Report | None:
    if not rows:
        return None
    try:
        contract = contract_of(task)
    except SpecassayError:
        return None
    subsets = 2 ** len(contract.clauses) - 1
    # Rows are written as they come: a task with fewer was interrupted, and is repeated as a whole.
    if len({frozenset(row.violates) for row in rows}) < min(subsets, most):
        return None
    problems = dict.fromkeys(str(problem) for clause in contract.clauses for problem in clause.problems)
    return Report(
        task_id=task.task_id,
        rows=tuple(rows),
        clauses=len(contract.clauses),
        lowered=sum(1 for clause in contract.clauses if not clause.problems),
        problems=tuple(problems),
        subsets=subsets,
    )
