// States at labels: old@L and unchanged@L in a test.

class Cell {
  var x: int
  constructor (v: int) ensures x == v { x := v; }
  method Add(n: int) modifies this ensures x == old(x) + n { x := x + n; }
}

method Flip(a: array<bool>)
  requires a.Length == 2
  modifies a
  ensures a[0] == old(a[1]) && a[1] == old(a[0])
{ a[0], a[1] := a[1], a[0]; }

method Same(ghost b: bool) returns (ghost r: bool)
  ensures r == b
{ r := b; }

method LabelsTest()
{
  var c := new Cell(3);
  assert c.x == 3;
  label L: c.Add(2);
  assert c.x == 5;
  var a := new bool[] [true, false];
  label K: Flip(a);
  assert a[..] == [false, true];
  ghost var p := Same(old@L(c.x) == 3 && old@K(c.x) == 5);
  assert p;
  ghost var q := Same(old@K(a[0]) && !a[0]);
  assert q;
  ghost var s := Same(unchanged@K(c) && !unchanged@L(c) && !unchanged@K(a));
  assert s;
  label M: c.x := 8;
  ghost var t := Same(old@M(c.x) == 5 && old@M(a[1]) && c.x == 8);
  assert t;
}
