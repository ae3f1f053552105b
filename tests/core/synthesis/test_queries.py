"""What a query assumes, what it costs, and what a refuted model excludes. The session answers as the test says."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from attrs import define, evolve, field

from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.encoding.context import FOLLOWED, WITHIN_BOUNDS, Rounding
from specassay.core.encoding.encode import encode
from specassay.core.encoding.inputs import TAG
from specassay.core.encoding.renaming import READABLE, compressed
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import add
from specassay.core.ir.sorts import BOOL, INT, REAL, STRING
from specassay.core.ir.terms import Term, var
from specassay.core.synthesis.engine import budget_is_spent
from specassay.core.synthesis.queries import Query
from specassay.frontends.python import parse_contract

SAT, UNSAT, UNKNOWN, TIMEOUT, _ = Outcome
INTEGERS = "assert n < 5\nassert n < 9\nassert n < 7\n"
TEXT = "assert s.startswith('a')\n"
FLOAT = "assert x < 0.3\n"


@define
class Telling:
    """A session that answers by a function of the assumptions and keeps all that it is told."""

    answer: Callable[[Sequence[Term]], Answer]
    asked: list[list[Term]] = field(factory=list)
    limits: list[float] = field(factory=list)
    added: list[Term] = field(factory=list)

    def add(self, *terms: Term) -> None:
        self.added += terms

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        self.asked.append(list(assumptions))
        self.limits.append(seconds)
        return self.answer(assumptions)

    def close(self) -> None:
        pass


def query(
    text: str = INTEGERS,
    answer: Callable[[Sequence[Term]], Answer] = lambda assumptions: Answer(SAT),
    left: float = 60.0,
    limit: float = 5.0,
    parameters: Sequence[str] = (),
) -> tuple[Query, Telling]:
    names = parameters or [name for name in "nsxy" if f" {name}" in text]
    contract = parse_contract(text, name="f", parameters=names)
    session = Telling(answer)
    encoding = compressed(encode(contract, ("int", "float", "str", "bool"), False))
    return Query(encoding, session, lambda: left, lambda: limit, budget_is_spent(left)), session


def violated(index: int) -> Term:
    return var(f"violated {index}", BOOL)


def false(index: int) -> Term:
    return var(f"false {index}", BOOL)


def holds(index: int) -> Term:
    return next(term for term in query()[0].some(frozenset(), frozenset({index})))


# --- what is assumed


def test_a_target_is_violated_and_the_other_clauses_are_not() -> None:
    asked, _ = query()
    assert asked.literals(frozenset({1})) == [holds(0), violated(1), holds(2)]
    assert asked.literals(frozenset({0, 2})) == [violated(0), holds(1), violated(2)]


def test_clauses_that_are_not_named_may_be_either() -> None:
    asked, _ = query()
    assert asked.some(frozenset({2}), frozenset({0})) == [holds(0), violated(2)]
    assert asked.some(frozenset(), frozenset()) == []


@pytest.mark.parametrize("index", range(3))
def test_that_a_clause_holds_is_that_it_is_not_violated(index: int) -> None:
    for value in (True, False):
        assert evaluate(holds(index), {f"violated {index}": value}).value is not value


def test_a_model_on_which_the_clauses_are_false_comes_before_one_on_which_they_raise() -> None:
    asked, session = query(answer=lambda assumptions: Answer(SAT, {"n.int": 7}))
    assert asked.model(frozenset({0, 2})).model == {"n.int": 7}
    (only,) = session.asked
    assert only[:3] == asked.literals(frozenset({0, 2}))
    assert set(only[3:]) == {WITHIN_BOUNDS, FOLLOWED, false(0), false(2)}


def test_where_no_input_makes_the_clauses_false_they_may_be_violated_in_any_way() -> None:
    asked, session = query(answer=lambda terms: Answer(UNSAT) if false(1) in terms else Answer(SAT, {"n.int": 1}))
    assert asked.model(frozenset({1})).model == {"n.int": 1}
    assert [set(terms) - {WITHIN_BOUNDS, FOLLOWED} for terms in session.asked] == [
        {holds(0), violated(1), holds(2), false(1)},
        {holds(0), violated(1), holds(2)},
    ]
    assert all({WITHIN_BOUNDS, FOLLOWED} <= set(terms) for terms in session.asked)


@pytest.mark.parametrize("outcome", [UNKNOWN, TIMEOUT])
def test_what_is_left_open_is_not_asked_in_another_way(outcome: Outcome) -> None:
    asked, session = query(answer=lambda assumptions: Answer(outcome))
    assert asked.model(frozenset({1})).outcome is outcome
    assert len(session.asked) == 1


# --- texts


def test_readable_texts_are_asked_for_first() -> None:
    asked, session = query(TEXT)
    asked.model(frozenset({0}))
    (only,) = session.asked
    assert only[-1] is READABLE


def test_no_text_no_wish_for_readable_ones() -> None:
    asked, session = query()
    asked.model(frozenset({0}))
    assert READABLE not in session.asked[0]


def test_other_texts_do_where_readable_ones_do_not() -> None:
    def answer(terms: Sequence[Term]) -> Answer:
        if READABLE in terms:
            return Answer(UNSAT, core=(0, len(terms) - 1))
        return Answer(SAT, {"s.str": "\u00e9"})

    asked, session = query(TEXT, answer)
    assert asked.model(frozenset({0})).model == {"s.str": "\u00e9"}
    first, second = session.asked
    assert first == [*second, READABLE]


def test_a_core_without_the_wish_stands_for_all_texts() -> None:
    """Asked with the false clause and without, and neither is asked again for other texts."""
    asked, session = query(TEXT, lambda terms: Answer(UNSAT, core=(0, 1)))
    assert asked.model(frozenset({0})).outcome is UNSAT
    assert [READABLE in terms for terms in session.asked] == [True, True]


def test_without_a_core_other_texts_are_asked_for() -> None:
    asked, session = query(TEXT, lambda terms: Answer(UNSAT if READABLE in terms else SAT))
    assert asked.model(frozenset({0})).outcome is SAT
    assert len(session.asked) == 2


@pytest.mark.parametrize("outcome", [UNKNOWN, TIMEOUT])
def test_a_wish_that_is_left_open_is_not_dropped(outcome: Outcome) -> None:
    asked, session = query(TEXT, lambda terms: Answer(outcome, core=()))
    assert asked.model(frozenset({0})).outcome is outcome
    assert len(session.asked) == 1


# --- time


@pytest.mark.parametrize(
    ("left", "limit", "own", "given"),
    [(60.0, 5.0, None, 5.0), (2.0, 5.0, None, 2.1), (60.0, 5.0, 0.3, 0.3), (0.1, 5.0, 0.3, 0.2), (60.0, 5.0, 9.0, 9.0)],
)
def test_a_question_takes_what_one_may_and_no_more_than_is_left(
    left: float, limit: float, own: float | None, given: float
) -> None:
    asked, session = query(left=left, limit=limit)
    asked.check([], own)
    assert session.limits == [pytest.approx(given)]


@pytest.mark.parametrize("left", [0.0, -1.0])
def test_nothing_is_asked_when_no_time_is_left(left: float) -> None:
    asked, session = query(left=left)
    answer = asked.check([])
    assert (answer.outcome, answer.message, session.asked) == (TIMEOUT, budget_is_spent(left), [])
    assert (asked.asked, asked.timeouts, asked.seconds) == (0, 0, 0.0)


def test_the_seconds_and_the_questions_are_added_up() -> None:
    asked, _ = query(answer=lambda assumptions: Answer(SAT, cpu_seconds=0.25, seconds=9.0))
    for _count in range(3):
        asked.check([])
    assert (asked.asked, asked.seconds, asked.timeouts) == (3, 0.75, 0)


def test_a_timeout_counts_where_the_question_had_all_the_time_that_one_may_take() -> None:
    asked, _ = query(answer=lambda assumptions: Answer(TIMEOUT))
    for limit in (None, 0.3, None):
        asked.check([], limit)
    assert (asked.asked, asked.timeouts) == (3, 2)
    other, _ = query(answer=lambda assumptions: Answer(UNKNOWN))
    other.check([])
    assert other.timeouts == 0


# --- models that did not replay


def within(model: dict[str, Any], followed: bool = True, bounds: bool = True) -> dict[str, Any]:
    return {**model, WITHIN_BOUNDS.data: bounds, FOLLOWED.data: followed}


def test_the_variables_of_the_arguments_are_known_with_their_sorts() -> None:
    asked, _ = query("assert n < 5 and s\n")
    assert {("n.tag", INT), ("n.int", INT), ("n.float", REAL), ("s.tag", INT), ("s.str", STRING)} <= set(asked.inputs)
    assert not any(str(name).startswith(("violated", "false")) for name, _ in asked.inputs)


def test_a_parameter_whose_name_begins_another_ones_is_told_apart() -> None:
    """No input variable of `n` is one of `nn`, and none is forgotten."""
    asked, _ = query("assert nn < 5\nassert n < nn\n", parameters=["n", "nn"])
    assert {"n.int", "nn.int"} <= {name for name, _ in asked.inputs}
    alone, _ = query("assert n < 5\nassert all(a for a in [n])\n", parameters=["n"])
    assert all(str(name).startswith("n.") for name, _ in alone.inputs)


def test_a_blocked_model_is_no_answer_any_more_and_every_other_one_is() -> None:
    asked, session = query()
    model = {"n.tag": TAG["int"], "n.int": 7}
    asked.block(Answer(SAT, model))
    (fact,) = session.added
    assert evaluate(fact, within(model)).value is False
    assert evaluate(fact, within({**model, "n.int": 8})).value is True
    assert evaluate(fact, within({**model, "n.tag": TAG["str"]})).value is True


@pytest.mark.parametrize(("followed", "bounds"), [(False, True), (True, False), (False, False)])
def test_what_is_blocked_is_blocked_within_the_assumptions_only(followed: bool, bounds: bool) -> None:
    asked, session = query()
    model = {"n.tag": TAG["int"], "n.int": 7}
    asked.block(Answer(SAT, model))
    assert evaluate(session.added[0], within(model, followed, bounds)).value is True


def test_a_model_that_says_nothing_of_the_arguments_excludes_nothing() -> None:
    asked, session = query()
    asked.exclude(Answer(SAT, {"violated 0": True}))
    assert session.added == []


def test_a_number_that_no_float_has_is_excluded_by_a_fact_about_floats() -> None:
    asked, session = query(FLOAT)
    third = Fraction(1, 3)
    asked.exclude(Answer(SAT, {"x.tag": TAG["float"], "x.float": third}))
    assert asked.refined
    (fact,) = session.added
    assert evaluate(fact, {"x.float": third}).value is False
    assert all(evaluate(fact, {"x.float": Fraction(each)}).value is True for each in (1 / 3, 0.25, 0.3, 7.0))


def test_a_model_of_floats_is_blocked() -> None:
    asked, session = query(FLOAT)
    model = {"x.tag": TAG["float"], "x.float": Fraction(0.25)}
    asked.exclude(Answer(SAT, model))
    assert not asked.refined
    assert [evaluate(fact, within(model)).value for fact in session.added] == [False]


def test_a_wrong_sum_of_floats_is_excluded_by_the_right_one() -> None:
    asked, session = query(FLOAT)
    x, result = var("x.float", REAL), var("rounded", REAL)
    asked.encoding = evolve(asked.encoding, roundings=(Rounding(add(x, x), result),))
    tenth = Fraction(0.1)
    asked.exclude(Answer(SAT, {"x.tag": TAG["float"], "x.float": tenth, "rounded": tenth}))
    assert asked.refined
    (fact,) = session.added
    assert evaluate(fact, {"x.float": tenth, "rounded": tenth}).value is False
    assert evaluate(fact, {"x.float": tenth, "rounded": 2 * tenth}).value is True
    asked.exclude(Answer(SAT, {"x.tag": TAG["float"], "x.float": Fraction(1, 3), "rounded": tenth}))
    assert evaluate(session.added[-1], {"x.float": Fraction(1, 3)}).value is False
