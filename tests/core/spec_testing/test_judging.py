"""What is said of one example: clause by clause, with outputs that are not known, with clauses that are not lowered."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from attrs import evolve

from specassay.core.deciding.clauses import Decision, theory_of
from specassay.core.deciding.engines import Engines
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.deciding.triples import NOTHING_UNKNOWN, Unknowns
from specassay.core.ir.build import eq, ge, integer, lt, ne, op
from specassay.core.ir.contracts import Condition, Problem, Program
from specassay.core.ir.sorts import BOOL, INT
from specassay.core.ir.terms import Binder, Term, free_variables, var
from specassay.core.spans import Span
from specassay.core.spec_testing import preconditions
from specassay.core.spec_testing.examples import Example
from specassay.core.spec_testing.judging import are_possible, judge_conditions, judge_inputs, judge_outputs
from specassay.core.spec_testing.preconditions import buckets, trial_of_test, trials_of
from specassay.core.spec_testing.spec_testing_limits import LIMITS
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of

EVALUATOR = Engines()
R = var("r", INT)
SPAN = Span("t.dfy", 1, 1, 1, 2)


class Told:
    """A solver that always gives one answer, and keeps what it is asked under which label."""

    name = "told"

    def __init__(self, outcome: Outcome = Outcome.UNKNOWN) -> None:
        self.outcome = outcome
        self.asked: list[Term] = []
        self.labels: list[str] = []

    def version(self) -> str:
        return "1"

    def session(self, *_: Any, label: str = "", **__: Any) -> "Told":
        self.labels.append(label)
        return self

    def add(self, *terms: Term) -> None:
        self.asked.extend(terms)

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        return Answer(self.outcome)

    def close(self) -> None:
        pass


def program_of(specification: str, test: str) -> tuple[Program, Example]:
    text = f"method M{specification}\n{{ }}\nmethod MTest() {{\n{test}\n}}\n"
    program = parse_program(text, file="t.dfy")
    (example,) = examples_of(program).examples
    return program, example


RANGE, BETWEEN = program_of(
    "(n: int, m: int) returns (r: int)\n requires n > 0\n requires n < 9\n ensures r >= n\n ensures r <= n + m",
    "var r := M(2, 3); assert r == 4;",
)
THEORY = theory_of(RANGE)
MODIFIES, SWAP = program_of(
    "(a: array<int>) returns (r: int)\n modifies a\n ensures a[0] == old(a[0]) + 1\n ensures r == old(a[0])",
    "var a := new int[] [5]; var r := M(a); assert r == 5; assert a[0] == 6;",
)


def verdicts(decisions: Sequence[Decision]) -> list[str]:
    return [decision.verdict for decision in decisions]


@pytest.mark.parametrize(
    ("n", "clauses"), [(2, ["holds", "holds"]), (0, ["refuted", "holds"]), (9, ["holds", "refuted"])]
)
def test_inputs_are_judged_by_the_precondition(n: int, clauses: list[str]) -> None:
    found = judge_inputs(BETWEEN, {"n": n, "m": 3}, THEORY, EVALUATOR, "t")
    assert verdicts(found.clauses) == clauses
    assert found.verdict == ("refuted" if "refuted" in clauses else "holds")


@pytest.mark.parametrize(
    ("r", "clauses"), [(4, ["holds", "holds"]), (1, ["refuted", "holds"]), (9, ["holds", "refuted"])]
)
def test_outputs_are_judged_by_the_postcondition_with_the_input_of_the_test(r: int, clauses: list[str]) -> None:
    found = judge_outputs(BETWEEN, {"r": r}, (), THEORY, EVALUATOR, "t")
    assert verdicts(found.clauses) == clauses


def test_what_a_method_modifies_has_a_value_before_and_one_after() -> None:
    theory = theory_of(MODIFIES)
    assert judge_outputs(SWAP, SWAP.outputs, (), theory, EVALUATOR, "t").verdict == "holds"
    wrong = judge_outputs(SWAP, {**SWAP.outputs, "a": SWAP.inputs["a"]}, (), theory, EVALUATOR, "t")
    assert verdicts(wrong.clauses) == ["refuted", "holds"]


def open_output(constraint: Term) -> Example:
    """The example of M(2, 3), of which the test says no more than the constraint."""
    return evolve(BETWEEN, outputs={}, unknowns={"r": Binder("?r", INT)}, constraints=(constraint,))


def test_an_output_that_the_test_leaves_open_may_have_any_value_that_meets_the_constraint() -> None:
    unknown = var("?r", INT)
    for constraint, verdict, witness in (
        (eq(unknown, integer(3)), "holds", {"?r": 3}),
        (ge(unknown, integer(2)), "holds", {"?r": 2}),
    ):
        example = open_output(constraint)
        found = judge_outputs(example, {}, example.constraints, THEORY, EVALUATOR, "t")
        assert (found.verdict, dict(found.witness)) == (verdict, witness)
    example = open_output(lt(unknown, integer(2)))
    assert judge_outputs(example, {}, example.constraints, THEORY, EVALUATOR, "t").verdict == "unknown"


def test_an_output_that_is_given_is_not_open_any_more() -> None:
    example = open_output(ge(var("?r", INT), integer(0)))
    found = judge_outputs(example, {"r": 9}, (), THEORY, EVALUATOR, "t")
    assert (found.verdict, verdicts(found.clauses), dict(found.witness)) == ("refuted", ["holds", "refuted"], {})


def not_lowered(condition: Condition, why: str) -> Condition:
    clause = evolve(condition.clause, problems=(Problem(why, SPAN), Problem("and more", SPAN)))
    return Condition(clause, None)


@pytest.mark.parametrize(("r", "verdict", "second"), [(4, "unknown", "holds"), (9, "refuted", "refuted")])
def test_a_clause_that_is_not_lowered_is_unknown_in_its_place(r: int, verdict: str, second: str) -> None:
    first, last = BETWEEN.specification.ensures
    found = judge_conditions(
        [not_lowered(first, "such a thing"), last], {"n": 2, "m": 3, "r": r}, NOTHING_UNKNOWN, THEORY, EVALUATOR, "t"
    )
    assert (found.verdict, verdicts(found.clauses)) == (verdict, ["unknown", second])
    assert found.clauses[0].engine is None
    assert "such a thing" in found.clauses[0].reason
    assert "; " in found.clauses[0].reason


def test_of_a_clause_that_is_not_lowered_nothing_holds_together() -> None:
    """The other clause holds for a value of what is open, and the whole is not known to."""
    first, last = BETWEEN.specification.ensures
    example = open_output(eq(var("?r", INT), integer(3)))
    partly = evolve(example.specification, ensures=(not_lowered(first, "such"), last))
    found = judge_outputs(evolve(example, specification=partly), {}, example.constraints, THEORY, EVALUATOR, "t")
    assert (found.verdict, verdicts(found.clauses)) == ("unknown", ["unknown", "holds"])
    assert dict(found.witness) == {"?r": 3}


def test_clauses_that_no_value_satisfies_together_are_refuted_beside_one_that_is_not_lowered() -> None:
    """Each of `b` and `!b` has a value, both have none, whatever the clause says that is not lowered."""
    b = var("b", BOOL)
    like = BETWEEN.specification.ensures[0]
    clauses = [not_lowered(like, "such"), evolve(like, term=b), evolve(like, term=op("not", b))]
    found = judge_conditions(clauses, {}, Unknowns((Binder("b", BOOL),)), THEORY, EVALUATOR, "t")
    assert (found.verdict, verdicts(found.clauses)) == ("refuted", ["unknown", "holds", "holds"])


def test_queries_have_the_name_of_the_example() -> None:
    hard = (
        "(n: int) returns (r: int)\n requires forall x: int :: x * x + n >= 0\n ensures forall x: int :: x * x + r >= 0"
    )
    program, example = program_of(hard, "var r := M(2); assert r == 4;")
    solver = Told()
    engines = Engines(backends=(solver,))
    judge_inputs(example, example.inputs, theory_of(program), engines, "in")
    judge_outputs(example, example.outputs, (), theory_of(program), engines, "out")
    assert {label[:4] for label in solver.labels} == {"in-0", "out-"}


FACT_ABOUT = "(n: int) returns (r: int)\n requires n > 0\n ensures r > n"


def with_facts(requires: Term | None = None, ensures: Term | None = None) -> tuple[Example, Any]:
    """An example of a method with facts beside its clauses: what is false of no state that there is."""
    program, example = program_of(FACT_ABOUT, "var r := M(2); assert r == 4;")
    specification = example.specification

    def fact(term: Term, like: Condition) -> Condition:
        return Condition(evolve(like.clause, fact=True), term)

    old = specification
    if requires is not None:
        specification = evolve(specification, requires=(*old.requires, fact(requires, old.requires[0])))
    if ensures is not None:
        specification = evolve(specification, ensures=(*specification.ensures, fact(ensures, old.ensures[0])))
    return evolve(example, specification=specification), theory_of(program)


def test_what_facts_are_false_of_there_is_not() -> None:
    n = var("n", INT)
    example, theory = with_facts(lt(n, integer(5)), lt(R, integer(50)))
    assert [are_possible(example, {"n": n}, None, theory) for n in (-3, 4, 5)] == [True, True, False]
    for r, possible in ((-3, True), (49, True), (50, False)):
        assert are_possible(example, {"n": 2}, {"r": r}, theory) is possible


def test_facts_about_outputs_are_about_the_input_at_hand() -> None:
    example, theory = with_facts(ensures=lt(R, var("n", INT)))
    assert [are_possible(example, {"n": n}, {"r": 4}, theory) for n in (4, 5)] == [False, True]


def test_without_facts_everything_is_possible() -> None:
    example, theory = with_facts(requires=lt(var("n", INT), integer(5)))
    assert are_possible(example, {"n": 2}, {"r": -1}, theory)
    example, theory = with_facts(ensures=lt(R, integer(5)))
    assert are_possible(example, {"n": -1}, None, theory)


# --- invalid inputs


def trials(count: int = 8, wrong: Sequence[Mapping[str, Any]] = ({"r": 100}, {"r": -7})) -> list[Any]:
    return list(trials_of(BETWEEN, wrong, count, THEORY, EVALUATOR, "t"))


def test_each_trial_violates_the_precondition_and_differs_in_one_parameter() -> None:
    found = trials()
    assert len(found) == 8
    for trial in found:
        assert judge_inputs(BETWEEN, trial.inputs, THEORY, EVALUATOR, "t").verdict == "refuted"
        assert trial.precondition.verdict == "refuted"
        assert sum(trial.inputs[name] != value for name, value in BETWEEN.inputs.items()) == 1


def test_inputs_that_violate_a_clause_for_the_first_time_come_first() -> None:
    """All small numbers but 10 violate the first clause; the second one has its turn all the same."""
    refuting = [trial.precondition.refuting for trial in trials(2)]
    assert refuting == [(0,), (1,)]
    assert [trial.precondition.refuting for trial in trials()][:2] == refuting


def test_no_input_is_tried_twice() -> None:
    """-1 is small, and near 0."""
    program, example = program_of(
        "(n: int) returns (r: int)\n requires 0 <= n && n < 9\n ensures r > 0", "var r := M(0); assert r == 4;"
    )
    found = [trial.inputs["n"] for trial in trials_of(example, [], 12, theory_of(program), EVALUATOR, "t")]
    assert len(found) == len(set(found)) > 2


def test_at_most_so_many_trials() -> None:
    assert [len(trials(count)) for count in (0, 1, 3)] == [0, 1, 3]


def test_the_wrong_outputs_take_turns() -> None:
    """For an input of 0: what the test expects, 4, is above 0 + 3; 100 is, too; -7 is below 0."""
    by_input = [(trial.inputs["n"], trial.right, trial.wrong) for trial in trials(4, [{"r": 3}, {"r": 100}])]
    expected = []
    for number, trial in enumerate(trials(4)):
        n = trial.inputs["n"]
        wrong = (3, 100)[number % 2]
        expected.append((n, "holds" if n <= 4 <= n + 3 else "refuted", "holds" if n <= wrong <= n + 3 else "refuted"))
    assert by_input == expected
    assert {right for _, right, _ in expected} | {wrong for *_, wrong in expected} == {"holds", "refuted"}


def test_without_a_wrong_output_only_the_right_one_is_judged() -> None:
    assert {trial.wrong for trial in trials(3, ())} == {None}
    assert {trial.right for trial in trials(3, ())} <= {"holds", "refuted"}
    assert {trial.precondition.verdict for trial in trials(3, ())} == {"refuted"}


def test_without_a_precondition_there_are_no_invalid_inputs() -> None:
    program, example = program_of("(n: int) returns (r: int)\n ensures r > n", "var r := M(2); assert r == 4;")
    assert trials_of(example, [{"r": 0}], 5, theory_of(program), EVALUATOR, "t") == ()


def test_what_facts_are_false_of_is_no_trial() -> None:
    example, theory = with_facts(ne(var("n", INT), integer(0)))
    found = trials_of(example, [], 4, theory, EVALUATOR, "t")
    assert [trial.inputs["n"] for trial in found] != []
    assert all(trial.inputs["n"] < 0 for trial in found)


def test_trials_are_the_same_every_time_and_others_under_another_name() -> None:
    hidden = "(s: seq<int>) returns (r: int)\n requires |s| != 3 && |s| != 4\n ensures r > 0"
    program, example = program_of(hidden, "var r := M([1, 2, 3, 4, 5]); assert r == 4;")

    def found(label: str) -> tuple[Any, ...]:
        return tuple(trial.inputs["s"] for trial in trials_of(example, [], 9, theory_of(program), EVALUATOR, label))

    assert found("t") == found("t") != ()
    assert all(len(value) in (3, 4) for value in found("t"))
    assert len({found(label) for label in "abcde"}) > 1


def test_values_of_a_datatype_are_tried_too() -> None:
    text = "datatype D = A | B(x: int)\nmethod M(d: D) returns (r: int)\n requires d.B?\n ensures r > 0\n{ }\n"
    program = parse_program(text + "method MTest() {\nvar r := M(B(4)); assert r == 4;\n}\n", file="t.dfy")
    (example,) = examples_of(program).examples
    found = trials_of(example, [], 1, theory_of(program), EVALUATOR, "t")
    assert [trial.inputs["d"].constructor for trial in found] == ["A"]


def test_a_trial_of_an_open_output_has_the_constraint_of_the_test() -> None:
    """For n = 0 the output 4, which the constraint says, is above 0 + 3, and no other is known; 2 is not."""
    for value, right in ((4, "unknown"), (2, "holds")):
        example = open_output(eq(var("?r", INT), integer(value)))
        first = trials_of(example, [{"r": 3}], 1, THEORY, EVALUATOR, "t")[0]
        assert (first.inputs, first.right, first.wrong) == ({"n": 0, "m": 3}, right, "holds")


def test_so_many_values_of_a_parameter_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first small numbers are 0, 1, -1 and 2."""
    program, example = program_of(
        "(n: int) returns (r: int)\n requires n > 5\n ensures r > 0", "var r := M(7); assert r == 4;"
    )
    monkeypatch.setattr(preconditions, "LIMITS", evolve(LIMITS, invalid_values=3))
    found = trials_of(example, [], 9, theory_of(program), EVALUATOR, "t")
    assert [trial.inputs["n"] for trial in found] == [0, 1, -1]


def test_queries_about_trials_have_their_number() -> None:
    hard = "(n: int) returns (r: int)\n requires n > 0\n ensures forall x: int :: x * x + n + r >= 0\n"
    program, example = program_of(hard, "var r := M(2); assert r == 4;")
    solver = Told()
    engines = Engines(backends=(solver,))
    trials_of(example, [{"r": 7}], 2, theory_of(program), engines, "t")
    starts = {label.rsplit("-", 2)[0] for label in solver.labels}
    assert starts == {"t-input0-right", "t-input0-wrong", "t-input1-right", "t-input1-wrong"}


def test_the_trial_of_a_test_has_its_own_input_and_expectation() -> None:
    moved = evolve(BETWEEN, inputs={"n": 9, "m": 3})
    precondition = judge_inputs(moved, moved.inputs, THEORY, EVALUATOR, "t")
    found = trial_of_test(moved, precondition, THEORY, EVALUATOR, "t")
    assert (found.inputs, found.precondition, found.right, found.wrong) == (
        {"n": 9, "m": 3},
        precondition,
        "refuted",
        None,
    )


def test_the_trial_of_a_test_whose_output_is_open_has_its_constraint() -> None:
    unknown = var("?r", INT)
    moved = evolve(open_output(eq(unknown, integer(9))), inputs={"n": 9, "m": 3})
    precondition = judge_inputs(moved, moved.inputs, THEORY, EVALUATOR, "t")
    assert trial_of_test(moved, precondition, THEORY, EVALUATOR, "t").right == "holds"


def test_buckets_count_verdicts_apart() -> None:
    judged = [judge_outputs(BETWEEN, {"r": r}, (), THEORY, EVALUATOR, "t") for r in (4, 1, 9)]
    tried = trials(4, [{"r": 3}, {"r": 100}])
    found = buckets(judged[:1], judged[1:], tried)
    assert list(found) == ["valid_right", "valid_wrong", "invalid_right", "invalid_wrong"]
    assert (found["valid_right"], found["valid_wrong"]) == ({"holds": 1}, {"refuted": 2})
    assert found["invalid_right"].total() == found["invalid_wrong"].total() == 4
    assert buckets([], [], trials(3, ()))["invalid_wrong"] == {}


def test_a_name_that_is_free_in_a_clause_is_that_of_its_unknown() -> None:
    """A clause is about `r`, the constraint about the variable that stands for it: both are one."""
    example = open_output(ge(var("?r", INT), integer(0)))
    solver = Told()
    engines = Engines(backends=(solver,), use_evaluator=False)
    judge_outputs(example, {}, example.constraints, THEORY, engines, "t")
    names = {name for term in solver.asked for name, _ in free_variables(term)}
    assert names == {"?r"}
