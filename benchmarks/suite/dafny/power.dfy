// Powers of integers.
function Power(base: int, exponent: nat): int
{
  if exponent == 0 then 1 else base * Power(base, exponent - 1)
}

method ComputePower(base: int, exponent: int) returns (p: int)
  requires exponent >= 0
  ensures p == Power(base, exponent)
{
  p := 1;
  var i := 0;
  while i != exponent
    invariant 0 <= i <= exponent
    invariant p == Power(base, i)
    decreases exponent - i
  {
    p := base * p;
    i := i + 1;
  }
}

method ComputePowerTest()
{
  var p1 := ComputePower(2, 10);
  assert p1 == 1024;
  var p2 := ComputePower(-3, 3);
  assert p2 == -27;
  var p3 := ComputePower(0, 0);
  assert p3 == 1;
}
