"""Specifications against what the authors of the data say themselves: outputs that they call wrong, and inputs that
they call invalid."""

from collections.abc import Iterator, Mapping, Sequence

from ..datasets.places import SourcePlace
from ..reporting.findings import ReportedFinding, shown
from ..schema import SpecRow, TestPart

Lines = Mapping[str, frozenset[int]]
"""By the name of a file, lines of tests."""


def of_labelled_tests(rows: Sequence[SpecRow], wrong: Lines, bad: Lines) -> Iterator[ReportedFinding]:
    """A finding for each method that accepts outputs which are labelled wrong, or allows inputs that are labelled
    invalid, with the shortest of them as its witness."""
    for row in rows:
        labelled = [test for test in row.tests if test.line in wrong.get(row.task_id, ())]
        accepted = [test for test in labelled if test.verdict == "holds"]
        if accepted:
            message = f"accepts {len(accepted)} of {len(labelled)} outputs that the authors of the data call wrong"
            yield _finding("accepts-wrong-output", row, message, accepted)
        invalid = [test for test in row.tests if test.line in bad.get(row.task_id, ())]
        allowed = [test for test in invalid if test.precondition == "holds"]
        if allowed:
            message = f"allows {len(allowed)} of {len(invalid)} inputs that the authors of the data call invalid"
            yield _finding("allows-bad-input", row, message, allowed)


def _finding(kind: str, row: SpecRow, message: str, tests: Sequence[TestPart]) -> ReportedFinding:
    best = min(tests, key=lambda test: len(shown("", _parts(kind, test))))
    parts = _parts(kind, best)
    place, witness = SourcePlace(row.file, best.line), shown(row.method or "", parts)
    return ReportedFinding(kind, f"{row.task_id}.{row.method}", message, place, witness, parts=parts)


def _parts(kind: str, test: TestPart) -> dict[str, dict[str, str]]:
    """What a test shows: the input and, of an output that is accepted, that."""
    return {"inputs": test.inputs, "expected": {}, "other": test.output if kind == "accepts-wrong-output" else {}}
