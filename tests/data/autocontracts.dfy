class {:autocontracts} Inner {
  var v: int
  predicate Valid() { v >= 0 }
  constructor () { v := 0; }
  method Bump() ensures v == old(v) + 1 { v := v + 1; }
}
class Plain { var z: int }
class OwnFrame { ghost var Repr: set<object>  var q: int  predicate Valid() reads this, Repr { q > 0 } }
type Any = Inner
datatype List = Nil | Cons(head: int, tail: List)
class {:autocontracts} Outer<T> {
  var inner: Inner
  var perhaps: Inner?
  var plain: Plain
  var own: OwnFrame
  var any: Any
  var elements: array<T>
  var numbers: array?<int>
  var other: object
  var listed: List
  var several: seq<Inner>
  var value: T
  ghost var model: Inner
  const fixed: Inner
  const seven: int := 7
  var {:autocontracts false} apart: Inner
  predicate Valid() { seven == 7 }
  constructor (i: Inner, p: Plain, o: OwnFrame, e: array<T>, t: T) {
    inner, any, model, fixed, apart := i, i, i, i, i;
    perhaps, plain, own, elements, numbers, other, value := null, p, o, e, null, p, t;
  }
  method Call() { inner.Bump(); }
  method NoBody() returns (r: int)
  static method Static() { }
  method {:autocontracts false} Off() { }
  static function StaticFunction(): int { 3 }
  function {:autocontracts false} FunctionOff(): int { 3 }
}
class {:autocontracts} NoValid { var x: int  method M() { x := 1; } }
class {:autocontracts} Compiled { var x: int  predicate method Valid() reads this { x > 0 }  method M() { x := 1; } }
class {:autocontracts} Written {
  ghost var Repr: set<object>
  var x: int
  predicate Valid() reads this, Repr { this in Repr && x > 0 }
  constructor () { x := 1; Repr := {this}; }
  method M() requires Valid() modifies Repr ensures Valid() { x := 1; }
}
trait {:autocontracts} Shape { var x: int  predicate Valid()  method M() }
class {:autocontracts false} Ordinary { var x: int  method M() modifies this { x := 1; } }
class {:autocontracts} Queries {
  var x: int
  var a: array<int>
  predicate Valid() { x > 0 }
  constructor () { x := 1; a := new int[2]; }
  function method F(): int { x }
  function G(): int reads this { x }
  method Local() returns (r: int) { var y := 3; y := y + 1; r := y; var b := a; }
  method Loop(n: int) returns (r: int) { r := 0; while r < n { r := r + 1; if r == 7 { break; } } }
  method Choice() returns (r: int) { var y :| y > 3; r := y; assert r > 3; }
  method Field() returns (r: int) { r := 1; if r > 2 { x := 2; } }
  method ThisField() returns (r: int) { this.x := 2; }
  method Hidden() returns (x: int) { x := 3; }
  method Inside() returns (r: int) { if r == 0 { var x := 2; x := 3; } }
  method Outside() returns (r: int) { if r == 0 { var x := 2; } x := 3; }
  method Element() returns (r: int) { r := 0; a[0] := 1; }
  method Every() returns (r: int) { r := 0; forall i | 0 <= i < a.Length { a[i] := 0; } }
  method New() returns (r: Queries) { r := new Queries(); }
  method ReturnsNew() returns (r: Queries) { return new Queries(); }
  method CallsOnly() returns (r: int) { Change(); r := 1; }
  method Assigns() returns (r: int) { r := Local(); }
  method ReturnsFunction() returns (r: int) { return F(); }
  method Two() returns (r: int, s: int) { r, s := 1, 2; label L: r := 3; return 1, 2; }
  method Cases(l: List) returns (r: int) { match l { case Nil => r := 1; case Cons(h, t) => x := h; } }
  method QueryCases(l: List) returns (r: int) { match l { case Nil => r := 1; case Cons(h, t) => r := h; } }
  method Alternatives() returns (r: int) { if { case true => r := 1; case x > 1 => x := 4; } }
  method Prints() returns (r: int) { print 3; r := 1; }
  method Old() returns (r: int) ensures r == old(x) { r := x; }
  method Fresh() returns (r: array<int>) ensures fresh(r) { r := new int[3]; }
  method Change() { x := 2; }
  method Empty() { }
  method Framed() modifies this { x := 2; }
  method FramedQuery() returns (r: int) modifies this { r := 2; }
  ghost method Ghost() { }
  ghost method GhostFramed() modifies this { }
  lemma Lemma() ensures true { }
  twostate lemma Later() ensures true { }
  method Proof() returns (r: int) { r := 1; calc { 1; 1; } Lemma(); assert true by { Lemma(); } }
}
module Base {
  class {:autocontracts} Counter {
    var n: int
    predicate Valid() { n >= 0 }
    method Up() ensures n == old(n) + 1
    method Get() returns (r: int) ensures r == n
    method Done() returns (r: int) { r := 1; }
  }
}
module More refines Base {
  class Counter {
    var m: int
    method Up... { n := n + 1; }
    method Get... { r := n; }
    method Added() returns (r: int) { r := n; }
    method Changed() { n := 3; }
  }
}
