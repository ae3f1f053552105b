"""`spec --explain`: which engine said what of the questions that are undecided, and what to write instead."""

import json
from pathlib import Path

from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.runs.undecided import next_step

UNBOUNDED = """
method M(n: int) returns (r: int)
  ensures r == n
  ensures forall a: int, b: int :: a * a != 3 * b * b + 2 + r - n
{ r := n; }
method {:test} T() { var r := M(3); assert r == 3; }
"""
BOUNDS = "give the quantified variables bounds on both sides (0 <= k < n), or a collection (k in s)"


def _output(tmp_path: Path, text: str, *options: str) -> str:
    path = tmp_path / "m.dfy"
    path.write_text(text)
    few = ("--engine", "evaluate", "--mutate", "outputs", "--mutants", "2")
    return (
        CliRunner()
        .invoke(main, ["spec", str(path), "--no-problem-tests", *few, *options], catch_exceptions=False)
        .output
    )


def test_each_question_is_printed_with_the_reasons_of_its_engines(tmp_path: Path) -> None:
    output = _output(tmp_path, UNBOUNDED, "--explain")
    told = "M: undecided expected output on M(3): forall a: int, b: int :: a * a != 3 * b * b + 2 + r - n\n"
    assert f"{told}    evaluate: no finite domain for a, b\n    instead: {BOUNDS}\n" in output
    assert "undecided" not in _output(tmp_path, UNBOUNDED).partition("Methods")[2]


def test_the_row_says_the_same(tmp_path: Path) -> None:
    (row,) = (row for line in _output(tmp_path, UNBOUNDED, "--json").splitlines() if (row := json.loads(line)))
    (verdict,) = (part for part in row["undecided"] if part["about"] == "verdict")
    (expected,) = (part for part in row["undecided"] if part["about"] == "expected output")
    assert (verdict["instead"], verdict["test"], verdict["clause"]) == (BOUNDS, None, None)
    assert (expected["test"], expected["clause"], expected["count"]) == (0, 1, 1)
    assert expected["reasons"] == [{"engine": "evaluate", "reason": "no finite domain for a, b"}]


def test_where_all_is_decided_that_is_said(tmp_path: Path) -> None:
    lines = [line for line in UNBOUNDED.splitlines(keepends=True) if "forall" not in line]
    assert "Nothing is undecided." in _output(tmp_path, "".join(lines), "--explain")


def test_the_first_reason_that_helps_says_what_to_do() -> None:
    assert next_step("no finite domain for k", "the time limit was reached") == BOUNDS
    assert next_step("(incomplete quantifiers)", "the time limit was reached") == "give more time with --limit"
    assert next_step("no finite domain for the output r").startswith("say what the output is")


def test_a_function_without_a_body_is_what_an_engine_misses(tmp_path: Path) -> None:
    text = (
        "function F(n: int): int\nmethod M(n: int) returns (r: int) requires F(n) > 0 ensures r == n { r := n; }\n"
        "method {:test} T() { var r := M(3); assert r == 3; }"
    )
    told = (
        "    evaluate: F has no body\n    instead: give the functions that it depends on a body, or say what they are\n"
    )
    assert told in _output(tmp_path, text, "--explain")
    assert next_step("there is no test: M has no body") == "write a test with the output that is right"
