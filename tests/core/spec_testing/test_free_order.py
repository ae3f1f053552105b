"""Freedom that is meant can be said: another order of an output is right, too."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.core.spec_testing.free_order import is_rearranged
from specassay.frontends.dafny import DAFNY, parse_program

METHOD = "method M(a: seq<int>) returns (r: seq<int>)\n  {}ensures {}\n{{ r := a; }}\n"
SAID = "// specassay: free order\n"
SAME = "multiset(r) == multiset(a)"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (METHOD.format("", SAME), "weak"),
        (SAID + METHOD.format("", SAME), "strong up to choice"),
        (METHOD.format(SAID, SAME), "strong up to choice"),
        (SAID + METHOD.format("", "|r| == |a|"), "weak"),
    ],
)
def test_the_verdict(text: str, verdict: str, tmp_path: Path) -> None:
    file = tmp_path / "a.dfy"
    file.write_text(text, "utf-8")
    (score,) = score_file(file, DAFNY, engines_of, Scoring(seconds=20.0)).methods
    assert score.assessed.verdict == verdict


def test_it_is_said_of_the_next_method_alone() -> None:
    program = parse_program(SAID + METHOD.format("", SAME) + METHOD.replace(" M(", " N(").format("", SAME), "a.dfy")
    assert {each.name: each.free_order for each in program.specifications} == {"M": True, "N": False}


@pytest.mark.parametrize(("one", "other", "same"), [((1, 2), (2, 1), True), ((1, 2), (2, 2), False), (1, 1, True)])
def test_rearranged(one: object, other: object, same: bool) -> None:
    assert is_rearranged({"r": one}, {"r": other}) == same
