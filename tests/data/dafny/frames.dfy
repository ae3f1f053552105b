// Functions without a body: of their arguments, and of what their frame says that they read.
class C
{
  var x: int
  var y: int
  var a: array<int>
  constructor () { a := new int[0]; }
  function Own(): int reads this
  function Held(): int reads this, a
  method Keep() modifies a ensures Own() == old(Own())
  method KeepOne() modifies this`x ensures x == old(x) && Own() == old(Own())
}

trait T
{
  var x: int
  function Any(): int reads this
}

abstract module M
{
  class D
  {
    var x: int
    function More(): int reads this
  }
}

function Field(o: C): int reads o`x
function Both(o: C, p: C): int reads {o, p}
function Null(o: C?): int reads o
function Some(s: set<C>): int reads s
function Elements(a: array<int>, i: int): int reads a
function Caller(o: C): int reads o, o.a { Field(o) + o.Held() }

method Other(o: C, p: C) requires o != p modifies o ensures Field(p) == old(Field(p)) && Null(p) == old(Null(p))
method Array(a: array<int>, b: array<int>) requires a != b modifies a ensures Elements(b, 0) == old(Elements(b, 0))
method Linked(s: seq<C>) returns (r: int) requires |s| > 0 ensures r == Field(s[0])

class Plain { var x: int; function Size(): int reads this }
method Of(s: seq<Plain>, p: Plain) returns (r: int) requires |s| > 0 modifies s[0] ensures r == s[0].Size() == old(p.Size())

function Several(o: Plain): set<Plain>
function Called(o: Plain): int reads Several(o)
function All(o: Plain): int reads *
function Bare(p: Plain, o: Plain): int reads {}, o, p`x
function Chosen(o: Plain, p: Plain): int reads if o == p then {o} else {}
