"""When nothing found within bounds means nothing: every objection, with a query that answers as the test says."""

from collections.abc import Iterable
from typing import Any, cast

import pytest
from attrs import define, field

from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.encoding.context import FOLLOWED, WITHIN_BOUNDS
from specassay.core.encoding.encode import encode, lean_kinds
from specassay.core.ir.terms import Term
from specassay.core.synthesis.queries import Query
from specassay.core.synthesis.synthesis_limits import LIMITS
from specassay.core.synthesis.verdicts import Arguments, Core, Observation
from specassay.core.synthesis.within_bounds import objection
from specassay.frontends.python import parse_contract

CONTRACT = parse_contract("assert n > 0\nassert n < 5\n", name="f", parameters=["n"])
ENCODING = encode(CONTRACT, lean_kinds(CONTRACT))
NONE: frozenset[int] = frozenset()
FIRST, BOTH = frozenset({0}), frozenset({0, 1})
CORE = Core(FIRST, frozenset({1}))


@define
class Session:
    """Gives one model after the other, then none."""

    models: list[int]
    asked: list[Any] = field(factory=list)

    def check(self, assumptions: list[Term], seconds: float) -> Answer:
        self.asked.append(assumptions)
        if not self.models:
            return Answer(Outcome.UNSAT)
        return Answer(Outcome.SAT, model={"n": self.models.pop(0)})

    def add(self, *terms: Term) -> None:
        pass


class Numbers(Query):
    """A query whose models are the number n."""

    def decode(self, answer: Answer) -> Arguments | None:
        return {"n": answer.model["n"]}


def asked(models: Iterable[int] = (), covered: Iterable[frozenset[int]] = ()) -> tuple[Numbers, Session]:
    session = Session([*models])
    query = Numbers(ENCODING, cast(Any, session), lambda: 10.0, lambda: 1.0, "")
    query.covered.update(covered)
    return query, session


def observe(arguments: Arguments) -> Observation:
    n = arguments["n"]
    return Observation(frozenset({*([0] if n <= 0 else []), *([1] if n >= 5 else [])}), {})


def test_nothing_is_objected_where_inputs_within_the_bounds_are_known_for_each_side() -> None:
    query, session = asked(covered=[NONE, FIRST])
    assert objection(query, FIRST, CORE, observe, set()) == ""
    assert session.asked == []


def test_a_core_of_clauses_that_hold_says_that_the_bounds_are_empty() -> None:
    query, session = asked(covered=[NONE, FIRST])
    found = objection(query, FIRST, Core(NONE, frozenset({1})), observe, set())
    assert found.startswith("no input is within the bounds: there the clauses that have to hold contradict each other")
    assert session.asked == []


def test_an_input_of_the_run_that_makes_the_core_true_refutes_it() -> None:
    query, _ = asked(covered=[NONE, FIRST])
    assert objection(query, FIRST, CORE, observe, {FIRST}).endswith("an input beyond them violates {0}")
    assert objection(query, FIRST, CORE, observe, {BOTH}) == ""


def test_an_input_on_which_the_others_hold_is_asked_for_within_the_bounds() -> None:
    query, session = asked(models=[3, 0])
    assert objection(query, FIRST, CORE, observe, set()) == ""
    assert query.covered == {NONE, FIRST}
    others, violated = session.asked
    assert {WITHIN_BOUNDS, FOLLOWED} <= {*others} & {*violated}
    assert ENCODING.clauses[0].violated in violated
    assert ENCODING.clauses[0].violated not in others


@pytest.mark.parametrize(
    ("models", "covered", "message"),
    [
        ((), (), "no input within the bounds is known on which the other clauses hold"),
        (
            (9,) * (LIMITS.models_within_bounds + 1),
            (),
            "no input within the bounds is known on which the other clauses hold",
        ),
        ((), (NONE,), "no input within them is known that violates clause 0"),
        ((7, 8, 9, 3), (NONE,), "no input within them is known that violates clause 0"),
    ],
)
def test_bounds_without_such_inputs_mean_nothing(
    models: tuple[int, ...], covered: tuple[frozenset[int], ...], message: str
) -> None:
    """Of models that the oracle does not confirm a few are looked at."""
    query, session = asked(models, covered)
    assert objection(query, FIRST, CORE, observe, set()).endswith(message)
    assert len(session.asked) <= LIMITS.models_within_bounds + 1


def test_what_is_observed_on_the_way_may_refute_the_core() -> None:
    query, _ = asked(models=[3, 0])
    realised: set[frozenset[int]] = set()

    def observing(arguments: Arguments) -> Observation:
        seen = observe(arguments)
        realised.add(seen.violated)
        return seen

    assert objection(query, FIRST, CORE, observing, realised).endswith("an input beyond them violates {0}")
