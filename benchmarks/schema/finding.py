"""The rows of findings."""

from typing import Literal

from .base import Row


class FindingRow(Row, frozen=True, kw_only=True):
    """`data check`, `audit`: something that is wrong.

    task_id: of the task, method or file
    rule: the kind of the finding
    message: what is wrong
    witness: what shows it, as source text
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
    file: str | None = None
    line: int | None = None
    clause: int | None = None
    text: str = ""
    command: str = ""
