"""What each operator makes of an expression, as the text that a person reads."""

from collections.abc import Callable, Iterator

import pytest

from specassay.core.ir.terms import Term
from specassay.core.spec_testing.program_mutants import expressions
from specassay.core.spec_testing.program_mutants.model import MutationScope, TermSite
from specassay.core.spec_testing.program_mutants.sites import sites_of
from specassay.frontends.dafny import parse_program
from specassay.frontends.show import show

Operator = Callable[[Term, MutationScope, bool], Iterator[Term]]
TYPES = """datatype Shape = Dot | Dash | Line(length: int, width: int)
function F(i: int): int { i }
function G(i: int): int { i + 1 }
ghost function H(i: int): int { i }
"""
HEAD = "a: int, b: int, p: bool, q: bool, x: real, s: seq<int>, t: seq<int>, m: set<int>, n: set<int>, v: bv8, d: Shape"


def sites(expression: str, result: str) -> list[TermSite]:
    text = f"{TYPES}method M({HEAD}) returns (r: {result}) {{ r := {expression}; }}"
    program = parse_program(text, file="t.dfy")
    return [site for site in sites_of(program.routines["M"], program) if isinstance(site, TermSite)]


def made(operator: Operator, expression: str, result: str = "int", decides: bool = False) -> set[str]:
    """The mutants of the whole expression."""
    (site,) = (site for site in sites(expression, result) if site.node is site.whole)
    found = [*operator(site.node, site.scope, decides)]
    assert all(each.sort == site.node.sort for each in found)
    return {show(each) for each in found}


@pytest.mark.parametrize(
    ("operator", "expression", "result", "mutants"),
    [
        (expressions.arithmetic, "a + b", "int", {"a + b", "a - b", "a * b", "a / b", "a % b"}),
        (expressions.arithmetic, "x + x", "real", {"x + x", "x - x", "x * x", "x / x"}),
        (expressions.relational, "a < b", "bool", {"a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b"}),
        (expressions.relational, "a != b", "bool", {"a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b"}),
        (expressions.relational, "p == q", "bool", set()),
        (expressions.relational, "a in m", "bool", {"a !in m"}),
        (expressions.conditional, "p && q", "bool", {"p && q", "p || q", "p ==> q", "p <==> q"}),
        (expressions.logical, "v & v", "bv8", {"v & v", "v | v", "v ^ v"}),
        (expressions.shift, "v << 1", "bv8", {"v << 1", "v >> 1"}),
        (expressions.collection, "m + n", "set<int>", {"m + n", "m * n", "m - n"}),
        (expressions.insert_unary, "a", "int", {"-a"}),
        (expressions.insert_unary, "p", "bool", {"!p"}),
        (expressions.insert_unary, "-a", "int", set()),
        (expressions.insert_unary, "s", "seq<int>", set()),
        (expressions.delete_unary, "-a", "int", {"a"}),
        (expressions.delete_unary, "!p", "bool", {"p"}),
        (expressions.delete_unary, "a != b", "bool", set()),
        (expressions.delete_unary, "-3", "int", {"3"}),
        (expressions.insert_increment, "|s|", "int", {"|s| + 1", "|s| - 1"}),
        (expressions.insert_increment, "a + b", "int", set()),
        (expressions.delete_operator, "a + b", "int", {"a", "b"}),
        (expressions.delete_operator, "a < b", "bool", set()),
        (expressions.other_literal, "0", "int", {"1", "-1"}),
        (expressions.other_literal, "3", "int", {"4", "2", "0", "-3"}),
        (expressions.other_literal, "true", "bool", {"false"}),
        (expressions.other_literal, '"ab"', "string", {'""', '"abx"', '"b"'}),
        (expressions.other_literal, "'~'", "char", {"'}'"}),
        (expressions.default_value, "a + b", "int", {"0", "1"}),
        (expressions.default_value, "p", "bool", {"false"}),
        (expressions.default_value, "0", "int", set()),
        (expressions.other_variable, "a", "int", {"b", "r"}),
        (expressions.other_variable, "s", "seq<int>", {"t", "r"}),
        (expressions.other_component, "(a, b, p).0", "int", {"(a, b, p).1"}),
        (expressions.other_constructor, "Line(a, b)", "Shape", {"Dot", "Dash"}),
        (expressions.other_constructor, "d.Line?", "bool", {"d.Dot?", "d.Dash?"}),
        (expressions.other_field, "d.length", "int", {"d.width"}),
        (expressions.other_display, "[a, b]", "seq<int>", {"[]", "[a]", "[b]"}),
        (expressions.other_display, "{a}", "set<int>", {"{}"}),
        (expressions.swap_arguments, "a - b", "int", {"b - a"}),
        (expressions.swap_arguments, "a + b", "int", set()),
        (expressions.swap_arguments, "if p then a else b", "int", {"if p then b else a"}),
        (expressions.propagate_argument, "F(a)", "int", {"a"}),
        (expressions.other_function, "F(a)", "int", {"G(a)"}),
        (expressions.call_to_variable, "F(a)", "int", {"a", "b", "r"}),
    ],
)
def test_what_an_operator_makes(operator: Operator, expression: str, result: str, mutants: set[str]) -> None:
    assert made(operator, expression, result) == mutants


def test_only_a_condition_and_what_relates_becomes_a_constant() -> None:
    assert made(expressions.to_boolean, "a < b", "bool") == {"true", "false"}
    assert made(expressions.to_boolean, "p", "bool") == set()
    assert made(expressions.to_boolean, "p", "bool", decides=True) == {"true", "false"}
    assert made(expressions.default_value, "p", "bool", decides=True) == set()


def test_a_slice_loses_a_limit_or_moves_one() -> None:
    assert made(expressions.other_limits, "s[a..b]", "seq<int>") == {
        "s[0..b]",
        "s[a..|s|]",
        "s[a + 1..b]",
        "s[a - 1..b]",
        "s[a..b + 1]",
        "s[a..b - 1]",
    }


def test_absolute_values_are_written_out() -> None:
    assert made(expressions.absolute, "a") == {"if a < 0 then -a else a", "if a < 0 then a else -a"}
    assert made(expressions.absolute, "|s|") == set()
