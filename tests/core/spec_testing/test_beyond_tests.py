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
PROMISED = """
method Same(a: string, b: string) returns (r: bool) ensures r ==> |a| == |b|
method TestSame() { var r := Same("ab", "abb"); assert !r; }
"""
LEFT_OUT = """
method Next(n: int) returns (r: int) ensures n > 0 ==> r == n + 1 { assume {:axiom} false; r := 0; }
method TestNext() { var r := Next(4); assert r == 5; }
"""
DETERMINED = """
method Next(n: int) returns (r: int) ensures r == n + 1
method TestNext() { var r := Next(4); assert r == 5; }
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
        (PROMISED, "leaves-output-open", "weak"),
        (LEFT_OUT, "leaves-output-open", "weak"),
    ],
    ids=["fails", "breaks", "open", "object", "promised", "left out"],
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


LEFT_OPEN = {
    "result": "method M(a: int) returns (r: nat) ensures r == (if a > 0 then a else 0) { if a > 0 { r := a; } }",
    "local": "method M(a: int) returns (r: int) ensures a > 0 || r == 0 { var k: int; if a > 0 { k := 1; } r := k; }",
    "bool": "method M(a: bool) returns (r: bool) ensures r == a { if a { r := true; } }",
    "sequence": "method M(s: seq<int>) returns (r: seq<int>) ensures |s| < 2 ==> r == [] { if |s| > 1 { r := s; } }",
    "count": "method M(s: seq<int>) returns (t: int) ensures t == |s| { for i := 0 to |s| { t := t + 1; } }",
    "elements": "method M() returns (a: array<int>) ensures a.Length == 2 && a[1] == 0 { a := new int[2]; }",
    "field": "class M { var x: int constructor (b: bool) ensures b || x == 0 { if b { x := 7; } } }",
    "such that": "method M() returns (x: int) ensures x == 0 { x :| 0 <= x < 3; }",
    "any": "method M(y: int) returns (x: int) ensures x == 0 { x := *; }",
    "callee": "method H(b: bool) returns (x: int) ensures b ==> x == 1 { if b { x := 1; } }"
    " method M(b: bool) returns (x: int) ensures x == if b then 1 else 0 { x := H(b); }",
}


@pytest.mark.parametrize("case", LEFT_OPEN)
def test_a_postcondition_that_rests_on_what_the_body_leaves_open_is_broken(case: str, tmp_path: Path) -> None:
    """For Dafny's verifier, which refuses each of these, any value is where nobody gave one."""
    found = scored(LEFT_OPEN[case], tmp_path)
    assert "body-breaks-postcondition" in {finding.kind for finding in found.findings}
    assert found.assessed.verdict == "wrong"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("method M(b: bool) returns (x: int) ensures b ==> x == 1 { if b { x := 1; } }", "strong up to choice"),
        ("method M(b: bool) returns (x: int) ensures x == if b then 1 else 0 { if b { x := 1; } else { x := 0; } }",
         "strong"),
        ("method M(n: nat) returns (x: nat) ensures x == n { var k: nat; if n > 3 { k := n; } x := n; }",
         "strong"),
        ("method M() returns (f: int -> int) ensures forall x :: f(x) == x { f := x => x; }", "strong"),
        ("datatype T = T(v: int, kids: seq<T>) method M(t: T) returns (u: T) ensures u == t { u := t; }", "strong"),
    ],
)  # fmt: skip
def test_what_it_leaves_open_is_no_weakness(text: str, verdict: str, tmp_path: Path) -> None:
    assert scored(text, tmp_path).assessed.verdict == verdict


def test_where_the_body_ends_itself_no_output_is_promised(tmp_path: Path) -> None:
    text = 'method M(n: nat) returns (r: nat) ensures r == n && n < 1000 { r := n; expect n < 1000, "large"; }'
    found = scored(text, tmp_path)
    assert "no-output" not in {finding.kind for finding in found.findings}
    assert found.assessed.verdict == "weak"


def test_that_no_input_has_two_outputs_is_said_without_a_body_too(tmp_path: Path) -> None:
    found = scored(DETERMINED, tmp_path)
    assert found.assessed.verdict == "strong"
    assert "no valid input has two that are accepted (proved by" in found.assessed.reason
