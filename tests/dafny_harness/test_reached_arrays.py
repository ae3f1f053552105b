"""Arrays that no parameter is: what a method changes of them, by whatever name they are reached."""

import re
import subprocess
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.rows import rows_of_file
from tests.samples import some

INDEX = "requires 0 <= i < |s| && s[i].Length > 0"
REST = "forall k :: 1 <= k < s[i].Length ==> s[i][k] == old(s[i][k])"
SEQUENCE = "s: seq<array<int>>, i: int, v: int"
APART = "requires forall j, k :: 0 <= j < k < |s| ==> s[j] != s[k]"
METHODS = {
    # name → the verdict, parameters, clauses, body
    "Set": ("strong", SEQUENCE, f"{INDEX} modifies s[i] ensures s[i][0] == v && {REST}", "s[i][0] := v;"),
    "SetFirst": ("weak", SEQUENCE, f"{INDEX} modifies s[i] ensures s[i][0] == v", "s[i][0] := v;"),
    "SetOther": ("wrong", SEQUENCE, f"{INDEX} modifies s[i] ensures s[i][0] == v + 1", "s[i][0] := v;"),
    # s[j] may be s[i].
    "SetOne": (
        "wrong",
        SEQUENCE,
        f"{INDEX} modifies s[i] ensures s[i][0] == v && {REST} "
        "ensures forall j, k :: 0 <= j < |s| && j != i && 0 <= k < s[j].Length ==> s[j][k] == old(s[j][k])",
        "s[i][0] := v;",
    ),
    # Any other elements are accepted where no clause speaks of an array that changes.
    "SaysNothing": ("weak", SEQUENCE, f"{INDEX} modifies s[i] ensures i < |s|", "s[i][0] := v;"),
    "SetApart": (
        "strong",
        SEQUENCE,
        f"{INDEX} {APART} modifies s[i] ensures s[i][0] == v && {REST} "
        "ensures forall j, k :: 0 <= j < |s| && j != i && 0 <= k < s[j].Length ==> s[j][k] == old(s[j][k])",
        "s[i][0] := v;",
    ),
    # Of an array that is not in the frame nothing has to be said.
    "SetAmong": (
        "strong",
        SEQUENCE,
        f"{INDEX} modifies s[i] ensures s[i][..] == [v] + old(s[i][1..])",
        "s[i][0] := v;",
    ),
    "ChangeAny": ("weak", SEQUENCE, f"{INDEX} modifies s ensures s[i][..] == [v] + old(s[i][1..])", "s[i][0] := v;"),
    "OfParameter": (
        "strong",
        "a: array<int>, s: seq<array<int>>, v: int",
        "requires a in s && a.Length > 0 modifies a ensures a[..] == [v] + old(a[1..])",
        "a[0] := v;",
    ),
    "ByParameter": (
        "wrong",
        "a: array<int>, s: seq<array<int>>, v: int",
        "requires |s| > 0 && a.Length > 0 modifies a ensures a[..] == [v] + old(a[1..]) && s[0][..] == old(s[0][..])",
        "a[0] := v;",
    ),
    "OfSet": (
        "strong",
        "s: set<array<int>>, a: array<int>",
        "requires a in s && a.Length > 0 modifies a ensures a[..] == [0] + old(a[1..])",
        "a[0] := 0;",
    ),
    "OfArrays": (
        "strong",
        "s: array<array<int>>, i: int, v: int",
        f"requires 0 <= i < s.Length && s[i].Length > 0 modifies s[i] ensures s[i][0] == v && {REST}",
        "s[i][0] := v;",
    ),
    "Exchange": (
        "strong",
        "s: array<array<int>>, i: int, j: int",
        "requires 0 <= i < s.Length && 0 <= j < s.Length modifies s ensures s[i] == old(s[j]) && s[j] == old(s[i]) "
        "ensures forall k :: 0 <= k < s.Length && k != i && k != j ==> s[k] == old(s[k])",
        "s[i], s[j] := s[j], s[i];",
    ),
    "ExchangeSome": (
        "weak",
        "s: array<array<int>>, i: int, j: int",
        "requires 0 <= i < s.Length && 0 <= j < s.Length modifies s ensures s[i] == old(s[j]) && s[j] == old(s[i])",
        "s[i], s[j] := s[j], s[i];",
    ),
    "OfPair": (
        "strong",
        "p: (array<int>, array<int>)",
        "requires p.0.Length > 0 && p.1.Length > 0 modifies p.0 ensures p.0[..] == [1] + old(p.0[1..])",
        "p.0[0] := 1;",
    ),
    "OfBox": (
        "strong",
        "b: Box",
        "requires b.held.Length > 0 modifies b.held ensures b.held[..] == [1] + old(b.held[1..])",
        "b.held[0] := 1;",
    ),
    # What a bound variable had before the call.
    "KeepAll": (
        "strong",
        SEQUENCE,
        f"{INDEX} modifies s[i] ensures forall a :: a in s && a != s[i] ==> a[..] == old(a[..]) "
        "ensures s[i][..] == [v] + old(s[i][1..])",
        "s[i][0] := v;",
    ),
    "RaiseOne": (
        "wrong",
        SEQUENCE,
        f"{INDEX} requires forall a :: a in s ==> a.Length == 1 modifies s[i] "
        "ensures forall a :: a in s ==> a[0] == old(a[0]) + 1",
        "s[i][0] := s[i][0] + 1;",
    ),
    "RaiseThat": (
        "strong",
        SEQUENCE,
        f"{INDEX} requires forall a :: a in s ==> a.Length == 1 modifies s[i] "
        "ensures forall a :: a in s ==> a[0] == if a == s[i] then old(a[0]) + 1 else old(a[0])",
        "s[i][0] := s[i][0] + 1;",
    ),
    "RaiseSome": (
        "weak",
        SEQUENCE,
        f"{INDEX} requires forall a :: a in s ==> a.Length == 1 modifies s[i] "
        "ensures forall a :: a in s ==> a[0] >= old(a[0])",
        "s[i][0] := s[i][0] + 1;",
    ),
    "SetElements": (
        "strong",
        SEQUENCE,
        f"{INDEX} modifies s[i] ensures forall a, k :: a in s && 0 <= k < a.Length ==> "
        "a[k] == (if a == s[i] && k == 0 then v else old(a[k]))",
        "s[i][0] := v;",
    ),
    # One array may be both.
    "OfPairDoubled": (
        "wrong",
        "p: (array<int>, array<int>)",
        "requires p.0.Length == p.1.Length == 1 modifies p.0, p.1 "
        "ensures p.0[0] == 2 * old(p.0[0]) && p.1[0] == 2 * old(p.1[0])",
        "p.0[0] := 2 * p.0[0]; p.1[0] := 2 * p.1[0];",
    ),
    "OfPairRaised": (
        "wrong",
        "p: (array<int>, array<int>)",
        "requires p.0.Length == p.1.Length == 1 modifies p.0 "
        "ensures forall a :: a in [p.0, p.1] ==> a[0] == old(a[0]) + 1",
        "p.0[0] := p.0[0] + 1;",
    ),
    "OfBoxSome": (
        "weak",
        "b: Box",
        "requires b.held.Length > 0 modifies b.held ensures b.held[0] == 1",
        "b.held[0] := 1;",
    ),
}
OF_ROWS = {
    "SetRow": (
        "strong",
        "i: int, v: int",
        "requires 0 <= i < |rows| && rows[i].Length > 0 modifies rows[i] "
        "ensures rows[i][..] == [v] + old(rows[i][1..])",
        "rows[i][0] := v;",
    ),
    "SetRowSome": (
        "weak",
        "i: int, v: int",
        "requires 0 <= i < |rows| && rows[i].Length > 0 modifies rows[i] ensures rows[i][0] == v",
        "rows[i][0] := v;",
    ),
    # No other output is accepted, and that is not proved: the array that is added may be any with these elements.
    "Add": (
        "unknown",
        "n: nat",
        "modifies this ensures |rows| == |old(rows)| + 1 "
        "ensures forall i :: 0 <= i < |rows| - 1 ==> rows[i] == old(rows[i]) "
        "ensures rows[|rows| - 1].Length == n && forall i :: 0 <= i < n ==> rows[|rows| - 1][i] == 0 "
        "ensures a == old(a)",
        "var added := new int[n](_ => 0); rows := rows + [added];",
    ),
    "AddAny": (
        "weak",
        "n: nat",
        "modifies this ensures |rows| == |old(rows)| + 1 ensures rows[..|rows| - 1] == old(rows)",
        "var added := new int[n](_ => 0); rows := rows + [added];",
    ),
    "OfOther": (
        "strong",
        "other: Rows",
        "requires a.Length > 0 && other.a.Length > 0 modifies a ensures a[..] == [1] + old(a[1..]) "
        "ensures a != other.a ==> unchanged(other.a)",
        "a[0] := 1;",
    ),
    "OfOtherToo": (
        "wrong",
        "other: Rows",
        "requires a.Length > 0 && other.a.Length > 0 modifies a ensures a[..] == [1] + old(a[1..]) "
        "ensures other != this ==> unchanged(other.a)",
        "a[0] := 1;",
    ),
    "OfRows": (
        "strong",
        "",
        "requires a.Length > 0 modifies a ensures a[..] == [1] + old(a[1..]) && "
        "forall i :: 0 <= i < |rows| && rows[i] != a ==> unchanged(rows[i])",
        "a[0] := 1;",
    ),
    "NotRows": (
        "wrong",
        "",
        "requires a.Length > 0 modifies a ensures a[..] == [1] + old(a[1..]) && unchanged(rows)",
        "a[0] := 1;",
    ),
}
CASES = {**METHODS, **OF_ROWS}
SELDOM_SEEN = ("ExchangeSome",)
"""What most inputs that are drawn do not show."""


def _declared(methods: Mapping[str, tuple[str, str, str, str]]) -> list[str]:
    return [f"method {name}({given}) {clauses} {{ {body} }}" for name, (_, given, clauses, body) in methods.items()]


def _text(names: Collection[str]) -> str:
    """The cases of these names, and what they are about."""
    return "\n".join(
        [
            "datatype Box = Box(held: array<int>)",
            *_declared({name: case for name, case in METHODS.items() if name in names}),
            "class Rows {",
            "var rows: seq<array<int>>",
            "var a: array<int>",
            "constructor (a: array<int>, twice: bool) ensures this.a == a && rows == if twice then [a, a] else [a]",
            "{ this.a := a; rows := if twice then [a, a] else [a]; }",
            *_declared({name: case for name, case in OF_ROWS.items() if name in names}),
            "}",
        ]
    )


def _rows(text: str, folder: Path, **options: Any) -> list[dict[str, Any]]:
    path = folder / "reached.dfy"
    path.write_text(text, encoding="utf-8")
    return rows_of_file(path, **options)


def _assert_verdicts(names: Collection[str], folder: Path, **options: Any) -> None:
    expected = {name: CASES[name][0] for name in names}
    rows = _rows(_text(names), folder, **options)
    found = {row["method"].removeprefix("Rows."): row["assessment"]["verdict"] for row in rows}
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [False, True])
def test_a_specification_is_judged_by_what_arrays_hold_under_all_their_names(tmp_path: Path, wrong: bool) -> None:
    # Two tests: as many as there are methods are in several processes, of which each would judge all of them. What is
    # wrong is so on few inputs of many.
    options: dict[str, Any] = {"made": None} if wrong else {}
    listed = [name for name, (verdict, *_) in CASES.items() if (verdict == "wrong") == wrong]
    # What is wrong is so of objects that others make, too.
    chosen = listed if wrong else some(listed, 2)
    _assert_verdicts([name for name in chosen if name not in SELDOM_SEEN], tmp_path, **options)


@pytest.mark.usefixtures("all_inputs")
def test_what_few_inputs_show_is_found_among_many(tmp_path: Path) -> None:
    _assert_verdicts(SELDOM_SEEN, tmp_path)


@pytest.mark.against_dafny
def test_dafny_finds_the_same_bodies_wrong(require: Callable[[str], Path], tmp_path: Path) -> None:
    names = some([*CASES], 2)
    path = tmp_path / "reached.dfy"
    path.write_text(_text(names), encoding="utf-8")
    done = subprocess.run([str(require("dafny")), "/compile:0", str(path)], capture_output=True, text=True, timeout=120)
    lines = _text(names).splitlines()
    errors = {int(line) for line in re.findall(r"\((\d+),\d+\): Error", done.stdout)}
    wrong = {name for name in names if CASES[name][0] == "wrong"}
    assert {re.findall(r"method (\w+)", lines[line - 1])[0] for line in errors} == wrong, done.stdout


def test_what_may_hold_other_arrays_afterwards_is_refused(tmp_path: Path) -> None:
    """Which arrays a result holds, and which a field that is assigned, no input says."""
    clauses = [
        "method New(s: seq<array<int>>) returns (r: seq<array<int>>) modifies s ensures |r| > 0 ==> r[0][..] == []",
        "method Now(s: array<array<int>>) requires s.Length > 0 modifies s, s[0] ensures old(s[0])[..] == []",
    ]
    rows = _rows("\n".join(f"{each} {{ }}" for each in clauses), tmp_path)
    assert [row["assessment"]["verdict"] for row in rows] == ["unknown"] * 2


CALLS = """
datatype Box = Box(arr: array<int>, n: int)
method Inc(s: seq<array<int>>, i: nat) requires i < |s| && s[i].Length > 0 modifies s[i]
  ensures s[i][0] == old(s[i][0]) + 1
{ s[i][0] := s[i][0] + 1; }
method TestInc() {
  var a, b := new int[1], new int[2];
  a[0] := 1; b[0] := 5; b[1] := 6;
  Inc([a, b, a], 1);
  assert b[0] == 6 && b[1] == 6 && a[0] == 1;
  Inc([a], 0);
  assert a[0] == 2;
}
method Fill(b: Box) modifies b.arr ensures forall i :: 0 <= i < b.arr.Length ==> b.arr[i] == b.n
{ var i := 0; while i < b.arr.Length { b.arr[i] := b.n; i := i + 1; } }
method TestFill() {
  var a := new int[2](i => i);
  Fill(Box(a, 7));
  assert a[..] == [7, 7];
  Fill(Box(a, 1));
  assert a[..] == [1, 1];
}
method Wrong(b: Box) modifies b.arr ensures forall i :: 0 <= i < b.arr.Length ==> b.arr[i] == b.n
{ var i := 0; while i < b.arr.Length { b.arr[i] := b.n; i := i + 1; } }
method TestWrong() { var a := new int[2](i => i); Wrong(Box(a, 7)); assert a[..] == [7, 8]; }
"""


def test_calls_in_tests_change_arrays_inside_values(tmp_path: Path) -> None:
    """The second call of Fill is about an array of which the first one left the elements unknown: it says nothing."""
    path = tmp_path / "file.dfy"
    path.write_text(CALLS, encoding="utf-8")
    found = {row["method"]: row for row in rows_of_file(path, engine="evaluate", mutants=2)}
    assert {name: (row["assessment"]["verdict"], len(row["tests"])) for name, row in found.items()} == {
        "Inc": ("weak", 2),
        "Fill": ("strong", 1),
        "Wrong": ("wrong", 1),
    }
    assert found["Inc"]["correctness"] == found["Fill"]["correctness"] == [1.0, 1.0]
    assert found["Wrong"]["correctness"] == [0.0, 0.0]
