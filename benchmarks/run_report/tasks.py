"""The rows about the tasks of a run: texts of contracts, times, and answers of solvers."""

from collections.abc import Iterator

from ...core.errors import SpecassayError
from ..datasets.tasks import PythonTask
from ..runs.contract_oracle import contract_of
from ..runs.run import FileReport
from ..runs.task_report import Report
from ..schema import AnswerPart, TaskClausePart, TaskRow


def row_of_file(dataset: str, file: FileReport) -> TaskRow:
    """The row about a file with specifications."""
    return TaskRow(
        task_id=file.task.task_id, dataset=dataset, language="dafny", file=str(file.task.file),
        seconds={"all": round(file.seconds, 4)}, label=file.task.label,
    )  # fmt: skip


def row_of_contract(dataset: str, report: Report, task: PythonTask) -> TaskRow:
    """The row about a contract in Python."""
    answers = [
        AnswerPart(
            violates=list(check.violates), solver=solver, outcome=answer.outcome.value, origin=answer.origin,
            seconds=round(answer.seconds, 5),
        )
        for check in report.checks
        for solver, answer in check.answers.items()
    ]  # fmt: skip
    return TaskRow(
        task_id=report.task_id, dataset=dataset, language="python", file=task.file, line=task.line,
        text=task.contract_text, clauses=list(_clauses(task)),
        seconds={phase: round(seconds, 4) for phase, seconds in report.seconds.items()}, answers=answers,
    )  # fmt: skip


def _clauses(task: PythonTask) -> Iterator[TaskClausePart]:
    """The clauses with their lines in the contract's text, where that is one piece of a file: only then spans count its
    lines."""
    if task.unsupported is not None:
        return
    try:
        clauses = contract_of(task).clauses
    except SpecassayError:
        return
    for clause in clauses:
        span = clause.span if task.origin is None else None
        yield TaskClausePart(
            text=" ".join(clause.text.split()),
            line=None if span is None else span.line,
            end_line=None if span is None else span.end_line,
            problems=[problem.construct for problem in clause.problems],
        )
