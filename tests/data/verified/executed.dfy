//// strong
method M(n: nat) returns (r: nat) ensures r == n { r := 0; label L: while true invariant r <= n decreases n - r { if r == n { break L; } r := r + 1; } }
//// strong
method M(a: seq<int>, x: int) returns (i: int) ensures i == -1 <==> x !in a ensures i != -1 ==> 0 <= i < |a| && a[i] == x && x !in a[..i] { i := 0; while i < |a| invariant 0 <= i <= |a| && x !in a[..i] { if a[i] == x { return; } i := i + 1; } return -1; }
//// 4 strong
method M(n: nat) returns (s: seq<int>) ensures |s| == n && forall i :: 0 <= i < n ==> s[i] == n - i { s := []; for i := n downto 0 invariant |s| == n - i && forall j :: 0 <= j < |s| ==> s[j] == n - j { s := s + [i + 1]; } }
//// 4 strong
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[i]) + i { for i := 0 to a.Length invariant forall j :: 0 <= j < i ==> a[j] == old(a[j]) + j invariant forall j :: i <= j < a.Length ==> a[j] == old(a[j]) { a[i] := a[i] + i; } }
//// 4 weak
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length / 2 ==> a[i] == 0 { for i := 0 to a.Length invariant forall j :: 0 <= j < i ==> a[j] == 0 { a[i] := 0; } }
//// strong
method M(a: array<int>, i: int, j: int) requires 0 <= i < a.Length && 0 <= j < a.Length modifies a ensures a[..] == old(a[..])[i := old(a[j])][j := old(a[i])] { a[i], a[j] := a[j], a[i]; }
//// strong
method M(m: array2<int>) modifies m ensures forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 ==> m[i, j] == i - j { forall i, j | 0 <= i < m.Length0 && 0 <= j < m.Length1 { m[i, j] := i - j; } }
//// strong
class Cell { var v: int  constructor (x: int) ensures v == x { v := x; } }
method M(c: Cell) returns (o: int) modifies c ensures o == old(c.v) && c.v == 2 * old(c.v) { label Start: o := c.v; c.v := c.v + 1; c.v := c.v + o - 1 + 1 - 1; assert c.v == 2 * old@Start(c.v); }
//// strong
method Two(x: int) returns (a: int, b: int) ensures a == x + 1 && b == x - 1 { return x + 1, x - 1; }
method M(x: int) returns (r: int) ensures r == 2 * x { var a, b := Two(x); r := a + b; }
//// strong
method M(x: int) returns (r: int) ensures r == x + 1 { var r0: int :| r0 == x; { var x := r0 + 1; r := x; } }
//// strong
method Fact(n: nat) returns (r: nat) ensures r == F(n) { if n == 0 { r := 1; } else { r := Fact(n - 1); r := n * r; } }
function F(n: nat): nat { if n == 0 then 1 else n * F(n - 1) }
//// 4 strong
method M(x: int) returns (r: int) requires x > 0 ensures r == x { expect x != 5 || x == 5, "never"; print x, "\n"; r := x; }
//// strong
method M(x: nat, y: nat) returns (r: nat) ensures r == x * y { var a, b := x, y; r := 0; while b > 0 invariant r + a * b == x * y { if b % 2 == 1 { r := r + a; } a, b := 2 * a, b / 2; } }
//// strong
class Stack { var items: seq<int>
  constructor () ensures items == [] { items := []; }
  method Push(x: int) modifies this ensures items == old(items) + [x] { items := items + [x]; }
  method Pop() returns (x: int) requires items != [] modifies this ensures old(items) == items + [x] { x := items[|items| - 1]; items := items[..|items| - 1]; } }
//// strong, Bag.Take strong up to choice
class Bag { var items: set<int>
  method Put(x: int) modifies this ensures items == old(items) + {x} { items := {x} + items; }
  method Take() returns (x: int) requires items != {} modifies this ensures x in old(items) && items == old(items) - {x} { x :| x in items; items := items - {x}; } }
//// weak
class A { var n: int  var ready: bool
  method Go() requires !ready modifies this ensures ready { ready := true; n := 3; } }
//// strong
class A { var n: int  var ready: bool
  method Go() requires !ready modifies `ready ensures ready { ready := true; } }
//// strong
method M(a: array<int>) returns (s: multiset<int>) ensures s == multiset(a[..]) { s := multiset(a[..]); }
//// strong up to choice
method M(s: set<int>) returns (q: seq<int>) ensures |q| == |s| && forall x :: x in s <==> x in q { q := []; var t := s; while t != {} invariant t <= s && |q| + |t| == |s| && (forall x :: x in q <==> x in s - t) decreases |t| { var x :| x in t; t := t - {x}; q := q + [x]; } }
//// unknown
method M(x: int) returns (r: int) ensures r % 2 == 0 { r :| r % 2 == 0; }
//// strong
ghost method G(x: int) returns (y: int) ensures y == x + 1 { y := x + 1; }
method M(x: int) returns (r: int) ensures r == x { ghost var y := G(x); assert y > x; r := x; }
//// strong
lemma Pos(x: int) ensures x * x >= 0 { }
method M(s: seq<int>) returns (r: seq<int>) ensures r == s { forall i | 0 <= i < |s| ensures s[i] * s[i] >= 0 { Pos(s[i]); } r := s; }
//// strong
method M(a: array<int>, b: array<int>) requires a.Length == b.Length && a != b modifies a ensures a[..] == b[..] { forall i | 0 <= i < a.Length { a[i] := b[i]; } }
//// strong
class Node { var next: Node?  var v: int }
method M(n: Node) returns (r: int) ensures r == if n.next == null then n.v else n.next.v { if n.next == null { r := n.v; } else { r := n.next.v; } }
