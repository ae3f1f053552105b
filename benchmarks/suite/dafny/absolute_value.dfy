// Distance from zero.
method AbsoluteValue(x: int) returns (r: int)
  ensures r >= 0
  ensures r == x || r == -x
{
  if x < 0 {
    r := -x;
  } else {
    r := x;
  }
}

method AbsoluteValueTest()
{
  var r1 := AbsoluteValue(-3);
  assert r1 == 3;
  var r2 := AbsoluteValue(0);
  assert r2 == 0;
  var r3 := AbsoluteValue(17);
  assert r3 == 17;
}
