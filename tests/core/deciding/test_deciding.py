"""What a solver is asked, with what its answers are taken for, and what is said where there is none."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from specassay.core.deciding import triples as specification_testing
from specassay.core.deciding.clauses import (
    UNCONFIRMED,
    ClauseVerdict,
    Decision,
    Theory,
    answer_of,
    decide,
    theory_of,
    undecided_by,
    valid,
)
from specassay.core.deciding.deciding_limits import LIMITS
from specassay.core.deciding.engines import Engines, Work
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.deciding.triples import UNEVALUATED, UNSATISFIED, Unknowns, find, judge
from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import UNBOUNDED, add, call, conj, eq, exists, forall, ge, gt, integer, lt, mul, ne, op
from specassay.core.ir.contracts import Constructor, Datatype, Function, Program
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import BOOL, INT, VALUE, array_of, datatype, seq_of, uninterpreted
from specassay.core.ir.terms import Binder, Term, const, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, UninterpretedValue
from specassay.core.ir.variables import Name
from specassay.frontends.python import parse_contract

N, R, P = var("n", INT), var("r", INT), var("p", INT)
S = var("s", seq_of(INT))
OPEN = forall((Binder("i", INT),), ge(add(mul(var("i", INT), var("i", INT)), N), integer(0)), (UNBOUNDED,))
"""A term that the evaluator leaves open."""
SQUARE = eq(mul(P, P), integer(144))
"""12, which is no value at hand."""
UNSAT, SAT, UNKNOWN = Answer(Outcome.UNSAT), Answer(Outcome.SAT), Answer(Outcome.UNKNOWN, message="incomplete")


class Told:
    """A backend that gives prepared answers, in order, or raises Unsupported; and keeps what it was asked."""

    def __init__(self, *answers: Answer | None, name: str = "told") -> None:
        self.answers = list(answers)
        self.name = name
        self.asked: list[Term] = []
        self.labels: list[str] = []
        self.dumps: list[str | None] = []
        self.seconds: list[float] = []

    def version(self) -> str:
        return "1"

    def session(
        self,
        functions: Mapping[Name, Function] = {},
        datatypes: Any = None,
        *,
        dump: str | None = None,
        label: str = "",
    ) -> "Told":
        if self.answers[0] is None:
            self.answers.pop(0)
            raise Unsupported("such a term")
        self.labels.append(label)
        self.dumps.append(dump)
        return self

    def add(self, *terms: Term) -> None:
        self.asked.extend(terms)

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        self.seconds.append(seconds)
        answer = self.answers.pop(0)
        assert answer is not None
        return answer

    def close(self) -> None:
        pass


def engines(*backends: Told, **more: Any) -> Engines:
    return Engines(backends=backends, **more)


# --- validity

AT = Function("at", (Binder("i", INT),), INT, var("i", INT), requires=(gt(var("i", INT), integer(2)),))
"""The identity, on numbers above 2."""
THEORY = Theory({"at": AT})
PREMISE = lt(call("at", R, sort=INT), integer(9))
CLAUSE = ne(call("at", N, sort=INT), integer(5))


def validity(*backends: Told, label: str = "", **more: Any) -> Decision:
    return valid(CLAUSE, (PREMISE,), theory=THEORY, engines=engines(*backends, **more), label=label)


def test_the_negation_that_is_asked_is_that_of_defined_and_true_under_defined_and_true_premises() -> None:
    """What `at` requires is a part of the question."""
    solver = Told(UNSAT)
    validity(solver)
    (query,) = solver.asked
    for n, r in product((0, 2, 3, 5, 6), (1, 3, 8, 9)):
        counterexample = 2 < r < 9 and (n <= 2 or n == 5)
        found = evaluate(
            query, {"n": n, "r": r}, {name: evolve(f, requires=()) for name, f in THEORY.functions.items()}
        )
        assert found.is_true == counterexample, (n, r)


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        (UNSAT, Decision("holds", "told")),
        (Answer(Outcome.SAT, {"n": 5, "r": 3}), Decision("refuted", "told")),
        (Answer(Outcome.SAT, {"n": 1, "r": 3}), Decision("refuted", "told")),
        (Answer(Outcome.SAT, {"n": 6, "r": 3}), Decision("unknown", "told", UNCONFIRMED)),
        (Answer(Outcome.SAT, {"n": 5, "r": 1}), Decision("unknown", "told", UNCONFIRMED)),
        (UNKNOWN, Decision("unknown", "told", "incomplete")),
        (Answer(Outcome.TIMEOUT), Decision("timeout", "told", "timeout")),
        (None, Decision("unknown", "told", "unsupported: such a term")),
    ],
)
def test_what_an_answer_about_validity_is_taken_for(answer: Answer | None, decision: Decision) -> None:
    assert validity(Told(answer)) == decision


def test_without_a_solver_nothing_is_valid() -> None:
    assert validity() == Decision("unknown", None, "no solver was asked")


@pytest.mark.parametrize("first", [None, UNKNOWN, Answer(Outcome.SAT, {"n": 6, "r": 3}), Answer(Outcome.TIMEOUT)])
def test_the_next_solver_is_asked_about_validity(first: Answer | None) -> None:
    assert validity(Told(first), Told(UNSAT, name="other")) == Decision("holds", "other")


def test_a_counterexample_is_confirmed_by_evaluation_and_nobody_else() -> None:
    model = Answer(Outcome.SAT, {"n": 5})
    solver = Told(model, UNSAT, UNSAT)
    assert valid(OPEN, (), theory=Theory(), engines=engines(solver)).verdict == "unknown"
    assert len(solver.asked) == 1
    assert valid(lt(N, integer(4)), (), theory=Theory(), engines=engines(Told(model, UNSAT), use_evaluator=False)) == (
        Decision("refuted", "told")
    )


def test_queries_have_a_label_and_a_folder() -> None:
    solver = Told(UNSAT)
    validity(solver, label="t", dump="folder")
    assert (solver.labels, solver.dumps) == (["t"], ["folder"])
    solver = Told(SAT, UNSAT)
    decide(OPEN, {"n": 5}, theory=Theory(), engines=engines(solver, dump="folder"), label="t")
    assert (solver.labels, solver.dumps) == (["t-true", "t-false"], ["folder", "folder"])


# --- one clause


@pytest.mark.parametrize(
    ("answers", "decision"),
    [
        ((UNSAT,), Decision("refuted", "told")),
        ((SAT, UNSAT), Decision("holds", "told")),
        ((UNKNOWN, SAT), Decision("unknown", "told", "incomplete")),
        ((None,), Decision("unknown", "told", "unsupported: such a term")),
        ((SAT, None), Decision("unknown", "told", "unsupported: such a term")),
    ],
)
def test_what_answers_about_a_clause_are_taken_for(answers: tuple[Answer | None, ...], decision: Decision) -> None:
    solver = Told(*answers)
    assert decide(OPEN, {"n": 5}, theory=Theory(), engines=engines(solver)) == decision
    if len(answers) == 2 and answers[1] is not None:
        first, second = solver.asked
        assert second == op("not", first)


def test_a_clause_that_both_ways_satisfy_depends_on_unknown_functions() -> None:
    decision = decide(OPEN, {"n": 5}, theory=Theory(), engines=engines(Told(SAT, SAT)))
    assert decision == Decision(
        "unknown", "told", "it depends on functions without a body: true under some interpretations, false under others"
    )


def test_without_time_nothing_is_decided() -> None:
    late = Decision("timeout", None, "the time limit was reached")
    assert decide(gt(N, integer(0)), {"n": 1}, theory=Theory(), engines=Engines(seconds=0.0)) == late
    assert find([gt(P, integer(0))], {}, (Binder("p", INT),), theory=Theory(), engines=Engines(seconds=0.0)) == (
        late,
        {},
    )
    some = Engines(seconds=0.5)
    assert find([gt(P, integer(0))], {}, (Binder("p", INT),), theory=Theory(), engines=some)[0].verdict == "holds"
    assert decide(gt(N, integer(0)), {"n": 1}, theory=Theory(), engines=Engines(seconds=0.5)).verdict == "holds"


def test_without_any_engine_the_reason_is_said() -> None:
    decision = decide(gt(N, integer(0)), {"n": 1}, theory=Theory(), engines=Engines(use_evaluator=False))
    assert decision == Decision("unknown", None, "no engine was asked")


@pytest.mark.parametrize(("n", "verdict"), [(5, "holds"), (6, "refuted")])
def test_what_simplifies_to_a_truth_value_needs_no_solver(n: int, verdict: ClauseVerdict) -> None:
    """Evaluation has no steps left; simplification has its own."""
    solver = Told(UNKNOWN, UNKNOWN)
    term = eq(add(N, integer(1)), integer(6))
    decision = decide(term, {"n": n}, theory=Theory(), engines=engines(solver, steps=1))
    assert (decision, solver.asked) == (Decision(verdict, "evaluate"), [])


@pytest.mark.parametrize(
    ("answers", "verdict", "reason"),
    [
        ((UNKNOWN, Answer(Outcome.TIMEOUT)), "timeout", "timeout"),
        ((Answer(Outcome.TIMEOUT), Answer(Outcome.ERROR, message="broken")), "error", "broken"),
        ((SAT, UNKNOWN), "unknown", "incomplete"),
        ((Answer(Outcome.UNKNOWN),), "unknown", "unknown"),
    ],
)
def test_the_gravest_outcome_is_the_reason(answers: tuple[Answer, ...], verdict: str, reason: str) -> None:
    found = undecided_by("told", *answers)
    assert (found.verdict, found.engine, found.reason) == (verdict, "told", reason)


def test_the_functions_and_datatypes_of_a_program_are_what_terms_may_refer_to() -> None:
    program = Program("t.dfy", functions={"at": AT}, datatypes={"D": Datatype("D", (), ())})
    program = evolve(program, context=parse_contract("assert 1 > 0\n", name="f", parameters=[]).body)
    assert program.context != ()
    assert theory_of(program) == Theory({"at": AT}, program.datatypes, program.context)


# --- functions

I = Binder("i", INT)  # noqa: E741
MISSING = Function("m", (I,), BOOL, None, missing=True)


def holding(**functions: Function) -> Decision:
    """Decide `m(n) && f(n)` where evaluation cannot."""
    term = conj(call("m", N, sort=BOOL), call("f", N, sort=BOOL))
    known: dict[Name, Function] = {"m": MISSING}
    theory = Theory(known | dict(functions.items()))
    return decide(term, {"n": 1}, theory=theory, engines=engines(Told(UNSAT), seconds=0.5))


def test_a_missing_function_beside_those_that_do_not_recur_is_asked_about() -> None:
    assert holding(f=Function("f", (I,), BOOL, gt(var("i", INT), integer(0)))) == Decision("refuted", "told")
    assert holding(f=Function("f", (I,), BOOL, None)) == Decision("refuted", "told")


@pytest.mark.slow
def test_a_missing_function_beside_those_that_recur_is_not_asked_about() -> None:
    def calls(name: str) -> Term:
        return call(name, add(var("i", INT), integer(1)), sort=BOOL)

    own = holding(f=Function("f", (I,), BOOL, calls("f")))
    through = holding(f=Function("f", (I,), BOOL, calls("g")), g=Function("g", (I,), BOOL, calls("f")))
    for decision in (own, through):
        assert decision.verdict == "unknown"
        assert "a recursive function of an unknown value (m)" in decision.reason


# --- unknown outputs

UNKNOWN_P = (Binder("p", INT),)


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        (UNSAT, Decision("refuted", "told")),
        (Answer(Outcome.SAT, {"p": 12}), Decision("holds", "told")),
        (Answer(Outcome.SAT, {"p": 13}), Decision("unknown", "told", UNCONFIRMED)),
        (UNKNOWN, Decision("unknown", "told", "incomplete")),
        (None, Decision("unknown", "told", "unsupported: such a term")),
    ],
)
@pytest.mark.parametrize("use_evaluator", [True, False])
def test_what_answers_about_a_witness_are_taken_for(
    answer: Answer | None, decision: Decision, use_evaluator: bool
) -> None:
    solver = Told(answer)
    found, witness = find(
        [SQUARE], {}, UNKNOWN_P, theory=Theory(), engines=engines(solver, use_evaluator=use_evaluator), label="t"
    )
    assert (found, dict(witness)) == (decision, {"p": 12} if decision.verdict == "holds" else {})
    assert solver.labels == ([] if answer is None else ["t"])


def test_values_at_hand_are_the_evaluators_word() -> None:
    assert find([gt(P, integer(1))], {}, UNKNOWN_P, theory=Theory(), engines=Engines()) == (
        Decision("holds", "evaluate"),
        {"p": 2},
    )
    both = conj(var("b", BOOL), op("not", var("b", BOOL)))
    assert find([both], {}, (Binder("b", BOOL),), theory=Theory(), engines=Engines()) == (
        Decision("refuted", "evaluate"),
        {},
    )
    assert find([SQUARE], {}, UNKNOWN_P, theory=Theory(), engines=Engines()) == (
        Decision("unknown", "evaluate", f"{UNSATISFIED}, and no solver was asked"),
        {},
    )


def test_a_witness_that_evaluation_leaves_open_is_none_and_no_solver_is_asked_again() -> None:
    solver = Told(Answer(Outcome.SAT, {"p": 12}), UNSAT, UNSAT)
    found, _ = find([conj(SQUARE, OPEN)], {"n": 5}, UNKNOWN_P, theory=Theory(), engines=engines(solver))
    assert (found, len(solver.asked)) == (Decision("unknown", "told", UNEVALUATED), 1)


@pytest.mark.parametrize(("impatient", "asked"), [(True, 0), (False, 1)])
def test_an_impatient_search_asks_no_second_solver_for_what_has_no_value(impatient: bool, asked: int) -> None:
    first, second = (Told(Answer(Outcome.SAT, {"p": 12}), name=name) for name in ("first", "second"))
    who = engines(first, second, impatient=impatient)
    found, _ = find([conj(SQUARE, OPEN)], {"n": 5}, UNKNOWN_P, theory=Theory(), engines=who)
    assert (found.verdict, found.reason, len(second.asked)) == ("unknown", UNEVALUATED, asked)


@pytest.mark.parametrize(
    ("first", "impatient", "asked"),
    [
        (Answer(Outcome.TIMEOUT, message="timeout"), True, 0),
        (Answer(Outcome.TIMEOUT, message="timeout"), False, 1),
        (UNKNOWN, True, 1),
        (None, True, 1),
    ],
)
def test_one_solver_whose_time_is_over_ends_an_impatient_search(
    first: Answer | None, impatient: bool, asked: int
) -> None:
    second = Told(Answer(Outcome.SAT, {"p": 12}), name="second")
    who = engines(Told(first), second, impatient=impatient)
    found, _ = find([SQUARE], {}, UNKNOWN_P, theory=Theory(), engines=who)
    assert len(second.asked) == asked
    assert found.verdict == ("holds" if asked else "timeout")
    assert all(share.impatient is impatient for share in who.shares(2))


def test_values_of_a_finite_datatype_are_all_tried() -> None:
    colours = Datatype("Colour", (), (Constructor("Red", ()), Constructor("Blue", ())))
    sort = datatype("Colour")
    a, b = (const(DatatypeValue(name, ()), sort) for name in ("Red", "Blue"))
    c = var("c", sort)
    theory = Theory(datatypes={"Colour": colours})
    found, _ = find([ne(c, a), ne(c, b)], {}, (Binder("c", sort),), theory=theory, engines=Engines())
    assert found == Decision("refuted", "evaluate")


@pytest.mark.parametrize("turn", [1, -1])
def test_one_refuted_part_refutes_a_value_though_another_is_open(turn: int) -> None:
    """So that both truth values are excluded, whichever part comes first."""
    never = conj(var("b", BOOL), op("not", var("b", BOOL)))
    found, _ = find([OPEN, never][::turn], {"n": 5}, (Binder("b", BOOL),), theory=Theory(), engines=Engines())
    assert found == Decision("refuted", "evaluate")


@pytest.mark.parametrize("turn", [1, -1])
def test_one_open_part_leaves_a_value_open(turn: int) -> None:
    yes = eq(var("b", BOOL), var("b", BOOL))
    found, _ = find([OPEN, yes][::turn], {"n": 5}, (Binder("b", BOOL),), theory=Theory(), engines=Engines())
    assert found.verdict == "unknown"


def test_as_many_combinations_as_are_tried_exclude_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [Binder("x", BOOL), Binder("y", BOOL)]
    x, y = (var(binder.name, BOOL) for binder in names)
    never = conj(x, y, op("not", x))
    for most, verdict in ((4, "refuted"), (3, "unknown")):
        monkeypatch.setattr(specification_testing, "LIMITS", evolve(LIMITS, combinations=most))
        assert find([never], {}, names, theory=Theory(), engines=Engines())[0].verdict == verdict


@pytest.mark.parametrize("kind", ["seq", "array"])
def test_positions_in_what_is_given_are_values_at_hand(kind: str) -> None:
    items = (8, 8, 8, 8, 8, 19, 8)
    given: Any = items if kind == "seq" else ArrayValue(items, ("given", 0))
    subject = var("s", seq_of(INT) if kind == "seq" else array_of(INT))
    there = conj(
        ge(P, integer(0)),
        lt(P, op(operator_name(f"{kind}.len"), subject)),
        eq(op(operator_name(f"{kind}.at"), subject, P), integer(19)),
    )
    found, witness = find([there], {"s": given, "n": 3}, UNKNOWN_P, theory=Theory(), engines=Engines())
    assert (found.verdict, dict(witness)) == ("holds", {"p": 5})


T = uninterpreted("T")


def test_of_a_sort_that_knows_equality_only_as_many_more_elements_are_tried_as_there_are_unknowns() -> None:
    known = UninterpretedValue("T", 1)
    a, b, c = (var(name, T) for name in "abc")
    unknowns = (Binder("b", T), Binder("c", T))
    apart = conj(ne(a, b), ne(b, c), ne(a, c))
    found, witness = find([apart], {"a": known}, unknowns, theory=Theory(), engines=Engines())
    assert found == Decision("holds", "evaluate")
    assert len({known, *witness.values()}) == 3
    never = conj(ne(a, b), eq(a, b))
    assert find([never], {"a": known}, unknowns, theory=Theory(), engines=Engines())[0] == Decision(
        "refuted", "evaluate"
    )


def test_elements_that_only_the_goal_names_are_tried() -> None:
    """An element that the goal distinguishes is not one of the others."""
    b, special = var("b", T), const(UninterpretedValue("T", 7), T)
    found, witness = find([eq(b, special)], {}, (Binder("b", T),), theory=Theory(), engines=Engines())
    assert (found.verdict, dict(witness)) == ("holds", {"b": UninterpretedValue("T", 7)})


def test_an_element_that_a_long_sequence_hides_is_not_excluded() -> None:
    """Not all of a long sequence is looked through: what is at its end may be another element."""
    s, b = var("s", seq_of(T)), var("b", T)
    given = (*[UninterpretedValue("T", 1)] * 6_000, UninterpretedValue("T", 9))
    other = conj(op("seq.member", b, s), ne(b, op("seq.at", s, integer(0))))
    found, _ = find([other], {"s": given}, (Binder("b", T),), theory=Theory(), engines=Engines())
    assert found.verdict != "refuted"


def test_beside_sequences_of_such_elements_nothing_is_excluded() -> None:
    """An unknown sequence may have any number of others in it."""
    b, many = var("b", T), var("many", seq_of(T))
    unknowns = (Binder("b", T), Binder("many", seq_of(T)))
    three = conj(eq(op("seq.len", many), integer(3)), op("seq.member", b, many))
    assert find([three], {}, unknowns, theory=Theory(), engines=Engines())[0].verdict != "refuted"


# --- judgements


def test_queries_about_clauses_have_their_position() -> None:
    """Alone where a clause mentions no unknown, together and then alone where it does."""
    unclear = Answer(Outcome.UNKNOWN)
    solver = Told(*[unclear] * 9)
    judge([OPEN, SQUARE], {"n": 5}, Unknowns(UNKNOWN_P), theory=Theory(), engines=engines(solver), label="t")
    assert solver.labels == ["t-0-true", "t-0-false", "t-joint", "t-1"]


def test_a_witness_is_given_only_where_all_holds() -> None:
    """The clause without unknowns is refuted, the other has a witness."""
    clauses = [gt(N, integer(5)), gt(P, integer(1))]
    judged = judge(clauses, {"n": 5}, Unknowns(UNKNOWN_P), theory=Theory(), engines=Engines())
    assert (judged.verdict, [each.verdict for each in judged.clauses], judged.witness) == (
        "refuted",
        ["refuted", "holds"],
        {},
    )
    assert judged.refuting == (0,)


def test_a_clause_without_unknowns_keeps_its_own_decision() -> None:
    solver = Told(UNKNOWN, UNKNOWN)
    judged = judge([OPEN, gt(P, integer(1))], {"n": 5}, Unknowns(UNKNOWN_P), theory=Theory(), engines=engines(solver))
    assert [each.verdict for each in judged.clauses] == ["unknown", "holds"]
    assert (judged.verdict, judged.witness) == ("unknown", {})


def test_an_existential_that_evaluation_leaves_open_is_no_refutation() -> None:
    far = exists((I,), eq(mul(var("i", INT), var("i", INT)), integer(1_000_000)), (UNBOUNDED,))
    assert decide(far, {}, theory=Theory(), engines=Engines()).verdict != "refuted"


def test_a_question_like_those_that_were_not_answered_has_less_time() -> None:
    lost = Answer(Outcome.TIMEOUT)
    told = Told(lost, lost, lost, SAT, UNSAT)
    asked = engines(told, use_evaluator=False, seconds=4.0, deadline=1000.0, work=Work(), kind="lemma")
    for _ in range(5):
        answer_of(gt(N, P), told, Theory(), asked, "")
    assert told.seconds == [4.0, 2.0, 1.0, 1.0, 4.0]


def test_no_question_is_asked_for_which_no_time_is_left() -> None:
    told = Told(SAT)
    work = Work()
    asked = engines(told, use_evaluator=False, deadline=LIMITS.least_query_seconds / 2, work=work)
    assert answer_of(gt(N, P), told, Theory(), asked, "").outcome is Outcome.TIMEOUT
    assert told.seconds == []
    assert asked.remaining <= 0  # what was left is used up, so that nothing else tries the same


def test_a_kind_of_question_is_given_up_where_the_last_one_had_no_answer() -> None:
    told = Told(Answer(Outcome.TIMEOUT), UNSAT)
    asked = engines(told, use_evaluator=False, deadline=1000.0, work=Work(), kind="ways")
    known = []
    for _ in range(2):
        answer_of(gt(N, P), told, Theory(), asked, "")
        known.append((asked.gave_up, evolve(asked, kind="other").gave_up))
    assert known == [(True, False), (False, False)]


@pytest.mark.parametrize(("seconds", "expected"), [(8.0, [8.0, 2.0]), (0.5, [0.5, 0.25]), (0.05, [0.05, 0.05])])
def test_what_takes_one_solver_too_long_another_is_asked_shorter(seconds: float, expected: list[float]) -> None:
    first, second = Told(Answer(Outcome.TIMEOUT)), Told(UNSAT)
    asked = engines(first, second, use_evaluator=False, seconds=seconds)
    decision, _ = find((gt(N, integer(0)),), {}, (Binder("n", INT),), theory=Theory(), engines=asked)
    assert decision.verdict == "refuted"
    assert [*first.seconds, *second.seconds] == expected


def test_a_goal_that_cannot_be_simplified_is_unsupported() -> None:
    goal = (op("python.truth", const(1, VALUE)),)
    decision, _ = find(goal, {}, (), theory=Theory(), engines=engines(Told(SAT), use_evaluator=False))
    assert decision.verdict == "unknown"


def test_the_last_reason_does_not_hide_those_before_it() -> None:
    timeout = Answer(Outcome.TIMEOUT, message="timeout")
    asked = engines(Told(UNKNOWN, UNKNOWN, name="first"), Told(timeout, timeout, name="second"))
    decision = decide(OPEN, {"n": 1}, theory=Theory(), engines=asked)
    assert (decision.verdict, decision.engine, decision.reason) == ("timeout", "second", "timeout")
    assert [(reason.engine, reason.reason) for reason in decision.reasons] == [
        ("evaluate", "no finite domain for i"),
        ("first", "incomplete"),
        ("second", "timeout"),
    ]


def test_a_definite_verdict_has_no_reasons_of_engines_that_gave_up() -> None:
    asked = engines(Told(UNKNOWN, UNKNOWN, name="first"), Told(SAT, UNSAT, name="second"))
    decision = decide(OPEN, {"n": 1}, theory=Theory(), engines=asked)
    assert (decision.verdict, decision.reasons) == ("holds", ())
