"""Which array a result or field is: what clauses do not say is a finding, and a word in the verdict."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.core.spec_testing.freshness import freshness_findings
from specassay.frontends.dafny import DAFNY, parse_program

BOX = "class Box {{ var items: array<int> var other: array<bool> ghost var Repr: set<object> {} }}"


def messages(text: str) -> list[str]:
    program = parse_program(text, "a.dfy")
    assert not program.problems
    return [finding.message for finding in freshness_findings(program.specifications[-1])]


@pytest.mark.parametrize(
    ("method", "existing"),
    [
        ("method M() returns (r: array<int>) ensures r[..] == items[..]", "r may be this.items"),
        ("method M(a: array<int>) returns (r: array<int>) ensures r.Length == a.Length", "r may be a"),
        ("constructor (a: array<int>) ensures items[..] == a[..]", "this.items may be a"),
        ("method M(a: array<int>) modifies this ensures items[..] == a[..]", "this.items may be a"),
        ("method M() modifies this ensures this in Repr", "this.Repr may take in objects"),
    ],
)
def test_an_array_may_be_an_existing_one(method: str, existing: str) -> None:
    (message,) = messages(BOX.format(method))
    assert message.startswith(existing)


@pytest.mark.parametrize(
    "method",
    [
        "method M() returns (r: array<int>) ensures fresh(r) && r[..] == items[..]",
        "method M() returns (r: array<int>) ensures r == items",
        "method M(a: array<int>) returns (r: array<int>) ensures r == a",
        "method M(a: array<bool>) returns (r: array<int>) ensures r.Length == a.Length",
        "method M(n: nat) returns (r: array<int>) ensures r.Length == n",
        "method M(a: array<int>) returns (r: int) ensures r == a.Length",
        "constructor (a: array<int>) ensures items == a",
        "constructor (a: array<int>) ensures fresh(items) && items[..] == a[..]",
        "method M(a: array<int>) modifies items requires items.Length == a.Length ensures items[..] == a[..]",
        "method M() modifies this ensures fresh(Repr - old(Repr))",
        "method M() modifies this ensures Repr == old(Repr)",
        "constructor () ensures Repr == {this}",
    ],
)
def test_nothing_is_said_where_a_clause_says_it_or_no_array_is_there(method: str) -> None:
    assert messages(BOX.format(method)) == []


CELL = (
    "class Cell {{ var v: int var next: Cell? ghost predicate Ok() reads this {{ v > 0 }} {} }} "
    "class Two {{ const n: int }} "
)


@pytest.mark.parametrize(
    ("method", "which"),
    [
        ("method M(n: int) returns (r: Cell) ensures r.v == n", ["r"]),
        ("method M(c: Cell) returns (r: Cell?) ensures r != null && r.v == c.v", ["r"]),
        ("method M() returns (r: Cell) ensures r.Ok()", ["r"]),
        ("method M(n: int) returns (r: Cell) ensures r.v == n && r.next == null", ["r"]),
        ("constructor (n: int) ensures next != null && next.v == n", ["this.next"]),
        ("method M() modifies this ensures v == old(v) && next != null && next.v == 1", ["this.next"]),
        ("method M(n: int) returns (r: Cell) ensures fresh(r) && r.v == n", []),
        ("method M(c: Cell) returns (r: Cell) ensures r == c", []),
        ("method M(s: set<Cell>) returns (r: Cell) ensures r in s", []),
        ("method M(s: seq<Cell>) returns (r: Cell) requires s != [] ensures s[0] == r", []),
        ("method M() returns (r: Cell) ensures r.v == 0 && r in {this}", []),
        ("constructor (n: int) ensures next == null && v == n", []),
        ("method M() modifies this`v ensures v == 0 && next == old(next)", []),
        ("method M() modifies next ensures next != null ==> next.v == 0", []),
        ("method M() returns (r: Two) ensures r.n == v", []),
    ],
)
def test_an_object_may_be_an_existing_one(method: str, which: list[str]) -> None:
    assert [each.partition(" ")[0] for each in messages(CELL.format(method))] == which


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("constructor () ensures Valid() && Elements() == []", "fresh(this.Repr - {this})"),
        ("method M() requires Valid() modifies Repr ensures Valid() && Elements() == []", "fresh(this.Repr - old"),
        ("constructor () ensures Valid() && fresh(Repr) && Elements() == []", ""),
        (
            "method M() requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && Elements() == []",
            "",
        ),
    ],
)
def test_what_functions_say_of_an_object_is_not_of_what_it_consists(method: str, message: str) -> None:
    members = (
        "ghost var Repr: set<object> var a: array<int> ghost predicate Valid() reads this, Repr { this in Repr && a in "
        "Repr } ghost function Elements(): seq<int> requires Valid() reads this, Repr { a[..] }"
    )
    found = messages(f"class Stack {{ {members} {method} }}")
    assert [message in each for each in found] == ([True] if message else [])


def test_a_client_is_told() -> None:
    (message,) = messages(BOX.format("method M(n: int) returns (r: array<int>) ensures r[..] == items[..]"))
    assert message.endswith("a client `var r := o.M(n); r[0] := …;` may change o.items")
    (message,) = messages(BOX.format("constructor Of(a: array<int>) ensures items[..] == a[..]"))
    assert message.endswith("a client `var o := new Box.Of(a); a[0] := …;` may change o.items")


def test_the_verdict_has_a_word_for_it(tmp_path: Path) -> None:
    file = tmp_path / "a.dfy"
    file.write_text(
        "method Copy(a: array<int>) returns (r: array<int>) ensures r[..] == a[..] { r := a; }\n"
        "method Same(a: array<int>) returns (r: array<int>) ensures r == a { r := a; }\n",
        "utf-8",
    )
    found = [each.assessed.text for each in score_file(file, DAFNY, engines_of, Scoring(seconds=20.0)).methods]
    assert found == ["strong, not fresh", "strong"]


def test_null_is_no_object_that_there_was_before(tmp_path: Path) -> None:
    file = tmp_path / "a.dfy"
    file.write_text(
        "class C { var v: int }\n"
        "predicate Is(c: C?, b: bool) { if b then c == null else c != null }\n"
        "method None() returns (c: C?) ensures Is(c, true) { c := null; }\n"
        "method Some() returns (c: C?) ensures Is(c, false) { c := new C; }\n",
        "utf-8",
    )
    found = {each.method: each for each in score_file(file, DAFNY, engines_of, Scoring(seconds=20.0)).methods}
    kinds = {name: {finding.kind for finding in each.findings} for name, each in found.items()}
    assert {name for name in kinds if "not-fresh" in kinds[name]} == {"Some"}


@pytest.mark.parametrize(
    ("clause", "body", "verdict"),
    [
        ("a[0] == b[0] == 0", "b := new int[1]; b[0] := 0;", "strong, not fresh"),
        ("a[0] == b[0] == 0 && a != b", "b := new int[1]; b[0] := 0;", "strong"),
        ("a[0] == 0 && b[0] == 1", "b := new int[1]; b[0] := 1;", "strong"),
        ("a[0] == b[0] == 0", "b := a;", "strong"),
    ],
)
def test_two_results_may_be_one_array(clause: str, body: str, verdict: str, tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    head = "method M() returns (a: array<int>, b: array<int>) ensures fresh(a) && fresh(b) && a.Length == b.Length == 1"
    path.write_text(f"{head} ensures {clause} {{ a := new int[1]; a[0] := 0; {body} }}", encoding="utf-8")
    (score,) = score_file(path, DAFNY, engines_of, Scoring()).methods
    assert score.assessed.text == verdict
