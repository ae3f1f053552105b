// The elements of a sequence as a set.
method DistinctElements(s: seq<int>) returns (r: set<int>)
  ensures r == set x | x in s
{
  r := {};
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant r == set x | x in s[..i]
  {
    r := r + {s[i]};
    i := i + 1;
  }
}

method DistinctElementsTest()
{
  var r1 := DistinctElements([3, 1, 3]);
  assert r1 == {1, 3};
  var r2 := DistinctElements([2]);
  assert r2 == {2};
}
