"""Findings of an audit: the commands that show them again, labels of authors, tables and the document."""

from typing import Any

import pytest

from specassay.benchmarks.auditing.findings import (
    AuditCounts,
    as_row,
    command_of,
    document,
    kinds_table,
    of_labelled_tests,
)
from specassay.benchmarks.datasets.tasks import SourcePlace
from specassay.benchmarks.reporting.findings import ReportedFinding
from specassay.benchmarks.schema import SpecRow, TestPart


def found(kind: str, subject: str, file: str | None, **others: Any) -> ReportedFinding:
    return ReportedFinding(kind, subject, "why", None if file is None else SourcePlace(file, 3), **others)


@pytest.mark.parametrize(
    ("finding", "command"),
    [
        (found("idle-clause", "a.f", "my code/a.py"), "specassay cvt 'my code/a.py' --select a.f"),
        (found("accepts-another-output", "a.M", "a.dfy"), "specassay spec a.dfy --select a.M"),
        (found("not-done", "a", "a.dfy"), "specassay spec a.dfy"),
        (found("duplicate-input", "a.M", "a.dfy"), "specassay data check a.dfy --task a"),
        (found("invalid-input", "Mbpp/2", "m.jsonl.gz"), "specassay data check m.jsonl.gz --task Mbpp/2"),
        (found("idle-clause", "Mbpp/2", "m.jsonl.gz"), "specassay cvt m.jsonl.gz --select Mbpp/2"),
        (found("not-done", "Mbpp/2", "m.jsonl.gz"), "specassay data check m.jsonl.gz --task Mbpp/2"),
        (found("idle-clause", "a.f", None), ""),
    ],
)
def test_a_command_shows_a_finding_again(finding: ReportedFinding, command: str) -> None:
    assert command_of(finding) == command


def the_test(line: int, n: str, verdict: str = "holds", precondition: str = "holds") -> TestPart:
    return TestPart(
        line=line,
        source="test",
        inputs={"n": n},
        output={"r": "0"},
        constraints=[],
        verdict=verdict,
        clauses=[],
        refused_by=[],
        rounding=None,
        precondition=precondition,
        violated_requires=[],
        invalid_inputs=[],
        accepted=None,
        mutants=[],
    )


def test_what_authors_call_wrong_and_invalid_is_held_against_a_specification() -> None:
    tests = [
        the_test(1, "100"),
        the_test(2, "7"),
        the_test(3, "5", "refuted"),
        the_test(4, "9", precondition="refuted"),
    ]
    row = SpecRow(task_id="a", file="a.dfy", method="M", status="scored", tests=tests)
    wrong, bad = of_labelled_tests([row], {"a": frozenset({1, 2, 3})}, {"a": frozenset({2, 4})})
    assert (wrong.kind, wrong.subject, wrong.witness, str(wrong.place)) == (
        "accepts-wrong-output",
        "a.M",
        "M(7) → 0",
        "a.dfy:2",
    )
    assert wrong.message == "accepts 2 of 3 outputs that the authors of the data call wrong"
    assert (bad.kind, bad.witness) == ("allows-bad-input", "M(7)")
    assert bad.message == "allows 1 of 2 inputs that the authors of the data call invalid"
    assert list(of_labelled_tests([row], {"b": frozenset({1})}, {})) == []


def test_kinds_are_counted_with_their_tasks() -> None:
    pairs = [("idle-clause", "a.f"), ("idle-clause", "a.f"), ("idle-clause", "a.g"), ("open-clause", "a")]
    findings = [found(kind, name, "a.py") for kind, name in pairs]
    table = kinds_table([as_row(each, "") for each in findings], AuditCounts(1, 0, 2))
    assert [row[:3] for row in table.texts] == [("idle-clause", "3", "2"), ("open-clause", "1", "1")]
    assert "1 contract in Python, 0 methods" in table.notes[0]


def test_a_document_has_each_finding_once_with_its_command() -> None:
    rows = [as_row(found("idle-clause", "a.f_1", "a.py", text="x > 0", witness="x > 0"), "specassay cvt a.py")]
    text = document(rows, [kinds_table(rows, AuditCounts(1, 0, 0))])
    assert "- **a.f\\_1**: why\n  - clause: `x > 0`\n  - reproduce: `specassay cvt a.py`\n" in text
    assert "witness" not in text
