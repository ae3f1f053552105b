"""Specifications that are right near the tests only, beside a reference whose body says what is right elsewhere."""

from pathlib import Path

import pytest

from specassay.benchmarks.rewards.specifications import spec_reward
from specassay.benchmarks.rewards.tests import SpecTests, read_spec_tests

REFERENCE = """
method Sum(s: seq<int>) returns (t: int)
  ensures t == Total(s)
{ t := 0; var i := 0; while i < |s| { t := t + s[i]; i := i + 1; } }
function Total(s: seq<int>): int { if |s| == 0 then 0 else s[0] + Total(s[1..]) }
method TestSum() { var t := Sum([1, 2, 3]); assert t == 6; t := Sum([]); assert t == 0; t := Sum([5]); assert t == 5; }
"""
HEAD = """
function T(s: seq<int>): int { if |s| == 0 then 0 else s[0] + T(s[1..]) }
method Sum(s: seq<int>) returns (t: int)
"""


@pytest.fixture(scope="module")
def tests(tmp_path_factory: pytest.TempPathFactory) -> SpecTests:
    path: Path = tmp_path_factory.mktemp("reference") / "sum.dfy"
    path.write_text(REFERENCE)
    return read_spec_tests(path)


def earned(clauses: str, tests: SpecTests) -> float:
    return float(spec_reward(HEAD + clauses, tests))


def test_hidden_inputs_are_no_tests_and_some_are_larger(tests: SpecTests) -> None:
    shown = {tuple(example.inputs.values()) for example in tests.examples}
    hidden = [tuple(example.inputs.values()) for example in tests.hidden]
    assert shown.isdisjoint(hidden)
    assert max(len(values[0]) for values in hidden) > 8
    assert all(example.outputs for example in tests.hidden)


def test_what_is_right_everywhere_earns_all(tests: SpecTests) -> None:
    assert earned("ensures t == T(s)", tests) == 1


@pytest.mark.parametrize(
    ("clauses", "most"),
    [
        ("requires |s| <= 6 ensures t == T(s)", 0.5),
        ("requires s in {[1, 2, 3], [], [5]} ensures t == T(s)", 0),
        ("ensures |s| <= 8 ==> t == T(s)", 0.6),
        ("ensures t == if |s| <= 8 then T(s) else 0", 0),
        ("ensures if s == [1, 2, 3] then t == 6 else if s == [5] then t == 5 else t == 0", 0),
        ("ensures t == T(s[..if |s| < 8 then |s| else 8])", 0),
    ],
)
def test_what_is_right_near_the_tests_only_earns_its_share(clauses: str, most: float, tests: SpecTests) -> None:
    assert earned(clauses, tests) <= most


def test_clauses_that_describe_a_result_earn_what_those_do_that_say_it(tmp_path: Path) -> None:
    path = tmp_path / "div.dfy"
    head = "method Div(n: int, d: int) returns (q: int, r: int)\n  requires d > 0\n  ensures "
    path.write_text(
        f"{head}n == q * d + r && 0 <= r < d\n{{ q := n / d; r := n % d; }}\n"
        "method TestDiv() { var q, r := Div(7, 2); assert q == 3 && r == 1;\n"
        "  q, r := Div(9, 3); assert q == 3 && r == 0; }"
    )
    tests = read_spec_tests(path)
    described, said = (
        spec_reward(head + text, tests) for text in ("n == q * d + r && 0 <= r < d", "q == n / d && r == n % d")
    )
    assert float(described) == float(said) == 1
