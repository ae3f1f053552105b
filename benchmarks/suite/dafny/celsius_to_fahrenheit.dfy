// Temperatures, exactly.
method CelsiusToFahrenheit(c: real) returns (f: real)
  requires c >= -273.15
  ensures f == c * 9.0 / 5.0 + 32.0
{
  f := c * 9.0 / 5.0 + 32.0;
}

method CelsiusToFahrenheitTest()
{
  var f1 := CelsiusToFahrenheit(0.0);
  assert f1 == 32.0;
  var f2 := CelsiusToFahrenheit(36.6);
  assert f2 == 97.88;
  var f3 := CelsiusToFahrenheit(-40.0);
  assert f3 == -40.0;
}
