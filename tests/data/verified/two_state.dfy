//// strong
class C { var x: int
  twostate predicate Inc() reads this { old(x) < x }
  method M() modifies this ensures Inc() && x == old(x) + 1 { «x := x + 1;¦x := 1 + x;» } }
//// strong, C.M weak
class C { var x: int
  twostate predicate Inc() reads this { old(x) < x }
  method M() modifies this ensures Inc() { «x := x + 1;¦x := x + 2;» } }
//// strong
class C { var x: int
  twostate function Diff(): int reads this { x - old(x) }
  method M(k: int) modifies this ensures Diff() == k { «x := x + k;¦x := x + 2 * k - k;» } }
//// strong
class C { var x: int  var y: int
  method M() modifies this ensures «unchanged(`x) && y == old(y) + 1¦unchanged(this`x) && y == old(y) + 1¦x == old(x) && y == 1 + old(y)» { y := y + 1; } }
//// strong
class C { var x: int }
method M(c: C, d: C) requires c != d modifies c ensures «unchanged(d) && c.x == 3¦c.x == 3 && d.x == old(d.x)¦c.x == 3 && unchanged({d})» { c.x := 3; }
//// strong
method M(a: array<int>) requires a.Length > 0 modifies a ensures a[0] == old(a[0]) + 2 ensures a[1..] == old(a[1..]) { «label L: a[0] := a[0] + 1; assert old@L(a[0]) == a[0] - 1; a[0] := a[0] + 1;¦a[0] := a[0] + 1; label L: a[0] := a[0] + 1; assert old@L(a[0]) + 1 == a[0];¦ghost var x := a[0]; a[0] := a[0] + 2; assert x == old(a[0]);» }
//// strong
method M(a: array<int>, b: array<int>) requires a != b && a.Length == b.Length && a.Length > 0 modifies a ensures unchanged(b) ensures a[0] == b[0] ensures a[1..] == old(a[1..]) { «a[0] := b[0];¦var x := b[0]; a[0] := x;¦a[0] := 0; a[0] := b[0];» }
//// strong
class C { var x: int  twostate lemma L() requires old(x) <= x ensures x - old(x) >= 0 { }
  method M() modifies this ensures x == old(x) + 1 { x := x + 1; L(); } }
//// strong
class C { var x: int  var y: int
  method Inner() modifies `x ensures x == old(x) * 2 { x := x + x; }
  method M() modifies this ensures x == old(x) * 4 && y == old(x) * 2 { «Inner(); y := x; Inner();¦x := 2 * x; y := x; Inner();¦y := 2 * x; Inner(); x := x + x;» } }
//// strong
class C { var x: int
  method M(n: nat) modifies this ensures x == old(x) + n { «var i := 0; while i < n invariant i <= n && x == old(x) + i { x := x + 1; i := i + 1; }¦x := x + n;¦if n > 0 { x := x + 1; M(n - 1); }» } }
//// strong
class C { var x: int }
method M(c: C, n: int) modifies c ensures c.x == old(c.x) + n { «c.x := c.x + n;¦var o := c.x; c.x := 0; c.x := o + n;¦ghost var g := c.x; c.x := c.x + n; assert c.x - g == n;» }
//// strong
class A { var v: int }
class B { var a: A  constructor (a: A) ensures this.a == a { this.a := a; }
  method M() modifies a ensures a.v == old(a.v) + 1 { «a.v := a.v + 1;¦var t := a; t.v := t.v + 1;» }
  method Move(b: A) modifies this ensures a == b { «a := b;¦this.a := b;» }
  method Both(b: A) modifies this, b ensures a == b && b.v == old(a.v) { «b.v := a.v; a := b;¦var v := a.v; a := b; a.v := v;» } }
//// strong
method M(a: array<int>) returns (s: int) requires a.Length >= 2 modifies a ensures s == old(a[0]) + old(a[1]) ensures a[0] == 0 ensures a[1..] == old(a[1..]) { «s := a[0] + a[1]; a[0] := 0;¦var x := a[0]; a[0] := 0; s := x + a[1];¦s := a[1]; s := s + a[0]; a[0] := 0;» }
//// strong
class C { var x: int  ghost var h: seq<int>
  method M(v: int) modifies this ensures h == old(h) + [old(x)] && x == v { «h := h + [x]; x := v;¦ghost var p := x; x := v; h := h + [p];¦h, x := h + [x], v;» } }
//// strong
class C { var x: int var n: nat const k: int
  constructor () ensures x == 0 && n == 0 && k == 0 { x := 0; n := 0; k := 0; }
  twostate predicate Grown() reads this ensures Grown() ==> old(x) < x { old(x) < x }
  twostate function Diff(): int reads this requires old(x) <= x ensures Diff() >= 0 { x - old(x) }
  twostate lemma Same() ensures unchanged(this) ==> x == old(x) && n == old(n) { }
  twostate lemma Nat() ensures old(n) >= 0 && n >= 0 { }
  twostate lemma Const() ensures k == old(k) { }
}
//// strong
class C { var x: int }
twostate lemma One(c: C, d: C) requires c == d && c.x == old(c.x) ensures d.x == old(d.x) { }
twostate lemma Sum(c: C, d: C, n: int) requires c.x + d.x == old(c.x + d.x) requires c.x == old(c.x) + n ensures d.x == old(d.x) - n { }
twostate predicate Kept(c: C, d: C) reads c, d ensures Kept(c, d) && c == d ==> c.x == old(d.x) { c.x == old(c.x) && d.x == old(d.x) }
//// 4 strong
class C { var x: int }
twostate lemma L(c: C, new d: C) requires old(c.x) == c.x && d.x == c.x ensures d.x == old(c.x) { }
//// 4 strong
datatype D = D(a: int) { twostate lemma L(c: C) requires c.x == old(c.x) + a ensures c.x - a == old(c.x) { } }
class C { var x: int }
twostate predicate Kept(c: C) reads c { c.x >= old(c.x) }
method M(c: C) modifies c ensures Kept(c) && c.x <= old(c.x) { }
//// strong
class C { var x: int  twostate predicate Up() reads this { x == old(x) + 1 }
  method M() modifies this ensures Up() { x := x + 1; } }
//// weak
class C { var x: int  twostate predicate Ge() reads this { x >= old(x) }
  method M() modifies this ensures Ge() { x := x + 1; } }
//// strong
class C { var x: int
  twostate lemma L(k: int) requires x == old(x) + k requires k >= 0 ensures x >= old(x) {} }
//// strong
class C { var x: int  method M() modifies this ensures x == old(x) + 2 { label A: x := x + 1; assert x == old@A(x) + 1; x := x + 1; } }
//// strong
class C { var x: int var y: int
  twostate function Delta(k: int): int reads this { (x - old(x)) * k }
  method M() modifies this ensures Delta(1) == 4 && y == old(y) { x := x + 4; } }
//// weak
class C { var x: int var y: int
  twostate function Delta(k: int): int reads this { (x - old(x)) * k }
  method M() modifies this ensures Delta(0) == 0 && y == old(y) { x := x + 4; } }
//// weak
class C { var x: int var y: int
  twostate predicate Mono(d: C) reads this, d { old(x) <= x && old(d.y) <= d.y }
  method M(d: C) modifies this ensures Mono(d) { x := x + 1; } }
//// strong
class C { var x: int
  twostate predicate Same(d: C) reads this, d { old(x) == d.x }
  method M(d: C) requires d != this modifies d ensures Same(d) { d.x := x; } }
//// 4 strong
class N { var v: int }
twostate predicate Same(a: N, new b: N) reads a, b { old(a.v) == b.v }
method M(a: N) returns (b: N) modifies a ensures fresh(b) && «Same(a, b)¦b.v == old(a.v)» && a.v == 0 { b := new N; b.v := a.v; a.v := 0; }
twostate lemma L(a: N, new b: N) requires Same(a, b) && a.v == old(a.v) ensures a.v == b.v { }
