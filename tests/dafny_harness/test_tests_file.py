"""Tests beside the file, in the signature of the task."""

import json
from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.errors import InputError
from specassay.core.language.scoring import Scoring, score_file
from specassay.core.spec_testing.contents import contents
from specassay.core.spec_testing.examples import Examples
from specassay.dafny_harness.tests_file import load_tests
from specassay.frontends.dafny import DAFNY, parse_program

from ..rows import rows_of_file


def examples(tmp_path: Path, program: str, signature: str, *cases: str, task: str = "task_id_7") -> Examples:
    path = tmp_path / "tests.json"
    named = {f"test_{number}": text for number, text in enumerate(cases, 1)}
    path.write_text(json.dumps({"7": {"method_signature": signature, "test_cases": named, "task_id": "7"}}))
    return load_tests(path).examples(task, parse_program(program, file="t.dfy"))


APPEND = "method Append(s: seq<int>, a: array<int>) returns (r: seq<int>)\n  ensures |r| == |s| + a.Length\n{ }\n"


def test_values_are_converted_to_the_types_of_the_file(tmp_path: Path) -> None:
    found = examples(
        tmp_path,
        "method Volume(a: real) returns (v: array<real>)\n  ensures v.Length == 1\n{ }\n",
        "method volume(x: int) returns (res: seq<int>)",
        "var res1 := volume(3);\nassert res1 == [4, 5];",
    )
    (example,) = found.examples
    assert example.inputs == {"a": 3}
    assert contents(example.outputs["v"].elements) == contents(tuple(map(type(example.inputs["a"]), (4, 5))))
    assert example.source == "tests file"


def test_parameters_in_another_order_are_matched_by_their_types(tmp_path: Path) -> None:
    found = examples(
        tmp_path,
        APPEND,
        "method addLists(arr: array<int>, se: seq<int>) returns (res: seq<int>)",
        "var a1 := new int[] [5, 6];\nvar s1: seq<int> := [9];\nvar e1: seq<int> := [9, 5, 6];\n"
        "var res1 := addLists(a1, s1);\nassert sequenceEquals(res1, e1);",
    )
    (example,) = found.examples
    assert list(example.inputs) == ["s", "a"]
    assert example.inputs["s"] == (9,)
    assert example.inputs["a"].elements == (5, 6)
    assert example.outputs == {"r": (9, 5, 6)}


@pytest.mark.parametrize(
    ("signature", "case", "kind"),
    [
        ("method f(a: int) returns (b: int)", "var b := f(1);\nassert b == 1;", "wrong-arity"),
        (
            "method f(a: int, b: int) returns (c: int)",
            "var c := f(1, 2);\nassert c == 1;",
            "unsupported-test",
        ),
        (
            "method f(a: int, b: int) returns (c: int)",
            'var c := f("1, 2);\nassert c == 1;',
            "unsupported-test",
        ),
        ("this is no signature", "var c := f(1, 2);", "unsupported-test"),
    ],
)
def test_what_cannot_be_used_is_a_finding(tmp_path: Path, signature: str, case: str, kind: str) -> None:
    found = examples(tmp_path, APPEND, signature, case)
    assert found.examples == ()
    assert kind in {finding.kind for finding in found.findings}


def test_a_broken_case_keeps_the_others(tmp_path: Path) -> None:
    program = "method F(n: int) returns (r: int)\n  ensures r == n\n{ }\n"
    found = examples(
        tmp_path,
        program,
        "method f(n: int) returns (r: int)",
        'var r := f("',
        "var r := f(1);\nassert r :== 1;",
    )
    assert [example.inputs for example in found.examples] == [{"n": 1}]
    assert found.findings


def test_a_task_without_tests_has_no_examples(tmp_path: Path) -> None:
    assert examples(tmp_path, APPEND, "method f() returns (r: int)", task="task_id_8") == Examples(())


def test_that_no_test_of_a_file_fits_is_told(tmp_path: Path) -> None:
    path, tests = tmp_path / "task_id_8.dfy", tmp_path / "tests.json"
    path.write_text("method M(n: int) returns (r: int) ensures r == n { r := n; }")
    tests.write_text(json.dumps({"7": {"method_signature": "method f(n: int) returns (r: int)", "test_cases": {}}}))
    scoring = Scoring(engine="evaluate", mutants=1, tests=load_tests(tests))
    (score,) = score_file(path, DAFNY, engines_of, scoring).methods
    assert [each.message for each in score.findings if not each.method] == ["tests.json has no test for task_id_8"]


@pytest.mark.parametrize("text", ["", "[1]", '{"7": {"test_cases": {}}}', '{"7": {"method_signature": 3}}', "\x00"])
def test_a_file_of_another_form_is_an_error_that_shows_the_form(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tests.json"
    path.write_text(text)
    with pytest.raises(InputError, match="method_signature"):
        load_tests(path)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.json"):
        load_tests(tmp_path / "nowhere.json")


def test_a_test_that_the_file_has_already_counts_once(tmp_path: Path) -> None:
    program = (
        "method F(n: int) returns (r: int)\n  ensures r == n\n{ }\n"
        "method FTest() {\n  var r := F(1);\n  assert r == 1;\n}\n"
    )
    (tmp_path / "t7.dfy").write_text(program)
    path = tmp_path / "tests.json"
    cases = {"a": "var r := f(1);\nassert r == 1;", "b": "var r := f(2);\nassert r == 2;"}
    path.write_text(json.dumps({"7": {"method_signature": "method f(x: int) returns (y: int)", "test_cases": cases}}))
    (row,) = rows_of_file(tmp_path / "t7.dfy", engine="evaluate", tests=load_tests(path))
    assert [test["source"] for test in row["tests"]] == ["assertion", "tests file"]


SIGNATURE = '"method_signature": "method f(x: int) returns (y: int)"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n"7":\n{"test_cases": {}}}', r'json:3: "7" has no "method_signature"; expected \{"ID"'),
        (f'{{\n"7": {{{SIGNATURE},\n"test_case": {{}}}}}}', r'json:2: "7" has no "test_cases"'),
        (
            f'{{"7": {{{SIGNATURE},\n"test_cases": {{"a": "",\n"b": 3}}}}}}',
            r'json:3: "7"."test_cases"."b" is no string',
        ),
        (f'{{"7": {{{SIGNATURE},\n"test_cases": []}}}}', r'json:2: "7"."test_cases" is no object'),
        ('{\n"7": {\n', "json:3: not JSON"),
        ("[1]", "json:1: the whole is no object"),
    ],
)
def test_what_is_wrong_is_named_by_its_key_and_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tests.json"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        load_tests(path)


def test_a_signature_that_is_not_read_is_named(tmp_path: Path) -> None:
    found = examples(tmp_path, APPEND, "method f(x: int) returns (r: int")
    assert 'the "method_signature" of these tests is not read: ' in found.findings[0].message
