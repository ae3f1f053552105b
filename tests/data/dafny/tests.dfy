method Pick(a: array<int>, i: int) returns (x: int, ok: bool)
  ensures ok ==> x == a[i]

method Scale(r: real) returns (s: real)

method Fill(a: array<int>)
  modifies a

method PickTest()
{
  var a := new int[] [3, -4]; // the input
  var x, ok := Pick(a, 1);
  expect x == -4 && ok, "second";
  /* expected
   * -4 */
  print x, "\n";
  var s := Scale(2);
  assert s == 4 by { assert true; }
  var b := new int[3](i => i * i);
  b[0] := 7;
  Fill(b);
  var n: nat;
  n := |[1, 2]|;
  var c := new int[n];
  while n > 0 { n := n - 1; }
  if n == 0 { print "{"; } else { }
  var y :| y > 3;
  Undeclared(n);
  expect y == 4;
}

method {:test} Checks() { assert true; }
method Testing(x: int) { assert x == 1; } // has a parameter: its body is not read {
method Main() { PickTest(); }
