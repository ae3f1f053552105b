"""Verdict, exit code, `--strict`, JUnit and SARIF say the same of a specification, whatever is found."""

import json
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner, Result

from specassay.__main__ import main

from ...samples import some


@frozen
class Told:
    """A file, its verdict, and what is said of it: the exit code, that of `--strict`, and the case in JUnit."""

    text: str
    verdict: str
    code: int
    strict: int
    junit: str


TABLE = [
    Told("method M(n: int) returns (r: int) ensures r > n && r < n", "wrong", 1, 1, "failure"),
    Told(
        "method M(n: int) returns (r: int) requires n > 0 && n < 0 ensures r == n { r := n; }",
        "unknown",
        0,
        1,
        "skipped",
    ),
    Told("method M(n: int) returns (r: int) ensures r == n { r := n; }", "strong", 0, 0, ""),
    Told("method M(n: int) returns (r: int) ensures r >= n { r := n; }", "weak", 1, 1, "failure"),
    Told(
        "method M(n: int) returns (r: int) ensures r == n { r := if n > 2 then n + 1 else n; }",
        "wrong",
        1,
        1,
        "failure",
    ),
    Told(
        "method M(n: int) returns (r: int) ensures r == n + 1\nmethod {:test} T() { var r := M(3); assert r == 3; }",
        "wrong",
        1,
        1,
        "failure",
    ),
    Told("method M(s: seq<int>) returns (r: int) ensures r == s[0] { r := s[0]; }", "weak", 1, 1, "failure"),
    Told(
        "method M(s: seq<int>) returns (r: int) ensures |s| > 0 ==> r == s[0] { r := s[0]; }\n"
        "method {:test} T() { var r := M([3]); assert r == 3; }",
        "weak",
        1,
        1,
        "failure",
    ),
    Told(
        "method M(n: int) returns (r: int) ensures n == 3 ==> r == 3 { r := n; }\n"
        "method {:test} T() { var r := M(3); assert r == 3; }",
        "weak",
        1,
        1,
        "failure",
    ),
    Told("method M(n: int) returns (r: int) requires 0 <= n < 3 ensures 0 <= r <= n", "unknown", 0, 1, "skipped"),
    Told(
        "method M(n: int) returns (r: int) ensures r == n\n"
        "  ensures forall a: int, b: int :: a * a != 3 * b * b + 2 + r - n { r := n; }",
        "unknown",
        0,
        1,
        "skipped",
    ),
    Told("lemma L(n: int) ensures n > 0 {}", "wrong", 1, 1, "failure"),
]
BAD = ("error", "warning")


@pytest.mark.parametrize("told", some(TABLE, 6), ids=lambda told: told.verdict)
def test_everybody_says_the_same(told: Told, tmp_path: Path) -> None:
    path = tmp_path / "m.dfy"
    path.write_text(told.text)

    def run(*options: str) -> Result:
        engine = ("--engine", "evaluate", "--mutants", "2", "--no-problem-tests")
        return CliRunner().invoke(main, ["spec", str(path), *engine, *options], catch_exceptions=False)

    (row,) = map(json.loads, (plain := run("--json")).output.splitlines())
    assert (row["assessment"]["verdict"], plain.exit_code) == (told.verdict, told.code)
    assert run("--strict", "--json").exit_code == told.strict
    junit = run("--format", "junit").output
    assert [kind for kind in ("failure", "skipped") if f"<{kind}" in junit] == [told.junit] * bool(told.junit)
    (sarif,) = json.loads(run("--format", "sarif").output)["runs"]
    assert any(result["level"] in BAD for result in sarif["results"]) is (told.code == 1)
