"""Test programs with helpers, loops of calls and several results, with the examples that they are."""

from .written import ABS, DIV, EQ, EVENS, FIND, INC, SORT, Written

HELPERS = (
    Written(
        "helper with early returns",
        INC
        + EQ
        + """method Main() { var a := new int[] [1, 2]; var r := Inc(a); var e := new int[] [2, 3];
  var ok := assertArrayEquals(r, e); expect ok; }""",
        (("Inc", {"a": [1, 2]}, {"r": [2, 3]}),),
    ),
    Written(
        "helper with a flag",
        INC
        + """method same(a: array<int>, b: array<int>) returns (ok: bool) {
  ok := a.Length == b.Length; var i := 0;
  while ok && i < a.Length { if a[i] != b[i] { ok := false; } i := i + 1; } }
method Main() { var a := new int[] [1, 2]; var r := Inc(a); var e := new int[] [2, 3];
  var ok := same(r, e); expect ok; }""",
        (("Inc", {"a": [1, 2]}, {"r": [2, 3]}),),
    ),
    Written(
        "helper with a flag and all rounds",
        INC
        + """method same(a: array<int>, b: array<int>) returns (ok: bool) {
  ok := true;
  if a.Length != b.Length { ok := false; return; }
  var i := 0;
  while i < a.Length { if a[i] != b[i] { ok := false; } i := i + 1; } }
method Main() { var a := new int[] [1, 2, 7]; var r := Inc(a); var e := new int[] [2, 3, 8];
  var ok := same(r, e); expect ok; }""",
        (("Inc", {"a": [1, 2, 7]}, {"r": [2, 3, 8]}),),
    ),
    Written(
        "helper with expect in a loop",
        INC
        + """method check(a: array<int>, b: array<int>) {
  expect a.Length == b.Length;
  for i := 0 to a.Length { expect a[i] == b[i]; } }
method Main() { var a := new int[] [1, 2]; var r := Inc(a); var e := new int[] [2, 3]; check(r, e);
  }""",
        (("Inc", {"a": [1, 2]}, {"r": [2, 3]}),),
    ),
    Written(
        "helper counts mistakes",
        INC
        + """method wrong(a: array<int>, b: array<int>) returns (n: int) {
  n := 0;
  if a.Length != b.Length { n := 100; return; }
  var i := 0;
  while i < a.Length { if a[i] != b[i] { n := n + 1; } i := i + 1; } }
method Main() { var a := new int[] [1, 2]; var r := Inc(a); var e := new int[] [2, 3];
  var n := wrong(r, e); expect n == 0; }""",
        (("Inc", {"a": [1, 2]}, {"r": [2, 3]}),),
    ),
    Written(
        "recursive helper",
        EVENS
        + """method same(a: seq<int>, b: seq<int>) returns (ok: bool) {
  if |a| == 0 || |b| == 0 { return |a| == |b|; }
  if a[0] != b[0] { return false; }
  ok := same(a[1..], b[1..]); }
method Main() { var r := Evens([1, 2, 4]); var ok := same(r, [2, 4]); expect ok; }""",
        (("Evens", {"s": [1, 2, 4]}, {"r": [2, 4]}),),
    ),
    Written(
        "helper predicate",
        EVENS
        + """predicate method same(a: seq<int>, b: seq<int>) {
  |a| == |b| && forall i :: 0 <= i < |a| ==> a[i] == b[i] }
method Main() { var r := Evens([1, 2, 4]); expect same(r, [2, 4]); }""",
        (("Evens", {"s": [1, 2, 4]}, {"r": [2, 4]}),),
    ),
    Written(
        "loop fills the input",
        INC
        + """method Main() { var a := new int[3]; var i := 0; while i < 3 { a[i] := 10 * i; i := i + 1;
  } var r := Inc(a); expect r[..] == [1, 11, 21]; }""",
        (("Inc", {"a": [0, 10, 20]}, {"r": [1, 11, 21]}),),
    ),
    Written(
        "forall fills the input",
        INC
        + """method Main() { var a := new int[3]; forall i | 0 <= i < 3 { a[i] := 10 * i; } var r := Inc(a);
  expect r[..] == [1, 11, 21]; }""",
        (("Inc", {"a": [0, 10, 20]}, {"r": [1, 11, 21]}),),
    ),
    Written(
        "loop of calls",
        ABS
        + """method Main() { var xs := [3, -4, 0]; var es := [3, 4, 0]; var i := 0;
  while i < 3 { var r := Abs(xs[i]); expect r == es[i]; i := i + 1; } }""",
        (
            ("Abs", {"x": 3}, {"r": 3}),
            ("Abs", {"x": -4}, {"r": 4}),
            ("Abs", {"x": 0}, {"r": 0}),
        ),
    ),
    Written(
        "loop of calls over pairs",
        ABS
        + """method Main() { var cases := [(3, 3), (-4, 4)]; for i := 0 to |cases| { var r := Abs(cases[i].0);
  expect r == cases[i].1, "wrong"; } }""",
        (
            ("Abs", {"x": 3}, {"r": 3}),
            ("Abs", {"x": -4}, {"r": 4}),
        ),
    ),
    Written(
        "sorting in place",
        SORT
        + EQ
        + """method Main() { var a := new int[] [3, 1, 2]; Sort(a); var e := new int[] [1, 2, 3];
  var ok := assertArrayEquals(a, e); expect ok; }""",
        (("Sort", {"a": [3, 1, 2]}, {"a": [1, 2, 3]}),),
    ),
    Written(
        "sorting in place, elements by a loop",
        SORT
        + """method Main() { var a := new int[3]; a[0], a[1], a[2] := 3, 1, 2; Sort(a); var e := [1, 2, 3];
  var i := 0; while i < a.Length { expect a[i] == e[i]; i := i + 1; } }""",
        (("Sort", {"a": [3, 1, 2]}, {"a": [1, 2, 3]}),),
    ),
    Written(
        "an array made by a helper",
        INC
        + """method Numbers(n: nat) returns (a: array<int>) { a := new int[n]; for i := 0 to n { a[i] := i; } }
method Main() { var a := Numbers(3); var r := Inc(a); expect r[..] == [1, 2, 3]; }""",
        (("Inc", {"a": [0, 1, 2]}, {"r": [1, 2, 3]}),),
    ),
    Written(
        "two subjects",
        SORT
        + FIND
        + """method Main() { var a := new int[] [5, 1, 3]; Sort(a); expect a[..] == [1, 3, 5];
  var i := Find(a, 3); expect i == 1; }""",
        (
            ("Sort", {"a": [5, 1, 3]}, {"a": [1, 3, 5]}),
            ("Find", {"a": [1, 3, 5], "x": 3}, {"r": 1}),
        ),
    ),
    Written(
        "the result of another subject, by its body",
        SORT
        + FIND
        + """method Main() { var a := new int[] [5, 1, 3]; Sort(a); var i := Find(a, 3); expect i == 1; }""",
        (("Find", {"a": [1, 3, 5], "x": 3}, {"r": 1}),),
    ),
    Written(
        "helper with a postcondition",
        INC
        + """method ArrayEq(a: array<int>, b: array<int>) returns (r: bool) ensures r <==> a[..] == b[..] {
  r := true; if a.Length != b.Length { return false; } var i := 0;
  while i < a.Length { if a[i] != b[i] { return false; } i := i + 1; } }
method Main() { var a := new int[] [1]; var r := Inc(a); var e := new int[] [2];
  var ok := ArrayEq(r, e); expect ok; }""",
        (("Inc", {"a": [1]}, {"r": [2]}),),
    ),
    Written(
        "a helper without a body, by its postcondition",
        INC
        + """method {:extern}
  ArrayEq(a: array<int>, b: array<int>) returns (r: bool) ensures r <==> a[..] == b[..]
method Main() { var a := new int[] [1]; var r := Inc(a); var e := new int[] [2];
  var ok := ArrayEq(r, e); expect ok; }""",
        (("Inc", {"a": [1]}, {"r": [2]}),),
    ),
    Written(
        "several results",
        DIV + """method Main() { var q, r := Div(17, 5); expect q == 3 && r == 2; }""",
        (("Div", {"x": 17, "y": 5}, {"q": 3, "r": 2}),),
    ),
    Written(
        "several results and a helper",
        DIV
        + """method eq(a: int, b: int) { expect a == b; }
method Main() { var q, r := Div(17, 5); eq(q, 3); eq(r, 2); }""",
        (("Div", {"x": 17, "y": 5}, {"q": 3, "r": 2}),),
    ),
)
