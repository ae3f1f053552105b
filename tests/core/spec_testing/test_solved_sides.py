"""An equation that is solved holds afterwards, and what it does not ask for stays as it was."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import (
    BOOL,
    INT,
    REAL,
    Sort,
    array_of,
    datatype,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
)
from specassay.core.ir.terms import Term
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset
from specassay.core.spans import Span
from specassay.core.spec_testing.solved_sides import EquationSolver, NotSolved
from specassay.core.spec_testing.spec_testing_limits import LIMITS
from specassay.frontends.dafny import parse_expression, parse_program

PROGRAM = parse_program(
    "datatype List = Nil | Cons(head: int, tail: List)"
    " function Twice(n: int): int { 2 * n } function Half(n: int): int",
    file="t.dfy",
)
SORTS: dict[Any, Sort] = {
    "s": seq_of(INT),
    "u": seq_of(INT),
    "x": INT,
    "y": INT,
    "q": REAL,
    "b": set_of(INT),
    "c": set_of(INT),
    "m": map_of(INT, INT),
    "a": array_of(INT),
    "p": tuple_of(INT, BOOL),
    "l": datatype("List"),
    "k": INT,
    "bag": multiset_of(INT),
}
NIL = DatatypeValue("Nil", ())
VALUES: dict[Any, Any] = {
    "s": (5, 6, 7),
    "u": (8,),
    "x": 4,
    "y": -3,
    "q": Fraction(1, 2),
    "b": frozenset({1, 2}),
    "c": frozenset({2, 3}),
    "m": FrozenMap({1: 5, 2: 6}),
    "a": ArrayValue((5, 6, 7), "a"),
    "p": (1, True),
    "l": DatatypeValue("Cons", (1, NIL)),
    "k": 2,
    "bag": Multiset((1, 1)),
}


def term_of(text: str) -> Term:
    return parse_expression(text, SORTS, None, PROGRAM, Span("e.dfy", 1, 1, 1, 1))


def value(term: Term, values: dict[Any, Any]) -> Any:
    found = evaluate(term, values, PROGRAM.functions, PROGRAM.datatypes)
    if found.state != "defined":
        raise NotSolved
    return found.value


def solver(choose: Callable[[int], int] = lambda below: 0) -> EquationSolver:
    drawn = iter([1, 2, *range(100, 999)])

    def unfolded(term: Term) -> Term | None:
        return term_of("k * x") if term.data == "Twice" else None

    return EquationSolver(
        frozenset(SORTS) - {"k"},
        lambda term: value(term, VALUES),
        lambda sort: next(drawn),
        unfolded,
        choose,
        lambda array: {"a": array},
        lambda term: ("head", "tail").index(term.data[1]),
    )


SOLVED: list[tuple[str, Any, dict[str, Any]]] = [
    ("x", 9, {"x": 9}),
    ("-x", 9, {"x": -9}),
    ("Twice(x)", 8, {"x": 4}),
    ("k + x", 9, {"x": 7}),
    ("k - x", 9, {"x": -7}),
    ("x - k", 9, {"x": 11}),
    ("k * x", 8, {"x": 4}),
    ("x / k", 8, {"x": 16}),
    ("x % 3", 2, {"x": 5}),
    ("y % 5", 0, {"y": -5}),
    ("q * 3.0", Fraction(1), {"q": Fraction(1, 3)}),
    ("if k == 2 then x else y", 9, {"x": 9}),
    ("if k == 3 then x else y", 9, {"y": 9}),
    ("|s|", 2, {"s": (5, 6)}),
    ("|s|", 4, {"s": (5, 6, 7, 1)}),
    ("s[1]", 9, {"s": (5, 9, 7)}),
    ("s[x]", 7, {"x": 2}),
    ("s[y + 6]", 7, {"y": -4}),
    ("s[..k]", (1, 2), {"s": (1, 2, 7)}),
    ("s[k..]", (1, 2), {"s": (5, 6, 1, 2)}),
    ("s[..x - 3]", (1, 2), {"x": 5, "s": (1, 2, 6, 7)}),
    ("[k] + s", (2, 9), {"s": (9,)}),
    ("s + u", (5, 6, 7, 1), {"u": (1,)}),
    ("s + u", (1, 8), {"s": (1,)}),
    ("[x, k]", (9, 2), {"x": 9}),
    ("multiset(s)", Multiset((1, 3, 1)), {"s": (1, 1, 3)}),
    ("a.Length", 2, {"a": ArrayValue((5, 6), "a")}),
    ("a[0]", 9, {"a": ArrayValue((9, 6, 7), "a")}),
    ("a[..]", (1,), {"a": ArrayValue((1,), "a")}),
    ("|b|", 1, {"b": frozenset({1})}),
    ("|b|", 3, {"b": frozenset({1, 2, 100})}),
    ("|m|", 3, {"m": FrozenMap({1: 5, 2: 6, 100: 101})}),
    ("b + c", frozenset({1, 2, 4}), {"b": frozenset({1, 2, 4}), "c": frozenset({2})}),
    ("b * c", frozenset({2, 5}), {"b": frozenset({1, 2, 5}), "c": frozenset({2, 3, 5})}),
    ("b - c", frozenset({3}), {"b": frozenset({2, 3}), "c": frozenset({2})}),
    ("m[2]", 9, {"m": FrozenMap({1: 5, 2: 9})}),
    ("m.Keys", frozenset({2, 3}), {"m": FrozenMap({2: 6, 3: 1})}),
    ("m.Values", frozenset({5, 8}), {"m": FrozenMap({1: 5, 2: 8})}),
    ("m.Values", frozenset({4, 7, 8}), {"m": FrozenMap({1: 8, 2: 7, 100: 4})}),
    ("m.Values", frozenset({6}), {"m": FrozenMap({1: 6, 2: 6})}),
    ("m.Values", frozenset(), {"m": FrozenMap()}),
    ("m.Items", frozenset({(1, 5), (3, 8)}), {"m": FrozenMap({1: 5, 3: 8})}),
    ("p.0", 9, {"p": (9, True)}),
    ("(x, k == 2)", (9, True), {"x": 9}),
    ("Cons(x, Nil)", DatatypeValue("Cons", (9, NIL)), {"x": 9}),
    ("l.head", 9, {"l": DatatypeValue("Cons", (9, NIL))}),
]


@pytest.mark.parametrize(("text", "wanted", "expected"), SOLVED, ids=[f"{row[0]} is {row[1]}" for row in SOLVED])
def test_the_equation_holds_and_the_rest_is_kept(text: str, wanted: Any, expected: dict[str, Any]) -> None:
    term = term_of(text)
    found = solver().assigned(term, wanted)
    assert value(term, VALUES | found) == wanted
    assert found == expected


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("k", 3),
        ("|s|", -1),
        ("|s|", LIMITS.sized_elements + 1),
        ("s[9]", 1),
        ("2 * x", 7),
        ("x % 3", 3),
        ("x % 3", -1),
        ("[x]", (1, 2)),
        ("Half(x)", 1),
        ("Cons(x, Nil)", NIL),
        ("|b|", -1),
        ("x * 0", 1),
        ("s[9..]", (1,)),
        ("x as real", Fraction(1, 2)),
        ("k + k", 9),
        ("m.Items", frozenset({(1, 5), (1, 6)})),
    ],
)
def test_what_no_value_solves_is_not_solved(text: str, wanted: Any) -> None:
    with pytest.raises(NotSolved):
        solver().assigned(term_of(text), wanted)


def test_where_either_side_may_change_one_is_chosen() -> None:
    total = term_of("x + y")
    found = [solver(lambda below, number=number: number).assigned(total, 9) for number in (0, 1)]  # type: ignore[misc]
    assert found == [{"y": 5}, {"x": 12}]


def test_an_equation_is_solved_as_deep_as_is_allowed() -> None:
    deep = term_of("-(" * 9 + "x" + ")" * 9)
    assert solver().assigned(deep, 9, depth=9) == {"x": -9}
    with pytest.raises(NotSolved):
        solver().assigned(deep, 9, depth=8)


def test_drawn_values_are_different_where_they_have_to_be() -> None:
    same = evolve(solver(), draw=lambda sort: 7)
    assert same.some(INT, 3) == [7, 7, 7]
    assert same.some(INT, 1, frozenset({1})) == [7]
    for count, apart in ((2, frozenset[Any]()), (1, frozenset({7}))):
        with pytest.raises(NotSolved):
            same.some(INT, count, apart)
