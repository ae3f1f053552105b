// Fields of objects that are reached through others, and functions that go from object to object.

class Node {
  ghost var Repr: set<object>
  var value: int
  var next: Node?
  const weight: nat

  predicate Valid()
    reads this, Repr
    decreases Repr
  {
    this in Repr && null !in Repr &&
    (next != null ==> next in Repr && next.Repr <= Repr && this !in next.Repr && next.Valid())
  }

  function Length(): nat
    requires Valid()
    reads Repr
    decreases Repr
  { if next == null then 1 else 1 + next.Length() }

  function Contents(): seq<int>
    requires Valid()
    reads Repr
    decreases Repr
  { [value] + if next == null then [] else next.Contents() }

  predicate Last() reads this { next == null }

  constructor (value: int, next: Node?)
    requires next != null ==> next.Valid()
    ensures this.value == value && this.next == next && weight == 1
    ensures Repr == {this} + (if next == null then {} else next.Repr)
    ensures Valid() && Contents() == [value] + if next == null then [] else next.Contents()

  method Count() returns (r: nat)
    requires Valid()
    ensures r == Length() && r > 0

  method Second() returns (r: int)
    requires next != null
    ensures r == next.value

  method Set(v: int)
    requires Valid() && next != null
    modifies this
    ensures Repr == old(Repr)
    ensures value == v && next == old(next)
    ensures Valid() && next.value == old(next.value) && Contents() == [v] + old(Contents())[1..]

  method Put(v: int)
    requires next != null
    modifies next
    ensures next.weight == old(next.weight) && next.value == v

  method Same(other: Node) returns (r: bool)
    modifies other
    ensures r <==> next != null && next.value == other.value
    ensures other.value == old(other.value) + 1
}

class Stack {
  var top: Node?
  var count: int

  predicate Valid()
    reads this, top, if top == null then {} else top.Repr
  { if top == null then count == 0 else top.Valid() && count == top.Length() && top.weight > 0 }

  method Top() returns (r: int)
    requires Valid() && count > 0
    ensures r == top.value && Valid()
}

function Sum(nodes: seq<Node>): int
  reads nodes
{ if nodes == [] then 0 else nodes[0].value + Sum(nodes[1..]) }

method Total(nodes: seq<Node>) returns (r: int)
  requires forall n :: n in nodes ==> n.value >= 0 && n.Last()
  ensures r == Sum(nodes) && forall i :: 0 <= i < |nodes| ==> r >= nodes[i].value

method Any() returns (n: Node)
  ensures n.next != null && n.next.value == n.value

method LinkedTest()
{
  var a := new Node(1, null);
  assert a.value == 1 && a.next == null && a.weight == 1 && a.Repr == {a};
  var b := new Node(2, a);
  assert b.value == 2 && b.next == a && b.weight == 1 && b.Repr == {a, b};
  var l := b.Count();
  assert l == 2;
  var m := a.Count();
  assert m == 2;
  var x := b.Second();
  assert x == 1;
  var y := b.Second();
  assert y == 2;
  b.Set(0);
  assert b.value == 0 && b.next == a && b.Repr == {a, b};
  b.Set(1);
  assert b.value == 1 && b.next == b && b.Repr == {a, b};
  b.next := a;
  a.value := 5;
  var z := b.Second();
  assert z == 5;
  var c := new Node(3, null);
  assert c.value == 3 && c.next == null && c.weight == 2 && c.Repr == {c};
  var s := Total([a, c]);
  assert s == 8;
  var t := new Stack;
  t.top := b;
  t.count := 2;
  var g := t.Top();
  assert g == 1;
  t.count := 3;
  var h := t.Top();
  assert h == 1;
  var e := b.Same(a);
  assert !e && a.value == 6;
  var f := b.Same(a);
  assert f && a.value == 7;
  var k := b.Count();
  assert k == 2;
  b.Put(9);
  assert a.value == 9 && b.value == 1 && b.next == a;
  b.Put(9);
  assert a.value == 8 && b.value == 1 && b.next == a;
  b.Put(9);
  assert b.value == 1 && b.next == a;
}
