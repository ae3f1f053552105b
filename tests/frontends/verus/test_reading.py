"""Verus texts as trees: what is printed reads back, errors say where and what, and cost one item."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields
from hypothesis import given, settings

from specassay.core.errors import DEFECT, InputError, ParseError
from specassay.core.ir.statements import OpaqueStatement
from specassay.frontends.listing import lines
from specassay.frontends.verus import parse_program
from specassay.frontends.verus import tree as t
from specassay.frontends.verus.printing import ExprWritten, show_expression, show_type
from specassay.frontends.verus.reading import functions_in, parse_items, parse_part, read
from specassay.frontends.verus.scan import VerusSource

from ...samples import samples, some
from .trees import EXPRESSIONS, TYPES


def source(text: str) -> VerusSource:
    return VerusSource(text, "x.rs")


@settings(deadline=None, max_examples=samples(3000))
@given(EXPRESSIONS)
def test_an_expression_reads_as_it_is_printed(expression: t.Expr) -> None:
    text = show_expression(expression)
    assert parse_part(source(text), "expression") == _as_read(expression), text


def _as_read(part: Any) -> Any:
    """The tree of what is written, with that of the parts that keep their text."""
    if isinstance(part, ExprWritten):
        return part.tree
    if isinstance(part, tuple):
        return tuple(map(_as_read, part))
    if not isinstance(part, t.VerusNode):
        return part
    return evolve(part, **{each.name: _as_read(getattr(part, each.name)) for each in fields(type(part))})


def test_a_node_stands_where_its_text_is() -> None:
    text = "x ==> (a + f(b)) * -c[1]@.len() as int"
    node = parse_part(source(text), "expression")
    places = [node, node.right, node.right.left, node.right.left.right, node.right.right]
    assert [text[slice(*each.at)] for each in places] == [
        text,
        "(a + f(b)) * -c[1]@.len() as int",
        "a + f(b)",
        "f(b)",
        "-c[1]@.len() as int",
    ]


@settings(deadline=None, max_examples=samples(2000))
@given(TYPES)
def test_a_type_reads_as_it_is_printed(kind: t.RustType) -> None:
    assert parse_part(source(show_type(kind)), "type") == kind


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a ==> b ==> c", "a ==> (b ==> c)"),
        ("a <== b <== c", "(a <== b) <== c"),
        ("a || b ==> c <==> d && e", "((a || b) ==> c) <==> (d && e)"),
        ("forall|i: int| p(i) && q(i)", "forall|i: int| (p(i) && q(i))"),
        ("a && forall|i: int| p ==> q", "a && (forall|i: int| (p ==> q))"),
        ("&&& a ==> b &&& c", "&&& (a ==> b) &&& (c)"),
        ("x matches Some(y) && y == 1 && z", "x matches Some(y) && ((y == 1) && z)"),
        ("a && x matches Some(y) ==> b ==> c", "a && (x matches Some(y) ==> (b ==> c))"),
        ("-x as int + 1", "((-x) as int) + 1"),
        ("x is Some == !y is None", "(x is Some) == ((!y) is None)"),
        ("a & b == c | d", "(a & b) == (c | d)"),
        ("1 + 2 << 3 & 4 ^ 5 | 6", "((((1 + 2) << 3) & 4) ^ 5) | 6"),
        ("x.0.1", "(x.0).1"),
        ("a as Vec<Vec<u8>>", "a as Vec< Vec<u8> >"),
        ("#[trigger] s[i] == 1", "(#[trigger] s[i]) == 1"),
    ],
)
def test_operators_bind_as_the_reference_says(text: str, same: str) -> None:
    assert parse_part(source(text), "expression") == parse_part(source(same), "expression")


BODIES = """
use vstd::{prelude::*, seq::Seq as S};
verus! {
fn f(x: &mut Vec<u64>, Ghost(g): Ghost<int>) -> (r: (bool, usize))
    requires old(x).len() > 0, x matches Foo { a } ==> a,
    ensures match r { (true, _) => x.len() == 0, _ => true }, ({ let y = 1; y == 1 }),
{
    let ghost mut n = 0;
    if let Some(Foo { a, .. }) = x.get(0) && a > 1 { return (a, 1) }
    'outer: for i in iter: 0..x.len() invariant i <= x.len(), { if i == 2 { continue 'outer; } }
    match x { Foo { b, .. } if b > 0 => {} other => loop decreases 1, { break } }
    unsafe { g() }.h();
    assert forall|j: int| 0 <= j implies p(j) by { assert(p(j)) by (nonlinear_arith) requires q, { r } }
    const N: usize = 3;
    let v = vec![Foo { a: 1, ..base }; N];
    let Some(w) = x.pop() else { return (false, 0) };
    let f = |y: u64| -> (z: u64) requires y > 0, ensures z == y, { y };
    while x.len() >= N { x.pop(); }
    (v.len() > N, 1)
}
impl<T: Copy> View for Foo<T> where T: 'static { type V = int; closed spec fn view(&self) -> int { self.0 } }
pub enum Foo<T> { A, B(T, u8), C { a: int } }
broadcast use group_x;
}
"""


def test_a_file_with_every_kind_of_statement_is_read() -> None:
    found = parse_items(source(BODIES))
    assert not found.errors
    assert [type(item).__name__ for item in found.items] == ["ItemUse", "ItemFn", "ItemImpl", "ItemEnum", "ItemOther"]
    function = next(functions_in(found.items))
    assert [clause.kind for clause in function.clauses] == ["requires", "ensures"]
    assert function.body is not None
    assert len(function.body.statements) == 12
    uses = found.items[0]
    assert isinstance(uses, t.ItemUse)
    assert uses.names == ((("vstd", "prelude"), "*"), (("vstd", "seq", "Seq"), "S"))


ITEMS = """
verus! {
fn f() -> (r: u64) ensures r == 1 { S::f() }
pub broadcast group axioms { a, b }
pub trait T {}
struct C { get: extern "C" fn() -> u64, set: unsafe fn(u8) }
spec fn g(s: Seq<int>) -> bool decreases s.len() when true via Self::h::<int> { true }
proof fn p(n: int) ensures forall|s: int| #![auto] { &&& s > 0 &&& s < 4 } ==> s < n, {}
}
"""


def test_items_of_systems_are_read() -> None:
    found = parse_items(source(ITEMS))
    assert not found.errors
    kinds = [type(item).__name__ for item in found.items]
    assert kinds == ["ItemFn", "ItemOther", "ItemTrait", "ItemStruct", "ItemFn", "ItemFn"]
    recursive, lemma = found.items[-2:]
    assert isinstance(recursive, t.ItemFn)
    assert isinstance(lemma, t.ItemFn)
    (decreases,) = recursive.clauses
    assert decreases.via is not None
    assert (decreases.via.names, decreases.condition) == (("Self", "h"), t.ExprLit("bool", True))
    (stated,) = lemma.clauses[0].values
    assert isinstance(stated, t.ExprQuantifier)
    assert isinstance(stated.body, t.ExprBinary)
    assert (stated.attributes, stated.body.operator) == (("#![auto]",), "==>")


def test_words_of_verus_are_names_where_no_keyword_can_stand() -> None:
    text = "fn choose(requires: u8, open: u8, is: u8) { let proof = requires + is; let has = matches(open, proof); }"
    assert not parse_items(source(text)).errors


def test_an_item_that_is_broken_costs_itself_and_says_where() -> None:
    found = parse_items(
        source("verus! {\nspec fn f() -> int { 1 }\nspec fn g( -> int { 1 + }\n}".replace("( ->", "() ->"))
    )
    assert [item.name for item in found.items if isinstance(item, t.ItemFn)] == ["f"]
    (error,) = found.errors
    assert (error.span.line, error.span.column) == (3, 26)
    assert "found '}', expected" in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fn f() { (1] }", "x.rs:1:12: found ']', expected ')'"),
        ("fn f() { ", "x.rs:1:8: found '{', expected '}' that closes it"),
        ('fn f() { "a }', "x.rs:1:10: found a string without an end"),
        ("/* /* */ fn", "x.rs:1:1: found a comment without an end"),
    ],
)
def test_brackets_and_texts_that_do_not_end_are_told(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        parse_items(source(text))
    assert str(error.value).startswith(message)


@pytest.mark.slow
def test_deep_and_long_texts_are_read_or_refused_in_bounded_time() -> None:
    for text in ("(" * 20000 + ")" * 20000, "-" * 20000 + "1", "a." * 20000 + "b", "{" * 20000 + "}" * 20000):
        parse_items(source(f"spec fn f() -> int {{ {text} }}"))


@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ("(", ",)"), ("Some(", ")"), ("& ", ""), ("x @ ", "")])
def test_patterns_of_any_depth_have_no_meaning_and_cost_no_other_function(opens: str, closes: str) -> None:
    """Found by 900,000 edited texts: one `let [[[…]]] = n;` was a defect."""
    pattern = opens * 1500 + "y" + closes * 1500
    places = (
        f"fn f(n: i32) -> (r: i64) requires true {{ let {pattern} = n; 0 }}",
        f"fn f(n: i32) -> (r: i64) requires (match n {{ {pattern} => true, _ => false }}) {{ 0 }}",
        f"spec fn g(a: int) -> int {{ (|{pattern}: int| 1)(a) }} fn f(a: i32) ensures g(a as int) == 0 {{ }}",
    )
    for text in places:
        program = parse_program(f"verus! {{ {text} fn ok(n: u8) requires n > 3 {{ }} }}", "x.rs")
        assert DEFECT not in "\n".join(lines(program))
        bodies = [statement for routine in program.tested.values() for statement in routine.body]
        assert not any(DEFECT in each.construct for each in bodies if isinstance(each, OpaqueStatement))
        assert "ok" in [specification.name for specification in program.specifications]


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.rs").write_bytes(b"fn f() {}\n\xff")
    with pytest.raises(InputError, match=r"x\.rs:2: is not UTF-8 text"):
        read(tmp_path / "x.rs")
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "y.rs")


def test_the_files_of_the_data_sets_are_read(data_dir: Path) -> None:
    """A part of them; `make laws` reads all."""
    names = ("vericoding/verus", "vericontest", "humaneval_verus")
    paths = [path for name in names for path in sorted((data_dir / name).rglob("*.rs"))]
    listed = some(paths, 40)
    broken = [path for path in listed if parse_items(read(path)).errors]
    assert len(broken) <= len(listed) // 100, broken


def test_an_item_that_is_broken_is_told_by_its_name() -> None:
    text = "verus! {\nfn ok(n: u8) -> (r: u8) ensures r == n { n }\nfn broken(n: u8) -> (r: u8) ensures (r ==) { n }\n}"
    program = parse_program(text, "t.rs")
    assert [specification.name for specification in program.specifications] == ["ok"]
    (problem,) = program.unread
    assert problem.construct.startswith("fn broken is not read: t.rs:3:")


def test_items_of_libraries_are_read() -> None:
    """Triggers of broadcast lemmas, tracked receivers, constants with clauses, and public `assume_specification`."""
    text = """verus! {
    broadcast use a::b, c::d;
    impl S {
        pub proof fn read(tracked &self, tracked m: &mut u8) -> (r: u8) ensures r == 1 { 1 }
        proof fn write<'a>(tracked &'a mut self, x: int) { }
    }
    pub assume_specification<'a, T>[ <[T]>::len ](s: &'a [T]) -> (r: usize) ensures r == s@.len();
    pub unsafe assume_specification[ f ](s: u8) -> (r: u8) ensures r == match s { 0 => 1u8, _ => 2u8 };
    macro_rules! m { ($a:expr) => {{ $a }}; }
    exec const C: u8 ensures C == 7 { 7 }
    exec static L: u8 ensures L == 7 { let s = S { v: 7 }; s.v }
    const D: S = S { v: 7 };
    const E: u8 = { 7 };
    #[cfg(x)]
    declare!(A, B);
    broadcast proof fn l(s: Seq<int>, i: int)
        ensures #![trigger s.len(), s[i]] #![trigger s[i]] s[i] == s[i], s.len() >= 0,
    { broadcast use a, b::c,; }
    spec fn tracked_and(tracked: u8, s: u8) -> u8 { f(tracked & s) }
    }"""
    found = parse_items(source(text))
    assert not found.errors
    assert [item.kind if isinstance(item, t.ItemOther) else getattr(item, "name", "impl") for item in found.items] == [
        *("broadcast", "impl", "assume_specification", "assume_specification", "macro_rules", "C", "L", "D", "E"),
        *("declare", "l", "tracked_and"),
    ]
    lemma = next(item for item in found.items if isinstance(item, t.ItemFn) and item.name == "l")
    assert len(lemma.clauses[0].values) == 2


def test_what_few_files_have_is_read() -> None:
    """Negative implementations, `recommends … via`, logically atomic functions and calls, macros by their paths."""
    text = """impl<T> !Sync for Cell<T> {}
    spec fn f(s: Seq<int>, i: int) -> int recommends 0 <= i < s.len() via f_is_fine { s[i] }
    fn g(x: i32) -> (y: i32)
        atomically (update) { type Pred, (z: i32) -> (w: i32), requires z == 5, ensures w == 7, },
        ensures y == 3,
    { ::std::println!("a"); let atomically = std::vec![1u8]; x + 1 }
    fn h() { let y = g(x) atomically |update| { let w = update(5); }; vstd::assert_by!(y == 3, { }); }
    """
    found = parse_items(source(text))
    assert not found.errors
    negative, recommending, atomic, _ = found.items
    assert isinstance(negative, t.ItemImpl)
    assert negative.negative
    assert isinstance(recommending, t.ItemFn)
    assert recommending.clauses[0].via == t.RustPath((t.PathSegment("f_is_fine"),))
    assert isinstance(atomic, t.ItemFn)
    assert [clause.kind for clause in atomic.clauses] == ["atomically", "ensures"]


def test_what_projects_have_beside_single_files_is_read() -> None:
    """A second `verus!` with an attribute, results with a mode and no name, macros in bodies and as types."""
    text = """verus! { fn one(x: u8) -> (r: u8) ensures r == x { x } }
    define!(LHS = A, RHS = B);
    #[cfg(verus_keep_ghost)]
    verus! {
    trait T { proof fn b(tracked self) -> tracked Self::C; }
    proof fn c() -> tracked &'static u8;
    proof fn d() -> tracked (u8, u8);
    enum E { A { tracked: u8 }, B }
    spec fn e(e: E) -> bool { e->tracked == 3 }
    }
    mod inner { #[rustfmt::skip] verus! { fn two(x: u8) -> (r: u8) ensures r == x { x } } }
    fn three(x: u8, y: Token![,]) -> Token![=] {
        macro_rules! twice { ($x:expr) => { $x + $x } }
        #[allow(unused)]
        macro_rules! thrice ( ($x:expr) => { $x + $x } );
        struct V;
        impl<'de> Visitor<'de> for V { fn visit(&self) -> u8 { 1 } }
        x
    }
    """
    program = parse_program(text, "x.rs")
    assert not program.unread
    assert [specification.name for specification in program.specifications] == ["one", "two"]
    # A bracket that is missing is no macro's, and no defect of ours.
    assert parse_program("fn f() { macro_rules! x }", "x.rs").unread


@pytest.mark.parametrize("ending", ["", ",", "}"])
def test_a_specification_may_end_with_its_last_clause(ending: str) -> None:
    text = "fn largest(v: &Vec<i32>) -> (m: i32) requires v.len() > 0 ensures v@.contains(m)"
    whole = f"verus! {{ {text} }}" if ending == "}" else text + ending
    (function,) = functions_in(parse_items(source(whole)).items)
    assert (function.name, function.body) == ("largest", None)
    assert [clause.kind for clause in function.clauses] == ["requires", "ensures"]
    assert parse_items(source("struct S")).errors


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fn f(x: i8) requires x == () - 1Vec; fn g(x: i8) requires x > 0;", "a literal of type Vec"),
        (f"fn f(v: {'Vec<' * 900}u8{'>' * 900}) requires true; fn g(x: i8) requires x > 0;", "nested too deeply"),
    ],
)
def test_what_no_compiler_reads_is_named_and_costs_its_function(text: str, said: str) -> None:
    program = parse_program(f"verus! {{ {text} }}", "x.rs")
    first, second = program.specifications
    problems = [problem.construct for condition in first.conditions for problem in condition.clause.problems]
    assert said in problems[0]
    assert second.requires[0].term is not None
