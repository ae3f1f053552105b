"""Two parameters may be one object or one array: what is proved of all inputs is true of such a call, too."""

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of
from tests.rows import rows_of_file
from tests.samples import some

ARRAYS = "a: array<int>, b: array<int>"
LONG = "a.Length > 0 && b.Length > 0"
OF_CELL = [
    # parameters, requires, modifies, ensures, does it hold whatever the method changes of what it may
    ("other: Cell", "true", "this", "other.x == old(other.x)", False),
    ("other: Cell", "true", "this", "unchanged(other`y)", False),
    ("other: Cell", "this != other", "this", "other.x == old(other.x)", True),
    ("other: Cell", "other.x != x", "this", "other.x == old(other.x)", True),
    ("other: Cell", "true", "this`y", "other.x == old(other.x)", True),
    ("other: Cell", "true", "this`y", "other.y == old(other.y)", False),
    ("other: Cell", "true", "other", "x == old(x)", False),
    ("one: Cell, two: Cell", "one != two && one != this", "one", "x == old(x) && two.y == old(two.y)", True),
    ("one: Cell, two: Cell", "one != two", "one", "x == old(x)", False),
    ("other: Part", "true", "this", "other.p == old(other.p)", False),
    ("other: Part", "true", "this", "other.x == old(other.x)", False),
]
OF_ARRAYS = [
    (ARRAYS, LONG, "a", "b[0] == old(b[0])", False),
    (ARRAYS, f"a != b && {LONG}", "a", "b[0] == old(b[0])", True),
    (ARRAYS, f"{LONG} && a[0] == 1 && b[0] == 2", "a", "b[..] == old(b[..])", True),
    (ARRAYS, f"{LONG} && a.Length < b.Length", "a", "b[..] == old(b[..])", True),
    ("a: array<int>, b: array<bool>", LONG, "a", "b[0] == old(b[0])", True),
    ("a: array2<int>, b: array2<int>", "b.Length0 > 0 && b.Length1 > 0", "a", "b[0, 0] == old(b[0, 0])", False),
]
CASES = [*OF_CELL, *OF_ARRAYS]


def declarations(cases: Sequence[tuple[str, str, str, str, bool]] = CASES) -> str:
    """A method a line: it does anything at all to what it may change."""
    lines = [
        f"method M{number}({given}) requires {requires} modifies {changed} ensures {ensures} {{ modify {changed}; }}"
        for number, (given, requires, changed, ensures, _) in enumerate(cases)
    ]
    count = sum(case in OF_CELL for case in cases)
    part = "class Part extends Cell { var p: int }"
    return "\n".join(["trait Cell { var x: int var y: int", *lines[:count], "}", part, *lines[count:]])


def test_a_clause_is_a_tautology_only_where_it_holds_of_one_object_under_two_names() -> None:
    program = parse_program(declarations())
    options = Options(engines_of("auto", None, 60.0), operator_set("paper"), DAFNY)
    found = {score.method.rpartition(".")[2]: score for score in score_program(program, examples_of(program), options)}
    for number, (*case, holds) in enumerate(CASES):
        (clause,) = (each for each in found[f"M{number}"].ensures if not each.condition.clause.implicit)
        assert (clause.strength == "tautology") == holds, case


@pytest.mark.against_dafny
def test_dafny_proves_the_same_of_these(require: Callable[[str], Path], tmp_path: Path) -> None:
    cases = some(CASES, 2)
    path = tmp_path / "aliases.dfy"
    path.write_text(declarations(cases), encoding="utf-8")
    done = subprocess.run([str(require("dafny")), "/compile:0", str(path)], capture_output=True, text=True, timeout=120)
    lines = path.read_text(encoding="utf-8").splitlines()
    errors = {int(line) for line in re.findall(r"\((\d+),\d+\): Error", done.stdout)}
    assert {lines[line - 1].partition("(")[0] for line in errors} == {
        f"method M{number}" for number, (*_, holds) in enumerate(cases) if not holds
    }, done.stdout


ONE_FOR_TWO = """class C {
  var x: int
  method Same(other: C) requires this == other modifies this
    ensures x == old(x) + 1 ensures other.x == old(other.x) + 1 { x := x + 1; }
  method Apart(other: C) requires this != other modifies this
    ensures x == old(x) + 1 ensures other.x == old(other.x) { x := x + 1; }
}
method Read(c: C, d: C) returns (r: int) requires c == d ensures r == c.x { r := d.x; }
method Both(c: C, d: C?) returns (r: bool) requires c == d ensures c != null && r { r := true; }
method First(a: array<int>, b: array<int>) requires a == b && a.Length == 1 modifies a ensures b[0] == 7 { a[0] := 7; }
method Maybe(a: array<int>, b: array<int>) requires a.Length == b.Length == 1 modifies a
  ensures a != b ==> b[0] == old(b[0]) ensures a == b ==> b[0] == 7 ensures a[0] == 7 { a[0] := 7; }
"""


def test_one_object_for_two_parameters_has_one_value_in_each_state(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    path.write_text(ONE_FOR_TWO, encoding="utf-8")
    found = {row["method"]: row for row in rows_of_file(path)}
    for name, row in found.items():
        assert not {finding["kind"] for finding in row["findings"]} & FAULTS, name
        assert row["assessment"]["verdict"] == "strong", name
        assert {test["verdict"] for test in row["tests"]} == {"holds"}
    for both in found["First"]["tests"]:
        assert len(set(both["inputs"].values())) == 1
        assert set(both["output"]) == {"a"}
        assert {mutant["verdict"] for mutant in both["mutants"]} == {"refuted"}


FAULTS = {"body-breaks-postcondition", "contradiction", "fails-at-run-time", "contradicts-test"}
CALLS = """method Swap(a: array<int>, b: array<int>) requires a.Length > 0 && b.Length > 0 modifies a, b
  ensures a[0] == old(b[0]) && b[0] == old(a[0])
method Put(a: array<int>, b: array<int>, c: array<int>) requires a.Length > 0 && b.Length > 0 && c.Length > 0
  modifies a ensures a[0] == old(b[0]) + 1 ensures c != a ==> c[0] == old(c[0])

method TestSwap() { var a := new int[1]; a[0] := 4; Swap(a, a); assert a[0] == 4; }
method TestSwapped() { var a := new int[1]; a[0] := 4; Swap(a, a); assert a[0] == 5; }
method TestPut() { var a := new int[1]; a[0] := 4; Put(a, a, a); assert a[0] == 5; }
method TestPuts() { var a := new int[1]; a[0] := 4; var c := new int[1]; c[0] := 4; Put(a, a, c); assert a[0] == 5; }
"""
EXPECTED = {"TestSwap": "holds", "TestSwapped": "refuted", "TestPut": "holds", "TestPuts": "holds"}


def test_a_call_with_one_array_for_two_parameters_is_judged_exactly(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    path.write_text(CALLS, encoding="utf-8")
    lines = path.read_text(encoding="utf-8").splitlines()
    found = {}
    for row in rows_of_file(path):
        for test in row["tests"]:
            if test["source"] == "assertion":
                text = next(line for line in reversed(lines[: test["line"]]) if line.startswith("method Test"))
                found[text.split("(")[0].removeprefix("method ")] = test["verdict"]
    assert found == EXPECTED


BODIES = """class C {
  var x: int
  var y: int
  method Move(other: C, n: int) requires this == other modifies this, other
    ensures x == old(x) && other.y == old(y) { x := x - n; other.x := other.x + n; }
  method Moves(other: C, n: int) requires this == other modifies this, other
    ensures x == old(x) - n { x := x - n; other.x := other.x + n; }
  method Wrong(other: C) requires this == other modifies this ensures other.x == old(other.x) { x := x + 1; }
  method Same(other: C) requires this == other modifies this ensures unchanged(other) { x := x + 0; }
  method Changed(other: C) requires this == other modifies this ensures unchanged(other`x) { x := x + 1; }
  method Field(one: C, two: C) requires one == two == this modifies one`y
    ensures two.x == old(x) && this.y == old(two.y) + 1 { one.y := y + 1; }
}
"""
WRONG = {"C.Moves", "C.Wrong", "C.Changed"}


def test_a_body_with_one_object_for_two_parameters_is_judged_exactly(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    path.write_text(BODIES, encoding="utf-8")
    for row in rows_of_file(path):
        wrong = {"body-breaks-postcondition"} if row["method"] in WRONG else set()
        assert {finding["kind"] for finding in row["findings"]} & FAULTS == wrong, row["method"]
        verdicts = {test["verdict"] for test in row["tests"]}
        assert "refuted" in verdicts if wrong else verdicts == {"holds"}


def test_why_a_proof_is_not_one_of_all_calls_is_said(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    path.write_text(
        "method M(a: array<int>, b: array<int>) requires a.Length > 0 && b.Length > 0 modifies a"
        " ensures b[0] == old(b[0])\n"
        "method Test() { var a := new int[1]; a[0] := 4; var b := new int[1]; b[0] := 5; M(a, b); assert b[0] == 5; }",
        encoding="utf-8",
    )
    (row,) = rows_of_file(path)
    (clause,) = row["clauses"]
    assert (clause["strength"], clause["reason"]) == ("unknown", "`b` may be `a`, which it may change")


IDENTITIES = """
method Same(a: array<int>) returns (b: array<int>) ensures b == a { b := a; }
method Listed(a: array<int>) returns (s: seq<array<int>>) ensures s == [a] { s := [a]; }
method Table(a: array2<int>) returns (b: array2<int>) ensures b == a { b := a; }
class Cell { var v: int constructor (n: int) ensures v == n { v := n; }
  method Clone() returns (c: Cell) ensures fresh(c) && c.v == v { c := new Cell(v); } }
method Either(a: array<int>) returns (b: array<int>) ensures b == a || fresh(b) { b := a; }
method Exchange(a: array<int>, b: array<int>) modifies a, b requires a.Length == b.Length == 1
  ensures a[0] == old(b[0]) && (a != b ==> b[0] == old(a[0])) { a[0], b[0] := b[0], a[0]; }
method First(a: array<int>, b: array<int>) modifies a requires a.Length > 0 && b.Length > 0
  ensures a[..] == old(a[..])[0 := 1] && (b != a ==> b[0] == old(b[0])) { a[0] := 1; }
"""


def test_no_other_output_is_in_an_array_that_holds_something_else(tmp_path: Path) -> None:
    """An array that is returned has what it holds, and one that is modified is no other array afterwards."""
    path = tmp_path / "identities.dfy"
    path.write_text(IDENTITIES, encoding="utf-8")
    found = {row["method"]: row for row in rows_of_file(path)}
    verdicts = {name: row["assessment"]["verdict"] for name, row in found.items()}
    assert verdicts.pop("Either") == "weak"
    assert set(verdicts.values()) == {"strong"}, verdicts
    mutants = [one["verdict"] for test in found["Same"]["tests"] for one in test["mutants"]]
    assert set(mutants) == {"refuted"}


FRAMES = """
class Cell { var v: int constructor (n: int) ensures v == n { v := n; } }
class Account { var c: Cell var total: int
  constructor (k: Cell) ensures c == k && total == 0 { c := k; total := 0; }
  method Reset() modifies this, c ensures c.v == 0 && total == 0 && c == old(c) { c.v := 0; total := 0; }
  method Two(o: Account) modifies o.c requires o.c != c ensures o.c.v == c.v && c.v == old(c.v) { o.c.v := c.v; } }
"""


def test_what_is_in_no_frame_stays_as_it_was_in_every_other_output(tmp_path: Path) -> None:
    """`modifies c` of a field c: neither another cell may change nor the field itself, whatever the clauses name."""
    path = tmp_path / "frames.dfy"
    path.write_text(FRAMES, encoding="utf-8")
    found = {row["method"]: row["assessment"]["verdict"] for row in rows_of_file(path)}
    assert (found["Account.Reset"], found["Account.Two"]) == ("strong", "strong")


ASKED = """class Cell { var v: int
  method Own(o: Cell) modifies this, o ensures v == 1 && o.v == old(o.v) { v := 1; }
  method Kept(o: Cell) modifies this ensures v == 1 ensures o.v == old(o.v) { v := 1; }
  method Both(o: Cell) modifies this, o ensures o.v == 2 ensures v == 1 { o.v := 2; v := 1; }
  method Apart(o: Cell) requires o != this modifies this, o ensures o.v == 2 ensures v == 1 { o.v := 2; v := 1; }
  method Same(o: Cell) returns (b: bool) ensures b <==> o == this { b := o == this; }
}
method Arrays(a: array<int>, b: array<int>) requires a.Length == b.Length == 1 modifies a, b
  ensures a[0] == old(a[0]) + 1 ensures b[0] == old(b[0]) + 1 { a[0] := a[0] + 1; b[0] := b[0] + 1; }
method Swapped(a: array<int>, b: array<int>) requires a.Length == b.Length == 1 modifies a, b
  ensures a != b ==> a[0] == old(b[0]) && b[0] == old(a[0]) { var t := a[0]; a[0] := b[0]; b[0] := t; }
"""


def test_one_of_the_made_inputs_gives_one_object_or_array_twice(tmp_path: Path) -> None:
    """What Dafny does not prove of a call with `o == this` is not proved by inputs of which that is false."""
    path = tmp_path / "asked.dfy"
    path.write_text(ASKED, encoding="utf-8")
    found = {row["method"]: row for row in rows_of_file(path)}
    verdicts = {name: row["assessment"]["verdict"] for name, row in found.items()}
    assert verdicts == {
        "Cell.Own": "wrong",
        "Cell.Kept": "wrong",
        "Cell.Both": "wrong",
        "Arrays": "wrong",
        "Swapped": "weak",
        "Cell.Apart": "strong",
        "Cell.Same": "strong",
    }
    assert {test["output"]["b"] for test in found["Cell.Same"]["tests"]} == {"true", "false"}


ONE_GIVEN_TWICE = """
class C { var x: int; }
method Apart(a: array<int>, b: array<int>) returns (r: int) requires a == b && a.Length != b.Length ensures r == 1
{ r := 1; }
method Other(c: C, d: C) returns (r: int) requires c == d && c.x != d.x ensures r == 1 { r := 1; }
method Elements(a: array<int>, b: array<int>) returns (r: bool) requires a == b ensures r == (a[..] == b[..])
{ r := true; }
lemma Arrays(a: array<int>, b: array<int>) requires a == b ensures a[..] == b[..] {}
lemma Objects(c: C, d: C) requires c == d ensures c.x == d.x {}
"""


def test_what_is_one_array_or_object_holds_the_same_under_both_names(tmp_path: Path) -> None:
    """No method of these changes anything: also then no input has one array with two contents."""
    path = tmp_path / "given.dfy"
    path.write_text(ONE_GIVEN_TWICE, encoding="utf-8")
    verdicts = {row["method"]: row["assessment"]["verdict"] for row in rows_of_file(path)}
    right = dict.fromkeys(("Elements", "Arrays", "Objects"), "strong")
    assert verdicts == {"Apart": "vacuous", "Other": "vacuous", **right}


def test_a_call_with_one_object_for_two_parameters_is_tried_with_values_that_tell(tmp_path: Path) -> None:
    """Nothing transferred to the same account changes nothing."""
    path = tmp_path / "transfer.dfy"
    path.write_text(
        "class Account { var balance: int;\n"
        "method Transfer(to: Account, n: nat) requires n <= balance modifies this, to\n"
        "  ensures balance == old(balance) - n && to.balance == old(to.balance) + n\n"
        "{ balance := balance - n; to.balance := to.balance + n; } }\n",
        encoding="utf-8",
    )
    (row,) = rows_of_file(path, made=None)
    assert row["assessment"]["verdict"] == "wrong"
    assert row["assessment"]["witness"]["inputs"]["to"] == row["assessment"]["witness"]["inputs"]["this"]
