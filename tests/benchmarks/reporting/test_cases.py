"""What a CI reads of a file with specifications: which methods failed, passed, or were skipped, and why."""

from specassay.benchmarks.reporting.cases import cases_of_specifications
from specassay.benchmarks.reporting.findings import of_specifications
from specassay.benchmarks.schema import FindingPart, SpecRow


def outcomes(*rows: SpecRow, strict: bool = False) -> list[tuple[str, str, str]]:
    cases = cases_of_specifications(rows, list(of_specifications(rows)), strict=strict)
    return [(case.name, case.outcome, case.message) for case in cases]


def row(method: str | None, *kinds: str, status: str = "scored", reason: str = "") -> SpecRow:
    findings = [FindingPart(kind=kind, method=method, message=f"it is {kind}") for kind in kinds]
    return SpecRow(task_id="t", file="t.dfy", method=method, status=status, reason=reason, findings=findings)


def test_a_defect_fails_and_a_proposal_does_not() -> None:
    assert outcomes(row("Good"), row("Weak", "repair", "accepts-another-output"), row("Could", "repair")) == [
        ("Good", "passed", ""),
        ("Weak", "failed", "accepts-another-output: it is accepts-another-output"),
        ("Could", "passed", "repair: it is repair"),
    ]


def test_what_is_not_supported_is_skipped_and_fails_where_that_is_asked_for() -> None:
    rows = row("Half", "unsupported-clause"), row("None", status="no tests")
    assert [outcome for _, outcome, _ in outcomes(*rows)] == ["skipped", "skipped"]
    assert [outcome for _, outcome, _ in outcomes(*rows, strict=True)] == ["failed", "skipped"]
    assert outcomes(rows[1]) == [("None", "skipped", "no tests")]


def test_a_file_that_could_not_be_read_is_an_error_and_no_failure() -> None:
    (found,) = outcomes(row(None, status="error", reason="t.dfy:1:2: unexpected ["))
    assert found == ("file", "error", "not-done: unexpected [")
