"""Files and folders to rows."""

import json
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.benchmarks.datasets.tasks import SourcePlace, SpecTask
from specassay.benchmarks.exit_codes import ExitCode
from specassay.benchmarks.reporting.findings import of_specifications
from specassay.benchmarks.runs.run import RunSettings, run_specifications, trouble
from specassay.core.errors import InputError, SolverFailure
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY

from ..rows import rows_of_file

GOOD = (
    "method Double(s: seq<int>) returns (r: seq<int>)\n"
    "  ensures |r| == |s|\n  ensures forall i :: 0 <= i < |s| ==> r[i] == 2 * s[i]\n{ }\n"
    "method DoubleTest() {\n  var r := Double([1, 2]);\n  assert r == [2, 4];\n}\n"
)

UNTESTED = """
method Some(s: seq<int>) returns (r: int)
  requires |s| > 0 && forall i :: 0 <= i < |s| ==> s[i] > 0
  ensures r in s
{ r :| r in s; }
class Counter {
  var n: int
  constructor() ensures n == 0 { n := 0; }
  method Add(k: nat) requires n >= 0 modifies this ensures n >= k { n := n + k; }
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.dfy").write_text(GOOD)
    (tmp_path / "broken.dfy").write_text("method F( returns {")
    (tmp_path / "empty.dfy").write_text("// nothing here\n")
    (tmp_path / "notes.txt").write_text("not Dafny")
    return tmp_path


def test_a_row_has_all_that_was_found(folder: Path) -> None:
    (row,) = rows_of_file(folder / "good.dfy", engine="evaluate", mutants=5)
    assert (row["task_id"], row["method"], row["status"]) == ("good", "Double", "scored")
    assert row["correctness"] == [1.0, 1.0]
    assert row["completeness"] == row["published"] == [1.0, 1.0]
    assert row["findings"] == []
    (test,) = row["tests"]
    assert test["inputs"] == {"s": "[1, 2]"}
    assert test["output"] == {"r": "[2, 4]"}
    assert test["verdict"] == "holds"
    assert [mutant["published"] for mutant in test["mutants"]] == [True] * 5 + [False] * 5
    for mutant in test["mutants"]:
        assert mutant["verdict"] == "refuted"
        assert mutant["operator"].startswith("paper.list-") == mutant["published"]
        assert mutant["killed_by"]
    assert json.loads(json.dumps(row)) == row


def test_a_broken_file_keeps_the_results_of_the_others(folder: Path) -> None:
    rows = {path.name: rows_of_file(path, engine="evaluate") for path in sorted(folder.glob("*.dfy"))}
    assert list(rows) == ["broken.dfy", "empty.dfy", "good.dfy"]
    assert [found[0]["status"] for found in rows.values()] == ["error", "no code", "scored"]
    assert "broken.dfy:1:" in rows["broken.dfy"][0]["reason"]
    assert rows["empty.dfy"][0]["findings"][0]["kind"] == "no-code"


def test_a_file_without_a_method_is_read_and_has_nothing_to_score(tmp_path: Path) -> None:
    path = tmp_path / "library.dfy"
    path.write_text("function Twice(n: int): int { 2 * n }")
    (row,) = rows_of_file(path, engine="evaluate")
    assert (row["status"], row["method"]) == ("no method", None)
    assert [finding["kind"] for finding in row["findings"]] == ["no-method"]


def test_an_unknown_engine_names_the_known_ones(folder: Path) -> None:
    with pytest.raises(InputError, match="choose auto or evaluate"):
        score_file(folder / "good.dfy", DAFNY, engines_of, Scoring(engine="magic"))


@pytest.mark.parametrize("engine", ["z3", "cvc5"])
def test_a_solver_alone_agrees_with_the_evaluator(folder: Path, engine: str) -> None:
    (row,) = rows_of_file(folder / "good.dfy", engine=engine, mutants=5)
    (test,) = row["tests"]
    assert test["verdict"] == "holds"
    assert {clause["engine"] for clause in test["clauses"]} == {engine}
    assert [mutant["verdict"] for mutant in test["mutants"]] == ["refuted"] * 10


def test_without_time_nothing_is_known_and_the_row_says_why(folder: Path) -> None:
    (row,) = rows_of_file(folder / "good.dfy", engine="evaluate", file_limit=0.0)
    reason = "the time limit of 0 s was reached before it was judged"
    assert (row["assessment"]["verdict"], row["assessment"]["reason"]) == ("unknown", reason)


TWO = (
    GOOD + "method Half(n: int) returns (r: int)\n  ensures 2 * r == n\n{ r := n / 2; }\n"
    "method HalfTest() {\n  var r := Half(4);\n  assert r == 2;\n}\n"
)


def _fail_for(monkeypatch: pytest.MonkeyPatch, place: str, broken: str) -> None:
    """Let a function of ours raise where its first argument is about the method `broken`."""
    module, name = place.rsplit(".", 1)
    whole = getattr(import_module(module), name)

    def failing(subject: Any, *others: Any) -> Any:
        specification = getattr(subject, "specification", subject)
        if specification.name == broken:
            raise SolverFailure("the solver broke")
        return whole(subject, *others)

    monkeypatch.setattr(place, failing)


@pytest.mark.parametrize(
    ("place", "made"),
    [
        ("specassay.core.spec_testing.score.run_example", None),
        ("specassay.core.spec_testing.score.clause_scores", None),
        ("specassay.core.spec_testing.making.many_valid_inputs", 2),
    ],
)
def test_what_fails_in_one_method_is_an_error_of_that_method_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, made: int | None
) -> None:
    path = tmp_path / "two.dfy"
    path.write_text(TWO)
    _fail_for(monkeypatch, place, "Half")
    report = run_specifications(SpecTask(task_id="two", file=path), RunSettings(engine="evaluate", made=made))
    good, half = report.rows
    assert (good.method, good.status) == ("Double", "scored")
    assert (half.method, half.line, half.status, half.correctness) == ("Half", 9, "error", None)
    assert "the solver broke" in half.reason
    assert trouble(report) == ExitCode.FAILED
    (told,) = [each for each in of_specifications(report.rows) if each.kind == "not-done"]
    assert (told.subject, told.place) == ("two.Half", SourcePlace(str(path), 9))


def test_the_clock_changes_no_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inputs, tests, choices and objects are bounded by work: a busy machine changes no verdict."""
    file = tmp_path / "busy.dfy"
    file.write_text(f"{GOOD}\n{UNTESTED}")
    rows = rows_of_file(file, engine="evaluate", budget=10.0)
    clock = [0.0]

    def late() -> float:
        clock[0] += 100.0
        return clock[0]

    monkeypatch.setattr(time, "monotonic", late)
    again = rows_of_file(file, engine="evaluate", budget=10.0)
    assert clock[0] > 10.0, "all of the time is over on the clock"
    assert again == rows
    assert {test["verdict"] for row in rows for test in row["tests"]} == {"holds"}
