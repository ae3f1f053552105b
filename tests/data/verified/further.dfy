//// 4 strong
datatype D = A(n: int) | B { const k: int := 3  function method F(x: int): int { match this case A(n) => n + x case B => x } predicate method IsA() { A? } method Get() returns (r: int) ensures r == F(0) { match this { case A(n) => r := n; case B => r := 0; } } static function method Make(): D { B } }
method M(d: D) returns (r: int) ensures r == d.F(d.k) { r := d.F(3); }
method N(d: D) returns (r: bool, e: D) ensures r == d.IsA() && e == D.Make() { r := d.A?; e := B; }
//// 4 weak, D.Get strong
datatype D = A(n: int) | B { function method F(x: int): int { match this case A(n) => n + x case B => x } method Get() returns (r: int) ensures r == F(0) { match this { case A(n) => r := n; case B => r := 0; } } }
method M(d: D) returns (e: D) ensures e.F(0) == d.F(0) { if d.B? { e := A(0); } else { e := d; } }
//// weak, Cell.constructor strong
class Cell { var v: int constructor (v: int) ensures this.v == v { this.v := v; } }
method M(n: int) returns (m: map<int, Cell>) ensures m.Keys == {0, 1} && fresh(m[0]) && fresh(m[1]) && m[0] != m[1] && m[0].v == n
{ var c := new Cell(n); var d := new Cell(n + 1); m := map[0 := c, 1 := d]; }
//// weak, Cell.constructor strong
class Cell { var v: int constructor (v: int) ensures this.v == v { this.v := v; } }
method M(n: int) returns (s: set<Cell>) ensures |s| == 1 && forall c :: c in s ==> fresh(c) && c.v >= n { var c := new Cell(n); s := {c}; }
//// strong
class Node { var next: Node? var v: int }
method M(n: Node) returns (r: int) requires n.next != null && n.next.next != null ensures r == n.next.next.v { r := n.next.next.v; }
method N(n: Node) requires n.next != null && n.next.next != null modifies n.next.next ensures n.next != null && n.next.next == old(n.next.next) && n.next.next.next == old(n.next.next.next) && n.next.next.v == 7 { var m := n.next.next; m.v := 7; assert n.next != null; }
//// weak
class Node { var next: Node? var v: int }
method N(n: Node) requires n.next != null && n.next.next != null modifies n.next.next`v ensures n.next.next.v > old(n.next.next.v) { n.next.next.v := n.next.next.v + 1; }
//// strong
class Node { var next: Node? var v: int }
method Skip(n: Node) requires n.next != null && n.next.next != null modifies n`next ensures n.next == old(n.next.next) { n.next := n.next.next; }
method Deep(n: Node) returns (b: bool) requires n.next != null ensures b == (n.next.next != null && n.next.next.v == n.v) { b := n.next.next != null && n.next.next.v == n.v; }
//// weak
class Node { var next: Node? var v: int }
method Skip(n: Node) requires n.next != null && n.next.next != null modifies n ensures n.next == old(n.next.next) { n.next := n.next.next; }
//// weak
class Cell { var v: int }
method M(s: set<Cell>, k: int) modifies set o | o in s && o.v > k ensures forall c :: c in s && old(c.v) > k ==> c.v <= k { forall c | c in s && c.v > k { c.v := k; } }
//// strong
class Cell { var v: int }
method M(s: set<Cell>, k: int) modifies set o | o in s && o.v > k ensures forall c :: c in s && old(c.v) > k ==> c.v == k { forall c | c in s && c.v > k { c.v := k; } }
//// strong
class Cell { var v: int }
method M(s: seq<Cell>) modifies s ensures forall i :: 0 <= i < |s| ==> s[i].v == 0 { forall i | 0 <= i < |s| { s[i].v := 0; } }
//// weak
class Cell { var v: int }
method M(s: seq<Cell>) modifies s ensures |s| > 0 ==> s[0].v == 0 { forall i | 0 <= i < |s| { s[i].v := 0; } }
//// strong
trait T { var n: int function method Key(): int reads this { n } predicate method Big() reads this { Key() > 3 } }
class A extends T { constructor (n: int) ensures this.n == n { this.n := n; } }
method M(t: T) returns (b: bool) ensures b == t.Big() { b := t.n > 3; }
method N(t: T) modifies t ensures t.Key() == old(t.Key()) + 1 { t.n := t.n + 1; }
//// weak
trait T { var n: int function method Key(): int reads this { n } predicate method Big() reads this { Key() > 3 } }
class A extends T { }
method N(t: T) modifies t ensures t.Big() { t.n := 4; }
//// strong
class C { var x: int var y: int
  twostate function Delta(): int reads this { (x - old(x)) + 10 * (y - old(y)) }
  twostate predicate OnlyX() reads this { y == old(y) }
  method M() modifies this ensures OnlyX() && Delta() == 2 { x := x + 2; } }
//// weak
class C { var x: int var y: int
  twostate function Delta(): int reads this { (x - old(x)) + 10 * (y - old(y)) }
  method M() modifies this ensures Delta() == 2 { x := x + 2; } }
//// strong
inductive predicate Even(n: int) { n == 0 || (n >= 2 && Even(n - 2)) }
method M(n: int) returns (r: int) requires Even(n) && 0 <= n < 20 ensures r == n + 2 { r := n + 2; }
//// 4 strong
least predicate Even(n: int) { n == 0 || (n >= 2 && Even(n - 2)) }
lemma Zero() ensures Even(0) { }
lemma Four() ensures Even(4) { }
least lemma NonNeg(n: int) requires Even(n) ensures n >= 0 { }
//// 4 strong
codatatype S = C(hd: int, tl: S)
greatest predicate Pos[nat](s: S) { s.hd > 0 && Pos(s.tl) }
method M(s: S) returns (r: int) requires Pos(s) ensures r == s.tl.hd { r := s.tl.hd; }
//// strong
class C { var x: int var y: int
  method M() modifies this ensures y == old(x) + 1 && x == old(x) + 3 { x := x + 1; label L: y := x; x := x + 2; assert old@L(x) == y; } }
//// strong
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == if i % 2 == 0 then i else old(a[i]) { forall i | 0 <= i < a.Length && i % 2 == 0 { a[i] := i; } }
//// weak
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length && i % 2 == 0 ==> a[i] == i { forall i | 0 <= i < a.Length && i % 2 == 0 { a[i] := i; } }
//// strong
method M(a: array<int>, b: array<int>) requires a.Length == b.Length modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(b[b.Length - 1 - i]) { forall i | 0 <= i < a.Length { a[i] := b[b.Length - 1 - i]; } }
//// 4 strong
datatype P = P(x: int, y: int)
datatype L = L(p: P, q: P)
method M(l: L) returns (r: L) ensures r == l.(p := l.p.(x := 1)) { r := L(P(1, l.p.y), l.q); }
method N(l: L) returns (r: L) ensures r == l.(p := l.q, q := l.p.(y := l.q.x, x := 0)) { r := L(l.q, P(0, l.q.x)); }
//// 4 weak
datatype P = P(x: int, y: int)
datatype L = L(p: P, q: P)
method M(l: L) returns (r: L) ensures r.(q := l.q) == l.(p := l.p.(x := 1)) { r := L(P(1, l.p.y), l.q); }
//// strong up to choice
method M(s: set<int>) returns (r: int) requires s != {} ensures r in s { r :| r in s; }
//// strong
method M(s: set<int>) returns (r: int) requires |s| == 1 ensures r in s ensures forall x :: x in s ==> x == r { r :| r in s; var t := s - {r}; assert |t| == 0; }
//// strong
method M(n: nat, k: nat) returns (r: nat, q: nat) requires k > 0 ensures n == q * k + r && r < k { q := n / k; r := n % k; }
//// weak
method M(n: nat, k: nat) returns (r: nat, q: nat) requires k > 0 ensures n == q * k + r { q := n / k; r := n % k; }
//// strong
method Up(c: char) returns (d: char) ensures d == if 'a' <= c <= 'z' then (c as int - 32) as char else c { if 'a' <= c <= 'z' { d := (c as int - 'a' as int + 'A' as int) as char; } else { d := c; } }
//// 4 strong
method Up(c: char) returns (d: char) requires 'a' <= c <= 'z' ensures d == c - ' ' { d := (c as int - 32) as char; }
method Digit(n: nat) returns (d: char) requires n < 10 ensures d == '0' + n as char { d := (n + 48) as char; }
//// 4 weak
method Digit(n: nat) returns (d: char) requires n < 10 ensures d - '0' <= n as char { d := '0'; }
//// strong
method M(s: seq<int>) returns (m: multiset<int>) ensures m == multiset(s) { m := multiset{}; var i := 0; while i < |s| invariant 0 <= i <= |s| && m == multiset(s[..i]) { assert s[..i + 1] == s[..i] + [s[i]]; m := m + multiset{s[i]}; i := i + 1; } assert s[..i] == s; }
//// weak
method M(m: multiset<int>, x: int) returns (r: multiset<int>) ensures r <= m && x !in r { r := m[x := 0]; }
//// strong
method M(n: int) returns (r: bool) ensures r == (n in (iset x: int | x % 2 == 0)) { r := n % 2 == 0; }
//// weak
method M(n: int) returns (r: int) ensures r in (iset x: int | x > n && x % 2 == 0) { r := if n % 2 == 0 then n + 2 else n + 1; }
//// strong
method M(n: int) returns (r: int) ensures r in (iset x: int | n < x <= n + 2 && x % 2 == 0) { r := if n % 2 == 0 then n + 2 else n + 1; }
//// strong
type Opt = n: nat | n < 100 witness 4
method M(o: Opt) returns (p: Opt) ensures p == if o == 99 then 0 else o + 1 { p := if o == 99 then 0 else o + 1; }
method N(s: seq<nat>) returns (m: nat) ensures m <= |s| && (m < |s| ==> s[m] == 0) && forall i :: 0 <= i < m ==> s[i] != 0 { m := 0; while m < |s| && s[m] != 0 invariant m <= |s| && forall i :: 0 <= i < m ==> s[i] != 0 { m := m + 1; } }
//// strong
class C { var x: int }
method M(c: C) returns (r: seq<C>) ensures r == [c] { r := [c]; }
//// weak
class C { var x: int }
method M(c: C, d: C) returns (r: seq<C>) ensures |r| == 1 { r := [c]; }
//// strong
class C { var x: int }
method M(a: array<C>, i: nat) returns (c: C) requires i < a.Length ensures c == a[i] { c := a[i]; }
//// strong
class C { var x: int }
method M(a: array<C>, i: nat) requires i < a.Length modifies a[i] ensures a[i].x == old(a[i].x) + 1 ensures forall j :: 0 <= j < a.Length && a[j] != a[i] ==> a[j].x == old(a[j].x) { a[i].x := a[i].x + 1; }
//// weak
class C { var x: int }
method M(a: array<C>, i: nat) requires i < a.Length modifies set j | 0 <= j < a.Length :: a[j] ensures a[i].x == old(a[i].x) + 1 { a[i].x := a[i].x + 1; }
//// strong
class C { var x: int }
method M(a: array<C?>) modifies a ensures forall j :: 0 <= j < a.Length ==> a[j] == null { forall j | 0 <= j < a.Length { a[j] := null; } }
//// weak
class C { var x: int }
method M(a: array<C?>) requires a.Length > 1 modifies a ensures a[0] == null { forall j | 0 <= j < a.Length { a[j] := null; } }
//// strong
method M(s: seq<int>) returns (r: int) ensures r == multiset(s)[0] { r := |seq_filter(s)|; lemma_count(s); }
function method seq_filter(s: seq<int>): seq<int> { if s == [] then [] else (if s[0] == 0 then [0] else []) + seq_filter(s[1..]) }
lemma lemma_count(s: seq<int>) ensures |seq_filter(s)| == multiset(s)[0] { if s != [] { assert s == [s[0]] + s[1..]; lemma_count(s[1..]); } }
//// strong
method M(x: int, y: int) returns (x': int, y': int) ensures x' == y && y' == x { x', y' := y, x; }
//// strong
method M(n: int) returns (r: int) ensures var k := n * 2; r == k + 1 { var k := n; r := k + k + 1; }
//// strong
function method F(n: int): (r: int) ensures r > n { n + 1 }
method M(n: int) returns (r: int) ensures r == F(F(n)) { r := n + 2; }
//// strong
method M(a: int, b: int) returns (q: int, r: int) requires b != 0 ensures q == a / b && r == a % b { q := a / b; r := a - q * b; }
//// weak
method M(a: int, b: int) returns (r: int) requires b < -1 ensures 0 <= r < -b { r := a % b; }
//// strong
method M(s: seq<int>, i: int) returns (t: seq<int>) requires 0 <= i <= |s| ensures t + s[i..] == s { t := s[..i]; assert s == s[..i] + s[i..]; }
//// strong
method M(m: map<int, int>, n: map<int, int>) returns (r: map<int, int>) ensures r == map k | k in m.Keys + n.Keys :: if k in n then n[k] else m[k] { r := map k | k in m.Keys + n.Keys :: if k in n then n[k] else m[k]; }
//// weak
method M(m: map<int, int>, n: map<int, int>) returns (r: map<int, int>) ensures r.Keys == m.Keys + n.Keys ensures forall k :: k in m.Keys - n.Keys ==> r[k] == m[k] { r := map k | k in m.Keys + n.Keys :: if k in n then n[k] else m[k]; }
//// strong
method M(s: set<int>) returns (r: set<int>) ensures r == set x | x in s && x > 0 :: -x { r := set x | x in s && x > 0 :: -x; }
//// weak
method M(s: set<int>) returns (r: set<int>) ensures forall x :: x in r ==> -x in s { r := set x | x in s && x > 0 :: -x; }
//// strong
class A { var x: int var y: int }
method M(a: A, b: A) modifies a, b ensures a.x == 1 && b.y == 2 && (a != b ==> a.y == old(a.y) && b.x == old(b.x)) { a.x := 1; b.y := 2; }
//// weak
class A { var x: int var y: int }
method M(a: A, b: A) modifies a, b ensures a.x == 1 && b.y == 2 { a.x := 1; b.y := 2; }
//// strong
class A { var x: int ghost var g: int }
method M(a: A) modifies a`x ensures a.x == old(a.x) + 1 { a.x := a.x + 1; }
//// strong
class A { static const K: int := 5 const k: int constructor (k: int) ensures this.k == k + K { this.k := k + K; } }
method M() returns (r: int) ensures r == A.K { r := 5; }
//// strong
class A { var n: nat method Count() modifies this ensures n == old(n) + 1 { n := n + 1; } method Twice() modifies this ensures n == old(n) + 2 { Count(); Count(); } }
method M(a: A, b: A) requires a != b modifies a, b ensures a.n == old(a.n) + 1 && b.n == old(b.n) + 2 { a.Count(); b.Twice(); }
//// strong
module Lib { class A { var n: int constructor () ensures n == 0 { n := 0; } } function method Inc(x: int): int { x + 1 } }
module Use { import L = Lib method M(x: int) returns (r: int, a: L.A) ensures r == L.Inc(x) && fresh(a) && a.n == 0 { r := x + 1; a := new L.A(); } }
//// weak
module Lib { class A { var n: int constructor () ensures n >= 0 { n := 0; } } }
module Use { import opened Lib method M() returns (a: A) ensures fresh(a) && a.n >= 0 { a := new A(); } }
//// strong
class Tree { var l: Tree? var r: Tree? var v: int }
method Left(t: Tree) returns (v: int) requires t.l != null && t.l.r != null ensures v == t.l.r.v { v := t.l.r.v; }
method Rot(t: Tree) requires t.l != null && t.l != t modifies t, t.l ensures old(t.l).r == t && t.l == old(t.l.r) && t.r == old(t.r) && t.v == old(t.v) && old(t.l).l == old(t.l.l) && old(t.l).v == old(t.l.v) { var l := t.l; t.l := l.r; l.r := t; }
//// weak
class Tree { var l: Tree? var r: Tree? var v: int }
method Rot(t: Tree) requires t.l != null && t.l != t modifies t, t.l ensures old(t.l).r == t && t.l == old(t.l.r) && t.r == old(t.r) && t.v == old(t.v) { var l := t.l; t.l := l.r; l.r := t; }
//// strong
newtype N = x: int | 0 <= x < 100
method M(s: seq<N>) returns (r: N) requires |s| > 0 && forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] ensures r in s && forall x :: x in s ==> x <= r { r := s[|s| - 1]; }
//// strong
type T(==)
method M(a: T, b: T) returns (r: bool) ensures r == (a == b) { r := a == b; }
method N(s: seq<T>, b: T) returns (r: seq<T>) ensures r == [b] + s { r := [b] + s; }
//// weak
type T(==)
method N(s: seq<T>, b: T) returns (r: seq<T>) ensures |r| == |s| + 1 && b in r { r := [b] + s; }
//// strong
method M(x: int) returns (r: int) ensures (x > 0 ==> r == 1) && (x == 0 ==> r == 0) && (x < 0 ==> r == -1) { if { case x > 0 => r := 1; case x == 0 => r := 0; case x < 0 => r := -1; } }
//// strong up to choice
method M(x: int) returns (r: int) ensures x > 0 ==> r == 1 || r == 0 ensures x <= 0 ==> r == 0 { if { case x > 0 => r := 1; case true => r := 0; } }
//// strong
method M(n: nat) returns (r: nat) ensures r * r <= n < (r + 1) * (r + 1) { r := 0; while (r + 1) * (r + 1) <= n invariant r * r <= n { r := r + 1; } }
//// weak
method M(n: nat) returns (r: nat) ensures r * r <= n { r := 0; while (r + 1) * (r + 1) <= n invariant r * r <= n { r := r + 1; } }
//// strong
method M(a: array<int>) modifies a ensures a.Length > 0 ==> a[0] == old(a[a.Length - 1]) && a[a.Length - 1] == old(a[0]) ensures forall i :: 0 < i < a.Length - 1 ==> a[i] == old(a[i]) { if a.Length > 0 { a[0], a[a.Length - 1] := a[a.Length - 1], a[0]; } }
//// 4 strong
class C { var x: int  ghost function Sq(): int reads this { x * x } method M() modifies this ensures Sq() == old(Sq()) && x == -old(x) { x := -x; } }
//// 4 strong
method M(s: seq<int>) returns (r: seq<int>) ensures r == seq(|s|, i requires 0 <= i < |s| => s[i] * 2) { r := []; for i := 0 to |s| invariant r == seq(i, j requires 0 <= j < i => s[j] * 2) { r := r + [s[i] * 2]; } }
//// 4 strong
datatype Tok = Num(n: int) | Op(c: char)
method M(t: Tok) returns (r: int) ensures r == match t { case Num(3) => 30 case Num(n) => n case Op('+') => 1 case Op(_) => 2 } { match t { case Num(n) => r := if n == 3 then 30 else n; case Op(c) => r := if c == '+' then 1 else 2; } }
//// strong
method M(a: array<int>, k: int) returns (r: bool) ensures r <==> exists i, j :: 0 <= i < j < a.Length && a[i] + a[j] == k { r := false; var i := 0; while i < a.Length invariant 0 <= i <= a.Length && (r <==> exists p, q :: 0 <= p < q < a.Length && p < i && a[p] + a[q] == k) { var j := i + 1; while j < a.Length invariant i < j <= a.Length && (r <==> (exists p, q :: 0 <= p < q < a.Length && p < i && a[p] + a[q] == k) || exists q :: i < q < j && a[i] + a[q] == k) { if a[i] + a[j] == k { r := true; } j := j + 1; } i := i + 1; } }
//// strong
predicate Has(k: int, s: seq<int>) requires 0 <= k { exists i :: 0 <= i <= |s| - k && Zero(s, i, k) }
predicate Zero(s: seq<int>, i: int, k: int) requires 0 <= k && 0 <= i <= |s| - k { forall j :: i <= j < i + k ==> s[j] == 0 }
method M(s: seq<int>) returns (n: nat) requires |s| <= 2 ensures Has(n, s) && forall k :: n < k ==> !Has(k, s) { if |s| == 0 { n := 0; assert Zero(s, 0, 0); } else if |s| == 1 { n := if s[0] == 0 then 1 else 0; assert Zero(s, 0, n); assert !(s[0] == 0) ==> !Zero(s, 0, 1); } else { if s[0] == 0 && s[1] == 0 { n := 2; assert Zero(s, 0, 2); } else if s[0] == 0 { n := 1; assert Zero(s, 0, 1); assert s[1] != 0 && !Zero(s, 0, 2); } else if s[1] == 0 { n := 1; assert Zero(s, 1, 1); assert s[0] != 0 && !Zero(s, 0, 2); } else { n := 0; assert Zero(s, 0, 0); assert s[0] != 0 && s[1] != 0; assert !Zero(s, 0, 1); assert !Zero(s, 1, 1); assert !Zero(s, 0, 2); } } }
//// weak
predicate Has(k: int, s: seq<int>) requires 0 <= k { exists i :: 0 <= i <= |s| - k && Zero(s, i, k) }
predicate Zero(s: seq<int>, i: int, k: int) requires 0 <= k && 0 <= i <= |s| - k { forall j :: i <= j < i + k ==> s[j] == 0 }
method M(s: seq<int>) returns (n: nat) ensures Has(n, s) { n := 0; assert Zero(s, 0, 0); }
//// strong
class N { var v: int var next: N? }
method M(s: seq<N>, i: nat) returns (t: seq<N>) requires i < |s| ensures t == s[i := s[0]] { t := s[i := s[0]]; }
//// strong
class N { var v: int }
method M(m: map<int, N>, k: int) returns (n: N?) ensures k in m ==> n == m[k] ensures k !in m ==> n == null { n := if k in m then m[k] else null; }
//// weak
class N { var v: int }
method M(m: map<int, N>, k: int) returns (n: N?) ensures k in m ==> n == m[k] { n := if k in m then m[k] else null; }
//// strong
class N { var v: int  method Set(x: int) modifies this ensures v == x { v := x; } }
method M(a: N, b: N) requires a != b modifies a, b ensures a.v == 1 && b.v == 2 { a.Set(1); b.Set(2); }
method O(a: N, b: N) modifies a, b ensures b.v == 2 && (a != b ==> a.v == 1) { a.Set(1); b.Set(2); }
//// strong
datatype E = Num(n: int) | Add(l: E, r: E) | Neg(e: E)
function method Eval(e: E): int { match e case Num(n) => n case Add(l, r) => Eval(l) + Eval(r) case Neg(x) => -Eval(x) }
method M(e: E) returns (v: int) ensures v == Eval(e) { v := Eval(e); }
//// 4 weak
datatype E = Num(n: int) | Add(l: E, r: E) | Neg(e: E)
function method Eval(e: E): int { match e case Num(n) => n case Add(l, r) => Eval(l) + Eval(r) case Neg(x) => -Eval(x) }
method Opt(e: E) returns (o: E) ensures Eval(o) == Eval(e) { match e { case Add(Num(0), r) => o := r; case _ => o := e; } }
//// strong
method M(s: seq<seq<int>>) returns (t: seq<int>) ensures |t| == |s| && forall i :: 0 <= i < |s| ==> t[i] == |s[i]| { t := []; while |t| < |s| invariant |t| <= |s| && forall i :: 0 <= i < |t| ==> t[i] == |s[i]| { t := t + [|s[|t|]|]; } }
//// weak
method M(s: seq<seq<int>>) returns (t: seq<int>) ensures |t| == |s| && forall i :: 0 <= i < |s| ==> t[i] in s[i] || s[i] == [] { t := []; while |t| < |s| invariant |t| <= |s| && forall i :: 0 <= i < |t| ==> t[i] in s[i] || s[i] == [] { t := t + [if s[|t|] == [] then 0 else s[|t|][0]]; } }
//// strong
method M(a: array2<int>, i: nat) returns (r: seq<int>) requires i < a.Length0 ensures |r| == a.Length1 && forall j :: 0 <= j < a.Length1 ==> r[j] == a[i, j] { r := []; while |r| < a.Length1 invariant |r| <= a.Length1 && forall j :: 0 <= j < |r| ==> r[j] == a[i, j] { r := r + [a[i, |r|]]; } }
//// strong
iterator It(n: nat) yields (x: nat) yield ensures |xs| <= n + 1 { }
method M(x: int) returns (r: int) ensures r == x { r := x; }
//// strong up to choice
method M(s: seq<int>, x: int) returns (i: nat) requires x in s ensures i < |s| && s[i] == x { i :| i < |s| && s[i] == x; }
//// strong
method M(m: map<int, int>) returns (s: set<int>) ensures s == set k | k in m && m[k] == k { s := set k | k in m && m[k] == k; }
//// strong
method M(m: map<int, set<int>>, k: int, v: int) returns (n: map<int, set<int>>) ensures n == m[k := (if k in m then m[k] else {}) + {v}] { var old_ := if k in m then m[k] else {}; n := m[k := old_ + {v}]; }
//// weak
method M(m: map<int, set<int>>, k: int, v: int) returns (n: map<int, set<int>>) ensures k in n && v in n[k] && forall j :: j in m && j != k ==> j in n && n[j] == m[j] { var old_ := if k in m then m[k] else {}; n := m[k := old_ + {v}]; }
//// strong
method M(x: real, y: real) returns (r: real) requires y != 0.0 ensures r * y == x { r := x / y; }
//// weak
method M(x: real) returns (r: real) ensures r >= 0.0 && r * r >= x { r := if x < 0.0 then 0.0 else x + 1.0; }
//// strong
method M(x: bv8) returns (y: bv8, z: bv8) ensures y == x << 1 && z == x >> 1 { y := x + x; z := x >> 1; }
//// strong
method M(n: nat) returns (s: set<nat>) ensures s == set i: nat | i < n && i % 2 == 0 { s := set i: nat | i < n && i % 2 == 0; }
//// weak
method M(n: nat) returns (s: set<nat>) ensures forall i :: i in s ==> i < n && i % 2 == 0 { s := set i: nat | i < n && i % 2 == 0; }
//// strong
class A { var x: int constructor () ensures x == 7 { x := 3; new; x := x + 4; } }
method M() returns (a: A) ensures fresh(a) && a.x == 7 { a := new A(); }
//// strong
class A { var x: int var a: array<int> constructor (n: nat) ensures fresh(a) && a.Length == n && x == n ensures forall i :: 0 <= i < n ==> a[i] == i { a := new int[n](i => i); x := n; } }
//// weak
class A { var x: int var a: array<int> constructor (n: nat) ensures fresh(a) && a.Length == n && x == n { a := new int[n](i => i); x := n; } }
//// strong, not fresh
class A { var x: int var a: array<int> constructor (b: array<int>) ensures a.Length == b.Length && x == 0 ensures forall i :: 0 <= i < a.Length ==> a[i] == b[i] { a := new int[b.Length](i requires 0 <= i < b.Length reads b => b[i]); x := 0; } }
//// strong
method M(a: int, b: int) returns (q: int) requires b != 0 ensures q == a / b { q := if b > 0 then (if a >= 0 then a / b else -((-a + b - 1) / b)) else (if a >= 0 then -(a / -b) else (-a + -b - 1) / -b); }
//// strong
method M(x: real) returns (r: int) ensures r == (-x).Floor { r := -(x.Floor); if x != x.Floor as real { r := r - 1; } }
//// strong
method M(x: real) returns (r: int) ensures x <= r as real < x + 1.0 { r := -((-x).Floor); }
//// weak
method M(x: real) returns (r: int) ensures x <= r as real <= x + 1.0 { r := -((-x).Floor); }
//// strong
method M(s: seq<int>) returns (r: bool) ensures r == (exists i {:trigger s[i]} :: 0 <= i < |s| && s[i] == 0) { r := 0 in s; }
//// 4 strong
method M(n: int) returns (r: int) ensures r == if n :| n == 3 then 1 else 0 { r := 1; }
//// 4 strong
method M(s: set<int>) returns (r: int) ensures s == {} ==> r == -1 ensures s != {} ==> r in s && forall x :: x in s ==> r <= x { if x :| x in s && forall y :: y in s ==> x <= y { r := x; } else { r := -1; MinExists(s); } }
lemma MinExists(s: set<int>) ensures s != {} ==> exists x :: x in s && forall y :: y in s ==> x <= y { if s != {} { var x :| x in s; var t := s - {x}; if t == {} { assert s == {x}; } else { MinExists(t); var m :| m in t && forall y :: y in t ==> m <= y; if x < m { assert forall y :: y in s ==> x <= y; } else { assert forall y :: y in s ==> m <= y; } } } }
//// strong
method M(n: nat) returns (r: nat) ensures r == n { r := 0; while true invariant r <= n decreases n - r { if r == n { break; } r := r + 1; } }
//// strong
method M(n: nat, m: nat) returns (r: nat) ensures r == if n > 0 && m > 0 then 1 else 0 { r := 0; label Outer: while r < n invariant r == 0 { var j := 0; while j < m invariant r == 0 { r := 1; break Outer; } break; } }
//// 4 strong
method M(s: seq<int>) returns (r: nat) ensures r == |s| { r := 0; for i := 0 to |s| invariant r == i { if s[i] == 0 { r := r + 1; continue; } r := r + 1; } }
//// strong
trait A { function method F(): int { 1 } } trait B { function method G(): int { 2 } }
class C extends A, B { function method H(): int { F() * 10 + G() } method M() returns (r: int) ensures r == H() { r := 12; } }
//// strong
type Pair<T> = (T, T)
method M(p: Pair<int>) returns (q: Pair<int>) ensures q == (p.1, p.0) { q := (p.1, p.0); }
//// strong
type Small = x: int | 0 <= x < 4
method M(f: Small -> int) returns (r: int) ensures r == f(3) { r := f(3); }
//// weak
type Small = x: int | 0 <= x < 4
method M(f: Small -> Small) returns (r: Small) ensures r <= f(3) { r := 0; }
//// strong
method M(s: string) returns (r: string) ensures r == "\"" + s + "\n" { r := ['"'] + s + ['\n']; }
//// strong
method M() returns (r: string) ensures r == @"a\b""c" { r := "a\\b\"c"; }
//// strong
method M(a: array<int>, i: int, j: int) returns (s: seq<int>) requires 0 <= i <= j <= a.Length ensures s == a[i..j] { s := []; var k := i; while k < j invariant i <= k <= j && s == a[i..k] { s := s + [a[k]]; k := k + 1; } }
//// strong
method M(a: array<int>) modifies a ensures a[..] == old(a[..]) { if a.Length > 1 { a[0], a[1] := a[1], a[0]; a[0], a[1] := a[1], a[0]; } }
//// weak
method M(a: array<int>) modifies a ensures multiset(a[..]) == multiset(old(a[..])) { if a.Length > 1 { a[0], a[1] := a[1], a[0]; } }
//// strong
method M(a: array<int>) modifies a ensures multiset(a[..]) == multiset(old(a[..])) ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j] requires a.Length == 2 { if a[0] > a[1] { a[0], a[1] := a[1], a[0]; } assert a[..] == [a[0], a[1]]; }
//// weak
method M(a: array<int>) modifies a ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j] requires a.Length == 2 { if a[0] > a[1] { a[0], a[1] := a[1], a[0]; } }
//// strong
function method Fib(n: nat): nat { if n < 2 then n else Fib(n - 1) + Fib(n - 2) }
method M(n: nat) returns (r: nat) ensures r == Fib(n) { var a, b, i := 0, 1, 0; while i < n invariant i <= n && a == Fib(i) && b == Fib(i + 1) { a, b, i := b, a + b, i + 1; } r := a; }
//// weak
function method Fib(n: nat): nat { if n < 2 then n else Fib(n - 1) + Fib(n - 2) }
method M(n: nat) returns (r: nat) ensures r >= Fib(n) { r := Fib(n); }
//// strong
datatype T = L | N(l: T, v: int, r: T)
predicate Has(t: T, x: int) { t.N? && (t.v == x || Has(t.l, x) || Has(t.r, x)) }
method M(t: T, x: int) returns (b: bool) ensures b == Has(t, x) { match t { case L => b := false; case N(l, v, r) => if v == x { b := true; } else { b := M(l, x); if !b { b := M(r, x); } } } }
//// weak
datatype T = L | N(l: T, v: int, r: T)
predicate Has(t: T, x: int) { t.N? && (t.v == x || Has(t.l, x) || Has(t.r, x)) }
method M(t: T, x: int) returns (u: T) ensures Has(u, x) { u := N(t, x, L); }
//// strong
datatype T = L | N(l: T, v: int, r: T)
function method Elems(t: T): multiset<int> { match t case L => multiset{} case N(l, v, r) => Elems(l) + multiset{v} + Elems(r) }
method M(t: T) returns (n: nat) ensures n == |Elems(t)| { match t { case L => n := 0; case N(l, v, r) => var a := M(l); var b := M(r); n := a + 1 + b; } }
//// strong
class P { var x: int var y: int method Move(dx: int, dy: int) modifies this ensures x == old(x) + dx && y == old(y) + dy { x := x + dx; y := y + dy; } }
method M(p: P) modifies p ensures p.x == old(p.x) && p.y == old(p.y) { p.Move(1, 2); p.Move(-1, -2); }
method N(p: P, q: P) modifies p, q ensures p != q ==> p.x == old(p.x) + 1 && q.x == old(q.x) + 2 && p.y == old(p.y) && q.y == old(q.y) ensures p == q ==> p.x == old(p.x) + 3 && p.y == old(p.y) { p.Move(1, 0); q.Move(2, 0); }
//// weak, P.Move strong
class P { var x: int var y: int method Move(dx: int, dy: int) modifies this ensures x == old(x) + dx && y == old(y) + dy { x := x + dx; y := y + dy; } }
method N(p: P, q: P) modifies p, q ensures p != q ==> p.x == old(p.x) + 1 && q.x == old(q.x) + 2 && p.y == old(p.y) && q.y == old(q.y) { p.Move(1, 0); q.Move(2, 0); }
//// strong
class C { const k: int const m: int := 4 constructor (k: int) ensures this.k == k * 2 { this.k := k + k; } function method F(): int { k + m } }
method M(c: C) returns (r: int) ensures r == c.F() { r := c.k + 4; }
//// strong
class C { var a: array<int> constructor (n: nat) ensures a.Length == n && fresh(a) && forall i :: 0 <= i < n ==> a[i] == 0 { a := new int[n](_ => 0); }
  method Set(i: nat, v: int) requires i < a.Length modifies a ensures a[i] == v && a.Length == old(a.Length) ensures forall j :: 0 <= j < a.Length && j != i ==> a[j] == old(a[j]) { a[i] := v; }
  method Sum() returns (r: int) requires a.Length == 2 ensures r == a[0] + a[1] { r := a[1] + a[0]; } }
//// weak, C.constructor strong
class C { var a: array<int> constructor (n: nat) ensures a.Length == n && fresh(a) && forall i :: 0 <= i < n ==> a[i] == 0 { a := new int[n](_ => 0); }
  method Set(i: nat, v: int) requires i < a.Length modifies this, a ensures i < a.Length && a[i] == v { a[i] := v; } }
//// strong
module A { type T(==, 0) function method F(t: T): int } module B refines A { type T = int function method F ... { t + 1 } method M(t: T) returns (r: int) ensures r == F(t) { r := t + 1; } }
//// strong
method M(x: bv8, n: nat) returns (y: bv8) requires n < 8 ensures y == x << n { y := x; var i := 0; y := x << n; }
//// strong
method M(x: bv4) returns (y: int) ensures y == (x as int + 1) % 16 { y := (x + 1) as int; }
//// strong
method M(m: map<string, int>, k: string) returns (r: map<string, int>) ensures r == map j | j in m && j != k :: m[j] { r := map j | j in m && j != k :: m[j]; }
//// strong
method M(a: multiset<int>, b: multiset<int>) returns (r: multiset<int>) ensures r == a * b { r := a - (a - b); }
//// strong
method M(a: set<int>, b: set<int>) returns (r: set<int>) ensures r == (a - b) + (b - a) { r := (a + b) - (a * b); }
//// weak
method M(a: set<int>, b: set<int>) returns (r: set<int>) ensures r !! (a * b) && r <= a + b { r := (a + b) - (a * b); }
//// strong
predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
method M(s: seq<int>, x: int) returns (i: nat) requires Sorted(s) ensures i <= |s| && (forall k :: 0 <= k < i ==> s[k] < x) && forall k :: i <= k < |s| ==> x <= s[k] { i := 0; while i < |s| && s[i] < x invariant i <= |s| && forall k :: 0 <= k < i ==> s[k] < x { i := i + 1; } }
//// weak
predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
method M(s: seq<int>, x: int) returns (i: nat) requires Sorted(s) ensures i <= |s| && (forall k :: 0 <= k < i ==> s[k] <= x) && forall k :: i <= k < |s| ==> x <= s[k] { i := 0; while i < |s| && s[i] < x invariant i <= |s| && forall k :: 0 <= k < i ==> s[k] < x { i := i + 1; } }
//// strong
method M(s: seq<int>) returns (lo: int, hi: int) requires |s| > 0 ensures lo in s && hi in s && forall x :: x in s ==> lo <= x <= hi { lo, hi := s[0], s[0]; var i := 1; while i < |s| invariant 1 <= i <= |s| && lo in s && hi in s && forall k :: 0 <= k < i ==> lo <= s[k] <= hi { if s[i] < lo { lo := s[i]; } if s[i] > hi { hi := s[i]; } i := i + 1; } }
//// weak
method M(s: seq<int>) returns (lo: int, hi: int) requires |s| > 0 ensures lo in s && forall x :: x in s ==> lo <= x <= hi { lo, hi := s[0], s[0]; var i := 1; while i < |s| invariant 1 <= i <= |s| && lo in s && hi in s && forall k :: 0 <= k < i ==> lo <= s[k] <= hi { if s[i] < lo { lo := s[i]; } if s[i] > hi { hi := s[i]; } i := i + 1; } }
//// strong
class Node { var v: int var next: Node? }
method M(n: Node) returns (r: int) ensures r == if n.next == null then n.v else n.next.v { r := n.v; if n.next != null { r := n.next.v; } }
method Cyc(n: Node) modifies n ensures n.next == n && n.v == old(n.v) { n.next := n; }
//// weak
class Node { var v: int var next: Node? }
method Cyc(n: Node) modifies n ensures n.next != null && n.v == old(n.v) { n.next := n; }
method New(x: int) returns (n: Node) ensures fresh(n) && n.v == x { n := new Node; n.v := x; n.next := null; }
//// strong
class Cell<T(0)> { var v: T }
method Swap<T(0)>(a: Cell<T>, b: Cell<T>) modifies a, b ensures a.v == old(b.v) && b.v == old(a.v) { a.v, b.v := b.v, a.v; }
//// weak
class Cell<T(0)> { var v: T }
method Swap<T(0)>(a: Cell<T>, b: Cell<T>) modifies a, b ensures a.v == old(b.v) || b.v == old(a.v) { a.v, b.v := b.v, a.v; }
//// strong
class C { var x: int ghost var hist: seq<int>
  twostate predicate Ext() reads this { |hist| == |old(hist)| + 1 && hist[..|old(hist)|] == old(hist) && hist[|old(hist)|] == old(x) }
  method Set(v: int) modifies this ensures Ext() && x == v { hist := hist + [x]; x := v; } }
//// weak
class C { var x: int ghost var hist: seq<int>
  twostate predicate Ext() reads this { |hist| == |old(hist)| + 1 && hist[..|old(hist)|] == old(hist) }
  method Set(v: int) modifies this ensures Ext() && x == v { hist := hist + [x]; x := v; } }
//// strong
class A { var v: int }
class B { var a: A var s: set<A> constructor (a: A) ensures this.a == a && s == {a} { this.a := a; s := {a}; }
  predicate Valid() reads this { a in s }
  method Bump() requires Valid() modifies s ensures a.v == old(a.v) + 1 ensures forall c :: c in s && c != a ==> c.v == old(c.v) { a.v := a.v + 1; } }
//// weak, B.constructor strong
class A { var v: int }
class B { var a: A var s: set<A> constructor (a: A) ensures this.a == a && s == {a} { this.a := a; s := {a}; }
  predicate Valid() reads this { a in s }
  method Bump() requires Valid() modifies s ensures a.v == old(a.v) + 1 { a.v := a.v + 1; } }
//// strong
class A { var v: int }
method M(s: seq<A>, t: seq<A>) requires |s| == 1 && |t| == 1 modifies s, t ensures s[0] != t[0] ==> s[0].v == 1 && t[0].v == 2 ensures s[0] == t[0] ==> s[0].v == 2 { s[0].v := 1; t[0].v := 2; }
//// strong
class A { var v: int }
method M(s: seq<A>, t: seq<A>) requires |s| == 1 && |t| == 1 modifies s, t ensures t[0].v == 2 && (s[0].v == 1 || s[0] == t[0]) { s[0].v := 1; t[0].v := 2; }
//// weak
class A { var v: int }
method M(s: seq<A>, t: seq<A>) requires |s| == 1 && |t| == 1 modifies s, t ensures t[0].v == 2 && (s[0].v == 1 || s[0].v == 2) { s[0].v := 1; t[0].v := 2; }
//// strong
class A { var v: int }
method M(a: A) returns (b: A) modifies a ensures fresh(b) && b.v == old(a.v) && a.v == 0 { b := new A; b.v := a.v; a.v := 0; }
//// weak
class A { var v: int }
method M(a: A) returns (b: A) modifies a ensures b.v == old(a.v) && a.v == 0 { b := new A; b.v := a.v; a.v := 0; }
//// strong
class A { var v: int }
method M(a: A) returns (b: A?) ensures b == a || b == null ensures b == null <==> a.v == 0 { b := if a.v == 0 then null else a; }
//// strong
class A { var v: int var n: A? predicate Two() reads this, n { n != null && n != this && n.v == v } }
method M(a: A) requires a.Two() modifies a ensures a.n == old(a.n) && a.v == 5 { a.v := 5; }
method N(a: A) requires a.Two() modifies a, a.n ensures a.Two() && a.n == old(a.n) && a.n.n == old(a.n.n) && a.v == 5 { a.v := 5; a.n.v := 5; }
//// weak, M strong
class A { var v: int var n: A? predicate Two() reads this, n { n != null && n != this && n.v == v } }
method M(a: A) requires a.Two() modifies a ensures a.n == old(a.n) && a.v == 5 { a.v := 5; }
method N(a: A) requires a.Two() modifies a, a.n ensures a.Two() { a.v := 5; a.n.v := 5; }
//// strong, Shape.Area unknown
trait Shape { function method Area(): int reads this ensures Area() >= 0 }
class Sq extends Shape { var s: int function method Area(): int reads this ensures Area() >= 0 { s * s } method Set(n: int) modifies this ensures s == n { s := n; } }
method M(q: Sq) returns (r: int) ensures r == q.s * q.s { r := q.Area(); }
//// strong
class St<T> { var s: seq<T> method Push(x: T) modifies this ensures s == [x] + old(s) { s := [x] + s; } method Peek() returns (x: T) requires |s| > 0 ensures x == s[0] { x := s[0]; } }
method M(q: St<int>) returns (r: int) modifies q ensures r == 7 && q.s == [7] + old(q.s) { q.Push(7); r := q.Peek(); }
//// strong
class M1 { var m: map<int, int> method Put(k: int, v: int) modifies this ensures m == old(m)[k := v] { m := m[k := v]; } method Del(k: int) modifies this ensures m == map j | j in old(m) && j != k :: old(m)[j] { m := map j | j in m && j != k :: m[j]; } }
//// weak
class M1 { var m: map<int, int> method Put(k: int, v: int) modifies this ensures k in m && m[k] == v && forall j :: j in old(m) ==> j in m { m := m[k := v]; } method Del(k: int) modifies this ensures k !in m && forall j :: j in m ==> j in old(m) && m[j] == old(m)[j] { m := map j | j in m && j != k :: m[j]; } }
//// strong
method M(a: array<int>, b: array<int>) requires a.Length == b.Length modifies a ensures a[..] == old(b[..]) { if a != b { forall i | 0 <= i < a.Length { a[i] := b[i]; } } }
//// weak
method M(a: array<int>, b: array<int>) requires a.Length == b.Length modifies a, b ensures a[..] == old(b[..]) { if a != b { forall i | 0 <= i < a.Length { a[i] := b[i]; } } }
//// strong
lemma L(a: array<int>) requires a.Length > 0 ensures a[..][0] == a[0] { }
lemma Sum(s: seq<int>, t: seq<int>) ensures |s + t| == |s| + |t| { }
lemma Mod(x: int, m: int) requires m > 0 ensures (x % m + m) % m == x % m { }
//// wrong
lemma Bad(x: int) ensures x / 2 * 2 == x { assume false; }
//// strong
function method Abs(x: int): int ensures Abs(x) >= 0 && (Abs(x) == x || Abs(x) == -x) { if x < 0 then -x else x }
//// wrong
function method Neg(x: int): int ensures Neg(x) < 0 || x == 0 { assume false; -x }
