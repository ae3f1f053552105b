function Evens(s: seq<int>): seq<int> { if s == [] then [] else if s[0] % 2 == 0 then [s[0]] + Evens(s[1..]) else Evens(s[1..]) }
function Fl(s: seq<seq<int>>): seq<int> { if s == [] then [] else s[0] + Fl(s[1..]) }

//= strong
method Concat(a: seq<int>, b: seq<int>) returns (r: seq<int>) ensures r == a + b { r := a + b; }
//= weak
method ConcatLen(a: seq<int>, b: seq<int>) returns (r: seq<int>) ensures |r| == |a| + |b| { r := a + b; }
//= weak
method ConcatPrefix(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  ensures a <= r && |r| == |a| + |b|
{ r := a + b; }
//= strong
method ConcatBoth(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  ensures |r| == |a| + |b|
  ensures r[..|a|] == a
  ensures r[|a|..] == b
{ r := a + b; }
//= weak
method ConcatSub(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  ensures multiset(r) == multiset(a) + multiset(b)
{ r := a + b; }
//= strong
method Rev(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s|
  ensures forall i :: 0 <= i < |s| ==> r[i] == s[|s| - 1 - i]
{ r := []; var i := 0; while i < |s| { r := [s[i]] + r; i := i + 1; } }
//= weak
method RevNoLen(s: seq<int>) returns (r: seq<int>)
  ensures |r| >= |s|
  ensures forall i :: 0 <= i < |s| ==> r[i] == s[|s| - 1 - i]
{ r := []; var i := 0; while i < |s| { r := [s[i]] + r; i := i + 1; } }
//= weak
method RevOff(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s|
  ensures forall i :: 0 < i < |s| ==> r[i] == s[|s| - 1 - i]
{ r := []; var i := 0; while i < |s| { r := [s[i]] + r; i := i + 1; } }
//= weak
method RevSmall(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s|
  ensures |s| <= 5 ==> forall i :: 0 <= i < |s| ==> r[i] == s[|s| - 1 - i]
{ r := []; var i := 0; while i < |s| { r := [s[i]] + r; i := i + 1; } }
//= weak
method RevSmall9(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s|
  ensures |s| <= 9 ==> forall i :: 0 <= i < |s| ==> r[i] == s[|s| - 1 - i]
{ r := []; var i := 0; while i < |s| { r := [s[i]] + r; i := i + 1; } }
//= strong
method MaxS(s: seq<int>) returns (m: int)
  requires s != []
  ensures m in s
  ensures forall x :: x in s ==> x <= m
{ m := s[0]; var i := 1; while i < |s| { if s[i] > m { m := s[i]; } i := i + 1; } }
//= weak
method MaxNotIn(s: seq<int>) returns (m: int) requires s != [] ensures forall x :: x in s ==> x <= m
{ m := s[0]; var i := 1; while i < |s| { if s[i] > m { m := s[i]; } i := i + 1; } }
//= weak
method MaxAny(s: seq<int>) returns (m: int) requires s != [] ensures m in s
{ m := s[0]; var i := 1; while i < |s| { if s[i] > m { m := s[i]; } i := i + 1; } }
//= weak
method MaxOff(s: seq<int>) returns (m: int)
  requires s != []
  ensures m in s
  ensures forall i :: 0 < i < |s| ==> s[i] <= m
{ m := s[0]; var i := 1; while i < |s| { if s[i] > m { m := s[i]; } i := i + 1; } }
//= wrong
method MaxStrict(s: seq<int>) returns (m: int)
  requires s != []
  ensures m in s
  ensures forall x :: x in s ==> x < m
{ m := s[0]; var i := 1; while i < |s| { if s[i] > m { m := s[i]; } i := i + 1; } }
//= strong
method Arg(s: seq<int>, x: int) returns (i: int)
  requires x in s
  ensures 0 <= i < |s| && s[i] == x && x !in s[..i]
{ i := 0; while s[i] != x { i := i + 1; } }
//= weak
method ArgAnyFirst(s: seq<int>, x: int) returns (i: int) requires x in s ensures 0 <= i < |s| && s[i] == x
{ i := 0; while s[i] != x { i := i + 1; } }
//= strong up to choice
method ArgAny(s: seq<int>, x: int) returns (i: int) requires x in s ensures 0 <= i < |s| && s[i] == x
{ i :| 0 <= i < |s| && s[i] == x; }
//= weak
method Find(s: seq<int>, x: int) returns (i: int)
  ensures i >= 0 ==> i < |s| && s[i] == x && x !in s[..i]
  ensures i < 0 ==> x !in s
{ i := 0; while i < |s| { if s[i] == x { return; } i := i + 1; } i := -1; }
//= strong
method FindOne(s: seq<int>, x: int) returns (i: int)
  ensures i >= 0 ==> i < |s| && s[i] == x && x !in s[..i]
  ensures i < 0 ==> i == -1 && x !in s
{ i := 0; while i < |s| { if s[i] == x { return; } i := i + 1; } i := -1; }
//= weak
method FindNo(s: seq<int>, x: int) returns (i: int)
  ensures -1 <= i
  ensures i >= 0 ==> i < |s| && s[i] == x && x !in s[..i]
{ i := 0; while i < |s| { if s[i] == x { return; } i := i + 1; } i := -1; }
//= strong
method Has(s: seq<int>, x: int) returns (b: bool) ensures b <==> x in s { b := x in s; }
//= weak
method HasOne(s: seq<int>, x: int) returns (b: bool) ensures b ==> x in s { b := x in s; }
//= weak
method HasOther(s: seq<int>, x: int) returns (b: bool) ensures x in s ==> b { b := x in s; }
//= strong
method Dup(s: seq<int>) returns (b: bool)
  ensures b <==> exists i, j :: 0 <= i < j < |s| && s[i] == s[j]
{ b := |(set x | x in s)| < |s|; }
//= wrong
method DupLe(s: seq<int>) returns (b: bool)
  ensures b <==> exists i, j :: 0 <= i <= j < |s| && s[i] == s[j]
{ b := |(set x | x in s)| < |s|; }
//= weak
method DupImp(s: seq<int>) returns (b: bool)
  ensures b ==> exists i, j :: 0 <= i < j < |s| && s[i] == s[j]
{ b := |(set x | x in s)| < |s|; }
//= strong
method Sorted(s: seq<int>) returns (r: seq<int>)
  ensures multiset(r) == multiset(s)
  ensures forall i, j :: 0 <= i < j < |r| ==> r[i] <= r[j]
{ r := []; var t := s; while |t| > 0 { var k := 0; var i := 0; while i < |t| { if t[i] < t[k] { k := i; } i := i + 1; } r := r + [t[k]]; t := t[..k] + t[k+1..]; } }
//= weak
method SortedNoPerm(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s|
  ensures forall i, j :: 0 <= i < j < |r| ==> r[i] <= r[j]
{ r := []; var t := s; while |t| > 0 { var k := 0; var i := 0; while i < |t| { if t[i] < t[k] { k := i; } i := i + 1; } r := r + [t[k]]; t := t[..k] + t[k+1..]; } }
//= weak
method SortedSet(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s| && (set x | x in r) == (set x | x in s)
  ensures forall i, j :: 0 <= i < j < |r| ==> r[i] <= r[j]
{ r := []; var t := s; while |t| > 0 { var k := 0; var i := 0; while i < |t| { if t[i] < t[k] { k := i; } i := i + 1; } r := r + [t[k]]; t := t[..k] + t[k+1..]; } }
//= weak
method SortedAdj(s: seq<int>) returns (r: seq<int>)
  ensures multiset(r) == multiset(s)
  ensures forall i :: 0 < i < |r| - 1 ==> r[i] <= r[i+1]
{ r := []; var t := s; while |t| > 0 { var k := 0; var i := 0; while i < |t| { if t[i] < t[k] { k := i; } i := i + 1; } r := r + [t[k]]; t := t[..k] + t[k+1..]; } }
//= strong
method Filter(s: seq<int>) returns (r: seq<int>)
  ensures r == Evens(s)
{ r := []; var i := 0; while i < |s| { if s[i] % 2 == 0 { r := r + [s[i]]; } i := i + 1; } }
//= weak
method FilterIn(s: seq<int>) returns (r: seq<int>)
  ensures forall x :: x in r <==> x in s && x % 2 == 0
{ r := []; var i := 0; while i < |s| { if s[i] % 2 == 0 { r := r + [s[i]]; } i := i + 1; } }
//= weak
method FilterMulti(s: seq<int>) returns (r: seq<int>)
  ensures forall x :: multiset(r)[x] == if x % 2 == 0 then multiset(s)[x] else 0
{ r := []; var i := 0; while i < |s| { if s[i] % 2 == 0 { r := r + [s[i]]; } i := i + 1; } }
//= strong
method Up(s: seq<int>, k: nat) returns (r: seq<int>)
  requires k < |s|
  ensures r == s[k := 0]
{ r := s[k := 0]; }
//= weak
method UpOnly(s: seq<int>, k: nat) returns (r: seq<int>)
  requires k < |s|
  ensures |r| == |s| && r[k] == 0
{ r := s[k := 0]; }
//= strong
method Tab(n: nat) returns (r: seq<int>)
  ensures |r| == n && forall i :: 0 <= i < n ==> r[i] == i * i
{ r := seq(n, i => i * i); }
//= strong
method Tab2(n: nat) returns (r: seq<int>) ensures r == seq(n, i => i * i) { r := seq(n, i => i * i); }
//= weak
method Tab3(n: nat) returns (r: seq<int>)
  ensures forall i :: 0 <= i < n && i < |r| ==> r[i] == i * i
{ r := seq(n, i => i * i); }
//= strong
method Flat(s: seq<seq<int>>) returns (r: seq<int>)
  ensures r == Fl(s)
{ r := []; var i := 0; while i < |s| { r := r + s[i]; i := i + 1; } }
//= weak
method FlatIn(s: seq<seq<int>>) returns (r: seq<int>)
  ensures forall x :: x in r <==> exists t :: t in s && x in t
{ r := []; var i := 0; while i < |s| { r := r + s[i]; i := i + 1; } }
//= strong
method Lens(s: seq<seq<int>>) returns (r: seq<nat>)
  ensures |r| == |s| && forall i :: 0 <= i < |s| ==> r[i] == |s[i]|
{ r := []; var i := 0; while i < |s| { r := r + [|s[i]|]; i := i + 1; } }
//= weak
method LensLe(s: seq<seq<int>>) returns (r: seq<nat>)
  ensures |r| == |s| && forall i :: 0 <= i < |s| ==> r[i] <= |s[i]|
{ r := []; var i := 0; while i < |s| { r := r + [|s[i]|]; i := i + 1; } }
//= weak
method PrefixP(s: seq<int>) returns (r: seq<int>) ensures r <= s { r := s; }
//= weak
method Proper(s: seq<int>) returns (r: seq<int>) requires s != [] ensures r < s { r := s[..|s| - 1]; }
//= strong
method ProperLen(s: seq<int>) returns (r: seq<int>)
  requires s != []
  ensures r < s && |r| + 1 == |s|
{ r := s[..|s| - 1]; }
//= strong
method LongestPrefix(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  ensures r <= a && r <= b && (|r| < |a| && |r| < |b| ==> a[|r|] != b[|r|])
{ r := []; while |r| < |a| && |r| < |b| && a[|r|] == b[|r|] { r := r + [a[|r|]]; } }
//= weak
method CommonPrefix(a: seq<int>, b: seq<int>) returns (r: seq<int>) ensures r <= a && r <= b
{ r := []; while |r| < |a| && |r| < |b| && a[|r|] == b[|r|] { r := r + [a[|r|]]; } }
