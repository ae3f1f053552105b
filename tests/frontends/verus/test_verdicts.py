"""Verdicts on specifications of Verus: those of bodies, of types, and of results that do not exist."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.core.spec_testing.score import MethodScore
from specassay.frontends.verus import VERUS

PROGRAM = """
verus! {
spec fn fib(n: int) -> int decreases n { if n <= 1 { n } else { fib(n - 1) + fib(n - 2) } }
fn too_small(n: i8) -> (r: i8) requires 12 <= n < 14, ensures r == fib(n as int), { assume(false); unreached() }
fn by_type(v: &Vec<u8>) -> (r: usize) ensures r >= 0, { v.len() }
fn length(v: &Vec<u8>) -> (r: usize) ensures r == v.len(), { v.len() }
fn weak(v: &mut Vec<u8>, x: u8) ensures v.len() == old(v).len() + 1, { v.push(x) }
}
"""


def scored(folder: Path, text: str) -> tuple[MethodScore, ...]:
    path = folder / "x.rs"
    path.write_text(text, "utf-8")
    return tuple(score_file(path, VERUS, engines_of, Scoring(made=2, mutants=4, mutate="outputs")).methods)


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MethodScore]:
    return {each.method: each for each in scored(tmp_path_factory.mktemp("verus"), PROGRAM)}


@pytest.mark.parametrize(
    ("method", "verdict"),
    [("too_small", "wrong"), ("by_type", "vacuous"), ("length", "strong"), ("weak", "weak")],
)
def test_the_verdict_on_a_specification(scores: dict[str, MethodScore], method: str, verdict: str) -> None:
    assert scores[method].assessed.verdict == verdict


def test_a_sum_beyond_its_type_has_no_output(tmp_path: Path) -> None:
    text = """verus! {
    spec fn total(s: Seq<u32>) -> int decreases s.len() {
        if s.len() == 0 { 0 } else { total(s.drop_last()) + s.last() }
    }
    fn sum(v: &Vec<u32>) -> (r: u32) ensures r == total(v@) {
        let mut s: u32 = 0;
        for i in 0..v.len() { s = s + v[i]; }
        s
    } }"""
    (score,) = scored(tmp_path, text)
    assert score.assessed.verdict == "wrong"
    told = {finding.kind: finding.message for finding in score.findings}
    assert "vec![4294967295, 4294967295]" in told["no-output"]
    assert told["fails-at-run-time"].endswith("fails: arithmetic overflow of u32")


def test_the_receiver_is_self(tmp_path: Path) -> None:
    text = """verus! { struct Counter { n: u8 } impl Counter {
    fn up(&mut self) -> (r: u8) requires old(self).n < 9, ensures r > old(self).n { self.n = self.n + 1; self.n } } }"""
    (score,) = scored(tmp_path, text)
    weak = next(finding for finding in score.findings if finding.kind == "accepts-another-output")
    assert weak.witness is not None
    assert list(weak.witness.inputs) == ["self"]


def test_a_function_that_promises_nothing_is_told(tmp_path: Path) -> None:
    (score,) = scored(tmp_path, "verus! { fn plain(n: u8) -> (r: u8) requires n < 5 { n + 1 } }")
    assert score.assessed.verdict == "vacuous"
    assert "no-postcondition" in {finding.kind for finding in score.findings}
