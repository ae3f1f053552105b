"""The rows of a run beside its verdicts: where the rows after it come from, which stands first, what a reader needs to
know of its tasks, and findings."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from .base import Row, Texts


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
    language: its name, as `python` or `dafny`
    question: what is asked of it: `contract`, which inputs break it; or `specification`, which wrong outputs it accepts
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
    language: str
    question: Literal["contract", "specification"]
    file: str = ""
    line: int | None = None
    text: str = ""
    clauses: list[TaskClausePart] = msgspec.field(default_factory=list)
    seconds: dict[str, float] = msgspec.field(default_factory=dict)
    answers: list[AnswerPart] = msgspec.field(default_factory=list)
    label: str | None = None


class FindingRow(Row, frozen=True, kw_only=True):
    """`data check`, `audit`: something that is wrong.

    task_id: of the task, method or file
    rule: the kind of the finding
    message: what is wrong
    witness: what shows it, as source text
    parts: of a witness that is a call, `inputs`, `expected` and `other` outputs, each name to literal
    file: where it is
    line: and in which line
    clause: the number of the clause that it is about
    text: of that clause
    command: what shows it again
    """

    kind: Literal["finding"] = "finding"
    task_id: str
    rule: str
    message: str
    witness: str = ""
    parts: dict[str, Texts] = msgspec.field(default_factory=dict)
    file: str | None = None
    line: int | None = None
    clause: int | None = None
    text: str = ""
    command: str = ""


class DataPart(Struct, frozen=True, kw_only=True):
    """A data set of a run.

    name: by which the run and its tables call it
    path: where it was read
    tasks: how many it has
    files: how many files it was read from
    bytes: the size of these files
    sha256: of their names and contents; of a single file, of its content alone
    """

    name: str
    path: str
    tasks: int
    files: int
    bytes: int
    sha256: str


class ProvenanceRow(Row, frozen=True, kw_only=True):
    """`bench` and `solvers`: a session of a run, from its start to its end or to where it was stopped.

    task_id: always empty
    session: its number in the run, from 1; each `--resume` begins another one
    started: UTC, as in ISO 8601
    ended: likewise; null for one that was stopped, and for one that is not at its end yet
    versions: of specassay, of its source files (`build`, a digest), of Python, the solvers and Dafny
    options: of the run, and the questions
    seed: of the wrong outputs; of `solvers`, of those that are called by a command, null where none was given
    data: the data sets
    machine: `system`, `processor`, `cores` and `memory` in MiB
    """

    kind: Literal["provenance"] = "provenance"
    task_id: str = ""
    session: int = 0
    started: str
    ended: str | None = None
    versions: dict[str, str]
    options: dict[str, Any]
    seed: int | None
    data: list[DataPart] = msgspec.field(default_factory=list)
    machine: dict[str, Any]
