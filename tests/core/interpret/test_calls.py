"""Calls: what is given, which body is meant, what comes back, and what stops."""

import pytest

from specassay.core.interpret.calls import DEEPEST_ITERATORS
from specassay.core.interpret.checks import GhostChecks

from .running import Bodies

PLAIN = """
method Add(x: int, y: int) returns (s: int, d: int) requires x >= 0 { s, d := x + y, x - y; }
method Fact(k: nat) returns (f: nat) { if k == 0 { return 1; } f := Fact(k - 1); f := f * k; }
method Down(k: int) { if k > 0 { Down(k - 1); } }
method Marked(x: int, ghost y: int) returns (s: int, ghost g: int) { s, g := x, y; }
method Unread(ghost x: int) returns (s: int) { s := ; }
method {:axiom} Any(lo: int, hi: int) returns (v: int) requires lo <= hi ensures lo <= v < hi
method {:axiom} Two(lo: int, hi: int) returns (v: int) ensures lo < hi ==> lo <= v < hi
method {:axiom} Changing(b: array<int>) returns (v: int) modifies b ensures v == 1
"""
OBJECTS = """
trait Shape { method Area() returns (z: int) }
class Square extends Shape {
  const s: int
  constructor (t: int) { s := t; }
  method Area() returns (z: int) { z := s * s; }
}
class Unit extends Shape { constructor () { } method Area() returns (z: int) { z := 1; } }
class Cell<T> {
  var v: T constructor (x: T) { v := x; }
  method Get() returns (x: T) { x := v; }
  static method Make(x: T) returns (c: Cell<T>) { c := new Cell<T>(x); }
  method Copy() returns (c: Cell<T>) { c := new Cell<T>(v); c.v := v; }
}
iterator Count(k: int) yields (x: int) { x := 0; while x < k { yield; x := x + 1; } }
iterator Deep(k: int) yields (x: int) {
  if k > 0 { var d := new Deep(k - 1); var m := d.MoveNext(); x := d.x + 1; }
  yield;
}
"""

RUN = Bodies(PLAIN + OBJECTS)


@pytest.mark.parametrize(
    ("body", "result"),
    RUN.rows(
        [
            ("var s, d := Add(n, 4); r := 10 * s + d;", 69),
            ("var _, d := Add(n, 4); r := d;", -1),
            ("a[0], a[1] := Add(1, 2); r := 10 * a[0] + a[1];", 29),
            ("r := Fact(5);", 120),
            ("Down(150); r := 1;", 1),
            ("for i := 0 to 250 { var f := Fact(0); } r := 1;", 1),
            ("r := Any(2, 5);", 2),
            ("r := Two(4, 5);", 4),
            ("r := Two(4, 4); r := 7;", 7),
            ("var s: Shape := new Square(3); r := s.Area();", 9),
            ("var s: Shape := new Unit(); r := s.Area();", 1),
            ("var c := Cell.Make(8); var d := c.Copy(); d.v := 1; r := c.Get();", 8),
            ("var s, g := Marked(2, 1 / (n - 3)); r := s;", 2),
            ("ghost var s, d := Add(n - 4, 1); r := 5;", 5),
            ("var i := new Count(2); var m := true; while m { m := i.MoveNext(); r := 10 * r + i.x + 1; }", 123),
            ("var i := new Count(0); var m := i.MoveNext(); m := i.MoveNext(); r := if m then 1 else 2;", 2),
            ("var d := new Deep(9); var m := d.MoveNext(); r := d.x;", 9),
        ]
    ),
)
def test_a_call_returns_what_its_body_does(body: str, result: int) -> None:
    found = RUN.executed(body)
    assert (found.state, found.outputs.get("r")) == ("returned", result), found.reason


@pytest.mark.parametrize(
    ("body", "reason"),
    RUN.rows(
        [
            ("var s, d := Add(-1, 2);", "violates its precondition x >= 0"),
            ("r := Any(3, 2);", "violates its precondition lo <= hi"),
            ("var c: Cell?<int> := null; r := c.Get();", "Cell.Get is called on null"),
            ("a[0], a[3] := Add(1, 2);", "index 3"),
            ("var s, g := Marked(1 / (n - 3), 1); r := 5;", "division by zero"),
            ("var c := new Cell<int>(a[n]); r := 5;", "index 3"),
        ]
    ),
)
def test_a_call_stops_where_the_compiled_program_does(body: str, reason: str) -> None:
    found = RUN.executed(body)
    assert found.state == "failed", found
    assert reason in found.reason


@pytest.mark.parametrize(
    ("body", "reason"),
    RUN.rows(
        [
            ("Down(250);", "deeper than 200"),
            ("r := Any(2, 2);", "no result that it may return"),
            ("r := Changing(a);", "which has no body"),
            ("var s := Unread(1 / (n - 3));", "a body that cannot be read"),
            ("a[0], a[1] := Marked(2, 1 / (n - 3));", "is stored in an array"),
            (f"var d := new Deep({DEEPEST_ITERATORS}); var m := d.MoveNext();", "iterators inside each other"),
        ]
    ),
)
def test_what_a_call_comes_to_is_unknown_where_it_cannot_be_followed(body: str, reason: str) -> None:
    found = RUN.executed(body)
    assert found.state == "unknown", found
    assert reason in found.reason


def test_a_result_that_is_thrown_away_is_in_no_state() -> None:
    checks = GhostChecks()
    RUN.executed("var _, d := Add(n, 4); assert d > n;", checks=checks)
    (failure,) = checks.failures.values()
    assert [name for name, _, _ in failure.state][:2] == ["n", "d"]
    assert "_" not in [name for name, _, _ in failure.state]


def test_the_results_of_a_method_without_a_body_are_a_choice() -> None:
    assert RUN.results("r := Any(2, 5);") == ([2, 3, 4], False)
