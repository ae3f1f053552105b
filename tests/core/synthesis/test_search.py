"""Search: which inputs it returns, what it mixes, and when it ends. The oracles tell what they are asked."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from attrs import define, field

from specassay.core.synthesis.search import Effort, InputGenerator, recombinations, written_values
from specassay.core.synthesis.synthesis_limits import LIMITS
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
    assert search(CONTRACT, None, {}, oracle, Effort(2_000)) == {FIRST: {"n": 20}, SECOND: {"n": ""}}


def test_only_the_wanted_are_returned() -> None:
    assert set(search(CONTRACT, {FIRST}, {}, Recording(by_size), Effort(2_000))) == {FIRST}
    assert set(search(CONTRACT, {SECOND, BOTH}, {}, Recording(by_size), Effort(2_000))) == {SECOND}


def test_it_ends_with_the_last_of_the_wanted() -> None:
    oracle = Recording(by_size)
    assert set(search(CONTRACT, {FIRST, SECOND}, {}, oracle, Effort(2_000))) == {FIRST, SECOND}
    assert len(oracle.asked) < 300


def test_nothing_is_tried_when_nothing_is_wanted() -> None:
    oracle = Recording(by_size)
    assert search(CONTRACT, set(), {}, oracle, Effort(2_000)) == {}
    assert oracle.asked == []


def test_without_wanted_sets_it_goes_on_to_the_last_try() -> None:
    oracle = Recording(lambda n: None)
    assert search(CONTRACT, None, {}, oracle, Effort(123)) == {}
    assert len(oracle.asked) == 123


def test_a_known_set_is_not_returned_again() -> None:
    assert set(search(CONTRACT, None, {FIRST: {"n": 77}}, Recording(by_size), Effort(2_000))) == {SECOND}


def test_what_is_known_is_changed_a_little() -> None:
    """Neither the contract nor the plain values have numbers near the known one."""
    near = steps(0, 123_457)
    assert search(CONTRACT, {FIRST}, {}, Recording(near), Effort(1_000)) == {}
    assert search(CONTRACT, {FIRST}, {BOTH: {"n": 123_456}}, Recording(near), Effort(1_000)) == {FIRST: {"n": 123_457}}


def test_what_is_found_is_changed_in_turn_and_so_is_a_valid_input() -> None:
    """An integer is changed by at most two at a time: from the known 100 to the valid 102, from there to 104, and on to
    106, each of them by what was found before."""
    oracle = Recording(steps(102, 104, 106))
    found = search(CONTRACT, {FIRST, SECOND}, {BOTH: {"n": 100}}, oracle, Effort(3_000))
    assert found == {FIRST: {"n": 104}, SECOND: {"n": 106}}


def test_a_valid_input_is_no_result_and_is_not_shrunk() -> None:
    """That 20 is valid would be seen for 0, too."""
    oracle = Recording(lambda n: NOTHING)
    assert search(CONTRACT, None, {}, oracle, Effort(50)) == {}
    assert len(oracle.asked) == 50


def test_the_seed_decides_what_is_tried() -> None:
    tried: list[list[str]] = []
    for seed in (0, 0, 1):
        oracle = Recording(lambda n: None)
        search(CONTRACT, None, {}, oracle, Effort(60, seed=seed))
        tried.append(list(map(repr, oracle.asked)))
    default = Recording(lambda n: None)
    search(CONTRACT, None, {}, default, Effort(60))
    assert tried[0] == tried[1] == list(map(repr, default.asked))
    assert tried[0] != tried[2]


def test_a_set_is_shrunk_once() -> None:
    """Every input violates the same clause."""
    once = Recording(lambda n: FIRST)
    assert search(CONTRACT, None, {}, once, Effort(1)) == {FIRST: {"n": 0}}
    more = Recording(lambda n: FIRST)
    search(CONTRACT, None, {}, more, Effort(100))
    assert len(more.asked) == len(once.asked) + 99


# --- work, counted by the oracle


def test_it_ends_when_there_is_no_more_to_spend() -> None:
    oracle = Recording(lambda n: None)
    assert search(CONTRACT, None, {}, oracle, Effort(2_000, lambda: len(oracle.asked) < 10)) == {}
    assert len(oracle.asked) == 10


def test_what_is_found_is_shrunk_with_what_is_left() -> None:
    def large(n: Any) -> frozenset[int] | None:
        return FIRST if type(n) is int and n >= 50 else None

    assert search(FAR, {FIRST}, {}, Recording(large), Effort(2_000)) == {FIRST: {"n": 50}}
    oracle = Recording(large)
    effort = Effort(2_000, lambda: not any(large(each["n"]) for each in oracle.asked))
    found = search(FAR, {FIRST, SECOND}, {}, oracle, effort)
    assert found == {FIRST: oracle.asked[-1]}
    assert found[FIRST]["n"] > 50


# --- the same inputs in each run


ORDERED = """
from specassay.core.synthesis.search import in_other_kinds
from specassay.core.synthesis.shrink import shrink
from specassay.core.synthesis.values import text_of
from specassay.core.synthesis.verdicts import Observation

WORDS = {"one", "two", "three", frozenset({"four", "five", "six"}), ("seven", "eight")}
tried = []

def oracle(arguments):
    tried.append(text_of(arguments["s"]))
    return Observation(frozenset({0}), {0: "false"}) if len(tried[-1]) > 30 else None

shrink({"s": WORDS}, Observation(frozenset({0}), {0: "false"}), oracle)
print([*map(text_of, in_other_kinds(WORDS))], tried)
"""


@pytest.mark.slow
def test_the_order_of_sets_is_the_same_whatever_the_hash_seed() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", ORDERED],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(printed) == 1


def test_of_many_inputs_those_that_violate_the_fewest_clauses_are_kept() -> None:
    """What is near an input that violates nearly all clauses of many does, too."""
    generator = InputGenerator(parse_contract("assert n > 0\n", name="f", parameters=["n"]))
    for place in range(LIMITS.known_inputs + 10):
        generator.learn({"n": place}, violated=20 - place % 20)
    generator.learn({"n": "best"}, violated=0)
    generator.learn({"n": "worst"}, violated=30)
    kept = [arguments["n"] for arguments in generator._known]
    assert len(kept) == LIMITS.known_inputs
    assert "best" in kept
    assert "worst" not in kept


def test_known_inputs_may_leave_a_parameter_out() -> None:
    contract = parse_contract("assert x > self\nassert y\n", name="f", parameters=["self", "x", "y"])
    generator = InputGenerator(contract)
    generator.learn({"x": 1, "y": 2})
    generator.learn({"self": 0, "x": 3, "y": 4})
    made = list(islice(generator, 300))
    assert all(each.keys() == {"self", "x", "y"} for each in made)
    mixed = list(recombinations({"x": 1, "y": 2}, [{"self": 0, "x": 3, "y": 2}]))
    assert mixed == [{"self": 0, "x": 1, "y": 2}]


def test_a_search_that_finds_nothing_new_any_more_ends() -> None:
    oracle = Recording(lambda n: FIRST if len(oracle.asked) > 400 else NOTHING)
    assert set(search(CONTRACT, {FIRST, SECOND}, {}, oracle, Effort(9_000, quiet_tries=900))) == {FIRST}
    assert 400 + 900 < len(oracle.asked) < 400 + 1_000


def test_a_search_ends_after_so_many_steps_without_anything_new() -> None:
    oracle = Recording(lambda n: FIRST if len(oracle.asked) > 40 else NOTHING)
    effort = Effort(9_000, steps=lambda: 1_000 * len(oracle.asked), quiet_steps=60_000)
    assert set(search(CONTRACT, {FIRST, SECOND}, {}, oracle, effort)) == {FIRST}
    assert 40 + 60 < len(oracle.asked) < 40 + 70


def test_texts_of_values_are_tried_where_a_contract_reads_values() -> None:
    text = "v = json.loads(x)\nassert isinstance(v, dict)\nassert 'key' in v"
    contract = parse_contract(text, name="f", parameters=["x"], context="import json")
    tried = {each["x"] for each in islice(InputGenerator(contract), 2_000) if isinstance(each["x"], str)}
    assert {"[]", "{}", '{"key": 1}'} <= tried
    assert "[]" not in written_values(parse_contract("assert x", name="f", parameters=["x"]))
