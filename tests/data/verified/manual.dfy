//// strong
codatatype Stream<T> = Cons(head: T, tail: Stream<T>)
function From(n: int): Stream<int> { Cons(n, From(n + 1)) }
method Second(n: int) returns (r: int) ensures r == From(n).tail.head { r := n + 1; }
//// 4 strong, Any weak, Start unknown
codatatype Stream<T> = Nil | Cons(head: T, tail: Stream<T>)
function Up(n: int): Stream<int> { Cons(n, Up(n + 1)) }
method Start(n: int) returns (s: Stream<int>) ensures s == Up(n) { s := Up(n); }
method Any(n: int) returns (s: Stream<int>) ensures s.Cons? && s.head == n { s := Cons(n, Nil); }
//// strong
twostate function Grown(c: Counter): int reads c { c.n - old(c.n) }
class Counter { var n: int
  method Twice() modifies this ensures Grown(this) == 2 { n := n + 2; } }
//// strong, C.Jump weak
class C { var n: int
  twostate predicate Later() reads this { old(n) < n }
  twostate lemma Trans(k: int) requires old(n) <= k && k < n ensures Later() { }
  method Step() modifies this ensures Later() && n == old(n) + 1 { n := n + 1; }
  method Jump() modifies this ensures Later() { n := n + 5; } }
//// 4 strong
least predicate Reach(a: int, b: int) { a == b || (a < b && Reach(a + 1, b)) }
lemma Same(a: int) ensures Reach(a, a) { }
method Here(a: int) returns (b: int) ensures b == a + 1 && Reach(b, b) { b := a + 1; }
//// 4 strong
abstract module Base { type E(==, 0)
  function Default(): E
  method Pick(s: seq<E>) returns (e: E) ensures e == if |s| == 0 then Default() else s[0] { if |s| == 0 { e := Default(); } else { e := s[0]; } } }
module Ints refines Base { type E = int function Default(): E { 7 } }
//// strong, A.M weak, B.M weak
module A { method M(n: nat) returns (r: nat) ensures r >= n { r := n; } }
module B refines A { method M(n: nat) returns (r: nat) ensures r % 2 == n % 2 }
module C refines A { method M(n: nat) returns (r: nat) ensures r <= n }
//// strong, T.Up weak, D.Up weak
trait T { var k: int
  method Up() modifies this ensures k > old(k)
  method Same() returns (r: int) ensures r == k { r := k; } }
class D extends T { method Up() modifies this ensures k > old(k) { k := k + 1; } }
//// 4 strong
trait Shape { function Area(): int
  function Double(): int { 2 * Area() }
  method Get() returns (r: int) ensures r == Double() { r := 2 * Area(); } }
class Square extends Shape { const side: int constructor (s: int) ensures side == s { side := s; } function Area(): int { side * side } }
//// strong
type Odd = x: int | x % 2 == 1 witness 3
method Next(x: Odd) returns (y: Odd) ensures y == x + 2 { y := x + 2; }
method Pair(x: Odd, y: Odd) returns (z: int) ensures z == x + y { z := x + y; }
//// weak
type Small = x: int | 0 <= x < 3
method Any(x: Small) returns (y: Small) ensures y != x { y := if x == 0 then 1 else 0; }
//// strong
type Bit = x: int | 0 <= x < 2
method Flip(x: Bit) returns (y: Bit) ensures y != x { y := 1 - x; }
//// 4 strong, IsDog unknown, Legs unknown
trait Animal { const legs: nat }
class Dog extends Animal { constructor () ensures legs == 4 { legs := 4; } }
class Bird extends Animal { constructor () ensures legs == 2 { legs := 2; } }
method IsDog(a: Animal) returns (b: bool) ensures b == (a is Dog) { b := a is Dog; }
method Legs(a: Animal) returns (n: int) ensures n == if a is Dog then (a as Dog).legs else -1 { if a is Dog { n := (a as Dog).legs; } else { n := -1; } }
//// strong
newtype Byte = x: int | 0 <= x < 256
method Wrap(x: int) returns (b: Byte) ensures b as int == x % 256 { b := (x % 256) as Byte; }
method Back(b: Byte) returns (x: int) ensures x == b as int { x := b as int; }
method Inc(b: Byte) returns (c: Byte) requires b < 255 ensures c == b + 1 { c := b + 1; }
//// strong, Low weak
method Mask(x: bv8) returns (y: bv8) ensures y == x & 15 { y := x & 0x0F; }
method Not(x: bv8) returns (y: bv8) ensures y == !x { y := !x; }
method Shift(x: bv16, k: nat) returns (y: bv16) requires k < 16 ensures y == x << k { y := x << k; }
method Low(x: bv8) returns (y: bv8) ensures y <= x { y := x & 3; }
method Num(x: bv4) returns (n: nat) ensures n == x as nat { n := x as nat; }
//// 4 strong
datatype R<+T> = Ok(v: T) | Err(m: string) {
  predicate IsFailure() { Err? }
  function PropagateFailure<U>(): R<U> requires Err? { Err(m) }
  function Extract(): T requires Ok? { v } }
function Half(n: int): R<int> { if n % 2 == 0 then Ok(n / 2) else Err("odd") }
method Quarter(n: int) returns (r: R<int>) ensures r == if n % 2 == 1 then Err("odd") else Half(n / 2) { var h :- Half(n); r := Half(h); }
//// 4 strong
datatype O = None | Some(v: int) { predicate IsFailure() { None? } function PropagateFailure(): O requires None? { None } function Extract(): int requires Some? { v } }
method Sum(a: O, b: O) returns (r: O) ensures r == if a.Some? && b.Some? then Some(a.v + b.v) else None { var x :- a; var y :- b; return Some(x + y); }
//// 4 strong
method Put(m: map<int, int>, k: int, v: int) returns (r: map<int, int>) ensures r == m[k := v] { r := m[k := v]; }
method Drop(m: map<int, int>, k: int) returns (r: map<int, int>) ensures r == m - {k} { r := map i | i in m && i != k :: m[i]; }
method Keys(m: map<int, bool>) returns (s: set<int>) ensures s == m.Keys { s := set k | k in m; }
method Join(a: map<int, int>, b: map<int, int>) returns (r: map<int, int>) ensures forall k :: k in r <==> k in a || k in b ensures forall k :: k in r ==> r[k] == if k in b then b[k] else a[k] { r := a + b; }
//// strong, Sub weak
method Bag(s: seq<int>) returns (m: multiset<int>) ensures m == multiset(s) { m := multiset(s); }
method Twice(m: multiset<int>) returns (r: multiset<int>) ensures forall x :: r[x] == 2 * m[x] { r := m + m; }
method Sub(m: multiset<int>) returns (r: multiset<int>) ensures r <= m { r := multiset{}; }
//// weak
method Rev(s: seq<int>) returns (r: seq<int>) ensures multiset(r) == multiset(s) { r := s; }
//// strong, Gap weak
method Lookup(m: map<int, int>, k: int) returns (v: int) ensures v == if k in m then m[k] else 0 { if k in m { v := m[k]; } else { v := 0; } }
method Gap(m: map<int, int>, k: int) returns (v: int) ensures k in m ==> v == m[k] { if k in m { v := m[k]; } else { v := 0; } }
//// 4 strong
datatype Tree = Leaf | Node(l: Tree, v: int, r: Tree)
function Sz(t: Tree): nat { match t case Leaf => 0 case Node(l, _, r) => Sz(l) + 1 + Sz(r) }
method Count(t: Tree) returns (n: nat) ensures n == Sz(t) { n := Sz(t); }
method Mirror(t: Tree) returns (m: Tree) ensures m == Mir(t) { m := Mir(t); }
function Mir(t: Tree): Tree { match t case Leaf => Leaf case Node(l, v, r) => Node(Mir(r), v, Mir(l)) }
//// strong
class Cell { var v: int constructor (x: int) ensures v == x { v := x; } }
method Make(x: int) returns (c: Cell) ensures fresh(c) && c.v == x { c := new Cell(x); }
method Swap(a: Cell, b: Cell) modifies a, b ensures a.v == old(b.v) && b.v == old(a.v) { var t := a.v; a.v := b.v; b.v := t; }
//// strong, Acc.Reset weak
class Acc { var x: int var y: int
  method Move(d: int) modifies this`x ensures x == old(x) + d { x := x + d; }
  method Reset() modifies this ensures x == 0 { x := 0; }
  method Both() modifies this ensures x == y == 0 { x, y := 0, 0; } }
//// 4 strong
ghost predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
method Ins(s: seq<int>, x: int) returns (r: seq<int>) requires Sorted(s) ensures Sorted(r) && multiset(r) == multiset(s) + multiset{x} {
  var i := 0; while i < |s| && s[i] < x invariant 0 <= i <= |s| && forall k :: 0 <= k < i ==> s[k] < x { i := i + 1; }
  r := s[..i] + [x] + s[i..]; assert s == s[..i] + s[i..]; }
//// strong
function F(x: int): (r: int) ensures r >= x { x + 1 }
method Use(x: int) returns (y: int) ensures y == F(x) - x { y := 1; }
//// strong, Choose strong up to choice
method Choose(s: set<int>) returns (x: int) requires s != {} ensures x in s { x :| x in s; }
method Only(s: set<int>) returns (x: int) requires |s| == 1 ensures x in s { x :| x in s; }
//// strong
datatype Color = Red | Green | Blue
method Turn(c: Color) returns (d: Color) ensures d == match c { case Red => Green case Green => Blue case Blue => Red } { match c { case Red => d := Green; case Green => d := Blue; case Blue => d := Red; } }
method Other(c: Color) returns (d: Color) ensures d.Red? <==> c != Red ensures c.Red? ==> d.Blue? { if c.Red? { d := Blue; } else { d := Red; } }
//// 4 strong
method Apply(f: int -> int, x: int) returns (y: int) ensures y == f(f(x)) { y := f(x); y := f(y); }
method Compose(s: seq<int>) returns (r: seq<int>) ensures r == seq(|s|, i requires 0 <= i < |s| => s[i] + 1) { r := seq(|s|, i requires 0 <= i < |s| => s[i] + 1); }
//// weak
class Node { var next: Node? var v: int
  method Append(x: int) modifies this ensures next != null && next.v == x { next := new Node; next.v := x; } }
//// strong
datatype List = Nil | Cons(h: int, t: List)
class A { var data: int var next: A?
  predicate Repr(n: A?, list: List) reads * decreases list
  { match list case Nil => n == null case Cons(d, cdr) => n != null && n.data == d && Repr(n.next, cdr) }
  method None() returns (n: A?) ensures Repr(n, Nil) { n := null; } }
//// 4 strong
abstract module A { type Ty { function F(x: nat): nat requires x != 7 ensures F(x) == x
  method M(x: nat) returns (r: nat) requires x != 9 ensures r == x } }
module D refines A { datatype Ty = Make(w: int) { function F(x: nat): nat { x } method M(x: nat) returns (r: nat) { r := x; } } }
module C refines A { class Ty { function F(x: nat): nat { x } method M(x: nat) returns (r: nat) { r := x; } } }
module N refines A { newtype Ty = int { function F(x: nat): nat { x } method M(x: nat) returns (r: nat) { r := x; } } }
//// 4 strong, A.K.constructor weak, A.K.U weak
module A { class K { var x: int constructor () ensures x >= 0 { x := 1; }
  method U() modifies this ensures x > old(x) { x := x + 1; } } }
module B refines A { class K ... { constructor () ensures x == 1 method U() ensures x < old(x) + 2 } }
