"""Specifications that say nothing: no input meets them, or nothing is promised."""

from typing import Any

import pytest

from tests.rows import rows_of_file

PROGRAM = """
class Box { var n: int var next: Box?
  method Send(x: int) requires next != null && next.n > 0 modifies next { next.n := x; }
  method Reset() modifies `n ensures n == 0 { n := 0; }
}
class Count { var n: nat method Set(x: nat) requires n < x modifies this { n := x; } }
class {:autocontracts} Clock { var n: int predicate Valid() { n > 0 }
  constructor () { n := 1; } method Tick() { n := n + 1; } }
method Small(x: int) returns (r: nat) { r := 1; }
method Twice(x: int) returns (r: int) requires x > 0 requires x < 0 ensures r == 2 * x { r := 2 * x; }
function Three(x: int): int requires x > 0 requires x < 0 ensures Three(x) == 3 { 3 }
function Four(x: int): int requires x > 0 ensures Four(x) == 4 { 4 }
method Water(heights: seq<nat>) returns (water: nat) ensures water >= 0
method Both(x: int) returns (r: nat, s: seq<nat>) ensures r > -1 ensures forall i :: 0 <= i < |s| ==> s[i] >= 0
{ r, s := 1, [2]; }
method Much(x: int) returns (r: nat, s: seq<nat>) ensures r >= 0 ensures forall i :: 0 <= i < |s| ==> s[i] > 0
class Tank { var n: nat method Fill() modifies this ensures n >= 0 { n := 4; } }
lemma Never(x: int) requires x > 0 requires x < 0 ensures false {}
lemma Wrong(x: int) requires x > 0 requires x < 0 ensures x == 7 {}
"""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("vacuous") / "file.dfy"
    path.write_text(PROGRAM, encoding="utf-8")
    return {row["method"]: row for row in rows_of_file(path)}


@pytest.fixture(scope="module")
def assessed(rows: dict[str, Any]) -> dict[str, Any]:
    return {name: row["assessment"] for name, row in rows.items()}


def test_that_no_input_is_there_is_said_once(rows: dict[str, Any]) -> None:
    kinds = [finding["kind"] for finding in rows["Twice"]["findings"]]
    assert kinds == ["contradiction"]


def test_what_no_input_meets_is_vacuous_be_it_a_method_a_function_or_a_lemma(assessed: dict[str, Any]) -> None:
    for name in ("Twice", "Three", "Wrong"):
        assert assessed[name]["verdict"] == "vacuous", name
        assert "never be called (proved by" in assessed[name]["reason"]
    assert assessed["Four"]["verdict"] == "strong"


def test_a_lemma_that_says_that_its_precondition_never_holds_is_not_vacuous(assessed: dict[str, Any]) -> None:
    assert assessed["Never"]["verdict"] != "vacuous"


def test_types_alone_are_no_postcondition_and_an_invariant_of_the_class_is_one(assessed: dict[str, Any]) -> None:
    for name in ("Count.Set", "Small"):
        assert (assessed[name]["verdict"], assessed[name]["reason"]) == ("vacuous", "it has no postcondition"), name
    assert assessed["Clock.Tick"]["verdict"] == "weak"


def test_a_method_that_only_says_what_it_may_change_promises_nothing(assessed: dict[str, Any]) -> None:
    assert (assessed["Box.Send"]["verdict"], assessed["Box.Send"]["reason"]) == ("vacuous", "it has no postcondition")
    assert assessed["Box.Reset"]["verdict"] == "strong"


def test_clauses_that_hold_by_the_types_alone_say_nothing_with_a_body_and_without(assessed: dict[str, Any]) -> None:
    for name in ("Water", "Both", "Tank.Fill"):
        assert assessed[name]["verdict"] == "vacuous", name
        assert assessed[name]["reason"].startswith("each clause is true of every output (proved by"), name
    assert assessed["Much"]["verdict"] != "vacuous"
