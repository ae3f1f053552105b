"""The reward of a specification, through the public functions: warm processes, limits, batches."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import specassay
from specassay.benchmarks.rewards.specifications import POOL
from specassay.core.errors import InputError

from .hacks import HEAD, HONEST, TESTS, whole

WEAK = whole("{head} requires d > 0 ensures n == q * d + r")
SILENT = whole("{head} requires d > 0 ensures true")
SHORT = specassay.SpecLimits(seconds=0.2, cpu_seconds=0.3, mutants=2)
ENDLESS = whole(
    "{head} requires d > 0 ensures "
    + "".join(f"var x{i} := (x{i - 1}, x{i - 1}); " if i else "var x0 := (q, q); " for i in range(40))
    + "x39 == x39"
)


@pytest.fixture(scope="module")
def tests() -> specassay.SpecTests:
    return specassay.read_spec_tests(TESTS, signature=HEAD)


def test_many_in_order_whatever_some_of_them_do(tests: specassay.SpecTests) -> None:
    texts = [HONEST, SILENT, ENDLESS, WEAK, "", HONEST]
    found = specassay.spec_rewards([(text, tests) for text in texts], limits=SHORT, jobs=2)
    assert [each.verdict for each in found] == [
        "paid",
        "refuses nothing",
        "stopped",
        "paid",
        "no such method",
        "paid",
    ]
    assert "0.3 s" in found[2].reason
    assert [float(each) > 0 for each in found] == [True, False, False, True, False, True]
    assert found[0] == found[-1] != found[3]


def test_the_number_is_made_of_its_parts(tests: specassay.SpecTests) -> None:
    weights = specassay.SpecWeights(complete=1, functional=0, rejects=1)
    found = specassay.spec_reward(HONEST, tests, weights)
    assert (found.correct.value, found.complete.value, found.held_out.value, found.rejects.value) == (1, 1, 1, 1)
    assert float(found) == found.total == 1
    half = specassay.spec_reward(HONEST.replace("requires d > 0", "").replace("0 <= r < d", "true"), tests, weights)
    assert (half.verdict, half.rejects.value) == ("paid", 0)
    assert half.complete.value is not None
    assert half.held_out.value is not None
    assert half.weaker
    assert float(half) == weights.weaker * min(half.complete.value, half.held_out.value) / 2
    wrong: tuple[dict[str, float], ...] = ({"complete": 0}, {"rejects": -1})
    for each in wrong:
        with pytest.raises(InputError, match="weights"):
            specassay.SpecWeights(**each)


def test_files_tests_and_what_is_wrong_with_them(tmp_path: Path) -> None:
    candidate, given = tmp_path / "candidate.dfy", tmp_path / "tests.json"
    candidate.write_text(HONEST)
    given.write_text(json.dumps(TESTS))
    assert float(specassay.spec_reward(candidate, given)) > 0
    assert specassay.spec_reward(HONEST, str(given)) == specassay.spec_reward(candidate, given)
    assert specassay.spec_reward(str(candidate), given).verdict == "not readable"
    assert specassay.spec_reward("absent.dfy", given).verdict == "not readable"
    given.write_text(json.dumps({"Div": [{"inputs": [1, 1], "output": [0, 0]}]}))
    os.utime(given, ns=(1, 1))
    assert specassay.spec_reward(candidate, given).verdict == "refuses a right output"
    candidate.write_bytes(b"\xff\xfe" + HONEST.encode())
    assert specassay.spec_reward(candidate, TESTS).verdict == "not readable"
    with pytest.raises(InputError, match="no such file"):
        specassay.spec_reward(tmp_path / "absent.dfy", TESTS)
    with pytest.raises(InputError, match="no such file"):
        specassay.spec_reward(candidate, tmp_path / "absent.json")
    with pytest.raises(InputError, match=r"candidates in Python earn no reward: .*grade --for specification"):
        specassay.read_spec_tests({"M": [{"inputs": [1], "output": 2}]}, language="python")
    with pytest.raises(InputError, match="not an object of int"):
        specassay.spec_reward(3, TESTS)  # type: ignore[arg-type]
    useless: tuple[Any, ...] = ({}, {"A": [], "B": []}, {"Div": []}, {"Div": [{"inputs": "x"}]}, [1])
    for each in useless:
        with pytest.raises(InputError):
            specassay.read_spec_tests(each)
    with pytest.raises(InputError, match=r"no usable test: .*2 arguments for the 1"):
        specassay.read_spec_tests(TESTS, signature="method Div(n: int) returns (q: int)")


REFERENCE = """
method First<T>(xs: seq<T>) returns (x: T)
  requires |xs| > 0
  ensures x == xs[0]
{ x := xs[0]; }

method Test() {
  var a := First([3, 1]);
  assert a == 3;
  var b := First([2, 4, 4]);
  assert b == 2;
}
"""


def test_the_tests_of_a_reference(tmp_path: Path) -> None:
    path = tmp_path / "reference.dfy"
    path.write_text(REFERENCE)
    tests = specassay.read_spec_tests(path)
    assert (tests.method, len(tests)) == ("First", 2)
    generic = "method First<E>(s: seq<E>) returns (e: E) requires s != [] ensures e == s[0]"
    whole_numbers = "method First(s: seq<int>) returns (e: int) requires s != [] ensures e in s"
    texts = "method First(s: seq<bool>) returns (e: bool) requires s != [] ensures e in s"
    found = specassay.spec_rewards([(text, tests) for text in (generic, whole_numbers, texts)])
    assert [each.verdict for each in found] == ["paid", "paid", "other signature"]
    assert float(found[0]) == 1 > float(found[1])


def test_tests_are_split_into_those_that_are_shown_and_the_others() -> None:
    tests = specassay.read_spec_tests(TESTS, signature=HEAD)
    shown, kept_back = tests.split(2)
    assert (len(shown), len(kept_back)) == (2, 3)
    assert {example.test for example in (*shown.examples, *kept_back.examples)} == {one.test for one in tests.examples}
    assert specassay.read_spec_tests(TESTS).split(2)[1].calls is not None
    assert len(specassay.read_spec_tests(TESTS).split(1, seed=3)[1]) == 4
    with pytest.raises(InputError, match="5 of 5 tests cannot be shown"):
        tests.split(5)


def test_a_forked_process_has_processes_of_its_own(tests: specassay.SpecTests) -> None:
    first = specassay.spec_reward(HONEST, tests)
    child = os.fork()
    if not child:  # nothing but its exit code leaves it
        code = 1
        try:
            code = 0 if specassay.spec_reward(HONEST, tests) == first else 2
            POOL.close()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert specassay.spec_reward(HONEST, tests) == first
