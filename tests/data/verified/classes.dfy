//// strong
class Stack { ghost var s: seq<int>  var a: array<int>  var n: nat
  predicate Valid() reads this, a { n <= a.Length && s == a[..n] }
  constructor () ensures Valid() && s == [] { a := new int[4]; n := 0; s := []; }
  method Push(x: int) requires Valid() && n < a.Length modifies this, a ensures Valid() && s == old(s) + [x] { «a[n] := x; n := n + 1; s := s + [x];¦a[n], n, s := x, n + 1, s + [x];¦s := s + [x]; a[n] := x; n := n + 1;» }
  method Top() returns (x: int) requires Valid() && n > 0 ensures x == s[|s| - 1] { «x := a[n - 1];¦var k := n - 1; return a[k];» } }
//// strong
class C { var x: int  constructor (n: int) ensures x == n { x := n; }  constructor Double(n: int) ensures x == 2 * n { x := 2 * n; } }
method M(n: int) returns (r: int) ensures r == 3 * n { «var c := new C(n); var d := new C.Double(n); r := c.x + d.x;¦var c := new C.Double(n); r := c.x + n;¦var c := new C(n); c.x := c.x * 3; return c.x;¦var c := new C(n); var d := new C(2 * n); r := d.x + c.x;» }
//// strong
class C { var x: int }
method Id(c: C) returns (d: C) ensures d == c { d := c; }
method M(c: C) modifies c ensures c.x == old(c.x) + 2 { «var d := Id(c); d.x := d.x + 1; c.x := c.x + 1;¦var d := Id(c); d.x := c.x + 2;¦c.x := c.x + 1; var d := Id(c); c.x := d.x + 1;» }
//// strong
class Node { var next: Node?  var v: int }
method M(n: Node) returns (r: int) modifies n ensures r == old(n.v) + 1 && n.v == r && n.next == n { «n.next := n; n.next.v := n.next.v + 1; r := n.v;¦n.v := n.v + 1; n.next := n; r := n.next.next.v;¦r := n.v + 1; n.v, n.next := r, n;» }
//// strong
class Cell<T> { var v: T  constructor (v: T) ensures this.v == v { this.v := v; }  method Swap(c: Cell<T>) modifies this, c ensures v == old(c.v) && c.v == old(v) { «v, c.v := c.v, v;¦var t := v; v := c.v; c.v := t;» } }
method M(a: int, b: int) returns (r: int, s: int) ensures r == b && s == a { «var c := new Cell(a); var d := new Cell(b); c.Swap(d); r, s := c.v, d.v;¦var c := new Cell<int>(b); r := c.v; var d := new Cell(a); s := d.v;» }
//// unknown
class C { var f: int -> int  constructor () ensures forall x :: f(x) == x + 1 { «f := x => x + 1;¦f := y => 1 + y;» }  method Apply(x: int) returns (r: int) ensures r == f(x) { «r := f(x);¦var g := f; r := g(x);» } }
//// strong
class Acc { var total: int  method Add(x: int) returns (before: int) modifies this ensures before == old(total) && total == before + x { «before := total; total := total + x;¦before := total; total := before + x;¦total := total + x; before := total - x;» } }
method M(x: int) returns (r: int) ensures r == x { var a := new Acc; a.total := 0; «var b := a.Add(x); r := a.total;¦var b := a.Add(x); b := a.Add(1); r := b;¦var _ := a.Add(x + 1); r := a.total - 1;» }
//// strong
class C { var a: int  var b: int  method Set(a: int, b: int) modifies this ensures this.a == b && this.b == a { «this.a, this.b := b, a;¦this.a := b; this.b := a;¦var t := a; { var a := b; this.a := a; } this.b := t;» } }
//// strong
datatype Shape = Circle(r: int) | Rect(w: int, h: int)
class Canvas { var shapes: seq<Shape>  method Add(s: Shape) modifies this ensures shapes == old(shapes) + [s] { «shapes := shapes + [s];¦var n := shapes; shapes := n + [s];» }
  method Count() returns (n: nat) ensures n == |shapes| { «n := |shapes|;¦n := 0; while n < |shapes| invariant n <= |shapes| { n := n + 1; }» } }
//// strong
class C { var s: set<int>  var m: map<int, set<int>>  method Add(x: int, y: int) requires x in m modifies this ensures m == old(m)[x := old(m)[x] + {y}] && s == old(s) + {y} { «m, s := m[x := m[x] + {y}], s + {y};¦var t := m[x]; m := m[x := t + {y}]; s := s + {y};» } }
//// strong
class Bank { var a: int  var b: int  method Move(n: int) returns (ok: bool) requires a >= 0 modifies this ensures ok == (0 <= n <= old(a)) ensures ok ==> a == old(a) - n && b == old(b) + n ensures !ok ==> a == old(a) && b == old(b) { «if 0 <= n <= a { a, b := a - n, b + n; return true; } return false;¦ok := n >= 0 && n <= a; if ok { a := a - n; b := b + n; }¦ok := false; if n < 0 || n > a { return; } ok := true; b := b + n; a := a - n;» } }
//// strong
class Tree { ghost var Repr: set<object>  var l: Tree?  var v: int
  predicate Valid() reads this, Repr decreases Repr { this in Repr && (l != null ==> l in Repr && l.Repr < Repr && this !in l.Repr && l.Valid()) }
  constructor (v: int) ensures Valid() && fresh(Repr) && this.v == v && l == null { this.v := v; l := null; Repr := {this}; } 
  method Set(x: int) requires Valid() modifies this ensures Valid() && v == x && Repr == old(Repr) && l == old(l) { «v := x;¦this.v := x;» } }
//// strong
method Fill(a: array<int>, v: int) modifies a ensures a[..] == seq_(a.Length, v) { forall i | 0 <= i < a.Length { a[i] := v; } assert a[..] == seq_(a.Length, v); }
function method seq_(n: nat, v: int): seq<int> ensures |seq_(n, v)| == n && forall i :: 0 <= i < n ==> seq_(n, v)[i] == v { if n == 0 then [] else [v] + seq_(n - 1, v) }
//// strong, Q.constructor strong up to choice
class Q { var a: array<int>  var h: nat  constructor () ensures fresh(a) && a.Length == 3 && h == 0 { a := new int[3]; h := 0; }
  method Step() requires a.Length > 0 modifies this ensures a == old(a) && h == (old(h) + 1) % old(a.Length) { «h := (h + 1) % a.Length;¦h := h + 1; h := h % a.Length;» } }
//// strong
iterator Gen(n: nat) yields (x: nat) yield ensures |xs| <= n yield ensures forall i :: 0 <= i < |xs| ==> xs[i] == i { var i := 0; while i < n invariant |xs| == i <= n && forall k :: 0 <= k < i ==> xs[k] == k { x := i; yield; i := i + 1; } }
method M(n: nat) returns (r: int) ensures r == n { r := n; }
//// strong
class A { var v: int }
class H { var l: A  var r: A
  predicate Valid() reads this { l != r }
  constructor () ensures Valid() && fresh(l) && fresh(r) && l.v == 0 && r.v == 0 { l := new A; r := new A; new; l.v := 0; r.v := 0; }
  method Swap() requires Valid() modifies l, r ensures Valid() && l.v == old(r.v) && r.v == old(l.v) { var t := l.v; l.v := r.v; r.v := t; } }
//// weak, H.constructor strong
class A { var v: int }
class H { var l: A  var r: A
  constructor (a: A, b: A) ensures l == a && r == b { l := a; r := b; }
  method Zero() modifies l, r ensures l.v == 0 { l.v := 0; } }
//// weak, H.constructor strong
class A { var v: int }
class H { var l: A  var r: A  constructor (a: A) ensures l == a && r == a { l, r := a, a; }
  method Zero() modifies this ensures l == old(r) { l := r; } }
//// strong
class H { var m: map<int, seq<int>>
  method Add(k: int, x: int) modifies this ensures m == old(m)[k := (if k in old(m) then old(m)[k] else []) + [x]] { m := m[k := (if k in m then m[k] else []) + [x]]; } }
//// weak
class H { var m: map<int, seq<int>>
  method Add(k: int, x: int) modifies this ensures k in m && |m[k]| > 0 && m[k][|m[k]| - 1] == x && forall j :: j in old(m) && j != k ==> j in m && m[j] == old(m)[j] { m := m[k := (if k in m then m[k] else []) + [x]]; } }
//// weak
class H { var m: map<int, int>
  method Del(k: int) modifies this ensures forall j :: j in old(m) && j != k ==> j in m && m[j] == old(m)[j] { m := map j | j in m && j != k :: m[j]; } }
//// strong
class H { var m: map<int, int>
  method Del(k: int) modifies this ensures k !in m && (forall j :: j in old(m) && j != k ==> j in m && m[j] == old(m)[j]) && forall j :: j in m ==> j in old(m) { m := map j | j in m && j != k :: m[j]; } }
//// strong
class C { var a: array<int>  var n: nat
  predicate Valid() reads this { n <= a.Length }
  method Push(x: int) requires Valid() && n < a.Length modifies this, a ensures Valid() && n == old(n) + 1 && a == old(a) && a[old(n)] == x && forall i :: 0 <= i < a.Length && i != old(n) ==> a[i] == old(a[i]) { a[n] := x; n := n + 1; } }
//// weak
class C { var a: array<int>  var n: nat
  predicate Valid() reads this { n <= a.Length }
  method Push(x: int) requires Valid() && n < a.Length modifies this, a ensures Valid() && n == old(n) + 1 && a == old(a) && a[old(n)] == x { a[n] := x; n := n + 1; } }
//// strong
class C { var a: array<int>  var n: nat
  predicate Valid() reads this { n <= a.Length }
  method Pop() returns (x: int) requires Valid() && n > 0 modifies `n ensures Valid() && n == old(n) - 1 && x == a[n] { n := n - 1; x := a[n]; } }
//// weak
class C { var a: array<int>  var n: nat
  predicate Valid() reads this { n <= a.Length }
  method Pop() returns (x: int) requires Valid() && n > 0 modifies this ensures Valid() && n == old(n) - 1 && x == old(a[n - 1]) { n := n - 1; x := a[n]; } }
//// strong
class Node { var next: Node?  var v: int }
method M(n: Node) returns (m: Node?) modifies n ensures n.v == old(n.v) && m == old(n.next) && n.next == null { m := n.next; n.next := null; }
//// weak
class Node { var next: Node?  var v: int }
method M(n: Node, m: Node?) modifies n ensures n.next == m { n.next := m; }
//// weak
class Node { var next: Node?  var v: int }
method M(n: Node) requires n.next != null modifies n, n.next ensures n.next == old(n.next) && n.next.v == 3 { n.next.v := 3; }
//// strong
class Node { var next: Node?  var v: int }
method M(n: Node) requires n.next != null modifies n.next`v ensures n.next.v == 3 { n.next.v := 3; }
//// strong
class Node { var next: Node?  const v: int  constructor (v: int) ensures this.v == v && next == null { this.v := v; next := null; } }
method M(a: int, b: int) returns (n: Node) ensures fresh(n) && n.v == a && n.next != null && fresh(n.next) && n.next != n && n.next.v == b && n.next.next == null { n := new Node(a); n.next := new Node(b); }
//// weak, Node.constructor strong
class Node { var next: Node?  const v: int  constructor (v: int) ensures this.v == v && next == null { this.v := v; next := null; } }
method M(a: int, b: int) returns (n: Node) ensures fresh(n) && n.v == a && n.next != null && fresh(n.next) && n.next.v == b { n := new Node(a); n.next := new Node(b); }
//// strong
class A { const id: int  constructor (id: int) ensures this.id == id { this.id := id; } }
method M(a: A, b: A) returns (r: A) ensures r == if a.id < b.id then a else b { r := if a.id < b.id then a else b; }
//// weak, A.constructor strong
class A { const id: int  constructor (id: int) ensures this.id == id { this.id := id; } }
method M(a: A, b: A) returns (r: A) ensures r == a || r == b { r := if a.id < b.id then a else b; }
//// strong
class C { static const K: int := 5  var v: int  method M() modifies this ensures v == old(v) + K { v := v + 5; } static method S(x: int) returns (r: int) ensures r == x * K { r := x * K; } }
//// strong
class C { var v: int }
method M(s: seq<C>, i: int) requires 0 <= i < |s| && (forall a, b :: 0 <= a < b < |s| ==> s[a] != s[b]) modifies s[i] ensures s[i].v == old(s[i].v) + 1 { s[i].v := s[i].v + 1; }
//// weak
class C { var v: int }
method M(s: seq<C>, i: int) requires 0 <= i < |s| && |s| == 2 && s[0] != s[1] modifies set c | c in s ensures s[i].v == old(s[i].v) + 1 { s[i].v := s[i].v + 1; }
//// strong
class C { var v: int }
method M(s: seq<C>, i: int) requires 0 <= i < |s| modifies set c | c in s ensures s[i].v == old(s[i].v) + 1 && forall c :: c in s && c != s[i] ==> c.v == old(c.v) { s[i].v := s[i].v + 1; }
//// strong
class C { static function method F(x: int): int { x + 1 } static method M(x: int) returns (r: int) ensures r == F(x) { r := x + 1; } }
//// strong
class P { const x: int const y: int  constructor (x: int, y: int) ensures this.x == x && this.y == y { this.x := x; this.y := y; } method Flip() returns (q: P) ensures fresh(q) && q.x == y && q.y == x { q := new P(y, x); } }
//// weak, P.constructor strong
class P { const x: int const y: int  constructor (x: int, y: int) ensures this.x == x && this.y == y { this.x := x; this.y := y; } method Flip() returns (q: P) ensures fresh(q) && q.x == y { q := new P(y, x); } }
//// strong
class C { var m: map<int, int> var n: nat
  predicate Valid() reads this { n == |m| }
  method Add(k: int, v: int) requires Valid() && k !in m modifies this ensures Valid() && m == old(m)[k := v] { m := m[k := v]; n := n + 1; } }
//// weak
class C { var m: map<int, int> var n: nat
  predicate Valid() reads this { n >= |m| }
  method Add(k: int, v: int) requires Valid() && k !in m modifies this ensures Valid() && m == old(m)[k := v] { m := m[k := v]; n := n + 1; } }
