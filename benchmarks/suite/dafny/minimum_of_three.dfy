// The least of three numbers. Weak: the result need not be one of them.
method MinimumOfThree(a: int, b: int, c: int) returns (m: int)
  ensures m <= a && m <= b && m <= c
{
  m := if a <= b && a <= c then a else if b <= c then b else c;
}

method MinimumOfThreeTest()
{
  var m1 := MinimumOfThree(3, 1, 2);
  assert m1 == 1;
  var m2 := MinimumOfThree(-5, 0, 5);
  assert m2 == -5;
  var m3 := MinimumOfThree(4, 4, 4);
  assert m3 == 4;
}
