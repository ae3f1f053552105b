//// strong
iterator Count(n: nat) yields (x: int) ensures true { var i := 0; while i < n { yield i; i := i + 1; } }
method M(n: nat) returns (r: nat) ensures r == n { r := n; }
//// 4 strong
function Abs(x: int): int { if x < 0 then -x else x } by method { return if x >= 0 then x else -x; }
method M(x: int) returns (r: int) ensures r == Abs(x) { r := Abs(x); }
//// 4 strong
opaque function Twice(x: int): int { 2 * x }
method M(x: int) returns (r: int) ensures r == Twice(x) { r := Twice(x); }
method N(x: int) returns (r: int) ensures r == Twice(x) { reveal Twice(); r := x + x; }
//// 4 weak
opaque predicate Small(x: int) { x < 10 }
method M(x: int) returns (r: int) ensures Small(r) { reveal Small(); r := 3; }
//// strong
class C { static const k: int := 7  static method S(x: int) returns (r: int) ensures r == x + k { r := x + 7; }  static function method F(x: int): int { x * k } }
method M(x: int) returns (r: int) ensures r == C.F(x) + C.k { var t := C.S(C.F(x)); r := t; }
//// 4 strong
datatype Shape = Circle(r: nat) | Square(s: nat) { const two := 2  function Size(): nat { match this case Circle(r) => two * r case Square(s) => s }  static function Unit(): Shape { Square(1) }  method Grow(k: nat) returns (t: Shape) ensures t == match this case Circle(r) => Circle(r + k) case Square(s) => Square(s + k) { if Circle? { t := Circle(r + k); } else { t := this.(s := s + k); } } }
method M(a: Shape) returns (n: nat) ensures n == a.Size() + Shape.Unit().Size() { n := a.Size() + 1; }
//// 4 weak
datatype Opt = None | Some(v: int) { predicate Has() { Some? } }
method M(x: int) returns (o: Opt) ensures o.Has() { o := Some(x); }
//// strong
datatype Exp = Num(n: int) | Add(l: Exp, r: Exp)
function method Eval(e: Exp): int { match e case Num(n) => n case Add(l, r) => Eval(l) + Eval(r) }
method M(e: Exp) returns (r: int) ensures r == Eval(e) decreases e { match e { case Num(n) => r := n; case Add(a, b) => var x := M(a); var y := M(b); r := x + y; } }
//// strong
datatype Exp = Num(n: int) | Add(l: Exp, r: Exp)
function method Swap(e: Exp): Exp { match e case Num(n) => Num(n) case Add(l, r) => Add(Swap(r), Swap(l)) }
method M(e: Exp) returns (f: Exp) ensures f == Swap(e) decreases e { if e.Num? { f := e; } else { var a := M(e.l); var b := M(e.r); f := Add(b, a); } }
//// strong
datatype P<T> = P(a: T, b: T)
method Flip<T>(p: P<T>) returns (q: P<T>) ensures q == P(p.b, p.a) { q := p.(a := p.b, b := p.a); }
//// weak
datatype P<T(==)> = P(a: T, b: T)
method Flip<T(==)>(p: P<T>) returns (q: P<T>) ensures q.a == p.b { q := P(p.b, p.b); }
//// 4 strong
type Even = x: int | x % 2 == 0
type Four = x: Even | x % 4 == 0
method M(x: Four) returns (y: Even) ensures y == x / 2 { y := x / 2; }
//// strong
type Pair = (int, bool)
type Table<T> = map<int, T>
method M(p: Pair, t: Table<bool>) returns (u: Table<bool>) ensures u == t[p.0 := p.1] { u := t[p.0 := p.1]; }
//// 4 strong
type Queue<T> = seq<T>
function Front<T>(q: Queue<T>): T requires q != [] { q[0] }
method Deq<T>(q: Queue<T>) returns (x: T, rest: Queue<T>) requires q != [] ensures x == Front(q) && [x] + rest == q { x := q[0]; rest := q[1..]; }
//// strong
trait T { function method F(x: int): int  method M(x: int) returns (r: int) ensures r == F(x) + 1 { r := 1 + F(x); } }
class C extends T { function method F(x: int): int { x * x } }
method N(t: T, x: int) returns (r: int) ensures r == t.F(x) { var y := t.M(x); r := y - 1; }
//// strong
module Inner { datatype D = A | B  function method Flip(d: D): D { if d.A? then B else A } }
module Outer { import I = Inner  import opened Inner
  method M(d: I.D) returns (e: D) ensures e == Flip(d) { e := match d { case A => I.B case B => A }; } }
//// 4 strong
module Outer { module Nested { const c := 4  function F(): int { c + 1 } }  import N = Nested  method M() returns (r: int) ensures r == N.F() { r := 5; } }
//// strong
module A { class C { var x: int  constructor (v: int) ensures x == v { x := v; } } }
module B { import A  method M(v: int) returns (c: A.C) ensures fresh(c) && c.x == v { c := new A.C(v); } }
//// weak
module A { class C { var x: int  constructor (v: int) ensures x >= v { x := v; } } }
module B { import A  method M(v: int) returns (c: A.C) ensures fresh(c) && c.x >= v { c := new A.C(v); } }
