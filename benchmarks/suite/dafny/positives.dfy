// The positive elements, in order.
function Positives(s: seq<int>): seq<int>
{
  if s == [] then [] else if s[0] > 0 then [s[0]] + Positives(s[1..]) else Positives(s[1..])
}

method FilterPositives(s: seq<int>) returns (r: seq<int>)
  ensures r == Positives(s)
{
  r := [];
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant Positives(s) == r + Positives(s[i..])
  {
    if s[i] > 0 {
      r := r + [s[i]];
    }
    i := i + 1;
  }
}

method FilterPositivesTest()
{
  var r1 := FilterPositives([3, -1, 0, 7]);
  assert r1 == [3, 7];
  var r2 := FilterPositives([-1]);
  assert r2 == [];
  var r3 := FilterPositives([2]);
  assert r3 == [2];
}
