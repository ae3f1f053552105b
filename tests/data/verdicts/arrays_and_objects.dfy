class Counter { var n: int constructor (k: int) ensures n == k { n := k; } method Tick() modifies this ensures n == old(n) + 1 { n := n + 1; } }
class Point { var x: int var y: int constructor (a: int, b: int) ensures x == a && y == b { x := a; y := b; } method Move(d: int) modifies this ensures x == old(x) + d && y == old(y) { x := x + d; } }
predicate SortedArray(a: array<int>) reads a { forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j] }
//= strong
method Fill(a: array<int>, v: int)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == v
{ for i := 0 to a.Length { a[i] := v; } }
//= weak
method FillFrom(a: array<int>, k: nat, v: int)
  requires k <= a.Length
  modifies a
  ensures forall i :: k <= i < a.Length ==> a[i] == v
{ for i := k to a.Length { a[i] := v; } }
//= strong
method FillFromKeep(a: array<int>, k: nat, v: int)
  requires k <= a.Length
  modifies a
  ensures forall i :: k <= i < a.Length ==> a[i] == v
  ensures a[..k] == old(a[..k])
{ for i := k to a.Length { a[i] := v; } }
//= strong
method ReverseArray(a: array<int>)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i])
{ var i, j := 0, a.Length - 1; while i < j { a[i], a[j] := a[j], a[i]; i := i + 1; j := j - 1; } }
//= weak
method ReverseArrayWeak(a: array<int>)
  modifies a
  ensures multiset(a[..]) == multiset(old(a[..]))
{ var i, j := 0, a.Length - 1; while i < j { a[i], a[j] := a[j], a[i]; i := i + 1; j := j - 1; } }
//= wrong
method ReverseArrayWrong(a: array<int>)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i])
{ var i, j := 0, a.Length - 1; while i <= j + 1 && i < a.Length && j >= 0 { a[i], a[j] := a[j], a[i]; i := i + 1; j := j - 1; } }
//= strong
method BubbleSort(a: array<int>)
  modifies a
  ensures SortedArray(a)
  ensures multiset(a[..]) == multiset(old(a[..]))
{ for i := 0 to a.Length { for j := 0 to a.Length - 1 - i { if a[j] > a[j + 1] { a[j], a[j + 1] := a[j + 1], a[j]; } } } }
//= weak
method BubbleSortWeak(a: array<int>)
  modifies a
  ensures SortedArray(a)
{ for i := 0 to a.Length { for j := 0 to a.Length - 1 - i { if a[j] > a[j + 1] { a[j], a[j + 1] := a[j + 1], a[j]; } } } }
//= strong
method Search(a: array<int>, x: int) returns (b: bool)
  requires SortedArray(a)
  ensures b <==> x in a[..]
{ var lo, hi := 0, a.Length; b := false; while lo < hi { var m := (lo + hi) / 2; if a[m] == x { b := true; return; } else if a[m] < x { lo := m + 1; } else { hi := m; } } }
//= weak
method SearchAny(a: array<int>, x: int) returns (i: int)
  requires SortedArray(a)
  ensures 0 <= i ==> i < a.Length && a[i] == x
  ensures i < 0 ==> x !in a[..]
{ i := -1; for k := 0 to a.Length { if a[k] == x { i := k; return; } } }
//= strong
method LowerBound(a: array<int>, x: int) returns (i: nat)
  requires SortedArray(a)
  ensures i <= a.Length
  ensures forall k :: 0 <= k < i ==> a[k] < x
  ensures forall k :: i <= k < a.Length ==> a[k] >= x
{ i := 0; while i < a.Length && a[i] < x { i := i + 1; } }
//= strong
method CopyArray(a: array<int>) returns (b: array<int>)
  ensures fresh(b)
  ensures b[..] == a[..]
{ b := new int[a.Length]; for i := 0 to a.Length { b[i] := a[i]; } }
//= weak
method CopyArrayWeak(a: array<int>) returns (b: array<int>)
  ensures b.Length == a.Length
{ b := new int[a.Length]; for i := 0 to a.Length { b[i] := a[i]; } }
//= strong
method Tabulate(n: nat) returns (a: array<nat>)
  ensures a.Length == n
  ensures forall i :: 0 <= i < n ==> a[i] == i * i
{ a := new nat[n]; for i := 0 to n { a[i] := i * i; } }
//= weak
method SwapPre(a: array<int>, i: int, j: int)
  requires 0 <= i < a.Length
  modifies a
  ensures 0 <= j < a.Length ==> a[i] == old(a[j]) && a[j] == old(a[i])
{ a[i], a[j] := a[j], a[i]; }
//= strong
method Swap(a: array<int>, i: int, j: int)
  requires 0 <= i < a.Length && 0 <= j < a.Length
  modifies a
  ensures a[..] == old(a[..][i := a[j]][j := a[i]])
{ a[i], a[j] := a[j], a[i]; }
//= weak
method SwapWeak(a: array<int>, i: int, j: int)
  requires 0 <= i < a.Length && 0 <= j < a.Length
  modifies a
  ensures a[i] == old(a[j]) && a[j] == old(a[i])
{ a[i], a[j] := a[j], a[i]; }
//= strong
method Diagonal(m: array2<int>) returns (s: seq<int>)
  requires m.Length0 == m.Length1
  ensures |s| == m.Length0
  ensures forall i :: 0 <= i < |s| ==> s[i] == m[i, i]
{ s := []; for i := 0 to m.Length0 { s := s + [m[i, i]]; } }
//= weak
method DiagonalPre(m: array2<int>) returns (s: seq<int>)
  ensures |s| == m.Length0
  ensures forall i :: 0 <= i < |s| && i < m.Length1 ==> s[i] == m[i, i]
{ s := []; for i := 0 to m.Length0 { s := s + [m[i, i]]; } }
//= strong
method CountUp(c: Counter, k: nat)
  modifies c
  ensures c.n == old(c.n) + k
{ for i := 0 to k { c.Tick(); } }
//= weak
method CountUpWeak(c: Counter, k: nat)
  modifies c
  ensures c.n >= old(c.n)
{ for i := 0 to k { c.Tick(); } }
//= wrong
method CountUpWrong(c: Counter, k: int)
  modifies c
  ensures c.n == old(c.n) + k
{ var i := 0; while i < k { c.Tick(); i := i + 1; } }
//= strong
method Exchange(a: Counter, b: Counter)
  modifies a, b
  ensures a.n == old(b.n) && b.n == old(a.n)
{ a.n, b.n := b.n, a.n; }
//= weak
method ExchangeWeak(a: Counter, b: Counter)
  modifies a, b
  ensures a.n + b.n == old(a.n + b.n)
{ a.n, b.n := b.n, a.n; }
//= strong
method Same(p: Point, q: Point) returns (b: bool)
  ensures b <==> p.x == q.x && p.y == q.y
{ b := p.x == q.x && p.y == q.y; }
//= weak
method SameWeak(p: Point, q: Point) returns (b: bool)
  ensures b ==> p.x == q.x
{ b := p.x == q.x && p.y == q.y; }
//= wrong
method SameWrong(p: Point, q: Point) returns (b: bool)
  ensures b <==> p == q
{ b := p.x == q.x && p.y == q.y; }
//= strong
method Sum2(p: Point, q: Point) returns (r: Point)
  ensures fresh(r) && r.x == p.x + q.x && r.y == p.y + q.y
{ r := new Point(p.x + q.x, p.y + q.y); }
//= weak
method Sum2Weak(p: Point, q: Point) returns (r: Point)
  ensures fresh(r) && r.x == p.x + q.x
{ r := new Point(p.x + q.x, p.y + q.y); }
//= weak
method MoveWeak(p: Point, d: int)
  modifies p
  ensures p.x == old(p.x) + d
{ p.Move(d); }
//= strong
method MoveField(p: Point, d: int)
  modifies p`x
  ensures p.x == old(p.x) + d
{ p.x := p.x + d; }
//= strong
method Farthest(p: Point, q: Point) returns (r: Point)
  requires p.x != q.x
  ensures r == p || r == q
  ensures r.x >= p.x && r.x >= q.x
{ r := if p.x > q.x then p else q; }
//= weak
method FarthestWeak(p: Point, q: Point) returns (r: Point)
  ensures r == p || r == q
  ensures r.x >= p.x || r.x >= q.x
{ r := if p.x > q.x then p else q; }
//= strong
method SumX(ps: seq<Point>) returns (s: int)
  requires |ps| <= 2
  ensures |ps| == 0 ==> s == 0
  ensures |ps| == 1 ==> s == ps[0].x
  ensures |ps| == 2 ==> s == ps[0].x + ps[1].x
{ s := 0; for i := 0 to |ps| { s := s + ps[i].x; } }
//= weak
method SumXWeak(ps: seq<Point>) returns (s: int)
  ensures (forall p :: p in ps ==> p.x >= 0) ==> s >= 0
{ s := 0; for i := 0 to |ps| { s := s + ps[i].x; } }
//= strong
lemma SortedPart(a: array<int>, k: nat)
  requires SortedArray(a) && k < a.Length
  ensures forall i :: 0 <= i < k ==> a[i] <= a[k]
{ }
//= wrong
lemma SortedStrict(a: array<int>, k: nat)
  requires SortedArray(a) && k < a.Length
  ensures forall i :: 0 <= i < k ==> a[i] < a[k]
{ }
