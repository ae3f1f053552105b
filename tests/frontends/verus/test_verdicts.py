"""Verdicts on specifications of Verus: those of bodies, of types, and of results that do not exist."""

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


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MethodScore]:
    path = tmp_path_factory.mktemp("verus") / "x.rs"
    path.write_text(PROGRAM, "utf-8")
    found = score_file(path, VERUS, engines_of, Scoring(made=2, mutants=4, mutate="outputs"))
    return {each.method: each for each in found.methods}


@pytest.mark.parametrize(
    ("method", "verdict"),
    [("too_small", "wrong"), ("by_type", "vacuous"), ("length", "strong"), ("weak", "weak")],
)
def test_the_verdict_on_a_specification(scores: dict[str, MethodScore], method: str, verdict: str) -> None:
    assert scores[method].assessed.verdict == verdict
