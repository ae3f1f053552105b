// Whether an array is in ascending order.
predicate Ascending(s: seq<int>)
{
  forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]
}

method IsSorted(a: array<int>) returns (sorted: bool)
  ensures sorted == Ascending(a[..])
{
  sorted := true;
  var i := 1;
  while i < a.Length
    invariant a.Length == 0 || 1 <= i <= a.Length
    invariant sorted <==> Ascending(a[..if a.Length == 0 then 0 else i])
  {
    if a[i - 1] > a[i] {
      sorted := false;
    }
    i := i + 1;
  }
}

method IsSortedTest()
{
  var a1 := new int[] [1, 1, 2];
  var sorted1 := IsSorted(a1);
  assert sorted1;

  var a2 := new int[] [3, 2];
  var sorted2 := IsSorted(a2);
  assert !sorted2;

  var a3 := new int[] [];
  var sorted3 := IsSorted(a3);
  assert sorted3 == true;
}
