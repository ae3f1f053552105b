// Fibonacci's numbers: recursion that calls itself twice.
function Fibonacci(n: nat): nat
{
  if n < 2 then n else Fibonacci(n - 1) + Fibonacci(n - 2)
}

method ComputeFibonacci(n: nat) returns (f: nat)
  ensures f == Fibonacci(n)
{
  f := 0;
  var next := 1;
  var i := 0;
  while i < n
    invariant 0 <= i <= n
    invariant f == Fibonacci(i) && next == Fibonacci(i + 1)
  {
    f, next := next, f + next;
    i := i + 1;
  }
}

method ComputeFibonacciTest()
{
  var f1 := ComputeFibonacci(0);
  assert f1 == 0;
  var f2 := ComputeFibonacci(10);
  assert f2 == 55;
  var f3 := ComputeFibonacci(40);
  assert f3 == 102334155;
}
