// The largest element of an array that is not empty.
method Maximum(a: array<int>) returns (m: int)
  requires a.Length > 0
  ensures forall k :: 0 <= k < a.Length ==> a[k] <= m
  ensures exists k :: 0 <= k < a.Length && a[k] == m
{
  m := a[0];
  var i := 1;
  while i < a.Length
    invariant 1 <= i <= a.Length
    invariant forall k :: 0 <= k < i ==> a[k] <= m
    invariant exists k :: 0 <= k < i && a[k] == m
  {
    if a[i] > m {
      m := a[i];
    }
    i := i + 1;
  }
}

method MaximumTest()
{
  var a1 := new int[] [3, 9, 4];
  var m1 := Maximum(a1);
  assert m1 == 9;

  var a2 := new int[] [-7];
  var m2 := Maximum(a2);
  assert m2 == -7;

  var a3 := new int[] [-2, -8, -2, -5];
  var m3 := Maximum(a3);
  assert m3 == -2;
}
