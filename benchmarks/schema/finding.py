"""The rows of findings."""

from typing import Literal

import msgspec

from .base import Row, Texts


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
