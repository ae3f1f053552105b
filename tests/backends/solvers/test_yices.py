"""Yices is a process that does not bound its checks: what is killed for its time is a timeout, and no error."""

from collections.abc import Callable

import pytest

from specassay.backends.solvers import registry
from specassay.backends.solvers.session import TextBackend, TextSession
from specassay.backends.solvers.worker import isolated
from specassay.core.deciding.solver import Outcome
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
