"""The row of `diff`."""

from typing import Literal

from msgspec import Struct

from .base import Row


class ChangePart(Struct, frozen=True, kw_only=True):
    """What is not the same in two runs.

    question: `cvt`, `spec` or `grade`
    dataset: of the task
    subject: the task
    item: the set of clauses, method or suite in it
    before: the verdict or score in the first run; null where there is none
    after: in the second run
    witness: what shows the newer one, or else the older one
    """

    question: str
    dataset: str
    subject: str
    item: str
    before: str | None
    after: str | None
    witness: str


class OriginPart(Struct, frozen=True, kw_only=True):
    """A version, option, seed or data set that is not the same in two runs.

    name: which
    before: in the first run
    after: in the second
    """

    name: str
    before: str | None
    after: str | None


class DiffRow(Row, frozen=True, kw_only=True):
    """`diff`: what changed from one run to the other.

    not_done: the tasks of either run that are not done yet
    origin: what the runs were made from, where it is not the same
    regression: verdicts that are worse, or contradict the earlier ones
    improvement: better verdicts
    change: others
    new: what only the second run has
    gone: what only the first run has
    """

    kind: Literal["diff"] = "diff"
    not_done: list[int]
    origin: list[OriginPart]
    regression: list[ChangePart]
    improvement: list[ChangePart]
    change: list[ChangePart]
    new: list[ChangePart]
    gone: list[ChangePart]
