"""Queries about sequences, asked about their elements."""

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.backends.solvers.engines import engines_of
from specassay.core.comparing.proofs import implied
from specassay.core.deciding.clauses import Theory
from specassay.core.deciding.elements import by_elements
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import op
from specassay.core.ir.sorts import BOOL, INT, Sort, array_of, seq_of
from specassay.core.ir.terms import Term, const, var
from specassay.core.ir.values import Multiset
from specassay.core.ir.variables import Name
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program

from ...samples import samples, some

PROGRAM = parse_program(
    "ghost predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }\n"
    "ghost predicate Both(s: seq<int>, m: int) { Sorted(s) && forall x :: x in s ==> x <= m }\n"
    "ghost predicate Longest(s: seq<int>) { forall t: seq<int> :: |t| <= |s| }\n"
    "ghost function Total(s: seq<int>): int { if s == [] then 0 else s[0] + Total(s[1..]) }\n"
    "method M() ensures true\n",
    "elements.dfy",
)
SCOPE: dict[Name, Sort] = {"s": seq_of(INT), "t": seq_of(INT), "u": seq_of(INT), "a": array_of(INT), "m": INT, "k": INT}
FUNCTIONS = {function.name: function for function in PROGRAM.functions.values()}


def _term(text: str) -> Term:
    return parse_expression(text, SCOPE, BOOL, PROGRAM, Span("elements.dfy", 1, 1, 1, 1))


TRUE_OF_ELEMENTS = [
    "|s + t| == m",
    "(s + t)[k] == m",
    "s[..k] == t",
    "s[k..] + s[..k] == t",
    "s[k := m] == t",
    "s <= t",
    "m in s + t",
    "m !in s",
    "[m, k] + s == t",
    "s == t",
    "s != t",
    "(if m > k then s else t)[k] == m",
    "seq(|s|, i requires 0 <= i < |s| => s[i] + 1) == t",
    "forall x :: x in s ==> x <= m",
    "exists x :: x in s && x == m",
    "forall i :: 0 <= i < |s| ==> s[i] in t",
    "var w := s + t; |w| == m && w == t",
    "Sorted(s)",
    "Both(s + t, m)",
    "[] == s",
    "s + [] == t",
    "forall x | x in s :: exists y | y in t :: x < y",
]
INTS = st.integers(-2, 3)
SEQS = st.lists(INTS, max_size=4).map(tuple)


@settings(deadline=None, max_examples=samples(200, 4))
@given(st.sampled_from(TRUE_OF_ELEMENTS), st.fixed_dictionaries({"s": SEQS, "t": SEQS, "m": INTS, "k": INTS}))
def test_both_queries_have_the_same_value(text: str, values: Mapping[str, Any]) -> None:
    before = evaluate(_term(text), values, FUNCTIONS)
    if before.value is None:
        return  # Undefined: the queries are asked where their terms are defined.
    query = by_elements([_term(text)], FUNCTIONS)
    assert query is not None
    lengths = {f"{name}.length": len(values[name]) for name in "st"}
    elements = {
        name: evolve(each, body=op("seq.at", const(values[str(name)[0]], seq_of(INT)), var("index", INT)))
        for name, each in query.functions.items()
    }
    after = evaluate(query.terms[0], {**values, **lengths}, {**FUNCTIONS, **elements})
    assert after.value == before.value, (text, after)


IMPLIED = [
    (["m in s", "forall x :: x in s ==> x <= m"], "forall i :: 0 <= i < |s| ==> s[i] <= m"),
    (["forall i :: 0 <= i < |s| - 1 ==> s[i] <= s[i + 1]"], "Sorted(s)"),
    (["forall i :: 0 < i < a.Length ==> a[i - 1] <= a[i]"], "Sorted(a[..])"),
    (["multiset(s) == multiset(t)"], "|s| == |t| && forall x :: x in s <==> x in t"),
    (["multiset(s) == multiset(t) + multiset(u)"], "|s| == |t| + |u|"),
    (["multiset(s) == multiset(t)", "multiset(t) == multiset(u)"], "multiset(s) == multiset(u)"),
    (["Sorted(s + t)"], "Sorted(s) && Sorted(t)"),
    (["|s| == |t|", "forall i :: 0 <= i < |t| ==> s[i] == t[i]"], "s == t"),
    (["s <= t", "|s| == |t|"], "t <= s"),
    (["forall i :: 0 <= i < |s| ==> s[i] == t[i]"], "s <= t"),  # What is known is defined: t is not shorter.
]
NOT_IMPLIED = [
    (["forall i :: 0 <= i < |s| - 2 ==> s[i] <= s[i + 1]"], "Sorted(s)"),
    (["forall i :: 0 < i < |s| - 1 ==> s[i] <= s[i + 1]"], "Sorted(s)"),
    (["forall x :: x in s <==> x in t"], "|s| == |t|"),
    (["|s| == |t|", "forall x :: x in s <==> x in t"], "multiset(s) == multiset(t)"),
    (["Sorted(s)", "Sorted(t)"], "Sorted(s + t)"),
    (["Total(s) == Total(t)"], "|s| == |t|"),
    # Variables of a predicate are its own, also where they have the name of a sequence outside.
    (["|t| <= |s|"], "Longest(s)"),
    (["|t| <= |s|", "k <= m"], "k > m || Longest(s)"),
    (["forall i :: i < |s| ==> i < 0 || s[i] <= m"], "forall i :: i <= |s| ==> i < m"),
]


def _proof(known: list[str], clause: str, seconds: float) -> str:
    theory = Theory(functions=FUNCTIONS)
    engines = engines_of("z3", None, seconds)
    return implied(_term(clause), [_term(each) for each in known], [], theory=theory, engines=engines).decision.verdict


@pytest.mark.parametrize(("known", "clause"), some(IMPLIED, 2))
def test_what_follows_of_sequences_of_any_length_is_proved(known: list[str], clause: str) -> None:
    assert _proof(known, clause, 6.0) == "holds"


@pytest.mark.parametrize(("known", "clause"), some(NOT_IMPLIED, 2))
def test_what_does_not_follow_is_not(known: list[str], clause: str) -> None:
    assert _proof(known, clause, 0.8) != "holds"


@settings(deadline=None, max_examples=samples(100, 4))
@given(SEQS, SEQS, SEQS)
def test_the_facts_about_multisets_are_true(s: tuple[int, ...], t: tuple[int, ...], u: tuple[int, ...]) -> None:
    query = by_elements([_term("multiset(s) == multiset(t) + multiset(u)"), _term("multiset(s) == multiset(t)")], {})
    assert query is not None
    values = {"s": s, "t": t, "u": u}
    elements = {
        name: evolve(each, body=op("seq.at", const(values[str(name)[0]], seq_of(INT)), var("index", INT)))
        for name, each in query.functions.items()
    }
    bags = sorted({name for fact in query.facts for name in _bags(fact)})
    assert len(bags) == 3
    # Variables are numbered as the terms are met: s, t and u.
    environment = {
        **{f"{name}.length": len(value) for name, value in values.items()},
        **dict(zip(bags, map(Multiset, (s, t, u)), strict=True)),
    }
    for fact in query.facts:
        assert evaluate(fact, environment, elements).value is True, fact


CLAUSES = (
    "forall i :: 0 <= i < |X| ==> X[i] R m",
    "forall i, j :: 0 <= i < j < |X| ==> X[i] R X[j]",
    "forall k :: 1 <= k < |X| ==> X[k - 1] R X[k]",
    "forall t :: t in X ==> t R m",
    "exists m :: m in X && m R k",
    "multiset(X) == multiset(Y)",
    "multiset(X + Y) == multiset(Y)",
    "X <= Y",
    "X[1..] == Y",
    "|X| R |Y|",
    "k R m",
    "m in X",
    "Sorted(X)",
    "Both(X, k)",
    "Longest(X)",
    "Total(X) R k",
    "X[|X| - 1] R m",
    "X[0 := m] == Y",
    "forall i :: 0 <= i < |X| ==> exists j :: 0 <= j < |Y| && X[i] R Y[j]",
    "(if k R m then X else Y)[0] R m",
)


@st.composite
def _clauses(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(CLAUSES)).replace("R", draw(st.sampled_from(["<=", "<", "==", "!="])))
    text = text.replace("X", draw(st.sampled_from("st"))).replace("Y", draw(st.sampled_from(["s", "t", "(s + t)"])))
    return draw(st.sampled_from(["A", "A", "!(A)", "k > 0 ==> A", "m == k || A"])).replace("A", f"({text})")


@settings(deadline=None, max_examples=samples(200, 50))
@given(
    st.lists(_clauses(), min_size=1, max_size=3),
    _clauses(),
    st.lists(st.fixed_dictionaries({"s": SEQS, "t": SEQS, "m": INTS, "k": INTS}), min_size=40, max_size=40),
)
def test_what_is_proved_to_follow_is_true_of_values(
    known: list[str], clause: str, values: list[Mapping[str, Any]]
) -> None:
    """A proof that an evaluation refutes is a false one. Dear, for a solver is asked: few examples on every day."""
    clause = known[0] if len(clause) % 3 == 0 else clause  # Much follows from what is said in other words only.
    if _proof([*known[1:], f"!!({known[0]})"], clause, 0.3) != "holds":
        return
    for each in values:
        if all(evaluate(_term(text), each, FUNCTIONS).value is True for text in known):
            assert evaluate(_term(clause), each, FUNCTIONS).value is not False, (known, clause, each)


def _bags(term: Term) -> set[str]:
    if term.op == "var" and term.sort.kind == "Multiset":
        return {term.data}
    return {name for arg in term.args for name in _bags(arg)}
