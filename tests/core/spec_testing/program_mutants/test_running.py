"""What becomes of mutants of a body on the inputs of its tests."""

from collections import Counter
from collections.abc import Sequence

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.making import made_examples
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.program_mutants.running import BodyMutant
from specassay.core.spec_testing.program_mutants.sites import sites_of
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

LARGER = """method Larger(a: int, b: int) returns (m: int)
  ensures m >= a && m >= b
  {exact}
{
  m := a;
  if b > m { m := b; }
}
method {:test} T() {
  var x := Larger(2, 5); assert x == 5;
  var y := Larger(3, -1); assert y == 3;
}
"""
COUNT = """method Count(n: nat) returns (r: nat)
  ensures r == n
{
  r := 0;
  while r < n { r := r + 1; }
}
method {:test} T() { var x := Count(3); assert x == 3; var y := Count(0); assert y == 0; }
"""


def score(text: str) -> MethodScore:
    program = parse_program(text, file="t.dfy")
    options = Options(Engines(), operator_set("paper"), DAFNY, functional=False, bodies=True)
    (only,) = score_program(program, examples_of(program), options)
    return only


def verdicts(mutants: Sequence[BodyMutant]) -> Counter[str]:
    return Counter(mutant.verdict for mutant in mutants)


def test_a_strong_postcondition_kills_what_returns_something_else() -> None:
    found = score(LARGER.replace("{exact}", "ensures m == a || m == b"))
    counted = verdicts(found.bodies)
    assert counted["survives"] == 0
    assert counted["killed"] >= 10
    assert "body-mutant-survives" not in {finding.kind for finding in found.findings}
    assert {clause for mutant in found.bodies for clause in mutant.killed_by} == {0, 1}


def test_a_mutant_survives_a_weak_one_and_is_shown_with_its_lines() -> None:
    found = score(LARGER.replace("  {exact}\n", ""))
    survivors = [mutant for mutant in found.bodies if mutant.verdict == "survives"]
    assert survivors
    assert all(mutant.outputs["m"] > mutant.expected["m"] for mutant in survivors)
    (finding,) = [each for each in found.findings if each.kind == "body-mutant-survives"]
    assert finding.witness is not None
    assert finding.diff.startswith("- ")
    assert found.assessed.verdict == "weak"


def test_one_that_does_not_end_or_fails_is_not_killed() -> None:
    found = score(COUNT)
    ended = {mutant.diff: mutant.verdict for mutant in found.bodies}
    assert ended["- while r < n { r := r + 1; }\n+ while r < n { r := r - 1; }"] == "no end"
    failing = score(COUNT.replace("r := r + 1", "r := r + n / n"))
    assert "fails" in verdicts(failing.bodies)


@pytest.mark.slow
def test_one_that_is_stopped_before_it_took_many_times_the_steps_of_the_body_is_unknown() -> None:
    body = COUNT[: COUNT.index("method {:test}")]
    program = body + "method {:test} T() { var x := Count(14000); assert x == 14000; }"
    ended = {mutant.diff: mutant.verdict for mutant in score(program).bodies}
    assert ended["- while r < n { r := r + 1; }\n+ while r < n { r := r - 1; }"] == "unknown"


def test_one_that_changes_nothing_is_equal_on_so_many_inputs() -> None:
    equal = [mutant for mutant in score(COUNT).bodies if mutant.verdict == "equal"]
    assert equal
    assert {mutant.tried for mutant in equal} == {2}


def test_mutants_are_the_same_in_every_run() -> None:
    one, two = score(COUNT), score(COUNT)
    assert [(each.diff, each.verdict) for each in one.bodies] == [(each.diff, each.verdict) for each in two.bodies]


def test_variables_for_mutants_come_in_an_order_that_does_not_depend_on_hashes() -> None:
    """The hashes of names differ from process to process: with them, other mutants were the first hundred."""
    names = [f"v{number}" for number in range(9)]
    text = f"method M({', '.join(f'{name}: int' for name in names[:2])}) returns (r: int) {{ "
    text += "var " + ", ".join(f"{name}: int" for name in names[2:])
    text += f"; if {' == '.join(reversed(names))} {{ r := 1; }} }}"
    program = parse_program(text, "t.dfy")
    *_, last = sites_of(program.routines["M"], program)
    assert [name for name in last.scope.variables if name in names[2:]] == names[2:]


STACK = """class Stack {
  var data: array<int>
  ghost var Elements: seq<int>
  predicate Valid() reads this, data { data.Length > 0 && Elements == data[..1] }
  constructor (x: int) ensures Valid() && Elements == [x] { data := new int[4]; Elements := [x]; new; data[0] := x; }
}
"""


def test_a_mutant_that_only_represents_the_same_in_another_way_does_not_survive() -> None:
    """How many places the array of a stack has is no part of what the stack stands for."""
    program, engines = parse_program(STACK, file="t.dfy"), Engines()
    options = Options(engines, operator_set("paper"), DAFNY, functional=False, bodies=True)
    made = made_examples(program, examples_of(program), 1, engines, DAFNY)
    (only,) = score_program(program, made, options)
    counted = verdicts(only.bodies)
    assert counted["survives"] == 0
    assert counted["equal"] > 0
    assert counted["killed"] > 0


def test_mutants_of_a_body_that_the_postcondition_refuses_show_nothing() -> None:
    # `r := n + 1` is what is right: as a mutant of a wrong body it once made the specification weak.
    text = "method Next(n: int) returns (r: int)\n  ensures r == n + 1\n{\n  r := 1;\n}\n"
    found = score(text + "method {:test} T() { var x := Next(1); assert x == 2; var y := Next(0); assert y == 1; }\n")
    assert all(mutant.inputs.get("n") != 1 for mutant in found.bodies)
    assert "body-mutant-survives" not in {finding.kind for finding in found.findings}
    assert found.assessed.verdict != "weak"
