"""The row that stands first: where the rows after it come from."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from .base import Row


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
