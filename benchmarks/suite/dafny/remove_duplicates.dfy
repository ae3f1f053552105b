// Each element once, in the order of its first occurrence, which nobody promises.
method RemoveDuplicates(s: seq<int>) returns (r: seq<int>)
  ensures forall x :: x in s <==> x in r
  ensures forall i, j :: 0 <= i < j < |r| ==> r[i] != r[j]
{
  r := [];
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant forall x :: x in s[..i] <==> x in r
    invariant forall k, l :: 0 <= k < l < |r| ==> r[k] != r[l]
  {
    if s[i] !in r {
      r := r + [s[i]];
    }
    i := i + 1;
  }
}

method RemoveDuplicatesTest()
{
  var r1 := RemoveDuplicates([1, 2, 1, 3, 2]);
  assert r1 == [1, 2, 3];
  var r2 := RemoveDuplicates([4, 4, 4]);
  assert r2 == [4];
  var r3 := RemoveDuplicates([9, 8]);
  assert r3 == [9, 8];
}
