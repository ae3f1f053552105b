"""A worker answers each request in turn, whatever becomes of its solver, until the connection ends."""

import signal
from typing import Any, cast

from specassay.backends.solvers.driver import Overdue, Profile, Reply
from specassay.backends.solvers.worker_process import _serve
from specassay.core.deciding.solver import Outcome
from specassay.core.errors import SolverFailure

from .test_one_query import Scripted

START, CHECK, CLOSE = ("start", Profile()), ("check", ["p"], ["x"], 2.5), ("close",)


class Requests:
    """The worker's end of a connection that has these requests and then ends."""

    def __init__(self, *requests: tuple[Any, ...]) -> None:
        self.requests = list(requests)
        self.answers: list[tuple[str, Any]] = []

    def recv(self) -> tuple[Any, ...]:
        if not self.requests:
            raise EOFError
        return self.requests.pop(0)

    def send(self, answer: tuple[str, Any]) -> None:
        self.answers.append(answer)


def answers(solver: Scripted, *requests: tuple[Any, ...]) -> list[tuple[str, Any]]:
    connection = Requests(*requests)
    _serve(cast("Any", connection), cast("Any", solver))
    return connection.answers


def test_a_check_is_answered_with_the_time_that_it_took_and_leaves_no_alarm() -> None:
    solver = Scripted(Reply(Outcome.SAT, values={"x": "1"}, cpu_seconds=7.0))
    *before, (kind, reply), closed = answers(solver, START, ("feed", "(assert p)"), CHECK, CLOSE)
    assert before == [("answer", None), ("answer", None)]
    assert (kind, reply.outcome, reply.values) == ("answer", Outcome.SAT, {"x": "1"})
    assert reply.cpu_seconds >= 7.0
    assert solver.asked == ["(assert p)", (["p"], ["x"], 2.5), "closed"]
    assert closed == ("answer", None)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_what_ends_a_solver_is_told_and_the_worker_goes_on() -> None:
    for problem, told in (
        (Overdue("killed"), ("overdue", "killed")),
        (SolverFailure("no such sort"), ("failure", "no such sort")),
        (MemoryError(), ("failure", "the solver process ran out of memory")),
    ):
        solver = Scripted(problem)
        assert answers(solver, START, CHECK, CLOSE, START)[1:] == [told, ("answer", None), ("answer", None)]
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_request_that_makes_no_sense_now_is_refused() -> None:
    solver = Scripted(Reply(Outcome.SAT))
    refused = [("failure", f"the worker cannot {name} now") for name in ("check", "feed", "start", "check")]
    found = answers(solver, CHECK, ("feed", ""), START, START, CLOSE, CHECK)
    assert [each for each in found if each[0] == "failure"] == refused
    assert answers(solver, CLOSE) == [("answer", None)]
