// A pair the other way round.
method SwapPair(p: (int, bool)) returns (q: (bool, int))
  ensures q.0 == p.1
  ensures q.1 == p.0
{
  q := (p.1, p.0);
}

method SwapPairTest()
{
  var q1 := SwapPair((1, true));
  assert q1 == (true, 1);
  var q2 := SwapPair((-4, false));
  assert q2 == (false, -4);
}
