// The integer part of a cube root. Weak: it says how large the result may be, not how small.
method CubeRoot(n: nat) returns (r: nat)
  ensures r * r * r <= n
{
  r := 0;
  while (r + 1) * (r + 1) * (r + 1) <= n
    invariant r * r * r <= n
    decreases n - r
  {
    r := r + 1;
  }
}

method CubeRootTest()
{
  var r1 := CubeRoot(1000);
  assert r1 == 10;
  var r2 := CubeRoot(8000);
  assert r2 == 20;
  var r3 := CubeRoot(3375);
  assert r3 == 15;
}
