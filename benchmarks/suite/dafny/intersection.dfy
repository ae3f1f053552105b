// What two sequences share. Weak: a result that leaves some of it out satisfies the specification.
method Intersection(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  ensures forall x :: x in r ==> x in a && x in b
{
  r := [];
  var i := 0;
  while i < |a|
    invariant 0 <= i <= |a|
    invariant forall x :: x in r ==> x in a && x in b
  {
    if a[i] in b {
      r := r + [a[i]];
    }
    i := i + 1;
  }
}

method IntersectionTest()
{
  var r1 := Intersection([1, 2, 3, 4], [2, 4, 6]);
  assert r1 == [2, 4];
  var r2 := Intersection([10, 20, 30], [30, 20, 10, 0]);
  assert r2 == [10, 20, 30];
  var r3 := Intersection([5, 5], [5]);
  assert r3 == [5, 5];
}
