"""Inputs on which a postcondition leaves its outputs open, where the small ones among the tests are determined."""

from typing import Any

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.ir.variables import Name
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.executing import key_of
from specassay.core.spec_testing.making import made_examples, subjects_of
from specassay.core.spec_testing.open_inputs import Determined, OpenInput, near_outputs_accepted, two_outputs_accepted
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.core.spec_testing.triples import Options
from specassay.core.spec_testing.valid_inputs import input_conditions
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

MEDIAN = """method Median(a: int, b: int, c: int) returns (m: int)
  ensures m == a || m == b || m == c
  ensures a == b ==> m == a
  ensures b == c ==> m == b
  ensures a == c ==> m == a
{
  if a <= b { if b <= c { m := b; } else if a <= c { m := c; } else { m := a; } }
  else { if a <= c { m := a; } else if b <= c { m := c; } else { m := b; } }
}
"""
LAST = """method Last(s: seq<int>, x: int) returns (i: int)
  ensures x !in s ==> i == -1
  ensures x in s ==> 0 <= i < |s| && s[i] == x
{
  i := |s| - 1;
  while i >= 0 && s[i] != x { i := i - 1; }
}
"""
LEAP = """method Leap(y: nat) returns (b: bool)
  ensures y % 4 != 0 ==> !b
  ensures y % 400 == 0 ==> b
{ b := y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }
"""
FIRST = """method First(a: array<int>)
  modifies a
  ensures forall i :: 0 < i < a.Length ==> a[i] == old(a[i])
"""


def asked(text: str) -> OpenInput | Determined | None:
    program = parse_program(text)
    (specification,) = program.specifications
    engines = engines_of("auto", None, 60.0)
    return two_outputs_accepted(specification, input_conditions(specification), program, engines)


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        (MEDIAN, lambda found: len(set(found.values())) == 3),
        (LAST, lambda found: found["s"].count(found["x"]) > 1),
        (LEAP, lambda found: found["y"] % 4 == 0 and found["y"] % 400 != 0),
        # The array keeps its length; its first element is not promised.
        (FIRST, lambda found: len(found["a"].elements) > 0),
    ],
)
def test_a_solver_finds_an_input_with_two_outputs(text: str, is_open: Any) -> None:
    found = asked(text)
    assert isinstance(found, OpenInput)
    assert is_open(found.inputs)
    assert key_of(found.outputs[0]) != key_of(found.outputs[1])


@pytest.mark.parametrize(
    "text",
    [
        "method M(x: int) returns (r: int) ensures 2 * r == x || 2 * r + 1 == x",
        "method M(x: int, y: int) returns (r: int) requires x == y ensures r == x || r == y",
        "method M(a: array<int>) modifies a ensures a[..] == old(a[..])",
    ],
)
def test_where_the_outputs_are_determined_on_every_input_it_is_proved(text: str) -> None:
    assert isinstance(asked(text), Determined)


@pytest.mark.parametrize(
    "text",
    [
        # With `a` and `b` one array the promise is about its own elements: the query takes them for two.
        "method M(a: array<int>, b: array<int>) requires a.Length == b.Length modifies a "
        "ensures forall i :: 0 <= i < a.Length ==> a[i] == old(b[i])",
        # A clause that is not read may leave it open, or not.
        "method M(x: int) returns (r: int) ensures r == x ensures Unknown(r)",
    ],
)
def test_nothing_is_concluded_where_the_query_does_not_say_all(text: str) -> None:
    assert asked(text) is None


def test_a_proof_for_all_inputs_is_said_with_the_verdict() -> None:
    (sure,) = rows_of("method Half(x: int) returns (r: int) ensures r == x / 2 { r := x / 2; }")
    assert sure.assessed.verdict == "strong"
    assert sure.assessed.reason.endswith("no valid input has two that are accepted (proved by z3)")
    (weak,) = rows_of(LEAP)
    assert weak.assessed.verdict == "weak"
    assert "proved" not in weak.assessed.reason


def test_outputs_near_that_of_the_body_show_it_without_a_solver() -> None:
    program = parse_program(LAST)
    (specification,) = program.specifications
    engines = engines_of("evaluate", None, 60.0)
    determined: tuple[dict[Name, Any], dict[Name, Any]] = ({"s": (1, 2), "x": 2}, {"i": 1})
    is_open: tuple[dict[Name, Any], dict[Name, Any]] = ({"s": (2, 2), "x": 2}, {"i": 1})
    assert near_outputs_accepted([determined], specification, program, engines) is None
    found = near_outputs_accepted([determined, is_open], specification, program, engines)
    assert found == OpenInput({"s": (2, 2), "x": 2}, ({"i": 1}, {"i": 0}))


def rows_of(text: str) -> tuple[MethodScore, ...]:
    program = subjects_of(parse_program(text))
    engines = engines_of("auto", None, 60.0)
    made = made_examples(program, Examples(()), None, engines, DAFNY)
    return score_program(program, made, Options(engines, operator_set("full"), DAFNY))


def inputs_made(text: str) -> list[tuple[Any, ...]]:
    program = subjects_of(parse_program(text))
    made = made_examples(program, Examples(()), None, engines_of("auto", None, 60.0), DAFNY)
    return [tuple(example.inputs.values()) for example in made.examples]


def test_such_an_input_is_among_the_tests_that_are_made() -> None:
    assert any(len({a, b, c}) == 3 for a, b, c in inputs_made(MEDIAN))
    assert any(s.count(x) > 1 for s, x in inputs_made(LAST))
    assert any(y % 4 == 0 and y % 400 != 0 for (y,) in inputs_made(LEAP))


def test_beyond_the_tests_of_a_method_it_is_a_note() -> None:
    text = LAST + "method {:test} T() { var i := Last([1, 2], 2); assert i == 1; }"
    program = subjects_of(parse_program(text))
    engines = engines_of("evaluate", None, 60.0)
    known = examples_of(program)
    made = made_examples(program, known, None, engines, DAFNY)
    assert not made.examples
    (note,) = made.findings
    assert note.kind == "leaves-output-open"
    assert note.witness is not None
    assert note.witness.inputs == {"s": "[0, 0]", "x": "0"}
    assert (note.witness.expected, note.witness.other) == ({"i": "1"}, {"i": "0"})
