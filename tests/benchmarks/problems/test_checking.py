"""A candidate specification is judged by what its author may see: a verdict and one witness."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.datasets.benchmark_problem import BenchmarkProblem, ProblemTest, SourcedTests, TestLabel
from specassay.benchmarks.problems.checking import CheckedSpecification, checker
from specassay.core.errors import InputError

TESTS = (
    ProblemTest(inputs=(-2,), right=(2,), wrong=(-7,)),
    ProblemTest(inputs=(5,), right=(5,)),
    ProblemTest(inputs=(0,), right=(0,)),
    ProblemTest(inputs=(900,), right=(900,)),
    ProblemTest(inputs=(7,), invalid=True),
)
HEAD = "method Abs(x: int) returns (y: int)\n"


class Given:
    """Tests that are there already."""

    origin, file = "given", Path("given")
    labels: Mapping[TestLabel, int | None] = {"right": 4}

    def read(self) -> SourcedTests:
        return SourcedTests(TESTS)


ABS = BenchmarkProblem(name="abs", function="abs", sources=(Given(),))


def check(text: str, language: str = "dafny") -> CheckedSpecification:
    return checker(ABS).check(text, language)


@pytest.mark.parametrize(
    ("text", "verdict", "inputs", "output"),
    [
        (HEAD + "  ensures y == if x < 0 then -x else x\n", "no objection", {}, {}),
        (HEAD + "  ensures y >= x && y >= -x\n", "accepts another output", {"x": "-2"}, None),
        (HEAD + "  ensures y == x\n", "refuses a right output", {"x": "-2"}, {"y": "2"}),
        (HEAD + "  requires x > 0\n  ensures y == x\n", "refuses a valid input", {"x": "-2"}, {}),
        (HEAD, "no specification", {}, {}),
        ("methd Abs", "not readable", {}, {}),
        ("method Abs(s: string) returns (y: int)\n  ensures y >= 0\n", "does not fit", {}, {}),
    ],
)
def test_each_verdict(text: str, verdict: str, inputs: dict[str, str], output: dict[str, str] | None) -> None:
    found = check(text)
    assert (found.verdict, found.inputs) == (verdict, inputs)
    assert output is None or found.output == output
    assert found.tests == 3


def test_the_right_output_is_told_beside_another_one_and_hidden_tests_are_not() -> None:
    found = check(HEAD + "  ensures y >= 0\n")
    assert found.expected == {"y": "2"}
    assert found.output != found.expected
    # -7 is labelled wrong, 7 invalid, and 900 is the fourth test: none of them is visible.
    assert [test.inputs for test in checker(ABS).tests] == [(-2,), (5,), (0,)]
    assert not any(test.wrong for test in checker(ABS).tests)


def test_languages_are_judged_alike() -> None:
    rust = "use vstd::prelude::*;\nverus! {\nfn abs(x: i32) -> (y: i32)\n    ensures y >= 0,\n{ 0 }\n}\n"
    python = 'def abs(x: int) -> int:\n    """\n    post: __return__ >= 0\n    """\n    return x\n'
    for text, language in ((rust, "verus"), (python, "python")):
        assert check(text, language).verdict == "accepts another output"


def test_a_function_that_is_not_read_is_no_missing_specification() -> None:
    found = check("fn abs(x: i32) -> (y: i32) ensures y == x +,", "verus")
    assert found.verdict == "not readable"
    assert found.reason.startswith("fn abs is not read: candidate.rs:1:44: found ','")


def test_the_text_of_an_error_names_no_folder_of_ours() -> None:
    assert check("methd Abs").reason.startswith("candidate.dfy:1:1")


def test_a_problem_without_tests_cannot_be_checked() -> None:
    with pytest.raises(InputError, match="nobody has a test for abs"):
        checker(BenchmarkProblem(name="abs"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    rows = [{"inputs": {"x": test.inputs[0]}, "output": test.right[0]} for test in TESTS[:4]]
    (tmp_path / "own.jsonl").write_text(json.dumps({"id": "abs", "function": "abs", "tests": rows}) + "\n")
    (tmp_path / "a.dfy").write_text(HEAD + "  ensures y >= 0\n")
    return tmp_path


def test_on_the_command_line(own: Path) -> None:
    given = ["check-spec", str(own / "a.dfy"), "--problem", "abs", "--data", str(own / "own.jsonl")]
    said = CliRunner().invoke(main, given)
    assert said.exit_code == 1, said.output
    assert said.output.startswith("Abs, abs: accepts another output\n  on x=-2\n")
    found = json.loads(CliRunner().invoke(main, [*given, "--json"]).output)
    assert (found["verdict"], found["expected"]) == ("accepts another output", {"y": "2"})


def test_a_server_answers_each_line(own: Path) -> None:
    good = {"problem": "abs", "language": "dafny", "specification": HEAD + "  ensures y == if x < 0 then -x else x\n"}
    lines = [json.dumps({"id": 1, **good}), "nonsense", "", json.dumps({"id": 2, **good, "problem": "b"}), "[]"]
    said = CliRunner().invoke(
        main,
        ["check-spec", "--serve", "--data", str(own / "own.jsonl")],
        input="\n".join(lines),
        catch_exceptions=False,
    )
    answers = [json.loads(line) for line in said.output.splitlines()]
    assert [(answer.get("id"), answer.get("verdict"), "error" in answer) for answer in answers] == [
        (1, "no objection", False),
        (None, None, True),
        (2, None, True),
        (None, None, True),
    ]


def test_with_tests_and_a_reference_the_answer_is_the_reward(tmp_path: Path) -> None:
    head = "method Abs(x: int) returns (y: int)"
    (tmp_path / "tests.json").write_text(json.dumps({"Abs": [{"inputs": [x], "output": abs(x)} for x in (3, -2)]}))
    (tmp_path / "size.py").write_text("def size(x):\n    return abs(x)\n")
    (tmp_path / "right.dfy").write_text(f"{head}\n  ensures y == if x < 0 then -x else x\n")
    (tmp_path / "narrow.dfy").write_text(f"{head}\n  requires x < 10\n  ensures y == if x < 0 then -x else x\n")

    def answer(name: str, *options: str) -> tuple[int, str]:
        given = ["check-spec", str(tmp_path / name), "--tests", str(tmp_path / "tests.json"), "--signature", head]
        said = CliRunner().invoke(main, [*given, "--reference", f"{tmp_path / 'size.py'}::size", *options])
        return said.exit_code, said.output

    assert answer("right.dfy", "--json")[0] == 0
    assert json.loads(answer("right.dfy", "--json")[1])["total"] == 1
    code, text = answer("narrow.dfy")
    assert code == 1
    assert "is not allowed" in text
    alone = CliRunner().invoke(main, ["check-spec", str(tmp_path / "right.dfy"), "--reference", "size.py"])
    assert alone.exit_code == 2
