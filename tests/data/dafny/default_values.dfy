// Calls that leave out arguments, for which the declaration has values, and arguments by name.
const z := 100

function F(x: int, y: int := x + 1, n: nat := y * 2): int { x + y + n }

function Later(x: int := y, y: int := 5): int { x - y }

function Circle(x: int := y, y: int := x): int { x }

function Hidden(x: int := z, z: int := 5): int { x - z }

function Last<T>(s: seq<T> := [], t: seq<T>): seq<T> { s + t }

datatype Pair = Pair(first: int, second: int := 7)
{
  function Plus(a: int, b: int := 2): int { first + a + b }
  function Own(a: int := first): int { a }
}

method M(p: Pair, x: int) returns (r: int)
  ensures r == F(x)
  ensures r == F(x, n := 3)
  ensures r == F(n := 3, x := x)
  ensures r == Later()
  ensures r == Later(y := x)
  ensures r == Hidden(z := x)
  ensures r == |Last(t := [x])|
  ensures p == Pair(x)
  ensures p == Pair(second := x, first := 1)
  ensures r == p.Plus(x) + p.Plus(b := 1, a := x)
  ensures r == Circle()
  ensures r == p.Own()
  ensures r == F(n := 1)
  ensures r == F(x, m := 1)
