//// strong
class C { var x: int }
method M(c: C?) returns (r: int) ensures r == if c == null then -1 else c.x { «if c == null { r := -1; } else { r := c.x; }¦r := if c != null then c.x else -1;¦r := -1; if c != null { r := c.x; }» }
//// strong
class C { }
method M(b: bool) returns (c: C?) ensures (c == null) == b «ensures c != null ==> fresh(c)¦ensures b || fresh(c)» { if b { c := null; } else { c := new C; } }
//// strong
method M(b: bool) returns (a: array?<int>) ensures a == null «{ a := null; }¦{ return null; }¦{ if b { a := null; } else { return null; } }»
//// strong
method M(a: array?<nat>) returns (r: int) ensures r == if a == null then -1 else a.Length { «r := if a == null then -1 else a.Length;¦if a != null { r := a.Length; } else { r := -1; }» }
//// strong
type Small = x: int | 0 <= x < 10
datatype D = D(n: nat)
method M(b: bool) returns (a: array?<«Small¦D¦seq<nat>¦(nat, Small)¦bv8¦nat¦char¦array?<nat>¦real¦set<Small>»>) ensures a == null { a := null; }
//// strong
class C { var a: array?<nat>  method Clear() modifies this ensures a == null { «a := null;¦this.a := null;» }
  method Len() returns (r: int) ensures r == if a == null then 0 else a.Length { «if a == null { return 0; } return a.Length;¦r := if a == null then 0 else a.Length;» } }
//// strong
class N { var next: N?  var v: int }
method M(n: N) returns (r: int) ensures r == if n.next == null then 0 else n.next.v { «if n.next == null { r := 0; } else { r := n.next.v; }¦r := if n.next != null then n.next.v else 0;¦var m := n.next; if m == null { return 0; } return m.v;» }
//// strong
class N { var next: N? }
method M(s: seq<N?>) returns (r: bool) ensures r <==> null in s { «r := null in s;¦r := exists n :: n in s && n == null;¦r := exists i :: 0 <= i < |s| && s[i] == null;» }
//// strong
class N { }
method M(s: set<N?>) returns (r: set<N>) ensures r == set n: N | n in s { r := set n: N | n in s; }
//// strong
class N { }
method M(x: N?, y: N?) returns (r: bool) ensures r == (x == y) { «r := x == y;¦r := y == x;¦r := (x == null && y == null) || (x != null && x == y);¦if x == null { r := y == null; } else { r := y == x; }» }
//// strong
datatype D<T> = D(t: T)
class N { }
method M() returns (d: D<N?>) ensures d == D(null) { «d := D(null);¦var n: N? := null; d := D(n);» }
//// strong
trait T { }
class A extends T { }
method M(b: bool) returns (t: T?) ensures (t == null) <==> b { «if b { t := null; } else { t := new A; }¦t := null; if !b { t := new A; }» }
//// strong
method M(o: object?) returns (b: bool) ensures b <==> o == null { «b := o == null;¦b := !(o != null);¦b := null == o;» }
//// strong
class C { var f: C?  constructor () ensures f == null { «f := null;¦f := this; f := null;» } }
//// strong
class C { var f: C?  constructor () ensures f == this { «f := this;¦new; f := this;¦f := null; new; this.f := this;» } }
//// strong
method M(n: nat) returns (a: array<array?<int>>) ensures fresh(a) && a.Length == n && forall i :: 0 <= i < n ==> a[i] == null { «a := new array?<int>[n](_ => null);¦a := new array?<int>[n]; forall i | 0 <= i < n { a[i] := null; }» }
//// strong
class C { var x: int }
method Value(c: C?) returns (r: int) ensures r == if c == null then 0 else c.x { if c == null { r := 0; } else { r := c.x; } }
//// strong
class C { var x: int var n: C? }
method Cut(c: C) modifies c ensures c.n == null && c.x == old(c.x) { c.n := null; }
//// weak
class C { var x: int var n: C? }
method Cut(c: C) modifies c ensures c.n == null { c.n := null; }
//// strong
class C { var v: int }
method M(c: C?) returns (r: int) ensures r == (if c == null then 0 else c.v) { if c != null { r := c.v; } else { r := 0; } }
//// weak
class C { var v: int }
method M(c: C?) returns (r: int) ensures c != null ==> r == c.v { if c != null { r := c.v; } else { r := 0; } }
//// strong
class C { }
method M(a: C?, b: C?) returns (r: C?) ensures r == (if a != null then a else b) { r := a; if r == null { r := b; } }
//// weak
class C { }
method M(a: C?, b: C?) returns (r: C?) ensures r == a || r == b { r := a; }
//// strong
method M(a: array?<int>) returns (n: int) ensures n == (if a == null then -1 else a.Length) { if a == null { n := -1; } else { n := a.Length; } }
//// strong
method M(a: array?<int>) modifies a ensures a != null && a.Length > 0 ==> a[0] == 0 ensures a != null ==> forall i :: 1 <= i < a.Length ==> a[i] == old(a[i]) { if a != null && a.Length > 0 { a[0] := 0; } }
//// weak
method M(a: array?<int>) modifies a ensures a != null && a.Length > 0 ==> a[0] == 0 { if a != null && a.Length > 0 { a[0] := 0; } }
//// weak
method M(a: array?<int>, b: array?<int>) returns (r: bool) ensures r ==> a == b { r := a == b; }
//// strong
method M(a: array?<int>, b: array?<int>) returns (r: bool) ensures r <==> a == b { r := a == b; }
//// strong
method M(a: array?<int>) returns (n: nat) ensures n == (if a == null then 0 else a.Length) { n := 0; if a != null { n := a.Length; } }
//// weak
method M(a: array?<int>) returns (b: array?<int>) ensures a == null ==> b == null { b := a; }
//// strong
method M(a: array?<int>) returns (b: array?<int>) ensures b == a { b := a; }
//// strong
class G { static function method K(x: int): int { x + 1 }
  static method N(x: int) returns (r: int) ensures r == x { r := x; } var f: int }
method M() returns (r: int) ensures r == 6 { var g: G? := null; r := G.N(5); r := g.N(r); r := g.K(r); }
method Of(g: G?) returns (r: int) ensures r == 3 { r := g.N(3); }
