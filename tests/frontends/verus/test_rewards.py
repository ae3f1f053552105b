"""Rewards of specifications of Verus: as text, fenced and chatty."""

from pathlib import Path

import pytest

from specassay.benchmarks.adapters.problems import judge_of, specification_problems
from specassay.benchmarks.rewards.specifications import spec_reward
from specassay.benchmarks.rewards.tests import SpecTests, read_spec_tests

RIGHT = """fn largest(a: &Vec<u8>) -> (r: u8)
    requires a.len() > 0,
    ensures forall|i: int| 0 <= i < a.len() ==> a[i] <= r, exists|i: int| 0 <= i < a.len() && a[i] == r,
{ assume(false); unreached() }
"""
WEAK = RIGHT.replace(" exists|i: int| 0 <= i < a.len() && a[i] == r,", "")


@pytest.fixture(scope="module")
def of_calls() -> SpecTests:
    calls = {"largest": [{"inputs": [[1, 2]], "output": 2}, {"inputs": [[5]], "output": 5, "wrong": [6]}]}
    return read_spec_tests(calls, signature="fn largest(a: &Vec<u8>) -> (r: u8)", language="verus")


def test_a_right_specification_earns_all_and_a_weak_one_less(of_calls: SpecTests) -> None:
    whole = f"use vstd::prelude::*;\nverus! {{\n{RIGHT}}}\n"
    fenced = f"Here it is:\n```rust\n{whole}```\nNothing is {{left."
    chatty = f"The specification is\n\n{RIGHT}\nand says it all {{."
    earned = [float(spec_reward(text, of_calls)) for text in (whole, RIGHT, fenced, chatty)]
    assert earned == [1.0] * 4
    assert 0 < float(spec_reward(WEAK, of_calls)) < 0.5


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (RIGHT.replace("a[i] <= r", "a[i] < r"), "refuses a right output"),
        (RIGHT.replace("assume(false)", "admit()"), "assumes something"),
        (RIGHT.replace("==>", "=>"), "not readable"),
        ("method largest() {}", "not readable"),
    ],
)
def test_what_earns_nothing(of_calls: SpecTests, text: str, verdict: str) -> None:
    found = spec_reward(text, of_calls)
    assert (float(found), found.verdict) == (0.0, verdict)


def test_a_file_is_a_reference(tmp_path: Path) -> None:
    path = tmp_path / "largest.rs"
    body = "{ let mut m = a[0]; for i in 1..a.len() { if a[i] > m { m = a[i]; } } m }"
    test = "#[test] fn t() { assert_eq!(largest(&vec![3, 1, 2]), 3); }"
    path.write_text(f"verus! {{ {RIGHT.replace('{ assume(false); unreached() }', body)} }} {test}", "utf-8")
    tests = read_spec_tests(path)
    assert (tests.language, len(tests), tests.reference is not None) == ("verus", 1, True)
    assert tests.hidden


def test_a_problem_is_asked_in_rust(tmp_path: Path) -> None:
    path = tmp_path / "largest.rs"
    tests = "#[test] fn t() { assert_eq!(largest(&vec![3]), 3); assert_eq!(largest(&vec![4, 2]), 4); }"
    path.write_text(f"verus! {{ {RIGHT} }} {tests}", "utf-8")
    (problem,) = specification_problems(path)
    assert "```rust\nfn largest(a: &Vec<u8>) -> (r: u8)\n```" in problem.request
    assert problem.system.startswith("You write Verus.")
    judge = judge_of(problem.ground_truth)
    assert isinstance(judge, SpecTests)
    assert (judge.language, len(judge)) == ("verus", 1)
