"""Other outputs in fields of objects without a name: of those in a frame, and of new ones."""

from collections.abc import Mapping

import pytest

from .made import verdicts_of

CELL = "class Cell { var v: int var k: nat constructor (x: int) ensures v == x && k == 0 { v := x; k := 0; } }\n"

FRAMES = """
class Pair {
  var c: Cell
  var d: Cell
  constructor (x: Cell, y: Cell) ensures c == x && d == y { c := x; d := y; }
  method Natural() modifies c requires c != d ensures c.k < 1 && d.k == old(d.k)
    ensures c.v == old(c.v) { c.k := 0; }
  method Free() modifies c, d requires c != d ensures c.v == 1 ensures d.v >= old(d.v) { c.v := 1; }
  method OfSet(s: set<Cell>) modifies s requires c in s && d in s ensures c.v == 7 ensures c != d ==> d.v == 7
  { c.v := 7; d.v := 7; }
}
method Reset(s: seq<Cell>) modifies s ensures forall i :: 0 <= i < |s| ==> s[i].v == 0 && s[i].k == old(s[i].k)
{ forall i | 0 <= i < |s| { s[i].v := 0; } }
method Down(s: seq<Cell>) modifies s ensures forall i :: 0 <= i < |s| ==> s[i].v <= 0
{ forall i | 0 <= i < |s| { s[i].v := 0; } }
"""

NEW = """
class Pair {
  var c: Cell
  var d: Cell
  constructor Both() ensures fresh(c) && fresh(d) && c != d && c.v == 0 && d.v == 1 && c.k == d.k == 0
  { c := new Cell(0); d := new Cell(1); }
  constructor Less() ensures fresh(c) && fresh(d) && c != d && c.v == 0 && d.v <= 1
  { c := new Cell(0); d := new Cell(1); }
  constructor One() ensures fresh(c) && c == d { c := new Cell(0); d := c; }
  constructor Open() ensures fresh(c) && fresh(d) { c := new Cell(0); d := c; }
}
method Made() returns (a: Cell, b: Cell) ensures fresh(a) && fresh(b) && a != b && a.v == 0 && b.v == 1
  ensures a.k == b.k == 0
{ a := new Cell(0); b := new Cell(1); }
"""


def assert_verdicts(text: str, expected: Mapping[str, str]) -> None:
    """The verdicts on methods of a program. Those that only build objects for them are not judged."""
    assert verdicts_of(CELL + text, *expected) == expected


@pytest.mark.slow
def test_what_a_frame_lets_change_is_compared_object_by_object() -> None:
    expected = {
        "Pair.Natural": "strong",  # A natural number below 1 is 0.
        "Pair.Free": "weak",
        "Pair.OfSet": "weak",  # A third cell of the set may change.
        "Reset": "strong",
        "Down": "weak",
    }
    assert_verdicts(FRAMES, expected)


def test_new_objects_are_compared_by_what_they_hold_and_not_by_which_they_are() -> None:
    expected = {
        "Pair.Both": "strong",
        "Pair.Less": "weak",
        "Pair.One": "strong",
        "Pair.Open": "weak",
        "Made": "strong",
    }
    assert_verdicts(NEW, expected)


LINKED = """
class Node {
  var rank: nat
  var next: Node?
  constructor (n: Node?) ensures rank == 0 && next == n { rank := 0; next := n; }
  constructor Above(n: Node) ensures rank == n.rank + 1 && next == n && next.rank + 1 == rank
  { rank := n.rank + 1; next := n; }
}
"""


def test_the_object_that_a_constructor_makes_is_in_no_frame_and_has_each_field_once() -> None:
    assert_verdicts(LINKED, {"Node.Above": "strong"})


OF_RESULTS = """
method Largest(s: set<Cell>) returns (m: Cell) requires |s| > 0 ensures m in s && forall c :: c in s ==> c.v <= m.v
{ m :| m in s && forall c :: c in s ==> c.v <= m.v; }
method Least(s: set<Cell>) returns (m: Cell) requires |s| > 0 ensures m in s && forall c :: c in s ==> m.v <= c.v
{ var l: Cell :| l in s && forall c :: c in s ==> l.v <= c.v; m := l; }
trait Base { var z: int }
class Derived extends Base { var q: int constructor () ensures z == 0 && q == 0 { z := 0; q := 0; } }
method Change(u: Derived, t: Base) modifies u ensures u.z == 5 && u.q == old(u.q) ensures t != u ==> t.z == old(t.z)
{ u.z := 5; }
method First(s: seq<Cell>) returns (m: Cell) requires |s| > 0 ensures m == s[0] && m.v >= m.v { m := s[0]; }
method Three(c: Cell) returns (m: Cell) requires c.v != 3 ensures m.v == 3 && m.k == 0 { m := new Cell(3); }
method Perhaps(c: Cell) returns (m: Cell) requires c.v == 3 && c.k == 0 ensures m.v == 3 && m.k == 0
{ m := new Cell(3); }
class Pair {
  var c: Cell
  var d: Cell
  constructor (x: Cell, y: Cell) ensures c == x && d == y { c := x; d := y; }
  method Swap() modifies this ensures c == old(d) && d == old(c) && c.v == old(d.v) { var t := c; c := d; d := t; }
  method Again() modifies this ensures fresh(c) && c.v == old(c.v) + 1 && c.k == 0 && d == old(d)
  { c := new Cell(c.v + 1); }
  method Other() modifies this, c ensures c.v == 5 && c.k == 0 && d == old(d) { c := new Cell(5); }
}
class Node {
  var val: int
  var next: Node?
  constructor (x: int, n: Node?) ensures val == x && next == n { val := x; next := n; }
}
class Some<T> {
  var x: T
  constructor (t: T) ensures x == t { x := t; }
  method Clone() returns (b: Some<T>) ensures fresh(b) && b.x == x { b := new Some(x); }
}
class Data {}
class Many {
  var all: seq<Data>
  var first: Data
  var next: Many?
  constructor (d: Data) ensures first == d && all == [d] && next == null { first := d; all := [d]; next := null; }
  method Before(d: Data) returns (r: Many)
    ensures fresh(r) && r.first == d && r.all == [d] + all && r.next == this && r.next.first == first
  { r := new Many(d); r.all := [d] + all; r.next := this; }
}
method Two(n: Node?, x: int) returns (r: Node)
  ensures fresh(r) && r.val == x
  ensures r.next != null && fresh(r.next) && r.next.val == x && r != r.next && r.next.next == n
{ var q := new Node(x, n); r := new Node(x, q); }
method Twice(n: Node?, x: int) returns (r: Node)
  ensures fresh(r) && r.val == x
  ensures r.next != null && fresh(r.next) && r.next.val <= x && r != r.next && r.next.next == n
{ var q := new Node(x, n); r := new Node(x, q); }
"""


@pytest.mark.slow
def test_a_result_that_is_an_object_has_the_fields_that_this_object_has() -> None:
    expected = {
        "Least": "strong",
        "Change": "strong",
        "First": "strong",
        "Three": "strong",  # Of the objects that there are none has these fields, and which new one it is nobody knows.
        "Perhaps": "weak",  # It may be c.
        "Pair.Swap": "strong",
        "Pair.Again": "strong",
        "Pair.Other": "weak",  # The frame is the c of before.
        "Many.Before": "strong",
        "Some.Clone": "strong",
        "Two": "strong",
        "Twice": "weak",
    }
    assert_verdicts(OF_RESULTS, expected)
    # Two cells may hold the largest number, and the body takes either: few of the sets that are built have two.
    assert verdicts_of(CELL + OF_RESULTS, "Largest", made=6) == {"Largest": "strong up to choice"}


ARRAYS = """
class Box {
  var a: array<int>
  var c: Cell
  constructor (n: nat, c: Cell) ensures fresh(a) && a.Length == n && this.c == c && forall i :: 0 <= i < n ==> a[i] == n
  { a := new int[n](_ => n); this.c := c; }
  method OneField() modifies c`v ensures c.v == 1 && c.k >= c.k { c.v := 1; }
  method Both() modifies c`v, c`k ensures c.v == 1 && c.k >= c.k { c.v := 1; }
}
method First(s: seq<Box>) returns (m: Box) requires |s| > 0 ensures m == s[0] && m.a.Length >= 0 { m := s[0]; }
method Set(s: seq<Box>) requires |s| > 0 && s[0].a.Length > 0 modifies s[0].a
  ensures s[0].a[0] == 0 && s[0].a[1..] == old(s[0].a[1..]) { s[0].a[0] := 0; }
method SetAny(s: seq<Box>) requires |s| > 0 && s[0].a.Length > 0 modifies s[0].a ensures s[0].a[0] == 0
{ s[0].a[0] := 0; }
function method Head(s: seq<array<int>>): int requires |s| > 0 && s[0].Length > 0 reads s[0] { s[0][0] }
method Up(s: seq<array<int>>) requires |s| > 0 && s[0].Length == 1 modifies s[0] ensures Head(s) == old(Head(s)) + 1
{ s[0][0] := s[0][0] + 1; }
"""


@pytest.mark.slow
def test_arrays_of_objects_without_a_name_and_single_fields_in_frames() -> None:
    expected = {
        "Box.OneField": "strong",
        "Box.Both": "weak",
        "First": "strong",
        "Set": "strong",
        "SetAny": "weak",
        "Up": "strong",
    }
    assert_verdicts(ARRAYS, expected)


INSIDE = """
datatype Option = None | Some(c: Cell)
class Cells {
  var cs: seq<Cell>
  constructor () ensures cs == [] { cs := []; }
  method Add(x: int) modifies this
    ensures |cs| == |old(cs)| + 1 && cs[..|old(cs)|] == old(cs) && fresh(cs[|old(cs)|]) && cs[|old(cs)|].v == x
    ensures cs[|old(cs)|].k == 0
  { var c := new Cell(x); cs := cs + [c]; }
  method AddAny(x: int) modifies this
    ensures |cs| == |old(cs)| + 1 && cs[..|old(cs)|] == old(cs) && fresh(cs[|old(cs)|]) && cs[|old(cs)|].v >= x
  { var c := new Cell(x); cs := cs + [c]; }
}
method Optional(x: int) returns (o: Option) ensures o.Some? && fresh(o.c) && o.c.v >= x
{ var c := new Cell(x); o := Some(c); }
method Both(x: int) returns (p: (Cell, Cell))
  ensures fresh(p.0) && fresh(p.1) && p.0 != p.1 && p.0.v == x && p.1.v == x && p.0.k == p.1.k == 0
{ var a := new Cell(x); var b := new Cell(x); p := (a, b); }
method One() returns (p: seq<Cell>) ensures |p| == 1 && fresh(p[0]) { var a := new Cell(0); p := [a]; }
"""


@pytest.mark.slow
def test_new_objects_inside_other_values_are_compared_by_what_they_hold() -> None:
    expected = {"Cells.Add": "strong", "Cells.AddAny": "weak", "Optional": "weak", "Both": "strong", "One": "strong"}
    assert_verdicts(INSIDE, expected)
