"""What is said of a function or method without a body, of which the promise is all there is."""

import pytest

from specassay.backends.solvers import registry
from specassay.backends.solvers.engines import engines_of
from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.assessment import NOBODY_SAYS, Assessed
from specassay.core.spec_testing.contradictions import input_without_value
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.making import made_examples
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program


@pytest.mark.parametrize(
    ("ensures", "without"),
    [
        # No number is between two neighbours: a domain without values, which needs no solver.
        ("F(n) > n && F(n) < n + 1", ({"n": 0}, "evaluate")),
        ("n > 2 ==> F(n) * F(n) < 0", ({"n": 3}, "z3")),
        ("F(n) > n", None),
        # What it is elsewhere only the promise says, of which a solver would make a contradiction.
        ("F(n) > F(n + 1) && F(n) > 0", None),
    ],
)
def test_only_an_input_that_is_proved_to_have_no_value_is_told(
    ensures: str, without: tuple[dict[str, int], str] | None
) -> None:
    program = parse_program(f"function F(n: int): int ensures {ensures}")
    (specification,) = program.others
    inputs = [{"n": n} for n in range(4)]
    found = input_without_value(specification, inputs, program, Engines(backends=(registry.get("z3"),)))
    assert found == without


FIRST = """datatype Option<T> = None | Some(value: T)
method First(xs: seq<int>) returns (r: Option<nat>)
  ensures r.None? <==> forall i :: 0 <= i < |xs| ==> xs[i] >= 0
  ensures r.Some? ==> r.value < |xs| && xs[r.value] < 0
"""
LEAST = """method Least(s: seq<int>) returns (m: int)
  requires |s| > 0
  ensures m in s
  ensures forall x :: x in s ==> m <= x
{
  assume {:axiom} false;  // left out
  m := 0;
}
"""


def judged(text: str) -> Assessed:
    program = parse_program(text)
    engines = engines_of("auto", None, 60.0)
    made = made_examples(program, Examples(()), None, engines, DAFNY)
    options = Options(engines, operator_set("full"), DAFNY, mutants=0)
    (score,) = score_program(program, made, options)
    return score.assessed


def test_made_inputs_show_a_choice_that_small_ones_do_not() -> None:
    found = judged(FIRST)
    assert found.verdict == "unknown"
    assert found.reason.startswith(f"{NOBODY_SAYS}: First([")
    assert found.witness is not None
    assert found.witness.expected != found.witness.other


def test_a_body_that_assumes_false_is_none() -> None:
    assert judged(LEAST).verdict == "strong"
