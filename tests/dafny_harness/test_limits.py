"""A file whose time is over has a row for each of its subjects, with the reason; what its tests do does not matter."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY

GROWING = """
class Q {
  var s: seq<int>
  constructor () ensures s == [] { s := []; }
  method Add(t: int) modifies this ensures s == old(s) + [t] { s := s + [t]; }
}
method Main() {
  var a := new Q();
  var n := 0;
  while n < 100_000_000 { a.Add(n); n := n + 1; }
}
"""
ENDLESS = """
method One(n: int) returns (r: int) ensures r == n { r := n; }
method Two(n: int) returns (r: int) ensures r == n { r := 0; while r < n decreases * { r := r; } }
method Three(n: int) returns (r: int) ensures r == n { r := n; }
"""


@pytest.mark.slow
def test_a_test_that_does_not_end_costs_no_method_its_row(tmp_path: Path) -> None:
    file = tmp_path / "a.dfy"
    file.write_text(GROWING, "utf-8")
    scores = {each.method: each for each in score_file(file, DAFNY, engines_of, Scoring(seconds=2.0)).methods}
    assert scores.keys() == {"Q.constructor", "Q.Add"}
    findings = [finding for each in scores.values() for finding in each.findings]
    assert any(
        "Main is not executed to its end: the time limit of 2 s was reached" in each.message for each in findings
    )


@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_every_method_has_a_row_when_the_limit_ends_a_file(seconds: float, tmp_path: Path) -> None:
    file = tmp_path / "a.dfy"
    file.write_text(ENDLESS, "utf-8")
    scores = score_file(file, DAFNY, engines_of, Scoring(seconds=seconds)).methods
    assert [score.method for score in scores] == ["One", "Two", "Three"]
    # How far each comes depends on the machine: that time is the reason of what is left does not.
    undecided = [score.assessed.reason for score in scores if score.assessed.verdict == "unknown"]
    assert all(f"the time limit of {seconds:g} s was reached" in reason for reason in undecided)
    if seconds == 0:
        assert undecided == ["the time limit of 0 s was reached before it was judged"] * 3
