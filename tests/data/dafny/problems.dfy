// What is read and not lowered is named, with its place; the rest of the file is.

class Counter {
  var count: int
  static function Twice(x: int): int { 2 * x }
  function Value(): int reads this { count }
  method Add(n: int) returns (r: int)
    requires n > 0
    modifies this
    ensures count == old(count) + n
    ensures r == Twice(n)
}

codatatype Stream = More(head: int, tail: Stream)

method Fresh(n: int) returns (a: array<int>)
  ensures fresh(n)
  ensures a.Length == n

class Tally { var count: int  twostate predicate Grew(n: int) reads this { count == old(count) + n } }

method Labels(c: Tally)
  modifies c
  ensures old@L(c.count) == 1
  ensures unchanged@L(c) && fresh@L(c)
  ensures c.Grew@L(1)
  ensures old(c).Grew(1)
  ensures unchanged({c})

function Missing(x: int): int
  requires Unknown(x)
{
  x
}

method Mixed(x: int, y: real) returns (r: int)
  ensures x == y
  ensures r == Missing(x)
  ensures forall t :: t == t
