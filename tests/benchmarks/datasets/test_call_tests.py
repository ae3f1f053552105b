"""Tests as JSON: our own layout, VERINA's and MBPP's, with results, in-place changes and labels."""

import json
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.benchmarks.datasets.python_tests import load_tests
from specassay.core.errors import InputError
from specassay.core.language.scoring import Scoring
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.score import score_program
from specassay.frontends.dafny import DAFNY, parse_program
from tests.core.test_execution.test_following import plain

DIV = "method Div(x: nat, y: nat) returns (q: nat, r: nat) requires y > 0 ensures x == q * y + r && r < y {}\n"
WEAK = "method Abs(x: int) returns (r: int) requires x < 100 ensures r >= 0 {}\n"
SORT = "method Sort(a: array<int>) modifies a ensures multiset(a[..]) == multiset(old(a[..])) {}\n"
COUNT = "method Count(a: array<int>, n: int) returns (r: int) modifies a ensures r >= 0 {}\n"
HALF = (
    "datatype Option = None | Some(value: int)\n"
    "method Half(n: int) returns (r: Option) ensures r == if n % 2 == 0 then Some(n / 2) else None {}\n"
)
SEQ = "method First(s: seq<int>) returns (r: int) requires |s| > 0 ensures r == s[0] {}\n"


def load(tmp_path: Path, text: Any, program: str, task: str = "t", name: str = "tests.json") -> Examples:
    path = tmp_path / name
    path.write_text(text if isinstance(text, str) else json.dumps(text))
    return load_tests(path).examples(task, parse_program(program, file="t.dfy"))


@pytest.mark.parametrize(
    ("tests", "program", "inputs", "outputs"),
    [
        (
            {"Div": [{"inputs": {"x": 7, "y": 2}, "outputs": {"q": 3, "r": 1}}]},
            DIV,
            {"x": 7, "y": 2},
            {"q": 3, "r": 1},
        ),
        ({"Div": [{"inputs": [7, 2], "output": [3, 1]}]}, DIV, {"x": 7, "y": 2}, {"q": 3, "r": 1}),
        ({"t": [{"inputs": [-2], "output": 2}]}, WEAK, {"x": -2}, {"r": 2}),
        ({"Sort": [{"inputs": [[2, 1]], "outputs": {"a": [1, 2]}}]}, SORT, {"a": [2, 1]}, {"a": [1, 2]}),
        (
            {"Count": [{"inputs": [[2], 3], "outputs": {"r": 4, "a": [5]}}]},
            COUNT,
            {"a": [2], "n": 3},
            {"r": 4, "a": [5]},
        ),
        ([{"input": {"s": "#[4, 5]"}, "expected": "4", "unexpected": [5]}], SEQ, {"s": [4, 5]}, {"r": 4}),
        ([{"task_id": 7, "test_list": ["assert first([4, 5]) == 4"]}], SEQ, {"s": [4, 5]}, {"r": 4}),
        ('{"function": "First", "inputs": [[4]], "output": 4}\n', SEQ, {"s": [4]}, {"r": 4}),
        ('{"task_id": 7, "test_list": ["assert f([4]) == 4"]}\n', SEQ, {"s": [4]}, {"r": 4}),
    ],
)
def test_each_layout_is_read(tmp_path: Path, tests: Any, program: str, inputs: Any, outputs: Any) -> None:
    name = "tests.jsonl" if isinstance(tests, str) else "tests.json"
    found = load(tmp_path, tests, program, "task_id_7" if "7" in str(tests) and program is SEQ else "t", name)
    assert found.findings == ()
    (example,) = found.examples
    assert {key: plain(value) for key, value in example.inputs.items()} == inputs
    assert {key: plain(value) for key, value in example.outputs.items()} == outputs


def test_labels_are_held_against_the_specification(tmp_path: Path) -> None:
    tests = {
        "tests": [{"input": {"x": -2}, "expected": 2, "unexpected": [-2, {"output": 3}]}],
        "reject_inputs": [{"input": {"x": 100}}, {"input": {"x": 50}}],
    }
    found = load(tmp_path, tests, WEAK)
    (score,) = score_program(
        parse_program(WEAK, file="t.dfy"), found, Scoring(mutants=1).options(DAFNY, engines_of), "t"
    )
    labelled = [mutant.judgement.verdict for mutant in score.tests[0].mutants if mutant.operator == "labelled"]
    assert labelled == ["refuted", "holds"]
    assert [test.verdict for test in score.tests] == ["holds", "invalid input", "invalid input"]
    kinds = [
        (each.kind, each.message)
        for each in score.findings
        if each.kind in ("accepts-wrong-output", "allows-bad-input")
    ]
    assert kinds == [
        ("accepts-wrong-output", "Abs(-2) → 3, which is labelled wrong, is accepted"),
        ("allows-bad-input", "Abs(50), an input that is labelled invalid, meets the precondition"),
    ]


def test_what_allows_an_input_that_is_labelled_invalid_is_weak(tmp_path: Path) -> None:
    program = "method Near(x: int) returns (r: int) requires x < 60 ensures r == x + 1 { r := x + 1; }"
    tests = {"tests": [{"input": {"x": 4}, "expected": 5}], "reject_inputs": [{"input": {"x": 50}}]}
    found = load(tmp_path, tests, program)
    (score,) = score_program(
        parse_program(program, file="t.dfy"), found, Scoring(mutants=1).options(DAFNY, engines_of), "t"
    )
    assert score.assessed.verdict == "weak"
    assert score.assessed.reason == "Near(50), an input that is labelled invalid, meets the precondition"


@pytest.mark.parametrize(
    ("tests", "place"),
    [
        ({"Div": [{"inputs": [1, 2], "output": 1}, {"inputs": 3, "output": 1}]}, r"\$\.Div\[1\]"),
        ({"Div": [{"inputs": [1, 2], "outptu": 1}]}, r"outptu.*\$\.Div\[0\]"),
        ({"Div": ["x"]}, r"\$\.Div\[0\]"),
        ([{"input": [1], "expected": 2}], r"\$\[0\]\.input"),
        ([{"input": {"x": 1}, "expected": 2, "unexpected": 3}], r"\$\[0\]\.unexpected"),
        ({"tests": 3, "reject_inputs": []}, r"\$\.tests"),
        ({"tests": [], "reject_inputs": [{}]}, r"\$\.reject_inputs\[0\]\.input"),
        ([{"task_id": 7, "test_list": ["assert f(1) == 1", "assert f(1) > 1"]}], r"\$\[0\]\.test_list\[1\]"),
        ([{"task_id": 7, "test_list": "x"}], r"\$\[0\]\.test_list"),
    ],
)
def test_bad_input_is_named_by_its_path(tmp_path: Path, tests: Any, place: str) -> None:
    with pytest.raises(InputError, match=place):
        load(tmp_path, tests, DIV)


@pytest.mark.parametrize(
    ("tests", "program", "reason"),
    [
        ({"Div": [{"inputs": {"x": 1}, "output": 1}]}, DIV, "the inputs are x, the parameters x, y"),
        ({"Div": [{"inputs": [1, 2], "outputs": {"q": 1}}]}, DIV, "the outputs are q"),
        ({"Div": [{"inputs": [1, 2], "outputs": {"q": 1, "z": 1}}]}, DIV, "z is not an output of Div"),
        ({"Div": [{"inputs": [1, "a"], "output": [1, 1]}]}, DIV, "a Python str does not convert to Int"),
        ({"Sort": [{"inputs": [[1, 2]], "outputs": {"a": [1]}}]}, SORT, "cannot change the length"),
        ({"Div": [{"inputs": [1, 2]}]}, DIV, "without an output"),
        ({"Div": [{"inputs": [1, 2], "outputs": {"q": 0, "r": 1}, "wrong": [3]}]}, DIV, "an object by name"),
    ],
)
def test_what_does_not_fit_the_method_is_a_finding(tmp_path: Path, tests: Any, program: str, reason: str) -> None:
    found = load(tmp_path, tests, program)
    assert found.examples == ()
    (finding,) = found.findings
    assert reason in finding.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"M": [\n{"inputs": [3] "output": 3}]}', 'json:2: not JSON: .*; expected {"FUNCTION"'),
        ('[{"inputs": [3], "output": 3}]', 'json:1: a list of tests that name no function; expected {"FUNCTION"'),
        ("3", 'json:1: no tests by function; expected {"FUNCTION"'),
        ('{"M": [],\n"N":\n{"inputs": [3]}}', 'json:3: "N" is no list of tests; expected {"FUNCTION"'),
    ],
)
def test_a_file_in_no_form_is_told_in_ours(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tests.json"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        load_tests(path)


def test_an_optional_output_by_name_is_none_or_its_value(tmp_path: Path) -> None:
    calls = [{"inputs": [6], "outputs": {"r": 3}}, {"inputs": [5], "outputs": {"r": None}, "wrong": [{"r": 2}]}]
    found = load(tmp_path, {"Half": calls}, HALF)
    assert found.findings == ()
    assert [str(example.outputs["r"]) for example in found.examples] == ["Some(3)", "None()"]
    assert [str(wrong["r"]) for wrong in found.examples[1].wrong] == ["Some(2)"]
