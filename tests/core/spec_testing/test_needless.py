"""A precondition that refuses inputs on which the body is fine."""

from typing import Any

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.interpret.bodies import ExecutionOutcome, execute
from specassay.core.spec_testing import findings_of_bodies
from specassay.core.spec_testing.findings import Finding
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

KIND = "requires-more-than-needed"
TEXT = """method Half(n: int) returns (r: int)
  requires n {bound}
  ensures 2 * r <= n < 2 * r + 2
{ r := {body}; }
method {:test} T() { var a := Half(9); assert a == 4; var b := Half(4); assert b == 2; }
"""


def found(bound: str, body: str = "n / 2") -> list[Finding]:
    program = parse_program(TEXT.replace("{bound}", bound).replace("{body}", body), "t.dfy")
    options = Options(Engines(), operator_set("paper"), DAFNY, functional=False)
    (score,) = score_program(program, examples_of(program), options)
    return [finding for finding in score.findings if finding.kind == KIND]


def test_a_precondition_that_the_body_does_not_need_is_a_note() -> None:
    (finding,) = found(">= 2")
    assert finding.clause == 0
    assert finding.message.startswith("requires n >= 2 refuses ")
    assert "Half(" in finding.message


def test_one_that_the_body_needs_is_none() -> None:
    assert not found(">= 2", "if n >= 2 then n / 2 else 7")
    assert not found("!= 0", "(10 / n) * 0 + n / 2")


def test_a_body_that_does_not_end_on_what_is_refused_is_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each run takes all the time that a body may."""
    states: list[str] = []

    def counted(*given: Any) -> ExecutionOutcome:
        outcome = execute(*given)
        states.append(outcome.state)
        return outcome

    monkeypatch.setattr(findings_of_bodies, "execute", counted)
    text = """method Down(n: int) returns (r: int)
  requires n >= 0
  ensures r == n
{ r := 0; while r != n { r := r + 1; } }
method {:test} T() { var a := Down(9); assert a == 9; var b := Down(4); assert b == 4; }
"""
    program = parse_program(text, "t.dfy")
    options = Options(Engines(steps=2_000), operator_set("paper"), DAFNY, functional=False)
    score_program(program, examples_of(program), options)
    assert states.count("unknown") == 1  # the inputs of tests are fine
