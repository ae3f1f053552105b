// An index of a key in a sorted array, -1 if it is not there.
predicate Sorted(s: seq<int>)
{
  forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]
}

method BinarySearch(a: array<int>, key: int) returns (index: int)
  requires Sorted(a[..])
  ensures index == -1 || (0 <= index < a.Length && a[index] == key)
  ensures index == -1 ==> key !in a[..]
{
  var low, high := 0, a.Length;
  while low < high
    invariant 0 <= low <= high <= a.Length
    invariant forall k :: 0 <= k < low ==> a[k] < key
    invariant forall k :: high <= k < a.Length ==> a[k] >= key
  {
    var middle := (low + high) / 2;
    if a[middle] < key {
      low := middle + 1;
    } else {
      high := middle;
    }
  }
  if low < a.Length && a[low] == key {
    index := low;
  } else {
    index := -1;
  }
}

method BinarySearchTest()
{
  var a := new int[] [2, 3, 5, 8, 13];
  var index1 := BinarySearch(a, 8);
  assert index1 == 3;
  var index2 := BinarySearch(a, 4);
  assert index2 == -1;
  var index3 := BinarySearch(a, 2);
  assert index3 == 0;
}
