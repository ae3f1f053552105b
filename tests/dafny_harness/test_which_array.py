"""Which array a result or field is, and what that array holds: `r == a` says the first, and the second only as far as
nobody has changed it (reference manual, "Array types": arrays are compared by reference)."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY

FILE = """
method Same(a: array<int>) returns (r: array<int>) requires a.Length == 2 modifies a ensures r == a && a[0] == 1
{ a[0] := 1; r := a; }
method Whole(a: array<int>) returns (r: array<int>) requires a.Length == 2 modifies a
  ensures r == a && r[0] == 1 && a[1] == old(a[1]) { a[0] := 1; r := a; }
method Either(a: array<int>, b: array<int>) returns (r: array<int>) requires a != b && a.Length != b.Length
  ensures r == a || r == b { r := a; }
class Box {
  var a: array<int>
  var b: array<int>
  method Get() returns (r: array<int>) ensures r == a { r := a; }
  method Set() returns (r: array<int>) requires a.Length == 2 modifies a ensures r == a && r[0] == 9
  { a[0] := 9; r := a; }
  method SetAll() returns (r: array<int>) requires a.Length == 2 modifies a
    ensures r == a && r[0] == 9 && r[1] == old(a[1]) { a[0] := 9; r := a; }
  method Swap() requires a != b && a.Length == 2 modifies this, a
    ensures a == old(b) && b == old(a) && b[0] == 3 { a, b := b, a; b[0] := 3; }
  method SwapAll() requires a != b && a.Length == 2 modifies this, a
    ensures a == old(b) && b == old(a) && b[0] == 3 && b[1] == old(a[1]) { a, b := b, a; b[0] := 3; }
  method Share() requires a.Length > 0 modifies this ensures a == old(b) && b == old(b) { a := b; }
  method Own(p: array<int>) returns (r: array<int>) requires p != a && p.Length == 1 && a.Length == 1 modifies this
    ensures a == p && b == old(b) && r.Length == 1 && r[0] == p[0] { a := p; r := p; }
  method Give(p: array<int>) returns (r: array<int>) requires p != a && p.Length == 1 && a.Length == 1 modifies this, p
    ensures a == p && b == old(b) && p[0] == 0 && r == old(a) && r[0] == old(a[0]) { r := a; a := p; p[0] := 0; }
  method Take(p: array<int>) requires p != a && p.Length == 1 modifies this, p
    ensures a == p && a[0] == 0 && b == old(b) { a := p; p[0] := 0; }
  method Field() requires a.Length == 1 modifies this`a ensures a == old(a) && a[0] == old(a[0]) { }
}
class Cell {
  var n: int
  var rows: array<int>
  var spare: array?<int>
  method Release() returns (r: array?<int>) modifies this`spare ensures r == old(spare) && spare == null
  { r := spare; spare := null; }
}
class Asked {
  var a: array<int>
  var b: array<int>
  var x: int
  method Kept(p: array<int>) returns (r: array<int>) requires a != b && a != p && b != p && a.Length == b.Length == 1
    modifies this`b, a ensures a.Length == 1 && b == old(b) && r == p && a[0] == old(a[0]) { r := p; }
  method Counter(p: array<int>) returns (r: array<int>) requires a != p && a.Length == p.Length == 1
    modifies this`x, p ensures r == old(a) && a[0] == old(a[0]) && p[0] == old(p[0]) { r := a; }
}
class Buffer {
  var buf: array<int>
  var also: array<int>
  method Copy(p: array<int>) requires p.Length == buf.Length == 1 modifies this`also, buf
    ensures also == old(also) && buf[0] == old(p[0]) { buf[0] := p[0]; }
  method Equal(p: array<int>) requires p == buf && buf.Length == 1 modifies buf ensures buf[0] == p[0]
  { buf[0] := p[0]; }
  method Apart(p: array<int>) requires p.Length == buf.Length == 1 && p != buf modifies this`also, buf
    ensures also == buf && buf[0] == p[0] { buf[0] := p[0]; also := buf; }
  method One() requires buf == also && buf.Length == 1 modifies buf ensures buf == also && buf[0] == 1 { also[0] := 1; }
}
class Table {
  var rows: array<int>
  var cols: array<int>
  method Pick(f: bool) returns (r: array<int>) ensures r == if f then rows else cols
  { if f { r := rows; } else { r := cols; } }
  method Longer(f: bool) returns (n: int) ensures n >= (if f then rows else cols).Length
  { n := if f then rows.Length else cols.Length; }
}
class Owner {
  var own: array<int>
  var given: array<int>
  ghost var Repr: set<object>
  constructor Owning(c: array<int>) requires c.Length == 1
    ensures own.Length == 1 && given == c && Repr == {this, own} && fresh(own)
  { own := new int[1]; given := c; new; Repr := {this, own}; }
  method Mine() requires this in Repr && own in Repr && given !in Repr && own.Length == given.Length == 1
    modifies Repr ensures own == old(own) && given == old(given) && Repr == old(Repr) && own[0] == given[0]
  { own[0] := given[0]; }
}
class Made {
  var a: array<int>
  constructor Of(p: array<int>) requires p.Length == 1 modifies p ensures a == p && a[0] == 1 { a := p; p[0] := 1; }
  constructor Long(p: array<int>) requires p.Length == 1 modifies p ensures a == p { a := p; p[0] := 1; }
}
class Shelf { var items: array<int> var n: int }
method Row(rows: seq<array<int>>, o: Shelf) requires |rows| == 1 && o.items.Length == 1 && rows[0].Length == 1
  modifies rows[0], o ensures rows[0][0] == 1 && o.items == old(o.items) && o.n == old(o.n) { rows[0][0] := 1; }
method Named(a: array<int>, rows: seq<array<int>>) requires |rows| == 1 && rows[0] == a && a.Length == 1
  modifies rows[0] ensures a[0] == 3 { a[0] := 3; }
method InSet(a: array<int>, b: array<int>, s: set<array<int>>) requires s == {a} && a != b && a.Length == b.Length == 1
  modifies s ensures a[0] == 3 { a[0] := 3; }
method Among(a: array<int>, s: seq<array<int>>) requires a in s && a.Length == 1
  modifies s ensures a[0] == 3 { a[0] := 3; }
method OfPair(a: array<int>, t: (int, array<int>)) requires t.1 == a && a.Length == 1
  modifies t.1 ensures a[0] == 3 { a[0] := 3; }
method OfEither(a: array<int>, b: array<int>, f: bool) requires a.Length == b.Length == 1 && a != b
  modifies if f then a else b ensures if f then a[0] == 3 else b[0] == 3
{ if f { a[0] := 3; } else { b[0] := 3; } }
method OfWhole(m: array2<int>, s: seq<array2<int>>) requires s == [m] && m.Length0 == m.Length1 == 1
  modifies s ensures m[0, 0] == 3 { m[0, 0] := 3; }
method OneOf(c: Cell, d: Cell) returns (r: array<int>) requires c.rows != d.rows ensures r == c.rows || r == d.rows
{ r := c.rows; }
method Unsaid(c: Cell) modifies c`n, c.rows ensures c.n == 1 { c.n := 1; }
"""


SELDOM_BUILT = """
class Buffer {
  var buf: array<int>
  var also: array<int>
  method Two() requires buf != also && buf.Length == also.Length == 1 modifies buf ensures buf[0] == 1 && also[0] == 1
  { buf[0] := 1; }
}
class Table {
  var rows: array<int>
  var cols: array<int>
  method Chosen(f: bool) requires rows.Length == cols.Length == 1 && rows != cols modifies if f then rows else cols
    ensures (if f then rows else cols)[0] == 3 { if f { rows[0] := 3; } else { cols[0] := 3; } }
}
"""


def _verdicts(text: str, path: Path) -> dict[str, str]:
    path.write_text(text)
    found = score_file(path, DAFNY, engines_of, Scoring(made=2, mutants=1, mutate="outputs")).methods
    return {each.method.rpartition(".")[2]: each.assessed.verdict for each in found}


EXPECTED = {
    "Same": "weak",  # of a[1] nothing is said, although r is a
    "Whole": "strong",
    "Either": "weak",
    "Get": "strong",  # an array that is not modified holds what it did, whatever name it has
    "Set": "weak",
    "SetAll": "strong",
    "Swap": "weak",
    "SwapAll": "strong",  # what b held before is in a, of which no clause says an element
    "Share": "strong",
    "Own": "strong",  # r holds what a does, be it that array or another one
    "Give": "strong",
    "Take": "strong",
    "Field": "strong",  # the field may hold another array, and no array changes
    "Release": "strong",  # null has no elements
    "Kept": "strong",  # b is the array that it was, which no frame names
    "Counter": "weak",  # of x
    "Pick": "strong",
    "Longer": "weak",
    "Mine": "strong",  # given is in no frame
    "Of": "strong",  # the field is none that there was before the call
    "Long": "weak",
    "Row": "strong",  # items is the array that it was, which changes only if it is rows[0]
    "Named": "strong",  # a is the array that the frame is
    "InSet": "strong",
    "Among": "weak",  # of the other array in s
    "OfPair": "strong",
    "OfEither": "strong",
    "OfWhole": "strong",
    "OneOf": "weak",
    "Copy": "strong",  # p changes where it is buf, and nowhere else
    "Equal": "weak",  # of what p, which is buf, holds
    "Apart": "strong",
    "One": "strong",  # also is an array that the frame names
    "Unsaid": "weak",  # the frame names an array, of which no clause says anything
}


# One test: parametrised, two processes that share its cases would each score all of them.
@pytest.mark.slow
def test_which_array_it_is_says_what_it_holds_only_where_that_stays(tmp_path: Path) -> None:
    found = _verdicts(FILE, tmp_path / "file.dfy")
    assert {method: found.get(method) for method in EXPECTED} == EXPECTED


@pytest.mark.usefixtures("all_inputs")
def test_which_array_it_is_where_objects_are_seldom_built_that_the_precondition_allows(tmp_path: Path) -> None:
    assert _verdicts(SELDOM_BUILT, tmp_path / "file.dfy") == {
        "Two": "wrong",  # also is in no frame, and need not have held 1
        "Chosen": "strong",  # only the one changes
    }
