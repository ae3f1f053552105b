"""Operators that bind variables, at their edges: what is empty, what is undefined, and what is not known."""

from collections.abc import Sequence
from typing import Any

import pytest

from specassay.core.evaluate.binding import domain_values
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.operators.context import Undefined
from specassay.core.ir.sorts import DOMAIN, INT, array_of
from specassay.core.ir.terms import Term, make, var
from specassay.core.ir.values import ArrayValue, FrozenMap
from specassay.frontends.dafny import parse_program


def value(expression: str, sort: str = "bool", **values: Any) -> tuple[str, Any]:
    text = f"method M(s: seq<int>, t: set<int>, n: int) returns (r: {sort})\n  ensures r == ({expression})\n{{ }}"
    program = parse_program(text, file="t.dfy")
    term = next(each.term for each in program.specifications[0].ensures if each.clause.origin == "text")
    assert term is not None
    found = evaluate(term.args[1], {"s": (), "t": frozenset(), "n": 0, **values}, program.functions)
    return found.state, found.value if found.state == "defined" else None


@pytest.mark.parametrize(
    ("expression", "sort", "values", "expected"),
    [
        ("forall i :: 0 <= i < |s| ==> s[i] > 0", "bool", {}, True),
        ("exists i :: 0 <= i < |s| && s[i] > 0", "bool", {}, False),
        ("forall i :: n <= i < 0 ==> i == n", "bool", {"n": -1}, True),
        ("forall i :: n <= i < 0 ==> i == n", "bool", {"n": -2}, False),
        ("seq(n, i => i * 2)", "seq<int>", {"n": 3}, (0, 2, 4)),
        ("seq(n, i => i * 2)", "seq<int>", {"n": 0}, ()),
        ("set x | x in s :: x / 2", "set<int>", {"s": (4, 5)}, frozenset({2})),
        ("map x | x in t :: x + 1", "map<int, int>", {"t": frozenset({1, 2})}, FrozenMap({1: 2, 2: 3})),
        ("var a := n + 1; var n := a * 2; n + a", "int", {"n": 1}, 6),
        ("var x :| x in t; x - x", "int", {"t": frozenset({3, 9})}, 0),
        ("|set x: set<int> | x <= t|", "int", {"t": frozenset({1, 2, 3})}, 8),
    ],
)
def test_the_value(expression: str, sort: str, values: dict[str, Any], expected: Any) -> None:
    assert value(expression, sort, **values) == ("defined", expected)


@pytest.mark.parametrize(
    ("expression", "sort", "values"),
    [
        ("seq(n, i => i)", "seq<int>", {"n": -1}),
        ("map x | x in t :: x % 2 := x", "map<int, int>", {"t": frozenset({1, 3})}),
        ("var x :| x in t; x", "int", {}),
        ("forall i :: 0 <= i < n ==> 6 / i > 1", "bool", {"n": 2}),
        ("exists i :: 0 <= i < n && 6 / i > 9", "bool", {"n": 2}),
    ],
)
def test_what_has_no_value(expression: str, sort: str, values: dict[str, Any]) -> None:
    assert value(expression, sort, **values)[0] == "undefined"


def test_a_choice_that_matters_is_not_known() -> None:
    assert value("var x :| x in t; x", "int", t=frozenset({3, 9}))[0] == "unknown"
    assert value("var x :| x in t; x", "int", t=frozenset({3})) == ("defined", 3)


def test_what_an_instance_itself_guards_against_is_not_undefined() -> None:
    assert value("forall i :: 0 <= i < 2 ==> i != 1 && 6 / (i - 1) > 0") == ("defined", False)
    assert value("exists i :: 0 <= i < 2 && i != 0 && 6 / i == 6") == ("defined", True)


def _range(low: int, high: int) -> list[Any]:
    domain = make("range", (var("low", INT), var("high", INT)), DOMAIN)
    return list(domain_values(domain, [low, high]))


def test_a_range_ends_before_its_upper_bound() -> None:
    assert [_range(1, 3), _range(1, 1), _range(3, 1)] == [[1, 2], [], []]


@pytest.mark.parametrize(("elements", "found"), [((3, 1, 3), [3, 1]), ((), [])])
def test_elements_come_once_in_a_fixed_order(elements: Sequence[int], found: list[int]) -> None:
    domain: Term = make("elements", (var("a", array_of(INT)),), DOMAIN)
    assert list(domain_values(domain, [ArrayValue(tuple(elements), 1)])) == found
    with pytest.raises(Undefined):
        list(domain_values(domain, [None]))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        # More numbers than there are steps: a witness is found where it is near, and that none is says nothing.
        ("exists i :: 0 <= i < 0x8000_0000_0000 && i * i == 49", ("defined", True)),
        ("exists i :: 0 <= i < 0x8000_0000_0000 && i == n * n + 1", ("defined", True)),
        ("exists i :: 0 <= i < 0x8000_0000_0000 && (i * i + i) % 2 == n % 2 + 1", ("unknown", None)),
        ("forall i :: 0 <= i < 0x8000_0000_0000 ==> (i * i + i) % 2 != n % 2 + 1", ("unknown", None)),
    ],
)
def test_a_range_that_nobody_can_go_through_is_left_open(expression: str, expected: tuple[str, Any]) -> None:
    assert value(expression, n=1_000) == expected
