"""Operators on collections that are expanded mean what the evaluator makes of them, over all small collections."""

from collections.abc import Mapping
from typing import Any

import pytest

from specassay.backends.smtlib.collections import Expander
from specassay.backends.smtlib.normal import BoundNames, ConstantExpander, normalise
from specassay.backends.smtlib.sorts import SortTable
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import exists, forall, integer, lt, op
from specassay.core.ir.sorts import BOOL, INT, map_of, multiset_of, seq_of, set_of
from specassay.core.ir.terms import Binder, Term, const, fold, rebuild, subterms, var

from .test_membership import assignments, read

KEPT = {"set.union", "set.subset", "set.disjoint", "set.difference", "multiset.union", "map.merge", "set.comprehension"}
"""Operators that SMT-LIB has not."""
SMALL = op("range", integer(-1), integer(5))
"""All numbers that are in some collection, and others: what is in none is alike."""


def expander() -> tuple[Expander, BoundNames]:
    names = BoundNames()
    sorts = SortTable({}, lambda declaration: None)
    return Expander(names, sorts, ConstantExpander(sorts)), names


def bounded(term: Term, known: Mapping[Term, Term] = {}) -> Term:
    """The term with small numbers where any number is meant, and with values in the place of some parts."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        return (
            known[node]
            if node in known
            else rebuild(node, tuple(SMALL if each.op == "unbounded" else each for each in args))
        )

    return fold(term, step)


@pytest.mark.parametrize(
    "text",
    [
        "s == t",
        "s + t == t",
        "s <= t",
        "s < t",
        "s - t !! t",
        "s !! t",
        "{1, x} <= s",
        "{1, x} !! s",
        "s !! {x}",
        "s < {0, 1}",
        "x in s * t",
        "|{1, x, 2}| == 2",
        "m == n",
        "m + n == n",
        "m <= n",
        "m < n",
        "m !! n",
        "multiset{1, x} == m",
        "m == multiset{1, 1}",
        "multiset{1, x} <= m",
        "m[x] == n[1]",
        "x in m",
        "m + n == multiset{1, x}",
        "multiset{x, 1} + multiset{1} == multiset{1, 1}",
        "multiset{1, 1} == m + n",
        "|multiset{x, x}| == 2",
        "f == g",
        "f + g == g",
        "x in f",
        "x in f && f[x] == 1",
        "f[1 := x] == g",
        "f.Keys == s",
        "f.Values <= s",
        "forall e :: e in s ==> e < x",
        "exists e :: e in s && e > x",
        "forall e :: e in {x, 1} ==> e in s",
        "forall e :: e in q ==> e in s",
        "exists e :: e in [x, 2] && e in q",
        "forall e :: e in m ==> m[e] == 1",
        "x in q",
        "forall e, d :: e in s && d in s && e < d ==> d in t",
        "multiset(q) == m",
        "multiset(s) == n",
        "(if x == 1 then s else t) == t",
        "x in (set e | e in s && e > 0)",
        "(set e | e in s :: e + 1) <= t",
        "x in (map e | e in s :: e + 1)",
    ],
)
def test_what_is_expanded_means_the_same(text: str) -> None:
    term = read(text, BOOL)
    own, names = expander()
    expanded = own.expand_whole(normalise(term, names))
    assert KEPT.isdisjoint(node.op for node in subterms(expanded))
    for values in assignments(term):
        found = evaluate(bounded(expanded), values, own.functions)
        assert (found.state, found.value) == ("defined", evaluate(term, values).value), values


@pytest.mark.parametrize("collection", ["{x, 1}", "s", "s + t", "m", "f", "q", "[x, 2]", "{}"])
@pytest.mark.parametrize("quantify", [forall, exists])
def test_a_quantifier_over_elements_is_one_over_what_smt_lib_has(
    collection: str,
    quantify: Any,
) -> None:
    kinds = {"m": multiset_of(INT), "f": map_of(INT, INT), "q": seq_of(INT), "[x, 2]": seq_of(INT)}
    domain = op("elements", read(collection, kinds.get(collection, set_of(INT))))
    term = quantify([Binder("e", INT)], lt(var("e", INT), var("x", INT)), [domain])
    own, names = expander()
    expanded = own.expand_whole(normalise(term, names))
    assert "elements" not in {node.op for node in subterms(expanded)}
    for values in assignments(term):
        assert evaluate(bounded(expanded), values).value is evaluate(term, values).value, values


def test_of_a_collection_that_is_a_value_the_axiom_says_what_is_in_it() -> None:
    own, names = expander()
    (stands_for,) = own.expand_whole(normalise(op("seq.literal", read("s + t", set_of(INT))), names)).args
    (axiom,) = own.axioms
    assert stands_for.op == "call"
    assert own.functions[stands_for.data].body is None
    for values in assignments(read("s + t == t", BOOL)):
        union = values["s"] | values["t"]
        for candidate in (union, union | {4}, union - {1}):
            given = bounded(axiom, {stands_for: const(candidate, stands_for.sort)})
            assert evaluate(given, values).value is (candidate == union)


@pytest.mark.parametrize(
    "text", ["|set e: int | e > x| == 1", "|set e: int | e > x && e > 0| == 1", "|set e: int :: e| == 2"]
)
def test_of_the_size_of_what_may_be_infinite_nothing_is_said(text: str) -> None:
    own, names = expander()
    own.expand_whole(normalise(read(text, BOOL), names))
    assert (len(own.functions), own.axioms) == (1, [])


@pytest.mark.parametrize("text", ["|set e: int | 0 <= e && e < x| == 1", "|set e: bool | e || x > 0| == 1"])
def test_what_is_between_bounds_is_finite(text: str) -> None:
    own, names = expander()
    own.expand_whole(normalise(read(text, BOOL), names))
    assert len(own.axioms) == 1


def test_equal_sets_have_equal_sizes_whoever_enumerates_them() -> None:
    own, names = expander()
    own.expand_whole(normalise(read("|s + t| == |t + s|", BOOL), names))
    *_, axiom = own.axioms
    first, second = (node for node in subterms(axiom) if node.op == "call")
    for values in assignments(read("s + t == t", BOOL)):
        for sizes, holds in (((2, 2), True), ((2, 3), False)):
            listed = {call: const(tuple(range(n)), seq_of(INT)) for call, n in zip((first, second), sizes, strict=True)}
            assert evaluate(bounded(axiom, listed), values).value is holds


def test_the_size_of_a_finite_set_is_the_length_of_a_sequence_of_its_elements() -> None:
    own, names = expander()
    expanded = own.expand_whole(normalise(read("|s + t| == x", BOOL), names))
    (name,) = own.functions
    assert own.functions[name].result == seq_of(INT)
    assert [node.op for node in subterms(expanded) if node.op in ("seq.len", "call")] == ["call", "seq.len"]
    own.forget()
    assert own.axioms == []
