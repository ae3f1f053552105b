"""What may be taken for granted when a clause is judged, and what is said of one that does nothing."""

import pytest

from specassay.core.deciding.clauses import theory_of
from specassay.core.deciding.engines import Engines
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import conj
from specassay.core.ir.contracts import Program, Specification
from specassay.core.ir.values import ArrayValue, UninterpretedValue
from specassay.core.spec_testing import triples
from specassay.core.spec_testing.clauses import (
    ClauseScore,
    Strength,
    clause_findings,
    premises_of,
    requires_scores,
    without_proofs,
)
from specassay.core.spec_testing.examples import Example
from specassay.core.spec_testing.findings import Finding
from specassay.core.spec_testing.judging import judge_inputs
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of


def read(text: str) -> tuple[Specification, Program]:
    program = parse_program(text, file="t.dfy")
    return program.specifications[-1], program


def test_preconditions_are_premises_and_of_the_state_before_too() -> None:
    specification, _ = read(
        "method M(a: array<int>, x: int)\n  requires x > 3 && a.Length > 0\n"
        "  modifies a\n  ensures a[0] == old(a[0])\n{ }"
    )
    clause = specification.ensures[0].term
    assert clause is not None
    premises = conj(*premises_of(specification, clause))
    short, long = (ArrayValue(elements, UninterpretedValue("object", -1)) for elements in ((), (1,)))

    def possible(before: ArrayValue, after: ArrayValue, x: int) -> object:
        old = dict.fromkeys(specification.pre_states.values(), before)
        return evaluate(premises, {"a": after, "x": x, **old}).value

    assert possible(long, long, 4) is True
    assert possible(long, long, 3) is False
    assert possible(short, short, 4) is False


def score(specification: Specification, strength: Strength, refuses: int = 0, required: bool = False) -> ClauseScore:
    (condition,) = specification.requires if required else specification.ensures
    return ClauseScore(condition, 0, 0, 5, refuses, strength, "z3" if strength != "contingent" else None)


METHOD = "method M(x: int) returns (r: int)\n  requires x > 3\n  ensures r > x\n{ }\n"
TEST = "method T() { var r := M(4); assert r == 5; }"


@pytest.mark.parametrize(
    ("ensures", "requires", "kinds"),
    [
        ("contingent", "contingent", []),
        ("tautology", "contingent", ["tautology"]),
        ("contradiction", "contingent", ["contradiction"]),
        ("contingent", "contradiction", ["contradiction"]),
    ],
)
def test_a_clause_that_says_nothing_or_too_much_is_a_finding(
    ensures: Strength, requires: Strength, kinds: list[str]
) -> None:
    specification, _ = read(METHOD)
    scores = [score(specification, ensures)], [score(specification, requires, required=True)]
    assert [each.kind for each in clause_findings(specification, *scores, ())] == kinds


def test_that_no_input_is_valid_is_said_once() -> None:
    specification, _ = read(METHOD)
    uncallable = Finding("contradiction", "M", "no input", None)
    cases: tuple[tuple[Strength, list[str]], ...] = (("contingent", ["no input"]), ("contradiction", []))
    for strength, said in cases:
        scores = [score(specification, "contingent")], [score(specification, strength, required=True)]
        found = [each.message for each in clause_findings(specification, *scores, (), uncallable)]
        assert [each for each in found if each == "no input"] == said
        assert len(found) == 1


def test_a_precondition_that_no_test_meets_is_a_finding_and_one_that_some_meet_is_none() -> None:
    specification, program = read(METHOD + TEST)
    (example,) = examples_of(program).examples
    tests = [triples.Tested(example, judge_inputs(example, example.inputs, theory_of(program), Engines(), "t"))] * 2
    for refuses, kinds in ((2, ["unmet-requires"]), (1, []), (0, [])):
        scores = [score(specification, "contingent")], [score(specification, "contingent", refuses, required=True)]
        assert [each.kind for each in clause_findings(specification, *scores, tests)] == kinds


def test_a_precondition_is_not_blamed_for_refusing_what_is_labelled_invalid() -> None:
    specification, program = read("method Half(n: int) returns (r: int) requires n % 2 == 0 ensures 2 * r == n")
    example = Example(specification, {"n": 3}, {}, {}, (), "tests file", "a", None, invalid=True)
    tests = [triples.Tested(example, judge_inputs(example, example.inputs, theory_of(program), Engines(), "t"))]
    scores = requires_scores(specification, tests, program, Engines(), "")
    assert [score.refuses for score in scores] == [0]
    assert list(clause_findings(specification, (), scores, tests)) == []


def test_of_a_method_that_is_never_called_no_clause_has_a_proof() -> None:
    specification, _ = read(METHOD)
    (found,) = without_proofs([score(specification, "tautology")])
    assert (found.strength, found.engine, found.judged) == ("unknown", None, 5)
