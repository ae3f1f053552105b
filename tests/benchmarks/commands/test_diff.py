"""What changed between two runs."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.schema import (
    AssessmentPart,
    CvtRow,
    DiffRow,
    GradeRow,
    ProvenanceRow,
    ResponsePart,
    Row,
    SpecRow,
    SuitePart,
)
from specassay.benchmarks.store import NewResult, PlannedTask, start_run
from specassay.benchmarks.store.records import RunQuestion


def clauses(verdict: Any, *, bounded: bool = False, violates: int = 0, **fields: Any) -> CvtRow:
    return CvtRow(task_id="T", violates=[violates], verdict=verdict, bounded=bounded, **fields)


def method(verdict: str, completeness: tuple[float, float] = (1.0, 1.0)) -> SpecRow:
    witness = {"inputs": {"n": "1"}, "expected": {"r": "2"}, "other": {"r": "3"}} if verdict == "weak" else None
    assessment = AssessmentPart(verdict=verdict, reason="because", witness=witness)
    return SpecRow(
        task_id="T", file="t.dfy", method="M", status="scored", assessment=assessment, completeness=completeness
    )


def program(plus: str, rejection: str) -> GradeRow:
    suites = [SuitePart(verdict=each, place=0, input="(1,)", expected="2", found="3") for each in ("pass", plus)]
    response = ResponsePart(
        violates=[0], input="(None,)", feasible=True, outcome="returned", exception=None, rejection=rejection
    )
    return GradeRow(
        samples_file="s",
        task_id="T",
        number=0,
        origin="s:1",
        problem=None,
        detail="",
        extracted=False,
        repeats=False,
        base=suites[0],
        plus=suites[1],
        also_right=None,
        responses=[response],
    )


QUESTIONS: dict[type[Row], RunQuestion] = {CvtRow: "cvt", SpecRow: "spec", GradeRow: "grade"}


def run(folder: Path, *rows: Row, seed: int = 0, subject: str = "T") -> Path:
    """A run with one result, of these rows."""
    folder.mkdir()
    where = ProvenanceRow(started="2026", versions={"z3": "1"}, options={"budget": 1}, seed=seed, machine={})
    with start_run(folder, resume=False) as writer:
        task = PlannedTask(QUESTIONS[type(rows[0])] if rows else "cvt", "data", subject, "d")
        writer.begin(where, [task])
        if rows:
            writer.add(task, NewResult(rows, {}, 0.0))
    return folder


def diff(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["diff", *map(str, arguments)], catch_exceptions=False)


@pytest.mark.parametrize(
    ("before", "after", "kind", "line"),
    [
        (
            clauses("violating", arguments={"n": "0"}),
            clauses("unknown", reason="too long"),
            "regression",
            "cvt data T {0}: violating → unknown: too long",
        ),
        (clauses("infeasible"), clauses("infeasible", bounded=True), "regression", "infeasible → none within bounds"),
        (
            clauses("infeasible"),
            clauses("violating", arguments={"n": "0"}),
            "regression",
            "infeasible → violating: n=0",
        ),
        (clauses("unknown"), clauses("violating", arguments={"n": "0"}), "improvement", "unknown → violating: n=0"),
        (clauses("violating"), clauses("violating", violates=1), "gone", "T {0}: was violating"),
        (method("strong"), method("weak"), "regression", "T M: strong → weak: M(1) → 3 where 2 is expected"),
        (method("unknown"), method("weak"), "regression", "unknown → weak"),
        (method("weak"), method("strong"), "improvement", "weak → strong"),
        (method("weak"), method("weak", (0.5, 0.5)), "regression", "M completeness: 100 % → 50 %"),
        (method("weak", (0.5, 0.5)), method("weak", (0.25, 0.75)), "change", "50 % → 25 % to 75 %"),
        (
            program("pass", "rejected"),
            program("wrong", "rejected"),
            "regression",
            "T plus: pass → wrong: (1,) → 3 where 2 is expected",
        ),
        (program("pass", "rejected"), program("pass", "accepted"), "regression", "(None,): rejected → accepted"),
    ],
)
def test_a_change_and_its_kind(before: Row, after: Row, kind: str, line: str, tmp_path: Path) -> None:
    runs = run(tmp_path / "a", before), run(tmp_path / "b", after)
    shown = diff(*runs)
    assert line in shown.stdout
    assert shown.exit_code == (1 if kind == "regression" else 0)
    row = msgspec.json.decode(diff(*runs, "--json").stdout, type=DiffRow)
    assert getattr(row, kind)
    assert not row.regression or kind == "regression"


def test_equal_runs(tmp_path: Path) -> None:
    result = diff(run(tmp_path / "a", method("weak")), run(tmp_path / "b", method("weak")))
    assert (result.exit_code, result.stdout) == (0, "No verdict changed.\n")


def test_regressions_come_first_and_what_else_differs_last(tmp_path: Path) -> None:
    first = run(tmp_path / "a", clauses("unknown"), clauses("violating", violates=1))
    second = run(tmp_path / "b", clauses("violating"), clauses("unknown", violates=1), seed=3)
    shown = diff(first, second).stdout
    assert shown.index("Regressions: 1") < shown.index("Improvements: 1") < shown.index("seed: 0 → 3")


def test_new_and_gone_tasks_and_a_run_that_is_not_done(tmp_path: Path) -> None:
    first = run(tmp_path / "a", clauses("violating"), subject="old")
    second = run(tmp_path / "b", clauses("violating"), subject="new")
    shown = diff(first, second)
    assert (shown.exit_code, "cvt data new: 1 verdict" in shown.stdout) == (0, True)
    assert "cvt data old: was 1 verdict" in shown.stdout
    assert f"{tmp_path / 'c'}: 1 task without a result yet" in diff(first, run(tmp_path / "c")).stderr


def test_a_folder_without_a_run(tmp_path: Path) -> None:
    result = diff(tmp_path, tmp_path)
    assert (result.exit_code, "a folder without run.sqlite" in result.stderr) == (2, True)
