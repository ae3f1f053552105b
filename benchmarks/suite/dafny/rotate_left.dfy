// The first element moved to the end. Wrong: the specification rotates the other way.
method RotateLeft(s: seq<int>) returns (r: seq<int>)
  requires |s| > 0
  ensures r == [s[|s| - 1]] + s[..|s| - 1]
{
  r := [s[|s| - 1]] + s[..|s| - 1];
}

method RotateLeftTest()
{
  var r1 := RotateLeft([1, 2, 3]);
  print r1, "\n"; // expected [2, 3, 1]
  var r2 := RotateLeft([5, 6, 7, 8]);
  print r2, "\n"; // expected [6, 7, 8, 5]
}
