"""What every verdict carries, what a decision costs, and what is tried beside the solver's questions."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from attrs import evolve

from specassay.core.deciding.solver import Answer
from specassay.core.encoding.encode import encode
from specassay.core.encoding.inputs import KINDS, TAG
from specassay.core.errors import Unsupported
from specassay.core.limits import SECONDS_PER_TASK
from specassay.core.synthesis import synthesise
from specassay.core.synthesis.engine import budget_is_spent
from specassay.core.synthesis.enumeration import small_inputs
from specassay.core.synthesis.synthesis_limits import LIMITS
from specassay.core.synthesis.synthesise import Synthesis
from specassay.core.synthesis.verdicts import STEPS_A_SECOND, Arguments, Core, Evidence, Observation, Oracle
from specassay.frontends.python import parse_contract

from .scripted import (
    BOTH,
    CONTRACT,
    FEW,
    FIRST,
    SAT,
    TIMEOUT,
    UNKNOWN,
    UNSAT,
    Asked,
    Script,
    Solver,
    blind,
    enumerate_at_most,
    evaluated,
    ints,
    one_of,
    only_by_script,
    within,
)

SECOND = frozenset({1})
TWO = parse_contract("assert x != 3\nassert y < 3\n", name="f", parameters=["x", "y"])
PROVED = one_of(({"encoding": "lean"}, UNSAT), ({"encoding": "full", "kind": "proof"}, UNSAT))


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    only_by_script(monkeypatch)


def subject_of(
    script: Script, oracle: Oracle | None = None, contract: Any = CONTRACT, **more: Any
) -> tuple[Synthesis, Solver]:
    solver = Solver(script)
    return Synthesis(contract, "z3", solver.open, oracle or evaluated(contract), **{"effort": 20, **more}), solver


class Logged:
    """An oracle that keeps what it is asked."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle, self.asked = oracle, list[Arguments]()

    def __call__(self, arguments: Arguments) -> Observation | None:
        self.asked.append(arguments)
        return self.oracle(arguments)


# --- what a verdict carries


def refuted(asked: Asked) -> Answer:
    return Answer(UNSAT, core=(0,))


ENDS: Mapping[str, tuple[Script, Oracle | None, str]] = {
    "test": (lambda asked: Answer(SAT, ints(40, 2)), None, "violating"),
    "proof": (PROVED, None, "infeasible"),
    "within bounds": (within(), None, "infeasible"),
    "left open": (lambda asked: Answer(TIMEOUT), None, "unknown"),
    "no input at all": (lambda asked: Answer(UNSAT), blind, "unknown"),
    "not replayed": (lambda asked: Answer(SAT, ints(1, 1)), None, "unknown"),
    "empty bounds": (within(({"held": SECOND, "violated": frozenset()}, Answer(UNSAT)), core=(1,)), None, "unknown"),
    "full left open": (one_of(({"encoding": "lean"}, UNSAT), ({"kind": "proof"}, SAT), ({}, UNKNOWN)), None, "unknown"),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_verdict_names_its_target_and_the_solver(end: str) -> None:
    script, oracle, outcome = ENDS[end]
    found = subject_of(script, oracle)[0].decide(FIRST)
    assert (found.outcome, found.target, found.solver) == (outcome, FIRST, "z3")
    assert [check.solver for check in found.checks] == ["z3"]
    assert found.reason.startswith("z3: ") is (outcome == "unknown")


def test_a_refuted_proof_names_its_target_and_each_is_counted() -> None:
    subject, _ = subject_of(refuted)
    subject.observe({"xs": [9]})
    for count, target in enumerate((FIRST, BOTH), 1):
        found = subject.decide(target)
        assert (found.outcome, found.target, found.solver) == ("unknown", target, "z3")
        assert subject.contradictions == count


def test_the_core_of_a_proof_is_written_out_in_the_order_of_the_contract() -> None:
    def script(asked: Asked) -> Answer:
        return Answer(UNSAT if 0 in asked.held and 2 in asked.violated else SAT, core=(0, 2))

    found = subject_of(script, contract=FEW)[0].decide(frozenset({1, 2}))
    assert found.core == ("clause 0 holds: isinstance(n, int)", "clause 2 violated: n < 9")
    assert found.literals == Core(frozenset({2}), frozenset({0}))


def test_the_core_of_what_is_bounded_ends_with_the_bounds() -> None:
    found = subject_of(within())[0].decide(FIRST)
    assert found.core == ("clause 0 violated: sum(xs) < 9", "clause 1 holds: len(xs) > 1", "within bounds")
    assert found.universe == "plain"


def test_a_derived_verdict_is_the_same_proof_for_another_target() -> None:
    subject, _ = subject_of(lambda asked: Answer(UNSAT if 0 in asked.violated else SAT, core=(0,)), contract=FEW)
    first, derived = subject.decide(FIRST), subject.decide(frozenset({0, 2}))
    assert derived.target == {0, 2}
    assert (derived.core, derived.literals, derived.universe) == (first.core, first.literals, first.universe)


def test_an_input_beyond_the_ranks_of_the_texts_is_found_in_the_native_encoding() -> None:
    at_last = {"encoding": "native", "kind": "model"}
    script = one_of((at_last, SAT), ({"kind": "proof"}, SAT), ({}, UNSAT))

    def with_model(asked: Asked) -> Answer:
        answer = script(asked)
        return Answer(SAT, ints(40, 2)) if answer.outcome is SAT else answer

    found = subject_of(with_model)[0].decide(FIRST)
    assert (found.outcome, found.target, found.checks[0].outcome) == ("violating", FIRST, SAT)
    assert evaluated(CONTRACT)(found.arguments or {}) == Observation(FIRST, {0: "false"})


def test_the_theory_of_texts_waits_until_every_set_has_been_asked_about() -> None:
    asked: list[str] = []

    def script(query: Asked) -> Answer:
        asked.append(query.encoding)
        return Answer(SAT if query.kind == "proof" else UNSAT, core=(0,))

    contract = parse_contract("assert x != 'a'\nassert y != 'b'\n", name="f", parameters=["x", "y"])
    subject, _ = subject_of(script, blind, contract)
    subject.quick = True
    assert subject.decide(FIRST).is_open
    assert "native" not in asked
    assert subject.goes_on()
    subject.ask_again(5.0)
    subject.decide(FIRST)
    assert "native" in asked


@pytest.mark.parametrize("kind", ["model", "within"])
def test_what_the_native_encoding_leaves_open_is_unknown_for_its_target(kind: str) -> None:
    script = one_of(({"encoding": "native", "kind": kind}, UNKNOWN), ({"kind": "proof"}, SAT), ({}, UNSAT))
    found = subject_of(script)[0].decide(BOTH)
    assert (found.outcome, found.target, found.reason) == ("unknown", BOTH, "z3: as told")


def test_models_of_other_sets_show_that_the_bounds_are_not_empty() -> None:
    """Nothing is found when the bounds are examined; the models before have shown what lies within them."""
    models = iter([ints(1, 1), ints(9)])

    def script(asked: Asked) -> Answer:
        if asked.kind == "proof" or (asked.kind == "within" and asked.violated | asked.held != BOTH):
            return Answer(SAT)
        if asked.encoding == "native" and asked.kind == "model" and (model := next(models, None)):
            return Answer(SAT, model)
        return Answer(UNSAT, core=(0, 1))

    found = subject_of(script)[0].decide(FIRST)
    assert (found.outcome, found.bounded, found.reason) == ("infeasible", True, "")


def test_only_the_first_encoding_takes_floats_for_multiples_of_an_eighth(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proof may rest on that, nor on fewer kinds of values."""
    made: list[Any] = []

    def spy(contract: Any, kinds: tuple[str, ...], witnesses: bool, *, grid: bool, **more: Any) -> Any:
        made.append((kinds == KINDS, witnesses, grid))
        return encode(contract, kinds, witnesses, grid=grid, **more)

    monkeypatch.setattr(synthesise, "encode", spy)
    subject, solver = subject_of(PROVED)
    opened = [subject.lean(), subject.full(), subject.unbounded(), subject.native()]
    assert made == [(False, False, True), (True, False, False), (True, True, False), (True, True, False)]
    assert [subject.lean(), subject.full(), subject.unbounded(), subject.native()] == opened
    assert len(solver.sessions) == 4


def test_an_input_that_only_the_full_encoding_has_is_the_test_of_its_target() -> None:
    def script(asked: Asked) -> Answer:
        full = asked.encoding == "full" and asked.kind == "model"
        return Answer(SAT, ints(40, 2)) if full else Answer(UNSAT if asked.encoding == "lean" else TIMEOUT)

    found = subject_of(script)[0].decide(FIRST)
    assert (found.outcome, found.target) == ("violating", FIRST)
    assert evaluated(CONTRACT)(found.arguments or {}) == Observation(FIRST, {0: "false"})


def test_a_proof_may_need_facts_about_floats_that_a_model_has_brought_up() -> None:
    contract = parse_contract("assert x < 0.3\nassert x < 9\n", name="f", parameters=["x"])
    told: list[Asked] = []
    model = {"x.tag": TAG["float"], "x.float": Fraction(1, 3)}

    def script(asked: Asked) -> Answer:
        told.append(asked)
        first = [each.kind for each in told if each.encoding == "full"].count(asked.kind) == 1
        return Answer(SAT, model) if asked.encoding == "full" and first else Answer(UNSAT, core=(0, 1))

    found = subject_of(script, blind, contract)[0].decide(FIRST)
    assert (found.outcome, found.bounded, found.target) == ("infeasible", False, FIRST)
    assert {each.encoding for each in told} == {"lean", "full"}


# --- why models did not replay


def test_what_is_satisfiable_only_where_something_is_not_followed_is_named() -> None:
    text = "assert x > 0\nassert list(range(0, x, x))\n"
    contract = parse_contract(text, name="f", parameters=["x"])
    script = one_of(({"kind": "proof"}, SAT), ({"kind": "within"}, SAT), ({}, UNSAT))
    found = subject_of(script, contract=contract)[0].decide(FIRST)
    assert (found.outcome, found.target, found.checks[0].outcome) == ("unknown", FIRST, UNKNOWN)
    assert found.reason == "z3: not followed: range with an unknown step"


def test_every_clause_of_which_the_models_are_wrong_is_named() -> None:
    found = subject_of(lambda asked: Answer(SAT, ints(1, 1)))[0].decide(BOTH)
    assert found.reason == f"z3: {LIMITS.models} models did not replay: Python disagrees on clauses 0, 1"


def test_a_clause_that_the_model_has_right_is_not_named() -> None:
    found = subject_of(lambda asked: Answer(SAT, ints(5, 5)))[0].decide(BOTH)
    assert found.reason == f"z3: {LIMITS.models} models did not replay: Python disagrees on clauses 1"


def test_each_construct_that_is_not_followed_is_named_once() -> None:
    text = "assert x > 0\nassert list(range(0, x, x)) and list(range(1, x, x))\nassert list(range(3, x, x))\n"
    contract = parse_contract(text, name="f", parameters=["x"])
    script: Script = lambda asked: Answer(SAT, {"x.tag": TAG["int"], "x.int": 5})  # noqa: E731
    found = subject_of(script, lambda _: Observation(FIRST, {}), contract)[0].decide(frozenset({1, 2}))
    assert found.reason.count("not followed: range with an unknown step") == 1


def test_a_clause_that_is_not_read_is_named_by_its_problem() -> None:
    text = "assert x > 0\nassert (yield x)\n"
    contract = parse_contract(text, name="f", parameters=["x"])
    (problem,) = contract.clauses[1].problems
    found = subject_of(lambda asked: Answer(SAT), lambda _: Observation(FIRST, {}), contract)[0].decide(SECOND)
    assert str(problem) in found.reason


# --- models


def test_a_model_of_no_value_is_excluded_and_the_next_one_taken() -> None:
    models = iter([{**ints(), "xs.len": -1}, ints(40, 2)])
    subject, solver = subject_of(lambda asked: Answer(SAT, next(models)))
    found = subject.decide(FIRST)
    assert (found.outcome, subject.repairs) == ("violating", 1)
    (session,) = solver.sessions
    assert len(session.added) == len(subject.lean().encoding.facts) + 1


def test_a_model_that_is_another_test_is_kept_for_its_own_target() -> None:
    """[9] violates both clauses. The model for the first alone comes next."""
    models = iter([ints(9), ints(40, 2)])
    subject, _ = subject_of(lambda asked: Answer(SAT, next(models)))
    assert subject.decide(FIRST).outcome == "violating"
    assert set(subject.evidence.known) == {FIRST, BOTH}


def test_a_test_is_shrunk_with_the_effort_that_is_given() -> None:
    oracle = Logged(evaluated(CONTRACT))
    found = subject_of(lambda asked: Answer(SAT, ints(700, 700)), oracle, effort=400)[0].decide(FIRST)
    assert sum((found.arguments or {})["xs"]) == 9
    little = Logged(evaluated(CONTRACT))
    subject_of(lambda asked: Answer(SAT, ints(700, 700)), little, effort=5)[0].decide(FIRST)
    assert len(little.asked) <= 6 < len(oracle.asked)


@pytest.mark.parametrize(("left", "shrunk"), [(0.5, True), (0.0, False)])
def test_a_test_is_shrunk_while_there_is_time(left: float, shrunk: bool) -> None:
    remaining = [30.0]

    def oracle(arguments: Arguments) -> Observation | None:
        remaining[0] = left
        return evaluated(CONTRACT)(arguments)

    subject, _ = subject_of(
        lambda asked: Answer(SAT, ints(700, 700)), oracle, remaining=lambda: remaining[0], effort=400
    )
    found = subject.decide(FIRST)
    assert found.outcome == "violating"
    assert ((found.arguments or {})["xs"] != [700, 700]) is shrunk


def test_what_was_observed_before_is_shrunk_from_the_model_and_only_once() -> None:
    oracle = Logged(evaluated(CONTRACT))
    subject, _ = subject_of(lambda asked: Answer(SAT, ints(50, 50)), oracle, effort=400)
    subject.observe({"xs": [700, 700, 700]})
    first = subject.decide(FIRST)
    assert sum((first.arguments or {})["xs"]) == 9
    before = len(oracle.asked)
    assert subject.decide(FIRST).arguments == first.arguments
    assert len(oracle.asked) == before + 1


# --- time


def test_the_budget_is_spent_by_all_questions_together() -> None:
    """Four questions of half a second in a budget of a second and a half: the fourth is not asked."""

    def script(asked: Asked) -> Answer:
        return Answer(SAT, ints(1, 1), cpu_seconds=0.5, work=0.5)

    # Contracts that are encoded for the first time end in the middle of that where the budget does.
    subject_of(lambda asked: Answer(SAT, ints(1, 1)))[0].decide(FIRST)
    subject, solver = subject_of(script, budget=1.5)
    found = subject.decide(FIRST)
    assert (found.outcome, found.reason) == ("unknown", f"z3: {budget_is_spent(SECONDS_PER_TASK)}")
    assert len(solver.asked) == 3
    assert (found.checks[0].outcome, found.checks[0].origin, found.checks[0].seconds) == (TIMEOUT, "asked", 1.5)
    again = subject.decide(BOTH)
    assert (again.outcome, again.target, again.reason) == ("unknown", BOTH, f"z3: {budget_is_spent(SECONDS_PER_TASK)}")
    assert [(check.outcome, check.origin, check.seconds) for check in again.checks] == [(TIMEOUT, "not asked", 0.0)]
    assert len(solver.asked) == 3
    assert subject.solve_seconds == 1.5


def test_a_second_decision_costs_what_its_own_questions_cost() -> None:
    subject, _ = subject_of(lambda asked: Answer(SAT, ints(40, 2) if 1 in asked.held else ints(9), cpu_seconds=0.25))
    assert [subject.decide(each).checks[0].seconds for each in (FIRST, BOTH)] == [0.25, 0.25]
    assert subject.solve_seconds == 0.5


def test_the_time_of_the_task_ends_the_questions_too() -> None:
    subject, solver = subject_of(PROVED, remaining=lambda: 0.0)
    found = subject.decide(FIRST)
    assert (found.outcome, found.reason, solver.asked) == ("unknown", f"z3: {budget_is_spent(SECONDS_PER_TASK)}", [])


def test_a_question_may_take_so_many_seconds_and_later_others() -> None:
    subject, solver = subject_of(lambda asked: Answer(TIMEOUT), seconds_per_check=2.5)
    subject.decide(FIRST)
    subject.ask_again(7.0)
    subject.decide(FIRST)
    # What has no answer is asked about values of any size, too, in a session of its own.
    assert [session.limits for session in solver.sessions] == [[2.5, 7.0], [2.5, 7.0]]
    assert subject.timeouts == 4


def proved_in(work: float) -> Script:
    return lambda asked: evolve(PROVED(asked), work=work)


def test_a_core_is_confirmed_in_less_time_than_a_question_may_take_and_not_much_more_than_the_proof_took() -> None:
    for seconds, proof, limit in ((5.0, 1.0, 0.3), (0.1, 1.0, 0.1), (5.0, 0.02, 0.2), (5.0, 0.0, 0.05)):
        subject, solver = subject_of(proved_in(proof), seconds_per_check=seconds)
        subject.decide(FIRST)
        limits = solver.sessions[1].limits
        assert limits[0] == seconds
        assert set(limits[1:]) == {limit}


def test_the_sessions_are_closed_and_opened_anew_when_something_is_asked_again() -> None:
    subject, solver = subject_of(
        lambda asked: Answer(SAT, ints(40, 2)),
    )
    solver.order = ("lean", "lean")
    subject.decide(FIRST)
    subject.close()
    subject.close()
    assert [session.closed for session in solver.sessions] == [1]
    assert subject.decide(FIRST).outcome == "violating"
    assert len(solver.sessions) == 2


def test_a_session_holds_the_facts_of_its_encoding_and_encoding_takes_time() -> None:
    subject, solver = subject_of(PROVED)
    subject.decide(FIRST)
    for session, query in zip(solver.sessions, (subject.lean(), subject.full()), strict=True):
        assert session.added == list(query.encoding.facts)
    assert subject.encode_seconds > 0


def test_what_cannot_be_encoded_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Any] = []

    def too_large(*_: Any, **__: Any) -> None:
        tried.append(1)
        raise Unsupported("more than 50,000 conditions")

    monkeypatch.setattr(synthesise, "encode", too_large)
    subject, solver = subject_of(PROVED)
    reasons = {subject.decide(target).reason for target in (FIRST, BOTH)}
    assert reasons == {"z3: not encoded: more than 50,000 conditions"}
    assert (tried, solver.sessions) == ([1], [])


# --- cores


def chain_of(clauses: int) -> Any:
    return parse_contract("".join(f"assert n != {i}\n" for i in range(clauses)), name="f", parameters=["n"])


@pytest.mark.parametrize(
    ("clauses", "irreducible"), [(LIMITS.minimised_core, True), (LIMITS.minimised_core + 1, False)]
)
def test_a_core_is_minimised_up_to_a_size(clauses: int, irreducible: bool) -> None:
    def script(asked: Asked) -> Answer:
        return Answer(UNSAT if {0} <= asked.violated else SAT, core=tuple(range(clauses)))

    found = subject_of(script, contract=chain_of(clauses))[0].decide(FIRST)
    assert found.literals == Core(FIRST, frozenset() if irreducible else frozenset(range(1, clauses)))


def test_a_core_of_a_proof_is_one_without_the_bounds() -> None:
    """What is unsatisfiable within bounds only is no part of a proof."""

    def script(asked: Asked) -> Answer:
        whole = asked.violated | asked.held == {0, 1, 2}
        return Answer(UNSAT if whole or asked.bounded else SAT, {"n.tag": TAG["int"], "n.int": 7}, core=(0,))

    found = subject_of(script, contract=FEW)[0].decide(FIRST)
    assert (found.bounded, found.literals) == (False, Core(FIRST, frozenset({1, 2})))


def test_assumptions_beyond_the_clauses_are_no_part_of_a_core() -> None:
    subject, _ = subject_of(lambda asked: Answer(UNSAT if 0 in asked.violated else SAT, core=(0, 2, 3, 17)))
    assert subject.decide(FIRST).literals == Core(FIRST, frozenset())


# --- small inputs


SIZES = encode(CONTRACT, KINDS, True).bounds.sizes()


def test_only_inputs_inside_the_bounds_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of which no more differs than what is shown, and of no more than 16 elements."""
    enumerate_at_most(monkeypatch, 400)
    oracle = Logged(lambda arguments: Observation(frozenset(), {}))
    subject_of(within(), oracle)[0].decide(FIRST)
    lists = [each["xs"] for each in oracle.asked if type(each["xs"]) is list]
    assert max(map(len, lists)) > 2
    assert all(repr(items[2:]) == repr(items[2:3] * (len(items) - 2)) for items in lists)


def test_small_inputs_are_observed_once_for_a_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    enumerate_at_most(monkeypatch, 37)
    monkeypatch.setattr(synthesise, "is_inside", lambda *_: True)
    oracle, evidence = Logged(lambda arguments: Observation(frozenset(), {})), Evidence()
    for _ in range(2):
        subject_of(within(), oracle, evidence=evidence)[0].decide(FIRST)
    expected = [repr(each) for each in islice(small_inputs(CONTRACT, sizes=SIZES), 37)]
    assert [repr(each) for each in oracle.asked if repr(each) in expected][:37] == expected
    assert len(oracle.asked) < 60


def test_small_inputs_stand_beside_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    enumerate_at_most(monkeypatch, 60)
    oracle = Logged(lambda arguments: Observation(BOTH, {}))
    subject, _ = subject_of(lambda asked: Answer(UNSAT if asked.kind != "proof" else SAT, core=(0, 1)), oracle, TWO)
    subject.observe({"x": "here", "y": "there"})
    subject.decide(FIRST)
    assert {"x": "here", "y": 3} in oracle.asked
    assert {"x": 3, "y": "there"} in oracle.asked


def test_small_inputs_come_to_an_end_where_none_is_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Arguments] = []

    def outside(_: object, arguments: Arguments) -> bool:
        made.append(arguments)
        return False

    enumerate_at_most(monkeypatch, 400, 50)
    monkeypatch.setattr(synthesise, "is_inside", outside)
    oracle = Logged(lambda arguments: Observation(frozenset(), {}))
    subject_of(within(), oracle, evidence=Evidence())[0].decide(FIRST)
    assert len(made) == 50


@pytest.mark.parametrize(("remaining", "count"), [(60.0, 5), (0.6, 3)])
def test_small_inputs_take_no_more_steps_and_no_more_time_than_there_are(
    remaining: float, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    enumerate_at_most(monkeypatch, 3_000)
    monkeypatch.setattr(synthesise, "is_inside", lambda *_: True)
    expected = [repr(each) for each in islice(small_inputs(CONTRACT, sizes=SIZES), 40)]
    evidence, left = Evidence(), [remaining]

    def slow(arguments: Arguments) -> Observation | None:
        evidence.steps += STEPS_A_SECOND // 4
        left[0] -= 0.25
        return Observation(frozenset(), {})

    oracle = Logged(slow)
    subject_of(within(), oracle, remaining=lambda: left[0], evidence=evidence)[0].decide(FIRST)
    tried = [repr(each) for each in oracle.asked]
    start = next(place for place in range(len(tried)) if tried[place : place + 3] == expected[:3])
    assert tried[start : start + count] == expected[:count]
    assert tried[start + count : start + count + 1] != expected[count : count + 1]


def test_an_input_that_is_seen_while_a_derived_verdict_is_examined_is_a_test() -> None:
    """Within the bounds clause 0 is violated only where clause 2 is, too. The first input that violates clause 1 shows
    that this is no reason for the second target."""
    models = {1: 4, 2: 5, 3: 6}
    sets = {4: frozenset[int](), 5: frozenset({0, 2}), 6: BOTH}

    def script(asked: Asked) -> Answer:
        if asked.kind != "proof" and 0 in asked.violated and 2 in asked.held:
            return Answer(UNSAT, core=(0, 1, 2))
        model = models[3 if asked.violated == SECOND else 2 if 0 in asked.violated else 1]
        return Answer(SAT, {"n.tag": TAG["int"], "n.int": model})

    subject, _ = subject_of(script, lambda arguments: Observation(sets[arguments["n"]], {}), FEW)
    assert subject.decide(FIRST).bounded
    found = subject.decide(BOTH)
    assert (found.outcome, found.target, found.arguments, found.solver) == ("violating", BOTH, {"n": 6}, "search")
    assert [(check.outcome, check.origin) for check in found.checks] == [(UNKNOWN, "not asked")]
