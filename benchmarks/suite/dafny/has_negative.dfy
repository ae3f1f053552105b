// Whether an element is below zero.
method HasNegative(s: seq<int>) returns (found: bool)
  ensures found <==> exists x :: x in s && x < 0
{
  found := false;
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant found ==> exists x :: x in s && x < 0
    invariant !found ==> forall k :: 0 <= k < i ==> s[k] >= 0
  {
    if s[i] < 0 {
      assert s[i] in s;
      found := true;
    }
    i := i + 1;
  }
}

method HasNegativeTest()
{
  var found1 := HasNegative([1, -1]);
  assert found1;
  var found2 := HasNegative([0, 3, 5]);
  assert !found2;
  var found3 := HasNegative([]);
  assert found3 == false;
}
