"""What is asked about sets of `requires` clauses, of which inputs, and what is kept of the answers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from attrs import evolve

from specassay.core.deciding.engines import Engines
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program
from specassay.core.ir.terms import Term
from specassay.core.ir.values import ArrayValue, DatatypeValue
from specassay.core.spec_testing import violating_inputs as violating
from specassay.core.spec_testing.spec_testing_limits import LIMITS
from specassay.core.spec_testing.violating_inputs import UNIVERSE, Violations, violations
from specassay.core.synthesis.verdicts import Core, Observation, SolverCheck
from specassay.frontends.dafny import parse_program
from specassay.frontends.show import show
from tests.dafny_harness.made import examples_of

Reply = Callable[[Sequence[Term]], Answer]
SAT, UNSAT, UNKNOWN, TIMEOUT, ERROR = Outcome


class Told:
    """A backend that answers by `reply`, and keeps what it is given."""

    def __init__(self, reply: Reply, name: str = "told") -> None:
        self.reply = reply
        self.name = name
        self.opened: list[tuple[Any, Any, Any, str]] = []
        self.promises: list[Term] = []
        self.goals: list[Sequence[Term]] = []
        self.seconds: list[float] = []

    def version(self) -> str:
        return "1"

    def session(self, functions: Any = None, datatypes: Any = None, *, dump: Any = None, label: str = "") -> "Told":
        self.opened.append((functions, datatypes, dump, label))
        return self

    def add(self, *terms: Term) -> None:
        self.promises.extend(terms)

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 0.0) -> Answer:
        self.goals.append(assumptions)
        self.seconds.append(seconds)
        return self.reply(assumptions)

    def close(self) -> None:
        pass


def always(outcome: Outcome, **more: Any) -> Reply:
    return lambda goal: Answer(outcome, **more)


def first_of(inputs: Sequence[Mapping[str, Any]]) -> Reply:
    """The first of these inputs that meets the goal."""

    def reply(goal: Sequence[Term]) -> Answer:
        found = (each for each in inputs if all(evaluate(term, each).is_true for term in goal))
        model = next(found, None)
        return Answer(UNSAT, core=tuple(range(len(goal)))) if model is None else Answer(SAT, model=dict(model))

    return reply


NOBODY = ""


def run(
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    *backends: Told,
    tests: Iterable[Mapping[str, Any]] = (),
    engines: Engines | None = None,
    label: str = NOBODY,
) -> Violations:
    """The violations of the method in a program. The search knows only the inputs in `tests`."""
    monkeypatch.setattr(violating, "Candidates", lambda *_: tests)
    program = parse_program(text)
    (specification,) = program.specifications
    return violations(specification, program, (), evolve(engines or Engines(), backends=backends), label)


def outcomes(found: Violations) -> dict[tuple[int, ...], str]:
    return {tuple(sorted(verdict.target)): verdict.outcome for verdict in found.verdicts}


# --- what types promise

NAT = "method M(n: nat)\n  requires n != 3\n  requires n < 9\n"
SUBSET = "function half(x: int): int requires x != 5 { x / 2 }\ntype T = x: int | half(x) > 0 witness 2\n"


def test_an_input_that_the_types_exclude_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    found = run(monkeypatch, "method M(n: nat)\n requires n > 0 && n != 3\n", tests=[{"n": -1}, {"n": 3}])
    assert found.verdicts[0].arguments == {"n": 3}
    excluded = run(monkeypatch, "method M(n: nat)\n requires n > 0\n", Told(always(SAT, model={"n": -1})))
    assert (excluded.verdicts[0].outcome, dict(excluded.observations)) == ("unknown", {})


def test_solvers_are_told_what_the_types_promise_and_that_it_is_defined(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Told(always(UNKNOWN))
    run(monkeypatch, SUBSET + "method M(n: T)\n  requires n != 3\n", solver)
    ((functions, *_),) = solver.opened
    loose = {name: evolve(each, requires=()) for name, each in functions.items()}
    for n in (-3, 0, 1, 2, 4, 5, 6):
        met = all(evaluate(term, {"n": n}, loose).is_true for term in solver.promises)
        assert met == (n >= 2 and n != 5), n


def test_an_array_is_not_null_unless_its_type_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Told(always(UNKNOWN))
    run(monkeypatch, "method M(a: array<int>)\n  requires a.Length > 2\n", solver)
    assert [str(term.op) for term in solver.promises] != []
    found = run(monkeypatch, "method M(a: array?<int>)\n  requires a != null\n", Told(always(SAT, model={})))
    assert found.verdicts[0].arguments == {"a": None}


def test_what_a_model_does_not_say_is_some_value_of_the_type(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "datatype D = A | B\nmethod M(d: D, k: int)\n  requires d == B\n"
    found = run(monkeypatch, text, Told(always(SAT, model={"k": 1})))
    assert (found.verdicts[0].arguments or {})["d"] == DatatypeValue("A", ())


def test_an_array_of_a_model_is_an_array_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    given = ArrayValue((4, 4), ("model", 0))
    text = "method M(a: array<int>, b: array<int>)\n  requires a.Length > 2\n  requires a != b\n"
    monkeypatch.setattr(violating, "simpler", lambda inputs, *_: inputs)
    found = run(monkeypatch, text, Told(always(SAT, model={"a": given, "b": given})))
    verdict = found.verdicts[0]
    assert verdict.outcome == "violating"
    a, b = ((verdict.arguments or {})[name] for name in "ab")
    assert a.elements == b.elements == (4, 4)
    assert a != b


# --- clauses that cannot be read

UNREAD = "method M(n: int)\n  requires n > 0\n  requires fresh(n)\n  requires n < 5\n"


def test_with_a_clause_that_is_not_lowered_every_set_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Told(always(UNSAT))
    found = run(monkeypatch, UNREAD, solver, tests=[{"n": 0}])
    program = parse_program(UNREAD)
    (condition,) = (each for each in program.specifications[0].requires if each.term is None)
    reason = "; ".join(map(str, condition.clause.problems))
    assert set(outcomes(found).values()) == {"unknown"}
    assert len(found.verdicts) == 7
    assert {(verdict.solver, verdict.reason) for verdict in found.verdicts} == {("", reason)}
    assert solver.goals == []
    few = violations(program.specifications[0], program, (), Engines(), most_sets=2)
    assert list(outcomes(few)) == [(0,), (1,)]


# --- search


def test_the_search_has_the_inputs_of_tests_of_this_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "method M(n: nat) returns (r: int)\n  requires n < 9\n{ }\n"
        "method MTest() {\n  var r := M(4);\n  assert r == 1;\n  r := M(11);\n  assert r == 2;\n}\n"
    )
    given: list[tuple[Any, ...]] = []

    def candidates(*arguments: Any) -> list[Any]:
        given.append(arguments)
        return []

    monkeypatch.setattr(violating, "Candidates", candidates)
    program = parse_program(text)
    specification = program.specifications[0]
    examples = examples_of(program).examples
    other = evolve(examples[0], specification=evolve(specification, inputs=()), inputs={"n": 99})
    violations(specification, program, (*examples, other), Engines())
    ((parameters, terms, known, nullable, datatypes),) = given
    assert (parameters, nullable, datatypes) == (specification.inputs, specification.nullable, program.datatypes)
    assert known == [dict(example.inputs) for example in examples]
    assert len(known) == 2
    assert set(terms) == {each.term for each in specification.requires}


def test_the_first_input_is_kept_but_false_is_better_than_undefined(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "method M(n: int)\n  requires 1000 / n > 300\n  requires n < 100\n"
    found = run(monkeypatch, text, tests=[{"n": n} for n in (0, 5, 6)])
    assert found.verdicts[0].arguments == {"n": 5}
    assert found.observations[frozenset({0})] == Observation(frozenset({0}), {0: "false"})
    only = run(monkeypatch, text, tests=[{"n": 0}])
    assert only.observations[frozenset({0})].how == {0: "undefined"}


def test_the_search_ends_when_each_set_has_an_input_without_undefined_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def inputs() -> Iterator[dict[str, int]]:
        for n in (7, 0, 5, 6, 4):
            tried.append(n)
            yield {"n": n}

    run(monkeypatch, "method M(n: int)\n  requires 1000 / n > 300\n", tests=inputs())
    assert tried == [7]
    tried.clear()
    run(monkeypatch, "method M(n: int)\n  requires n == 4 || 1000 / n > 300\n  requires n != 6\n", tests=inputs())
    assert tried == [7, 0, 5, 6, 4]


def test_a_type_without_values_at_hand_is_left_to_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    def literals(number: int) -> dict[str, int]:
        raise Unsupported("no literals")

    found = run(monkeypatch, NAT, Told(always(TIMEOUT)), tests=map(literals, range(9)))
    assert set(outcomes(found).values()) == {"unknown"}


def test_evaluation_knows_functions_and_types_and_its_steps_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "datatype D = A(x: int) | B\ndatatype E = G | H\nfunction f(n: int): int { n * 2 }\n"
        "method M(d: D, n: int)\n  requires d.A?\n  requires f(n) > 6\n  requires forall e: E :: e.G? || n > 0\n"
    )
    tests = [{"d": DatatypeValue("A", (1,)), "n": 3}]
    assert outcomes(run(monkeypatch, text, tests=tests))[1,] == "violating"
    monkeypatch.setattr(violating, "LIMITS", evolve(LIMITS, violating_steps=1))
    assert set(outcomes(run(monkeypatch, text, tests=tests)).values()) == {"unknown"}


# --- questions

PARTIAL = "function f(n: int): int requires n != 7 { n }\nmethod M(n: int)\n  requires f(n) > 5\n  requires n < 20\n"


def test_false_is_asked_first_then_violated_and_what_holds_is_defined(monkeypatch: pytest.MonkeyPatch) -> None:
    """f(7) has no value. For {0}: clause 0 defined and false, else not defined and true; for {1} defined and true."""
    solver = Told(always(UNSAT, core=(0, 1)))
    run(monkeypatch, PARTIAL, solver)
    ((functions, *_),) = solver.opened
    loose = {name: evolve(each, requires=()) for name, each in functions.items()}

    def meeting(goal: Sequence[Term]) -> set[int]:
        return {n for n in (1, 5, 6, 7, 30) if all(evaluate(term, {"n": n}, loose).is_true for term in goal)}

    whole = [goal for goal in solver.goals if len(goal) == 2]  # the others are about parts of cores
    assert [meeting(goal) for goal in whole[:4]] == [{1, 5}, {1, 5, 7}, {30}, {30}]


def test_sessions_have_the_program_a_folder_and_a_label(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Told(always(TIMEOUT))
    text = "datatype D = A | B\n" + PARTIAL
    found = run(monkeypatch, text, solver, label="t", engines=Engines(dump="folder", seconds=0.5))
    program: Program = parse_program(text)
    assert solver.opened == [(program.functions, program.datatypes, "folder", "t-told")]
    assert len(solver.goals) == len(found.verdicts) + 1 == 4  # The last is whether any input satisfies the clauses.
    assert all(0 < seconds <= 0.5 for seconds in solver.seconds)


def test_without_time_solvers_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Told(always(UNSAT))
    found = run(monkeypatch, NAT, solver, engines=Engines(seconds=0.0))
    verdict = found.verdicts[0]
    assert (verdict.outcome, verdict.reason) == ("unknown", "told: the time limit was reached")
    assert verdict.checks == (SolverCheck("told", TIMEOUT, 0.0, "not asked"),)
    assert solver.goals == []


INTS = "method M(n: int)\n  requires n == 0\n"


@pytest.mark.parametrize(("largest", "expected"), [([1000, 30, 3, 1], 1), ([1000, -30, 5], -30), ([1000, 500], 1000)])
def test_small_inputs_are_asked_for(monkeypatch: pytest.MonkeyPatch, largest: list[int], expected: int) -> None:
    monkeypatch.setattr(violating, "simpler", lambda inputs, *_: inputs)
    found = run(monkeypatch, INTS, Told(first_of([{"n": n} for n in largest])))
    assert found.verdicts[0].arguments == {"n": expected}


@pytest.mark.parametrize("kind", ["seq", "array"])
def test_short_inputs_are_asked_for(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(violating, "simpler", lambda inputs, *_: inputs)
    lengths = (100, 9, 3)
    values = [(5,) * length if kind == "seq" else ArrayValue((5,) * length, ("m", length)) for length in lengths]
    clause = "|s| < 2" if kind == "seq" else "s.Length < 2"
    found = run(
        monkeypatch, f"method M(s: {kind}<int>)\n  requires {clause}\n", Told(first_of([{"s": v} for v in values]))
    )
    value = (found.verdicts[0].arguments or {})["s"]
    assert len(value if kind == "seq" else value.elements) == 3


def test_of_what_has_no_size_only_one_question_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Told(first_of([{"b": True}]))
    assert outcomes(run(monkeypatch, "method M(b: bool)\n  requires !b\n", solver)) == {(0,): "violating"}
    about_violating, satisfying = solver.goals
    assert [show(goal) for goal in (*about_violating, *satisfying)] == ["b", "!b"]


def test_a_small_model_that_does_something_else_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounded questions are answered with an input that violates nothing."""
    monkeypatch.setattr(violating, "simpler", lambda inputs, *_: inputs)
    found = run(monkeypatch, INTS, Told(lambda goal: Answer(SAT, model={"n": 0 if len(goal) > 1 else 77})))
    assert (found.verdicts[0].outcome, found.verdicts[0].arguments) == ("violating", {"n": 77})


def test_inputs_are_made_simpler_as_long_as_they_violate_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "datatype D = A | B | C\nmethod M(d: D, n: int)\n  requires d == A\n  requires n < 50\n"
    found = run(monkeypatch, text, Told(always(SAT, model={"d": DatatypeValue("C", ()), "n": 40})))
    assert found.verdicts[0].arguments == {"d": DatatypeValue("B", ()), "n": 0}


# --- answers


def test_each_verdict_says_who_reached_it_and_for_which_values(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "method M(n: int)\n  requires n > 0\n"
    for reply, outcome in (
        (always(UNSAT), "infeasible"),
        (always(SAT, model={"n": 0}), "violating"),
        (always(TIMEOUT), "unknown"),
    ):
        (verdict,) = run(monkeypatch, text, Told(reply)).verdicts
        assert (verdict.outcome, verdict.solver, verdict.universe) == (outcome, "told", UNIVERSE)
    (searched,) = run(monkeypatch, text, Told(always(UNSAT)), tests=[{"n": 0}]).verdicts
    assert (searched.outcome, searched.solver, searched.universe, searched.checks) == (
        "violating",
        "search",
        UNIVERSE,
        (),
    )


def test_a_check_has_the_outcome_and_the_time_of_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(goal: Sequence[Term]) -> Answer:
        raise Unsupported("such a term")

    text = "method M(n: int)\n  requires n > 0\n"
    (verdict,) = run(monkeypatch, text, Told(always(TIMEOUT, seconds=2.5))).verdicts
    assert verdict.checks == (SolverCheck("told", TIMEOUT, 2.5),)
    (verdict,) = run(monkeypatch, text, Told(refuses)).verdicts
    assert verdict.checks == (SolverCheck("told", UNKNOWN, 0.0, "not asked"),)
    assert verdict.reason == "told: not encoded: such a term"
    (verdict,) = run(monkeypatch, text, Told(always(SAT, model={"n": 9}))).verdicts
    assert verdict.reason == "told: the solver's model could not be confirmed by evaluation"


THREE = "method M(n: int)\n  requires n > 0\n  requires n > 5\n  requires n < 9\n"


def test_a_proof_keeps_the_literals_of_its_core_and_others_are_derived_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies beyond the clauses in a core is no clause. No literal is unsatisfiable alone."""

    def reply(goal: Sequence[Term]) -> Answer:
        return Answer(SAT, model={"n": 7}) if len(goal) == 1 else Answer(UNSAT, core=(0, 1, 3))

    found = run(monkeypatch, THREE, Told(reply))
    by_target = {tuple(sorted(verdict.target)): verdict for verdict in found.verdicts}
    assert by_target[0,].literals == Core(frozenset({0}), frozenset({1}))
    assert by_target[1,].literals == Core(frozenset({1}), frozenset({0}))
    assert by_target[0, 1].literals == Core(frozenset({0, 1}), frozenset())
    assert by_target[0, 2].literals == Core(frozenset({0}), frozenset({1}))
    assert by_target[0, 2].checks == (SolverCheck("told", UNSAT, 0.0, "derived"),)
    assert by_target[0,].checks == (SolverCheck("told", UNSAT, 0.0, "asked"),)


def test_everything_that_was_learned_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    found = run(monkeypatch, NAT, Told(always(UNKNOWN)), tests=[{"n": 3}])
    specification = parse_program(NAT).specifications[0]
    assert found.specification == specification
    assert [each.clause.text for each in found.clauses] == ["n != 3", "n < 9"]
    assert dict(found.observations) == {frozenset({0}): Observation(frozenset({0}), {0: "false"})}
    assert set(found.seconds) == {"search", "solve"}
    assert all(0 <= seconds < 60 for seconds in found.seconds.values())
