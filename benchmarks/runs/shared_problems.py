"""The same problem in both languages: what the two questions say of it."""

import re
from collections.abc import Iterable, Sequence

from attrs import frozen

from ..reporting.report import bounds, share
from ..reporting.statistics import tests_of
from ..reporting.tables import NOTHING, TableData
from .cvt import TaskReport
from .run import FileReport


@frozen(slots=True)
class SharedProblem:
    """A problem that a Python task and a Dafny file are both about."""

    name: str
    python: TaskReport
    dafny: FileReport


def problem_name(task_id: str) -> str:
    """What names the problem of a task: `Mbpp/N` and `task_id_N` are number N of MBPP, others go by their
    name."""
    match = re.fullmatch(r"(?:Mbpp/|task_id_)(\d+)", task_id)
    return f"MBPP {int(match[1])}" if match else task_id


def shared_problems(reports: Iterable[TaskReport], files: Iterable[FileReport]) -> list[SharedProblem]:
    """The problems that occur in both languages, in the order of the Python tasks."""
    by_name = {problem_name(file.task.task_id): file for file in files}
    return [
        SharedProblem(name, report, by_name[name])
        for report in reports
        if (name := problem_name(report.task_id)) in by_name
    ]


def shared_table(problems: Sequence[SharedProblem]) -> TableData:
    """One row a problem."""
    rows = []
    for problem in problems:
        methods = [row for row in problem.dafny.rows if row.status == "scored"]
        rows.append(
            (
                problem.name,
                str(problem.python.clauses),
                share(len(tests_of(problem.python.rows)), len(problem.python.rows)),
                ", ".join(row.method or "" for row in methods) or NOTHING,
                ", ".join(bounds(row.correctness) for row in methods) or NOTHING,
                ", ".join(bounds(row.completeness) for row in methods) or NOTHING,
            )
        )
    columns = ("problem", "clauses", "with a test", "Dafny method", "correctness", "completeness")
    numeric = frozenset({"clauses", "correctness", "completeness"})
    return TableData("The same problems in both languages", columns, tuple(rows), numeric=numeric)
