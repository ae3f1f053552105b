// Even numbers by two predicates that call each other.
predicate Even(n: nat)
{
  n == 0 || Odd(n - 1)
}

predicate Odd(n: nat)
{
  n != 0 && Even(n - 1)
}

method Parity(n: nat) returns (p: nat)
  ensures p == if Even(n) then 0 else 1
{
  p := 0;
  var i := 0;
  while i < n
    invariant 0 <= i <= n
    invariant Even(i) <==> !Odd(i)
    invariant p == if Even(i) then 0 else 1
  {
    p := 1 - p;
    i := i + 1;
  }
}

method ParityTest()
{
  var p1 := Parity(0);
  assert p1 == 0;
  var p2 := Parity(7);
  assert p2 == 1;
  var p3 := Parity(20);
  assert p3 == 0;
}
