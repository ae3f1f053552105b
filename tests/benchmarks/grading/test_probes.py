"""Inputs that are drawn anew for a task."""

import math
from collections.abc import Callable
from random import Random

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.cvts import ViolatingTest
from specassay.benchmarks.grading.probes import InputPool, pool_of

TESTS = (ViolatingTest(frozenset({1}), "(-1,)", True), ViolatingTest(frozenset({0}), "(0.0,)", True))


def drawn(task: ContractTask, replayer: Replayer, seed: int = 1) -> InputPool:
    return pool_of(task, ["(4,)", "(1000,)"], TESTS, replayer, seed)


def test_what_is_drawn_is_what_the_contract_says(replayer: Replayer, half: Callable[..., ContractTask]) -> None:
    pool = drawn(half(), replayer)
    assert {frozenset({0}), frozenset({1})} <= {probe.violates for probe in pool.violating}
    for probe in (*pool.violating, *pool.valid):
        value = eval(probe.arguments["n"], {"inf": math.inf, "nan": math.nan})
        assert (0 in probe.violates) == (type(value) is not int)
        assert (1 in probe.violates) == (not value >= 0 if isinstance(value, int | float) else True)
    assert max(len(probe.call) for probe in pool.violating) > 30


def test_no_test_is_drawn_and_another_seed_draws_others(replayer: Replayer, half: Callable[..., ContractTask]) -> None:
    pools = [drawn(half(), replayer, seed) for seed in (1, 1, 2)]
    first, again, other = ({probe.call for probe in (*pool.violating, *pool.valid)} for pool in pools)
    assert first == again != other
    assert first.isdisjoint({"(4, )", "(1000, )", "(-1, )", "(0.0, )", "(-1,)", "(4,)"})
    sample = pools[0].sample(Random(0))
    assert {bool(probe.violates) for probe in sample[:40]} == {True, False}


def test_nothing_is_drawn_where_nothing_can_be_replayed(replayer: Replayer, half: Callable[..., ContractTask]) -> None:
    broken = half(solution="def half(n) return n", contract_text="    assert n >\n")
    assert pool_of(broken, ["(4,)"], TESTS, replayer, 1) == InputPool()
