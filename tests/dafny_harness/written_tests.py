"""Test programs in the styles in which people write them, with the examples that they are."""

from specassay.core.ir.values import DatatypeValue

from .written import ABS, DIV, EQ, EVENS, INC, SORT, Written
from .written_helpers import HELPERS

PROGRAMS = (
    *HELPERS,
    Written(
        "if decides failure",
        ABS + """method Main() { var r := Abs(-3); if r != 3 { expect false; } }""",
        (("Abs", {"x": -3}, {"r": 3}),),
    ),
    Written(
        "if prints",
        ABS
        + """method Main() { var r := Abs(-3); if r == 3 { print "ok"; } else { print "wrong"; } expect r == 3; }""",
        (("Abs", {"x": -3}, {"r": 3}),),
    ),
    Written(
        "counting passes",
        ABS
        + """method Main() { var ok := 0; var r1 := Abs(-3); if r1 == 3 { ok := ok + 1; } var r2 := Abs(5);
  if r2 == 5 { ok := ok + 1; } expect ok == 2; }""",
        (
            ("Abs", {"x": -3}, {"r": 3}),
            ("Abs", {"x": 5}, {"r": 5}),
        ),
    ),
    Written(
        "print with a comment",
        ABS
        + """method Main() { var r := Abs(-3); print r; // Expected: 3
}""",
        (("Abs", {"x": -3}, {"r": 3}),),
        source="comment",
    ),
    Written(
        "prints after the calls",
        ABS
        + """method Main() {
  var r := Abs(-3);
  var s := Abs(5);
  print r, "\\n"; // expected 3
  print s, "\\n"; // expected 5
}""",
        (
            ("Abs", {"x": -3}, {"r": 3}),
            ("Abs", {"x": 5}, {"r": 5}),
        ),
        source="comment",
    ),
    Written(
        "print of an array by a loop with a comment",
        INC
        + """method Main() {
  var a := new int[] [1, 2];
  var r := Inc(a);
  var i := 0;
  while i < r.Length { print r[i], " "; i := i + 1; }
  // expected: [2, 3]
}""",
        (("Inc", {"a": [1, 2]}, {"r": [2, 3]}),),
        source="comment",
    ),
    Written(
        "print alone gives the input",
        ABS + """method Main() { var r := Abs(-3); print r; }""",
        (("Abs", {"x": -3}, {"r": 3}),),
        source="tested input",
    ),
    Written(
        "scratch array",
        SORT
        + """method Main() {
  var a := new int[] [3, 1]; var b := new int[a.Length]; var i := 0;
  while i < a.Length { b[i] := a[i]; i := i + 1; }
  Sort(b);
  expect a[0] == 3;
  expect b[0] == 1 && b[1] == 3; }""",
        (("Sort", {"a": [3, 1]}, {"a": [1, 3]}),),
    ),
    Written(
        "match on the result",
        """datatype Option = None | Some(v: int)
method First(s: seq<int>) returns (r: Option) ensures |s| == 0 ==> r == None
  ensures |s| > 0 ==> r == Some(s[0]) { if |s| == 0 { r := None; } else { r := Some(s[0]); } }
method Main() { var r := First([4]); match r { case None => expect false;
  case Some(v) => expect v == 4; } }""",
        # Neither case may fail: r is Some, and what it holds is 4.
        (("First", {"s": [4]}, {"r": DatatypeValue("Some", (4,))}),),
    ),
    Written(
        "bool result",
        """method Even(x: int) returns (r: bool) ensures r == (x % 2 == 0) { r := x % 2 == 0; }
method Main() { var r := Even(4); if !r { print "failed"; expect false; } var s := Even(5);
  if s { expect false; } }""",
        (
            ("Even", {"x": 4}, {"r": True}),
            ("Even", {"x": 5}, {"r": False}),
        ),
    ),
    Written(
        "assert with a helper lemma and ghost",
        ABS
        + """lemma L(x: int) ensures x * x >= 0 { }
method Main() { var r := Abs(-3); L(3); ghost var g := r; assert r == 3; }""",
        (("Abs", {"x": -3}, {"r": 3}),),
    ),
    Written(
        "a set built in a loop",
        """method Unique(s: seq<int>) returns (r: set<int>) ensures r == set x | x in s { r := set x | x in s;
  }
method Main() { var s := []; for i := 0 to 4 { s := s + [i % 2]; } var r := Unique(s);
  expect r == {0, 1}; }""",
        (("Unique", {"s": [0, 1, 0, 1]}, {"r": {0, 1}}),),
    ),
    Written(
        "the loop depends on the result",
        EVENS
        + """method Main() { var r := Evens([1, 2]); var i := 0; while i < |r| { expect r[i] > 0; i := i + 1; } }""",
        finding="unsupported-test",
    ),
    Written(
        "the loop depends on the result, of which the length is known later",
        EVENS
        + """method Main() { var r := Evens([1, 2]); expect |r| == 1; var i := 0;
  while i < |r| { expect r[i] == 2; i := i + 1; } }""",
        (("Evens", {"s": [1, 2]}, {"r": [2]}),),
    ),
    Written(
        "sum of the result",
        EVENS
        + """method Main() { var r := Evens([1, 2, 4]); var sum := 0; var i := 0;
  while i < |r| { sum := sum + r[i]; i := i + 1; } expect sum == 6; }""",
        finding="unsupported-test",
    ),
    Written(
        "test calls test",
        ABS
        + """method TestA() { var r := Abs(1); expect r == 1; }
method Main() { TestA(); print "done"; }""",
        (("Abs", {"x": 1}, {"r": 1}),),
    ),
    Written(
        "a method without parameters",
        ABS + """method checks() { var r := Abs(1); assert r == 1; }""",
        (("Abs", {"x": 1}, {"r": 1}),),
    ),
    Written(
        "a helper with the call in it",
        ABS
        + """method check(x: int, e: int) { var r := Abs(x); expect r == e; }
method Main() { check(-3, 3); check(5, 5); }""",
        (
            ("Abs", {"x": -3}, {"r": 3}),
            ("Abs", {"x": 5}, {"r": 5}),
        ),
    ),
    Written(
        "arrays of booleans",
        """method Flags(a: array<int>) returns (r: array<bool>) ensures r.Length == a.Length
  ensures forall i :: 0 <= i < r.Length ==> r[i] == (a[i] > 0) {
  r := new bool[a.Length](i requires 0 <= i < a.Length reads a => a[i] > 0); }
method same(a: array<bool>, b: array<bool>) returns (ok: bool) { ok := a.Length == b.Length;
  if ok { var i := 0; while i < a.Length { ok := ok && a[i] == b[i]; i := i + 1; } } }
method Main() { var a := new int[] [1, -2]; var r := Flags(a); var e := new bool[] [true, false];
  var ok := same(r, e); expect ok; }""",
        (("Flags", {"a": [1, -2]}, {"r": [True, False]}),),
    ),
    Written(
        "generic helper",
        INC
        + """method same<T(==)>(a: array<T>, b: array<T>) returns (ok: bool) { if a.Length != b.Length {
  return false; } for i := 0 to a.Length { if a[i] != b[i] { return false; } } return true; }
method Main() { var a := new int[] [1, 2]; var r := Inc(a); var e := new int[] [2, 3];
  var ok := same(r, e); expect ok; }""",
        (("Inc", {"a": [1, 2]}, {"r": [2, 3]}),),
    ),
    Written(
        "a test fails by itself",
        ABS + """method Main() { var r := Abs(-3); expect r == 3; expect 1 == 2; }""",
        (("Abs", {"x": -3}, {"r": 3}),),
        finding="unsupported-test",
    ),
    Written(
        "contradictory",
        ABS + """method Main() { var r := Abs(-3); expect r == 3; expect r == 4; }""",
        finding="conflicting-expectations",
    ),
    Written(
        "an arbitrary input",
        ABS + """method Main() { var x: int := *; var r := Abs(x); expect r >= 0; }""",
        finding="unsupported-test",
    ),
    Written(
        "swapped by the test afterwards",
        SORT
        + """method Main() { var a := new int[] [2, 1]; Sort(a); a[0], a[1] := a[1], a[0];
  expect a[..] == [2, 1]; }""",
        (("Sort", {"a": [2, 1]}, {"a": [1, 2]}),),
    ),
    Written(
        "a copy is kept",
        SORT
        + """method Main() { var a := new int[] [2, 1]; var before := a[..]; Sort(a);
  expect multiset(before) == multiset(a[..]); expect a[0] == 1; expect a[1] == 2; }""",
        (("Sort", {"a": [2, 1]}, {"a": [1, 2]}),),
    ),
    Written(
        "one result into the next",
        ABS + """method Main() { var r := Abs(-3); var s := Abs(-r); expect s == 3; expect r == 3; }""",
        (
            ("Abs", {"x": -3}, {"r": 3}),
            ("Abs", {"x": -3}, {"r": 3}),
        ),
    ),
    Written(
        "strings",
        """method Greet(name: string) returns (r: string) ensures r == "Hi " + name { r := "Hi " + name; }
method check(actual: string, wanted: string) { if actual != wanted { print "got ", actual;
  } expect actual == wanted; }
method Main() { var r := Greet("Bo"); check(r, "Hi Bo"); }""",
        (("Greet", {"name": "Bo"}, {"r": "Hi Bo"}),),
    ),
    Written(
        "nested helpers",
        INC
        + EQ
        + """method check(a: array<int>, e: array<int>) { var ok := assertArrayEquals(a, e);
  if !ok { print "differs"; } expect ok; }
method Main() { var a := new int[] [1, 2]; var r := Inc(a); var e := new int[] [2, 3]; check(r, e);
  }""",
        (("Inc", {"a": [1, 2]}, {"r": [2, 3]}),),
    ),
    Written(
        "labelled break",
        INC
        + """method same(a: array<int>, b: array<int>) returns (ok: bool) { ok := a.Length == b.Length;
  var i := 0;
  label all: while ok { if i == a.Length { break all; } if a[i] != b[i] { ok := false; break;
  } i := i + 1; } }
method Main() { var a := new int[] [1, 2]; var r := Inc(a); var e := new int[] [2, 3];
  var ok := same(r, e); expect ok; }""",
        (("Inc", {"a": [1, 2]}, {"r": [2, 3]}),),
    ),
    Written(
        "print of a text and a comment that repeats it",
        DIV
        + """method Main() { var q, r := Div(17, 5);
  print "quotient ", q, ", rest ", r, "\\n"; // Expected output: quotient 3, rest 2
}""",
        (("Div", {"x": 17, "y": 5}, {"q": 3, "r": 2}),),
        source="comment",
    ),
    Written(
        "print of a text and a comment that says something else",
        DIV
        + """method Main() { var q, r := Div(17, 5);
  print "quotient ", q, "\\n"; // Expected output: the rest of 3
}""",
        finding="no-expectation",
    ),
    Written(
        "call in a helper with recursion",
        ABS
        + """method down(n: nat) { if n > 0 { var r := Abs(-n); expect r == n; down(n - 1); } }
method Main() { down(2); }""",
        (("Abs", {"x": -2}, {"r": 2}), ("Abs", {"x": -1}, {"r": 1})),
    ),
    Written(
        "two calls on one array",
        SORT
        + """method Main() { var a := new int[] [2, 1]; Sort(a); expect a[..] == [1, 2];
  a[0] := 9; Sort(a); expect a[..] == [2, 9]; }""",
        (("Sort", {"a": [2, 1]}, {"a": [1, 2]}), ("Sort", {"a": [9, 2]}, {"a": [2, 9]})),
    ),
    Written(
        "comments before calls",
        ABS
        + """method Main() {
  // expected 3
  var r := Abs(-3); print r;
  // expected 5
  var s := Abs(5); print s;
}""",
        (("Abs", {"x": 5}, {"r": 5}),),
        finding="no-expectation",
        source="tested input",
    ),
    Written(
        "two-dimensional lists",
        """method Rows(n: int) returns (r: seq<seq<int>>) ensures |r| == n { }
method Main() { var r := Rows(2); var e := [[0], [1]]; expect |r| == |e|;
  for i := 0 to |e| { expect |r[i]| == |e[i]|; for j := 0 to |e[i]| { expect r[i][j] == e[i][j]; } } }""",
        (("Rows", {"n": 2}, {"r": [[0], [1]]}),),
    ),
)
