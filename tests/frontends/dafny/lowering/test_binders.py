"""Bound variables: what they range over, what they hide, and the failures that `:-` passes on."""

import pytest

from specassay.frontends.dafny.lowering.binders import IS_FAILURE, call_node
from specassay.frontends.dafny.names import SymbolTable
from specassay.frontends.dafny.syntax import name_of, nodes

from .engines import read, refused, value

DECLARED = """
datatype Option = Fail(why: int) | Some(n: int) {
  predicate IsFailure() { Fail? }
  function PropagateFailure(): Option requires Fail? { this }
  function Extract(): int requires Some? { n }
}
datatype Plain = Plain(n: int)
class C { var n: int }
class D { var n: int }
"""


@pytest.mark.parametrize(
    ("type", "text", "expected"),
    [
        ("bool", "forall x | x in [1, 2] :: x > 0", True),
        ("bool", "exists x: nat :: x < 3 && x * x == 4", True),
        ("bool", "forall x: nat <- [-1, 1] :: x >= 0", True),
        ("bool", "forall x <- [1], y <- [x + 1] :: y == 2", True),
        ("bool", "var s := [1, 2]; exists i <- s, s: int :: s == i && 0 < s < 3", True),
        ("set<int>", "set x | x in [1, 2, 3] && x % 2 == 1", frozenset({1, 3})),
        ("set<int>", "set x <- [1, 2, 3] | x > 1 :: x * x", frozenset({4, 9})),
        ("int", "(map x | x in [1, 2] :: x + 1)[2]", 3),
        ("int", "(map x | x in [1, 2] :: -x := x)[-2]", 2),
        ("int", "var f := x => x + 1; f(f(1))", 3),
        ("int", "((x: int) requires x > 0 => x)(3)", 3),
        ("int", "var (a, b) := (1, 2); 10 * a + b", 12),
        ("int", "var x := 1; var x := x + 1; x", 2),
        ("int", "var x :| x in [5]; x", 5),
        ("int", "if x :| x in [5] then x else 0", 5),
        ("int", "if x :| x in [5] && x > 5 then x else 0", 0),
        ("Option", "var x :- Some(1); Some(x + 1)", None),
    ],
)
def test_the_value_is_that_of_dafny(type: str, text: str, expected: object) -> None:
    found = value(DECLARED, type, text)
    assert found.state == "defined"
    assert expected is None or found.value == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("var x :- Some(1); Some(x + 1)", "Some 2"), ("var x :- Fail(7); Some(x)", "Fail 7")],
)
def test_a_failure_is_passed_on(text: str, expected: str) -> None:
    made = value(DECLARED, "Option", text).value
    constructor, (number,) = made.constructor, made.fields
    assert f"{constructor} {number}" == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(var x :- Plain(1); x) == 1", ":- of a Plain"),
        ("(:- Some(1); Some(2)) == Some(2)", ":- with different numbers"),
        ("(var a, b := 1; a) == 1", "let with different numbers"),
        ("forall c: C :: c.n > 0", "all objects of C"),
        ("forall c: C | c in {d} :: c.n > 0", "which objects of {d} are of C"),
        ("(set x, y | x in [1] && y in [2]) == {}", "several variables without its element"),
        ("(var (a, b) :| a == b; a) == 1", "pattern before :|"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, reason: str) -> None:
    found, span = refused(DECLARED, text, "d: D")
    assert reason in found
    assert span is not None


def test_a_call_that_nobody_wrote_stands_where_its_reason_stands() -> None:
    _, node = read(SymbolTable(), "e")
    made = call_node("status1'", IS_FAILURE, node)
    assert (name_of(made), made.meta) == ("application", node.meta)
    member, arguments = nodes(made)
    assert (str(member.children[1]), arguments.children) == (IS_FAILURE, [])
