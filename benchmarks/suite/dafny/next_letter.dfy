// The letter after another.
method NextLetter(c: char) returns (d: char)
  requires 'a' <= c < 'z'
  ensures d as int == c as int + 1
{
  d := (c as int + 1) as char;
}

method NextLetterTest()
{
  var d1 := NextLetter('a');
  assert d1 == 'b';
  var d2 := NextLetter('y');
  assert d2 == 'z';
}
