//// strong
method M(a: int) returns (r: int) ensures r == a { «var x := a; var f := y => x + y; x := 5; r := f(0);¦var x := a; var f := (y: int) => x; { var x := 7; r := f(x); }¦var f := (x: int) => x; var x := 3; r := f(a);¦var x, y := a, 0; var f := z => x + z; x, y := y, x; r := f(y) - y;¦var s := [a]; var f := i requires i == 0 => s[i]; s := []; r := f(0);¦var x := a; var g := (y: int) => (z: int) => x + y + z; x := 9; var h := g(1); r := h(-1);» }
//// strong
class C { var x: int }
method M(c: C, d: C) modifies c ensures c.x == old(c.x) + 1 { «var e := c; { var c := d; e.x := e.x + 1; }¦{ var d := c; d.x := d.x + 1; }¦var v := c.x; { var c := new C; c.x := 7; } c.x := v + 1;¦{ var c, d := d, c; d.x := d.x + 1; }¦var e := c; var c := new C; c.x := e.x; e.x := c.x + 1;» }
//// strong
class C { var x: int }
method M(c: C) returns (r: int) modifies c ensures c.x == 2 && r == old(c.x) { «var o := c.x; c.x := 2; r := o;¦r := c.x; { var c := new C; c.x := 5; } c.x := 2;¦var f := () reads c => c.x; r := f(); c.x := 2;¦r := c.x; c.x := 1; var f := () reads c => c.x; c.x := 2; assert f() == 2;» }
//// strong
method M(a: array<int>) returns (r: int) requires a.Length > 0 modifies a ensures r == old(a[0]) && a[0] == 0 ensures a[1..] == old(a[1..]) { «r := a[0]; a[0] := 0;¦var s := a[..]; a[0] := 0; r := s[0];¦var b := a; r := b[0]; { var a := new int[1]; a[0] := 4; } b[0] := 0;¦var x := a[0]; a[0] := 0; { var a := x; r := a; }» }
//// strong
class N { var next: N?  var v: int }
method M(n: N) returns (r: int) requires n.next != null && n.next != n modifies n.next`v ensures n.next.v == 4 && n.v == old(n.v) && r == n.v { «n.next.v := 4; r := n.v;¦var m := n.next; m.v := 4; r := n.v;¦{ var n := n.next; n.v := 4; } r := n.v;¦r := n.v; var n := n.next; n.v := 4;» }
//// strong
class C { var s: seq<int>  method M(x: int) modifies this ensures s == old(s) + [x, x + 1] { «s := s + [x]; { var s := x + 1; this.s := this.s + [s]; }¦{ var s := s + [x]; this.s := s; } s := s + [x + 1];¦var t := s; { var s := t + [x, x + 1]; t := s; } s := t;¦var x := [x, x + 1]; s := s + x;» } }
//// strong
class C { var f: int  function method G(f: int): int reads this { f + this.f }  method M(f: int) returns (r: int) ensures r == f + this.f { «r := G(f);¦{ var f := f + this.f; r := f; }¦r := f; { var f := this.f; r := r + f; }¦var g := f; var f := this.f; r := G(g) - f + this.f;» } }
//// strong
method M(s: seq<int>) returns (r: seq<int>) ensures r == s { «r := []; var i := 0; while i < |s| invariant 0 <= i <= |s| && r == s[..i] { var s' := s[i]; r := r + [s']; i := i + 1; }¦r := s; { var r := r[..]; r := r + [1]; }¦var t := s; { var s: seq<int> := []; t := s + t; } r := t;¦r := s; var i := |r|; while i > 0 { var r := i; i := r - 1; }» }
//// strong
method M(n: nat) returns (s: nat) ensures s == n { s := 0; «var i := 0; while i < n invariant i <= n && s == i { var s := 1; i := i + s; break; } s := n;¦var i := 0; while i < n invariant i <= n && s == i { s := s + 1; var s := 5; i := i + 1; }¦var i := n; while i > 0 invariant s + i == n { { var i := s; s := i + 1; } i := i - 1; }¦var i := 0; while i < n invariant i <= n && s == i { var k := i; { var i := k + 1; k := i; } i, s := k, k; }» }
//// strong
datatype T = L | N(l: T, v: int, r: T)
function method Sum(t: T): int { match t case L => 0 case N(l, v, r) => Sum(l) + v + Sum(r) }
method M(t: T) returns (r: int) ensures r == Sum(t) { «match t { case L => r := 0; case N(l, v, t') => var a := M(l); var b := M(t'); r := a + v + b; }¦match t { case L => return 0; case N(l, v, r) => var a := M(l); var b := M(r); return a + v + b; }¦match t { case L => return 0; case N(t, v, r) => var l := M(t); var v' := M(r); return l + v + v'; }¦r := 0; if t != L { var l, v := t.l, t.v; var x := M(l); { var r := t.r; var y := M(r); x := x + y; } r := x + v; }» }
//// strong
class A { var x: int  method Inc() modifies this ensures x == old(x) + 1 { x := x + 1; } }
method Two(a: A, b: A) modifies a, b ensures a == b ==> a.x == old(a.x) + 2 ensures a != b ==> a.x == old(a.x) + 1 && b.x == old(b.x) + 1 { «a.Inc(); b.Inc();¦b.Inc(); a.Inc();¦{ var a, b := b, a; a.Inc(); b.Inc(); }¦var c := a; { var a := b; a.Inc(); } c.Inc();» }
//// strong
method M(m: map<int, int>) returns (r: map<int, int>) ensures r == map k | k in m && m[k] > 0 :: m[k] { «r := map k | k in m && m[k] > 0 :: m[k];¦var n := m; r := map m | m in n && n[m] > 0 :: n[m];¦var p := set k | k in m && m[k] > 0; r := map k | k in p :: m[k];» }
//// strong
method M(x: int) returns (r: int) ensures r == x + 3 { «r := x; var add := (k: int) => k + 1; r := add(r); r := add(r); r := add(r);¦var r' := x; { var x := 1; r' := r' + x; } { var x := 2; r' := r' + x; } r := r';¦r := var x := x + 1; var x := x + 1; x + 1;¦r := (var x := x + 2; x) + 1;¦var x := x; x := x + 3; r := x;» }
