"""Quantifiers over sequences, decided where a condition leaves finitely many."""

from itertools import product

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir import build
from specassay.core.ir.sorts import BOOL, INT, seq_of
from specassay.core.ir.terms import Binder, Term, var
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program

PROGRAM = parse_program(
    """
ghost predicate IsSubsequence(v: seq<int>, s: seq<int>)
{
  exists at: seq<int> :: |at| == |v| && (forall i :: 0 <= i < |at| ==> 0 <= at[i] < |s|) &&
    (forall i :: 0 <= i < |at| - 1 ==> at[i] < at[i + 1]) && (forall i :: 0 <= i < |v| ==> v[i] == s[at[i]])
}
predicate Ascending(v: seq<int>) { forall i, j :: 0 <= i < j < |v| ==> v[i] < v[j] }
predicate Within(v: seq<int>, low: int, high: int) { forall x :: x in v ==> low <= x < high }
function Sum(v: seq<int>): int { if v == [] then 0 else v[0] + Sum(v[1..]) }
""",
    file="t.dfy",
)


def term_of(expression: str) -> Term:
    return parse_expression(expression, {}, None, PROGRAM, Span("e.dfy", 1, 1, 1, 1))


def value_of(expression: str) -> object:
    found = evaluate(term_of(expression), {}, PROGRAM.functions, PROGRAM.datatypes)
    return found.value if found.state == "defined" else found.state


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        # the longest ascending subsequence
        ("exists v: seq<int> :: IsSubsequence(v, [3, 1, 2]) && Ascending(v) && |v| == 2", True),
        ("exists v: seq<int> :: IsSubsequence(v, [3, 1, 2]) && Ascending(v) && |v| == 3", False),
        ("forall v: seq<int> :: IsSubsequence(v, [3, 1, 2]) && Ascending(v) ==> |v| <= 2", True),
        ("forall v: seq<int> :: IsSubsequence(v, [3, 1, 2]) ==> |v| < 3", False),
        # a length, and a range of elements
        ("exists v: seq<int> :: |v| == 3 && (forall i :: 0 <= i < |v| ==> 0 <= v[i] < 3) && Sum(v) == 7", False),
        ("exists v: seq<int> :: |v| == 3 && (forall i :: 0 <= i < |v| ==> 0 <= v[i] < 3) && Sum(v) == 6", True),
        ("forall v: seq<nat> :: |v| <= 2 && (forall i :: 0 <= i < |v| ==> v[i] <= 4) ==> Sum(v) <= 8", True),
        ("forall v: seq<nat> :: |v| <= 2 && (forall i :: 0 <= i < |v| ==> v[i] <= 4) ==> Sum(v) <= 7", False),
        # no length: sequences of different numbers of a range are not longer than it
        ("forall v: seq<int> :: Ascending(v) && Within(v, 0, 4) ==> |v| <= 4", True),
        ("exists v: seq<int> :: Within(v, 0, 3) && Ascending(v) && |v| > 3", False),
        # permutations of the indices
        (
            "forall p: seq<int> :: |p| == 3 && (forall i :: 0 <= i < |p| ==> 0 <= p[i] < |p|) &&"
            " (forall i, j :: 0 <= i < j < |p| ==> p[i] != p[j]) ==> Sum(p) == 3",
            True,
        ),
        # parts, and rearrangements
        ("forall v: seq<int> :: v <= [1, 2, 3] ==> Ascending(v)", True),
        ("exists v: seq<int> :: v < [1, 2, 3] && |v| == 3", False),
        ("exists v: seq<int>, w: seq<int> :: v + w == [1, 2, 5, 1] && |v| > 0 && |w| > 0 && Sum(v) == Sum(w)", False),
        ("exists v: seq<int>, w: seq<int> :: v + w == [1, 2, 2, 1] && |v| > 0 && |w| > 0 && Sum(v) == Sum(w)", True),
        ("exists a: seq<int>, v: seq<int>, b: seq<int> :: a + v + b == [4, -1, 2, 1] && v != [] && Sum(v) == 8", False),
        ("exists v: seq<int> :: multiset(v) == multiset([2, 1, 2]) && Ascending(v)", False),
        ("exists v: seq<int> :: multiset(v) == multiset([2, 1, 3]) && Ascending(v)", True),
        ("forall v: seq<int> :: multiset(v) <= multiset{1, 1, 2} ==> Sum(v) <= 4", True),
        # elements by position, by those before, and by another sequence
        ("exists v: seq<int> :: |v| == 3 && v[0] == 1 && v[1] == 2 && v[2] in {5, 6} && Sum(v) == 8", True),
        ("exists v: seq<int> :: |v| == 3 && v[0] == 1 && v[1] == 2 && v[|v| - 1] in {5, 6} && Sum(v) == 10", False),
        ("forall v: seq<bool> :: |v| == 2 ==> v[0] || v[1]", False),
        ("exists v: seq<seq<int>> :: |v| == 2 && (forall i :: 0 <= i < 2 ==> v[i] <= [1, 2]) && |v[0]| > 2", False),
        ("exists v: string :: |v| == 2 && (forall i :: 0 <= i < |v| ==> 'a' <= v[i] <= 'c') && v[0] > v[1]", True),
        ("forall v: string :: |v| == 1 && (forall c :: c in v ==> 'a' <= c <= 'b') ==> v in {\"a\", \"c\"}", False),
        # what leaves infinitely many: a witness decides, and nothing else does
        ("exists v: seq<int> :: |v| == 2 && v[0] + v[1] == 1", True),
        ("exists v: seq<int> :: |v| == 2 && v[0] != v[0]", "unknown"),
        ("forall v: seq<int> :: |v| >= 0", "unknown"),
    ],
)
def test_decided_by_definition(expression: str, value: object) -> None:
    assert value_of(expression) == value


CONDITIONS = (
    "|v| == |t| && forall i :: 0 <= i < |t| ==> v[i] == t[i] || v[i] == 0",
    "|v| <= 2 && (forall i :: 0 <= i < |v| ==> v[i] in t) && v != t",
    "|v| == 2 && v[1] > v[0] && v[0] >= 0 && v[1] <= 2 && v[0] < 2",
    "(forall i :: 0 <= i < |v| - 1 ==> v[i] < v[i + 1]) && (forall i :: 0 <= i < |v| ==> -1 <= v[i] <= 1)",
    "(forall i :: 1 <= i <= |v| ==> v[i - 1] in t) && |v| < 2 && |v| + 1 > n",
    "|v| == 2 && (forall i :: 0 <= i < 1 ==> v[i] == n) && v[1] == v[0] + 1",
    "(forall i, j :: 0 <= i < |v| && 0 <= j < |v| && i != j ==> v[i] != v[j]) && (forall x | x in v :: x in t)",
    "multiset(v) <= multiset(t) && v != [] && v[|v| - 1] == n",
    "!(|v| > 1 || exists i :: 0 <= i < |v| && v[i] !in t)",
    "(v <= t || v + t == t + v) && |v| <= |t| && forall i :: 0 <= i < |v| ==> v[i] in t",
    "if |t| > n then v == t[..n] else v <= t && |v| == 0",
    "exists w: seq<int> :: w <= t && |w| == |v| && forall i :: 0 <= i < |v| ==> v[i] == w[|w| - 1 - i]",
)
CALLED = parse_program(
    "".join(
        f"predicate C{number}(v: seq<int>, t: seq<int>, n: int) {{ {condition} }}\n"
        for number, condition in enumerate(CONDITIONS)
    ),
    file="t.dfy",
).functions
SHORT = [values for length in range(4) for values in product((-1, 0, 1, 2), repeat=length)]


@pytest.mark.parametrize("number", range(len(CONDITIONS)))
def test_no_sequence_is_left_out(number: int) -> None:
    """All that satisfy a condition, against each short sequence on its own."""
    v, t, n = var("v", seq_of(INT)), var("t", seq_of(INT)), var("n", INT)
    condition = build.call(f"C{number}", v, t, n, sort=BOOL)
    satisfying = build.op("set.comprehension", build.UNBOUNDED, condition, v, data=(Binder("v", v.sort),))
    for given, least in (((), 0), ((0,), 0), ((1, 0), 1), ((0, 1, 0), 0)):
        found = evaluate(satisfying, {"t": given, "n": least}, CALLED)
        assert found.state == "defined", found
        for values in SHORT:
            alone = evaluate(condition, {"v": values, "t": given, "n": least}, CALLED)
            assert (values in found.value) is alone.value, (values, given, least)


def test_a_bound_without_a_value_decides_nothing() -> None:
    """Where n is 0 the condition is false before the length is asked for, so that the whole is true."""
    bounded = "(var n := {n}; forall v: seq<int> :: n != 0 && |v| == 2 / n && Within(v, 0, 2) ==> Sum(v) <= {most})"
    assert value_of(bounded.format(n=1, most=2)) is True
    assert value_of(bounded.format(n=1, most=1)) is False
    assert value_of(bounded.format(n=0, most=1)) in (True, "unknown")
