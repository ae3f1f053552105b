"""Search: which inputs it returns, what it mixes, and when it ends. The oracles tell what they are asked."""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import define, field

from specassay.core.synthesis import synthesise
from specassay.core.synthesis.synthesise import search
from specassay.core.synthesis.verdicts import Arguments, Observation
from specassay.frontends.python import parse_contract

NOTHING, FIRST, SECOND, BOTH = frozenset[int](), frozenset({0}), frozenset({1}), frozenset({0, 1})
CONTRACT = parse_contract("assert n < 20\nassert isinstance(n, int)\n", name="f", parameters=["n"])
FAR = parse_contract("assert n != 70\nassert n != 900\n", name="f", parameters=["n"])


@define
class Recording:
    """An oracle that knows by a function which clauses an input violates, and keeps what it was asked."""

    knows: Callable[[Any], frozenset[int] | None]
    asked: list[Arguments] = field(factory=list)

    def __call__(self, arguments: Arguments) -> Observation | None:
        self.asked.append(arguments)
        violated = self.knows(arguments["n"])
        return None if violated is None else Observation(violated, dict.fromkeys(violated, "false"))


def by_size(n: Any) -> frozenset[int] | None:
    """Of other values than numbers and texts nothing is known."""
    if type(n) is int:
        return FIRST if n >= 20 else NOTHING
    return SECOND if isinstance(n, str) else None


def steps(*numbers: int) -> Callable[[Any], frozenset[int] | None]:
    """The first number is valid, the second violates clause 0, the third clause 1; of others nothing is known."""
    wanted = {number: frozenset({place - 1} if place else ()) for place, number in enumerate(numbers)}
    return lambda n: wanted.get(n) if type(n) is int else None


def test_each_set_that_is_violated_gets_its_simplest_input() -> None:
    oracle = Recording(by_size)
    assert search(CONTRACT, None, {}, oracle, 2_000, 60.0) == {FIRST: {"n": 20}, SECOND: {"n": ""}}


def test_only_the_wanted_are_returned() -> None:
    assert set(search(CONTRACT, {FIRST}, {}, Recording(by_size), 2_000, 60.0)) == {FIRST}
    assert set(search(CONTRACT, {SECOND, BOTH}, {}, Recording(by_size), 2_000, 60.0)) == {SECOND}


def test_it_ends_with_the_last_of_the_wanted() -> None:
    oracle = Recording(by_size)
    assert set(search(CONTRACT, {FIRST, SECOND}, {}, oracle, 2_000, 60.0)) == {FIRST, SECOND}
    assert len(oracle.asked) < 300


def test_nothing_is_tried_when_nothing_is_wanted() -> None:
    oracle = Recording(by_size)
    assert search(CONTRACT, set(), {}, oracle, 2_000, 60.0) == {}
    assert oracle.asked == []


def test_without_wanted_sets_it_goes_on_to_the_last_try() -> None:
    oracle = Recording(lambda n: None)
    assert search(CONTRACT, None, {}, oracle, 123, 60.0) == {}
    assert len(oracle.asked) == 123


def test_a_known_set_is_not_returned_again() -> None:
    assert set(search(CONTRACT, None, {FIRST: {"n": 77}}, Recording(by_size), 2_000, 60.0)) == {SECOND}


def test_what_is_known_is_changed_a_little() -> None:
    """Neither the contract nor the plain values have numbers near the known one."""
    near = steps(0, 123_457)
    assert search(CONTRACT, {FIRST}, {}, Recording(near), 1_000, 60.0) == {}
    assert search(CONTRACT, {FIRST}, {BOTH: {"n": 123_456}}, Recording(near), 1_000, 60.0) == {FIRST: {"n": 123_457}}


def test_what_is_found_is_changed_in_turn_and_so_is_a_valid_input() -> None:
    """An integer is changed by at most two at a time: from the known 100 to the valid 102, from there to 104, and on to
    106, each of them by what was found before."""
    oracle = Recording(steps(102, 104, 106))
    found = search(CONTRACT, {FIRST, SECOND}, {BOTH: {"n": 100}}, oracle, 3_000, 60.0)
    assert found == {FIRST: {"n": 104}, SECOND: {"n": 106}}


def test_a_valid_input_is_no_result_and_is_not_shrunk() -> None:
    """That 20 is valid would be seen for 0, too."""
    oracle = Recording(lambda n: NOTHING)
    assert search(CONTRACT, None, {}, oracle, 50, 60.0) == {}
    assert len(oracle.asked) == 50


def test_the_seed_decides_what_is_tried() -> None:
    tried: list[list[str]] = []
    for seed in (0, 0, 1):
        oracle = Recording(lambda n: None)
        search(CONTRACT, None, {}, oracle, 60, 60.0, seed)
        tried.append(list(map(repr, oracle.asked)))
    default = Recording(lambda n: None)
    search(CONTRACT, None, {}, default, 60, 60.0)
    assert tried[0] == tried[1] == list(map(repr, default.asked))
    assert tried[0] != tried[2]


def test_a_set_is_shrunk_once() -> None:
    """Every input violates the same clause."""
    once = Recording(lambda n: FIRST)
    assert search(CONTRACT, None, {}, once, 1, 60.0) == {FIRST: {"n": 0}}
    more = Recording(lambda n: FIRST)
    search(CONTRACT, None, {}, more, 100, 60.0)
    assert len(more.asked) == len(once.asked) + 99


# --- time, by a clock that the oracle moves


@define
class Clock:
    now: float = 1_000.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(synthesise, "time", clock)
    return clock


def slow(clock: Clock, knows: Callable[[Any], frozenset[int] | None]) -> Recording:
    """An oracle that takes a second for an input."""

    def answer(n: Any) -> frozenset[int] | None:
        clock.now += 1.0
        return knows(n)

    return Recording(answer)


def test_it_ends_when_the_time_is_over(clock: Clock) -> None:
    oracle = slow(clock, lambda n: None)
    assert search(CONTRACT, None, {}, oracle, 2_000, 9.5) == {}
    assert len(oracle.asked) == 10


def test_what_is_found_is_shrunk_in_the_time_that_is_left(clock: Clock) -> None:
    def large(n: Any) -> frozenset[int] | None:
        return FIRST if type(n) is int and n >= 50 else None

    assert search(FAR, {FIRST}, {}, slow(clock, large), 2_000, 5_000.0) == {FIRST: {"n": 50}}

    def found_late(n: Any) -> frozenset[int] | None:
        clock.now += 60.0 if large(n) else 0.0
        return large(n)

    oracle = Recording(found_late)
    found = search(FAR, {FIRST, SECOND}, {}, oracle, 2_000, 30.0)
    assert found == {FIRST: oracle.asked[-1]}
    assert found[FIRST]["n"] > 50
