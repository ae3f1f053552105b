"""The rows of `weave`."""

from typing import Literal

from .base import Row, ScorePart


class WeaveRow(Row, frozen=True, kw_only=True):
    """`weave`: one program, with the checks that it lacked. The rows of a file are samples in EvalPlus's form.

    task_id: of its task
    number: of the program among those of its task
    origin: its place in the file
    solution: its text afterwards
    status: `woven`, `lacks nothing` or `not woven`
    added: the conditions that were put in
    reason: why it is not woven, or why what violates the contract is not all refused
    passed: whether it passed all valid inputs before
    passes: whether it does afterwards
    csr_before: contract-violating tests that it refused before
    csr: and afterwards
    examples: whether its own examples, which kept it from being loaded, stand below `if __name__ == "__main__":` now
    """

    kind: Literal["weave"] = "weave"
    task_id: str
    number: int
    origin: str
    solution: str
    status: str
    added: list[str]
    reason: str
    passed: bool
    passes: bool
    csr_before: ScorePart
    csr: ScorePart
    examples: bool = False
