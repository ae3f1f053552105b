"""One contract on an object that a parameter names, whose fields are variables, and on the same object behind a field
of a parameter, whose fields are read in heap variables: both ways of the model of the heap give the same verdict."""

from pathlib import Path

import pytest

from tests.rows import rows_of_file
from tests.samples import some

CLASSES = """
class C {
  var x: int
  var y: int
  var s: seq<int>
  constructor (a: int, b: int, c: seq<int>) ensures x == a && y == b && s == c { x := a; y := b; s := c; }
}
class H {
  var c: C
  constructor (c0: C) ensures c == c0 { c := c0; }
}
"""
REST = "c.y == old(c.y) && c.s == old(c.s)"
METHODS = [
    ("strong", f"method M() modifies c ensures c.x == old(c.x) + 1 && {REST} {{ c.x := c.x + 1; }}"),
    ("strong", "method M() modifies c`x ensures c.x == old(c.x) + 1 { c.x := c.x + 1; }"),
    ("weak", "method M() modifies c ensures c.x == old(c.x) + 1 && c.s == old(c.s) { c.x := c.x + 1; }"),
    ("weak", f"method M() modifies c ensures c.x > old(c.x) && {REST} {{ c.x := c.x + 1; }}"),
    ("wrong", f"method M() modifies c ensures c.x == old(c.x) + 2 && {REST} {{ c.x := c.x + 1; }}"),
    ("vacuous", "method M() modifies c requires c.x < 0 < c.x ensures c.x == 3 { c.x := 3; }"),
    (
        "strong",
        "method M() modifies c ensures c.x == old(c.y) && c.y == old(c.x) && c.s == old(c.s) { c.x, c.y := c.y, c.x; }",
    ),
    (
        "weak",
        "method M() modifies c ensures |c.s| == |old(c.s)| + 1 && c.x == old(c.x) && c.y == old(c.y) "
        "{ c.s := c.s + [c.x]; }",
    ),
]


@pytest.mark.slow
def test_an_object_with_a_name_and_one_behind_a_field_have_the_same_verdict(tmp_path: Path) -> None:
    cases = some(METHODS, 2)
    expected = [verdict for verdict, _ in cases]
    methods = [text.replace("M()", f"M{number}()") for number, (_, text) in enumerate(cases)]
    through = [text.replace("c.", "h.c.").replace("modifies c", "modifies h.c") for text in methods]
    for way in ([one.replace("()", "(c: C)") for one in methods], [one.replace("()", "(h: H)") for one in through]):
        path = tmp_path / "way.dfy"
        path.write_text(CLASSES + "\n".join(way), encoding="utf-8")
        rows = {row["method"]: row["assessment"]["verdict"] for row in rows_of_file(path, made=2)}
        assert [rows[f"M{number}"] for number in range(len(cases))] == expected, way
