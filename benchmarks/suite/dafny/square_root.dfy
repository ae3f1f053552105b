// The integer part of a square root.
method SquareRoot(n: nat) returns (r: nat)
  ensures r * r <= n < (r + 1) * (r + 1)
{
  r := 0;
  while (r + 1) * (r + 1) <= n
    invariant r * r <= n
  {
    r := r + 1;
  }
}

method SquareRootTest()
{
  var r1 := SquareRoot(16);
  assert r1 == 4;
  var r2 := SquareRoot(15);
  assert r2 == 3;
  var r3 := SquareRoot(0);
  assert r3 == 0;
}
