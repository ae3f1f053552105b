"""Arrays of several dimensions in fields of objects and inside other values."""

import re
import subprocess
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.rows import rows_of_file
from tests.samples import some

INSIDE = "requires 0 <= i < m.Length0 && 0 <= j < m.Length1"
OTHERS = "forall a, b :: 0 <= a < m.Length0 && 0 <= b < m.Length1 && (a != i || b != j) ==> m[a, b] == old(m[a, b])"
CELL = "i: int, j: int, v: int"
OF_GRID = {
    # name → the verdict, header, clauses, body
    "Get": ("strong", "(i: int, j: int) returns (v: int)", f"{INSIDE} ensures v == m[i, j]", "v := m[i, j];"),
    "Set": (
        "strong",
        f"({CELL})",
        f"{INSIDE} modifies m ensures m[i, j] == v && {OTHERS}",
        "m[i, j] := v;",
    ),
    "SetSome": ("weak", f"({CELL})", f"{INSIDE} modifies m ensures m[i, j] == v", "m[i, j] := v;"),
    "SetWrong": ("wrong", f"({CELL})", f"{INSIDE} modifies m ensures m[i, j] == v + 1", "m[i, j] := v;"),
    # Rows and columns exchanged.
    "SetTurned": (
        "wrong",
        f"({CELL})",
        f"{INSIDE} requires j < m.Length0 && i < m.Length1 modifies m ensures m[j, i] == v && {OTHERS}",
        "m[i, j] := v;",
    ),
    "Width": ("strong", "() returns (n: int)", "ensures n == m.Length1", "n := m.Length1;"),
    "Height": ("wrong", "() returns (n: int)", "ensures n == m.Length1", "n := m.Length0;"),
    "IsMine": ("strong", "(o: array2<int>) returns (b: bool)", "ensures b <==> o == m", "b := o == m;"),
    "IsAlike": (
        "wrong",
        "(o: array2<int>) returns (b: bool)",
        "ensures b <==> o == m",
        "b := o.Length0 == m.Length0 && o.Length1 == m.Length1;",
    ),
    # o may be the array that the object holds.
    "SetOther": (
        "wrong",
        "(o: array2<int>, v: int)",
        "requires o.Length0 > 0 && o.Length1 > 0 && m.Length0 > 0 && m.Length1 > 0 modifies o "
        "ensures o[0, 0] == v && m[0, 0] == old(m[0, 0])",
        "o[0, 0] := v;",
    ),
    "Replace": (
        "strong",
        "(n: nat)",
        "requires n < 4 modifies this ensures fresh(m) && m.Length0 == n && m.Length1 == 2 "
        "ensures forall a, b :: 0 <= a < n && 0 <= b < 2 ==> m[a, b] == a",
        "m := new int[n, 2]((a, _) => a);",
    ),
    # With two lengths exchanged it would be another array: that none is accepted is not proved.
    "Keep": ("unknown", "() returns (n: int)", "modifies this ensures m == old(m) && n == 1", "n := 1;"),
    "ReplaceSome": (
        "weak",
        "(n: nat)",
        "requires n < 4 modifies this ensures fresh(m) && m.Length0 == n && m.Length1 == 2",
        "m := new int[n, 2]((a, _) => a);",
    ),
}
OF_VALUES = {
    "First": (
        "strong",
        "(s: seq<array2<int>>) returns (v: int)",
        "requires |s| > 0 && s[0].Length0 > 0 && s[0].Length1 > 0 ensures v == s[0][0, 0]",
        "v := s[0][0, 0];",
    ),
    "OfPair": (
        "strong",
        "(p: (array2<int>, int)) returns (v: int)",
        "requires 0 <= p.1 < p.0.Length0 && p.0.Length1 > 0 ensures v == p.0[p.1, 0]",
        "var (m, i) := p; v := m[i, 0];",
    ),
    "OfCube": (
        "strong",
        "(s: seq<array3<int>>) returns (n: int)",
        "requires |s| > 0 ensures n == s[0].Length2",
        "var c := s[0]; n := c.Length2;",
    ),
    "OfBox": (
        "strong",
        "(b: Box) returns (v: int)",
        "requires b.Full? && b.m.Length0 > 0 && b.m.Length1 > 0 ensures v == b.m[0, 0]",
        "match b { case Full(m) => v := m[0, 0]; case None => }",
    ),
    "Fill": (
        "strong",
        "(s: seq<array2<int>>, i: int, v: int)",
        "requires 0 <= i < |s| && s[i].Length0 == 1 && s[i].Length1 == 2 modifies s[i] "
        "ensures s[i][0, 0] == v && s[i][0, 1] == old(s[i][0, 1])",
        "s[i][0, 0] := v;",
    ),
    # s[0] may be s[1].
    "FillOne": (
        "wrong",
        "(s: seq<array2<int>>, v: int)",
        "requires |s| > 1 && s[0].Length0 == 1 && s[0].Length1 == 1 && s[1].Length0 == 1 && s[1].Length1 == 1 "
        "modifies s[0] ensures s[0][0, 0] == v && s[1][0, 0] == old(s[1][0, 0])",
        "s[0][0, 0] := v;",
    ),
    "Last": (
        "strong",
        "(s: seq<array2<int>>) returns (m: array2<int>)",
        "requires |s| > 0 ensures m == s[|s| - 1]",
        "m := s[|s| - 1];",
    ),
    "Pair": (
        "strong",
        "(m: array2<int>) returns (b: bool)",
        "ensures b <==> m.Length0 == [m, m][1].Length1",
        "b := m.Length0 == m.Length1;",
    ),
}
CASES = OF_GRID | OF_VALUES


def _declared(cases: Mapping[str, tuple[str, str, str, str]], names: Collection[str]) -> list[str]:
    chosen = ((name, *case) for name, case in cases.items() if name in names)
    return [f"method {name}{header} {clauses} {{ {body} }}" for name, _, header, clauses, body in chosen]


def _text(names: Collection[str]) -> str:
    """The cases of these names, and what they are about."""
    return "\n".join(
        [
            "datatype Box = Full(m: array2<int>) | None",
            "class Grid {",
            "var m: array2<int>",
            "constructor (m: array2<int>) ensures this.m == m { this.m := m; }",
            *_declared(OF_GRID, names),
            "}",
            *_declared(OF_VALUES, names),
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [False, True])
def test_specifications_of_arrays_of_several_dimensions_in_fields_and_values_are_judged(
    tmp_path: Path, wrong: bool
) -> None:
    # Two tests: as many as there are methods are in several processes, of which each would judge all of them. What is
    # wrong is so on few inputs of many.
    options: dict[str, Any] = {"made": None} if wrong else {}
    names = some([name for name, (verdict, *_) in CASES.items() if (verdict == "wrong") == wrong], 2)
    expected = {name: CASES[name][0] for name in names}
    path = tmp_path / "shaped.dfy"
    path.write_text(_text(expected), encoding="utf-8")
    rows = rows_of_file(path, **options)
    found = {row["method"].removeprefix("Grid."): row["assessment"]["verdict"] for row in rows}
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.against_dafny
def test_dafny_finds_the_same_bodies_wrong(require: Callable[[str], Path], tmp_path: Path) -> None:
    path = tmp_path / "shaped.dfy"
    path.write_text(_text(CASES), encoding="utf-8")
    done = subprocess.run([str(require("dafny")), "/compile:0", str(path)], capture_output=True, text=True, timeout=120)
    lines = _text(CASES).splitlines()
    errors = {int(line) for line in re.findall(r"\((\d+),\d+\): Error", done.stdout)}
    wrong = {name for name, (verdict, *_) in CASES.items() if verdict == "wrong"}
    assert {re.findall(r"method (\w+)", lines[line - 1])[0] for line in errors} == wrong, done.stdout
