"""Specifications that a constant program satisfies, where no reference says which further outputs are right."""

from pathlib import Path

import pytest

from specassay.benchmarks.rewards.tests import SpecTests, read_spec_tests

from .test_reference import CALLS, CANDIDATE, SIGNATURE, SUM, earned

FIND = "method Find(s: seq<int>, x: int) returns (i: int)"
FINDS = {
    "Find": [
        {"inputs": [[7, 2, 7], 7], "output": 0},
        {"inputs": [[1, 2, 3], 3], "output": 2},
        {"inputs": [[4, 4, 2, 4], 2], "output": 2},
        {"inputs": [[4, 4], 1], "output": -1},
    ]
}


@pytest.fixture(params=["tests in JSON", "a Python function", "a body without a postcondition"])
def tests(request: pytest.FixtureRequest, tmp_path: Path) -> SpecTests:
    if request.param == "tests in JSON":
        return read_spec_tests(CALLS, signature=SIGNATURE)
    if request.param == "a Python function":
        return read_spec_tests(CALLS, signature=SIGNATURE, reference=sum)
    path = tmp_path / "sum.dfy"
    path.write_text(SUM.replace("  ensures t == Total(s)\n", ""))
    return read_spec_tests(path)


@pytest.mark.parametrize(
    ("clause", "shown"), [("t == T(s) || t == 31337", "t = 31337"), ("t <= T(s) || t == 9", "t = ")]
)
def test_an_output_that_is_accepted_whatever_the_input_is_leaves_little(
    clause: str, shown: str, tests: SpecTests
) -> None:
    found = earned(f"{CANDIDATE} ensures {clause}", tests)
    assert found.weaker.startswith(shown)
    assert "whatever the input is" in found.weaker
    assert 0 < float(found) <= 0.05
    assert float(earned(f"{CANDIDATE} ensures t == T(s)", tests)) == 1


def test_a_body_without_a_postcondition_runs_on_larger_inputs(tmp_path: Path) -> None:
    path = tmp_path / "sum.dfy"
    path.write_text(SUM.replace("  ensures t == Total(s)\n", ""))
    tests = read_spec_tests(path)
    assert tests.hidden
    assert float(earned(CANDIDATE + "requires |s| <= 6 ensures t == T(s)", tests)) <= 0.25


def test_a_relation_is_met_by_no_constant() -> None:
    tests = read_spec_tests(FINDS, signature=FIND)
    relation = earned(f"{FIND} ensures if x in s then 0 <= i < |s| && s[i] == x else i == -1", tests)
    assert (relation.verdict, relation.weaker) == ("paid", "")
    assert float(relation) > 0.9
    assert float(earned(f"{FIND} ensures i == -1 || (0 <= i < |s| && s[i] == x)", tests)) <= 0.05


def test_where_all_right_outputs_are_one_a_constant_may_be_right() -> None:
    tests = read_spec_tests({"Sum": [{"inputs": [[k, -k]], "output": 0} for k in range(4)]}, signature=SIGNATURE)
    assert earned(f"{SIGNATURE} ensures t <= 0", tests).weaker == ""


def test_characters_stay_characters_in_larger_inputs(tmp_path: Path) -> None:
    path = tmp_path / "count.dfy"
    path.write_text("""
method Count(s: string, c: char) returns (n: int)
{ n := 0; var i := 0; while i < |s| { if s[i] == c { n := n + 1; } i := i + 1; } }
method TestCount() { var n := Count("abca", 'a'); assert n == 2; n := Count("b", 'a'); assert n == 0; }
""")
    tests = read_spec_tests(path)
    assert tests.hidden
    assert {len(value) for example in tests.hidden for name, value in example.inputs.items() if name == "c"} == {1}
