"""`specassay cvt` on Dafny files."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.core.errors import SolverFailure
from specassay.core.spec_testing.violating_inputs import violations

METHODS = """
method Half(n: int) returns (r: int)
  requires n > 0
  requires n < 5
{ }
method Free(n: nat) returns (r: int)
{ }
"""


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "half.dfy"
    path.write_text(METHODS, encoding="utf-8")
    return path


def test_a_method_with_preconditions_is_a_table(source: Path) -> None:
    result = run("cvt", source)
    assert result.exit_code == 0
    assert "half.Half" in result.stdout
    assert "n=0" in result.stdout
    assert "0: n > 0" in result.stdout
    assert "half.Free" not in result.stdout


def test_rows_are_those_of_python_contracts(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    result = run("cvt", source, "--json", "--out", out)
    assert result.stdout == out.read_text()
    first, second, both = map(json.loads, result.stdout.splitlines())
    assert (first["task_id"], first["violates"], first["arguments"]) == ("half.Half", [0], {"n": "0"})
    assert (second["violates"], second["raises_first"], second["how"]) == ([1], 1, {"1": "false"})
    assert (both["verdict"], both["bounded"]) == ("infeasible", False)
    python = tmp_path / "m.py"
    python.write_text("def f(n):\n    assert n > 0\n    return n\n")
    (row,) = map(json.loads, run("cvt", python, "--json").stdout.splitlines())
    assert row.keys() - {"valid"} == first.keys()


def test_a_precondition_that_nothing_violates_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "idle.dfy"
    path.write_text("method M(n: nat) requires n >= 0 requires n != 3 {}")
    result = run("cvt", path)
    assert result.exit_code == 1
    assert "idle-clause: idle.M: clause 0" in result.stdout


def test_a_file_that_is_not_read_takes_no_other_with_it(source: Path) -> None:
    (source.parent / "broken.dfy").write_text("method M( {}")
    result = run("cvt", source.parent, "--json")
    assert result.exit_code == 2
    assert "broken.dfy:1:11: found '{'" in result.stderr
    rows = list(map(json.loads, result.stdout.splitlines()))
    assert [row["task_id"] for row in rows] == ["broken", "half.Half", "half.Half", "half.Half"]
    assert rows[0]["verdict"] == "error"


def test_one_language_at_a_time(source: Path) -> None:
    python = source.with_suffix(".py")
    python.write_text("def f(n):\n    assert n > 0\n")
    assert run("cvt", source, python).exit_code == 2
    assert run("cvt", python, "--cross-check").exit_code == 2


def test_a_precondition_that_no_input_meets_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "never.dfy"
    path.write_text("method M(n: int) returns (r: int) requires n > 3 requires n < 3 { r := n; }\n")
    result = CliRunner().invoke(main, ["cvt", str(path)])
    assert result.exit_code == 1, result.output
    assert "contradictory-contract: never.M: no input satisfies clauses {0, 1} together" in result.output


def test_what_fails_in_one_method_leaves_the_others(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(specification: Any, *others: Any) -> Any:
        if specification.name == "Broken":
            raise SolverFailure("the solver broke")
        return violations(specification, *others)

    monkeypatch.setattr("specassay.benchmarks.runs.requires_cvt.violations", failing)
    source.write_text(source.read_text() + "\nmethod Broken(n: int) returns (r: int) requires n > 0 { r := n; }\n")
    result = CliRunner().invoke(main, ["cvt", str(source), "--json"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 3
    assert {row["verdict"] for row in rows if not row["task_id"].endswith(".Broken")} <= {"violating", "infeasible"}
    (broken,) = [row for row in rows if row["task_id"].endswith(".Broken")]
    assert broken["verdict"] == "error"
    assert "the solver broke" in broken["reason"]


def test_so_many_sets_are_decided_as_the_user_says(tmp_path: Path) -> None:
    path = tmp_path / "three.dfy"
    path.write_text("method M(n: int) requires n > 0 requires n > 1 requires n < 9 { }\n")
    result = CliRunner().invoke(main, ["cvt", str(path), "--max-subsets", "3", "--json"])
    assert [json.loads(line)["violates"] for line in result.stdout.splitlines()] == [[0], [1], [2]]


def test_methods_that_are_done_are_not_done_again(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def counted(specification: Any, *others: Any) -> Any:
        done.append(specification.name)
        return violations(specification, *others)

    monkeypatch.setattr("specassay.benchmarks.runs.requires_cvt.violations", counted)
    source.write_text(source.read_text() + "\nmethod Last(n: int) requires n > 0 requires n > 1 { }\n")
    rows = tmp_path / "rows.jsonl"
    whole = run("cvt", source, "--out", rows)
    lines = rows.read_text().splitlines()
    assert done == ["Half", "Last"]
    of_others = json.dumps({"kind": "cvt", "version": 1, "task_id": "other.M", "violates": [0]})
    rows.write_text("\n".join([of_others, *lines[:-1], lines[-1][:20]]))
    done.clear()
    again = run("cvt", source, "--out", rows, "--resume")
    assert done == ["Last"]
    assert "3 rows are used again, 1 of other tasks are kept" in again.stderr
    assert sorted(rows.read_text().splitlines()) == sorted([of_others, *lines])
    assert re.sub(r"\d+\.\d+", "", again.stdout) == re.sub(r"\d+\.\d+", "", whole.stdout)  # save times
    done.clear()
    source.write_text(source.read_text().replace("n > 1", "n > 2"))
    run("cvt", source, "--out", rows, "--resume")
    assert done == ["Half", "Last"]
    assert len((tmp_path / "rows.jsonl.superseded.jsonl").read_text().splitlines()) == len(lines)


def test_all_inputs_are_asked_about_beside_the_verifier(source: Path, tmp_path: Path) -> None:
    rows = str(tmp_path / "rows.jsonl")
    result = CliRunner().invoke(main, ["cvt", str(source), "--out", rows, "--resume", "--cross-check"])
    assert result.exit_code == 2
    assert "leave --resume out" in result.output
