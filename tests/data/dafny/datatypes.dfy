module Shapes {
  datatype Shape = Circle(radius: real) | Square(side: real) | Nothing {
    function Area(): real
    {
      match this
      case Circle(r) => 3.0 * r * r
      case Square(s) => s * s
      case Nothing => 0.0
    }
    predicate Same(other: Shape) { Area() == other.Area() }
    const Sides := if Square? then 4 else 0
  }
  datatype List<T> = Nil | Cons(head: T, tail: List)
  type Pair<A> = (A, A)
  type Even = x: int | x % 2 == 0 witness 0
  newtype Byte = x | 0 <= x < 0x100
  const LIMIT: int := 1_000
  const DOUBLE := LIMIT + LIMIT

  function Length<T>(list: List<T>): nat { if list.Nil? then 0 else 1 + Length(list.tail) }

  function First(list: List<int>, p: Pair<int>): int
    requires list != Nil
  {
    match (list, p)
    case (Cons(0, _), (a, _)) => a
    case (Cons(h, Nil), _) => h
    case (_, (_, b)) => b
  }
}

import opened Shapes
import S = Shapes

method Use(e: Even, bytes: seq<S.Byte>, list: List<Shape>) returns (r: Pair<Even>)
  requires list.Cons? && list.head.(radius := 1.0).radius < S.DOUBLE as real
  ensures Length(list) > 0 && r.0 == First(Cons(1, Nil), (2, 3))
  ensures Cons(1, Nil).tail == Nil && Circle(2.0).Same(Shapes.Square(1.5))
  ensures exists f: int -> int :: f(1) == ((x, y) => x + y)(1, 2)
  ensures seq(3, i => i * i)[2] == 4
  ensures var x :| x in {1, 2}; var y, z := x, x; y == z
  ensures (map k | k in bytes :: k + 1) == map[] && map[1 := "a"].Keys == {1}
