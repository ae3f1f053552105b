// The last decimal digit. Weak: any digit satisfies the specification.
method LastDigit(n: nat) returns (d: nat)
  ensures 0 <= d < 10
{
  d := n % 10;
}

method LastDigitTest()
{
  var d1 := LastDigit(4715);
  assert d1 == 5;
  var d2 := LastDigit(4);
  assert d2 == 4;
}
