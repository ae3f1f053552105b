// The perimeter of a triangle with integer sides.
method TrianglePerimeter(a: int, b: int, c: int) returns (perimeter: int)
  requires a > 0 && b > 0 && c > 0
  requires a + b > c && b + c > a && a + c > b
  ensures perimeter == a + b + c
{
  perimeter := a + b + c;
}

method TrianglePerimeterTest()
{
  var p1 := TrianglePerimeter(3, 4, 5);
  assert p1 == 12;
  var p2 := TrianglePerimeter(1, 1, 1);
  assert p2 == 3;
  var p3 := TrianglePerimeter(20, 11, 10);
  assert p3 == 41;
}
