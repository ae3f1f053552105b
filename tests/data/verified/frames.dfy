//// strong
class C { var x: int  var y: int
  method M() «modifies this¦modifies `x¦modifies this`x, `y¦modifies {this}¦modifies {this}, {}» ensures x == old(x) + 1 && y == old(y) { «x := x + 1;¦this.x := x + 1;¦x := this.x + 1; y := y;¦var t := this; t.x := t.x + 1;¦y := y + 1; x := x + 1; y := y - 1;» } }
//// strong, C.M weak
class C { var x: int  var y: int
  method M() modifies this ensures x == old(x) + 1 { «x := x + 1;¦x := x + 1; y := 0;¦y := x; x := y + 1;» } }
//// strong
class C { var x: int  var y: int
  method M() modifies `x ensures x == old(x) + 1 { «x := x + 1;¦var z := y; x := 1 + x;» } }
//// strong
class C { var x: int method Set(v: int) modifies this ensures x == v { x := v; } }
method M(c: C, d: C, v: int) «modifies c¦modifies c, d¦modifies {c, d}¦modifies c`x¦modifies {c}`x» ensures c.x == v ensures d != c ==> d.x == old(d.x) { «c.x := v;¦c.Set(v);¦var e := c; e.x := v;¦c.x := v + 1; c.x := c.x - 1;¦var e := d; if e != c { c.x := v; } else { e.x := v; }» }
//// strong
class C { var x: int }
method M(c: C, d: C) modifies c, d ensures c.x == old(d.x) && d.x == old(c.x) { «c.x, d.x := d.x, c.x;¦var t := c.x; c.x := d.x; d.x := t;¦var t := d.x; d.x := c.x; c.x := t;¦if c != d { c.x, d.x := d.x, c.x; }» }
//// strong
method M(a: array<int>, b: array<int>) requires a.Length == b.Length modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(b[i]) { «forall i | 0 <= i < a.Length { a[i] := b[i]; }¦var i := 0; while i < a.Length invariant 0 <= i <= a.Length invariant forall k :: 0 <= k < i ==> a[k] == old(b[k]) invariant a != b ==> forall k :: 0 <= k < b.Length ==> b[k] == old(b[k]) invariant a == b ==> forall k :: 0 <= k < a.Length ==> a[k] == old(b[k]) { a[i] := b[i]; i := i + 1; }» }
//// strong
method M(a: array<int>) modifies a ensures multiset(a[..]) == multiset(old(a[..])) ensures a.Length > 1 ==> a[0] == old(a[1]) && a[1] == old(a[0]) && a[2..] == old(a[2..]) ensures a.Length < 2 ==> a[..] == old(a[..]) { «if a.Length > 1 { a[0], a[1] := a[1], a[0]; }¦if 2 <= a.Length { var t := a[1]; a[1] := a[0]; a[0] := t; }¦if a.Length < 2 { return; } a[1], a[0] := a[0], a[1];» }
//// strong
method M(a: array<int>, v: int) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == v { «forall i | 0 <= i < a.Length { a[i] := v; }¦var i := 0; while i < a.Length invariant 0 <= i <= a.Length && forall k :: 0 <= k < i ==> a[k] == v { a[i] := v; i := i + 1; }¦var n := a.Length; while n > 0 invariant 0 <= n <= a.Length && forall k :: n <= k < a.Length ==> a[k] == v { n := n - 1; a[n] := v; }» }
//// strong
method M(a: array<int>) modifies a ensures a[..] == old(a[..]) { «¦if a.Length > 0 { a[0] := a[0]; }¦if a.Length > 0 { var t := a[0]; a[0] := t + 1; a[0] := t; }» }
//// strong
method M(s: seq<int>) returns (a: array<int>) ensures fresh(a) && a[..] == s { «a := new int[|s|]; forall i | 0 <= i < |s| { a[i] := s[i]; }¦a := new int[|s|](i requires 0 <= i < |s| => s[i]);¦a := new int[|s|]; var i := 0; while i < |s| invariant 0 <= i <= |s| && a[..i] == s[..i] { a[i] := s[i]; i := i + 1; }» }
//// strong
method M(a: array<int>) returns (b: array<int>) ensures fresh(b) && b[..] == a[..] { «b := new int[a.Length]; forall i | 0 <= i < a.Length { b[i] := a[i]; }¦b := new int[a.Length](i requires 0 <= i < a.Length reads a => a[i]);» }
//// strong
class Node { var next: Node?  var v: int  constructor (v: int) ensures this.v == v && next == null { this.v := v; next := null; } }
method M(v: int) returns (n: Node) ensures fresh(n) && n.v == v && n.next == null { «n := new Node(v);¦var m := new Node(v + 1); m.v := v; n := m;¦n := new Node(0); n.v := v; n.next := null;» }
//// strong
class Node { var next: Node?  var v: int  constructor (v: int, n: Node?) ensures this.v == v && next == n { this.v := v; next := n; } }
method M(m: Node, v: int) returns (n: Node) ensures fresh(n) && n.v == v && n.next == m ensures m.v == old(m.v) && m.next == old(m.next) { «n := new Node(v, m);¦n := new Node(v, null); n.next := m;» }
//// strong
class Cell { var v: int }
class Pair { var a: Cell  var b: Cell constructor (x: int) ensures fresh(a) && fresh(b) && a.v == x && b.v == x + 1 && a != b { «a := new Cell; b := new Cell; new; a.v, b.v := x, x + 1;¦var c := new Cell; c.v := x; var d := new Cell; d.v := x + 1; a, b := c, d;¦var c := new Cell; var d := new Cell; d.v, c.v := x + 1, x; a := c; b := d;» }
  method Swap() modifies this ensures a == old(b) && b == old(a) { «a, b := b, a;¦var t := a; a := b; b := t;¦var t := b; b := a; a := t;» } }
//// strong
class Counter { ghost var n: int  var c: int  predicate Valid() reads this { c == n }
  constructor () ensures Valid() && n == 0 { c := 0; n := 0; }
  method Inc() requires Valid() modifies this ensures Valid() && n == old(n) + 1 { «c := c + 1; n := n + 1;¦n := c + 1; c := c + 1;¦c, n := c + 1, n + 1;» } 
  method Get() returns (r: int) requires Valid() ensures r == n { «r := c;¦return c;¦var x := c; r := x;» } }
//// strong
class C { var a: array<int>  constructor (n: nat) ensures a.Length == n && fresh(a) && forall i :: 0 <= i < n ==> a[i] == 0 { «a := new int[n](i => 0);¦a := new int[n]; new; forall i | 0 <= i < n { a[i] := 0; }¦var b := new int[n](_ => 0); a := b;» } }
//// strong
class C { var a: array<int>
  method Put(i: int, v: int) requires 0 <= i < a.Length modifies a ensures a[i] == v ensures forall k :: 0 <= k < a.Length && k != i ==> a[k] == old(a[k]) { «a[i] := v;¦this.a[i] := v;¦var b := a; b[i] := v;¦var b := this.a; var t := b[i]; b[i] := v;» } }
//// strong, C.M «weak¦strong¦weak»
class C { var x: int  var d: C?
  method M() requires d != null modifies d ensures old(d).x == old(d.x) + 1 «ensures this != d ==> x == old(x)¦ensures old(d).d == old(d.d)¦ensures this == d ==> x == old(x) + 1» { d.x := d.x + 1; } }
//// 4 strong
class C { var x: int  const k: int  var next: C?
  constructor (k: int, n: C?) requires n != null ==> n.k == k ensures this.k == k && next == n && x == 0 { «this.k := k; next := n; x := 0;¦this.k, next, x := k, n, 0;¦if n != null { this.k := n.k; } else { this.k := k; } next := n; x := 0;» }
  predicate Ok() reads this { next != null ==> next.k == k } }
//// strong
class C { const k: int  var n: C?  constructor (k: int) ensures this.k == k && n == null { this.k := k; n := null; }
  method Link(c: C) requires c.k == k modifies this ensures n == c && n.k == k { «n := c;¦this.n := c;¦var d: C? := c; n := d;» } }
//// strong
class C { var s: seq<int>  method Push(x: int) modifies this ensures s == old(s) + [x] { «s := s + [x];¦var t := [x]; s := s + t;¦var old_ := s; s := old_ + [x];» }
  method Pop() returns (x: int) requires s != [] modifies this ensures old(s) == s + [x] { «x := s[|s|-1]; s := s[..|s|-1];¦var n := |s| - 1; x, s := s[n], s[..n];¦var t := s; s := t[..|t|-1]; return t[|t|-1];» } }
//// strong
class C { var m: map<int, int>  method Put(k: int, v: int) modifies this ensures m == old(m)[k := v] { «m := m[k := v];¦var n := m; m := n[k := v];¦m := m[k := v + 1]; m := m[k := v];» } }
//// strong
class P { var v: int  var w: int }
method M(p: P, s: «map<int, P>¦map<int, P>¦seq<P>¦map<P, P>¦seq<seq<P>>») requires «s == map[1 := p]¦1 in s && s[1] == p¦|s| == 2 && s[1] == p¦p in s && s[p] == p¦|s| == 1 && s[0] == [p]» modifies «s[1]¦s[1]¦s[1]¦s[p]¦s[0][0]» ensures p.v == «old(p.v)¦3¦old(p.w)¦7¦old(p.v)» && p.w == old(p.w) { «¦p.v := 3;¦p.v := p.w;¦p.v := 7;¦» }
//// weak
class P { var v: int  var w: int }
method M(p: P, q: P, s: map<int, P>) requires s == map[1 := «p¦p¦q»] «¦&& p != q¦» modifies s[1] ensures p.v == «3¦old(p.v)¦old(p.v)» ensures q.v == old(q.v) || p == q ensures q.w == old(q.w) || p == q { «p.v := 3;¦¦» }
//// strong, C weak, E weak
class P { var v: int  var w: int }
class D { var n: P?
  method A(p: P) requires n == p modifies n ensures p.v == old(p.v) && p.w == 3 { n.w := 3; }
  method B(p: P) requires n == p modifies this, n ensures p.v == old(p.v) && p.w == 3 && n == p { n.w := 3; }
}
method C(d: D, p: P) modifies d.n ensures p.v == old(p.v) && p.w == old(p.w) { }
method E(d: D, p: P) modifies d.n ensures d.n != null ==> d.n.v == old(d.n.v) ensures p.v == old(p.v) { }
//// strong
method Swap(a: array<int>, i: int, j: int) requires 0 <= i < a.Length && 0 <= j < a.Length modifies a ensures a[..] == old(a[..])[i := old(a[j])][j := old(a[i])] { var t := a[i]; a[i] := a[j]; a[j] := t; }
//// weak
method Fill(a: array<int>, n: nat) requires n <= a.Length modifies a ensures forall i :: 0 <= i < n ==> a[i] == 0 { var i := 0; while i < n invariant i <= n && forall j :: 0 <= j < i ==> a[j] == 0 { a[i] := 0; i := i + 1; } }
//// strong
method Row(m: array2<int>, i: int) requires 0 <= i < m.Length0 modifies m ensures forall x, y :: 0 <= x < m.Length0 && 0 <= y < m.Length1 ==> m[x, y] == if x == i then 0 else old(m[x, y]) { var j := 0; while j < m.Length1 invariant 0 <= j <= m.Length1 && forall x, y :: 0 <= x < m.Length0 && 0 <= y < m.Length1 ==> m[x, y] == if x == i && y < j then 0 else old(m[x, y]) { m[i, j] := 0; j := j + 1; } }
//// strong
class D { var v: int }
class C { var d: D?  var n: int
  method M(e: D) modifies this ensures unchanged(`d) && n == old(n) + 1 { n := n + 1; } }
//// strong
class C { var n: C?  var v: int
  method M() requires n != null && n != this modifies n ensures n.v == old(n.v) + v && n.n == old(n.n) { n.v := n.v + v; } }
//// strong
class C { var v: int }
method M(s: seq<C>) modifies set i | 0 <= i < |s| :: s[i] ensures forall c :: c in s ==> c.v == 0 { var i := 0; while i < |s| invariant 0 <= i <= |s| invariant forall k :: 0 <= k < i ==> s[k].v == 0 { s[i].v := 0; i := i + 1; } }
//// weak
class C { var v: int }
method M(s: seq<C>) requires |s| > 1 modifies set i | 0 <= i < |s| :: s[i] ensures s[0].v == 0 { s[0].v := 0; }
//// 4 strong
class C { var v: int }
method M(s: set<C>) modifies set c | c in s && c.v > 0 ensures forall c :: c in s && old(c.v) > 0 ==> c.v == 0 { forall c | c in s && c.v > 0 { c.v := 0; } }
//// strong
method M(s: seq<array<int>>) requires |s| == 2 && s[0] != s[1] && s[0].Length == 1 && s[1].Length == 1 modifies s[1] ensures s[1][0] == old(s[0][0]) { s[1][0] := s[0][0]; }
//// weak
method M(s: seq<array<int>>) requires |s| == 2 && s[0] != s[1] && s[0].Length == 1 && s[1].Length == 1 modifies s[0], s[1] ensures s[1][0] == old(s[0][0]) { s[1][0] := s[0][0]; }
//// strong
class C { var v: int  var w: int }
method M(s: set<C>) modifies s`v ensures forall c :: c in s ==> c.v == old(c.v) + 1 { forall c | c in s { c.v := c.v + 1; } }
//// weak
class C { var v: int  var w: int }
method M(s: set<C>) requires s != {} modifies set c | c in s :: c ensures forall c :: c in s ==> c.v == old(c.v) + 1 { forall c | c in s { c.v := c.v + 1; } }
//// strong
class C { var v: int  function Get(): int reads this { v } method M() modifies this ensures old(Get()) == v - 1 { v := v + 1; } }
//// strong
method M(a: array<int>, b: array<int>) requires a.Length == b.Length == 1 modifies a, b ensures a[0] == old(b[0]) && b[0] == old(a[0]) { a[0], b[0] := b[0], a[0]; }
//// weak
class C { var v: int  var w: int }
method M(c: C, d: C) modifies «if c.v > 0 then {c} else {d}¦if c.v > 0 then c else d» ensures old(c.v) > 0 ==> c.v == 0 { if c.v > 0 { c.v := 0; } }
//// «weak¦weak¦strong»
class C { var v: int  var w: int }
method M(s: seq<C>) modifies «set c | c in s¦set i | 0 <= i < |s| :: s[i]¦set c | c in s» ensures forall c :: c in s ==> c.v == 0 «¦¦&& c.w == old(c.w)» { forall c | c in s { c.v := 0; } }
//// weak
class C { var v: int  var w: int }
class D { var c: C  function Cs(): set<C> reads this { {c} }  constructor () { c := new C; }
  method M() modifies Cs() ensures c.v == 3 { c.v := 3; } }
//// 4 unknown
class C { var v: int  var w: int }
method M(s: seq<C>) modifies var t := s; t ensures forall c :: c in s ==> c.v == 0 { forall c | c in s { c.v := 0; } }
//// weak, D.constructor strong
datatype Box = Box(c: C) | Nope
class C { var v: int  var w: int }
class D { var b: Box  constructor (b: Box) ensures this.b == b { this.b := b; }
  method K() requires b.Box? modifies b.c ensures b == old(b) && b.c.v == old(b.c.v) + 1 { var c: C := b.c; c.v := c.v + 1; } }
method M(b: Box) requires b.Box? modifies b.c ensures b.c.v == old(b.c.v) + 1 { var c: C := b.c; c.v := c.v + 1; }
method S(t: seq<Box>) requires |t| == 1 && t[0].Box? modifies t[0].c ensures t[0].c.v == old(t[0].c.v) + 1 { var c: C := t[0].c; c.v := c.v + 1; }
//// weak
class C { var v: int  var w: int }
method N(t: (C, int)) modifies t.0 ensures t.0.v == old(t.0.v) + 1 { var c: C := t.0; c.v := c.v + 1; }
//// strong
class C { var v: int }
method M(m: map<int, C>, k: int) requires k in m modifies m[k] ensures m[k].v == old(m[k].v) + 1 { m[k].v := m[k].v + 1; }
//// strong
class C { var v: int }
method M(m: map<int, C>, k: int) requires k in m modifies m.Values ensures forall i :: i in m ==> m[i].v == old(m[i].v) { }
//// weak
class C { var v: int }
method M(m: map<int, C>, k: int) requires k in m && |m| > 1 && (forall i, j :: i in m && j in m && i != j ==> m[i] != m[j]) modifies m.Values ensures m[k].v == 0 { m[k].v := 0; }
//// strong
datatype Box = Box(c: C)
class C { var v: int }
method M(b: Box) modifies b.c ensures b.c.v == old(b.c.v) + 1 { b.c.v := b.c.v + 1; }
//// weak
datatype Box = Box(c: C)
class C { var v: int  var w: int }
method M(b: Box) modifies b.c ensures b.c.v == old(b.c.v) + 1 { b.c.v := b.c.v + 1; }
//// strong
class C { var a: array<int>  constructor (b: array<int>) ensures a == b { a := b; } 
  method Set(i: nat, x: int) requires i < a.Length modifies a ensures a[..] == old(a[..])[i := x] { a[i] := x; } }
//// weak, C.constructor strong
class C { var a: array<int>  constructor (b: array<int>) ensures a == b { a := b; } 
  method Set(i: nat, x: int) requires i < a.Length modifies this, a ensures a[..] == old(a[..])[i := x] { a[i] := x; } }
//// weak, C.constructor strong
class C { var a: array<int>  constructor (b: array<int>) ensures a == b { a := b; } 
  method Set(i: nat, x: int) requires i < a.Length modifies `a, a ensures i < a.Length && a[i] == x { a[i] := x; } }
//// strong
class C { var n: nat  method Down() returns (r: nat) modifies this decreases n ensures n == 0 && r == old(n) { if n == 0 { return 0; } n := n - 1; r := Down(); r := r + 1; } }
//// strong
class C { var x: int  static method New(v: int) returns (c: C) ensures fresh(c) && c.x == v { c := new C; c.x := v; } }
//// weak
class C { var x: int  var y: int  static method New(v: int) returns (c: C) ensures fresh(c) && c.x == v { c := new C; c.x := v; c.y := 0; } }
//// strong
method M(a: array2<int>) requires a.Length0 == a.Length1 modifies a ensures forall i, j :: 0 <= i < a.Length0 && 0 <= j < a.Length1 ==> a[i, j] == old(a[j, i]) { var b := new int[a.Length0, a.Length1]((i, j) requires 0 <= i < a.Length0 && 0 <= j < a.Length1 && a.Length0 == a.Length1 reads a => a[j, i]); forall i, j | 0 <= i < a.Length0 && 0 <= j < a.Length1 { a[i, j] := b[i, j]; } }
//// weak
method M(a: array2<int>) requires a.Length0 == a.Length1 modifies a ensures forall i :: 0 <= i < a.Length0 ==> a[i, i] == old(a[i, i]) { }
//// strong
class C { var v: int } class D { var v: int }
method M(c: C, d: D) modifies c ensures c.v == d.v ensures d.v == old(d.v) { c.v := d.v; }
//// strong
class C { var v: int }
method M(c: C, d: C) modifies c ensures c.v == old(d.v) { c.v := d.v; }
//// strong
class C { var a: int var b: int var c: int
  method Set(x: int) modifies `a, `b ensures a == x && b == old(b) + x { a := x; b := b + x; } }
//// 4 strong
class C { var v: int }
method M(s: set<C>) modifies set c | c in s && c.v > 0 ensures forall c :: c in s && old(c.v) > 0 ==> c.v == 0 { var t := set c | c in s && c.v > 0; forall c | c in t { c.v := 0; } }
