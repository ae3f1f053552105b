//// strong
method M(f: int -> int, x: int) returns (r: int) ensures r == f(f(x)) { r := f(x); r := f(r); }
//// strong
method M(f: int --> int, x: int) returns (r: int) requires f.requires(x) ensures r == f(x) { r := f(x); }
//// weak
method M(f: int --> int, x: int) returns (r: int) requires f.requires(x) ensures r == f(x) || r == 0 { r := f(x); }
//// strong
method M(f: int ~> int, x: int) returns (r: int) requires f.reads(x) == {} && f.requires(x) ensures r == f(x) { r := f(x); }
//// strong
method M(x: int) returns (r: int) ensures r == x + 1 { «var f := (y: int) => y + 1; r := f(x);¦var f: int -> int := y => y + 1; r := f(x);¦var f := (y: int) requires y == x => y + 1; r := f(x);¦r := ((y: int, z: int) => y + z)(x, 1);¦var f := () => x + 1; r := f();¦var f := (y: int) => (z: int) => y + z; r := f(x)(1);» }
//// strong
function method Twice(f: int -> int, x: int): int { f(f(x)) }
method M(x: int) returns (r: int) ensures r == x + 6 { r := Twice(y => y + 3, x); }
//// strong
function method Compose<A, B, C>(f: A -> B, g: B -> C): A -> C { x => g(f(x)) }
method M(x: int) returns (r: bool) ensures r == (x + 1 > 3) { r := Compose((y: int) => y + 1, (y: int) => y > 3)(x); }
//// strong
function method Map(f: int -> int, s: seq<int>): seq<int> ensures |Map(f, s)| == |s| && forall i :: 0 <= i < |s| ==> Map(f, s)[i] == f(s[i]) { if s == [] then [] else [f(s[0])] + Map(f, s[1..]) }
method M(s: seq<int>) returns (r: seq<int>) ensures |r| == |s| && forall i :: 0 <= i < |s| ==> r[i] == 2 * s[i] { r := Map(x => 2 * x, s); }
//// strong, M weak
function method All(p: int -> bool, s: seq<int>): bool { forall i :: 0 <= i < |s| ==> p(s[i]) }
method M(s: seq<int>) returns (r: bool) ensures r ==> All(x => x > 0, s) { r := All(x => x > 0, s); }
//// 4 strong
function Fold<A, B>(f: (A, B) -> B, s: seq<A>, b: B): B { if s == [] then b else f(s[0], Fold(f, s[1..], b)) }
method M(s: seq<int>) returns (r: int) ensures r == Fold((x, y) => x - y, s, 0) { r := Fold((x, y) => x - y, s, 0); }
//// strong
class C { var v: int function method Get(): int reads this { v } }
method M(c: C) returns (r: int) ensures r == c.v { var f := c.Get; r := f(); }
//// strong
class C { var v: int function method Get(): int reads this { v } }
method M(c: C) returns (r: int) modifies c ensures r == 3 && c.v == 3 { var f := c.Get; c.v := 3; r := f(); }
//// strong
function method Three(): int { 3 }
method M() returns (r: int) ensures r == 3 { var f: () -> int := Three; r := f(); }
//// strong
class C { var f: int -> int var n: int
  method Apply(x: int) returns (r: int) ensures r == f(x) { r := f(x); }
  method Set(g: int -> int) modifies this ensures f == g && n == old(n) { f := g; } }
method M(c: C, x: int) modifies c`n ensures c.n == c.f(x) { c.n := c.f(x); }
//// weak
class C { var f: int -> int var n: int
  method Set(g: int -> int) modifies this ensures f(0) == g(0) && n == old(n) { f := g; } }
//// strong
function method f(x: int): int { x + 100 }
class C { const f: int -> int constructor (g: int -> int) ensures f == g { f := g; } method Twice(x: int) returns (r: int) ensures r == f(f(x)) { r := f(x); r := f(r); } }
method M(x: int) returns (r: int) ensures r == x + 100 { r := f(x); }
//// strong
class C { var f: (int, int) -> bool var s: seq<int>
  predicate method Sorted() reads this { forall i, j :: 0 <= i < j < |s| ==> f(s[i], s[j]) }
  method Add(x: int) modifies `s requires Sorted() && forall i :: 0 <= i < |s| ==> f(s[i], x) ensures Sorted() && s == old(s) + [x] { s := s + [x]; } }
//// strong
datatype Fun = Fun(f: int -> int, n: int)
method M(d: Fun) returns (r: int) ensures r == d.f(d.n) { r := d.f(d.n); }
method N(g: int -> int) returns (d: Fun) ensures d == Fun(g, 0) { d := Fun(g, 0); }
//// weak
datatype Fun = Fun(f: int -> int, n: int)
method N(g: int -> int) returns (d: Fun) ensures d.f == g { d := Fun(g, 0); }
//// 4 strong
datatype Fun = Fun(f: int -> int, n: int) { function At(): int { f(n) } }
method M(d: Fun) returns (r: int) ensures r == d.At() { r := d.f(d.n); }
//// unknown
datatype Fun = Fun(f: int -> int, n: int)
method M() returns (d: Fun) ensures d == Fun((x: int) => x + 1, 0) { d := Fun((x: int) => x + 1, 0); }
//// unknown
method M() returns (d: «(int -> int, int)¦seq<int -> int>») ensures d == «((x: int) => x + 1, 0)¦[(x: int) => x + 1]» { d := «((x: int) => x + 1, 0)¦[(x: int) => x + 1]»; }
//// strong
function method Inc(x: int): int { x + 1 }
method Run(n: nat, f: int -> int) returns (t: seq<int>) ensures |t| == n + 1 && t[0] == 0 ensures forall i | 0 <= i < |t| - 1 :: t[i + 1] == f(t[i])
{ t := [0]; while |t| <= n invariant 0 < |t| <= n + 1 && t[0] == 0 && forall i | 0 <= i < |t| - 1 :: t[i + 1] == f(t[i]) { t := t + [f(t[|t| - 1])]; } }
method TestRun() { var r := Run(2, Inc); assert r[0] == 0; assert r[0 + 1] == 1; assert r[1 + 1] == 2; }
//// strong
method M(f: int ~> int, x: int) returns (r: int) requires f.requires(x) && f.reads(x) == {} ensures r == f(x) { r := f(x); }
//// strong
class C { var x: int var f: int ~> int }
method M(c: C, d: C) modifies c ensures c.x == d.x + 1 || c == d ensures c == d ==> c.x == old(c.x) + 1 ensures c.f == old(c.f) { c.x := d.x + 1; }
//// strong
class C { var f: int -> bool method Count(s: seq<int>) returns (n: nat) ensures n == |Filter(s, f)| { n := 0; var i := 0; while i < |s| invariant i <= |s| && n + |Filter(s[i..], f)| == |Filter(s, f)| { assert s[i..][1..] == s[i + 1..]; if f(s[i]) { n := n + 1; } i := i + 1; } } }
function method Filter(s: seq<int>, p: int -> bool): seq<int> { if s == [] then [] else (if p(s[0]) then [s[0]] else []) + Filter(s[1..], p) }
//// weak
class C { var f: int -> bool method Count(s: seq<int>) returns (n: nat) ensures n <= |s| && (n > 0 ==> exists x :: x in s && f(x)) { n := 0; var i := 0; while i < |s| invariant i <= |s| && n <= i && (n > 0 ==> exists x :: x in s && f(x)) { if f(s[i]) { n := n + 1; } i := i + 1; } } }
//// strong
class C { var f: int -> int var g: int -> int method Swap() modifies this ensures f == old(g) && g == old(f) { f, g := g, f; } }
//// weak
class C { var f: int -> int var g: int -> int method Swap() modifies this ensures f == old(g) { f, g := g, f; } }
//// strong
class C { const f: (int, int) -> int constructor () ensures forall x, y :: f(x, y) == x + y { f := (x, y) => x + y; } }
//// strong
datatype R = R(name: string, check: int -> bool)
method M(r: R, x: int) returns (b: bool) ensures b <==> r.check(x) { b := r.check(x); }
method All(rs: seq<R>, x: int) returns (b: bool) ensures b <==> forall r :: r in rs ==> r.check(x) { b := true; var i := 0; while i < |rs| invariant i <= |rs| && (b <==> forall k :: 0 <= k < i ==> rs[k].check(x)) { if !rs[i].check(x) { b := false; } i := i + 1; } }
//// strong
method M(f: int -> int) returns (g: int -> int) ensures g == f { g := f; }
//// strong
method M(s: seq<int -> int>, i: nat) returns (g: int -> int) requires i < |s| ensures g == s[i] { g := s[i]; }
//// strong
method M(m: map<int, int -> int>, k: int) returns (r: int) requires k in m ensures r == m[k](k) { r := m[k](k); }
