"""What conditions say of sets, multisets and maps, held against every small one as well."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from specassay.core.evaluate.domains import plan
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import UNBOUNDED
from specassay.core.ir.sorts import INT, Sort, map_of, multiset_of, set_of
from specassay.core.ir.terms import Binder, Term
from specassay.core.ir.values import FrozenMap, Multiset
from specassay.frontends.dafny import parse_program

KEYS = range(-1, 4)
TYPES = {"set<int>": set_of(INT), "multiset<int>": multiset_of(INT), "map<int, int>": map_of(INT, INT)}
T = frozenset({0, 2})
N = FrozenMap({0: 1, 2: 3})


def every(kind: str) -> Iterator[Any]:
    """All collections of a type with few keys and small values."""
    for values in product((None,) if kind == "set<int>" else (None, 1, 2, 3), repeat=len(KEYS)):
        there = {key: value for key, value in zip(KEYS, values, strict=True) if value is not None}
        if kind == "multiset<int>":
            yield Multiset.of_counts(there)
        elif kind == "map<int, int>":
            yield FrozenMap(there)
    if kind == "set<int>":
        for inside in product((False, True), repeat=len(KEYS)):
            yield frozenset(key for key, is_there in zip(KEYS, inside, strict=True) if is_there)


def condition(kind: str, text: str) -> Term:
    head = f"method M(x: {kind}, t: set<int>, n: map<int, int>, k: int) returns (r: int)\n  ensures "
    program = parse_program(f"{head}{text}\n{{ }}", file="t.dfy")
    term = program.specifications[0].ensures[-1].term
    assert term is not None
    return term


def enumerated(kind: str, term: Term) -> frozenset[Any] | None:
    """The values of x outside of which the term is false, given the others; None where they are not bounded."""
    sort: Sort = TYPES[kind]
    ((_, domain),) = plan([Binder("x", sort)], [UNBOUNDED], term, True)
    if domain.op == "unbounded":
        return None
    found = evaluate(domain.args[0], {"t": T, "n": N, "k": 1})
    return None if found.value is None else frozenset(found.value)


@pytest.mark.parametrize(
    ("kind", "text", "number"),
    [
        ("set<int>", "forall i :: i in x <==> i in t", 1),
        ("set<int>", "forall i :: i in x <==> (i in t && i > k)", 1),
        ("set<int>", "forall i :: i in x ==> 0 <= i < 3", 8),
        ("set<int>", "(forall i :: i in x ==> 0 <= i < 3) && 1 in x", 4),
        ("set<int>", "(forall i :: i in x ==> 0 <= i < 3) && t <= x", 2),
        ("set<int>", "(forall i | i in x :: i in n) && forall i :: i in t && i != 0 ==> i in x", 2),
        ("set<int>", "(forall i :: i in x ==> 0 <= i < 3) && (forall i :: i in x ==> 1 <= i < 9)", 4),
        ("set<int>", "(forall i :: i in x ==> i in t) && 5 in x", 0),
        ("multiset<int>", "(forall i :: i in x <==> i in n) && (forall i | i in n :: n[i] == x[i])", 1),
        ("multiset<int>", "(forall i :: i in x ==> i in t) && forall i :: 0 <= x[i] < 3", 9),
        ("multiset<int>", "(forall i :: x[i] > 0 ==> i in t) && forall i :: i in x ==> x[i] == i + k", 4),
        ("multiset<int>", "(forall i :: i in x ==> i in t) && x[0] == 0 && x[2] == 3", 2),
        ("map<int, int>", "x.Keys == t && forall i :: i in t ==> x[i] == i + k", 1),
        ("map<int, int>", "x.Keys == t && forall i :: i in x ==> x[i] == i + k", 1),
        ("map<int, int>", "t == x.Keys && (forall i | i in t :: 0 <= x[i] < 2)", 4),
        ("map<int, int>", "n.Keys == x.Keys && (forall i | i in n :: x[i] == n[i] + k)", 1),
        ("map<int, int>", "(forall i :: i in x ==> i in n && x[i] == n[i])", 4),
        ("map<int, int>", "(forall i :: i in x <==> i in n) && forall i :: i in x && i in n ==> 1 <= x[i] <= n[i]", 3),
        ("map<int, int>", "x.Keys <= t && 0 in x && x[0] == 3 && forall i :: i in x && i > 0 ==> x[i] == 2", 2),
    ],
)
def test_as_many_are_left_as_the_rules_allow(kind: str, text: str, number: int) -> None:
    term = condition(kind, text)
    found = enumerated(kind, term)
    assert found is not None
    assert len(found) == number
    for value in every(kind):
        told = evaluate(term, {"x": value, "t": T, "n": N, "k": 1})
        assert told.value is not True or value in found, value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("set<int>", "forall i :: i in t ==> i in x"),
        ("set<int>", "forall i :: i in x || 0 <= i < 3"),
        # Where the last part is undefined, the whole is, so that no value of x makes it false.
        ("set<int>", "forall i :: 6 / k == i || (i in x ==> i in t)"),
        ("multiset<int>", "forall i :: i in x ==> i in t"),
        ("map<int, int>", "forall i :: i in x ==> i in t"),
        ("map<int, int>", "forall i :: i in x ==> x[i] == i"),
    ],
)
def test_what_is_not_bounded_is_not_enumerated(kind: str, text: str) -> None:
    assert enumerated(kind, condition(kind, text)) is None


def test_too_many_are_not_enumerated() -> None:
    assert enumerated("set<int>", condition("set<int>", "forall i :: i in x ==> 0 <= i < 20")) is None
