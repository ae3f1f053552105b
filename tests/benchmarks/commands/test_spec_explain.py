"""`spec --explain`: which engine said what of the questions that are undecided, and what to write instead."""

import json
from pathlib import Path

from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.runs.undecided import next_step
from specassay.core.deciding.clauses import EngineReason, most_telling
from specassay.core.language import Language
from specassay.frontends.dafny import DAFNY
from specassay.frontends.registry import language

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


def _step(language: Language, *reasons: str) -> str | None:
    return next_step([EngineReason(None, reason) for reason in reasons], language)


def test_the_first_reason_that_helps_says_what_to_do() -> None:
    assert _step(DAFNY, "no finite domain for k", "the time limit was reached") == BOUNDS
    assert _step(DAFNY, "(incomplete quantifiers)", "the time limit was reached") == "give more time with --limit"
    assert str(_step(DAFNY, "no finite domain for the output r")).startswith("say what the output is (as r == n does)")


def test_more_time_is_advised_only_where_it_helps() -> None:
    assert _step(DAFNY, "the time limit of 8 s was reached") == "give more time with --limit"
    part = _step(DAFNY, "the time limit of 10 s for the other outputs of a method was reached")
    assert str(part).startswith("write a test of a smaller input")


def test_advice_is_written_in_the_language_of_the_file() -> None:
    assert str(_step(language("verus"), "no finite domain for k")).endswith(
        "(0 <= k < n), or a collection (s.contains(k))"
    )


def test_the_reason_of_a_verdict_is_what_an_engine_lacks_and_not_that_one_gave_up() -> None:
    lacks = EngineReason("evaluate", "no finite domain for k")
    gave_up = [
        EngineReason("z3", "unknown: (incomplete quantifiers)"),
        EngineReason("cvc5", "the time limit was reached"),
    ]
    assert most_telling([lacks, *gave_up]) == lacks.reason
    assert most_telling(gave_up) == "the time limit was reached"
    assert most_telling([]) == ""


def test_equal_questions_about_several_inputs_are_told_once(tmp_path: Path) -> None:
    text = UNBOUNDED.replace("assert r == 3; }", "assert r == 3; r := M(4); assert r == 4; }")
    output = _output(tmp_path, text, "--explain")
    assert output.count("no finite domain for a, b\n    instead") == 2
    assert "M: undecided expected output on 2 inputs, such as M(3): forall a: int" in output


def test_what_nobody_says_is_right_is_told_with_who_found_it(tmp_path: Path) -> None:
    output = _output(tmp_path, "method M(n: int) returns (r: int) requires 0 <= n < 3 ensures 0 <= r <= n", "--explain")
    told = "several outputs are accepted, and no test and no body says which are right"
    assert f"    evaluate: {told}\n    instead: write a test with the output that is right" in output


def test_a_function_without_a_body_is_what_an_engine_misses(tmp_path: Path) -> None:
    text = (
        "function F(n: int): int\nmethod M(n: int) returns (r: int) requires F(n) > 0 ensures r == n { r := n; }\n"
        "method {:test} T() { var r := M(3); assert r == 3; }"
    )
    told = (
        "    evaluate: F has no body\n    instead: give the functions that it depends on a body, or say what they are\n"
    )
    assert told in _output(tmp_path, text, "--explain")
    assert _step(DAFNY, "there is no test: M has no body") == "write a test with the output that is right"


def test_a_lemma_without_listed_clauses_is_told_by_its_inputs(tmp_path: Path) -> None:
    output = _output(tmp_path, "predicate P(x: int)\nlemma L(x: int) ensures P(x) || forall y :: P(y)", "--explain")
    assert "L: undecided expected output on 6 inputs" in output
