"""Verdicts on Hoare triples, with a solver that answers as told."""

import math
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest
from attrs import evolve

from specassay.core.deciding import triples as specification_testing
from specassay.core.deciding.clauses import Decision, Theory, combine, decide, valid
from specassay.core.deciding.deciding_limits import LIMITS
from specassay.core.deciding.engines import Engines, counted_engines
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.deciding.triples import Unknowns, find, judge
from specassay.core.errors import OutOfFuel
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import (
    UNBOUNDED,
    add,
    between,
    call,
    conj,
    disj,
    eq,
    exists,
    forall,
    ge,
    gt,
    implies,
    integer,
    lt,
    mul,
    op,
)
from specassay.core.ir.contracts import Function
from specassay.core.ir.sorts import BOOL, CHAR, INT, seq_of
from specassay.core.ir.terms import Binder, Term, free_variables, var
from specassay.core.ir.variables import Name

N, R = var("n", INT), var("r", INT)
FOUND = var("found", BOOL)
S = var("s", seq_of(INT))
UNSAT, SAT, UNKNOWN = (
    Answer(Outcome.UNSAT),
    Answer(Outcome.SAT),
    Answer(Outcome.UNKNOWN, message="incomplete"),
)
INDEX = Binder("i", INT)
SQUARE = mul(var("i", INT), var("i", INT))
OPEN = forall((INDEX,), ge(add(SQUARE, N), integer(0)), (UNBOUNDED,))
"""A term that the evaluator leaves open."""


class Told:
    """A backend that gives prepared answers, in order, and keeps what it was asked."""

    name = "told"

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[Term] = []
        self.functions: list[set[Name]] = []
        self.sessions = 0

    def version(self) -> str:
        return "1"

    def session(
        self, functions: Mapping[Name, Function] = MappingProxyType({}), datatypes: object = None, **_: object
    ) -> "Told":
        self.functions.append(set(functions))
        self.sessions += 1
        return self

    def add(self, *terms: Term) -> None:
        self.asked.extend(terms)

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        return self.answers.pop(0)

    def close(self) -> None:
        self.sessions -= 1


def deciding(term: Term, *answers: Answer, **values: Any) -> tuple[Decision, Told]:
    backend = Told(*answers)
    return decide(term, values, theory=Theory(), engines=Engines(backends=(backend,))), backend


@pytest.mark.parametrize(("value", "verdict"), [(3, "holds"), (4, "refuted")])
def test_the_evaluator_decides_first(value: int, verdict: str) -> None:
    decision, backend = deciding(eq(R, integer(3)), r=value)
    assert (decision.verdict, decision.engine) == (verdict, "evaluate")
    assert backend.asked == []


def test_an_undefined_clause_is_refuted_and_says_so() -> None:
    decision, _ = deciding(eq(op("seq.at", S, R), integer(1)), s=(1, 2), r=5)
    assert decision.verdict == "refuted"
    assert decision.undefined
    assert decision.reason.startswith("undefined: ")


def test_the_term_of_these_tests_is_left_open_by_the_evaluator() -> None:
    assert evaluate(OPEN, {"n": 5}).state == "unknown"


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        ((UNSAT,), "refuted"),
        ((SAT, UNSAT), "holds"),
        ((UNKNOWN, UNSAT), "holds"),
        ((SAT, SAT), "unknown"),
        ((UNKNOWN, UNKNOWN), "unknown"),
        ((SAT, Answer(Outcome.TIMEOUT)), "timeout"),
        ((Answer(Outcome.ERROR, message="broken"), SAT), "error"),
    ],
)
def test_a_solver_needs_a_proof_either_way(answers: tuple[Answer, ...], verdict: str) -> None:
    decision, backend = deciding(OPEN, *answers, n=5)
    assert (decision.verdict, decision.engine) == (verdict, "told")
    assert backend.sessions == 0
    assert all(not free_variables(term) for term in backend.asked)


def test_an_evaluation_that_takes_too_long_is_a_timeout() -> None:
    long = forall((INDEX,), ge(SQUARE, N), (between(integer(0), integer(10_000)),))
    assert decide(long, {"n": 0}, theory=Theory(), engines=Engines()).verdict == "holds"
    hurried = decide(long, {"n": 0}, theory=Theory(), engines=Engines(seconds=1e-9))
    assert (hurried.verdict, hurried.engine) == ("timeout", "evaluate")
    few = decide(long, {"n": 0}, theory=Theory(), engines=Engines(steps=100))
    assert (few.verdict, few.engine) == ("unknown", "evaluate")


def test_pieces_of_work_share_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    shares = Engines(deadline=160.0).shares(3)
    assert next(shares).deadline == 120.0
    clock[0] = 104.0  # the first needed less
    assert next(shares).deadline == 132.0
    clock[0] = 132.0  # the second needed all of its time
    assert next(shares).deadline == 160.0
    assert next(Engines().shares(2)).deadline == math.inf


def test_a_reason_names_the_limit_that_was_reached() -> None:
    """Of the whole work, of a part of it, or of the steps of one evaluation."""
    engines = counted_engines(8.0)
    part = engines.within(2.0, "repairs")
    assert engines.within(9.0, "repairs") == engines  # The limit of the whole comes first.
    assert engines.part(0.5).out_of_time == "the time limit of 8 s was reached"
    assert part.part(0.5).out_of_time == "the time limit of 2 s for repairs was reached"
    for who, steps in ((part, 10**9), (part, 1_500)):
        fuel = who.fuel(steps)
        why = part.out_of_time if fuel.rationed else "more than 1,500 steps"
        with pytest.raises(OutOfFuel, match=why):
            fuel.step(10**9)


def test_a_clause_does_not_take_the_time_of_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one needs more than a solver check takes, the second one nothing."""

    class Slow(Told):
        def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
            clock[0] += seconds
            return Answer(Outcome.TIMEOUT)

    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    engines = Engines(backends=(Slow(),), seconds=100.0, deadline=60.0)
    found = judge([OPEN, eq(N, integer(6))], {"n": 5}, theory=Theory(), engines=engines)
    assert [clause.verdict for clause in found.clauses] == ["timeout", "refuted"]
    assert found.verdict == "refuted"


def test_without_a_solver_what_is_open_stays_unknown() -> None:
    decision = decide(OPEN, {"n": 5}, theory=Theory(), engines=Engines())
    assert decision.verdict == "unknown"
    assert decision.reason


def test_a_solver_alone_is_asked_even_what_evaluation_could_tell() -> None:
    backend = Told(UNSAT)
    engines = Engines(use_evaluator=False, backends=(backend,))
    assert decide(eq(R, integer(3)), {"r": 3}, theory=Theory(), engines=engines) == Decision("refuted", "told")


def test_a_solver_is_asked_for_definedness_too() -> None:
    backend = Told(UNSAT)
    engines = Engines(use_evaluator=False, backends=(backend,))
    decide(eq(op("seq.at", S, R), integer(1)), {"s": (1,), "r": 5}, theory=Theory(), engines=engines)
    assert evaluate(backend.asked[0], {}).is_false


def test_a_solver_gets_the_functions_it_needs_and_no_others() -> None:
    function = Function("f", (Binder("n", INT),), BOOL, call("g", N, sort=BOOL))
    others: dict[Name, Function] = {
        "f": function,
        "g": Function("g", (Binder("n", INT),), BOOL, None),
        "h": Function("h", (Binder("n", INT),), BOOL, None),
    }
    backend = Told(SAT, SAT)
    engines = Engines(use_evaluator=False, backends=(backend,))
    decide(call("f", N, sort=BOOL), {"n": 1}, theory=Theory(others), engines=engines)
    assert backend.functions[0] == {"f", "g"}


def test_past_the_deadline_everything_is_a_timeout() -> None:
    engines = Engines(deadline=0.0)
    assert decide(eq(R, integer(3)), {"r": 3}, theory=Theory(), engines=engines).verdict == "timeout"


def test_the_clauses_to_blame_are_those_refuted_alone() -> None:
    clauses = [gt(R, integer(0)), lt(R, integer(5)), eq(R, integer(7))]
    judgement = judge(clauses, {"r": 6}, theory=Theory(), engines=Engines())
    assert judgement.verdict == "refuted"
    assert judgement.refuting == (1, 2)


@pytest.mark.parametrize(
    ("verdicts", "combined"),
    [
        ([], "holds"),
        (["holds", "holds"], "holds"),
        (["unknown", "refuted", "error"], "refuted"),
        (["holds", "unknown", "timeout"], "timeout"),
        (["timeout", "error"], "error"),
    ],
)
def test_a_conjunction_is_refuted_by_one_part_and_holds_by_all(verdicts: list[Any], combined: str) -> None:
    assert combine([Decision(verdict) for verdict in verdicts]) == combined


def test_an_unknown_output_may_have_any_value_that_fits() -> None:
    clauses = [implies(FOUND, eq(R, integer(3))), disj(FOUND, gt(integer(0), integer(1)))]
    unknown = (Binder("found", BOOL),)
    right = judge(clauses, {"r": 3}, Unknowns(unknown), theory=Theory(), engines=Engines())
    wrong = judge(clauses, {"r": 4}, Unknowns(unknown), theory=Theory(), engines=Engines())
    assert (right.verdict, dict(right.witness)) == ("holds", {"found": True})
    assert wrong.verdict == "refuted"


def test_what_no_clause_refuses_alone_may_be_refused_together() -> None:
    clauses = [FOUND, eq(FOUND, gt(R, integer(5)))]
    judgement = judge(clauses, {"r": 4}, Unknowns((Binder("found", BOOL),)), theory=Theory(), engines=Engines())
    assert judgement.verdict == "refuted"
    assert judgement.refuting == ()


def test_an_output_that_is_only_constrained_is_found_among_positions() -> None:
    position = var("p", INT)
    clauses = [ge(position, integer(0)), eq(op("seq.at", S, position), integer(9))]
    constraint = eq(op("seq.at", S, position), integer(9))
    judgement = judge(
        clauses, {"s": (8, 9, 1)}, Unknowns((Binder("p", INT),), (constraint,)), theory=Theory(), engines=Engines()
    )
    assert (judgement.verdict, dict(judgement.witness)) == ("holds", {"p": 1})


def test_a_solvers_witness_counts_when_evaluation_confirms_it() -> None:
    unknown = (Binder("p", INT),)
    clause = eq(mul(var("p", INT), var("p", INT)), integer(144))
    right = Told(Answer(Outcome.SAT, {"p": 12}))
    wrong = Told(Answer(Outcome.SAT, {"p": 13}), Answer(Outcome.SAT, {"p": 13}))
    judged = [
        judge([clause], {}, Unknowns(unknown), theory=Theory(), engines=Engines(backends=(backend,)))
        for backend in (right, wrong)
    ]
    assert [judgement.verdict for judgement in judged] == ["holds", "unknown"]
    assert dict(judged[0].witness) == {"p": 12}


def test_a_solver_refutes_what_no_value_satisfies() -> None:
    backend = Told(UNSAT, UNSAT)
    clause = eq(mul(var("p", INT), var("p", INT)), integer(3))
    judgement = judge(
        [clause], {}, Unknowns((Binder("p", INT),)), theory=Theory(), engines=Engines(backends=(backend,))
    )
    assert judgement.verdict == "refuted"
    assert judgement.refuting == (0,)


def test_strings_are_sequences_of_characters() -> None:
    text = var("t", seq_of(CHAR))
    clause = exists((INDEX,), conj(ge(var("i", INT), integer(0)), eq(op("seq.len", text), integer(2))), (UNBOUNDED,))
    assert decide(clause, {"t": ("a", "b")}, theory=Theory(), engines=Engines()).verdict != "refuted"


def test_the_next_solver_is_asked_when_one_does_not_know() -> None:
    first, second = Told(UNKNOWN, UNKNOWN), Told(UNSAT)
    engines = Engines(backends=(first, second))
    assert decide(OPEN, {"n": 5}, theory=Theory(), engines=engines).verdict == "refuted"
    assert first.answers == second.answers == []


@pytest.mark.parametrize(("model", "verdict"), [({"n": 4}, "refuted"), ({"n": 3}, "unknown"), ({}, "unknown")])
def test_a_counterexample_to_validity_counts_when_evaluation_confirms_it(model: dict[str, int], verdict: str) -> None:
    backend = Told(Answer(Outcome.SAT, model))
    engines = Engines(backends=(backend,))
    assert valid(lt(N, integer(4)), (gt(N, integer(0)),), theory=Theory(), engines=engines).verdict == verdict


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [(Outcome.UNKNOWN, "unknown"), (Outcome.TIMEOUT, "timeout"), (Outcome.ERROR, "error")],
)
def test_what_is_no_answer_proves_nothing(outcome: Outcome, verdict: str) -> None:
    """Neither that a clause is valid, nor that a value satisfies it or that none does."""
    engines = Engines(backends=(Told(Answer(outcome)),))
    assert valid(lt(N, integer(4)), (), theory=Theory(), engines=engines).verdict == verdict
    engines = Engines(backends=(Told(Answer(outcome)),))
    clause = eq(mul(var("p", INT), var("p", INT)), integer(144))
    decision, witness = find([clause], {}, (Binder("p", INT),), theory=Theory(), engines=engines)
    assert (decision.verdict, witness) == (verdict, {})


def test_a_counterexample_must_meet_every_premise() -> None:
    premises = (gt(N, integer(0)), gt(N, integer(10)))
    engines = Engines(backends=(Told(Answer(Outcome.SAT, {"n": 5})),))
    assert valid(lt(N, integer(4)), premises, theory=Theory(), engines=engines).verdict == "unknown"


def test_a_counterexample_gives_every_variable() -> None:
    """A disjunction is false of no half of a model, though its evaluation need not look at the other half."""
    engines = Engines(backends=(Told(Answer(Outcome.SAT, {"r": 0})),))
    term = conj(gt(R, integer(0)), gt(N, integer(0)))
    assert valid(term, (), theory=Theory(), engines=engines).verdict == "unknown"


UNENDING = Function("f", (Binder("n", INT),), BOOL, call("f", add(N, integer(1)), sort=BOOL))


def test_of_an_extreme_predicate_no_solver_is_asked() -> None:
    """Its equation has more solutions than the one that is meant."""
    least = evolve(UNENDING, extreme="least")
    backend = Told(UNSAT, UNSAT)
    engines = Engines(backends=(backend,), seconds=0.1)
    decision = decide(call("f", N, sort=BOOL), {"n": 1}, theory=Theory({"f": least}), engines=engines)
    assert (decision.verdict, backend.asked) == ("unknown", [])


def test_a_function_whose_values_are_missing_is_no_premise() -> None:
    missing = Function("g", (Binder("n", INT),), BOOL, None, missing=True)
    calls = conj(call("g", N, sort=BOOL), call("f", N, sort=BOOL))
    theory = Theory({"f": UNENDING, "g": missing})
    backend = Told(UNSAT)
    engines = Engines(backends=(backend,))
    proof = valid(lt(N, integer(4)), (calls, gt(N, integer(0))), theory=theory, engines=engines)
    assert proof.verdict == "holds"
    assert backend.functions == [set()]
    decision = decide(calls, {"n": 1}, theory=theory, engines=Engines(backends=(Told(UNSAT, UNSAT),), seconds=0.1))
    assert decision.verdict == "unknown"


def test_past_the_deadline_no_solver_is_asked() -> None:
    backend = Told(UNSAT)
    engines = Engines(backends=(backend,), deadline=0.0)
    assert valid(lt(N, integer(4)), (), theory=Theory(), engines=engines).verdict == "timeout"
    unknown = (Binder("p", INT),)
    decision, _ = find([gt(var("p", INT), integer(0))], {}, unknown, theory=Theory(), engines=engines)
    assert decision.verdict == "timeout"
    assert backend.asked == []


def test_a_witness_meets_the_constraints_of_the_test_too() -> None:
    clause, constraint = ge(var("p", INT), integer(0)), eq(var("p", INT), integer(-1))
    unknowns = Unknowns((Binder("p", INT),), (constraint,))
    backend = Told(Answer(Outcome.SAT, {"p": 0}), UNSAT, UNSAT)
    found = judge([clause], {}, unknowns, theory=Theory(), engines=Engines(backends=(backend,)))
    assert found.verdict == "unknown"
    backend = Told(UNSAT, UNSAT)
    found = judge([clause], {}, unknowns, theory=Theory(), engines=Engines(backends=(backend,)))
    assert (found.verdict, dict(found.witness)) == ("refuted", {})


def test_a_value_of_which_a_clause_is_not_known_excludes_nothing() -> None:
    """For both truth values the clause is open, so that they are no proof that there is none."""
    clause = conj(OPEN, eq(FOUND, FOUND))
    found = judge([clause], {"n": 5}, Unknowns((Binder("found", BOOL),)), theory=Theory(), engines=Engines())
    assert found.verdict == "unknown"


def test_the_next_solver_is_asked_for_a_witness_when_one_does_not_know() -> None:
    clause = eq(mul(var("p", INT), var("p", INT)), integer(144))
    first, second = Told(UNKNOWN), Told(Answer(Outcome.SAT, {"p": 12}))
    engines = Engines(backends=(first, second))
    decision, witness = find([clause], {}, (Binder("p", INT),), theory=Theory(), engines=engines)
    assert (decision.verdict, dict(witness)) == ("holds", {"p": 12})


def test_a_model_without_a_value_is_no_witness() -> None:
    clause = eq(mul(var("p", INT), var("p", INT)), integer(144))
    engines = Engines(backends=(Told(Answer(Outcome.SAT, {})),))
    decision, witness = find([clause], {}, (Binder("p", INT),), theory=Theory(), engines=engines)
    assert (decision.verdict, dict(witness)) == ("unknown", {})


def test_values_at_hand_do_not_take_the_time_of_the_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    def look() -> float:
        clock[0] += 1.0
        return clock[0]

    monkeypatch.setattr(time, "monotonic", look)
    backend = Told(Answer(Outcome.SAT, {"p": 12}))
    engines = Engines(backends=(backend,), seconds=5.0)
    clause = eq(mul(var("p", INT), var("p", INT)), integer(144))
    decision, _ = find([clause], {}, (Binder("p", INT),), theory=Theory(), engines=engines)
    assert backend.asked != []
    assert clock[0] < 60.0
    assert decision.engine == "told"


def test_too_many_combinations_of_finite_values_exclude_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(specification_testing, "LIMITS", evolve(LIMITS, combinations=3))
    names = [Binder("x", BOOL), Binder("y", BOOL)]
    clause = conj(*(var(binder.name, BOOL) for binder in names))
    engines = Engines()
    assert find([clause], {}, names, theory=Theory(), engines=engines)[0].verdict == "unknown"
    monkeypatch.setattr(specification_testing, "LIMITS", evolve(LIMITS, combinations=4))
    assert find([clause], {}, names, theory=Theory(), engines=engines)[0].verdict == "holds"
