datatype Rec = Rec(id: int, name: string, tags: set<int>)
datatype Either<A, B> = Left(a: A) | Right(b: B)
class Cell<T> { var v: T constructor (x: T) ensures v == x { v := x; } method Get() returns (r: T) ensures r == v { r := v; } method Put(x: T) modifies this ensures v == x { v := x; } }
class Acc { const limit: int var total: int constructor (l: int) ensures limit == l && total == 0 { limit := l; total := 0; } method Add(x: int) returns (ok: bool) modifies this ensures ok <==> old(total) + x <= limit ensures total == if ok then old(total) + x else old(total) { if total + x <= limit { total := total + x; ok := true; } else { ok := false; } } }
function method Abs(x: int): int { if x < 0 then -x else x }
predicate Perm(a: seq<int>, b: seq<int>) { multiset(a) == multiset(b) }
//= strong
method Rename(r: Rec, n: string) returns (q: Rec) ensures q == r.(name := n) { q := r.(name := n); }
//= weak
method RenameW(r: Rec, n: string) returns (q: Rec) ensures q.name == n && q.id == r.id { q := r.(name := n); }
//= strong
method Swap2<A, B>(p: (A, B)) returns (q: (B, A)) ensures q.0 == p.1 && q.1 == p.0 { q := (p.1, p.0); }
//= weak
method Swap2W<A, B>(p: (A, B)) returns (q: (B, A)) ensures q.0 == p.1 { q := (p.1, p.0); }
//= strong
method Classify(x: int) returns (e: Either<nat, string>) ensures x >= 0 ==> e == Left(x) ensures x < 0 ==> e == Right("neg") { if x >= 0 { e := Left(x); } else { e := Right("neg"); } }
//= weak
method ClassifyW(x: int) returns (e: Either<nat, string>) ensures x >= 0 <==> e.Left? { if x >= 0 { e := Left(x); } else { e := Right("neg"); } }
//= strong
method ModNeg(a: int, b: int) returns (m: int) requires b != 0 ensures m == a % b { m := a - b * (a / b); }
//= strong
method Trunc(x: real) returns (n: int) requires x >= 0.0 ensures n == x.Floor { n := x.Floor; }
//= strong
method SeqOf(n: nat) returns (s: seq<int>) ensures s == seq(n, i => i * 2) { s := seq(n, i => i * 2); }
//= strong
method SeqOf2(n: nat) returns (s: seq<int>) ensures |s| == n && forall i :: 0 <= i < n ==> s[i] == 2 * i { s := []; for i := 0 to n { s := s + [2 * i]; } }
//= weak
method SeqOf2W(n: nat) returns (s: seq<int>) ensures |s| == n && forall i :: 0 <= i < n ==> s[i] % 2 == 0 { s := []; for i := 0 to n { s := s + [2 * i]; } }
//= strong
method Image(s: set<int>) returns (r: set<int>) ensures r == set x | x in s :: x * x { r := set x | x in s :: x * x; }
//= weak
method ImageW(s: set<int>) returns (r: set<int>) ensures forall x :: x in s ==> x * x in r { r := set x | x in s :: x * x; }
//= strong
method SquareMap(s: set<int>) returns (m: map<int, int>) ensures m == map x | x in s :: x * x { m := map x | x in s :: x * x; }
//= weak
method SquareMapW(s: set<int>) returns (m: map<int, int>) ensures m.Keys == s && forall k :: k in m ==> m[k] >= 0 { m := map x | x in s :: x * x; }
//= weak
method Groups(s: seq<int>) returns (m: map<bool, seq<int>>) ensures m.Keys == {true, false} ensures |m[true]| + |m[false]| == |s| ensures forall x :: x in m[true] ==> x >= 0 ensures forall x :: x in m[false] ==> x < 0 requires |s| == 1 { m := map[true := [], false := []]; for i := 0 to |s| { var k := s[i] >= 0; m := m[k := m[k] + [s[i]]]; } }
//= weak
method GroupsW(s: seq<int>) returns (m: map<bool, seq<int>>) ensures m.Keys == {true, false} ensures |m[true]| + |m[false]| == |s| ensures forall x :: x in m[true] ==> x >= 0 ensures forall x :: x in m[false] ==> x < 0 { m := map[true := [], false := []]; for i := 0 to |s| { var k := s[i] >= 0; m := m[k := m[k] + [s[i]]]; } }
//= strong
method UseCell(c: Cell<int>, x: int) returns (o: int) modifies c ensures c.v == x && o == old(c.v) { o := c.v; c.v := x; }
//= weak
method UseCellW(c: Cell<int>, x: int) returns (o: int) modifies c ensures c.v == x { o := c.v; c.v := x; }
//= strong
method Spend(a: Acc, x: int) returns (ok: bool) modifies a ensures ok <==> old(a.total) + x <= a.limit ensures a.total == if ok then old(a.total) + x else old(a.total) { ok := a.Add(x); }
//= weak
method SpendW(a: Acc, x: int) returns (ok: bool) modifies a ensures ok ==> a.total == old(a.total) + x { ok := a.Add(x); }
//= strong
method ForAll(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[i]) + 1 { forall i | 0 <= i < a.Length { a[i] := a[i] + 1; } }
//= weak
method ForAllW(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] > old(a[i]) { forall i | 0 <= i < a.Length { a[i] := a[i] + 1; } }
//= strong
method SetCell(m: array2<int>, i: nat, j: nat, x: int) requires i < m.Length0 && j < m.Length1 modifies m ensures forall p, q :: 0 <= p < m.Length0 && 0 <= q < m.Length1 ==> m[p, q] == if p == i && q == j then x else old(m[p, q]) { m[i, j] := x; }
//= weak
method SetCellW(m: array2<int>, i: nat, j: nat, x: int) requires i < m.Length0 && j < m.Length1 modifies m ensures m[i, j] == x { m[i, j] := x; }
//= strong
method PrefixMax(a: array<int>) returns (m: int) requires a.Length > 0 ensures exists i :: 0 <= i < a.Length && m == a[i] ensures forall i :: 0 <= i < a.Length ==> m >= a[i] { m := a[0]; for i := 1 to a.Length { if a[i] > m { m := a[i]; } } }
//= strong
method Within(x: int, s: seq<int>) returns (b: bool) ensures b == exists i :: 0 <= i < |s| && Abs(s[i] - x) <= 1 { b := false; for i := 0 to |s| { if Abs(s[i] - x) <= 1 { b := true; break; } } }
//= weak
method WithinW(x: int, s: seq<int>) returns (b: bool) ensures b ==> exists i :: 0 <= i < |s| && Abs(s[i] - x) <= 1 { b := false; for i := 0 to |s| { if Abs(s[i] - x) <= 1 { b := true; break; } } }
//= strong
method Nearest(x: int, s: seq<int>) returns (d: int) requires |s| > 0 ensures exists i :: 0 <= i < |s| && Abs(s[i] - x) == d ensures forall i :: 0 <= i < |s| ==> Abs(s[i] - x) >= d { d := Abs(s[0] - x); for i := 1 to |s| { if Abs(s[i] - x) < d { d := Abs(s[i] - x); } } }
//= weak
method NearestAt(x: int, s: seq<int>) returns (k: nat) requires |s| > 0 ensures k < |s| ensures forall i :: 0 <= i < |s| ==> Abs(s[i] - x) >= Abs(s[k] - x) { k := 0; for i := 1 to |s| { if Abs(s[i] - x) < Abs(s[k] - x) { k := i; } } }
//= strong
method Nullable(a: array?<int>) returns (n: int) ensures a == null ==> n == -1 ensures a != null ==> n == a.Length { if a == null { n := -1; } else { n := a.Length; } }
//= weak
method NullableW(a: array?<int>) returns (n: int) ensures a != null ==> n == a.Length { if a == null { n := -1; } else { n := a.Length; } }
//= weak
method NullDeref(a: array?<int>) returns (n: int) ensures a != null ==> n == a.Length { n := a.Length; }
//= strong
method Subsets(s: set<int>) returns (b: bool) requires |s| <= 3 ensures b <==> exists t: set<int> :: t <= s && |t| == 2 { b := |s| >= 2; }
//= strong
method Longest(a: string, b: string) returns (r: string) ensures r == if |a| >= |b| then a else b { if |a| >= |b| { r := a; } else { r := b; } }
//= weak
method LongestW(a: string, b: string) returns (r: string) ensures r == a || r == b ensures |r| >= |a| && |r| >= |b| { if |a| >= |b| { r := a; } else { r := b; } }
//= strong
method Concat(ss: seq<string>) returns (r: string) requires |ss| == 3 ensures r == ss[0] + ss[1] + ss[2] { r := ""; for i := 0 to |ss| { r := r + ss[i]; } }
//= strong
method Repeat(c: char, n: nat) returns (r: string) ensures |r| == n && forall i :: 0 <= i < n ==> r[i] == c { r := ""; while |r| < n { r := r + [c]; } }
//= weak
method Digit(c: char) returns (n: int) requires '0' <= c <= '9' ensures 0 <= n <= 9 ensures c == '0' <==> n == 0 { n := c as int - '0' as int; }
//= strong
method Decimal(n: nat) returns (s: string) requires n < 100 ensures |s| == 2 && s[0] as int == 48 + n / 10 && s[1] as int == 48 + n % 10 { s := [(48 + n / 10) as char, (48 + n % 10) as char]; }
//= weak
method Anagram(s: string) returns (r: string) ensures multiset(r) == multiset(s) ensures |s| > 1 ==> r[0] == s[|s| - 1] { r := s; if |s| > 1 { r := [s[|s| - 1]] + s[..|s| - 1]; } }
//= strong
method Shift(x: bv8, n: nat) returns (y: bv8) requires n <= 8 ensures y == x << n { y := x << n; }
//= strong
method Cmp(a: seq<int>, b: seq<int>) returns (r: bool) ensures r <==> a <= b { r := |a| <= |b| && a == b[..|a|]; }
//= wrong
method CmpWrong(a: seq<int>, b: seq<int>) returns (r: bool) ensures r <==> a <= b { r := |a| <= |b|; }
//= strong
method IntReal(a: int, b: int) returns (r: real) requires b > 0 ensures r * b as real == a as real { r := a as real / b as real; }
//= wrong
method IntRealWrong(a: int, b: int) returns (r: real) requires b > 0 ensures r * b as real == a as real { r := (a / b) as real; }
//= vacuous
method Contradict(a: seq<int>) returns (x: int) requires |a| > 0 && forall i :: 0 <= i < |a| ==> a[i] < a[0] ensures x == a[0] { x := a[0]; }
//= vacuous
method Contradict2(x: nat, y: nat) returns (z: nat) requires x * x + y * y < 0 ensures z == x { z := x; }
//= weak
method Labelled(n: nat) returns (r: nat) ensures r <= n { r := 0; label L: while true { while r < n { r := r + 1; if r == 3 { break L; } } break; } }
//= strong
method Labelled2(n: nat) returns (r: nat) ensures r == if n < 3 then n else 3 { r := 0; label L: while true { while r < n { r := r + 1; if r == 3 { break L; } } break; } }
