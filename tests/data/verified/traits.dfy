//// strong
trait T { function method F(): int  method M() returns (r: int) ensures r == F() }
class A extends T { function method F(): int { 3 } method M() returns (r: int) ensures r == F() { «r := 3;¦r := F();¦return this.F();» } }
class B extends T { function method F(): int { 4 } method M() returns (r: int) ensures r == F() { r := 4; } }
//// strong
trait Shape { var w: int  function method Area(): int reads this }
class Square extends Shape { constructor (w: int) ensures this.w == w { this.w := w; } function method Area(): int reads this { w * w } 
  method Grow(k: int) modifies this ensures w == old(w) + k { «w := w + k;¦this.w := this.w + k;» } }
method M(s: Square) returns (r: int) ensures r == s.w * s.w { «r := s.Area();¦r := s.w * s.w;» }
//// strong
trait T { var x: int  method Inc() modifies `x ensures x == old(x) + 1 { x := x + 1; } }
class A extends T { var y: int  method Both() modifies this ensures x == old(x) + 1 && y == old(y) + 2 { «Inc(); y := y + 2;¦x := x + 1; y := y + 2;¦y := y + 1; this.Inc(); y := y + 1;» } }
//// strong, T.Inc weak
trait T { method Inc(n: int) returns (r: int) requires n > 0 ensures r > n }
class A extends T { method Inc(n: int) returns (r: int) ensures r == n + 1 { «r := n + 1;¦{ var r := n; return r + 1; }» } }
//// strong
trait T { const k: int := 4  function method Twice(n: int): int { 2 * n } }
class A extends T { method M() returns (r: int) ensures r == 8 { «r := Twice(k);¦r := k + k;¦r := this.Twice(this.k);» } }
//// strong
trait A { var a: int } trait B { var b: int }
class C extends A, B { var c: int  method M() modifies this ensures a == 1 && b == 2 && c == 3 { «a, b, c := 1, 2, 3;¦a := 1; this.b := 2; c := a + b;» } }
//// 4 strong
trait T<X> { var v: X  method Get() returns (r: X) ensures r == v { r := v; } }
class A extends T<int> { constructor (i: int) ensures v == i { v := i; } method Add(k: int) modifies this ensures v == old(v) + k { v := v + k; } }
method M(i: int) returns (r: int) ensures r == i + 1 { var a := new A(i); «r := a.Get(); r := r + 1;¦a.Add(1); r := a.Get();¦a.Add(2); r := a.v - 1;» }
//// strong
trait T { var x: int }
class A extends T { } class B extends T { }
method M(t: T, v: int) modifies t ensures t.x == v { «t.x := v;¦var u := t; u.x := v;» }
//// strong
trait T { var x: int }
class A extends T { }
method Swap(s: T, t: A) modifies s, t ensures s.x == old(t.x) && t.x == old(s.x) { «s.x, t.x := t.x, s.x;¦var v := s.x; s.x := t.x; t.x := v;» }
//// strong
trait T { static function method Id(x: int): int { x } static method M(x: int) returns (r: int) ensures r == x { «r := Id(x);¦r := T.Id(x);¦r := x;» } }
//// strong
trait T { predicate method Ok(x: int) }
class A extends T { predicate method Ok(x: int) { x > 0 } method M(x: int) returns (b: bool) ensures b == Ok(x) { «b := x > 0;¦b := Ok(x);¦b := 0 < x;» } }
//// 4 strong
trait Shape { function Area(): int function Twice(): int { 2 * Area() } predicate Big() { Twice() > 10 } }
datatype Sq extends Shape = Sq(n: int) { function Area(): int { n * n } }
datatype Rect extends Shape = Rect(w: int, h: int) { function Area(): int { w * h } function Twice(): int { w * h + w * h } }
method AreaOf(s: Sq) returns (r: int) ensures r == 2 * s.n * s.n { r := s.Twice(); }
method OfRect(s: Rect) returns (r: bool) ensures r == (2 * s.w * s.h > 10) { r := s.Big(); }
//// 4 weak
trait Shape { function Area(): int predicate Big() { Area() > 10 } }
class A extends Shape { function Area(): int { 3 } constructor () { } }
class B extends Shape { const n: int function Area(): int { n * n } constructor (n: int) { this.n := n; } }
method N(s: Shape) returns (r: bool) ensures r ==> s.Big() { r := s.Big(); }
//// 4 unknown
trait Shape { function Area(): int predicate Big() { Area() > 10 } }
datatype Sq extends Shape = Sq(n: int) { function Area(): int { n * n } }
method N(s: Shape) returns (r: bool) ensures r ==> s.Big() { r := s.Big(); }
//// strong
trait T { var v: int  function method Get(): int reads this  method Set(x: int) modifies this ensures Get() == x }
class A extends T { function method Get(): int reads this { v } method Set(x: int) modifies this ensures Get() == x { v := x; } }
//// strong
trait T { const n: nat }
class A extends T { constructor (k: nat) ensures n == k { n := k; } }
method M(t: T, u: T) returns (r: nat) ensures r == t.n + u.n { r := t.n + u.n; }
//// strong
trait Shape { var w: int  function method Area(): int reads this { w * w } }
class Sq extends Shape { }
method M(s: Shape) returns (r: int) ensures r == s.Area() { r := s.w * s.w; }
//// strong
trait Shape { var w: int  function method Area(): int reads this { w * w } function method Twice(): int reads this { 2 * Area() } }
method M(s: Shape, t: Shape) returns (r: int) ensures r == s.Twice() + t.Area() { r := 2 * s.w * s.w + t.w * t.w; }
//// vacuous
trait Shape { var w: int  function method Area(): int reads this { w * w } }
method Grow(s: Shape) modifies s ensures s.Area() >= 0 { s.w := 3; }
//// strong
trait Shape { var w: int  function method Area(): int reads this { w * w } }
method Grow(s: Shape) modifies s ensures s.w == old(s.w) + 1 && s.Area() == s.w * s.w { s.w := s.w + 1; }
//// weak
trait Shape { var w: int  function method Area(): int reads this }
class A extends Shape { function method Area(): int reads this { w } }
class B extends Shape { function method Area(): int reads this { w + 1 } }
method Grow(s: Shape) modifies s ensures s.w == 1 || s.Area() == 1 { s.w := 1; }
//// strong
trait T { const n: int  function method Next(): int { n + 1 } method Up() returns (r: int) ensures r == Next() { r := n + 1; } }
class A extends T { constructor (k: int) ensures n == k { n := k; } }
method M(t: T) returns (r: int) ensures r == t.Next() { r := t.Up(); }
//// weak
trait T { var a: int  method Up() modifies this ensures a > old(a) }
class A extends T { method Up() modifies this ensures a > old(a) { a := a + 1; } }
method M(t: T) modifies t ensures t.a > old(t.a) { t.Up(); }
//// strong, T.M weak
trait T { function method Key(): int reads this  method M() returns (r: int) ensures r >= Key() }
class A extends T { var k: int  function method Key(): int reads this { k } method M() returns (r: int) ensures r == Key() { r := k; } }
class B extends T { var j: int  function method Key(): int reads this { j + 1 } method M() returns (r: int) ensures r == Key() { r := j + 1; } }
//// strong
trait T { predicate method Ok(n: int)  method Pick() returns (r: bool) ensures r == Ok(0) }
class A extends T { predicate method Ok(n: int) { n == 0 } method Pick() returns (r: bool) ensures r == Ok(0) { r := true; } }
class B extends T { predicate method Ok(n: int) { n != 0 } method Pick() returns (r: bool) ensures r == Ok(0) { r := false; } }
method M(t: T) returns (r: bool) ensures r == t.Ok(1) { r := t.Ok(1); }
//// strong
trait Acc { var total: int  method Add(x: int) modifies this ensures total == old(total) + x }
class Plain extends Acc { method Add(x: int) modifies this ensures total == old(total) + x { total := total + x; } }
method Sum(a: Acc, s: seq<int>) requires |s| == 2 modifies a ensures a.total == old(a.total) + s[0] + s[1] { a.Add(s[0]); a.Add(s[1]); }
