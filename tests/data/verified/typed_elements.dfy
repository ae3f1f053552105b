//// strong
method One(a: array<nat>) modifies a requires a.Length == 1 ensures a[0] < 1 { a[0] := 0; }
method Two(a: array2<nat>) modifies a requires a.Length0 == 1 == a.Length1 ensures a[0, 0] < 1 { a[0, 0] := 0; }
method Read(b: array2<nat>) returns (r: nat) requires b.Length0 == 1 == b.Length1 ensures r == b[0, 0] { r := b[0, 0]; }
//// strong
class C { var m: array2<nat> var s: array<nat>
  constructor () ensures fresh(m) && m.Length0 == m.Length1 == 1 && m[0, 0] < 1 ensures s.Length == 0
  { m := new nat[1, 1]((i, j) => 0); s := new nat[0]; }
  method U() modifies m requires m.Length0 == m.Length1 == 1 ensures m[0, 0] < 1 { m[0, 0] := 0; }
  method V() modifies s requires s.Length == 1 ensures s[0] < 1 { s[0] := 0; } }
method Of(c: C) requires c.s.Length == 1 modifies c.s ensures c.s[0] < 1 { c.s[0] := 0; }
method OfTwo(c: C) requires c.m.Length0 == c.m.Length1 == 1 modifies c.m ensures c.m[0, 0] < 1 { c.m[0, 0] := 0; }
//// strong
class D { var s: array<nat> constructor () ensures s.Length == 1 && s[0] == 0 { s := new nat[1](i => 0); } }
method OfOne(cs: seq<D>) requires |cs| == 1 && cs[0].s.Length == 1 modifies cs[0].s ensures cs[0].s[0] < 1
{ cs[0].s[0] := 0; }
//// strong
datatype P = P(a: array<nat>)
method A(s: seq<array<nat>>) requires |s| == 1 && s[0].Length == 1 modifies s[0] ensures s[0][0] < 1 { s[0][0] := 0; }
method F(p: P) requires p.a.Length == 1 modifies p.a ensures p.a[0] < 1 { p.a[0] := 0; }
method G(m: map<int, array<nat>>) requires 0 in m && m[0].Length == 1 modifies m[0] ensures m[0][0] < 1
{ m[0][0] := 0; }
//// strong
class N { var v: nat }
method I(ns: seq<N>) requires |ns| == 1 modifies ns[0] ensures ns[0].v < 1 { ns[0].v := 0; }
method J(s: set<N>, n: N) requires n in s modifies s ensures forall x :: x in s ==> x.v < 1
{ forall x | x in s { x.v := 0; } }
//// strong up to choice
type Small = x: int | 0 <= x < 3
method S() returns (a: array<Small>) ensures fresh(a) && a.Length == 3 && a[0] == 1 { a := new Small[3]; a[0] := 1; }
method Z() returns (a: array2<Small>) ensures fresh(a) && a.Length0 == 2 == a.Length1 { a := new Small[2, 2]; }
method G() returns (s: seq<Small>) ensures |s| == 2 { var a := new Small[2]; s := a[..]; }
method P() returns (r: int) ensures 0 <= r < 3 { var a := new Small[2]; r := a[1]; }
//// weak
type Small = x: int | 0 <= x < 3
method Q() returns (r: int) ensures 0 <= r < 9 { var a := new Small[2]; r := a[1]; }
method U() returns (r: int) ensures r >= -1 { var a := new nat[2]; r := a[1]; }
//// unknown
type Small = x: int | 0 <= x < 3
method R() returns (r: int) ensures 0 <= r < 6 { var a := new Small[2];
  var x: int, y: int := a[1], a[0]; r := x + y; }
method T() returns (r: int) ensures r >= 0 { var a := new nat[2]; r := 2 * a[1]; }
method X() returns (a: array<(nat, bool)>) ensures fresh(a) && a.Length == 2 { a := new (nat, bool)[2]; }
