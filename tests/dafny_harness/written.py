"""What test programs are written about, and what is expected of one."""

from typing import Any

from attrs import frozen

SORT = """method Sort(a: array<int>)
  modifies a
  ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]
  ensures multiset(a[..]) == multiset(old(a[..]))
{
  var i := 0;
  while i < a.Length {
    var j := i;
    while j > 0 && a[j - 1] > a[j] { a[j - 1], a[j] := a[j], a[j - 1]; j := j - 1; }
    i := i + 1;
  }
}
"""
INC = """method Inc(a: array<int>) returns (r: array<int>)
  ensures r.Length == a.Length
  ensures forall i :: 0 <= i < a.Length ==> r[i] == a[i] + 1
{ r := new int[a.Length]; var i := 0; while i < a.Length { r[i] := a[i] + 1; i := i + 1; } }
"""
ABS = """method Abs(x: int) returns (r: int)
  ensures r >= 0 && (r == x || r == -x)
{ if x < 0 { r := -x; } else { r := x; } }
"""
FIND = """method Find(a: array<int>, x: int) returns (r: int)
  ensures r == -1 || (0 <= r < a.Length && a[r] == x)
{ r := 0; while r < a.Length { if a[r] == x { return; } r := r + 1; } r := -1; }
"""
DIV = """method Div(x: nat, y: nat) returns (q: nat, r: nat)
  requires y > 0
  ensures x == q * y + r && r < y
{ q := x / y; r := x % y; }
"""
EVENS = """method Evens(s: seq<int>) returns (r: seq<int>)
  ensures forall x :: x in r ==> x % 2 == 0
{ r := []; var i := 0; while i < |s| { if s[i] % 2 == 0 { r := r + [s[i]]; } i := i + 1; } }
"""
EQ = """method assertArrayEquals(a: array<int>, b: array<int>) returns (r: bool) {
  if a.Length != b.Length { return false; }
  var i := 0;
  while i < a.Length { if a[i] != b[i] { return false; } i := i + 1; }
  return true;
}
"""


@frozen(slots=True)
class Written:
    """A program and what its tests say: for each usable call the method, its inputs and outputs (None: only
    constrained), arrays as lists. `finding`: the kind of the finding that is expected, if any. `source`: who says what
    is right."""

    name: str
    text: str
    examples: tuple[tuple[str, dict[str, Any], dict[str, Any] | None], ...] = ()
    finding: str = ""
    source: str = "assertion"
