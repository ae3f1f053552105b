// A new array with every element doubled.
method DoubleAll(a: array<int>) returns (b: array<int>)
  ensures b.Length == a.Length
  ensures forall i :: 0 <= i < a.Length ==> b[i] == 2 * a[i]
{
  b := new int[a.Length];
  var i := 0;
  while i < a.Length
    invariant 0 <= i <= a.Length
    invariant forall k :: 0 <= k < i ==> b[k] == 2 * a[k]
    invariant a[..] == old(a[..])
  {
    b[i] := 2 * a[i];
    i := i + 1;
  }
}

method DoubleAllTest()
{
  var a1 := new int[] [1, -2, 3];
  var b1 := DoubleAll(a1);
  assert b1[..] == [2, -4, 6];

  var a2 := new int[] [50];
  var b2 := DoubleAll(a2);
  assert b2[..] == [100];
}
