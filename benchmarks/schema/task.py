"""The rows about the tasks of a run: what a reader needs beside the verdicts."""

from typing import Literal

import msgspec
from msgspec import Struct

from .base import Row


class TaskClausePart(Struct, frozen=True, kw_only=True):
    """A clause of a contract as it is written.

    text: on one line
    line: of the text of the task, from 1, in which it begins; null where it is not one piece of that text
    end_line: and in which it ends
    problems: what in it is not supported
    """

    text: str = ""
    line: int | None = None
    end_line: int | None = None
    problems: list[str] = msgspec.field(default_factory=list)


class AnswerPart(Struct, frozen=True, kw_only=True):
    """What a solver answered about one set of clauses.

    violates: the set
    solver: who answered
    outcome: `sat`, `unsat`, `unknown`, `timeout` or `error`
    origin: `asked`; `derived`, from the core of another answer; or `not asked`
    seconds: of processor time
    """

    violates: list[int] = msgspec.field(default_factory=list)
    solver: str = ""
    outcome: str = ""
    origin: str = ""
    seconds: float = 0.0


class TaskRow(Row, frozen=True, kw_only=True):
    """`bench`, in `run.sqlite`: a task, its text, and how long it took.

    task_id: of the task; of Dafny, the name of the file
    dataset: the data set that it is from
    language: `python` or `dafny`
    file: where it is
    line: and in which line
    text: the contract as it is written (Python)
    clauses: of that contract
    seconds: by phase; of a Dafny file, `all`
    answers: of solvers
    label: what people say of the specification: `STRONG`, `WEAK`, `WRONG` or `UNKNOWN` (Dafny)
    """

    kind: Literal["task"] = "task"
    task_id: str
    dataset: str = ""
    language: Literal["python", "dafny"]
    file: str = ""
    line: int | None = None
    text: str = ""
    clauses: list[TaskClausePart] = msgspec.field(default_factory=list)
    seconds: dict[str, float] = msgspec.field(default_factory=dict)
    answers: list[AnswerPart] = msgspec.field(default_factory=list)
    label: str | None = None
