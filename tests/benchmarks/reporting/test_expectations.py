"""What counts as another verdict than the expected one."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from specassay.benchmarks.datasets.bundled import ContractVerdicts, Expected, SpecificationVerdicts, Violation
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.reporting.expectations import BOUNDED, mismatches
from specassay.benchmarks.runs.run import FileReport
from specassay.benchmarks.runs.task_report import Report
from specassay.benchmarks.schema import CvtRow, SpecRow

EXPECTED = Expected(
    contracts={
        "p": ContractVerdicts(
            infeasible=frozenset({frozenset({1})}),
            bounded=frozenset({frozenset({2})}),
            tests=(),
            violating=(Violation(frozenset({0}), {}), Violation(frozenset({0, 1}), {})),
        )
    },
    specifications={"d": SpecificationVerdicts("weak", correctness=(1.0, 1.0), completeness=(0.0, 0.95))},
)


def of_contract(first: str, second: str, both: str) -> list[str]:
    verdicts = zip(([0], [1], [0, 1]), (first, second, both), strict=True)
    rows = [row(violates, verdict) for violates, verdict in verdicts]
    return with_rows(*rows, row([2], BOUNDED))


def row(violates: list[int], verdict: Any) -> CvtRow:
    bounded = verdict == BOUNDED
    return CvtRow(task_id="p", violates=violates, verdict="infeasible" if bounded else verdict, bounded=bounded)


def with_rows(*rows: CvtRow) -> list[str]:
    return list(mismatches(Report(task_id="p", clauses=2, rows=rows), EXPECTED))


def of_specification(**row: Any) -> list[str]:
    task = SpecTask(task_id="d", file=Path("d.dfy"))
    found = {"method": "M", "status": "scored", "correctness": [1.0, 1.0], "completeness": [0.5, 0.5]} | row
    scored = msgspec.convert({"task_id": "d", "file": "d.dfy", "reason": "", **found}, SpecRow)
    return list(mismatches(FileReport(task, (scored,), 0.1), EXPECTED))


def test_expected_and_open_verdicts_match() -> None:
    assert of_contract("violating", "infeasible", "violating") == []
    assert of_contract("unknown", "unknown", "unknown") == []


def test_a_contradicting_verdict_does_not() -> None:
    assert of_contract("infeasible", "infeasible", "violating") == ["p: clauses {0}: infeasible, expected violating"]
    assert of_contract("violating", "violating", "violating") == ["p: clauses {1}: violating, expected infeasible"]


def test_not_found_within_bounds_is_no_proof_and_a_proof_is_more_than_that() -> None:
    assert of_contract("violating", BOUNDED, "violating") == []
    assert of_contract(BOUNDED, "infeasible", "violating") == [f"p: clauses {{0}}: {BOUNDED}, expected violating"]
    others = [row([0], "violating"), row([1], "infeasible"), row([0, 1], "violating")]
    assert with_rows(*others, row([2], "unknown")) == []
    assert with_rows(*others, row([2], "infeasible")) == [f"p: clauses {{2}}: infeasible, expected {BOUNDED}"]


def test_a_task_that_was_not_done_is_one_mismatch() -> None:
    assert list(mismatches(Report(task_id="p", error="x"), EXPECTED)) == ["p: not done"]


def test_every_task_of_the_suite_is_expected() -> None:
    (found,) = mismatches(Report(task_id="new"), EXPECTED)
    assert found == "new: nothing is expected of it"


@pytest.mark.parametrize(
    ("row", "count"),
    [
        ({}, 0),
        ({"completeness": [0.9, 1.0]}, 0),
        ({"completeness": [1.0, 1.0]}, 1),
        ({"completeness": None}, 1),
        ({"correctness": [0.5, 0.5]}, 1),
        ({"status": "unsupported"}, 1),
    ],
)
def test_scores_are_compared_with_their_bounds(row: dict[str, Any], count: int) -> None:
    assert len(of_specification(**row)) == count
