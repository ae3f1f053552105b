predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
function Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) }
function Rev<T>(s: seq<T>): seq<T> { if s == [] then [] else Rev(s[1..]) + [s[0]] }
function method Max(a: int, b: int): int { if a > b then a else b }
type Pos = x: int | x > 0 witness 1
type Even = x: int | x % 2 == 0
newtype u8 = x: int | 0 <= x < 256
datatype Color = Red | Green | Blue
datatype Result = Ok(v: int) | Err(msg: string)
//= strong
method SumS(s: seq<int>) returns (r: int) ensures r == Sum(s) { r := 0; for i := 0 to |s| { r := r + s[i]; } }
//= weak
method SumPos(s: seq<int>) returns (r: int)
  requires forall x :: x in s ==> x > 0
  ensures r >= |s|
{ r := 0; for i := 0 to |s| { r := r + s[i]; } }
//= strong
method RevS(s: seq<int>) returns (r: seq<int>)
  ensures r == Rev(s)
{ r := []; for i := 0 to |s| { r := [s[i]] + r; } }
//= weak
method RevW(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s| && (|s| > 0 ==> r[0] == s[|s| - 1] && r[|s| - 1] == s[0])
{ r := []; for i := 0 to |s| { r := [s[i]] + r; } }
//= strong
method Next(c: Color) returns (d: Color)
  ensures d == match c case Red => Green case Green => Blue case Blue => Red
{ d := match c case Red => Green case Green => Blue case Blue => Red; }
//= weak
method NextW(c: Color) returns (d: Color)
  ensures d != c
{ d := match c case Red => Green case Green => Blue case Blue => Red; }
//= weak
method NextW2(c: Color) returns (d: Color)
  ensures c.Red? ==> d.Green?
  ensures c.Green? ==> d.Blue?
{ d := match c case Red => Green case Green => Blue case Blue => Red; }
//= strong
method SafeDiv(a: int, b: int) returns (r: Result)
  ensures b != 0 ==> r == Ok(a / b)
  ensures b == 0 ==> r == Err("zero")
{ if b == 0 { r := Err("zero"); } else { r := Ok(a / b); } }
//= weak
method SafeDivW(a: int, b: int) returns (r: Result)
  ensures b != 0 ==> r == Ok(a / b)
  ensures b == 0 ==> r.Err?
{ if b == 0 { r := Err("zero"); } else { r := Ok(a / b); } }
//= strong
method HalfE(x: Even) returns (y: int) ensures 2 * y == x { y := x / 2; }
//= strong
method PosPred(x: Pos) returns (y: nat) ensures y == x - 1 { y := x - 1; }
//= wrong
method PosPredBad(x: Pos) returns (y: nat) ensures y > 0 && y <= x { y := x - 1; }
//= weak
method AddU(a: u8, b: u8) returns (c: u8) requires a as int + b as int < 256 ensures c >= a { c := a + b; }
//= strong
method SwapBits(x: bv8) returns (y: bv8) ensures y == (x << 4) | (x >> 4) { y := (x << 4) | (x >> 4); }
//= weak
method LowBit(x: bv8) returns (y: bv8) ensures x != 0 ==> y & x == y && y != 0 { y := x & (0 - x); }
//= strong
method Avg(a: real, b: real) returns (m: real) ensures m + m == a + b { m := (a + b) / 2.0; }
//= weak
method Between(a: real, b: real) returns (m: real) requires a <= b ensures a <= m <= b { m := (a + b) / 2.0; }
//= strong
method Floor(x: real) returns (n: int) ensures n as real <= x < n as real + 1.0 { n := x.Floor; }
//= strong
method Caesar(c: char, k: nat) returns (d: char)
  requires 'a' <= c <= 'z' && k < 26
  ensures 'a' <= d <= 'z' && (d as int - c as int - k) % 26 == 0
{ d := ((c as int - 'a' as int + k) % 26 + 'a' as int) as char; }
//= weak
method CaesarW(c: char, k: nat) returns (d: char)
  requires 'a' <= c <= 'z' && k < 26
  ensures 'a' <= d <= 'z' && (d == c ==> k == 0)
{ d := ((c as int - 'a' as int + k) % 26 + 'a' as int) as char; }
//= strong
method MinMax(s: seq<int>) returns (lo: int, hi: int)
  requires s != []
  ensures lo in s && hi in s && forall x :: x in s ==> lo <= x <= hi
{ lo, hi := s[0], s[0]; for i := 1 to |s| { if s[i] < lo { lo := s[i]; } if s[i] > hi { hi := s[i]; } } }
//= weak
method MinMaxW(s: seq<int>) returns (lo: int, hi: int)
  requires s != []
  ensures forall x :: x in s ==> lo <= x <= hi
{ lo, hi := s[0], s[0]; for i := 1 to |s| { if s[i] < lo { lo := s[i]; } if s[i] > hi { hi := s[i]; } } }
//= strong
method Zip(a: seq<int>, b: seq<bool>) returns (r: seq<(int, bool)>)
  requires |a| == |b|
  ensures |r| == |a| && forall i :: 0 <= i < |a| ==> r[i] == (a[i], b[i])
{ r := []; for i := 0 to |a| { r := r + [(a[i], b[i])]; } }
//= strong
method Flat(s: seq<seq<int>>) returns (r: seq<int>)
  ensures r == Fl(s)
{ r := []; for i := 0 to |s| { r := r + s[i]; } }
function Fl(s: seq<seq<int>>): seq<int> { if s == [] then [] else Fl(s[..|s| - 1]) + s[|s| - 1] }
//= weak
method FlatW(s: seq<seq<int>>) returns (r: seq<int>)
  ensures forall x :: x in r ==> exists t :: t in s && x in t
{ r := []; for i := 0 to |s| { r := r + s[i]; } }
//= strong
method Split(s: string, c: char) returns (i: nat)
  ensures i <= |s| && c !in s[..i] && (i < |s| ==> s[i] == c)
{ i := 0; while i < |s| && s[i] != c { i := i + 1; } }
//= weak
method Trim(s: string) returns (r: string)
  ensures r <= s && (|r| > 0 ==> r[|r| - 1] != ' ')
{ r := s; while |r| > 0 && r[|r| - 1] == ' ' { r := r[..|r| - 1]; } }
//= strong
method TrimS(s: string) returns (r: string)
  ensures r <= s && (|r| > 0 ==> r[|r| - 1] != ' ') && forall i :: |r| <= i < |s| ==> s[i] == ' '
{ r := s; while |r| > 0 && r[|r| - 1] == ' ' { r := r[..|r| - 1]; } }
//= strong
method Majority(s: seq<int>) returns (b: bool, m: int)
  ensures b <==> exists x :: x in s && 2 * multiset(s)[x] > |s|
  ensures b ==> 2 * multiset(s)[m] > |s|
  ensures !b ==> m == 0
{ b, m := false, 0; for i := 0 to |s| { if 2 * multiset(s)[s[i]] > |s| { b, m := true, s[i]; } } }
//= strong
method KeysOf(m: map<string, int>) returns (k: set<string>) ensures k == m.Keys { k := m.Keys; }
//= strong
method MergeMaps(a: map<int, int>, b: map<int, int>) returns (c: map<int, int>)
  ensures c.Keys == a.Keys + b.Keys && forall k :: k in c ==> c[k] == if k in b then b[k] else a[k]
{ c := map k | k in a.Keys + b.Keys :: if k in b then b[k] else a[k]; }
//= weak
method MergeMapsW(a: map<int, int>, b: map<int, int>) returns (c: map<int, int>)
  ensures c.Keys == a.Keys + b.Keys && forall k :: k in a && k !in b ==> c[k] == a[k]
{ c := map k | k in a.Keys + b.Keys :: if k in b then b[k] else a[k]; }
//= strong
method AllPairs(s: seq<int>) returns (b: bool)
  ensures b <==> forall i, j :: 0 <= i < j < |s| ==> s[i] != s[j]
{ b := true; for i := 0 to |s| { for j := 0 to i { if s[i] == s[j] { b := false; } } } }
//= wrong
method TwoSumBad(s: seq<int>, t: int) returns (i: nat, j: nat)
  requires |s| > 1
  ensures i < j < |s| && s[i] + s[j] == t
{ i, j := 0, 1; for a := 0 to |s| { for b := a + 1 to |s| { if s[a] + s[b] == t { return a, b; } } } }
//= vacuous
method VacOr(x: int) returns (r: int) ensures r > x || r <= x { r := x; }
//= vacuous
method VacImp(s: seq<int>) returns (r: int) ensures |s| < 0 ==> r == 1 { r := 1; }
//= weak
method TooStrongReq(x: int) returns (r: int) requires x > 10 ensures r >= x { r := x + 1; }
//= strong
method Ident<T>(x: T) returns (y: T) ensures y == x { y := x; }
//= weak
method PickG<T>(s: seq<T>) returns (y: T) requires s != [] ensures y in s { y := s[0]; }
//= strong
method FirstG<T(==)>(s: seq<T>, x: T) returns (i: int)
  ensures -1 <= i < |s| && (i >= 0 ==> s[i] == x && x !in s[..i]) && (i < 0 ==> x !in s)
{ i := 0; while i < |s| { if s[i] == x { return; } i := i + 1; } i := -1; }
