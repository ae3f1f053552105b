"""The clauses of a Python task as they are written, with their places."""

from attrs import frozen

from ...core.errors import SpecassayError
from ..datasets.tasks import PythonTask, SourcePlace, place_of_span
from ..runs.contract_oracle import contract_of


@frozen(slots=True)
class WrittenClause:
    """A clause: its text on one line, where it is in its file, and what in it is not supported."""

    text: str
    place: SourcePlace | None
    problems: tuple[str, ...] = ()


def clauses_of(task: PythonTask) -> tuple[WrittenClause, ...]:
    """The clauses of a task's contract in their order; none where it cannot be read. A clause of a data set has the
    place of its task: what is in a JSON string has no lines of its own."""
    if task.unsupported is not None:
        return ()
    try:
        clauses = contract_of(task).clauses
    except SpecassayError:
        return ()
    source = task.file.endswith(".py")
    return tuple(
        WrittenClause(
            " ".join(clause.text.split()),
            place_of_span(clause.span) if source else SourcePlace(task.file, task.line),
            tuple(problem.construct for problem in clause.problems),
        )
        for clause in clauses
    )
