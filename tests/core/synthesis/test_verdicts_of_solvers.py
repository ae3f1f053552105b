"""One verdict from those of several solvers."""

from typing import Literal

import pytest
from attrs import evolve

from specassay.core.deciding.solver import Outcome
from specassay.core.encoding.bounds import Bounds
from specassay.core.synthesis.verdicts import (
    Core,
    Evidence,
    Observation,
    SolverCheck,
    Verdict,
    best_of,
    disagree,
    is_spent,
    together,
    withdrawn,
)

FIRST, BOTH = frozenset({0}), frozenset({0, 1})
SAT, UNSAT, UNKNOWN, TIMEOUT, ERROR = Outcome
BOUNDS = Bounds({}, ())


def said(
    outcome: Literal["violating", "infeasible", "unknown"],
    solver: str,
    bounds: Bounds | None = None,
    answer: Outcome = UNKNOWN,
) -> Verdict:
    check = SolverCheck(solver, answer, 1.0)
    return Verdict(FIRST, outcome, solver, bounds=bounds, checks=(check,))


TEST, PROOF, OPEN = said("violating", "a"), said("infeasible", "b"), said("unknown", "c")
NONE_FOUND = said("infeasible", "d", BOUNDS)


@pytest.mark.parametrize("turn", [1, -1])
def test_a_test_is_more_than_a_proof_than_nothing_found_than_unknown(turn: int) -> None:
    order = [TEST, PROOF, NONE_FOUND, OPEN]
    for place, best in enumerate(order):
        found = best_of(order[place:][::turn])
        assert (found.outcome, found.bounded, found.solver) == (best.outcome, best.bounded, best.solver)


def test_all_who_say_the_same_are_named_and_all_checks_are_kept() -> None:
    other = evolve(PROOF, solver="e", checks=(SolverCheck("e", UNSAT, 2.0),))
    found = best_of([PROOF, NONE_FOUND, other])
    assert found.solver == "b+e"
    assert found.checks == (*PROOF.checks, *NONE_FOUND.checks, *other.checks)
    assert best_of([NONE_FOUND, OPEN]).solver == "d"


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([SAT, UNSAT], True),
        ([UNSAT, UNKNOWN, SAT], True),
        ([SAT, SAT], False),
        ([UNSAT, UNSAT], False),
        ([SAT, TIMEOUT], False),
        ([UNSAT, ERROR], False),
        ([], False),
    ],
)
def test_a_model_and_a_proof_disagree(outcomes: list[Outcome], expected: bool) -> None:
    assert disagree([SolverCheck(str(number), each, 0.0) for number, each in enumerate(outcomes)]) is expected


ASKED, AGAIN = SolverCheck("a", TIMEOUT, 1.0), SolverCheck("a", SAT, 2.0)
DERIVED, SILENT = SolverCheck("a", UNSAT, 0.0, "derived"), SolverCheck("a", UNKNOWN, 0.0, "not asked")


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (None, AGAIN, AGAIN),
        (SILENT, AGAIN, AGAIN),
        (DERIVED, AGAIN, AGAIN),
        (ASKED, AGAIN, SolverCheck("a", SAT, 3.0)),
        (ASKED, SILENT, ASKED),
        (ASKED, DERIVED, SolverCheck("a", UNSAT, 1.0)),
        (None, SILENT, SILENT),
    ],
)
def test_two_answers_of_one_solver_are_the_last_with_the_time_of_both(
    before: SolverCheck | None, now: SolverCheck, expected: SolverCheck
) -> None:
    assert together(before, now) == expected


def test_spent_is_what_is_unknown_because_nobody_was_asked() -> None:
    assert is_spent(evolve(OPEN, checks=(SILENT, SILENT)))
    assert not is_spent(evolve(OPEN, checks=(SILENT, ASKED)))
    assert not is_spent(evolve(OPEN, checks=(DERIVED,)))
    assert not is_spent(evolve(TEST, checks=(SILENT,)))


def evidence_of(*sets: frozenset[int]) -> Evidence:
    evidence = Evidence()
    for violated in sets:
        evidence.note({"x": 1}, Observation(violated, dict.fromkeys(violated, "false")))
    return evidence


def test_a_proof_that_an_input_refutes_is_withdrawn() -> None:
    proof = evolve(PROOF, literals=Core(FIRST, frozenset({2})), core=("clause 0",), universe="plain")
    found = withdrawn(proof, evidence_of(frozenset(), BOTH))
    assert found == Verdict(
        FIRST, "unknown", "b", reason="b: the proof is wrong: an input violates {0, 1} exactly", checks=proof.checks
    )


def test_bounds_that_an_input_refutes_are_too_narrow() -> None:
    found = withdrawn(evolve(NONE_FOUND, literals=Core(FIRST, frozenset())), evidence_of(BOTH))
    assert found is not None
    assert (found.outcome, found.bounded) == ("unknown", False)
    assert found.reason == "d: the bounds are too narrow: an input violates {0, 1} exactly"


@pytest.mark.parametrize(
    "verdict",
    [
        PROOF,
        evolve(PROOF, literals=Core(FIRST, frozenset({1}))),
        evolve(OPEN, literals=Core(FIRST, frozenset())),
        evolve(TEST, literals=Core(FIRST, frozenset())),
    ],
)
def test_what_no_input_refutes_stands(verdict: Verdict) -> None:
    assert withdrawn(verdict, evidence_of(frozenset(), BOTH)) is None
