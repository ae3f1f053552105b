"""The specification in a chatty answer."""

import pytest

from specassay.benchmarks.rewards.judging import judged
from specassay.benchmarks.rewards.tests import SpecTests, read_spec_tests

from .hacks import HEAD, HONEST, TESTS

HELPER = "predicate Fits(n: int, d: int, q: int, r: int) { n == q * d + r && 0 <= r < d }"
BY_HELPER = f"{HEAD}\n  requires d > 0\n  ensures Fits(n, d, q, r)"
WEAK = f"{HEAD} requires d > 0 ensures true"


@pytest.fixture(scope="module")
def tests() -> SpecTests:
    return read_spec_tests(TESTS, signature=HEAD)


@pytest.mark.parametrize(
    "answer",
    [
        f"Sure!\n\n```dafny\n{HONEST}\n```\nThat is it.",
        f"```\n{HONEST}",
        f"~~~dafny\r\n{HONEST}\r\n~~~",
        f"First try:\n```dafny\n{WEAK}\n```\nBetter:\n```dafny\n{HONEST}\n```\nRun:\n```sh\ndafny a.dfy\n```",
        f"A helper:\n```dafny\n{HELPER}\n```\nand the method:\n```dafny\n{BY_HELPER}\n```",
        f"Here is the specification.\n\n{HONEST}\n\nIt says what q and r are; n is method-like.",
        f"{HONEST}\n// ```\n// method Div\n// ```\n",
    ],
)
def test_a_chatty_answer_is_worth_what_its_program_is(answer: str, tests: SpecTests) -> None:
    assert judged(answer, tests, 4, 10.0) == judged(HONEST, tests, 4, 10.0)


def test_the_last_program_counts_and_nothing_is_made_up(tests: SpecTests) -> None:
    better_first = f"```dafny\n{HONEST}\n```\n```dafny\n{WEAK}\n```"
    assert judged(better_first, tests, 4, 10.0).verdict == "refuses nothing"
    assert judged("I cannot do that.", tests, 4, 10.0).verdict == "not readable"
    assert judged("", tests, 4, 10.0).verdict == "no such method"
    assert judged("```dafny\nlemma L() { assume false; }\n```\n", tests, 4, 10.0).verdict == "not readable"
