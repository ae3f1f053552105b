//// strong
class Stack { ghost var Repr: set<object>  ghost var contents: seq<int>  var a: seq<int>
  predicate Valid() reads this, Repr { this in Repr && contents == a }
  constructor () ensures Valid() && fresh(Repr - {this}) && contents == [] { a := []; contents := []; Repr := {this}; }
  method Push(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && contents == old(contents) + [x] { a := a + [x]; contents := a; }
  method Top() returns (x: int) requires Valid() && contents != [] ensures x == contents[|contents| - 1] { x := a[|a| - 1]; }
}
//// weak, Box.constructor strong
class Box { var v: int  var w: int  ghost var Repr: set<object>
  predicate Valid() reads this, Repr { this in Repr }
  constructor () ensures Valid() && fresh(Repr - {this}) && v == 0 && w == 0 { v := 0; w := 0; Repr := {this}; }
  method Set(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && v == x { v := x; }
}
//// strong
class Box { var v: int  var w: int  ghost var Repr: set<object>
  predicate Valid() reads this, Repr { this in Repr }
  constructor () ensures Valid() && fresh(Repr - {this}) && v == 0 && w == 0 { v := 0; w := 0; Repr := {this}; }
  method Set(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && v == x && w == old(w) { v := x; }
}
//// unknown, Node.constructor strong, Node.Cut weak
class Node { var data: int  var next: Node?  ghost var Repr: set<object>
  predicate Valid() reads this, Repr { this in Repr && (next != null ==> next in Repr && next.Repr <= Repr && this !in next.Repr && next.Valid()) }
  constructor (d: int) ensures Valid() && fresh(Repr) && data == d && next == null { data := d; next := null; Repr := {this}; }
  method Put(d: int) requires Valid() modifies Repr ensures Valid() && data == d && Repr == old(Repr) { data := d; }
  method Cut() requires Valid() modifies Repr ensures Valid() && next == null && fresh(Repr - old(Repr)) { next := null; Repr := {this}; }
}
//// strong
class Cell { var v: int  ghost var Repr: set<object>  predicate Valid() reads this, Repr { this in Repr }
  method Put(d: int) requires Valid() modifies Repr ensures Valid() && v == d && fresh(Repr - old(Repr)) { v := d; }
  method Keep() requires Valid() modifies Repr ensures Valid() && v == old(v) && fresh(Repr - old(Repr)) { } }
//// weak
class Cell { var v: int  ghost var Repr: set<object>  predicate Valid() reads this, Repr { this in Repr }
  method Put(d: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) { v := d; } }
//// strong
class Cell { var v: int  ghost var Repr: set<object>  predicate Valid() reads this, Repr { this in Repr }
  method Get() returns (r: int) requires Valid() ensures r == v { r := v; } }
//// strong
class Q { ghost var contents: seq<int>  ghost var Repr: set<object>  var a: array<int>  var n: nat  var cache: int
  predicate Valid() reads this, Repr { this in Repr && a in Repr && n <= a.Length && a[..n] == contents }
  constructor () ensures Valid() && fresh(Repr) && contents == [] { a := new int[4]; n := 0; contents := []; new; Repr := {this, a}; }
  method Clear() requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && contents == [] { n := 0; contents := []; cache := 1; } }
//// strong
class Bank { var balance: map<int, int>  ghost var Repr: set<object>
  predicate Valid() reads this, Repr { this in Repr && forall k :: k in balance ==> balance[k] >= 0 }
  method Put(k: int, v: int) requires Valid() && v >= 0 modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && balance == old(balance)[k := v] { balance := balance[k := v]; } }
//// weak
class Bank { var balance: map<int, int>  ghost var Repr: set<object>
  predicate Valid() reads this, Repr { this in Repr && forall k :: k in balance ==> balance[k] >= 0 }
  method Put(k: int, v: int) requires Valid() && v >= 0 modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && k in balance && balance[k] == v { balance := balance[k := v]; } }
//// weak
class Acc { var owner: int  var balance: int  ghost var Repr: set<object>
  predicate Valid() reads this, Repr { this in Repr && balance >= 0 }
  method Deposit(k: nat) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && balance == old(balance) + k { balance := balance + k; } }
method Move(a: Acc, b: Acc, k: nat) requires a.Valid() && b.Valid() && a != b && a.Repr !! b.Repr && a.balance >= k modifies a, b ensures a.balance == old(a.balance) - k && b.balance == old(b.balance) + k && a.Valid() && b.Valid() { a.balance := a.balance - k; b.balance := b.balance + k; }
//// strong
class C { var v: int  var o: object?
  method M() requires o == this modifies o ensures v == 3 && o == this { v := 3; } }
//// weak
class C { var v: int  var w: int  var o: object?
  method M() requires o == this modifies o ensures v == 3 && o == this { v := 3; } }
//// vacuous
class C { var v: int  var w: int  var o: object?
  method M() requires o != this modifies o ensures v == old(v) { } }
//// weak
class C { var v: int  var w: int }
method M(s: set<object>, c: C) requires c in s modifies s ensures c.v == 1 { c.v := 1; }
//// unknown
class C { var v: int  var w: int }
method M(s: set<object>, c: C) requires c in s modifies s ensures c.v == 1 && c.w == old(c.w) ensures forall o: object :: o in s && o != c ==> unchanged(o) { c.v := 1; }
//// unknown
class C { var v: int  var w: int }
method M(s: set<object>, c: C) requires c !in s modifies s, c`v ensures c.v == 1 ensures forall o: object :: o in s ==> unchanged(o) { c.v := 1; }
//// weak
class C { var v: int  var w: int }
method M(s: seq<object>, c: C) requires |s| == 1 && s[0] == c modifies s[0] ensures c.v == 1 { c.v := 1; }

//// weak, C.Read strong, C.constructor strong, Join strong
// A clause that gives a field to a function mentions it; what a function of the class reads of its object it does not.
// But no number says what a sequence is.
function method Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) }
lemma Join(s: seq<int>, n: int) ensures Sum(s + [n]) == Sum(s) + n { if s != [] { Join(s[1..], n); assert s + [n] == [s[0]] + (s[1..] + [n]); } }
class C {
  var xs: seq<int>
  constructor () ensures xs == [] { xs := []; }
  function method Total(): int reads this { Sum(xs) }
  method Put(n: int) modifies this ensures «Sum(xs) == Sum(old(xs)) + n¦Total() == Sum(old(xs)) + n && Sum(xs) == Total()» { Join(xs, n); xs := xs + [n]; }
  method Told(n: int) modifies this ensures Total() == old(Total()) + n { Join(xs, n); xs := xs + [n]; }
  function method Elements(): seq<int> reads this { xs }
  method Read(n: int) modifies this ensures Elements() == old(Elements()) + [n] { xs := xs + [n]; }
}
//// weak
class C {
  var xs: seq<int>
  function method Size(): nat reads this { |xs| }
  method Put(x: int) modifies this ensures Size() == old(Size()) + 1 { xs := xs + [x]; }
}
//// strong, Stack.Pop weak
class Stack { ghost var elems: seq<int>  ghost var Repr: set<object>  var top: Node?
  predicate Valid() reads this, Repr { this in Repr && (top == null ==> elems == []) && (top != null ==> top in Repr && top.Repr <= Repr && this !in top.Repr && top.Valid() && top.elems == elems) }
  constructor () ensures Valid() && fresh(Repr) && elems == [] { top := null; elems := []; Repr := {this}; }
  method Push(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && elems == [x] + old(elems) { top := new Node(x, top); elems := [x] + elems; Repr := Repr + top.Repr; }
  method IsEmpty() returns (b: bool) requires Valid() ensures b <==> elems == [] { b := top == null; }
  method Pop() returns (x: int) requires Valid() && elems != [] modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && x == old(elems[0]) { x := top.v; elems := elems[1..]; top := top.next; } }
class Node { ghost var elems: seq<int>  ghost var Repr: set<object>  var v: int  var next: Node?
  predicate Valid() reads this, Repr { this in Repr && |elems| > 0 && elems[0] == v && (next == null ==> elems[1..] == []) && (next != null ==> next in Repr && next.Repr <= Repr && this !in next.Repr && next.Valid() && next.elems == elems[1..]) }
  constructor (x: int, n: Node?) requires n != null ==> n.Valid() ensures Valid() && fresh(Repr - if n == null then {} else n.Repr) && elems == [x] + (if n == null then [] else n.elems) && v == x && next == n { v := x; next := n; elems := [x] + if n == null then [] else n.elems; Repr := {this} + if n == null then {} else n.Repr; } }
//// strong
class Q { ghost var s: seq<int>  ghost var Repr: set<object>  var a: array<int>  var lo: nat  var hi: nat
  predicate Valid() reads this, Repr { this in Repr && a in Repr && lo <= hi <= a.Length && s == a[lo..hi] }
  constructor (cap: nat) ensures Valid() && fresh(Repr) && s == [] { a := new int[cap]; lo, hi := 0, 0; s := []; new; Repr := {this, a}; }
  method Deq() returns (x: int) requires Valid() && s != [] modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && x == old(s)[0] && s == old(s)[1..] { x := a[lo]; lo := lo + 1; s := s[1..]; }
  method Size() returns (n: nat) requires Valid() ensures n == |s| { n := hi - lo; }
  method Enq(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && s == old(s) + [x] { if hi == a.Length { var b := new int[2 * a.Length + 1]; forall i | 0 <= i < hi { b[i] := a[i]; } a := b; Repr := Repr + {b}; } a[hi] := x; hi := hi + 1; s := s + [x]; } }
//// strong
// What predicates and frames alone read is a choice, whatever the values of other functions are.
class Q {
  var xs: seq<int>
  var order: seq<int>
  predicate Valid() reads this { |order| == |xs| }
  function method Elements(): seq<int> reads this { xs }
  method Put(x: int) requires Valid() modifies this ensures Valid() && Elements() == old(Elements()) + [x] { xs := xs + [x]; order := order + [|xs|]; }
}
//// 4 strong
class Node { var v: int }
class Q {
  var nodes: set<Node>
  var xs: seq<int>
  ghost function Repr(): set<object> reads this { {this} + set n | n in nodes :: n as object }
  function Elements(): seq<int> reads this { xs }
  method Put(x: int) modifies this ensures this in Repr() && Elements() == old(Elements()) + [x] { xs := xs + [x]; }
}
