"""Functions without a body: they have the value that their postcondition determines, and no other."""

import pytest

from specassay.core.deciding.clauses import Theory, decide
from specassay.core.deciding.engines import Engines
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program
from specassay.core.ir.values import FrozenMap
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program

FIRST = """
function First(s: seq<int>): int
  requires 0 in s
  ensures 0 <= First(s) < |s| && s[First(s)] == 0
  ensures forall j :: 0 <= j < First(s) ==> s[j] != 0
"""


def value_of(text: str, expression: str) -> tuple[str, object]:
    program: Program = parse_program(text, file="t.dfy")
    term = parse_expression(expression, {}, None, program, Span("e.dfy", 1, 1, 1, 1))
    found = evaluate(term, {}, program.functions, program.datatypes)
    return found.state, found.value if found.state == "defined" else found.reason


@pytest.mark.parametrize(
    ("text", "expression", "value"),
    [
        (FIRST, "First([4, 0, 2, 0])", 1),
        (FIRST, "First([0])", 0),
        (FIRST, "First([1, 0]) + First([0, 0])", 1),
        ("function Next(n: int): (r: int) ensures r == n + 1", "Next(Next(3))", 5),
        ("predicate Even(n: int) ensures Even(n) <==> n % 2 == 0", "Even(4) && !Even(5)", True),
        # a name of Dafny's may have an apostrophe, as ours for the result had
        ("function Twice(result': int): int ensures Twice(result') == 2 * result'", "Twice(3)", 6),
        # the value for other arguments is asked for in its turn
        (
            "function Sum(s: seq<int>): int\n  ensures Sum(s) == if s == [] then 0 else s[0] + Sum(s[1..])",
            "Sum([1, 2, 3])",
            6,
        ),
        # the elements of a collection, and what is there
        (
            "function Keys(m: map<int, int>): set<int>\n  ensures forall k :: k in Keys(m) <==> k in m",
            "Keys(map[1 := 2]) == {1}",
            True,
        ),
        (
            "function Bag(m: map<int, nat>): (b: multiset<int>)\n"
            "  ensures (forall k | k in m :: b[k] == m[k]) && forall k :: k in b <==> k in m",
            "Bag(map[1 := 2]) == multiset{1, 1} && |Bag(map[])| == 0",
            True,
        ),
        (
            "function Both(a: seq<char>, b: set<char>): (c: set<char>)\n"
            "  ensures forall x :: x in a && x in b <==> x in c",
            "Both(['a', 'b'], {'b', 'c'}) == {'b'}",
            True,
        ),
        (
            "function Squares(s: set<int>): (m: map<int, int>)\n"
            "  ensures m.Keys == s\n  ensures forall k :: k in s ==> m[k] == k * k",
            "Squares({2, 3})",
            FrozenMap({2: 4, 3: 9}),
        ),
    ],
)
def test_a_value_that_the_postcondition_determines(text: str, expression: str, value: object) -> None:
    assert value_of(text, expression) == ("defined", value)


@pytest.mark.parametrize(
    ("text", "expression", "why"),
    [
        ("function F(n: int): int ensures 0 <= F(n) < 2", "F(3)", "its postcondition allows 2 values"),
        ("function F(n: int): int ensures 1 < F(n) < 2", "F(3)", "its postcondition allows 0 values"),
        ("function F(n: int): int ensures F(n) > n", "F(3)", "no finite domain for its result"),
        ("function F(n: int): int", "F(3)", "F has no body"),
        ("function F(n: int): int ensures F(n) == 10 / n", "F(0)", "division by zero"),
    ],
)
def test_what_is_not_determined_is_not_known(text: str, expression: str, why: str) -> None:
    state, reason = value_of(text, expression)
    assert state == "unknown"
    assert str(reason).startswith("F has no body")
    assert why in str(reason)


def test_a_precondition_that_fails_is_undefined() -> None:
    assert value_of(FIRST, "First([1])")[0] == "undefined"


def test_a_clause_over_such_a_function_is_decided() -> None:
    program = parse_program(FIRST, file="t.dfy")
    term = parse_expression("First([5, 0]) == 1", {}, None, program, Span("e.dfy", 1, 1, 1, 1))
    assert decide(term, {}, theory=Theory(program.functions), engines=Engines()).verdict == "holds"
