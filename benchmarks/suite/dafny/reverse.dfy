// A sequence backwards.
method Reverse(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s|
  ensures forall i :: 0 <= i < |s| ==> r[i] == s[|s| - 1 - i]
{
  r := [];
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant |r| == i
    invariant forall k :: 0 <= k < i ==> r[k] == s[i - 1 - k]
  {
    r := [s[i]] + r;
    i := i + 1;
  }
}

method ReverseTest()
{
  var r1 := Reverse([1, 2, 3]);
  assert r1 == [3, 2, 1];
  var r2 := Reverse([7]);
  assert r2 == [7];
}
