"""Tests of Dafny methods that come from Python tasks, and labels of specifications."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from specassay.benchmarks.datasets.python_tests import cases_of, load_python_tests, load_tests
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.reporting.labels import agreement, agreement_table, compare
from specassay.benchmarks.runs.run import FileReport, RunSettings, run_specifications
from specassay.benchmarks.schema import SpecRow
from specassay.core.spec_testing.python_values import ReferenceCase
from specassay.dafny_harness.tests_file import TestsFile

SWAP = {
    "task_id": "Mbpp/7",
    "prompt": "",
    "entry_point": "swap",
    "canonical_solution": "def swap(pair):\n    a, b = pair\n    return (b, a) if a else [][1]\n",
    "contract": "\tassert isinstance(pair, tuple)\n",
    "base_input": [[[1, 2]], [[0, 2]]],
    "plus_input": [[[5, 6]]],
}
DAFNY = "method Swap(p: (int, int)) returns (r: (int, int))\n  ensures r == (p.1, p.0)\n{ }\n"


def dataset(folder: Path, **changes: Any) -> Path:
    path = folder / "Python.jsonl"
    path.write_text(json.dumps({**SWAP, **changes}) + "\n")
    return path


def test_tuples_are_put_back_and_what_raises_is_listed(tmp_path: Path) -> None:
    (task,) = load_python_tests(dataset(tmp_path)).tasks.values()
    cases, problems = cases_of(task)
    assert cases == [ReferenceCase(((1, 2),), (2, 1)), ReferenceCase(((5, 6),), (6, 5))]
    assert problems == ["1 inputs on which the reference does not return"]


def test_the_cases_test_the_method_of_the_same_number(tmp_path: Path) -> None:
    file = tmp_path / "task_id_7.dfy"
    file.write_text(DAFNY)
    report = run_specifications(
        SpecTask(task_id="task_id_7", file=file), RunSettings(tests=load_tests(dataset(tmp_path)))
    )
    (row,) = report.rows
    assert row.status == "scored"
    assert row.correctness == (1.0, 1.0)
    assert {test.source for test in row.tests} == {"Python task"}
    assert "unconverted-test" in {finding.kind for finding in row.findings}


def test_a_reference_that_does_not_load_is_a_finding(tmp_path: Path) -> None:
    file = tmp_path / "task_id_7.dfy"
    file.write_text(DAFNY)
    broken = dataset(tmp_path, canonical_solution="import nothing_at_all\ndef swap(pair): pass\n")
    report = run_specifications(SpecTask(task_id="task_id_7", file=file), RunSettings(tests=load_tests(broken)))
    assert any("does not load" in finding.message for row in report.rows for finding in row.findings)


def test_other_files_are_json_of_mbpp_dfy(tmp_path: Path) -> None:
    path = tmp_path / "tests.json"
    path.write_text("{}")
    assert isinstance(load_tests(path), TestsFile)


ACCEPTS = {
    "kind": "accepts-another-output",
    "message": "accepts another output",
    "witness": {"inputs": {"n": "1"}, "expected": {"r": "1"}, "other": {"r": "2"}},
}


def report(number: int, correct: float | None, complete: float | None) -> FileReport:
    row = {
        "method": "M",
        "status": "scored",
        "correctness": None if correct is None else [correct, correct],
        "completeness": None if complete is None else [complete, complete],
        "functional": [0.0, 0.0],
        "findings": [ACCEPTS, {"kind": "contradicts-test", "message": "it is wrong"}],
        "tests": [{"verdict": "holds", "accepted": {"verdict": "functional"}}, {"verdict": "holds", "accepted": None}],
    }
    found = msgspec.convert({"task_id": "f", "file": "f", "reason": "", **row}, SpecRow)
    return FileReport(SpecTask(task_id=f"task_id_{number}", file=Path(f"task_id_{number}.dfy")), (found,), 0.1)


@pytest.mark.parametrize(
    ("correct", "complete", "label", "judgement", "witness"),
    [
        (1.0, 0.79, "STRONG", "WEAK", "accepts M(1) → 2 where 1 is expected"),
        (1.0, 0.8, "STRONG", "STRONG", "accepts M(1) → 2 where 1 is expected"),
        (0.5, 1.0, "STRONG", "WRONG", "it is wrong"),
        (None, 1.0, "STRONG", "STRONG", "accepts M(1) → 2 where 1 is expected"),
        (1.0, None, "STRONG", None, "accepts M(1) → 2 where 1 is expected"),
    ],
)
def test_scores_as_judgements(
    correct: float | None, complete: float | None, label: str, judgement: str | None, witness: str
) -> None:
    (found,) = compare([report(7, correct, complete)], {"7": label})
    assert (found.judgement, found.witness) == (judgement, witness)
    assert found.disagrees == (judgement not in (None, label))


def test_without_another_output_the_witness_is_how_often_none_is_proved() -> None:
    file = report(7, 1.0, 1.0)
    file.rows[0].findings.clear()
    (found,) = compare([file], {"7": "WEAK"})
    assert found.witness == "accepts no other output (proved) on 1 of 1 inputs"


def test_only_judgements_on_both_sides_count_for_kappa() -> None:
    files = [report(1, 1.0, 1.0), report(2, 1.0, 0.1), report(3, 1.0, 1.0), report(4, 0.0, 1.0)]
    comparisons = compare(files, {"1": "STRONG", "2": "WEAK", "3": "UNKNOWN"})
    assert agreement(comparisons).n == 2
    assert agreement(comparisons).kappa == 1.0
    table = agreement_table(comparisons)
    assert ("UNKNOWN", "1", "0", "0", "0") in table.texts


def test_an_input_that_means_something_else_as_a_whole_number_is_no_test(tmp_path: Path) -> None:
    # `isinstance(3.0, int)` is false, and 3.0 is 3 in a language that has no other number for it.
    source = dataset(
        tmp_path,
        entry_point="whole",
        canonical_solution="def whole(n):\n    return isinstance(n, int) and n > 2\n",
        contract="\tassert isinstance(n, (int, float))\n",
        base_input=[[3], [3.0], [1.0], [2.5]],
        plus_input=[],
    )
    (task,) = load_python_tests(source).tasks.values()
    cases, problems = cases_of(task)
    assert cases == [ReferenceCase((3,), True), ReferenceCase((1.0,), False), ReferenceCase((2.5,), False)]
    assert problems == ["1 inputs of which the reference returns something else where 3.0 is 3"]
