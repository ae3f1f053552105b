"""The labelled pairs: the labels against CPython, and the verdicts against the labels."""

import itertools
import math
from functools import cache
from typing import Any

import pytest

from specassay.benchmarks.cache import Cache
from specassay.benchmarks.grading.equivalence import asserted
from specassay.benchmarks.grading.guards import Guard
from specassay.benchmarks.speed.pairs import PARAMETERS, LabelledPair, labelled_pairs, measure
from tests.samples import some

PAIRS = list(labelled_pairs())
SIZES = [number for constant in (1, 5, 100) for number in (constant - 1, constant, constant + 1, constant + 2)]
NUMBERS = [-1, 2, 3, 10, 150, 200, 201, 250, 300, 302, 1000, 0.5, 1.5, -0.5, 5.5, 100.5, 2.0, 6.0, 101.0, math.nan]
LISTS: list[list[object]] = [[], [0], [1], [2], [1, "a"], [True], ["a"], [None], [1.5], [-1], [-1, 1], [0.5], [3, 4]]
LISTS.append([math.nan])
OTHERS: list[object] = [math.inf, 1j, 1 + 0j, 5 + 0j, 100 + 0j]
OTHERS += ["", "a", "b", "c", "ab", "abc", b"", b"a", (), (1,), (5, 6), {}, {1: 2}, {1, 2}]
LONG = [*([0] * size for size in SIZES), *((2,) * size for size in SIZES)]
POOL: list[Any] = [None, True, False, *SIZES, *NUMBERS, *LISTS, *OTHERS, frozenset({1}), *LONG]


@cache
def accepted(guard: Guard, two: bool) -> list[bool]:
    """What CPython says of the guard on all inputs."""
    scope: dict[str, Any] = {}
    body = asserted(guard, PARAMETERS, 0).replace("assert _accepted_0(x, y)", "accepted = _accepted_0")
    if guard.is_plain:
        body = f"def accepted(x, y):\n try:\n  return bool({guard.text})\n except Exception:\n  return False"
    exec(body, scope)
    return [scope["accepted"](x, y) for x, y in itertools.product(POOL, POOL if two else POOL[:1])]


def relation(pair: LabelledPair) -> str:
    """The relation as far as the pool shows it."""
    two = "y" in pair.clause.block or "y" in pair.guard.block
    seen = set(zip(accepted(pair.clause, two), accepted(pair.guard, two), strict=True))
    guard_lets_more, guard_refuses_more = (False, True) in seen, (True, False) in seen
    if guard_lets_more and guard_refuses_more:
        shared = any(name in pair.clause.block and name in pair.guard.block for name in "xy")
        return "overlapping" if (False, False) in seen and shared else "unrelated"
    if guard_refuses_more:
        return "implies"
    return "implied by" if guard_lets_more else "equivalent"


def test_there_are_enough_pairs_of_every_kind() -> None:
    counts = {label: sum(pair.relation == label for pair in PAIRS) for label in {pair.relation for pair in PAIRS}}
    assert len(PAIRS) >= 300
    assert len(counts) == 5
    assert counts["equivalent"] >= 100


def test_labels_hold_in_cpython() -> None:
    assert [pair for pair in PAIRS if relation(pair) != pair.relation] == []


@pytest.mark.slow
def test_verdicts_agree_with_labels_on_a_part() -> None:
    """Every 18th pair, in `make laws` every ninth; `python -m specassay.benchmarks.speed.pairs` asks about all."""
    unknown = 0
    for pair, found, _ in measure(iter(some(PAIRS[::9], 2)), Cache(None)):
        unknown += found.relation == "unknown"
        assert found.relation in (pair.relation, "unknown"), (pair, found)
    assert unknown <= 2
