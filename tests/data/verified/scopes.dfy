//// strong
method M(n: int) returns (r: int) ensures r == n + 1
{ r := 0; «if n == n { var r := n + 1; return r; }¦{ var r := 5; return n + r - 4; }¦{ var r := true; if r { return n + 1; } }¦if n > 0 { var r := 7; return r - 7 + n + 1; } else { var r := 8; r := n; return r + 1; }¦{ var r: int; r := n; { var r := r + 1; return r; } }¦{ var n := n + 1; return n; }» r := n + 1; }
//// strong
method M(n: int) returns (r: int) ensures r == n + 1
{ «r := n; { var r := 3; r := r + 1; } r := r + 1;¦{ var r := n; } r := n + 1;¦var s := n; { var s := 4; r := s; } r := s + 1;¦{ r := n; var r := 9; r := 10; } r := r + 1;¦r := n; if true { var n := 100; r := r + 1; n := r; }» }
//// strong
method M(n: nat) returns (r: nat) ensures r == n
{ r := 0; «while r < n invariant r <= n { var n := 1; r := r + n; }¦while r < n invariant r <= n { var m := r; { var r := m; m := r + 1; } r := m; }¦while r < n invariant r <= n { var r' := r + 1; r := r'; var r := 0; r := r + 7; }» }
//// strong
method M(s: set<int>) returns (x: int) requires s != {} ensures x == |s|
{ x := |s|; «var y :| y in s; { var x :| x in s; y := x; }¦{ var x :| x in s; return |s|; }¦{ var x, y :| x in s && y in s; if x == y { return |s|; } }¦if x :| x in s { var y := x; } else { x := 4; }¦if x :| x in s && x > 10 { return |s|; }» }
//// strong
datatype Option = None | Some(value: int)
method M(o: Option) returns (value: int) ensures value == if o.Some? then o.value else 0
{ «match o { case None => return 0; case Some(value) => return value; }¦match o { case None => value := 0; case Some(v) => value := v; }¦value := 0; match o { case None => case Some(value) => { return value; } }¦match o { case Some(value) => { var v := value; return v; } case None => { var value := 7; return value - 7; } }¦match o { case None => return 0; case Some(o) => return o; }¦value := 0; match o { case None => case Some(_) => value := o.value; }¦if o.Some? { var Some(v) := o; return v; } value := 0;¦if o.Some? { var Some(value) := o; return value; } value := 0;» }
//// strong
method M(a: int, b: int) returns (x: int, y: int) ensures x == b && y == a
{ «x, y := b, a;¦{ var x, y := a, b; return y, x; }¦{ var x := b; return x, a; }¦{ var y := a; return b, y; }¦y := a; x := b; { var x, y := y, x; x := y; }¦{ var (x, y) := (a, b); return y, x; }¦if a < b { var x := 1; return b, a; } else { var y := 2; return b, a; }» }
//// strong
method Two(n: int) returns (r: int, s: int) ensures r == n && s == n + 1 { r, s := n, n + 1; }
method M(n: int) returns (r: int, s: int) ensures r == n && s == n + 1
{ «r, s := Two(n);¦{ var r, s := Two(n); return r, s; }¦{ var s, r := Two(n); return s, r; }¦{ var r, q := Two(n - 1); return q, q + 1; }¦var q; { var r; r, q := Two(n); } return q - 1, q;¦{ var r := 3; s, r := Two(n); } r, s := s, s + 1;» }
//// strong
class C { var f: int
  method M() returns (f: int) ensures f == 4 { «f := 4;¦f := 3; if true { var f := 5; return f - 1; }¦var g := 4; { var f := g; return f; }» }
  method N() returns (g: int) modifies this ensures this.f == 4 && g == 5 { «var f := 5; this.f := 4; g := f;¦f := 4; { var f := 5; g := f; }¦f := 5; var f := f; this.f := f - 1; g := f;» } 
  method K(f: int) modifies this ensures this.f == f { «this.f := f;¦var g := f; { var f := 3; this.f := g; }¦{ var f := f; this.f := f; }» }
}
//// strong
class C { var f: int  var g: int
  constructor (f: int, g: int) ensures this.f == f && this.g == g + 1 { «this.f := f; this.g := g + 1;¦this.f, this.g := f, g + 1;¦var h := g; this.f := f; { var g := h + 1; this.g := g; }¦this.g := g; new; this.f := f; this.g := this.g + 1;» }
  method Get() returns (f: int) ensures f == this.f { «f := this.f;¦return this.f;¦{ var f := this.f; return f; }¦f := 3; return this.f;» }
}
//// strong
method M(n: nat) returns (i: nat) ensures i == n
{ i := 0; «label A: while i < n invariant i <= n { var j := i; while true decreases n - j { i := i + 1; break; } }¦while true invariant i <= n decreases n - i { if i == n { break; } i := i + 1; }¦label L: { if n == 0 { break L; } var i := 3; i := i + 1; if i == 4 { break L; } } i := n;¦while i < n invariant i <= n { i := i + 1; var i := "text"; }» }
//// 4 strong
method M(n: nat) returns (i: nat) ensures i == n
{ i := n; «for i := 0 to n { }¦for i := 0 to n { if i == 3 { return n; } }¦for j := 0 to n { var i := j; if i > 5 { return n; } }¦for i := n downto 0 { if i == 1 { return n; } }¦for n := 0 to n { var i := n + 1; i := i * 2; }¦for i: nat := 0 to n invariant i <= n { }» }
//// 4 strong
method M(n: nat) returns (c: nat) ensures c == n
{ c := 0; «for i := 0 to n invariant c == i { c := c + 1; }¦for i := n downto 0 invariant c == n - i { c := c + 1; }¦for _ := 0 to n { } c := n;¦for i := 0 to n invariant c == i { if i % 2 == 0 { c := c + 1; continue; } c := c + 1; }¦var k := n; for i := 0 to k invariant c == i { c := i + 1; }» }
//// 4 strong
datatype R = Ok(v: int) | Bad(c: int) { predicate IsFailure() { Bad? } function PropagateFailure(): R { this } function Extract(): int requires Ok? { v } }
function Half(n: int): R { if n % 2 == 0 then Ok(n / 2) else Bad(n) }
method M(n: int) returns (r: R) ensures r == if n % 2 == 0 then Ok(n / 2 + 1) else Bad(n)
{ «var h :- Half(n); r := Ok(h + 1);¦{ var r :- Half(n); return Ok(r + 1); }¦{ var r := 4; r :- Half(n); return Ok(r + 1); }¦var h := Half(n); if h.IsFailure() { return h; } return Ok(h.v + 1);¦var h: int :- Half(n); return Ok(h + 1);¦{ var r := 9; var q :- Half(n); r := q; } return Ok(n / 2 + 1);» }
//// 4 strong
datatype R = Pass | Bad(c: int) { predicate IsFailure() { Bad? } function PropagateFailure(): R { this } }
method Check(b: bool) returns (r: R) ensures r == if b then Pass else Bad(1) { if b { return Pass; } return Bad(1); }
method M(b: bool, x: int) returns (r: R, y: int) ensures r == if b then Pass else Bad(1) ensures y == if b then x else 0
{ y := 0; «:- Check(b); y := x; r := Pass;¦{ var r := 3; :- Check(b); y := x; } r := Pass;¦{ var r := 3; :- Check(b); r := x; return Pass, r; }¦var c := Check(b); match c { case Pass => return Pass, x; case Bad(y) => return c, y - 1; }» }
//// strong
function method Max(a: int, b: int): int { if a < b then b else a }
method M(Max: int, b: int) returns (r: int) ensures r == if Max < b then b else Max
{ «r := if Max > b then Max else b;¦if Max < b { r := b; } else { r := Max; }¦{ var b := Max + b; r := b - Max; } if r < Max { r := Max; }» }
//// 4 strong
method M(s: seq<int>) returns (r: bool) ensures r <==> exists x :: x in s && x > 2
{ «r := exists x :: x in s && x > 2;¦r := exists i :: 0 <= i < |s| && (var x := s[i]; x > 2);¦var x := 5; r := exists x :: x in s && x > 2;¦r := exists r :: r in s && r > 2;¦var t := set x | x in s && x > 2; r := t != {}; assert r ==> exists x :: x in t;¦r := !forall x :: x in s ==> (var s := x; s <= 2);» }
//// strong
method M(x: int) returns (r: int) ensures r == x * 2 + 1
{ «r := var x := x * 2; x + 1;¦r := var y := x; var x := y + y; x + 1;¦r := var x, y := x * 2, x; x + 1;¦r := (var x := x + x; x) + 1;¦r := var r := x; r + x + 1;¦r := (x => x * 2 + 1)(x);¦var f := (x, y) => x + y + 1; r := f(x, x);¦r := var (x, y) := (x + 1, x); x + y;» }
//// 4 strong
method M(m: map<int, int>) returns (k: set<int>) ensures k == m.Keys
{ «k := set k | k in m;¦k := set m' | m' in m.Keys :: m';¦var x := m; k := set m | m in x;¦k := (map k | k in m :: 0).Keys;¦{ var k := m; return k.Keys; }¦k := set k | k in m && (var m := 3; m == 3);» }
//// strong
module A { const x: int := 3  module B { const x: int := 4  function method f(): int { x } } function method g(): int { x + B.x } }
method M() returns (r: int) ensures r == 11
{ «r := A.g() + A.B.f();¦var x := 4; r := A.x + A.B.x + x;¦var A := 3; r := A + 8;¦r := A.g() + A.B.x;» }
//// strong
method Callee(n: int) returns (r: int) ensures r == n + 1 { «{ var n := n + 1; r := n; }¦var n := n + 1; return n;¦var m := n; { var n := m + 1; return n; }» }
method Caller(n: int) returns (r: int) ensures r == n + 2 { «r := Callee(n); r := Callee(r);¦{ var r := Callee(n); return r + 1; }¦var n := Callee(n); r := Callee(n);» }
//// strong
method M(a: array<int>, i: int) requires 0 <= i < a.Length modifies a ensures a[i] == old(a[i]) + 1 ensures forall k :: 0 <= k < a.Length && k != i ==> a[k] == old(a[k])
{ «a[i] := a[i] + 1;¦var x := a[i]; { var i := x + 1; x := i; } a[i] := x;¦var b := a; { var a := new int[1]; a[0] := 7; } b[i] := b[i] + 1;¦var j := i; var i := a[i]; a[j] := i + 1;¦{ var a := a; a[i] := a[i] + 1; }» }
//// strong
method M(x: int) returns (r: int) ensures r == x + 1 { r := x; { var r := 5; r := r + 1; } r := r + 1; }
//// strong
method M(x: int) returns (r: int) ensures r == x { var f := (x: int) => x + 1; r := f(x) - 1; }
//// strong
method M(n: nat) returns (r: nat) ensures r == 2 * n { r := 0; var i := 0; while i < n invariant i <= n && r == 2 * i { var n := 2; r := r + n; i := i + 1; } }
//// strong
method M(x: int, s: seq<int>) returns (b: bool) ensures b == exists x :: x in s && x > 0 { b := exists x :: x in s && x > 0; }
//// strong
method M(x: int) returns (r: int) ensures var x := x + 1; r == x { r := x + 1; }
