"""What clauses of Verus mean: evaluated, and held against Python."""

from typing import Any

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program, Specification
from specassay.core.ir.terms import free_names
from specassay.core.ir.values import DatatypeValue, UninterpretedValue
from specassay.core.ir.variables import pre_state
from specassay.frontends.verus import VERUS, parse_program

VALUES: dict[str, Any] = {
    "a": (3, 1, 2, 1),
    "b": (5, 6),
    "i": 2,
    "n": 7,
    "x": 200,
    "y": -3,
    "c": "b",
    "t": tuple("abc"),
    "o": DatatypeValue("Some", (4,)),
}


def program_of(clause: str, items: str = "") -> tuple[Program, Specification]:
    text = f"verus! {{ {items}\nfn f(a: Seq<int>, b: Seq<int>, i: int, n: nat, x: u8, y: i8, c: char, t: &str, "
    text += f"o: Option<u32>) -> (r: bool)\n ensures {clause},\n{{ assume(false); true }} }}"
    program = parse_program(text)
    (specification,) = program.specifications
    return program, specification


def value_of(clause: str, items: str = "") -> object:
    """What a clause is at `VALUES`: True, False, or the state of its evaluation."""
    program, specification = program_of(clause, items)
    condition = specification.ensures[0]
    assert condition.term is not None, condition.clause.problems
    found = evaluate(condition.term, {**VALUES, "r": True}, program.functions, program.datatypes)
    return found.value if found.state == "defined" else found.state


@pytest.mark.parametrize(
    "clause",
    [
        # Euclidean division, whatever the signs (Verus reference, "Spec arithmetic").
        "-7int / 2 == -4 && -7int % 2 == 1 && 7int / -2 == -3 && 7int % -2 == 1",
        "x + x == 400 && y - 1 == -4 && x * y == -600",
        "x as int == 200 && y as int == -3 && n as int == 7 && i as nat == 2 && c as int == 98",
        "2 <= i < n <= 7",
        "x & 15 == 8 && x | 3u8 == 203 && x ^ 1u8 == 201 && x >> 3 == 25 && x << 1 == 144 && !x == 55",
        "y >> 1 == -2 && y & 3 == 1 && !y == 2 && y << 1 == -6 && x >> i == 50",
        # Shifts have no upper bound in specifications, and whole numbers have bits (reference, "Bit operators").
        "x << 9 == 0 && x >> 9 == 0 && y >> 40 == -1 && x << n + 1 == 0 && y >> n + 1 == -1 && x << n == 0",
        "(x as int) << 3 == 1600 && x + 1 << 3 == 1608 && (y as int) >> 9 == -1 && 1u16 + 2 << 1 == 6 && n << 70 > 0",
        "x + 0 & 0xf0f == 8 && x + 0 & 12 == 8 && x + 0 | 3 == 203 && x + 0 ^ 1 == 201 && x + 1000 & 1 << 4 + n == 0",
        "y + 0 & -2 == -4 && (y as int) & 12int == 12 && y + 0 | 4 == -1 - 2 && y + 0 ^ -1 == 2 && x + 56 & 256 == 256",
        "a.len() == 4 && a[0] == 3 && a.first() == 3 && a.last() == 1 && a.index(2) == 2",
        "a.take(2) =~= seq![3, 1] && a.skip(2) == seq![2int, 1] && a.subrange(1, 3) == seq![1, 2]",
        "seq![7int; 3] == seq![7, 7, 7] && seq![b; 2] == seq![b, b] && seq![1u8; 0].len() == 0",
        "a.push(9).len() == 5 && a.push(9)[4] == 9 && (a + b) == seq![3, 1, 2, 1, 5, 6] && a.add(b).len() == 6",
        "a.update(1, 8) == seq![3, 8, 2, 1] && a.drop_first() == seq![1, 2, 1] && a.drop_last() == seq![3, 1, 2]",
        "a.contains(2) && !a.contains(7) && a.index_of(2) == 2 && a.index_of_first(1) == Some(1int)",
        "a.index_of_last(1) == Some(3int) && a.index_of_first(7) == None::<int>",
        "a.map(|k: int, v: int| k + v) == seq![3, 2, 4, 4] && a.map_values(|v: int| v * v) == seq![9, 1, 4, 1]",
        "a.filter(|v: int| v > 1) == seq![3, 2] && a.reverse() == seq![1, 2, 1, 3]",
        "a.fold_left(10, |s: int, v: int| s - v) == 3 && a.fold_right(|v: int, s: int| v - s, 10) == 13",
        "a.fold_left_alt(0, |s: int, v: int| s * 2 - v) == -33 && a.fold_right_alt(|v: int, s: int| v - s, 0) == 3",
        "a.to_set() == set![1int, 2, 3] && a.to_set().len() == 3 && a.to_multiset().count(1) == 2",
        "a.to_multiset().len() == 4 && a.to_multiset().insert(5).contains(5) && !a.to_multiset().contains(5)",
        "!a.no_duplicates() && b.no_duplicates() && a.max() == 3 && a.min() == 1 && b.max() == 6",
        "a.insert(1, 8) == seq![3, 8, 1, 2, 1] && a.remove(1) == seq![3, 2, 1] && a.remove_value(1) == seq![3, 2, 1]",
        "b.zip_with(seq![1int, 2]) == seq![(5int, 1int), (6int, 2int)] && seq![a, b].flatten() == a + b",
        "a.sort_by(|p: int, q: int| p <= q) == seq![1, 1, 2, 3] && a.all(|v: int| v > 0) && a.any(|v: int| v == 2)",
        "seq![3int, 1].is_prefix_of(a) && seq![2int, 1].is_suffix_of(a) && !b.is_prefix_of(a) && a.disjoint(b)",
        "Seq::new(3, |k: int| k * k) == seq![0, 1, 4] && Seq::<int>::empty().len() == 0",
        "set![1int, 2].union(set![3int]).len() == 3 && set![1int].subset_of(set![1int, 2])",
        "set![1int, 2].insert(2) == set![1int, 2] && set![1int, 2].remove(2) == set![1int] && set![1int] has 1",
        "set![1int, 2].intersect(set![2int, 3]) == set![2int] && set![1int, 2].difference(set![2int]) == set![1int]",
        "map![1int => 2int][1] == 2 && map![1int => 2int].insert(3, 4).dom() == set![1int, 3]",
        "map![1int => 2int].contains_key(1) && !map![1int => 2int].remove(1).contains_key(1)",
        "o is Some && o->0 == 4 && o.unwrap() == 4 && o.is_some() && !o.is_none() && o != None::<u32>",
        "o matches Some(v) && v == 4 && match o { Some(v) if v > 4 => false, Some(_) => true, None => false }",
        "if let Some(v) = o { v == 4 } else { false }",
        't == "abc" && t@ =~= "abc"@ && t != "abd" && "abc"@.len() == 3',
        "t@.len() == 3 && t@[1] == 'b' && t@ == seq!['a', 'b', 'c'] && c == 'b' && 'a' <= c <= 'z'",
        "u8::MAX == 255 && i32::MIN == -0x8000_0000 && usize::MAX as int == 0xffff_ffff_ffff_ffff",
        't.is_ascii() && !"é"@.is_ascii() && "\\u{7f}"@.is_ascii() && !"a\\u{80}"@.is_ascii()',
        "({ let p = match o { None => None, Some(q) => Some(q + 1) }; p == Some(5int) })",
        "({ let p = if i == 9 { Seq::empty() } else { a }; p.len() == 4 })",
        "({ let p: Seq<Seq<int>> = seq![seq![]].add(seq![a]); p.len() == 2 && p[0].len() == 0 })",
        "(i, c).0 == 2 && ({ let (p, q) = (i, n); p + q == 9 }) && ({ let p = 1int; let p = p + i; p == 3 })",
        "forall|k: int| 0 <= k < a.len() ==> a[k] >= 1 && exists|k: int| 0 <= k < a.len() && a[k] == 3",
        "forall|k: u8| k <= 255 && exists|k: i8| k == -128",
        "(i == 2 ==> n == 7) && (n == 8 ==> false) && (false <== i == 3) && (i == 2 <==> n == 7)",
        "(&&& i == 2 &&& n == 7) && (||| i == 3 ||| n == 7)",
        "x.wrapping_add(100u8) == 44 && x.checked_add(1u8) == Some(201u8) && x.checked_add(100u8) is None",
        "vstd::arithmetic::power::pow(2, 10) == 1024 && pow2(n) == 128 && abs(-3) == 3 && max(1, 2) == 2",
    ],
)
def test_a_clause_that_is_true(clause: str) -> None:
    assert value_of(clause) is True, clause
    assert value_of(f"!({clause})") is False, clause


@pytest.mark.parametrize(
    "clause",
    [
        "a[9] == 0",
        "a[-1] == 0",
        "i / 0 == 0",
        "a.take(9).len() == 9",
        "300int as u8 == 44",
        "-1int as nat == 0",
        "x as i8 == -56",
        "x << -1 == 0",
        "i >> (i - 3) == 0",
        "Seq::<int>::empty().first() == 0",
        "map![1int => 2int][5] == 0",
        "None::<u32>->0 == 0",
        "arbitrary::<int>() == 0",
        "g(i) == 0",
        "h(20) == 0",
    ],
)
def test_what_lies_outside_of_a_domain_is_not_known(clause: str) -> None:
    items = "uninterp spec fn g(i: int) -> int;\nspec fn h(i: int) -> int decreases i when 0 <= i < 10 { 0 }"
    assert value_of(clause, items) == "unknown"


ITEMS = """
pub struct Pair<T> { pub left: T, pub right: Seq<T> }
enum Tree { Leaf, Node { value: u8, left: Box<Tree>, right: Box<Tree> } }
impl<T> Pair<T> { spec fn size(self) -> nat { self.right.len() + 1 } }
impl Tree {
    spec fn sum(&self) -> int decreases self {
        match self { Tree::Leaf => 0, Tree::Node { value, left, right } => value + left.sum() + Self::sum(*right) }
    }
}
trait Shape { spec fn area(&self) -> int; spec fn double(&self) -> int { 2 * self.area() } }
struct Square(u8);
impl Shape for Square { spec fn area(&self) -> int { self.0 * self.0 } }
spec fn count<T>(s: Seq<T>, x: T) -> nat decreases s.len() {
    if s.len() == 0 { 0 } else { count(s.drop_last(), x) + if s.last() == x { 1nat } else { 0 } }
}
const LIMIT: u8 = 9;
"""


@pytest.mark.parametrize(
    "clause",
    [
        "((Pair { left: 1int, right: a }).size() == 5 && (Pair { left: 1int, right: a }).right[0] == 3)",
        "({ let p = Pair { left: 1int, right: a }; Pair { left: 2int, ..p }.left == 2 })",
        "(Tree::Node { value: 5, left: Box::new(Tree::Leaf), right: Box::new(Tree::Leaf) }.sum() == 5)",
        "Tree::Leaf is Leaf && Tree::Leaf.sum() == 0",
        "Square(3).area() == 9 && Square(3).double() == 18",
        "count(a, 1) == 2 && count(seq!['a', c], 'b') == 1 && LIMIT == 9",
    ],
)
def test_structures_traits_and_generic_functions(clause: str) -> None:
    assert value_of(clause, ITEMS) is True


def test_the_types_of_parameters_and_results_are_facts() -> None:
    program = parse_program(
        "verus! { fn f(v: &mut Vec<u8>, k: usize) -> (r: i16) ensures r > 0, v.len() == old(v).len() {} }"
    )
    (specification,) = program.specifications
    assert specification.modifies == ("v",)
    assert [each.clause.fact for each in specification.requires] == [True, True]
    assert [each.clause.fact for each in specification.ensures] == [False, False, True, True]
    result = specification.ensures[-1].term
    assert result is not None
    for value, holds in ((-32768, True), (32767, True), (32768, False), (-32769, False)):
        assert evaluate(result, {"r": value}).value is holds


@pytest.mark.parametrize(
    ("clause", "value"),
    [
        # Equality is that of values; of operators nothing is known but that they are functions.
        ("p == p && p != q", True),
        ("p + q == p + q && (p < q) == (p < q) && 1.5f64 == 1.5f64 && -p == -p", "unknown"),
        ("p + q == q + p", "unknown"),
        ("p <= p || p as int == 0", "unknown"),
        ("p != 0.5", "unknown"),
    ],
)
def test_floats_are_values_of_unknown_arithmetic(clause: str, value: object) -> None:
    program = parse_program(f"verus! {{ fn f(p: f64, q: f64) ensures {clause} {{ }} }}")
    condition = program.specifications[0].ensures[0]
    assert condition.term is not None, condition.clause.problems
    values = {"p": UninterpretedValue("f64", 1), "q": UninterpretedValue("f64", 2)}
    found = evaluate(condition.term, values, program.functions, program.datatypes)
    assert (found.value if found.state == "defined" else found.state) == value


def test_what_is_not_known_of_floats_says_why() -> None:
    """Verus takes operators on floats in specifications for those of SMT-LIB's theory of floats, rounded to nearest."""
    text = "verus! { fn f(p: f64, n: u8) ensures -(p + p) < p, p <= n as f64, n / 0 == 1 { } }"
    program = parse_program(text)
    assert {str(name).rpartition(" -> ")[0]: str(name).rpartition(" -> ")[2] for name in program.functions} == {
        "- of f64(f64)": "f64 by IEEE 754",
        "+ of f64(f64, f64)": "f64 by IEEE 754",
        "< of f64(f64, f64)": "bool by IEEE 754",
        "<= of f64(f64, f64)": "bool by IEEE 754",
        "u8 as f64(int)": "f64 by IEEE 754",
        "/(int, int)": "int outside of its domain",
    }


def test_a_clause_without_meaning_costs_itself() -> None:
    program = parse_program("verus! { fn f(x: u8) -> (r: u8) ensures unheard_of(r), r > 0, { 1 } }")
    first, second, _ = program.specifications[0].ensures
    assert first.term is None
    assert [str(each) for each in first.clause.problems] == ["unsupported: the function `unheard_of` at <text>:1:41"]
    assert second.term is not None


def test_values_are_written_as_rust_writes_them() -> None:
    program, specification = program_of("r")
    sorts = specification.sorts
    texts = [VERUS.text(VALUES[name], sorts[name], program.datatypes) for name in ("a", "y", "c", "t", "o")]
    assert texts == ["vec![3, 1, 2, 1]", "-3", "'b'", '"abc"', "Some(4)"]


MODULES = """verus! {
mod a { pub open spec fn f(x: int) -> int { x + 1 } pub open spec fn g(x: int) -> int { f(x) } }
mod b { pub open spec fn f(x: int) -> int { x + 2 } }
spec fn pow(x: int, n: int) -> int { 7 }
struct Set { size: int }
struct Flag { v: bool }
impl Flag {
    spec fn raised(self) -> bool { self.v }
    #[verifier::when_used_as_spec(raised)]
    fn is_raised(&self) -> bool { panic!() }
    #[verifier::allow_in_spec]
    fn lowered(&self) -> bool returns !self.v { panic!() }
}
fn subject(x: u8, s: Set, k: Flag) ensures CLAUSE { }
}"""


@pytest.mark.parametrize(
    "clause",
    [
        "a::f(1) == 2 && b::f(1) == 3 && a::g(1) == 2",
        # A function of the program hides one of vstd, but not from the others of vstd.
        "pow(2, 3) == 7 && vstd::arithmetic::power2::pow2(3) == 8",
        "s.size == 5",
        "k.is_raised() && !k.lowered()",
    ],
)
def test_a_name_means_what_is_declared_where_it_stands(clause: str) -> None:
    program = parse_program(MODULES.replace("CLAUSE", clause))
    condition = program.specifications[-1].ensures[0]
    assert condition.term is not None, condition.clause.problems
    values = {"x": 1, "s": DatatypeValue("Set", (5,)), "k": DatatypeValue("Flag", (True,))}
    assert evaluate(condition.term, values, program.functions, program.datatypes).value is True


def test_a_name_of_two_functions_is_neither_of_them() -> None:
    program = parse_program(MODULES.replace("CLAUSE", "f(1) == 2"))
    assert program.specifications[-1].ensures[0].term is None


TRAIT = """verus! {
trait Shape { spec fn area(&self) -> int; fn get(&self) -> (r: u32) ensures r == self.area(); }
struct One { a: u32 } struct Two { b: u32 }
impl Shape for One { spec fn area(&self) -> int { self.a as int } fn get(&self) -> u32 { self.a } }
impl Shape for Two { spec fn area(&self) -> int { self.b + 1 } fn get(&self) -> (r: u32) ensures r > 0 { 1 } }
}"""


def test_an_implementation_has_the_clauses_of_its_trait() -> None:
    program = parse_program(TRAIT)
    listed = {each.name: [c.clause.text for c in each.ensures if not c.clause.fact] for each in program.specifications}
    assert listed == {"One::get": ["r == self.area()"], "Two::get": ["r == self.area()", "r > 0"]}
    clause = program.specifications[1].ensures[0].term
    assert clause is not None
    values = {"this": DatatypeValue("Two", (4,)), "r": 5}
    assert evaluate(clause, values, program.functions, program.datatypes).value is True


def test_an_implementation_may_call_things_otherwise_than_its_trait() -> None:
    program = parse_program("""verus! {
        trait Pick {
            spec fn of(&self, x: int, y: int) -> int recommends x != y;
            fn pick(&self, a: &mut u8, b: u8) -> (r: u8) requires b < 9, ensures r == *old(a), *a == b, returns *old(a);
        }
        struct S;
        impl Pick for S {
            spec fn of(&self, y: int, x: int) -> int { y - x }
            fn pick(&self, b: &mut u8, a: u8) -> (out: u8) ensures out <= 255, self.of(a as int, *b as int) == 0
            { let was = *b; *b = a; was }
        }
    }""")
    (pick,) = program.specifications
    clauses = [condition for condition in (*pick.requires, *pick.ensures) if not condition.clause.fact]
    values = {"this": DatatypeValue("S", ()), "b": 4, pre_state("b"): 7, "a": 4, "out": 7}
    assert [each.clause.text for each in clauses][:2] == ["b < 9", "r == *old(a)"]
    for condition in clauses:
        assert condition.term is not None, condition.clause.problems
        assert evaluate(condition.term, values, program.functions, program.datatypes).value is True, condition.clause
    (recommended,) = program.functions["S::of"].recommended
    assert free_names(recommended) == {"x", "y"}


IMPORTS = """verus! {
mod a {
    pub open spec fn f(x: int) -> int { x }
    pub mod c { pub open spec fn f(x: int) -> int { super::f(x) + 30 } }
}
mod b { use super::*; pub open spec fn f(x: int) -> int { x + 20 } pub open spec fn g(x: int) -> int { h(x) } }
pub open spec fn h(x: int) -> int { x + 100 }
mod d {
    IMPORTED
    fn main(x: u8) ensures CLAUSE { }
}
}"""


@pytest.mark.parametrize(
    ("use", "clause"),
    [
        ("use crate::b::f;", "f(1) == 21"),
        ("use super::a::f;", "f(1) == 1"),
        ("use super::a::{self, c::f as k};", "k(1) == 31 && a::f(1) == 1"),
        ("use crate::a::c;", "c::f(1) == 31 && self::c::f(1) == 31"),
        ("use crate::a::c::*;", "f(1) == 31"),
        ("use super::*;", "b::g(1) == 101 && a::c::f(1) == 31"),
        ("", "super::b::f(1) == 21 && crate::a::f(1) == 1"),
        # Each imports all of the other, and itself under its own name.
        ("use super::*; use super::d::*; use self::f as f; use crate::a::f as e;", "e(1) == 1"),
        # What vstd calls so is not what a module of the file does.
        ("use vstd::math::abs; mod e { pub open spec fn abs(x: int) -> int { 5 } }", "abs(-3) == 3"),
    ],
)
def test_a_path_leads_through_modules_and_imports(use: str, clause: str) -> None:
    program = parse_program(IMPORTS.replace("IMPORTED", use).replace("CLAUSE", clause))
    condition = program.specifications[-1].ensures[0]
    assert condition.term is not None, condition.clause.problems
    assert evaluate(condition.term, {"x": 1}, program.functions, program.datatypes).value is True


def test_what_the_default_of_a_trait_promises_is_no_promise_of_another_body() -> None:
    program = parse_program("""verus! {
        trait Shrink {
            fn shrink(&self, n: u8) -> (r: u8) ensures r <= n, default_ensures r == n / 2, { n / 2 }
        }
        struct Half {} struct Third {}
        impl Shrink for Half {}
        impl Shrink for Third { fn shrink(&self, n: u8) -> (r: u8) ensures r == n / 3 { n / 3 } }
    }""")
    listed = {each.name: [c.clause.text for c in each.ensures if not c.clause.fact] for each in program.specifications}
    assert listed == {"Half::shrink": ["r <= n", "r == n / 2"], "Third::shrink": ["r <= n", "r == n / 3"]}


def test_a_map_that_changes_no_element_is_the_sequence() -> None:
    clauses = "a@.map(|k: int, v: (u8, i8)| (v.0 as int, v.1 as int)).len() == 2, "
    clauses += "a@.map_values(|v: (u8, i8)| v.0).len() == 2"
    program = parse_program(f"verus! {{ fn f(a: Vec<(u8, i8)>) ensures {clauses} {{ }} }}")
    first, second = (condition.term for condition in program.specifications[0].ensures[:2])
    assert first is not None
    assert second is not None
    assert [part.op for part in first.args[0].args] == ["var"]
    assert [part.op for part in second.args[0].args] == ["seq.comprehension"]


def test_a_type_invariant_is_a_fact_of_the_type() -> None:
    program = parse_program("""verus! {
        struct Even { n: u8 }
        impl Even {
            #[verifier::type_invariant]
            spec fn inv(self) -> bool { self.n % 2 == 0 }
            fn next(&self) -> (r: Even) ensures exists|e: Even| e.n == 3, { assume(false); unreached() }
        }
    }""")
    (specification,) = program.specifications
    (fact,) = [each.term for each in specification.requires]
    (odd, result) = [each.term for each in specification.ensures]
    assert fact is not None
    assert odd is not None
    # A quantifier ranges over values that no program has.
    assert odd.args[0].op == "eq" or "inv" not in str(odd)
    assert result is not None
    for term, name in ((fact, "this"), (result, "r")):
        for number, holds in ((4, True), (5, False)):
            values = {name: DatatypeValue("Even", (number,))}
            assert evaluate(term, values, program.functions, program.datatypes).value is holds


def test_what_a_type_promises_it_promises_of_all_that_is_inside() -> None:
    program = parse_program(
        "verus! { struct Chain { v: u8, next: Option<Box<Chain>> } fn f(c: Chain) ensures true { } }"
    )
    (fact,) = [each.term for each in program.specifications[0].requires]
    assert fact is not None
    for number, holds in ((255, True), (256, False)):
        inner = DatatypeValue("Chain", (number, DatatypeValue("None", ())))
        values = {"c": DatatypeValue("Chain", (1, DatatypeValue("Some", (inner,))))}
        assert evaluate(fact, values, program.functions, program.datatypes).value is holds


@pytest.mark.parametrize("call", ["v.map()", "v.map_values()", "Seq::new(1)", "Set::new()", "equal(v)"])
def test_a_call_with_too_few_arguments_is_unsupported(call: str) -> None:
    program = parse_program(f"verus! {{ fn f(v: Vec<u8>) requires {call} == v, {{}} }}")
    (condition,) = (each for each in program.specifications[0].requires if each.clause.origin != "type")
    assert ["arguments" in problem.construct for problem in condition.clause.problems] == [True]
