"""What is found on inputs that no test has counts as much as what tests show."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.core.spec_testing.score import MethodScore
from specassay.frontends.dafny import DAFNY

FAILS = """
method First(a: array<int>) returns (r: int) ensures a.Length > 0 ==> r == a[0] { r := a[0]; }
method TestFirst() { var a := new int[] [1, 5, 2]; var z := First(a); assert z == 1; }
"""
BREAKS = """
method Half(n: int) returns (r: int) ensures 2 * r == n { r := n / 2; }
method TestHalf() { var r := Half(4); assert r == 2; }
"""
OPEN = """
method Copy(n: int) returns (r: int) ensures n > 0 ==> r == n { r := n; }
method TestCopy() { var r := Copy(4); assert r == 4; }
"""
OBJECT = """
class C {
  var n: int
  constructor (k: int) ensures n == k { n := k; }
  method Invert() returns (r: int) ensures r * n <= 100 { r := 100 / n; }
}
method TestInvert() { var c := new C(5); var r := c.Invert(); assert r == 20; }
"""
RIGHT = """
method Half(n: int) returns (r: int) requires n % 2 == 0 ensures 2 * r == n { r := n / 2; }
method TestHalf() { var r := Half(4); assert r == 2; }
"""
WITHOUT_BODY = """
method First(a: array<int>) returns (r: int) ensures a.Length > 0 ==> r == a[0] { }
method TestFirst() { var a := new int[] [1, 5, 2]; var z := First(a); assert z == 1; }
"""


def scored(text: str, folder: Path) -> MethodScore:
    file = folder / "a.dfy"
    file.write_text(text, "utf-8")
    return score_file(file, DAFNY, engines_of, Scoring(seconds=20.0)).methods[-1]


@pytest.mark.parametrize(
    ("text", "kind", "verdict"),
    [
        (FAILS, "fails-at-run-time", "weak"),
        (BREAKS, "body-breaks-postcondition", "wrong"),
        (OPEN, "leaves-output-open", "weak"),
        (OBJECT, "fails-at-run-time", "weak"),
    ],
    ids=["fails", "breaks", "open", "object"],
)
def test_it_counts(text: str, kind: str, verdict: str, tmp_path: Path) -> None:
    found = scored(text, tmp_path)
    assert kind in {finding.kind for finding in found.findings}
    assert found.assessed.verdict == verdict


@pytest.mark.parametrize("text", [RIGHT, WITHOUT_BODY], ids=["right", "without body"])
def test_nothing_is_found_where_there_is_nothing(text: str, tmp_path: Path) -> None:
    found = scored(text, tmp_path)
    kinds = {"fails-at-run-time", "body-breaks-postcondition"}
    assert kinds.isdisjoint(finding.kind for finding in found.findings)
