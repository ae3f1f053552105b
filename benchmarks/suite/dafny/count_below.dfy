// How many elements are below a bound. Wrong at the boundary: the specification counts the bound itself.
function Below(s: seq<int>, bound: int): nat
{
  if |s| == 0 then 0 else Below(s[..|s| - 1], bound) + if s[|s| - 1] <= bound then 1 else 0
}

method CountBelow(s: seq<int>, bound: int) returns (count: nat)
  ensures count == Below(s, bound)
{
  count := 0;
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant count == Below(s[..i], bound)
  {
    assert s[..i + 1][..i] == s[..i];
    if s[i] <= bound {
      count := count + 1;
    }
    i := i + 1;
  }
  assert s[..i] == s;
}

method CountBelowTest()
{
  var count1 := CountBelow([1, 5, 9], 6);
  assert count1 == 2;
  var count2 := CountBelow([1, 5, 9], 5);
  assert count2 == 1;
  var count3 := CountBelow([], 0);
  assert count3 == 0;
  var count4 := CountBelow([3, 3], 3);
  assert count4 == 0;
}
