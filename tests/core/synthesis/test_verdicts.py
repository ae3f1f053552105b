"""Sets of clauses, their order and their names; cores and what they match."""

from itertools import chain, combinations

import pytest
from attrs import evolve

from specassay.core.deciding.solver import Outcome
from specassay.core.encoding.bounds import Bounds
from specassay.core.synthesis.verdicts import (
    NOTHING,
    Core,
    Evidence,
    Observation,
    SolverCheck,
    Verdict,
    named,
    targets,
    withdrawn,
)


@pytest.mark.parametrize("clauses", range(6))
def test_the_targets_are_all_sets_but_the_empty_one_small_ones_first(clauses: int) -> None:
    found = list(targets(clauses))
    every = chain.from_iterable(combinations(range(clauses), size) for size in range(1, clauses + 1))
    assert set(found) == set(map(frozenset, every))
    assert len(found) == 2**clauses - 1
    assert list(map(len, found)) == sorted(map(len, found))


def test_single_clauses_and_pairs_come_in_the_order_of_the_contract() -> None:
    assert [sorted(target) for target in targets(3)] == [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]


@pytest.mark.parametrize(("most", "count"), [(0, 0), (1, 1), (3, 3), (4, 4), (7, 7), (8, 7), (None, 7)])
def test_so_many_targets_at_most_and_those_that_come_first(most: int | None, count: int) -> None:
    assert list(targets(3, most)) == list(targets(3))[:count]


def test_of_forty_clauses_the_first_targets_are_there_at_once() -> None:
    assert [sorted(target) for target in targets(40, 41)][-2:] == [[39], [0, 1]]


@pytest.mark.parametrize(
    ("clauses", "text"), [(set(), "{}"), ({3}, "{3}"), ({10, 2}, "{2, 10}"), ({0, 1, 2}, "{0, 1, 2}")]
)
def test_a_set_is_written_in_order(clauses: set[int], text: str) -> None:
    assert named(frozenset(clauses)) == text


@pytest.mark.parametrize("clauses", [set(), {0}, {0, 2}, {1}, {0, 1}])
def test_a_core_matches_where_every_literal_is_true(clauses: set[int]) -> None:
    violated = frozenset(clauses)
    core = Core(violated=frozenset({0}), held=frozenset({1}))
    assert core.matches(violated) is (0 in violated and 1 not in violated)
    assert NOTHING.matches(violated)


def test_only_false_clauses_are_counted_as_false() -> None:
    assert Observation(frozenset({0, 1, 2}), {0: "false", 1: "raises", 2: "false"}).false_count() == 2
    assert Observation(frozenset({1}), {1: "raises"}).false_count() == 0


def test_without_bounds_a_verdict_of_infeasibility_is_closed() -> None:
    proof = Verdict(frozenset({0}), "infeasible", "z3", core=("clause 0 violated: x",), literals=NOTHING)
    assert (proof.bounded, proof.is_open) == (False, False)
    assert not Verdict(frozenset({0}), "violating", "z3", {"x": 1}).is_open
    assert Verdict(frozenset({0}), "unknown", "z3", reason="z3: timeout").is_open


def observed(*violated: int) -> Observation:
    return Observation(frozenset(violated), dict.fromkeys(violated, "false"))


def test_a_core_with_further_literals_has_all_of_them() -> None:
    core = Core(frozenset({0}), frozenset({1})).together(frozenset({2}), frozenset({3}))
    assert core == Core(frozenset({0, 2}), frozenset({1, 3}))
    assert NOTHING.together(frozenset(), frozenset()) == NOTHING


def test_the_first_input_that_violates_a_set_is_known_and_one_that_violates_nothing_only_counts() -> None:
    evidence = Evidence()
    for number, seen in enumerate((observed(1), observed(), observed(1), None, observed(0, 1))):
        evidence.note({"n": number}, seen)
    assert evidence.known == {frozenset({1}): {"n": 0}, frozenset({0, 1}): {"n": 4}}
    assert evidence.realised == {frozenset(), frozenset({1}), frozenset({0, 1})}


def test_an_input_that_makes_every_literal_of_a_core_true_refutes_it() -> None:
    evidence = Evidence()
    evidence.note({"n": 1}, observed(1))
    assert evidence.counterexample(Core(frozenset({1}), frozenset({0}))) == frozenset({1})
    assert evidence.counterexample(Core(frozenset({0}), frozenset())) is None
    assert evidence.counterexample(None) is None
    assert evidence.counterexample(Core(frozenset(), frozenset({1}))) is None
    evidence.note({"n": 2}, observed())
    assert evidence.counterexample(Core(frozenset(), frozenset({1}))) == frozenset()


PROOF = Verdict(
    frozenset({1}),
    "infeasible",
    "z3",
    literals=Core(frozenset({1}), frozenset({0})),
    core=("1",),
    universe="plain",
    checks=(SolverCheck("z3", Outcome.UNSAT, 0.5),),
)


def test_a_proof_that_an_observed_input_contradicts_is_withdrawn() -> None:
    evidence = Evidence()
    assert withdrawn(PROOF, evidence) is None
    evidence.note({"n": 3}, observed(1, 2))
    reason = "z3: the proof is wrong: an input violates {1, 2} exactly"
    assert withdrawn(PROOF, evidence) == Verdict(PROOF.target, "unknown", "z3", checks=PROOF.checks, reason=reason)


def test_what_was_not_found_within_bounds_is_withdrawn_for_another_reason() -> None:
    evidence = Evidence()
    evidence.note({"n": 3}, observed(1))
    found = withdrawn(evolve(PROOF, bounds=Bounds()), evidence)
    assert found is not None
    assert found.reason == "z3: the bounds are too narrow: an input violates {1} exactly"
    assert (found.outcome, found.bounded) == ("unknown", False)


def test_a_verdict_that_is_no_proof_stands() -> None:
    evidence = Evidence()
    evidence.note({"n": 3}, observed(1))
    for verdict in (evolve(PROOF, outcome="unknown"), evolve(PROOF, outcome="violating"), evolve(PROOF, literals=None)):
        assert withdrawn(verdict, evidence) is None
