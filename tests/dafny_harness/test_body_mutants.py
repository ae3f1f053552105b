"""Rows of `spec --mutate`."""

from pathlib import Path
from typing import Any

import pytest

from tests.rows import rows_of_file

WEAK = """method Larger(a: int, b: int) returns (m: int)
  ensures m >= a
  ensures m >= b
{
  m := a;
  if b > m { m := b; }
}
"""


@pytest.fixture(scope="module")
def row(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = Path(tmp_path_factory.mktemp("weak")) / "weak.dfy"
    path.write_text(WEAK, encoding="utf-8")
    (found,) = rows_of_file(path, engine="evaluate", mutate="body")
    return found


def test_a_row_has_each_mutant_with_its_lines(row: dict[str, Any]) -> None:
    assert len(row["body_mutants"]) >= 20
    survivor = next(each for each in row["body_mutants"] if each["verdict"] == "survives")
    assert survivor["diff"].startswith("- ")
    assert survivor["line"] in (5, 6)
    assert survivor["expected"] != survivor["output"]
    assert not any(test["mutants"] for test in row["tests"])


def test_clauses_are_blamed_for_the_mutants_that_they_refuse(row: dict[str, Any]) -> None:
    verdicts = [each["verdict"] for each in row["body_mutants"]]
    killed = [each["killed_by"] for each in row["body_mutants"] if each["verdict"] == "killed"]
    assert [clause["body_kills"] for clause in row["clauses"]] == [sum(n in by for by in killed) for n in (0, 1)]
    share = len(killed) / (len(killed) + verdicts.count("survives"))
    assert row["bodies"] == [share, share]
    assert row["assessment"]["verdict"] == "weak"


def test_outputs_alone_are_mutated_where_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "weak.dfy"
    path.write_text(WEAK, encoding="utf-8")
    (both,) = rows_of_file(path, engine="evaluate", mutate="both")
    assert both["body_mutants"]
    assert all(test["mutants"] for test in both["tests"])
    (found,) = rows_of_file(path, engine="evaluate", mutate="outputs")
    assert found["body_mutants"] == []
    assert found["bodies"] is None
    assert all(test["mutants"] for test in found["tests"])


def test_what_a_test_lists_as_right_is_a_choice_and_no_survivor(tmp_path: Path) -> None:
    path = tmp_path / "place.dfy"
    path.write_text(
        """method Greatest(s: seq<int>) returns (i: int) requires |s| > 0
  ensures 0 <= i < |s| && forall k :: 0 <= k < |s| ==> s[k] <= s[i]
{ i := 0; var k := 0; while k < |s| { if s[k] > s[i] { i := k; } k := k + 1; } }
method Both(x: int) returns (r: int, y: int) ensures r >= x && y > 0 { r, y := x, 1; }
method Above(x: int) returns (r: int) ensures r >= x { r := x; }
method Test() { var i := Greatest([1, 5, 5]); assert i == 1 || i == 2; var r, y := Both(4); assert r == 4 || r == 5;
  var a := Above(3); assert a >= 3; }
""",
        encoding="utf-8",
    )
    rows = {row["method"]: row for row in rows_of_file(path, engine="evaluate", mutate="both")}
    assert rows["Greatest"]["assessment"]["verdict"] == "strong up to choice"
    assert {each["verdict"] for each in rows["Greatest"]["body_mutants"]} >= {"choice", "killed"}
    # Of `y` the test says nothing, and of `Above` what the specification does.
    assert rows["Both"]["assessment"]["verdict"] == rows["Above"]["assessment"]["verdict"] == "weak"
