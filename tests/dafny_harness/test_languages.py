"""Stronger clauses: where an operator is replaced, and where it is not one."""

import pytest

from specassay.core.ir.values import UninterpretedValue
from specassay.frontends.dafny import DAFNY, parse_program


def proposed(ensures: str, inputs: str = "s: seq<int>, n: int", outputs: str = "r: int, t: seq<int>") -> list[str]:
    (method,) = parse_program(f"method M({inputs}) returns ({outputs})\n  ensures {ensures}\n").specifications
    assert DAFNY.rewriting is not None
    return [edit.text for edit in DAFNY.rewriting.edits(method)]


@pytest.mark.parametrize(
    ("clause", "stronger"),
    [
        ("r > 0 ==> n > 0", ["r > 0 <==> n > 0"]),
        ("r > 0 <== n > 0", ["r > 0 <==> n > 0"]),
        ("r > 0 <==> n > 0", []),
        ("r <= n", ["r == n"]),
        ("n >= 0 || r >= n", ["n >= 0 || r == n"]),
        ("r == n", []),
    ],
)
def test_the_usual_slips_are_undone(clause: str, stronger: list[str]) -> None:
    assert proposed(clause) == stronger


def test_the_bound_of_a_quantified_variable_is_no_slip() -> None:
    assert proposed("forall i :: 0 <= i < n ==> r >= i") == [
        "forall i :: 0 <= i < n <==> r >= i",
        "forall i :: 0 <= i < n ==> r == i",
    ]


def test_what_stands_in_a_comment_is_no_operator() -> None:
    assert proposed("r > n /* n ==> r <= 0 */ && r > 0") == []


def test_an_inclusion_is_stated_the_other_way_too() -> None:
    assert proposed("forall x :: x in t ==> x in s")[-1] == "forall x :: x in s ==> x in t"


def test_values_without_a_text_in_dafny_are_shown_by_their_sort() -> None:
    (method,) = parse_program("method M<T>(r: set<(T, T)>, s: seq<char>, p: (seq<T>, string))").specifications
    one, two = (UninterpretedValue("T", number) for number in range(2))
    given = {"r": frozenset({(one, two)}), "s": ("a",), "p": ((), ("b",))}
    assert DAFNY.literals(given, method) == {"r": "{(T#0, T#1)}", "s": '"a"', "p": '([], "b")'}
