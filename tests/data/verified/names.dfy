//// strong
module A { function method f(): int { 1 } }
module B { function method f(): int { 2 }  module A { function method f(): int { 3 } }  method M() returns (r: int) ensures r == 5 { «r := f() + A.f();¦r := A.f() + 2;¦var A := 3; r := f() + A;» } }
//// strong
module A { const c: int := 1 }
module B { import A  const c: int := 2  method M() returns (r: int) ensures r == 12 { «r := A.c * 10 + c;¦var c := A.c; r := c * 12;¦r := 10 + c;» } }
//// strong
module A { const c: int := 1 }
module B { import X = A  method M() returns (r: int) ensures r == 1 { «r := X.c;¦var X := X.c; r := X;» } }
//// strong
module A { const c: int := 1  const d: int := 5 }
module B { import opened A  const c: int := 2  method M() returns (r: int) ensures r == 7 { «r := c + d;¦r := c + A.d;¦r := A.c + A.d + 1;¦var d := 5; r := c + d;» } }
//// strong
datatype A = X | Y  datatype B = Y | Z(Y: int)
method M(b: B) returns (r: int) ensures r == if b == B.Y then 1 else b.Y { «r := if b.Y? then 1 else b.Y;¦var a := A.Y; r := if a == A.Y && b == B.Y then 1 else b.Y;» }
//// strong
datatype D = D(D: int)
method M(D: D) returns (r: int) ensures r == D.D { «r := D.D;¦var d := D; r := d.D;¦{ var D := D.D; r := D; }» }
//// strong
class C { var C: int  static function method F(): int { 7 }  method M() returns (r: int) ensures r == C + 7 { «r := C + F();¦r := this.C + 7;¦var x := C; r := F() + x;» } }
//// strong
class C { static const k: int := 3  const m: int := 4  method M() returns (r: int) ensures r == 3 + m { «r := k + m;¦r := C.k + this.m;¦var k := k; r := k + m;» } }
//// strong
class A { static function method F(x: int): int { x + 1 }  static method M(x: int) returns (r: int) ensures r == F(F(x)) { «r := F(F(x));¦r := A.F(x + 1);¦r := A.F(A.F(x));¦var F := F(x); r := A.F(F);» } }
//// strong
function method f(x: int): int { x + 1 }
class C { function method f(x: int): int { x + 2 }  method M(x: int) returns (r: int) ensures r == x + 2 { «r := f(x);¦r := this.f(x);¦r := 2 + x;» } }
method N(x: int) returns (r: int) ensures r == x + 1 { «r := f(x);¦var g := f(x); r := g;¦r := 1 + x;» }
//// strong
type T = int
module A { type T = bool  method M(t: T) returns (r: T) ensures r == !t { «r := !t;¦var u: T := t; r := !u;¦r := if t then false else true;» } }
method N(t: T) returns (r: T) ensures r == t + 1 { «r := t + 1;¦var u: T := 1; r := t + u;¦r := 1 + t;» }
//// strong
method M<T>(s: seq<T>, t: T) returns (r: seq<T>) ensures r == s + [t] { «r := s + [t];¦var u: T := t; r := s + [u];¦var T := [t]; r := s + T;» }
//// strong
class C<T> { var v: T  constructor (v: T) ensures this.v == v { this.v := v; }  method Get<U>(u: U) returns (p: (T, U)) ensures p == (v, u) { «p := (v, u);¦return (this.v, u);¦var T := v; p := (T, u);» } }
//// strong
function method Id<T>(x: T): T { x }
method M(x: int) returns (r: int) ensures r == x { «r := Id(x);¦r := Id<int>(x);¦var f := Id<int>; r := f(x);¦var b := Id(true); r := if b then Id(x) else 0;» }
//// strong
module A { module B { module C { const x: int := 3 } const y: int := C.x + 1 } const z: int := B.y + B.C.x }
method M() returns (r: int) ensures r == 7 { «r := A.z;¦r := A.B.y + A.B.C.x;¦r := A.B.C.x * 2 + 1;» }
//// strong
module Ex { export Pub provides F, x reveals D  export provides F  datatype D = P | Q  function method F(): int { 3 } const x: int := 4 }
module B { import Ex`Pub  method M(d: Ex.D) returns (r: int) ensures r == if d == Ex.P then 1 else 2 { match d { case P => r := 1; case Q => r := 2; } } }
//// strong
method old_(x: int) returns (r: int) ensures r == x { r := x; }
method M(x': int, x'': int, x?: bool) returns (r: int) ensures r == if x? then x' else x'' { «r := if x? then x' else x'';¦if x? { r := old_(x'); } else { r := old_(x''); }» }
//// strong
method M(value: int, key: int, data: int, index: int) returns (result: int) ensures result == value + key + data + index { «result := value + key + data + index;¦var set_, map_ := value + key, data + index; result := set_ + map_;» }
//// strong
module M { const x := 5 module N { const x := 7 method G() returns (r: int) ensures r == x + 1 { r := 8; } } method F() returns (r: int) ensures r == x + N.x { r := 12; } }
//// strong
module M { class x { static method y() returns (x: int) ensures x == 1 { x := 1; } } }
method x(y: int) returns (r: int) ensures r == y { var y := y; { var y := y + 1; } r := y; }
//// 4 strong
datatype P = P(x: int) { const two: int := x + x  const four := two + two  static const k: int := 3
  function F(): int { two + 1 } predicate Ok() { four > k } function H(two: int): int { two }
  method M() returns (r: int) ensures r == four + k { «r := two + this.two + P.k;¦var two := 4 * x; r := two + k;» } }
method M(p: P) returns (r: int) ensures r == p.F() + p.H(2) { r := p.two + 3; }
//// 4 strong
class C { var b: array<int>  constructor (c: array<int>) ensures b == c { b := c; }
  method K(p: array<int>, q: array<int>) returns (r: bool) ensures r <==> «p == q == b¦b == q == p¦p == b == q» { r := p == q && q == b; } }
//// 4 strong
datatype D = D(x: int) { static function K(): int { 5 } static function Of(x: int): D { D(x) } static const Zero: int := 0
  function F(): int { this.K() + x }
  method M() returns (r: int) ensures r == this.K() { r := 5; } }
method N(d: D) returns (r: int) ensures r == «d.F()¦d.K() + d.x¦d.Of(5).x + d.x + d.Zero» { r := 5 + d.x; }
//// 4 strong
class C { static function K(): int { 7 } }
method M(c: C?) returns (r: int) ensures r == c.K() { r := 7; }
