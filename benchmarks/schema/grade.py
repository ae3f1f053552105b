"""The rows of `grade`: programs, inputs that are no tests, and pairs of files."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from .base import Row


class SuitePart(Struct, frozen=True, kw_only=True):
    """A program on the valid inputs of a suite.

    verdict: `pass`, or what went wrong first
    place: the position of that input
    input: the call
    expected: the output of the canonical solution
    found: what the program gave
    """

    verdict: str
    place: int | None
    input: str
    expected: str
    found: str


class ResponsePart(Struct, frozen=True, kw_only=True):
    """A program on one contract-violating test.

    violates: the clauses that the test violates
    input: the arguments
    feasible: whether the canonical solution returns on it without its contract
    outcome: what the program did
    exception: the class of what it raised
    rejection: `rejected`, `accepted` or `unknown`
    """

    violates: list[int]
    input: str
    feasible: bool | None
    outcome: str
    exception: str | None
    rejection: str


class GradeRow(Row, frozen=True, kw_only=True):
    """`grade`: one program.

    samples_file: where it is from
    task_id: of its task
    number: of the program among those of its task
    origin: its place in the file
    problem: why it could not be read
    detail: more about that
    extracted: the code is a part of the answer, which as a whole does not define the function
    repeats: an earlier program of the task has the same code
    base: on the data set's own inputs
    plus: and on those that EvalPlus added
    also_right: what the data set takes for right beside the expected outputs
    responses: on contract-violating tests
    clauses: the texts of the contract's clauses
    guards: the checks in the program: `line` and `text`
    relations: of each clause to each check, by proof
    guards_complete: whether all checks were found
    guards_reason: why not
    digest: of what the row was computed from
    """

    kind: Literal["grade"] = "grade"
    samples_file: str
    task_id: str
    number: int
    origin: str
    problem: str | None
    detail: str
    extracted: bool
    repeats: bool
    base: SuitePart
    plus: SuitePart
    also_right: str | None
    responses: list[ResponsePart]
    clauses: list[str] | UnsetType = UNSET
    guards: list[dict[str, Any]] | UnsetType = UNSET
    relations: list[dict[str, Any]] | UnsetType = UNSET
    guards_complete: bool | UnsetType = UNSET
    guards_reason: str | UnsetType | None = UNSET
    digest: str | UnsetType = UNSET


class LeftOutRow(Row, frozen=True, kw_only=True):
    """`grade`: the inputs of a task that are no tests.

    task_id: of the task
    left_out: each with its `suite`, `place`, `input` and `reason`
    """

    kind: Literal["left-out"] = "left-out"
    task_id: str
    left_out: list[dict[str, Any]]


class PairedRow(Row, frozen=True, kw_only=True):
    """`grade --paired`: two files of programs compared.

    paired: the files, the tasks that they share, and the test of each rate
    """

    kind: Literal["paired"] = "paired"
    paired: dict[str, Any]
