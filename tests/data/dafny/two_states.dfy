// What speaks of two states: two-state functions, unchanged, fresh, allocated.

class Counter {
  var count: int
  var name: string
  var next: Counter?
  ghost var Repr: set<object>
  const limit: int

  twostate predicate Grew(n: int) reads this { count == old(count) + n && unchanged(this`name) }
  twostate function Change(): int reads this { count - old(count) }
  twostate predicate Twice() reads this { Grew(Change()) && Change() % 2 == 0 && fresh(Repr - old(Repr)) }

  constructor (name: string)
    ensures this.name == name && count == 0 && limit == 9
    ensures fresh(this) && this in Repr && fresh(Repr - {this})
  { this.name := name; count := 0; limit := 9; Repr := {this}; }

  method Add(n: int)
    modifies this
    ensures Grew(n)
  { count := count + n; }

  method Step(to: Counter)
    requires to != this
    modifies this
    ensures Change() == 1 && unchanged(to)
    ensures !fresh(to) && allocated(to) && old(allocated(this))
  { count := count + 1; }

  method Even() modifies this ensures Twice()

  method Keep() returns (r: int)
    modifies this
    ensures unchanged(this`count) && r == count
    ensures unchanged(this`name, this`count)
  { r := count; }

  method Idle() modifies this ensures unchanged(this)
  {}
}

twostate predicate Up(a: array<int>)
  reads a
{
  forall i :: 0 <= i < a.Length ==> old(a[i]) <= a[i]
}

method Raise(a: array<int>)
  modifies a
  ensures Up(a) && unchanged(a) == old(a.Length == 0)

method Copy(a: array<int>) returns (b: array<int>)
  ensures fresh(b) && b[..] == a[..]

method CounterTest()
{
  var c := new Counter("c");
  assert c.name == "c" && c.count == 0;
  assert c.limit == 9;
  c.Add(3);
  assert c.count == 3 && c.name == "c";
  var d := new Counter("d");
  assert d.count == 0 && d.name == "d" && d.limit == 9;
  c.Step(d);
  assert c.count == 4;
  var k := c.Keep();
  assert k == 4 && c.count == 4 && c.name == "c";
  c.Idle();
  assert c.count == 4 && c.name == "d";
  c.Even();
  assert c.count == 8;
  var a := new int[] [1, 2];
  Raise(a);
  assert a[..] == [1, 3];
  var b := Copy(a);
  assert b[..] == [1, 3];
}
