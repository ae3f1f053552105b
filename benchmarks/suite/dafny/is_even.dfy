// Whether a number is even. Wrong: the specification says odd.
method IsEven(n: int) returns (even: bool)
  ensures even <==> n % 2 == 1
{
  even := n % 2 == 1;
}

method IsEvenTest()
{
  var even1 := IsEven(4);
  assert even1;
  var even2 := IsEven(-3);
  assert !even2;
}
