//// strong
class Cell { var v: int }
method M(c: Cell, d: Cell) returns (r: Cell) modifies c ensures r == «c¦d¦c» && c.v == old(c.v) + 1 ensures c != d ==> d.v == old(d.v) { c.v := c.v + 1; return «c¦d¦c»; }
//// weak
class Cell { var v: int }
method M(c: Cell, d: Cell) returns (r: Cell) modifies c ensures (r == c || r == d) && c.v == old(c.v) + 1 { c.v := c.v + 1; return «c¦d¦c»; }
//// strong
class Cell { var v: int }
method M(s: seq<Cell>) requires |s| == 2 && s[0] != s[1] modifies s[0] ensures s[0].v == old(s[1].v) { s[0].v := s[1].v; }
//// strong
class Cell { var v: int }
method M(s: seq<Cell>) requires |s| == 2 && s[0] != s[1] modifies s ensures s[0].v == old(s[1].v) && s[1].v == old(s[0].v) { s[0].v, s[1].v := s[1].v, s[0].v; }
//// weak
class Cell { var v: int }
method M(s: seq<Cell>) requires |s| == 2 && s[0] != s[1] modifies s ensures s[0].v == old(s[1].v) { s[0].v := s[1].v; }
//// strong
class Cell { var v: int }
method M(s: set<Cell>) modifies s ensures forall c :: c in s ==> c.v == old(c.v) + 1 { forall c | c in s { c.v := c.v + 1; } }
//// weak
class Cell { var v: int }
method M(s: set<Cell>) modifies s ensures forall c :: c in s ==> c.v > old(c.v) { forall c | c in s { c.v := c.v + 1; } }
//// strong
class Cell { var v: int }
method M(s: set<Cell>, t: set<Cell>) requires s !! t modifies s, t ensures forall c :: c in s ==> c.v == 0 ensures forall c :: c in t ==> c.v == 1 { forall c | c in s { c.v := 0; } forall c | c in t { c.v := 1; } }
//// 4 strong
class Cell { var v: int }
method M(m: map<int, Cell>) modifies m.Values ensures forall k :: k in m ==> m[k].v == «0¦old(m[k].v)» { «forall c | c in m.Values { c.v := 0; }¦» }
//// 4 strong
class Cell { var v: int }
method M(m: map<int, Cell>, k: int) requires k in m modifies m[k] ensures m[k].v == old(m[k].v) + 1 { m[k].v := m[k].v + 1; }
//// weak
class Cell { var v: int }
method M(m: map<int, Cell>, k: int) requires k in m modifies m.Values ensures m[k].v == old(m[k].v) + 1 { m[k].v := m[k].v + 1; }
//// strong
class Cell { var v: int }
method M(m: map<int, Cell>, k: int) requires k in m modifies m.Values ensures m[k].v == old(m[k].v) + 1 ensures forall c :: c in m.Values && c != m[k] ==> c.v == old(c.v) { m[k].v := m[k].v + 1; }
//// strong
class Cell { var v: int constructor (v: int) ensures this.v == v { this.v := v; } }
method M(n: int) returns (c: Cell, d: Cell) ensures fresh(c) && fresh(d) && c != d && c.v == n && d.v == n { c := new Cell(n); d := new Cell(n); }
//// strong
class Cell { var v: int constructor (v: int) ensures this.v == v { this.v := v; } }
method M(n: int) returns (c: Cell, d: Cell) ensures fresh(c) && fresh(d) && c == d && c.v == n { c := new Cell(n); d := c; }
//// weak, Cell.constructor strong
class Cell { var v: int constructor (v: int) ensures this.v == v { this.v := v; } }
method M(n: int) returns (c: Cell, d: Cell) ensures fresh(c) && fresh(d) && c.v == n && d.v >= n { c := new Cell(n); d := new Cell(n); }
//// strong
class Cell { var v: int constructor (v: int) ensures this.v == v { this.v := v; } }
method M(n: nat) returns (s: seq<Cell>) ensures |s| == n ensures forall i :: 0 <= i < n ==> fresh(s[i]) && s[i].v == i ensures forall i, j :: 0 <= i < j < n ==> s[i] != s[j] { s := []; while |s| < n invariant |s| <= n invariant forall i :: 0 <= i < |s| ==> fresh(s[i]) && s[i].v == i invariant forall i, j :: 0 <= i < j < |s| ==> s[i] != s[j] { var c := new Cell(|s|); s := s + [c]; } }
//// strong
class Account { var balance: nat  constructor () ensures balance == 0 { balance := 0; }
  method Deposit(n: nat) modifies this ensures balance == old(balance) + n { balance := balance + n; }
  method Withdraw(n: nat) returns (ok: bool) modifies this ensures ok == (n <= old(balance)) ensures balance == if ok then old(balance) - n else old(balance) { if n <= balance { balance := balance - n; ok := true; } else { ok := false; } }
}
method Transfer(a: Account, b: Account, n: nat) requires a != b && n <= a.balance modifies a, b ensures a.balance == old(a.balance) - n && b.balance == old(b.balance) + n { a.balance := a.balance - n; b.balance := b.balance + n; }
method Sum(a: Account, b: Account) returns (t: nat) ensures t == a.balance + b.balance { t := a.balance + b.balance; }
//// weak, Account.constructor strong
class Account { var balance: nat  var log: seq<nat>  constructor () ensures balance == 0 && log == [] { balance := 0; log := []; }
  method Deposit(n: nat) modifies this ensures balance == old(balance) + n { balance := balance + n; log := log + [n]; }
  method Reset() modifies this ensures log == [] { log := []; balance := 0; }
}
//// strong
class Account { var balance: nat  var log: seq<nat>
  method Deposit(n: nat) modifies `balance ensures balance == old(balance) + n { balance := balance + n; }
  method Note(n: nat) modifies `log ensures log == old(log) + [n] { log := log + [n]; }
  method Both(n: nat) modifies this ensures log == old(log) + [n] && balance == old(balance) + n { Deposit(n); Note(n); }
}
//// strong
class Account { var balance: nat  const limit: nat  constructor (l: nat) ensures limit == l && balance == 0 { limit := l; balance := 0; }
  method Deposit(n: nat) requires balance + n <= limit modifies this ensures balance == old(balance) + n { balance := balance + n; }
}
//// 4 strong, Shape.Rename weak
trait Shape { var name: string  function Area(): int reads this  method Rename(n: string) modifies this ensures name == n }
class Square extends Shape { var side: int  function Area(): int reads this { side * side }
  method Rename(n: string) modifies this ensures name == n && side == old(side) { name := n; } }
//// weak
trait Named { var name: string  method Rename(n: string) modifies this ensures name == n }
class Thing extends Named { var size: int  method Rename(n: string) modifies this ensures name == n { name := n; } }
//// strong
class Node { var next: Node?  var v: int }
method M(n: Node) requires n.next != null && n.next != n modifies n.next ensures n.next.v == n.v && n.next.next == old(n.next.next) { n.next.v := n.v; }
//// weak
class Node { var next: Node?  var v: int }
method M(n: Node) requires n.next != null && n.next != n modifies n.next ensures n.next.v == n.v { n.next.v := n.v; }
//// strong
class Node { var next: Node?  var v: int }
method M(n: Node) requires n.next != null modifies n`next ensures n.next == old(n.next.next) { n.next := n.next.next; }
//// strong
class Node { var next: Node?  var v: int }
method M(a: Node, b: Node) modifies a, b ensures a.next == b && b.next == old(a.next) && a.v == old(a.v) && b.v == old(b.v) requires a != b { b.next := a.next; a.next := b; }
//// weak
class Node { var next: Node?  var v: int }
method M(a: Node, b: Node) modifies a, b ensures a.next == b && a.v == old(a.v) && b.v == old(b.v) requires a != b { b.next := a.next; a.next := b; }
//// strong
class Stack { ghost var s: seq<int>  var a: seq<int>  predicate Valid() reads this { s == a }
  constructor () ensures Valid() && s == [] { s := []; a := []; }
  method Push(x: int) requires Valid() modifies this ensures Valid() && s == old(s) + [x] { a := a + [x]; s := s + [x]; }
  method Pop() returns (x: int) requires Valid() && s != [] modifies this ensures Valid() && x == old(s)[|old(s)| - 1] && s == old(s)[..|old(s)| - 1] { x := a[|a| - 1]; a := a[..|a| - 1]; s := a; }
  method Size() returns (n: nat) requires Valid() ensures n == |s| { n := |a|; }
}
//// weak, Stack.constructor strong
class Stack { ghost var s: seq<int>  var a: seq<int>  predicate Valid() reads this { s == a }
  constructor () ensures Valid() && s == [] { s := []; a := []; }
  method Push(x: int) requires Valid() modifies this ensures Valid() && |s| == |old(s)| + 1 && s[|s| - 1] == x { a := a + [x]; s := s + [x]; }
  method Pop() returns (x: int) requires Valid() && s != [] modifies this ensures Valid() && x == old(s)[|old(s)| - 1] { x := a[|a| - 1]; a := a[..|a| - 1]; s := a; }
}
//// strong
class Bits { var a: array<bool>  constructor (n: nat) ensures fresh(a) && a.Length == n && forall i :: 0 <= i < n ==> !a[i] { a := new bool[n](i => false); }
  method Set(i: nat) requires i < a.Length modifies a ensures a[i] && forall j :: 0 <= j < a.Length && j != i ==> a[j] == old(a[j]) { a[i] := true; }
  method Get(i: nat) returns (b: bool) requires i < a.Length ensures b == a[i] { b := a[i]; }
}
//// weak, Bits.Get strong
class Bits { var a: array<bool>
  method Set(i: nat) requires i < a.Length modifies a ensures a[i] { a[i] := true; }
  method Get(i: nat) returns (b: bool) requires i < a.Length ensures b == a[i] { b := a[i]; }
}
//// 4 strong
class Grow { var a: array<int>  var n: nat
  ghost predicate Valid() reads this, a { n <= a.Length && 0 < a.Length }
  method Put(x: int) requires Valid() && n < a.Length modifies this, a ensures Valid() && n == old(n) + 1 && a == old(a) ensures a[..n] == old(a[..n]) + [x] ensures a[n..] == old(a[n + 1..]) { a[n] := x; n := n + 1; }
}
//// 4 weak
class Grow { var a: array<int>  var n: nat
  ghost predicate Valid() reads this, a { n <= a.Length && 0 < a.Length }
  method Put(x: int) requires Valid() && n < a.Length modifies this, a ensures Valid() && n == old(n) + 1 ensures a[n - 1] == x { a[n] := x; n := n + 1; }
}
//// 4 strong
datatype Tree = Leaf | Node(l: Tree, v: int, r: Tree)
function Size(t: Tree): nat { match t case Leaf => 0 case Node(l, _, r) => Size(l) + 1 + Size(r) }
function Mirror(t: Tree): Tree { match t case Leaf => Leaf case Node(l, v, r) => Node(Mirror(r), v, Mirror(l)) }
method M(t: Tree) returns (r: Tree) ensures r == Mirror(t) { r := Mirror(t); }
method N(t: Tree) returns (n: nat) ensures n == Size(t) { n := Size(t); }
//// 4 weak
datatype Tree = Leaf | Node(l: Tree, v: int, r: Tree)
function Size(t: Tree): nat { match t case Leaf => 0 case Node(l, _, r) => Size(l) + 1 + Size(r) }
method M(t: Tree) returns (r: Tree) ensures Size(r) == Size(t) { r := t; }
method N(t: Tree) returns (n: nat) ensures n <= Size(t) { n := Size(t); }
//// strong
type Even = x: int | x % 2 == 0
type Small = x: int | 0 <= x < 10
method M(e: Even) returns (r: Even) ensures r == e + 2 { r := e + 2; }
method N(s: Small) returns (r: Small) ensures r == 9 - s { r := 9 - s; }
method O(s: Small) returns (r: Small) ensures r > s || s == 9 ensures r <= s + 1 ensures s == 9 ==> r == 9 { r := if s == 9 then 9 else s + 1; }
//// weak
type Even = x: int | x % 2 == 0
type Small = x: int | 0 <= x < 10
method M(e: Even) returns (r: Even) ensures r > e { r := e + 2; }
method N(s: Small) returns (r: Small) ensures r != s { r := if s == 0 then 1 else 0; }
//// strong
type Even = x: int | x % 2 == 0
type Pos = x: int | x > 0 witness 1
method M(e: Even) returns (r: Even) ensures e < r <= e + 2 { r := e + 2; }
method N(p: Pos) returns (r: Pos) ensures r < 2 { r := 1; }
//// 4 strong
datatype Queue = Q(front: seq<int>, back: seq<int>) { ghost predicate Valid() { |back| <= |front| } function Elems(): seq<int> { front + back } }
method M(q: Queue) returns (n: int) requires q.Valid() && q.Elems() != [] ensures n == q.Elems()[0] { n := q.front[0]; }
method L(q: Queue) returns (n: nat) ensures n == |q.Elems()| { n := |q.front| + |q.back|; }
//// 4 weak
datatype Queue = Q(front: seq<int>, back: seq<int>) { ghost predicate Valid() { |back| <= |front| } function Elems(): seq<int> { front + back } }
method M(q: Queue, x: int) returns (r: Queue) requires q.Valid() ensures r.Valid() && r.Elems() == q.Elems() + [x] { r := Q(q.front + q.back + [x], []); }
//// strong
twostate predicate Grew(a: array<int>, b: array<int>) reads a, b { a.Length == b.Length && forall i :: 0 <= i < a.Length ==> a[i] == old(a[i]) + 1 }
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[i]) + 1 { forall i | 0 <= i < a.Length { a[i] := a[i] + 1; } }
//// strong
class C { var x: int  twostate predicate Inc() reads this { x == old(x) + 1 } twostate function Diff(): int reads this { x - old(x) }
  method M() modifies this ensures Inc() { x := x + 1; }
  method N() modifies this ensures Diff() == 2 { x := x + 2; }
}
//// weak
class C { var x: int  twostate predicate Inc() reads this { x > old(x) } twostate function Diff(): int reads this { x - old(x) }
  method M() modifies this ensures Inc() { x := x + 1; }
  method N() modifies this ensures Diff() % 2 == 0 { x := x + 2; }
}
//// 4 strong
trait T { function F(x: int): int { x + 1 } method M(x: int) returns (r: int) ensures r == F(x) }
class A extends T { method M(x: int) returns (r: int) ensures r == F(x) { r := x + 1; } }
//// 4 strong, Animal.Legs unknown
trait Animal { function Legs(): int ensures Legs() >= 0  method Describe() returns (n: int) ensures n == Legs() }
class Dog extends Animal { function Legs(): int ensures Legs() >= 0 { 4 } method Describe() returns (n: int) ensures n == 4 { n := 4; } }
//// strong, Counter.Tick weak
trait Counter { var n: int method Tick() modifies this ensures n > old(n) }
class Slow extends Counter { method Tick() modifies this ensures n == old(n) + 1 { n := n + 1; } }
//// strong
class Box<T> { var v: T constructor (v: T) ensures this.v == v { this.v := v; } method Get() returns (r: T) ensures r == v { r := v; } method Set(x: T) modifies this ensures v == x { v := x; } }
method M(b: Box<int>) modifies b ensures b.v == old(b.v) + 1 { var t := b.Get(); b.Set(t + 1); }
//// weak, Pair.constructor strong
class Pair<A, B> { var a: A var b: B constructor (a: A, b: B) ensures this.a == a && this.b == b { this.a := a; this.b := b; } method SetA(x: A) modifies this ensures a == x { a := x; } }
//// strong
class Pair<A(0), B(0)> { var a: A var b: B method SetA(x: A) modifies this`a ensures a == x { a := x; } method SetB(x: B) modifies this ensures b == x && a == old(a) { b := x; } }
//// strong
method Swap<T>(a: array<T>, i: nat, j: nat) requires i < a.Length && j < a.Length modifies a ensures a[i] == old(a[j]) && a[j] == old(a[i]) ensures forall k :: 0 <= k < a.Length && k != i && k != j ==> a[k] == old(a[k]) { a[i], a[j] := a[j], a[i]; }
//// weak
method Swap<T>(a: array<T>, i: nat, j: nat) requires i < a.Length && j < a.Length modifies a ensures a[i] == old(a[j]) && a[j] == old(a[i]) { a[i], a[j] := a[j], a[i]; }
//// weak
method Swap<T(==)>(a: array<T>, i: nat, j: nat) requires i < a.Length && j < a.Length modifies a ensures multiset(a[..]) == multiset(old(a[..])) { a[i], a[j] := a[j], a[i]; }
//// 4 strong
method Rev<T>(s: seq<T>) returns (r: seq<T>) ensures |r| == |s| && forall i :: 0 <= i < |s| ==> r[i] == s[|s| - 1 - i] { r := seq(|s|, i requires 0 <= i < |s| => s[|s| - 1 - i]); }
//// weak
method Rev<T>(s: seq<T>) returns (r: seq<T>) ensures |r| == |s| && multiset(r) == multiset(s) { r := s; }
//// strong
method Find<T(==)>(s: seq<T>, x: T) returns (i: int) ensures 0 <= i ==> i < |s| && s[i] == x && x !in s[..i] ensures i < 0 ==> i == -1 && x !in s { i := 0; while i < |s| invariant 0 <= i <= |s| && x !in s[..i] { if s[i] == x { return; } i := i + 1; } i := -1; }
//// strong up to choice
method Find<T(==)>(s: seq<T>, x: T) returns (i: int) requires x in s ensures 0 <= i < |s| && s[i] == x { i :| 0 <= i < |s| && s[i] == x; }
//// weak
method Find<T(==)>(s: seq<T>, x: T) returns (i: int) ensures i < |s| ensures 0 <= i ==> s[i] == x { i := 0; while i < |s| invariant 0 <= i <= |s| { if s[i] == x { return; } i := i + 1; } i := -1; }
//// strong
method M(a: array2<int>) modifies a ensures forall i, j :: 0 <= i < a.Length0 && 0 <= j < a.Length1 ==> a[i, j] == old(a[i, j]) + 1 { forall i, j | 0 <= i < a.Length0 && 0 <= j < a.Length1 { a[i, j] := a[i, j] + 1; } }
//// weak
method M(a: array2<int>) requires a.Length0 > 1 && a.Length1 > 0 modifies a ensures forall j :: 0 <= j < a.Length1 ==> a[0, j] == 0 { forall j | 0 <= j < a.Length1 { a[0, j] := 0; } }
//// strong
method M(a: array2<int>) requires a.Length0 > 1 && a.Length1 > 0 modifies a ensures forall i, j :: 0 <= i < a.Length0 && 0 <= j < a.Length1 ==> a[i, j] == if i == 0 then 0 else old(a[i, j]) { forall j | 0 <= j < a.Length1 { a[0, j] := 0; } }
//// strong
class Cell { var v: int }
method M(c: Cell?) returns (r: int) ensures r == if c == null then 0 else c.v { if c == null { r := 0; } else { r := c.v; } }
//// strong
class Cell { var v: int }
method M(c: Cell?, d: Cell?) returns (r: bool) ensures r == (c == d) { r := c == d; }
//// strong
class Cell { var v: int }
method M(c: Cell?) modifies c ensures c != null ==> c.v == old(c.v) + 1 { if c != null { c.v := c.v + 1; } }
//// weak
class Cell { var v: int }
method M(c: Cell?) modifies c ensures c != null ==> c.v >= 0 { if c != null { c.v := 0; } }
//// strong
class Cell { var v: int }
class Holder { var c: Cell  var d: Cell  constructor (x: Cell, y: Cell) ensures c == x && d == y { c, d := x, y; }
  method Swap() modifies this ensures c == old(d) && d == old(c) { c, d := d, c; }
  method Inc() modifies c ensures c.v == old(c.v) + 1 { c.v := c.v + 1; }
  method Both() requires c != d modifies c, d ensures c.v == 1 && d.v == 2 { c.v := 1; d.v := 2; }
}
//// weak, Holder.constructor strong
class Cell { var v: int }
class Holder { var c: Cell  var d: Cell  constructor (x: Cell, y: Cell) ensures c == x && d == y { c, d := x, y; }
  method Both() requires c != d modifies c, d ensures c.v == 1 { c.v := 1; d.v := 2; }
  method Inc() modifies this, c ensures c.v == old(c.v) + 1 { c.v := c.v + 1; }
}
//// strong
class Cell { var v: int }
class Holder { var c: Cell  constructor (x: Cell) ensures c == x { c := x; }
  method Both(d: Cell) modifies c ensures c.v == 1 ensures d != c ==> d.v == old(d.v) { c.v := 1; }
  method Take(d: Cell) modifies this ensures c == d && c.v == old(d.v) { c := d; }
  method Give() returns (d: Cell) ensures d == c { d := c; }
}
//// strong
class Node { var next: Node?  var v: int ghost var len: nat }
method M(n: Node) modifies n`v ensures n.v == 0 { n.v := 0; }
//// 4 strong
class List { var items: seq<int>  var size: nat
  ghost predicate Valid() reads this { size == |items| }
  method Add(x: int) requires Valid() modifies this ensures Valid() && items == old(items) + [x] { items := items + [x]; size := size + 1; }
  method Clear() modifies this ensures Valid() && items == [] { items := []; size := 0; }
  method Remove(i: nat) requires Valid() && i < size modifies this ensures Valid() && items == old(items)[..i] + old(items)[i + 1..] { items := items[..i] + items[i + 1..]; size := size - 1; }
}
//// 4 weak, List.Clear strong
class List { var items: seq<int>  var size: nat
  ghost predicate Valid() reads this { size == |items| }
  method Add(x: int) requires Valid() modifies this ensures Valid() && x in items { items := items + [x]; size := size + 1; }
  method Clear() modifies this ensures Valid() && size == 0 { items := []; size := 0; }
  method Remove(i: nat) requires Valid() && i < size modifies this ensures Valid() && size == old(size) - 1 { items := items[..i] + items[i + 1..]; size := size - 1; }
}
//// 4 strong
datatype Option<T> = None | Some(value: T)
class Map { var m: map<string, int>
  method Get(k: string) returns (r: Option<int>) ensures r == if k in m then Some(m[k]) else None { if k in m { r := Some(m[k]); } else { r := None; } }
  method Put(k: string, v: int) modifies this ensures m == old(m)[k := v] { m := m[k := v]; }
  method Del(k: string) modifies this ensures m == old(m) - {k} { m := m - {k}; }
}
//// 4 weak
datatype Option<T> = None | Some(value: T)
class Map { var m: map<string, int>
  method Get(k: string) returns (r: Option<int>) ensures k in m ==> r == Some(m[k]) { if k in m { r := Some(m[k]); } else { r := None; } }
  method Put(k: string, v: int) modifies this ensures k in m && m[k] == v { m := m[k := v]; }
  method Del(k: string) modifies this ensures k !in m { m := m - {k}; }
}
//// 4 strong
method Fill(a: array<int>, n: nat) requires n <= a.Length modifies a ensures a[..n] == seq(n, i => 7) && a[n..] == old(a[n..]) { forall i | 0 <= i < n { a[i] := 7; } }
//// 4 weak
method Fill(a: array<int>, n: nat) requires n <= a.Length modifies a ensures a[..n] == seq(n, i => 7) { forall i | 0 <= i < n { a[i] := 7; } }
//// strong
method Copy(src: array<int>, dst: array<int>) requires src.Length == dst.Length && src != dst modifies dst ensures dst[..] == src[..] { forall i | 0 <= i < src.Length { dst[i] := src[i]; } }
//// weak
method Copy(src: array<int>, dst: array<int>) requires src.Length == dst.Length && src != dst modifies dst, src ensures dst[..] == src[..] { forall i | 0 <= i < src.Length { dst[i] := src[i]; } }
//// strong
method Copy(src: array<int>, dst: array<int>) requires src.Length <= dst.Length && src != dst modifies dst ensures dst[..src.Length] == src[..] && dst[src.Length..] == old(dst[src.Length..]) { forall i | 0 <= i < src.Length { dst[i] := src[i]; } }
//// strong
method New(n: nat) returns (a: array<int>) ensures fresh(a) && a.Length == n && forall i :: 0 <= i < n ==> a[i] == i * i { a := new int[n](i => i * i); }
//// strong
method Two(n: nat) returns (a: array<int>, b: array<int>) ensures fresh(a) && fresh(b) && a != b && a.Length == n && b.Length == n ensures forall i :: 0 <= i < n ==> a[i] == 0 && b[i] == 1 { a := new int[n](i => 0); b := new int[n](i => 1); }
//// weak
method Two(n: nat) returns (a: array<int>, b: array<int>) ensures fresh(a) && fresh(b) && a != b && a.Length == n && b.Length == n ensures forall i :: 0 <= i < n ==> a[i] == 0 { a := new int[n](i => 0); b := new int[n](i => 1); }
//// 4 strong
class Q { var a: array<int> var lo: nat var hi: nat ghost var Repr: set<object>
  ghost predicate Valid() reads this, Repr { this in Repr && a in Repr && lo <= hi <= a.Length }
  ghost function Elems(): seq<int> requires Valid() reads this, Repr { a[lo..hi] }
  constructor (n: nat) ensures Valid() && fresh(Repr) && Elems() == [] { a := new int[n]; lo := 0; hi := 0; Repr := {this, a}; }
  method Enq(x: int) requires Valid() && hi < a.Length modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && Elems() == old(Elems()) + [x] { a[hi] := x; hi := hi + 1; }
  method Deq() returns (x: int) requires Valid() && Elems() != [] modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && Elems() == old(Elems())[1..] && x == old(Elems())[0] { x := a[lo]; lo := lo + 1; }
}
//// 4 weak, Q.constructor strong
class Q { var a: array<int> var lo: nat var hi: nat ghost var Repr: set<object>
  ghost predicate Valid() reads this, Repr { this in Repr && a in Repr && lo <= hi <= a.Length }
  ghost function Elems(): seq<int> requires Valid() reads this, Repr { a[lo..hi] }
  constructor (n: nat) ensures Valid() && fresh(Repr) && Elems() == [] { a := new int[n]; lo := 0; hi := 0; Repr := {this, a}; }
  method Enq(x: int) requires Valid() && hi < a.Length modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && |Elems()| == |old(Elems())| + 1 { a[hi] := x; hi := hi + 1; }
  method Deq() returns (x: int) requires Valid() && Elems() != [] modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && x == old(Elems())[0] { x := a[lo]; lo := lo + 1; }
}
//// strong
newtype Byte = x: int | 0 <= x < 256
method M(b: Byte) returns (r: Byte) ensures r as int == (b as int + 1) % 256 { if b == 255 { r := 0; } else { r := b + 1; } }
//// strong
datatype Shape = Circle(r: real) | Rect(w: real, h: real)
method M(s: Shape) returns (a: real) ensures a == match s case Circle(r) => r * r * 3.0 case Rect(w, h) => w * h { match s { case Circle(r) => a := r * r * 3.0; case Rect(w, h) => a := w * h; } }
method Scale(s: Shape, k: real) returns (t: Shape) ensures s.Circle? ==> t == Circle(s.r * k) ensures s.Rect? ==> t == Rect(s.w * k, s.h * k) { match s { case Circle(r) => t := Circle(r * k); case Rect(w, h) => t := Rect(w * k, h * k); } }
//// weak
datatype Shape = Circle(r: real) | Rect(w: real, h: real)
method Scale(s: Shape, k: real) returns (t: Shape) ensures s.Circle? ==> t == Circle(s.r * k) ensures s.Rect? ==> t.Rect? && t.w == s.w * k { match s { case Circle(r) => t := Circle(r * k); case Rect(w, h) => t := Rect(w * k, h * k); } }
//// 4 strong
datatype List<T> = Nil | Cons(head: T, tail: List<T>)
ghost function Len<T>(l: List<T>): nat { match l case Nil => 0 case Cons(_, t) => 1 + Len(t) }
ghost function App<T>(l: List<T>, m: List<T>): List<T> { match l case Nil => m case Cons(h, t) => Cons(h, App(t, m)) }
method Append<T>(l: List<T>, m: List<T>) returns (r: List<T>) ensures r == App(l, m) { match l { case Nil => r := m; case Cons(h, t) => var x := Append(t, m); r := Cons(h, x); } }
method Count<T>(l: List<T>) returns (n: nat) ensures n == Len(l) { match l { case Nil => n := 0; case Cons(_, t) => var x := Count(t); n := x + 1; } }
//// 4 weak
datatype List<T> = Nil | Cons(head: T, tail: List<T>)
ghost function Len<T>(l: List<T>): nat { match l case Nil => 0 case Cons(_, t) => 1 + Len(t) }
method Append<T>(l: List<T>, m: List<T>) returns (r: List<T>) ensures Len(r) == Len(l) + Len(m) { match l { case Nil => r := m; case Cons(h, t) => var x := Append(t, m); r := Cons(h, x); } }
//// weak
class Cell { var v: int var w: int }
method M(s: «set<Cell>¦seq<Cell>¦set<Cell>», c: Cell) requires c in s modifies s «¦¦, c» ensures c.v == 1 && c.w == old(c.w) { c.v := 1; }
//// strong
class Cell { var v: int }
method M(s: set<Cell>, c: Cell) requires s == {«c¦c, c» } modifies s ensures c.v == 1 { c.v := 1; }
//// weak
class Cell { var v: int }
class Box { var s: set<Cell> method M(c: Cell) requires c in s modifies s ensures c.v == 1 { c.v := 1; } }
//// 4 strong
class Node {
  var next: Node?
  ghost predicate IsClosed(S: set<Node?>) reads S { this in S && null in S && forall n :: n in S && n != null && n.next != null ==> n.next in S }
  ghost function Nth(k: nat, S: set<Node?>): Node? requires IsClosed(S) ensures Nth(k, S) in S reads S { if k == 0 then this else if Nth(k - 1, S) == null then null else Nth(k - 1, S).next }
  lemma Null(d: nat, S: set<Node?>) requires IsClosed(S) ensures forall k :: 0 <= k < d && Nth(d, S) != null ==> Nth(k, S) != null { }
  method Cut(ghost S: set<Node?>) requires IsClosed(S) modifies this ensures next == null { next := null; }
}
//// strong
class Cell { var v: int var peers: set<Cell> }
method M(s: set<Cell>) requires forall c :: c in s ==> c.peers <= s modifies s ensures forall c :: c in s ==> c.v == 0 && c.peers == old(c.peers) { forall c | c in s { c.v := 0; } }
//// strong
trait T { var n: int }
class A extends T { }
class B extends T { }
method M(t: T, a: A) modifies t ensures t.n == old(t.n) + 1 ensures a != t ==> a.n == old(a.n) { t.n := t.n + 1; }
//// strong
class A { var n: int }
class B { var m: int var a: A? }
method M(b: B, a: A) requires b.a == a modifies b.a ensures a.n == 5 ensures b.a == a { a.n := 5; }
//// strong
class A { var n: int }
class B { var o: object? }
method M(b: B, a: A) requires b.o == a modifies a, b ensures a.n == 1 && b.o == a { a.n := 1; }
//// weak
class A { var n: int }
class B { var o: object? }
method M(b: B, a: A) requires b.o == a modifies a, b ensures a.n == 1 { a.n := 1; }
//// strong
class A<T(0)> { var n: T }
method M(a: A<int>, b: A<bool>) modifies a, b ensures a.n == 1 && b.n { a.n := 1; b.n := true; }
//// weak
class A { var n: int var k: int }
method M(a: A?, b: A?) requires a == b modifies a ensures b != null ==> b.n == 2 { if a != null { a.n := 2; } }
//// strong
class A { var n: int }
method M(s: seq<A>) requires |s| == 3 && s[0] == s[1] == s[2] modifies s[0] ensures s[2].n == 4 { s[1].n := 4; }
//// weak
class A { var n: int }
method M(s: seq<A>) requires |s| == 3 modifies s[0], s[1] ensures s[1].n == 4 { s[1].n := 4; }
//// strong
class A { var n: int }
method M(s: seq<A>, t: set<A>) requires forall a :: a in s ==> a in t modifies t ensures forall a :: a in t ==> a.n == if a in s then 1 else old(a.n) { forall a | a in s { a.n := 1; } }
//// strong
class A { var n: int }
class H { var a: A constructor (x: A) ensures a == x { a := x; } method Set(k: int) modifies a ensures a.n == k { a.n := k; } method Use(h: H, k: int) modifies a ensures h.a == a ==> h.a.n == k ensures a.n == k { a.n := k; } }
//// weak, H.constructor strong
class A { var n: int var k: int }
class H { var a: A constructor (x: A) ensures a == x { a := x; } method Set(k: int) modifies a ensures a.n == k { a.n := k; } }
//// 4 strong
trait T<X(0)> { var n: X }
class A extends T<int> { }
class B<Y(0)> extends T<Y> { }
method M(«a: A, b: B<bool>¦a: B<int>, b: T<bool>¦a: B<seq<int>>, b: B<seq<bool>>») modifies a, b ensures a.n == «1¦1¦[1]» && b.n«¦¦ == [true]» { a.n := «1¦1¦[1]»; b.n := «true¦true¦[true]»; }
//// weak
class A<T(0)> { var n: T var k: int }
method M(a: A<int>, b: A<«int¦nat»>) modifies a, b ensures a.n == 1 && b.n == 1 { a.n := 1; b.n := 1; }
//// strong
class A<T(0)> { var n: T }
class H { var b: A?<bool> }
method M(h: H, a: A<int>) modifies h, a ensures a.n == 1 && h.b == null { a.n := 1; h.b := null; }
//// strong
class Node { var val: int var next: Node? var size: int }
method Grow(n: Node, k: int) requires n.next != null && n.next != n && n.val == 3 * k + 17 && n.size == n.val + 4 && k > 60 modifies n ensures n.next == old(n.next) && n.next.val == old(n.next.val) && n.val == k && n.size == old(n.size) { n.val := k; }
//// strong
class Node { var val: int }
class Acc { var owner: Node? var total: int var log: seq<int>
  constructor () ensures owner == null && total == 0 && log == [] { owner := null; total := 0; log := []; }
  predicate Valid() reads this, owner { owner != null && owner.val >= 0 && |log| > 7 && total == 5 * |log| }
  method Add(x: int) requires Valid() modifies this ensures log == old(log) + [x] && total == old(total) + 5 && owner == old(owner) && owner.val == old(owner.val) { log := log + [x]; total := total + 5; }
}
//// strong
class C { var v: int constructor () ensures v == 1 { v := 1; } }
datatype P = P(l: C, r: C)
method Arrayed() returns (a: array<C>) ensures fresh(a) && a.Length == 2 && a[0] != a[1] && fresh(a[0]) && fresh(a[1]) && a[0].v == a[1].v == 1 { var c := new C(); var d := new C(); a := new C[2](i => if i == 0 then c else d); }
method Paired() returns (p: P) ensures p.l != p.r && fresh(p.l) && fresh(p.r) && p.l.v == p.r.v == 1 { var c := new C(); var d := new C(); p := P(c, d); }
