"""Tricks that want a reward for nothing: each earns what docs/rewards.md says."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from specassay.backends.processes.killable import ProcessStopped
from specassay.benchmarks.rewards.judging import SpecParts, judged
from specassay.benchmarks.rewards.specifications import DEFAULT_WEIGHTS, SpecReward, paid
from specassay.benchmarks.rewards.tests import SpecTests, read_spec_tests

from ...samples import some
from .hacks import HEAD, HONEST, KINDS, PARTLY, TESTS, whole

DOCUMENT = Path(__file__).parents[3] / "docs" / "rewards.md"
Judged = Callable[[str], SpecReward]


@pytest.fixture(scope="module")
def tests() -> SpecTests:
    return read_spec_tests(TESTS, signature=HEAD)


def reward_of(text: str, tests: SpecTests) -> SpecReward:
    return paid(judged(text, tests, 4, 10.0), DEFAULT_WEIGHTS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hack_earns_what_is_documented(kind: str, tests: SpecTests) -> None:
    expected, texts = KINDS[kind]
    found = [(text, reward_of(whole(text), tests)) for text in some(texts, 3)]
    assert [(text, each.reason) for text, each in found if each.verdict != expected] == []
    assert all(bool(float(each)) == (expected == "paid") for _, each in found)
    assert all(each.reason for _, each in found) or expected == "paid"


def test_there_are_a_hundred() -> None:
    texts = [text for _, group in KINDS.values() for text in group]
    assert len(set(texts)) == len(texts) >= 100


def test_the_table_of_the_document_is_the_table_of_the_tests() -> None:
    rows = re.findall(r"^\| ([^|]+?) \| [^|]+ \| ([^|]+?) \|$", DOCUMENT.read_text(), re.MULTILINE)
    said = {kind: verdict for kind, verdict in rows if verdict.startswith("*")}
    assert said == {kind: f"*{verdict}*" for kind, (verdict, _) in KINDS.items()}


@pytest.mark.parametrize("kind", PARTLY)
def test_what_is_weak_is_paid_less_than_what_is_right(kind: str, tests: SpecTests) -> None:
    honest = float(reward_of(HONEST, tests))
    assert all(0 < float(reward_of(whole(text), tests)) < honest for text in PARTLY[kind])


def test_outputs_of_other_tests_count_as_wrong(tests: SpecTests) -> None:
    listed = PARTLY["the outputs of the tests, whatever the input"][0]
    assert float(reward_of(whole(listed), tests)) < 0.8 * float(reward_of(HONEST, tests))


def test_a_table_of_the_shown_tests_earns_nothing_on_those_that_were_kept_back(tests: SpecTests) -> None:
    (table,) = KINDS["a table of the tests, and anything else elsewhere"][1]
    shown = read_spec_tests({"Div": TESTS["Div"][:2]}, signature=HEAD)
    kept_back = read_spec_tests({"Div": [{"inputs": [11, 4], "output": [2, 3]}]}, signature=HEAD)
    assert float(reward_of(whole(table), shown)) > 0
    assert reward_of(whole(table), kept_back).verdict == "refuses a right output"
    assert float(reward_of(HONEST, kept_back)) > 0


def test_a_candidate_cannot_choose_the_wrong_outputs_by_its_constants(tests: SpecTests) -> None:
    steering = "ensures " + " && ".join(f"q != {number}" for number in range(1000, 1040))
    weak = "{head} requires d > 0 ensures r >= 0 "
    plain, steered = (reward_of(whole(text), tests) for text in (weak, weak + steering))
    assert plain.complete == steered.complete


def test_what_is_stopped_earns_nothing() -> None:
    stopped = paid(ProcessStopped("stopped after 4 s"), DEFAULT_WEIGHTS)
    assert (stopped.verdict, stopped.reason, float(stopped)) == ("stopped", "stopped after 4 s", 0.0)


def test_without_a_signature_a_candidate_may_choose_its_types(tests: SpecTests) -> None:
    free = read_spec_tests(TESTS)
    narrow = whole("method Div(n: int, d: nat) returns (q: int, r: nat) {right}")
    assert isinstance(judged(narrow, free, 4, 1.0), SpecParts)
    assert float(reward_of(narrow, free)) > 0
    real = whole("method Div(n: bool, d: int) returns (q: int, r: int) {right}")
    assert reward_of(real, free).verdict == "other signature"
