"""What a body may return under its own choices is right, and no sign of a weak specification."""

from typing import Any

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.interpret.choices import Choices
from specassay.core.spec_testing.executing import NONE, alternatives
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.core.spec_testing.program_mutants.test_running import score
from tests.dafny_harness.made import examples_of

CHOOSING = """method Listed(s: set<int>) returns (xs: seq<int>)
  ensures {clause}
{
  xs := [];
  var left: set<int> := s;
  while left != {}
  {
    var x :| x in left;
    left := left - {x};
    xs := xs + [x];
  }
}
method {:test} T() { var a := Listed({1, 2, 3}); assert a == [3, 1, 2]; }
"""


def outputs(body: str, **inputs: Any) -> Any:
    program = parse_program(f"method M(n: int) returns (r: int) ensures true {{ {body} }}", "t.dfy")
    (specification,) = program.specifications
    return alternatives(specification, {"n": 2, **inputs}, program, Engines())


def test_choices_are_tried_one_after_the_other() -> None:
    tried: list[tuple[str, str]] = []
    first: tuple[int, ...] | None = ()
    while first is not None:
        choices = Choices(first)
        tried.append((choices.pick("ab"), choices.pick("xyz") if choices.taken == [(0, 2)] else ""))
        first = choices.following()
    assert tried == [("a", "x"), ("a", "y"), ("a", "z"), ("b", "")]


@pytest.mark.parametrize(
    ("body", "returned", "is_open"),
    [
        ("r :| 0 <= r <= n;", {0, 1, 2}, False),
        ("if * { r := 7; } else { r := 8; }", {7, 8}, False),
        ("if x :| x in {4, 5} { r := x; }", {4, 5}, False),
        ("r :| r > n;", {3}, True),
        ("r := *;", {0, 1, -1, 2, 3}, True),
        ("r := 0; while * { r := r + 1; if r == 3 { break; } }", {0, 1, 2, 3}, False),
    ],
)
def test_what_a_body_may_return(body: str, returned: set[int], is_open: bool) -> None:
    found = outputs(body)
    assert {output["r"] for output in found.outputs} == returned
    assert found.open == is_open


def test_a_body_without_choices_has_no_alternatives() -> None:
    assert outputs("var x: int; x := n; r := x;") is NONE


def test_a_specification_that_leaves_the_choice_to_the_body_is_strong() -> None:
    found = score(CHOOSING.replace("{clause}", "multiset(s) == multiset(xs)"))
    assert {mutant.verdict for mutant in found.bodies} >= {"killed", "choice"}
    assert "survives" not in {mutant.verdict for mutant in found.bodies}
    assert "body-mutant-survives" not in {finding.kind for finding in found.findings}


@pytest.mark.slow
def test_inputs_with_too_many_choices_say_nothing() -> None:
    many = "var b := Listed({1, 2, 3, 4, 5, 6, 7}); assert b == [1, 2, 3, 4, 5, 6, 7]; }"
    text = CHOOSING.replace("{clause}", "multiset(s) == multiset(xs)")
    program = parse_program(text[: text.rindex("}")] + many, "t.dfy")
    options = Options(Engines(), operator_set("paper"), DAFNY)
    (found,) = score_program(program, examples_of(program), options)
    assert [test.accepted is not None and test.accepted.verdict for test in found.tests] == ["several", "unknown"]
    assert found.assessed.verdict == "strong up to choice"


@pytest.mark.slow
def test_one_that_accepts_more_is_weak() -> None:
    found = score(CHOOSING.replace("{clause}", "forall x :: x in s ==> x in xs"))
    assert found.assessed.verdict == "weak"
