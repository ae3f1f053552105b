"""Types in signatures without their arguments, as Dafny 2.3 completes them (its messages name the types)."""

from specassay.core.ir.variables import field_name
from specassay.frontends.dafny import parse_program
from specassay.frontends.listing import lines

TYPES = """datatype List<T> = Nil | Cons(head: T, tail: List)
type Pair<A, B> = (A, B)
class Box<A> {
  var x: A
  constructor (y: A) { x := y; }
  method Inside(l: List) returns (r: A) ensures r == x { r := x; }
  method Named<B>(l: List) returns (r: B) requires l.Cons? ensures r == l.head { r := l.head; }
}
method Two(p: Pair, l: List) returns (q: Pair) requires l.Cons? ensures q == (l.head, p.1) { q := (l.head, p.1); }
function Length(l: List): nat { match l case Nil => 0 case Cons(h, t) => 1 + Length(t) }
method Both(s: set, l: Pair) returns (r: bool) ensures r <==> l.0 in s { r := l.0 in s; }
lemma Same(b: Box, c: Box) requires b == c ensures b.x == c.x { }
"""


def test_signatures_get_the_type_parameters_that_are_left_out() -> None:
    program = parse_program(TYPES, "t.dfy")
    assert not program.problems
    text = "\n".join(lines(program))
    for expected in (
        "specification Box.Inside(this.x: A, l: List<_T0>) returns (r: A)",
        "specification Box.Named(l: List<B>) returns (r: B)",
        "specification Two(p: Tuple<_T0, _T1>, l: List<_T0>) returns (q: Tuple<_T0, _T1>)",
        "function Length(l: List<_T0>): Int",
        "specification Both(s: Set<_T0>, l: Tuple<_T0, _T1>) returns (r: Bool)",
    ):
        assert expected in text
    parameters = {one.name: one.type_parameters for one in (*program.specifications, *program.others)}
    assert parameters["Box.Inside"] == ("A", "_T0")
    assert parameters["Box.Named"] == ("A", "B")
    assert parameters["Two"] == ("_T0", "_T1")
    (lemma,) = (one for one in program.others if one.name == "Same")
    assert {str(one.sort) for one in lemma.inputs if field_name(one.name) == "x"} == {"_T0"}


def test_more_arguments_than_there_are_type_parameters_stay_unsupported() -> None:
    text = TYPES + "method Few<B>(p: Pair) returns (q: Pair) ensures q == p { q := p; }"
    (problem,) = map(str, parse_program(text, "t.dfy").problems)
    assert "method Few: Pair without its type arguments" in problem
