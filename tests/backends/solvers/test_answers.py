"""A query that was asked before is not asked again, where the answer cannot be another one."""

from typing import Any

import pytest

from specassay.backends.solvers import registry, worker
from specassay.backends.solvers.answers import KeptAnswers
from specassay.backends.solvers.session import TextBackend
from specassay.backends.solvers.worker import isolated
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.ir import build as b
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import Term, var

X = var("i", INT)
CUBES = b.eq(b.add(*(b.mul(term, term, term) for term in (var(name, INT) for name in "xyz"))), b.integer(114))


def asked(backend: TextBackend, term: Term, seconds: float = 5.0) -> Answer:
    session = backend.session()
    try:
        session.add(term)
        return session.check(seconds=seconds)
    finally:
        session.close()


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The queries that workers get."""
    found: list[Any] = []
    ask = worker._Worker.ask

    def noted(self: Any, request: tuple[Any, ...], *limits: float) -> Any:
        found.extend([request] if request[0] == "check" else [])
        return ask(self, request, *limits)

    monkeypatch.setattr(worker._Worker, "ask", noted)
    return found


def test_the_same_query_is_asked_once(solver: str, queries: list[Any]) -> None:
    backend = isolated(registry.get(solver), kept=KeptAnswers())
    answers = [asked(backend, b.eq(X, b.integer(number))) for number in (3, 4, 3)]
    assert [answer.model["i"] for answer in answers] == [3, 4, 3]
    assert answers[0].work == answers[2].work
    assert len(queries) == 2


def test_with_more_time_a_query_is_asked_again(complete_solver: str, queries: list[Any]) -> None:
    backend = isolated(registry.get(complete_solver), kept=KeptAnswers())
    first, same, more = (asked(backend, CUBES, seconds) for seconds in (0.1, 0.1, 0.2))
    assert first.outcome is same.outcome is more.outcome is Outcome.TIMEOUT
    assert first.message == same.message
    assert len(queries) == 2


def test_after_a_kept_answer_the_session_goes_on(solver: str) -> None:
    backend = isolated(registry.get(solver), kept=KeptAnswers())
    asked(backend, b.gt(X, b.integer(3)))
    session = backend.session()
    session.add(b.gt(X, b.integer(3)))
    assert session.check().outcome is Outcome.SAT
    session.add(b.lt(X, b.integer(5)))
    assert session.check().model["i"] == 4
    assert session.check([b.lt(X, b.integer(4))]).outcome is Outcome.UNSAT
    session.close()
