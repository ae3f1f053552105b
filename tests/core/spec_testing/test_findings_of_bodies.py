"""A body that does not pass its own tests is said to be wrong, and its specification is not."""

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.findings import Finding, Witness
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

KINDS = ("body-breaks-postcondition", "body-fails-test", "fails-at-run-time")
LARGEST = """method Largest(xs: seq<int>) returns (m: int)
  requires |xs| > 0
  ensures forall x :: x in xs ==> x <= m
  ensures {member}
{ {body} }
method {:test} T() {
  var a := Largest([1, 3, 2]);
  assert a == 3;
  var b := Largest([1, 3, 2]);
  assert b > 2;
  var c := Largest([-4]);
  assert c == -4;
}
"""


def scored(body: str, member: str = "m in xs") -> MethodScore:
    program = parse_program(LARGEST.replace("{body}", body).replace("{member}", member), "t.dfy")
    options = Options(Engines(), operator_set("paper"), DAFNY, mutants=0)
    (score,) = score_program(program, examples_of(program), options)
    return score


def found(score: MethodScore) -> list[Finding]:
    return [finding for finding in score.findings if finding.kind in KINDS]


def about_bodies(text: str) -> set[str]:
    """The kinds of findings about bodies in a program."""
    program = parse_program(text, "t.dfy")
    options = Options(Engines(), operator_set("paper"), DAFNY, mutants=0)
    scores = score_program(program, examples_of(program), options)
    return {each.kind for score in scores for each in score.findings} & {*KINDS, "body-not-tried"}


def test_a_body_that_passes_or_is_not_written_yet_is_not_mentioned() -> None:
    right = "m := xs[0]; for i := 0 to |xs| { if xs[i] > m { m := xs[i]; } }"
    assert found(scored(right)) == found(scored("")) == []


def test_what_the_postcondition_refuses_is_told_with_the_input_and_what_is_expected() -> None:
    score = scored("m := xs[0];")
    (finding,) = found(score)
    assert (finding.kind, finding.clause) == ("body-breaks-postcondition", 0)
    assert finding.witness == Witness({"xs": "[1, 3, 2]"}, {"m": "3"}, {"m": "1"})
    assert score.assessed.verdict != "wrong", "the test says what is right, and the postcondition accepts it"


def test_a_body_that_cannot_go_on_is_told_at_the_place() -> None:
    (finding,) = found(scored("m := xs[1]; if xs[0] > m { m := xs[0]; } if |xs| > 2 && xs[2] > m { m := xs[2]; }"))
    assert finding.kind == "fails-at-run-time"
    assert finding.witness == Witness({"xs": "[-4]"}, {"m": "-4"}, {})
    assert finding.span is not None
    assert finding.span.line == 5


def test_what_only_the_test_refuses_is_told_too() -> None:
    (finding,) = found(scored("m := 9;", member="true"))  # once, though two inputs show it
    assert finding.kind == "body-fails-test"
    assert finding.witness == Witness({"xs": "[1, 3, 2]"}, {"m": "3"}, {"m": "9"})


def test_a_body_that_may_return_what_is_expected_does_not_fail() -> None:
    body = "if |xs| == 1 { m := xs[0]; } else { if * { m := 3; } else { m := 9; } }"
    assert found(scored(body, member="true")) == []


@pytest.mark.slow
def test_inputs_of_tests_on_which_the_body_is_not_tried_are_said() -> None:
    """A loop that takes more than the steps of an execution: what it comes to is not known, nothing else is said."""
    body = "var i := 0; while i < 1000000000 { i := i + 1; } m := xs[0];"
    score = scored(body)
    (finding,) = [each for each in score.findings if each.kind == "body-not-tried"]
    assert finding.message.startswith("on 2 of 2 inputs of tests it is not known what the body returns: ")
    assert not found(score)
    assert not [each for each in scored("m := xs[0];").findings if each.kind == "body-not-tried"]


def test_a_body_with_more_choices_than_are_tried_may_return_what_is_expected() -> None:
    """`*` is any number, 70 among them, and only a few are tried."""
    method = "method Any(n: int) returns (r: int) ensures n < 0 ==> r < 0 { r := *; }"
    assert about_bodies(f"{method} method {{:test}} T() {{ var r := Any(1); assert r == 70; }}") == set()
    known = method.replace("r := *", "r := 1")
    assert about_bodies(f"{known} method {{:test}} T() {{ var r := Any(1); assert r == 70; }}") == {"body-fails-test"}


def test_a_body_is_not_held_against_a_test_that_the_postcondition_contradicts() -> None:
    """Which of the two is right nobody knows."""
    method = "method First(s: seq<int>) returns (r: int) requires |s| > 0 ensures r == s[0] { r := s[|s| - 1]; }"
    assert about_bodies(f"{method} method {{:test}} T() {{ var r := First([1, 2]); assert r == 3; }}") == set()
    right = "method {:test} T() { var r := First([1, 2]); assert r == 1; }"
    assert about_bodies(f"{method} {right}") == {"body-breaks-postcondition"}


LINKED = """
class Node {
  var v: int
  var next: Node?
  method Get() returns (r: int) requires next != null ensures r == next.v || r > 9 { r := 10; }
}
method {:test} T() {
  var a := new Node; var b := new Node;
  b.v := 3; b.next := null; a.v := 1; a.next := b;
  var r := a.Get(); assert r == 3;
}
"""


def test_bodies_are_not_tried_on_objects_that_a_test_describes_in_part() -> None:
    assert about_bodies(LINKED) == set()
