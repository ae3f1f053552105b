class Item { var x: int var y: int constructor () ensures x == 0 && y == 0 { x, y := 0, 0; } predicate Valid() reads this { y >= 0 } }
class Node { var x: int var y: int var nx: Node? constructor () ensures x == 0 && y == 0 && nx == null { x, y := 0, 0; nx := null; } }
class Shelf { var items: seq<Node> var n: int constructor (s: seq<Node>) ensures items == s && n == 0 { items := s; n := 0; } }
class Own { var x: int var y: int ghost var Repr: set<object> var kids: set<Own> constructor () ensures x == 0 && y == 0 && Repr == {this} && kids == {} { x, y := 0, 0; Repr := {this}; kids := {}; } method Add(o: Own) modifies this ensures kids == old(kids) + {o} && x == old(x) && y == old(y) && Repr == old(Repr) { kids := kids + {o}; }
predicate Good() reads this { y >= 0 } }
predicate AllGood(s: seq<Node>) reads s { forall n :: n in s ==> n.y >= 0 }
predicate Same(s: seq<Node>, t: seq<int>) reads s { |s| == |t| && forall i :: 0 <= i < |s| ==> s[i].y == t[i] }
class Rack { var x: int var y: int var a: array<int> constructor (b: array<int>) ensures x == 0 && y == 0 && a == b { x, y, a := 0, 0, b; } }
//= weak
method ZeroSet(s: set<Item>) modifies s ensures forall n :: n in s ==> n.x == 0 { var t := s; while t != {} modifies s { var n :| n in t; n.x := 0; t := t - {n}; } }
//= strong
method ZeroSetS(s: set<Item>) modifies s ensures forall n :: n in s ==> n.x == 0 && n.y == old(n.y) { var t := s; while t != {} modifies s { var n :| n in t; n.x := 0; t := t - {n}; } }
//= strong
method ZeroSetF(s: set<Item>) modifies s`x ensures forall n :: n in s ==> n.x == 0 { var t := s; while t != {} modifies s { var n :| n in t; n.x := 0; t := t - {n}; } }
//= weak
method ZeroSeq(s: seq<Item>) modifies s ensures forall n :: n in s ==> n.x == 0 { for i := 0 to |s| modifies s { s[i].x := 0; } }
//= weak
method ZeroSeqI(s: seq<Item>) modifies s ensures forall i :: 0 <= i < |s| ==> s[i].x == 0 { var i := 0; while i < |s| modifies s { s[i].x := 0; i := i + 1; } }
//= strong
method ZeroSeqS(s: seq<Item>) modifies s ensures forall i :: 0 <= i < |s| ==> s[i].x == 0 && s[i].y == old(s[i].y) { var i := 0; while i < |s| modifies s { s[i].x := 0; i := i + 1; } }
//= strong
method ZeroSeqU(s: seq<Item>) modifies s ensures forall i :: 0 <= i < |s| ==> s[i].x == 0 && unchanged(s[i]`y) { var i := 0; while i < |s| modifies s { s[i].x := 0; i := i + 1; } }
//= weak
method ZeroValid(s: seq<Item>) requires forall n :: n in s ==> n.Valid() modifies s ensures forall n :: n in s ==> n.x == 0 && n.Valid() { var i := 0; while i < |s| modifies s { s[i].x := 0; i := i + 1; } }
//= weak
method Nothing(s: set<Item>) modifies s ensures forall n :: n in s ==> n.x == old(n.x) { }
//= weak
method First(s: seq<Item>) requires |s| > 0 modifies s ensures s[0].x == 1 { s[0].x := 1; }
//= weak
method FirstY(s: seq<Item>) requires |s| == 1 modifies s ensures s[0].x == 1 { s[0].x := 1; }
//= strong
method FirstS(s: seq<Item>) requires |s| > 0 modifies s[0] ensures s[0].x == 1 && s[0].y == old(s[0].y) { s[0].x := 1; }
//= strong
method Uns2(c: Node, s: seq<Node>) requires s == [c] modifies c ensures c.x == 1 ensures forall i :: 0 <= i < |s| ==> unchanged(s[i]`y) && unchanged(s[i]`nx) { c.x := 1; }
//= weak
method Shelve(b: Shelf) modifies b.items ensures forall n :: n in b.items ==> n.x == 0 { var i := 0; while i < |b.items| { b.items[i].x := 0; i := i + 1; } }
//= strong
method ShelveS(b: Shelf) modifies b.items ensures forall n :: n in b.items ==> n.x == 0 && n.y == old(n.y) && n.nx == old(n.nx) { var i := 0; while i < |b.items| { b.items[i].x := 0; i := i + 1; } }
//= weak
method Kids(o: Own) modifies o.kids ensures forall k :: k in o.kids ==> k.x == 1 { var t := o.kids; while t != {} { var k :| k in t; k.x := 1; t := t - {k}; } }
//= weak
method GoodKids(o: Own) requires forall k :: k in o.kids ==> k.Good() modifies o.kids ensures forall k :: k in o.kids ==> k.x == 1 && k.Good() { var t := o.kids; while t != {} { var k :| k in t; k.x := 1; t := t - {k}; } }
//= weak
method AllGoodW(s: seq<Node>) requires AllGood(s) modifies s ensures AllGood(s) { }
//= strong
method KeepSame(s: seq<Node>, t: seq<int>) requires Same(s, t) modifies s ensures Same(s, t) && forall n :: n in s ==> n.x == 2 && n.nx == old(n.nx) { var i := 0; while i < |s| { s[i].x := 2; i := i + 1; } }
//= weak
method KeepSameW(s: seq<Node>, t: seq<int>) requires Same(s, t) modifies s ensures Same(s, t) && forall n :: n in s ==> n.x == 2 { var i := 0; while i < |s| { s[i].x := 2; i := i + 1; } }
//= strong
method KeepU(s: seq<Node>) modifies s ensures forall n :: n in s ==> unchanged(n) { }
//= weak
method OneW(c: Node, d: Node) modifies {c, d} ensures c.x == 1 && c.y == old(c.y) && c.nx == old(c.nx) { c.x := 1; }
//= strong
method KeepUs(s: seq<Node>) modifies s ensures unchanged(s) { }
//= strong
method KeepUi(s: seq<Node>) modifies s ensures forall i :: 0 <= i < |s| ==> s[i].x == 3 && unchanged(s[i]`y) && unchanged(s[i]`nx) { var i := 0; while i < |s| { s[i].x := 3; i := i + 1; } }
//= wrong
method KeepUx(s: seq<Node>) modifies s ensures unchanged(s) { var i := 0; while i < |s| { s[i].x := 3; i := i + 1; } }
//= weak
method KeepUw(s: seq<Node>) modifies s ensures forall i :: 0 <= i < |s| ==> unchanged(s[i]`y) && unchanged(s[i]`nx) { var i := 0; while i < |s| { s[i].x := 3; i := i + 1; } }
//= strong
method Set(s: set<Node>, t: set<Node>) requires s !! t modifies s + t ensures unchanged(t) && forall n :: n in s ==> n.x == 1 && n.y == old(n.y) && n.nx == old(n.nx) { var r := s; while r != {} { var n :| n in r; n.x := 1; r := r - {n}; } }
//= weak
method Union(s: set<Node>, t: set<Node>) modifies s + t ensures forall n :: n in s + t ==> n.x == 1 && n.nx == old(n.nx) { var r := s + t; while r != {} { var n :| n in r; n.x := 1; r := r - {n}; } }
//= weak
method OneAnd(c: Node, s: set<Node>) modifies {c} + s ensures forall n :: n in s ==> n.x == 1 && n.nx == old(n.nx) ensures c.x == (if c in s then 1 else old(c.x)) && c.nx == old(c.nx) { var r := s; while r != {} { var n :| n in r; n.x := 1; r := r - {n}; } }
//= weak
method Compr(s: seq<Node>) modifies set i | 0 <= i < |s| :: s[i] ensures forall n :: n in s ==> n.x == 1 && n.nx == old(n.nx) { var i := 0; while i < |s| { s[i].x := 1; i := i + 1; } }
//= weak
method Without(c: Node, s: set<Node>) requires c in s && |s| > 1 modifies s - {c} ensures c.x == old(c.x) && forall n :: n in s - {c} ==> n.x == 1 && n.nx == old(n.nx) { var r := s - {c}; while r != {} { var n :| n in r; n.x := 1; r := r - {n}; } }
//= strong
method WithoutS(c: Node, s: set<Node>) requires s == {c} modifies s - {c} ensures c.x == old(c.x) && forall n :: n in s - {c} ==> n.x == 1 && n.nx == old(n.nx) { }
//= weak
method Prefix(s: seq<Node>, k: nat) requires k <= |s| modifies s[..k] ensures forall n :: n in s[..k] ==> n.x == 1 && n.y == old(n.y) { var i := 0; while i < k { s[i].x := 1; i := i + 1; } }
//= unknown
method NotRead(c: Rack, s: seq<Rack>) requires s == [c] modifies c ensures c.x == 1 ensures forall i :: 0 <= i < |s| ==> unchanged(s[i]`y) && unchanged(s[i]`a) { c.x := 1; }
