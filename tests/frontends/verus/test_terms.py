"""Terms, types and heads of functions as Verus writes them."""

import pytest

from specassay.core.errors import ParseError
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import BOOL, INT, Sort, datatype, map_of, seq_of, set_of
from specassay.core.ir.terms import bare
from specassay.core.ir.variables import Name
from specassay.core.spans import Span
from specassay.frontends.verus import VERUS, parse_expression, parse_program, parse_signature
from specassay.frontends.verus.terms import show, show_term, show_type

HERE = Span("<text>", 1, 1, 1, 1)
PROGRAM = parse_program(
    """verus! {
    spec fn twice(n: int) -> int { 2 * n }
    fn id(n: u8) -> (r: u8) ensures r == n { n }
    }""",
    "t.rs",
)
SCOPE: dict[Name, Sort] = {
    "a": INT,
    "b": INT,
    "p": BOOL,
    "q": BOOL,
    "s": seq_of(INT),
    "u": seq_of(INT),
    "t": set_of(INT),
    "m": map_of(INT, INT),
    "o": datatype("Option", INT),
}


@pytest.mark.parametrize(
    "text",
    [
        "a + b * 2", "(a + b) * 2", "a - (b - 1)", "-a", "a <= b < 3", "p ==> q ==> p", "(p ==> q) ==> p", "p <==> q",
        "!(p && q) || q", "a != b", "s.len() > 0", "s + u", "s.contains(a)", "t.contains(a)", "t.subset_of(t)",
        "forall|i: int| 0 <= i < a ==> i * i >= 0", "exists|i: int| t.contains(i) && i > a", "seq![1, a]",
        "set![a]", "map![1 => a]", "if p { a } else { b }", "twice(a) == 4", "m.dom()", "m.contains_key(a)",
        "m.insert(a, 1)", "(a, p).0", "s.is_prefix_of(u)", "Seq::new(s.len(), |i: int| i * 2)", "'x'",
        "Option::Some(a)", "o->0", "o is Some && o->0 > a",
    ],
)  # fmt: skip
def test_a_term_reads_back(text: str) -> None:
    term = parse_expression(text, SCOPE, None, PROGRAM, HERE)
    written = show_term(term)
    again = parse_expression(written, SCOPE, term.sort, PROGRAM, HERE)
    assert bare(again) == bare(term), written


def test_what_nobody_knows_is_shown_as_the_operation() -> None:
    term = parse_expression("s[a] / b", SCOPE, None, PROGRAM, HERE)
    assert show(term) == "s[a] / b"


def test_a_field_is_named_with_its_variant() -> None:
    one, other = (parse_expression(text, SCOPE, None, PROGRAM, HERE) for text in ("o->Some_0", "o->0"))
    assert bare(one) == bare(other)


@pytest.mark.parametrize(
    ("sort", "text"),
    [(seq_of(seq_of(INT)), "Seq<Seq<int>>"), (map_of(INT, BOOL), "Map<int, bool>"), (set_of(BOOL), "Set<bool>")],
)
def test_a_type(sort: Sort, text: str) -> None:
    assert show_type(sort) == text


def test_the_head_of_a_function() -> None:
    found = parse_signature("fn largest(a: &Vec<u8>, n: usize) -> (r: Option<u8>)")
    assert (found.name, [str(each.name) for each in found.inputs]) == ("largest", ["a", "n"])
    assert [str(each.name) for each in found.outputs] == ["r"]
    with pytest.raises(ParseError):
        parse_signature("method largest(a: int)")


def test_what_a_clause_may_be_instead() -> None:
    program = parse_program("verus! { fn f(a: u8) -> (r: u8) ensures r <= a, a > 3 ==> r > 0, { a } }", "t.rs")
    assert VERUS.rewriting is not None
    found = [(edit.clause, edit.text) for edit in VERUS.rewriting.edits(program.specifications[0])]
    assert found == [(1, "a > 3 <==> r > 0"), (0, "r == a")]


def test_elements_of_lists_of_lists_are_in_the_range_of_their_type() -> None:
    program = parse_program("verus! { fn f(n: u8) -> (r: Vec<Vec<i8>>) ensures r.len() == n, { vec![] } }", "t.rs")
    (fact,) = [each for each in program.specifications[0].ensures if each.clause.fact]
    assert fact.term is not None
    for value, inside in (((), True), (((1,), (), (2, -128)), True), (((1,), (300,)), False)):
        assert evaluate(fact.term, {"n": 1, "r": value}, program.functions, program.datatypes).value is inside
