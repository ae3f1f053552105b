predicate method Ord(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
function {:opaque} Dbl(x: int): int { x * 2 }
predicate Q(x: int)
function G(x: int): int
function Rem(s: seq<int>, x: int): seq<int> { if s == [] then [] else if s[|s| - 1] == x then Rem(s[..|s| - 1], x) else Rem(s[..|s| - 1], x) + [s[|s| - 1]] }

//= strong
method Opq(x: int) returns (r: int) ensures r == Dbl(x) { reveal_Dbl(); r := 2 * x; }
//= weak
method OpqW(x: int) returns (r: int) ensures r <= Dbl(x) { reveal_Dbl(); r := 2 * x; }
//= weak
method Unint(x: int) returns (r: bool) ensures r ==> Q(x) { r := false; }
//= strong
method Unint2(x: int, y: int) returns (r: int) ensures r == G(x) + y - G(x) { r := y; }
//= weak
method ExOut(n: int) returns (r: int) ensures exists k :: k > n && r == k * 2 { r := 2 * n + 2; }
//= strong
method ExOut1(n: int) returns (r: int) ensures exists k :: n < k < n + 2 && r == k * 2 { r := 2 * n + 2; }
//= strong
method ExIn(s: seq<int>) returns (b: bool) ensures b == exists i: nat :: i < |s| && s[i] == 0 { b := 0 in s; }
//= weak
method ExInW(s: seq<int>) returns (b: bool)
  ensures (exists i: nat :: i < |s| && s[i] == 0) ==> b
{ b := 0 in s; }
//= strong
method AllInt(n: int) returns (b: bool) ensures b <==> forall x: int :: x * x >= n { b := n <= 0; }
//= weak
method AllIntW(n: int) returns (b: bool) ensures b ==> forall x: int :: x * x >= n { b := n <= 0; }
//= strong
method NatSub(a: nat, b: nat) returns (r: nat)
  ensures r == if a >= b then a - b else 0
{ r := if a >= b then a - b else 0; }
//= weak
method NatSubW(a: nat, b: nat) returns (r: nat)
  ensures a >= b ==> r == a - b
{ r := if a >= b then a - b else 0; }
//= strong
method SetCard(s: seq<int>) returns (n: nat) ensures n == |set x | x in s| { n := |set x | x in s|; }
//= weak
method SetCardW(s: seq<int>) returns (n: nat)
  ensures n <= |s| && (|s| > 0 ==> n > 0)
{ n := |set x | x in s|; }
//= strong
method CountIdx(s: seq<int>) returns (n: nat)
  ensures n == |set i | 0 <= i < |s| && s[i] > 0|
{ n := 0; var i := 0; while i < |s| { if s[i] > 0 { n := n + 1; } i := i + 1; } }
//= wrong
method CountVal(s: seq<int>) returns (n: nat)
  ensures n == |set x | x in s && x > 0|
{ n := 0; var i := 0; while i < |s| { if s[i] > 0 { n := n + 1; } i := i + 1; } }
//= weak
method Merge(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  requires Ord(a) && Ord(b)
  ensures Ord(r) && |r| == |a| + |b|
{ r := []; var i, j := 0, 0; while i < |a| || j < |b| { if j >= |b| || (i < |a| && a[i] <= b[j]) { r := r + [a[i]]; i := i + 1; } else { r := r + [b[j]]; j := j + 1; } } }
//= strong
method MergeS(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  requires Ord(a) && Ord(b)
  ensures Ord(r) && multiset(r) == multiset(a) + multiset(b)
{ r := []; var i, j := 0, 0; while i < |a| || j < |b| { if j >= |b| || (i < |a| && a[i] <= b[j]) { r := r + [a[i]]; i := i + 1; } else { r := r + [b[j]]; j := j + 1; } } }
//= weak
method MergeEl(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  requires Ord(a) && Ord(b)
  ensures Ord(r) && |r| == |a| + |b| && forall x :: x in r <==> x in a || x in b
{ r := []; var i, j := 0, 0; while i < |a| || j < |b| { if j >= |b| || (i < |a| && a[i] <= b[j]) { r := r + [a[i]]; i := i + 1; } else { r := r + [b[j]]; j := j + 1; } } }
//= weak
method Dedup(s: seq<int>) returns (r: seq<int>)
  ensures (forall x :: x in r <==> x in s) && forall i, j :: 0 <= i < j < |r| ==> r[i] != r[j]
{ r := []; var i := 0; while i < |s| { if s[i] !in r { r := r + [s[i]]; } i := i + 1; } }
//= strong
method Remove(s: seq<int>, x: int) returns (r: seq<int>)
  ensures r == Rem(s, x)
{ r := []; var i := 0; while i < |s| { if s[i] != x { r := r + [s[i]]; } i := i + 1; } }
//= weak
method RemoveW(s: seq<int>, x: int) returns (r: seq<int>)
  ensures x !in r && forall y :: y in s && y != x ==> y in r
{ r := []; var i := 0; while i < |s| { if s[i] != x { r := r + [s[i]]; } i := i + 1; } }
//= weak
method RemoveM(s: seq<int>, x: int) returns (r: seq<int>)
  ensures multiset(r) == multiset(s)[x := 0]
{ r := []; var i := 0; while i < |s| { if s[i] != x { r := r + [s[i]]; } i := i + 1; } }
//= strong
method Slice(s: seq<int>, a: int, b: int) returns (r: seq<int>)
  requires 0 <= a <= b <= |s|
  ensures r == s[a..b]
{ r := s[a..b]; }
//= weak
method SliceW(s: seq<int>, a: int, b: int) returns (r: seq<int>)
  requires 0 <= a <= b <= |s|
  ensures |r| == b - a && forall i :: a < i < b ==> r[i - a] == s[i]
{ r := s[a..b]; }
//= strong
method Mat(m: seq<seq<int>>) returns (t: seq<seq<int>>)
  requires |m| > 0 && forall i :: 0 <= i < |m| ==> |m[i]| == |m[0]|
  ensures |t| == |m[0]| && (forall i :: 0 <= i < |t| ==> |t[i]| == |m|) && forall i, j :: 0 <= i < |t| && 0 <= j < |m| ==> t[i][j] == m[j][i]
{ t := []; var i := 0; while i < |m[0]| { var row := []; var j := 0; while j < |m| { row := row + [m[j][i]]; j := j + 1; } t := t + [row]; i := i + 1; } }
//= weak
method MatW(m: seq<seq<int>>) returns (t: seq<seq<int>>)
  requires |m| > 0 && forall i :: 0 <= i < |m| ==> |m[i]| == |m[0]|
  ensures |t| == |m[0]| && (forall i :: 0 <= i < |t| ==> |t[i]| == |m|) && forall i :: 0 <= i < |t| && i < |m| ==> t[i][i] == m[i][i]
{ t := []; var i := 0; while i < |m[0]| { var row := []; var j := 0; while j < |m| { row := row + [m[j][i]]; j := j + 1; } t := t + [row]; i := i + 1; } }
//= strong
method BigBv(x: bv32) returns (y: bv32) ensures y == x & (x - 1) { y := x & (x - 1); }
//= weak
method BigBvW(x: bv32) returns (y: bv32) ensures x < 0x80000000 ==> y == x & (x - 1) { y := x & (x - 1); }
//= strong
method ISet(n: int) returns (b: bool) ensures b <==> n in iset x | x > 3 { b := n > 3; }
//= weak
method PreWeak(s: seq<int>, i: int) returns (x: int)
  requires i >= 0
  ensures i < |s| ==> x == s[i]
{ x := s[i]; }
//= weak
method DivFail(a: int, b: int) returns (x: int) ensures b != 0 ==> x == a / b { x := a / b; }
//= strong
method PreStrong(s: seq<int>, i: int) returns (x: int)
  requires 0 <= i < |s| - 1
  ensures x == s[i]
{ x := s[i]; }
//= weak
method TwoOutDep(s: seq<int>) returns (i: int, x: int)
  requires |s| > 1
  ensures 0 <= i < |s| && x == s[i]
{ i := 1; x := s[1]; }
//= strong up to choice
method TwoOutCh(s: seq<int>) returns (i: int, x: int)
  requires |s| > 1
  ensures 0 <= i < |s| && x == s[i]
{ i :| 0 <= i < |s|; x := s[i]; }
//= weak
method ChoiceLess(s: seq<int>) returns (i: int)
  requires |s| > 2
  ensures 0 <= i < |s|
{ i :| 0 <= i < |s| - 1; }
//= weak
method SomeDiv(n: nat) returns (d: nat)
  requires n > 1
  ensures d > 0 && n % d == 0
{ d := 2; while n % d != 0 { d := d + 1; } }
//= strong
method MinDiv(n: nat) returns (d: nat)
  requires n > 1
  ensures d > 1 && n % d == 0 && forall k :: 1 < k < d ==> n % k != 0
{ d := 2; while n % d != 0 { d := d + 1; } }
//= weak
method MinDivW(n: nat) returns (d: nat)
  requires n > 1
  ensures d > 0 && n % d == 0 && forall k :: 1 < k < d ==> n % k != 0
{ d := 2; while n % d != 0 { d := d + 1; } }
