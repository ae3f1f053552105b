"""The decision procedure for sets of `requires` clauses, with a solver that answers as it is told."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from attrs import define, evolve, field

from specassay.core.deciding.engines import Engines
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.terms import Term
from specassay.core.spec_testing import violating_inputs as violating
from specassay.core.spec_testing.violating_inputs import NOT_EXCLUDED, violations
from specassay.core.synthesis.verdicts import Core, Verdict
from specassay.frontends.dafny import parse_program

Reply = Callable[[Sequence[Term]], Answer]
Cores = Callable[[Sequence[Term]], tuple[int, ...]]
UNSAT = Outcome.UNSAT
ENGINES = Engines()


@define
class Scripted:
    """A backend whose sessions answer each question as `reply` says."""

    reply: Reply
    name: str = "told"
    queries: int = 0
    open: int = 0
    promises: list[Term] = field(factory=list)

    def version(self) -> str:
        return "1"

    def session(self, *_: Any, **__: Any) -> "Scripted":
        self.open += 1
        return self

    def add(self, *terms: Term) -> None:
        self.promises.extend(terms)

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        self.queries += 1
        return self.reply(assumptions)

    def close(self) -> None:
        self.open -= 1


def honest(domain: Sequence[Mapping[str, Any]], core: Cores | None = None) -> Reply:
    """Decides by trying the inputs of a domain. An unsat core is everything, unless `core` says."""

    def reply(goal: Sequence[Term]) -> Answer:
        for inputs in domain:
            if all(evaluate(term, inputs).is_true for term in goal):
                return Answer(Outcome.SAT, model=dict(inputs))
        return Answer(UNSAT, core=core(goal) if core is not None else tuple(range(len(goal))))

    return reply


def smallest(domain: Sequence[Mapping[str, Any]]) -> Cores:
    """A minimal core, by leaving out what is not needed."""

    def core(goal: Sequence[Term]) -> tuple[int, ...]:
        kept = list(range(len(goal)))
        for index in range(len(goal)):
            rest = [other for other in kept if other != index]
            if not any(all(evaluate(goal[other], inputs).is_true for other in rest) for inputs in domain):
                kept = rest
        return tuple(kept)

    return core


def always(answer: Answer) -> Reply:
    return lambda goal: answer


def decided(
    monkeypatch: pytest.MonkeyPatch,
    requires: Sequence[str],
    *replies: Reply,
    tests: Sequence[int] = (),
    engines: Engines = ENGINES,
) -> tuple[dict[tuple[int, ...], Verdict], list[Scripted]]:
    """The verdicts on `method M(n: int)` by set of clauses. The search knows only the inputs in `tests`."""
    backends = [Scripted(reply, f"told{number}") for number, reply in enumerate(replies)]
    found = violations_of(monkeypatch, requires, *backends, tests=tests, engines=engines)
    assert all(backend.open == 0 for backend in backends)
    return found, backends


def violations_of(
    monkeypatch: pytest.MonkeyPatch,
    requires: Sequence[str],
    *backends: Scripted,
    tests: Sequence[int] = (),
    engines: Engines = ENGINES,
) -> dict[tuple[int, ...], Verdict]:
    """As `decided`, with these backends."""
    monkeypatch.setattr(violating, "Candidates", lambda *_: [{"n": n} for n in tests])
    program = parse_program("method M(n: int)\n" + "\n".join(f"  requires {clause}" for clause in requires))
    (specification,) = program.specifications
    found = violations(specification, program, (), evolve(engines, backends=backends))
    return {tuple(sorted(verdict.target)): verdict for verdict in found.verdicts}


INTEGERS = [{"n": n} for n in sorted(range(-60, 61), key=abs)]
CLAUSES = ("n > 0", "n > 5", "n < 9")
"""{0}: no (then n > 5 fails too); {1}: 3; {2}: 9; {0, 1}: 0; {0, 2}: no; {1, 2}: no; {0, 1, 2}: no."""
FEASIBLE = {(1,), (2,), (0, 1)}


def outcomes(found: Mapping[tuple[int, ...], Verdict]) -> dict[tuple[int, ...], str]:
    return {target: verdict.outcome for target, verdict in found.items()}


@pytest.mark.parametrize("core", [None, smallest(INTEGERS)])
def test_cores_prune_only_what_they_prove(monkeypatch: pytest.MonkeyPatch, core: Any) -> None:
    found, _ = decided(monkeypatch, CLAUSES, honest(INTEGERS, core))
    assert {target for target, outcome in outcomes(found).items() if outcome == "violating"} == FEASIBLE
    assert {target for target, outcome in outcomes(found).items() if outcome == "infeasible"} == found.keys() - FEASIBLE
    derived = [verdict for verdict in found.values() if verdict.checks[0].origin == "derived"]
    assert derived  # whatever the solver says of its cores: they are minimised
    assert all(check.seconds == 0 for verdict in derived for check in verdict.checks)


@pytest.mark.parametrize(
    "clauses",
    [
        ("n >= 0", "n >= 3", "n % 2 == 0"),
        ("n < 4", "n < 2 || n > 50", "n != 3", "n > -50"),
        ("n == 1 || n == 2", "n == 2 || n == 3", "n == 1 || n == 3"),
        ("n > 10 ==> n > 20", "n > 20 ==> n > 10", "n != 15"),
        ("1000 % n == 0", "n != 0", "n > 1"),
    ],
)
def test_every_verdict_is_that_of_enumeration(monkeypatch: pytest.MonkeyPatch, clauses: tuple[str, ...]) -> None:
    """An unsound pruning, of what holds or of what is violated, calls a feasible set infeasible."""
    found, _ = decided(monkeypatch, clauses, honest(INTEGERS, smallest(INTEGERS)))
    terms = [
        each.term
        for each in parse_program("method M(n: int)\n" + "\n".join(f"  requires {clause}" for clause in clauses))
        .specifications[0]
        .requires
    ]
    possible = {
        tuple(i for i, term in enumerate(terms) if term is not None and not evaluate(term, inputs).is_true)
        for inputs in INTEGERS
    }
    for target, verdict in found.items():
        assert verdict.outcome == ("violating" if target in possible else "infeasible"), target


def test_a_core_says_which_clauses_hold_and_which_are_violated(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = decided(monkeypatch, CLAUSES, honest(INTEGERS, smallest(INTEGERS)))
    assert set(found[0,].core) == {"clause 0 violated: n > 0", "clause 1 holds: n > 5"}
    assert set(found[1, 2].core) == {"clause 1 violated: n > 5", "clause 2 violated: n < 9"}
    assert set(found[0, 1, 2].core) <= {f"clause {i} violated: {text}" for i, text in enumerate(CLAUSES)}


def test_a_core_that_is_too_small_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver blames clause 0 alone. Asked about that alone it has a model, so the core is the whole query."""
    found, _ = decided(monkeypatch, CLAUSES, honest(INTEGERS, lambda goal: (0,)))
    assert found[0,].literals == Core(frozenset({0}), frozenset({1}))
    assert {target for target, outcome in outcomes(found).items() if outcome == "violating"} == FEASIBLE


def test_a_proof_that_an_input_of_the_run_refutes_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver says that no input violates clause 0 and keeps saying so; 0 violates it, and is known by then."""
    found, _ = decided(monkeypatch, CLAUSES, always(Answer(UNSAT, core=(0,))), tests=[0])
    assert found[0, 1].outcome == "violating"
    assert found[0,].outcome == "unknown"
    assert "an input violates {0, 1} exactly" in found[0,].reason
    assert (found[0,].core, found[0,].literals) == ((), None)


def test_a_proof_is_withdrawn_when_a_later_input_refutes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of {0} the solver says that clause 0 is never violated; asked for {1}, it names an input that violates both."""

    def reply(goal: Sequence[Term]) -> Answer:
        second_alone = len(goal) > 1 and all(evaluate(term, {"n": 3}).is_true for term in goal)
        return Answer(Outcome.SAT, model={"n": 0}) if second_alone else Answer(UNSAT, core=(0,))

    found, _ = decided(monkeypatch, CLAUSES[:2], reply)
    assert found[0, 1].outcome == "violating"
    assert (found[0,].outcome, found[0,].core) == ("unknown", ())


def test_a_model_that_is_refuted_is_excluded_and_the_next_one_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver is wrong about 9, 7 and 5, which violate nothing, each time that it may name them."""
    domain = [{"n": n} for n in (9, 7, 5, 0)]

    def reply(goal: Sequence[Term]) -> Answer:
        for inputs in domain:
            values = {**inputs, NOT_EXCLUDED.data: True}
            if all(evaluate(term, values).is_true for term in solver.promises) and NOT_EXCLUDED in goal:
                return Answer(Outcome.SAT, model=dict(inputs))
        return Answer(Outcome.SAT, model=dict(domain[0])) if NOT_EXCLUDED not in goal else Answer(UNSAT)

    solver = Scripted(reply)
    found = violations_of(monkeypatch, ["n > 0"], solver)
    assert found[0,].arguments == {"n": 0}


@pytest.mark.parametrize("core", [(), (0,), (1,), (2,), (0, 1), (1, 2)])
def test_no_core_makes_a_set_infeasible_that_an_input_is_known_for(
    monkeypatch: pytest.MonkeyPatch, core: tuple[int, ...]
) -> None:
    found, _ = decided(monkeypatch, CLAUSES, always(Answer(UNSAT, core=core)), tests=[3, 9, 0])
    for target, verdict in found.items():
        if target in FEASIBLE:
            assert verdict.outcome == "violating"
        elif verdict.outcome == "infeasible":
            assert verdict.literals is not None
            assert not any(verdict.literals.matches(frozenset(known)) for known in FEASIBLE)


def test_a_model_that_does_something_else_is_no_input_for_the_set(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = decided(monkeypatch, CLAUSES, always(Answer(Outcome.SAT, model={"n": 9})))
    assert outcomes(found)[2,] == "violating"
    for target, verdict in found.items():
        if target != (2,):
            assert verdict.outcome == "unknown"
            assert "could not be confirmed" in verdict.reason


def test_a_model_without_a_value_is_completed_and_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = decided(monkeypatch, ["n > 0"], always(Answer(Outcome.SAT, model={})))
    assert found[0,].arguments == {"n": 0}


@pytest.mark.parametrize(
    ("outcome", "word"),
    [(Outcome.UNKNOWN, "unknown"), (Outcome.TIMEOUT, "timeout"), (Outcome.ERROR, "error")],
)
def test_what_is_no_answer_is_unknown_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, outcome: Outcome, word: str
) -> None:
    found, _ = decided(monkeypatch, ["n > 0"], always(Answer(outcome)))
    assert (found[0,].outcome, found[0,].reason) == ("unknown", f"told0: {word}")
    assert [check.outcome for check in found[0,].checks] == [outcome]


def test_unsat_of_false_alone_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clause may be undefined: only when that is excluded, too, is the set infeasible."""
    hard = Answer(Outcome.UNKNOWN, message="hard")
    replies = [Answer(UNSAT, core=(0,)), hard, hard]
    found, _ = decided(monkeypatch, ["1000 / n > 0"], lambda goal: replies.pop(0))
    assert (found[0,].outcome, found[0,].reason) == ("unknown", "told0: hard")


def test_the_next_solver_is_asked_what_the_first_leaves_open(monkeypatch: pytest.MonkeyPatch) -> None:
    undecided = always(Answer(Outcome.UNKNOWN))
    found, (_, second) = decided(monkeypatch, CLAUSES, undecided, honest(INTEGERS, smallest(INTEGERS)))
    assert {target for target, outcome in outcomes(found).items() if outcome == "violating"} == FEASIBLE
    assert [check.solver for check in found[0,].checks] == ["told0", "told1"]
    assert second.queries > 0


def test_what_a_solver_cannot_print_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(goal: Sequence[Term]) -> Answer:
        raise Unsupported("such a term")

    found, _ = decided(monkeypatch, ["n > 0"], refuses)
    assert found[0,].outcome == "unknown"
    assert "such a term" in found[0,].reason


def test_without_solvers_and_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = decided(monkeypatch, ["n > 0"])
    assert (found[0,].outcome, found[0,].reason) == ("unknown", "no input was found, and no solver was asked")
    late, (solver,) = decided(monkeypatch, ["n > 0"], honest(INTEGERS), engines=Engines(deadline=0.0))
    assert late[0,].outcome == "unknown"
    assert solver.queries == 0


def test_a_solver_is_not_asked_what_another_has_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    _, (_, second) = decided(monkeypatch, CLAUSES, honest(INTEGERS), honest(INTEGERS))
    assert second.queries == 0


def test_after_no_answer_the_weaker_question_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    _, (solver,) = decided(monkeypatch, ["n > 0"], always(Answer(Outcome.UNKNOWN)))
    assert solver.queries == 2  # The other is whether any input satisfies the clauses.


def test_what_takes_long_is_asked_again_with_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """And before that, what is easy about the other sets is settled."""
    asked: list[tuple[float, int]] = []

    class Slow(Scripted):
        def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
            hard = seconds < 1 and evaluate(assumptions[0], {"n": 0}).is_true
            asked.append((seconds, hard))
            return Answer(Outcome.TIMEOUT) if hard else self.reply(assumptions)

    found = violations_of(monkeypatch, ["n > 0", "n < 9"], Slow(honest(INTEGERS, smallest(INTEGERS))))
    assert outcomes(found) == {(0,): "violating", (1,): "violating", (0, 1): "infeasible"}
    assert [hard for _, hard in asked].index(True) == 0
    assert any(seconds > 1 for seconds, _ in asked)


def test_an_input_of_which_a_clause_is_not_known_is_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the second clause holds is open, so it is open which set the inputs violate."""
    hard = "forall x: int :: x * x * x != n * n + 1000003"
    found, _ = decided(monkeypatch, ["n > 0", hard], tests=[0, -3, 7])
    assert {verdict.outcome for verdict in found.values()} == {"unknown"}
