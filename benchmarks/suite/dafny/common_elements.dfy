// What two sets share. Weak: it bounds the result from above only.
method CommonElements(a: set<int>, b: set<int>) returns (r: set<int>)
  ensures r <= a && r <= b
  ensures a * b == {} ==> |r| == 0
{
  r := a * b;
}

method CommonElementsTest()
{
  var r1 := CommonElements({1, 2, 3}, {2, 3, 4});
  assert r1 == {2, 3};
  var r2 := CommonElements({1, 2, 3, 5}, {5, 3, 2, 1});
  assert r2 == {1, 2, 3, 5};
}
