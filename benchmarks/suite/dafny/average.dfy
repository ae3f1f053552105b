// The mean of two readings. Weak: any number between them satisfies the specification.
method Average(x: real, y: real) returns (mean: real)
  ensures (x <= mean <= y) || (y <= mean <= x)
{
  mean := (x + y) / 2.0;
}

method AverageTest()
{
  var mean1 := Average(0.0, 100.0);
  assert mean1 == 50.0;
  var mean2 := Average(80.5, -20.5);
  assert mean2 == 30.0;
}
