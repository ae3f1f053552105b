"""A task and its tests, as every format gets them."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from ...datasets.tasks import PythonTask
from ...schema import CvtRow, SeparatingRow
from .calls import TestCall


@frozen(slots=True)
class SuiteInput:
    """One input: parameter to the text of a Python literal. `violates` are the clauses that it violates, exactly;
    `raised` is the class of what the contract raises, None where it accepts. It is Exception, any of them, where the
    file has decorators or guards: these choose their class themselves."""

    arguments: Mapping[str, str]
    violates: tuple[int, ...]
    raised: str | None


@frozen(slots=True)
class Suite:
    """A task and the rows of its tests (see docs/schema.md)."""

    task: PythonTask
    rows: Sequence[CvtRow | SeparatingRow]
    kept: Sequence[TestCall] | None = None
    """Of a Python file, the tests that were checked (`runs/kept_tests.py`)."""

    @property
    def cases(self) -> list[SuiteInput]:
        """The tests and their alternatives, without those of which Python did not say in time what they raise."""
        found = []
        for row in self.rows:
            refused = row.verdict == "violating" and row.raised is not None
            if refused or row.verdict == "accepted":
                for arguments in row.tests:
                    found.append(SuiteInput(arguments, tuple(row.violates), self._raised(row.raised)))
        return found

    def _raised(self, name: str | None) -> str | None:
        pieces = () if self.task.origin is None else self.task.origin.pieces
        rewritten = any(not piece.verbatim and "assert" in piece.text for piece in pieces)
        return "Exception" if rewritten and name == "AssertionError" else name
