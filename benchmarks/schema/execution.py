"""The rows of `run`: a method on one input, and what the checks of its ghost code found."""

from typing import Literal

from msgspec import Struct

from .base import Row, Texts


class FailedCheckPart(Struct, frozen=True, kw_only=True):
    """A condition that fails while a method runs.

    condition: what is checked, by its keyword, such as `assert`
    clause: the condition
    place: file, line and column
    reason: at what moment it fails
    times: how often
    witness: the bound variables with which it is false
    variables: the values then
    """

    condition: str
    clause: str
    place: str
    reason: str
    times: int
    witness: Texts
    variables: Texts


class UndecidedCheckPart(Struct, frozen=True, kw_only=True):
    """A condition that is not decided while a method runs.

    condition: what is checked, by its keyword
    clause: the condition
    place: file, line and column
    reason: why
    """

    condition: str
    clause: str
    place: str
    reason: str


class ExecutionRow(Row, frozen=True, kw_only=True):
    """`run`: a method on one input.

    method: its name
    arguments: the input
    state: `returned`, `failed` or `unknown`
    reason: why it did not return
    place: and where
    printed: its output
    outputs: result to its value
    failures: conditions that fail, each once
    unknown: conditions that are not decided
    held: how often a condition was found to hold
    """

    kind: Literal["execution"] = "execution"
    method: str
    arguments: Texts
    state: str
    reason: str
    place: str
    printed: str
    outputs: Texts
    failures: list[FailedCheckPart]
    unknown: list[UndecidedCheckPart]
    held: int
