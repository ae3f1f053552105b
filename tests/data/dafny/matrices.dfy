// An array2 is an array of its rows, one after the other, with two lengths.

predicate Square(m: array2<int>) { m.Length0 == m.Length1 }
predicate Symmetric(m: array2<int>) reads m requires Square(m) { forall i, j :: 0 <= i < m.Length0 && 0 <= j < i ==> m[i, j] == m[j, i] }
method Flip(m: array2<int>)
  requires Square(m)
  modifies m
  ensures forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 ==> m[i, j] == old(m[j, i])

method Trace(m: array2<int>) returns (r: int)
  requires Square(m) && m.Length0 == 2
  ensures r == m[0, 0] + m[1, 1]

method IsSymmetric(m: array2<int>) returns (b: bool) requires Square(m) ensures b <==> Symmetric(m)

method Test() {
  var m := new int[2, 2];
  m[0, 0], m[0, 1] := 1, 2;
  m[1, 0] := 3; m[1, 1] := 4;
  var t := Trace(m); assert t == 5;
  Flip(m);
  assert m[0, 0] == 1 && m[0, 1] == 3 && m[1, 0] == 2 && m[1, 1] == 4;
  var s := IsSymmetric(m); assert !s;
  var n := new int[2, 2]((i, j) => i + j);
  var u := IsSymmetric(n); assert u;
  var a := new int[3]; a[0], a[1], a[2] := 1, 2, 3;
  var x := First(a); assert x == 1;
}

method First(a: array<int>) returns (r: int) requires a.Length > 0 ensures r == a[0]
