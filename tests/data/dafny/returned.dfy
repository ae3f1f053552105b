// Methods that return objects, and arrays of two dimensions.

class Cell {
  var value: int
  var tag: string
  var next: Cell?

  constructor (v: int) ensures value == v && tag == "" && next == null
  { value, tag, next := v, "", null; }

  method Copy() returns (c: Cell)
    ensures fresh(c) && c.value == value && c.tag == tag
  { c := new Cell(value); c.tag := tag; }

  method Self() returns (c: Cell)
    ensures c == this
  { c := this; }

  method Larger(other: Cell) returns (c: Cell)
    ensures c == this || c == other
    ensures c.value >= value && c.value >= other.value
  { c := if value >= other.value then this else other; }

  method Before() returns (c: Cell)
    ensures old(c.value) == 1
}

method Pair(v: int) returns (a: Cell, b: Cell)
  ensures fresh({a, b}) && a != b
  ensures a.value == v && b.value == v + 1 && a.next == b
{ a := new Cell(v); b := new Cell(v + 1); a.next := b; }

method Table(rows: nat, columns: nat) returns (t: array2<int>)
  ensures t.Length0 == rows && t.Length1 == columns
  ensures forall i, j :: 0 <= i < rows && 0 <= j < columns ==> t[i, j] == i * columns + j
{ t := new int[rows, columns]((i, j) => i * columns + j); }

method Corner(t: array2<int>) returns (r: int)
  requires t.Length0 > 0 && t.Length1 > 0
  ensures r == t[t.Length0 - 1, t.Length1 - 1]
{ r := t[t.Length0 - 1, t.Length1 - 1]; }

method ReturnedTest()
{
  var c := new Cell(3);
  assert c.value == 3 && c.tag == "" && c.next == null;
  var d := c.Copy();
  assert d.value == 3 && d.tag == "";
  d.value := 5;
  assert c.value == 3 && d.value == 5;
  var e := c.Larger(d);
  assert e == d && e.value == 5;
  var a, b := Pair(7);
  assert a.value == 7 && b.value == 8;
  var s := c.Self();
  assert s == c;
  s.value := 4;
  var l := c.Larger(a);
  assert l.value == 7;
  var t := Table(2, 2);
  assert t.Length0 == 2 && t.Length1 == 2;
  assert t[0, 0] == 0 && t[0, 1] == 1 && t[1, 0] == 2 && t[1, 1] == 3;
  var r := Corner(t);
  assert r == 3;
}
