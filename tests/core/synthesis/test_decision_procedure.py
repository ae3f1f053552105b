"""Every branch of the decision about one set of clauses, with a solver that says what the test tells it to say."""

from collections.abc import Mapping
from typing import Any

import pytest

from specassay.backends.solvers import registry
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.encoding.context import FOLLOWED, WITHIN_BOUNDS
from specassay.core.encoding.encode import encode
from specassay.core.encoding.inputs import KINDS, TAG
from specassay.core.encoding.renaming import compressed
from specassay.core.errors import Unsupported
from specassay.core.ir.build import eq
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import const, var
from specassay.core.synthesis import synthesise
from specassay.core.synthesis.synthesis_limits import LIMITS
from specassay.core.synthesis.synthesise import MANY_CLAUSES, Synthesis
from specassay.core.synthesis.verdicts import Arguments, Core, Evidence, Observation
from specassay.frontends.python import parse_contract

from .scripted import (
    BOTH,
    CONTRACT,
    ERROR,
    FEW,
    FIRST,
    SAT,
    TIMEOUT,
    UNKNOWN,
    UNSAT,
    Asked,
    Solver,
    blind,
    enumerate_at_most,
    evaluated,
    ints,
    one_of,
    only_by_script,
    synthesis,
    within,
)


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    only_by_script(monkeypatch)


# --- models


def test_a_model_that_the_oracle_confirms_is_a_test() -> None:
    found = synthesis(lambda asked: Answer(SAT, ints(40, 2), cpu_seconds=0.5)).decide(FIRST)
    assert (found.outcome, found.bounded) == ("violating", False)
    assert evaluated(CONTRACT)(found.arguments or {}) == Observation(FIRST, {0: "false"})
    (check,) = found.checks
    assert (check.outcome, check.origin, check.seconds) == (SAT, "asked", 0.5)


def test_a_model_that_is_no_input_for_the_target_is_asked_for_again_and_never_reported() -> None:
    solver = Solver(lambda asked: Answer(SAT, ints(1, 1)))
    subject = Synthesis(CONTRACT, "z3", solver.open, evaluated(CONTRACT))
    found = subject.decide(FIRST)
    assert (found.outcome, subject.repairs) == ("unknown", LIMITS.models)
    assert "8 models did not replay" in found.reason
    assert "clauses 0" in found.reason


def test_the_construct_that_is_not_followed_is_named() -> None:
    contract = parse_contract("assert x > 0\nassert list(range(0, x, x))\n", name="f", parameters=["x"])
    model = {"x.tag": TAG["int"], "x.int": 5}
    liar = synthesis(lambda asked: Answer(SAT, model), lambda _: Observation(FIRST, {}), contract)
    assert "not followed: range with an unknown step" in liar.decide(BOTH - FIRST).reason


def test_where_nothing_is_followed_no_model_is_said_to_have_been_tried() -> None:
    """Satisfiable within bounds, but on no input that is followed to the end; and no construct is to blame."""
    subject = synthesis(one_of(({"kind": "model"}, UNSAT), ({}, SAT)))
    found = subject.decide(FIRST)
    assert (found.outcome, subject.repairs) == ("unknown", 0)
    assert "did not replay" not in found.reason
    assert "covers no input within bounds" in found.reason


def test_where_all_that_is_followed_was_refuted_it_is_said_how_many_models_that_were() -> None:
    """Two models of the full encoding do not replay, and excluding them leaves none that is followed."""
    models = iter([Answer(SAT, ints(1, 1)), Answer(SAT, ints(2, 2))])

    def script(asked: Asked) -> Answer:
        if asked.kind != "model":
            return Answer(SAT, ints(1, 1))
        return next(models, Answer(UNSAT)) if asked.encoding == "full" else Answer(UNSAT)

    assert "2 models did not replay, and there is no other" in synthesis(script).decide(FIRST).reason


def test_an_input_that_the_oracle_does_not_know_is_not_excluded_from_proofs() -> None:
    solver = Solver(lambda asked: Answer(SAT, ints(40, 2)))
    subject = Synthesis(CONTRACT, "z3", solver.open, blind)
    assert subject.decide(FIRST).outcome == "unknown"
    blocks = solver.sessions[0].added[len(subject.lean().encoding.facts) :]
    assert len(blocks) == LIMITS.models
    session = registry.get("z3").session()
    try:
        session.add(*subject.lean().encoding.facts, *blocks)
        here = [eq(var(name, INT), const(value, INT)) for name, value in ints(40, 2).items()]
        assert session.check([*here, WITHIN_BOUNDS, FOLLOWED]).outcome is UNSAT
        assert {session.check([*here, *part]).outcome for part in ([], [WITHIN_BOUNDS], [FOLLOWED])} == {SAT}
    finally:
        session.close()


@pytest.mark.parametrize("outcome", [UNKNOWN, TIMEOUT, ERROR])
@pytest.mark.parametrize(
    "where",
    [
        {"encoding": "lean"},
        {"encoding": "full", "kind": "model"},
        {"encoding": "native", "kind": "model"},
        {"encoding": "native", "kind": "within"},
    ],
)
def test_what_a_solver_leaves_open_is_unknown(where: Mapping[str, Any], outcome: Outcome) -> None:
    rest = [({"kind": "proof"}, SAT), ({}, UNSAT)]
    found = synthesis(one_of((where, outcome), *rest)).decide(FIRST)
    assert found.outcome == "unknown"
    assert [check.outcome for check in found.checks] == [outcome]
    assert outcome.value in found.reason or "as told" in found.reason


# --- proofs


PROVED = one_of(({"encoding": "lean"}, UNSAT), ({"encoding": "full", "kind": "proof"}, UNSAT))


def test_a_proof_is_one_over_all_kinds_of_values_without_assumptions() -> None:
    found = synthesis(PROVED).decide(FIRST)
    assert (found.outcome, found.bounded, found.universe) == ("infeasible", False, "plain")
    assert [(check.outcome, check.origin) for check in found.checks] == [(UNSAT, "asked")]


@pytest.mark.parametrize("encoding", ["unbounded", "native"])
def test_a_proof_may_need_elements_that_are_not_shown(encoding: str) -> None:
    script = one_of(({"encoding": encoding, "kind": "proof"}, UNSAT), ({"kind": "proof"}, SAT), ({}, UNSAT))
    found = synthesis(script).decide(FIRST)
    assert (found.outcome, found.bounded) == ("infeasible", False)


def test_what_only_the_lean_encoding_excludes_is_found_in_the_full_one() -> None:
    script = one_of(({"encoding": "lean"}, UNSAT), ({"kind": "proof"}, TIMEOUT), ({"kind": "model"}, SAT))

    def with_model(asked: Asked) -> Answer:
        answer = script(asked)
        return Answer(SAT, ints(5, 5)) if answer.outcome is SAT else answer

    assert synthesis(with_model).decide(FIRST).outcome == "violating"


def test_a_superset_of_a_core_is_derived_and_nothing_is_asked() -> None:
    def script(asked: Asked) -> Answer:
        alone = asked.held == frozenset() and asked.violated == frozenset({0})
        return Answer(UNSAT if alone or asked.violated >= {0} else SAT, core=(0,))

    solver = Solver(script)
    subject = Synthesis(FEW, "z3", solver.open, evaluated(FEW))
    first = subject.decide(FIRST)
    assert first.literals == Core(FIRST, frozenset())
    before = len(solver.asked)
    derived = subject.decide(frozenset({0, 2}))
    assert derived.outcome == "infeasible"
    assert len(solver.asked) == before
    assert [(check.outcome, check.origin, check.seconds) for check in derived.checks] == [(UNSAT, "derived", 0.0)]


def test_a_core_that_is_too_small_is_not_used() -> None:
    def script(asked: Asked) -> Answer:
        whole = len(asked.violated | asked.held) == len(FEW.clauses)
        return Answer(UNSAT if whole else SAT, {"n.tag": TAG["int"], "n.int": 7}, core=(0,))

    subject = synthesis(script, contract=FEW)
    first = subject.decide(FIRST)
    assert first.literals == Core(FIRST, frozenset({1, 2}))
    before = len(subject._cores)
    assert subject._pruned(frozenset({0, 1})) is None
    assert before == 1


def test_a_core_is_made_irreducible() -> None:
    def script(asked: Asked) -> Answer:
        return Answer(UNSAT if {0} <= asked.violated and {2} <= asked.held else SAT, core=(0, 1, 2))

    assert synthesis(script, contract=FEW).decide(FIRST).literals == Core(FIRST, frozenset({2}))


@pytest.mark.parametrize(
    ("model", "proof", "outcome", "asked"),
    [(TIMEOUT, SAT, TIMEOUT, {"lean"}), (UNSAT, SAT, SAT, {"lean", "full"}), (UNSAT, UNSAT, UNSAT, {"lean", "full"})],
)
def test_of_a_set_with_a_test_only_a_contradiction_is_looked_for(
    model: Outcome, proof: Outcome, outcome: Outcome, asked: set[str]
) -> None:
    solver = Solver(one_of(({"kind": "model"}, model), ({"kind": "proof"}, proof)))
    subject = Synthesis(CONTRACT, "z3", solver.open, evaluated(CONTRACT))
    subject.observe({"xs": [40, 2]})
    found = subject.decide(FIRST, subject.agree)
    assert found.outcome == "unknown"
    assert [check.outcome for check in found.checks] == [outcome]
    assert {each.encoding for each in solver.asked} == asked
    assert subject.contradictions == (outcome is UNSAT)


def test_a_part_of_a_core_that_a_model_satisfies_is_asked_once() -> None:
    def script(asked: Asked) -> Answer:
        wrong = {0, 1} <= asked.violated or {1, 2} <= asked.violated
        violated = {f"violated {clause}": clause in asked.violated for clause in range(3)}
        return Answer(UNSAT if wrong else SAT, violated, core=(0, 1, 2))

    solver = Solver(script)
    subject = Synthesis(FEW, "z3", solver.open, blind)
    for target in ({0, 1}, {1, 2}):
        core = frozenset(target)
        assert subject.decide(core).literals == Core(core, frozenset())
    parts = [asked.violated for asked in solver.asked if not asked.held and asked.kind == "proof"]
    assert len(parts) == len(set(parts))


@pytest.mark.parametrize("core", [(), (0,), (0, 1)])
def test_a_proof_that_an_observed_input_refutes_is_none(core: tuple[int, ...]) -> None:
    subject = synthesis(lambda asked: Answer(UNSAT, core=core))
    subject.observe({"xs": [5, 5]})
    found = subject.decide(FIRST)
    assert (found.outcome, subject.contradictions) == ("unknown", 1)
    assert "an input violates {0} exactly" in found.reason


def test_a_core_that_is_refuted_later_prunes_nothing_any_more() -> None:
    subject = synthesis(PROVED)
    assert subject.decide(FIRST).outcome == "infeasible"
    subject.observe({"xs": [5, 5]})
    assert subject._pruned(FIRST) is None


def test_an_encoding_without_any_input_proves_nothing() -> None:
    found = synthesis(lambda asked: Answer(UNSAT, core=()), blind).decide(FIRST)
    assert (found.outcome, "no input at all" in found.reason) == ("unknown", True)


# --- within bounds


def test_none_found_within_bounds_says_what_the_bounds_are() -> None:
    found = synthesis(within()).decide(FIRST)
    assert (found.outcome, found.bounded, found.literals) == ("infeasible", True, Core(FIRST, frozenset({1})))
    assert found.bounds is not None
    assert found.bounds.arguments["xs"].elements == 3
    assert [(limit.what, limit.most, limit.line) for limit in found.bounds.limits if "sum" in limit.what] == [
        ("elements of a sum", 3, 1)
    ]
    assert "elements of a sum (line 1): at most 3" in str(found.bounds)


def test_bounds_within_which_the_held_clauses_exclude_each_other_say_nothing() -> None:
    empty = {"held": frozenset({1}), "violated": frozenset()}
    found = synthesis(within((empty, Answer(UNSAT)), core=(1,))).decide(FIRST)
    assert (found.outcome, found.bounded) == ("unknown", False)
    assert "no input is within the bounds" in found.reason


def test_a_core_without_a_violated_clause_says_nothing_whatever_models_there_are() -> None:
    held = {"held": frozenset({1}), "violated": frozenset(), "kind": "within"}
    found = synthesis(within((held, Answer(UNSAT)), core=(1,))).decide(FIRST)
    assert (found.outcome, "contradict each other" in found.reason) == ("unknown", True)


def test_an_input_that_is_seen_while_the_bounds_are_examined_counts() -> None:
    """The solver says that clause 0 cannot be violated within the bounds, and then gives an input that does."""
    alone = {"held": frozenset(), "violated": FIRST, "kind": "within"}
    found = synthesis(within((alone, Answer(UNSAT)), core=(0,))).decide(FIRST)
    assert (found.outcome, "too narrow" in found.reason) == ("unknown", True)


@pytest.mark.parametrize("answer", [Answer(UNSAT), Answer(TIMEOUT), Answer(UNKNOWN), Answer(SAT, ints(1))])
def test_bounds_without_a_confirmed_input_say_nothing(answer: Answer) -> None:
    empty = {"held": frozenset({1}), "violated": frozenset(), "kind": "model"}
    assert "no input within the bounds is known" in synthesis(within((empty, answer))).decide(FIRST).reason


@pytest.mark.parametrize("answer", [Answer(UNSAT), Answer(TIMEOUT), Answer(SAT, ints(1, 1))])
def test_bounds_within_which_a_clause_cannot_be_violated_say_nothing(answer: Answer) -> None:
    narrow = {"held": frozenset(), "violated": FIRST, "kind": "model"}
    found = synthesis(within((narrow, answer))).decide(FIRST)
    assert (found.outcome, "that violates clause 0" in found.reason) == ("unknown", True)


def test_a_test_of_the_run_that_the_core_excludes_shows_that_the_bounds_are_too_narrow() -> None:
    alone = within(({"held": frozenset(), "violated": FIRST, "kind": "within"}, Answer(UNSAT, core=(0,))), core=(0,))
    subject = synthesis(alone)
    subject.observe({"xs": [9]})
    assert "too narrow" in subject.decide(FIRST).reason
    assert subject.contradictions == 0


def test_a_small_input_that_realises_the_target_is_its_test(monkeypatch: pytest.MonkeyPatch) -> None:
    enumerate_at_most(monkeypatch, 3_000)
    found = synthesis(within()).decide(FIRST)
    assert (found.outcome, found.solver) == ("violating", "search")
    assert evaluated(CONTRACT)(found.arguments or {}) == Observation(FIRST, {0: "false"})


def test_a_core_within_bounds_has_to_stand_for_each_target_anew() -> None:
    """Within the bounds, clause 0 is violated only where clause 2 is, too; and nothing violates clause 1. So nothing
    follows for a target with clause 1 until an input within the bounds is known that violates it."""
    integer, nothing = {"n.tag": TAG["int"], "n.int": 4}, {"n.tag": TAG["NoneType"]}

    def script(asked: Asked) -> Answer:
        if asked.kind != "proof" and (asked.violated == {1} or (0 in asked.violated and 2 in asked.held)):
            return Answer(UNSAT, core=(0, 1, 2))
        return Answer(SAT, nothing if 0 in asked.violated else integer)

    def oracle(arguments: Arguments) -> Observation:
        violated = frozenset() if arguments["n"] == 4 else frozenset({0, 2})
        return Observation(violated, dict.fromkeys(violated, "false"))

    subject = synthesis(script, oracle, FEW)
    first = subject.decide(FIRST)
    assert (first.bounded, first.literals) == (True, Core(FIRST, frozenset({2})))
    assert subject._pruned(BOTH) is None
    subject.full().covered.add(frozenset({1}))
    again = subject._pruned(BOTH)
    assert again is not None
    assert (again.bounded, again.checks[0].origin) == (True, "derived")


def test_with_more_time_what_was_not_found_is_asked_again_and_proofs_stand() -> None:
    subject = synthesis(within())
    assert subject.decide(FIRST).bounded
    subject.ask_again(9.0)
    assert subject._pruned(FIRST) is None
    proved = synthesis(PROVED)
    proved.decide(FIRST)
    proved.ask_again(9.0)
    assert proved._pruned(FIRST) is not None


# --- what is not asked


def test_a_contract_without_an_encoding_is_unknown_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: Any, **__: Any) -> None:
        raise Unsupported("more than 50,000 conditions")

    monkeypatch.setattr(synthesise, "encode", too_large)
    found = synthesis(PROVED).decide(FIRST)
    assert (found.outcome, found.reason) == ("unknown", "z3: not encoded: more than 50,000 conditions")
    assert [(check.outcome, check.origin) for check in found.checks] == [(UNKNOWN, "not asked")]


def test_a_contract_is_encoded_in_the_time_that_is_left_or_not_at_all() -> None:
    """The first encoding takes the time that there is."""
    clauses = "".join(f"assert xs[{place % 3}] > {place}\n" for place in range(9))
    times = iter([1.0, 1.0])
    subject = synthesis(
        PROVED, contract=parse_contract(clauses, name="f", parameters=["xs"]), remaining=lambda: next(times, 0.0)
    )
    found = subject.decide(FIRST)
    assert (found.outcome, "budget" in found.reason, found.checks[0].origin) == ("unknown", True, "not asked")


def test_a_spent_budget_asks_nothing() -> None:
    solver = Solver(PROVED)
    found = Synthesis(CONTRACT, "z3", solver.open, evaluated(CONTRACT), budget=0.0).decide(FIRST)
    assert (found.outcome, solver.asked) == ("unknown", [])
    assert "budget" in found.reason
    assert [check.origin for check in found.checks] == ["not asked"]


def test_evidence_is_shared() -> None:
    evidence = Evidence()
    synthesis(PROVED, evidence=evidence).observe({"xs": [5, 5]})
    assert evidence.counterexample(Core(FIRST, frozenset({1}))) == FIRST
    assert evidence.counterexample(Core(BOTH, frozenset())) is None


def test_each_encoding_is_what_its_name_says() -> None:
    """Ranks of the texts that are compared, except in `native`; witnesses for what is beyond the bounds in the last
    two. Each is opened once."""
    text = "assert s.startswith('a')\nassert len(xs) > 1 and 3 in xs\n"
    contract = parse_contract(text, name="f", parameters=["s", "xs"])
    subject = Synthesis(contract, "z3", Solver(PROVED).open, blind)
    native, unbounded, full = subject.native(), subject.unbounded(), subject.full()
    assert [bool(each.encoding.pool) for each in (full, unbounded, native)] == [True, True, False]
    assert len(full.encoding.facts) < len(unbounded.encoding.facts)
    plain = encode(contract, KINDS, False)
    assert len(native.encoding.facts) != len(compressed(plain).facts)
    assert (subject.native(), subject.unbounded(), subject.full()) == (native, unbounded, full)


def test_of_many_clauses_each_set_has_its_lean_query_before_all_is_encoded_in_full() -> None:
    """Which takes long. With all the time, later, it is."""
    text = "".join(f"assert n < {number}\n" for number in range(MANY_CLAUSES + 1))
    contract = parse_contract(text, name="f", parameters=["n"])
    solver = Solver(lambda _: Answer(UNSAT, core=(0,)))
    subject = Synthesis(contract, "z3", solver.open, blind)
    subject.quick = True
    reasons = [subject.decide(frozenset({clause})).reason for clause in (0, 1)]
    assert reasons == [f"z3: no proof was attempted, because {subject.spent}"] * 2
    assert ([session.encoding for session in solver.sessions], subject.goes_on()) == (["lean"], True)
    subject.ask_again(1.0)
    assert subject.decide(frozenset({0})).outcome == "infeasible"
    assert [session.encoding for session in solver.sessions] == ["lean", "full"]
