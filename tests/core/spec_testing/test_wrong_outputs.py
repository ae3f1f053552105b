"""Wrong outputs of tests: those of the published operators, and as many of our own."""

from typing import Any

from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.core.spec_testing.triples import Mutant, Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

ORDER = """
method Order(a: int, b: int) returns (low: int, high: int)
  ensures {ensures}
{{ low, high := a, b; if b < a {{ low, high := b, a; }} }}
method Test() {{ var x, y := Order(7, 3); assert x == 3; assert y == 7; }}
"""


def score(text: str, operators: str, count: int = 5) -> MethodScore:
    program = parse_program(text, file="t.dfy")
    options = Options(Engines(), operator_set(operators), DAFNY, mutants=count)
    (only,) = score_program(program, examples_of(program), options)
    return only


def mutants_of(found: MethodScore) -> list[Mutant]:
    return [mutant for test in found.tests for mutant in test.mutants]


def shown(mutants: list[Mutant]) -> list[tuple[str, dict[str, Any]]]:
    return [(mutant.operator, dict(mutant.outputs)) for mutant in mutants]


def test_the_published_operators_make_what_they_make_alone_and_ours_as_many_more() -> None:
    text = ORDER.format(ensures="low <= high && {low, high} == {a, b}")
    alone, both = (score(text, name) for name in ("paper", "both"))
    found = mutants_of(both)
    assert shown(found[:5]) == shown(mutants_of(alone))
    assert [mutant.published for mutant in found] == [True] * 5 + [False] * 5
    assert not {mutant.operator for mutant in found[5:]} & {mutant.operator for mutant in found[:5]}
    assert len({tuple(mutant.outputs.values()) for mutant in found}) == 10
    assert alone.published == alone.completeness == both.published


def test_a_specification_that_only_ours_find_weak() -> None:
    found = score(ORDER.format(ensures="{low, high} == {a, b}"), "both", 8)
    assert found.published.value == 1.0
    assert found.completeness.value is not None
    assert found.completeness.value < 1.0
    assert {mutant.operator for mutant in mutants_of(found) if mutant.judgement.verdict == "holds"} == {
        "outputs.exchange"
    }


def test_two_outputs_are_changed_at_once() -> None:
    found = score(ORDER.format(ensures="low + high == a + b"), "both", 12)
    pairs = [mutant for mutant in mutants_of(found) if mutant.operator == "outputs.two"]
    assert pairs
    assert all(mutant.changed == ("low", "high") or mutant.changed == ("high", "low") for mutant in pairs)


def test_constants_of_the_clauses_are_tried() -> None:
    text = """
    method Code(n: int) returns (r: int)
      ensures n > 2 ==> r == n || r == 404
    { r := n; }
    method Test() { var x := Code(70); assert x == 70; }
    """
    outputs = {mutant.operator: mutant.outputs["r"] for mutant in mutants_of(score(text, "both", 60))}
    assert "constant" in outputs
    assert {"r": 404} in [
        dict(mutant.outputs) for mutant in mutants_of(score(text, "both", 60)) if mutant.judgement.verdict == "holds"
    ]
