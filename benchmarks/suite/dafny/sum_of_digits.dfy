// The sum of the decimal digits of a natural number.
function DigitSum(n: nat): nat
{
  if n < 10 then n else DigitSum(n / 10) + n % 10
}

method SumOfDigits(n: nat) returns (sum: nat)
  ensures sum == DigitSum(n)
{
  sum := 0;
  var rest := n;
  while rest >= 10
    invariant DigitSum(n) == DigitSum(rest) + sum
  {
    sum := sum + rest % 10;
    rest := rest / 10;
  }
  sum := sum + rest;
}

method SumOfDigitsTest()
{
  var sum1 := SumOfDigits(0);
  assert sum1 == 0;
  var sum2 := SumOfDigits(345);
  assert sum2 == 12;
  var sum3 := SumOfDigits(999999);
  assert sum3 == 54;
}
