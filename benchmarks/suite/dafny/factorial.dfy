// n! by recursion.
function Factorial(n: nat): nat
{
  if n == 0 then 1 else n * Factorial(n - 1)
}

method ComputeFactorial(n: int) returns (f: int)
  requires 0 <= n <= 20
  ensures f == Factorial(n)
{
  f := 1;
  var i := 0;
  while i < n
    invariant 0 <= i <= n
    invariant f == Factorial(i)
  {
    i := i + 1;
    f := f * i;
  }
}

method ComputeFactorialTest()
{
  var f1 := ComputeFactorial(0);
  assert f1 == 1;
  var f2 := ComputeFactorial(5);
  assert f2 == 120;
  var f3 := ComputeFactorial(20);
  assert f3 == 2432902008176640000;
}
