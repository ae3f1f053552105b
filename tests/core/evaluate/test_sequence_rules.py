"""What conditions say of sequences, held against every short sequence: none that satisfies them is left out."""

from itertools import product

import pytest

from specassay.core.evaluate.region import Region
from specassay.core.evaluate.sequence_rules import of_condition
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import INT, seq_of
from specassay.core.ir.substitution import FreeNames
from specassay.core.ir.terms import Binder, Term
from specassay.frontends.dafny import parse_program

S = Binder("s", seq_of(INT))
SHORT = [each for length in range(4) for each in product(range(-1, 3), repeat=length)]


def condition(text: str) -> Term:
    head = "method M(s: seq<int>, t: seq<int>, n: int) returns (r: int)\n  ensures "
    program = parse_program(f"{head}{text}\n{{ }}", file="t.dfy")
    term = program.specifications[0].ensures[-1].term
    assert term is not None
    return term


def no_region(term: Term, binder: Binder) -> Region | None:
    return None


def said(text: str, *, defined: bool = True) -> Region | None:
    return of_condition(condition(text), S, defined, FreeNames(), no_region)


@pytest.mark.parametrize(
    ("text", "n", "low", "high"),
    [
        ("|s| == n", 2, 2, 3),
        ("|s| <= n", 2, None, 3),
        ("|s| < n", 2, None, 2),
        ("|s| > n", 2, 3, None),
        ("n <= |s| - 1", 2, 3, None),
        ("|s| + |t| == n", 3, 1, 2),
    ],
)
def test_bounds_of_the_length(text: str, n: int, low: int | None, high: int | None) -> None:
    found = said(text)
    assert found is not None
    assert found.sequences is not None
    values = {"t": (7, 7), "n": n}
    for bounds, expected in ((found.sequences.lows, low), (found.sequences.highs, high)):
        assert [evaluate(each, values).value for each in bounds] == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    "text",
    [
        "s <= t",
        "s + [9] == t",
        "[0] + s == t",
        "[0] + s + [2] == t",
        "multiset(s) == multiset(t)",
        "multiset(s) <= multiset(t)",
    ],
)
@pytest.mark.parametrize("t", [(), (0,), (0, 1, 2), (1, 2, 9)])
def test_no_sequence_that_a_condition_on_the_whole_allows_is_left_out(text: str, t: tuple[int, ...]) -> None:
    found, term = said(text), condition(text)
    assert found is not None
    for s in SHORT:
        values = {"s": s, "t": t, "n": 0}
        if evaluate(term, values).value is not True:
            continue
        pools = [evaluate(pool.args[0], values).value for pool in found.pools]
        assert all(s in pool for pool in pools)
        if found.sequences is not None:
            assert all(evaluate(low, values).value <= len(s) for low in found.sequences.lows)
            assert all(len(s) < evaluate(high, values).value for high in found.sequences.highs)
            assert all(evaluate(each, values).value is True for each in found.sequences.prefixes)


@pytest.mark.parametrize(
    "text",
    [
        "|s| < |s| + n",
        "t <= s",
        "multiset(t) <= multiset(s)",
        "s + s == t",
        "exists s: seq<int> :: |s| == n",
    ],
)
def test_what_bounds_nothing_says_nothing_of_lengths(text: str) -> None:
    found = said(text)
    rules = None if found is None else found.sequences
    assert rules is None or not rules.highs


def test_of_a_quantifier_that_may_be_undefined_nothing_follows() -> None:
    assert said("forall i :: 0 <= i < |s| ==> 6 / s[i] > 1", defined=False) is None
