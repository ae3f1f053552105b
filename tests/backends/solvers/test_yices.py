"""Yices is a process that does not bound its checks: what is killed for its time is a timeout, and no error."""

from collections.abc import Callable, Iterator

import pytest

from specassay.backends.solvers import registry
from specassay.backends.solvers.driver import Overdue
from specassay.backends.solvers.session import TextBackend, TextSession
from specassay.backends.solvers.worker import isolated
from specassay.backends.solvers.yices import YicesDriver
from specassay.core.deciding.solver import Outcome
from specassay.core.errors import SolverFailure
from specassay.core.ir.build import integer, op
from specassay.core.ir.sorts import INT, STRING
from specassay.core.ir.terms import var

YICES = registry.get("yices")


@pytest.mark.parametrize("backend", [YICES, isolated(YICES)], ids=["in-process", "isolated"])
def test_a_check_that_is_killed_is_a_timeout_and_the_next_one_is_answered(
    backend: TextBackend, open_session: Callable[..., TextSession]
) -> None:
    session = open_session(backend)
    session.add(op("gt", var("n", INT), integer(3)))
    killed = session.check(seconds=0.0)
    assert (killed.outcome, killed.asked) == (Outcome.TIMEOUT, True)
    answer = session.check()
    assert answer.outcome is Outcome.SAT
    assert answer.model["n"] > 3


def test_of_a_theory_that_it_has_not_it_is_not_asked(open_session: Callable[..., TextSession]) -> None:
    session = open_session(YICES)
    session.add(op("gt", op("str.len", var("s", STRING)), integer(3)))
    answer = session.check()
    assert (answer.outcome, answer.asked) == (Outcome.UNKNOWN, False)


@pytest.fixture
def driver() -> Iterator[YicesDriver]:
    started = YicesDriver()
    yield started
    started.close()


def test_symbols_with_any_characters_have_values_and_are_in_cores(driver: YicesDriver) -> None:
    driver.feed("(declare-const |a (b| Int)(declare-const |c)| Bool)(declare-const d Bool)(declare-const e Bool)")
    driver.feed("(assert (=> |c)| (> |a (b| 2)))(assert (=> d (< |a (b| 1)))")
    found = driver.check(["|c)|", "e"], ["|a (b|", "d"], 5)
    assert found.outcome is Outcome.SAT
    assert int(found.values["|a (b|"]) > 2
    assert found.values["d"] == "false"
    refused = driver.check(["e", "|c)|", "d"], [], 5)
    assert (refused.outcome, refused.core) == (Outcome.UNSAT, ("|c)|", "d"))
    assert driver.check([], [], 5).outcome is Outcome.SAT


def test_a_product_of_variables_makes_every_check_unknown(driver: YicesDriver) -> None:
    driver.feed("(declare-const x Int)(assert (= (* x x) 4))")
    for text in ("(assert (> x 1))", "(assert (< x 1))"):
        assert driver.check([], [], 5).outcome is Outcome.UNKNOWN
        driver.feed(text)


def test_what_is_no_script_is_a_failure(driver: YicesDriver) -> None:
    with pytest.raises(SolverFailure, match="yices"):
        driver.feed("(assert true false)")


def test_a_long_script_is_written_while_its_answer_is_read(driver: YicesDriver) -> None:
    names = [f"x{number}" for number in range(3000)]
    driver.feed("".join(f"(declare-const {name} Int)(assert (> {name} {len(name)}))" for name in names))
    assert driver.check([], names[:1], 5).outcome is Outcome.SAT


def test_a_check_without_time_is_overdue(driver: YicesDriver) -> None:
    with pytest.raises(Overdue, match="no answer within 0 s"):
        driver.check([], [], 0.0)
