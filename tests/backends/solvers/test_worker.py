"""Workers: limits that hold, and sessions that survive their solver."""

import math
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest
from attrs import define, evolve

from specassay.backends.solvers import registry, worker
from specassay.backends.solvers.session import MOST_LIVE, TextSession
from specassay.backends.solvers.worker import IsolatedDriver, isolated
from specassay.core.deciding.solver import Outcome
from specassay.core.ir import build as b
from specassay.core.ir.sorts import INT, STRING
from specassay.core.ir.terms import Term, var

Open = Callable[..., TextSession]


def cubes(total: int) -> Term:
    """x³ + y³ + z³ = total: out of reach for totals like 114."""
    powers = (b.mul(term, term, term) for term in (var(name, INT) for name in "xyz"))
    return b.eq(b.add(*powers), b.integer(total))


def process_of(session: TextSession) -> int:
    driver = session._driver
    assert isinstance(driver, IsolatedDriver)
    assert driver._worker is not None
    return driver._worker.process.pid


@pytest.fixture
def session(solver: str, open_session: Open) -> TextSession:
    """An isolated session that knows i > 3."""
    started = open_session(isolated(registry.get(solver)))
    started.add(b.gt(var("i", INT), b.integer(3)))
    return started


def still_works(session: TextSession) -> None:
    assert session.check([b.lt(var("i", INT), b.integer(5))]).model["i"] == 4
    assert session.check([b.lt(var("i", INT), b.integer(4))]).core == (0,)


def test_hard_query_ends(session: TextSession) -> None:
    answer = session.check([cubes(114)], seconds=0.3)
    assert answer.outcome in (Outcome.UNKNOWN, Outcome.TIMEOUT)
    assert "cancel" not in answer.message
    still_works(session)


def test_reading_a_script_is_bounded_by_processor_time(session: TextSession, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: dict[str, tuple[float, float]] = {}
    ask = worker._Worker.ask

    def noted(self: Any, request: tuple[Any, ...], seconds: float, work: float = math.inf) -> Any:
        limits[request[0]] = seconds, work
        return ask(self, request, seconds, work)

    monkeypatch.setattr(worker._Worker, "ask", noted)
    assert session.check([], 0.5).outcome is Outcome.SAT
    waiting, working = limits["feed"]
    assert working < 0.5 + 2 * worker.GRACE < waiting


def test_solver_that_does_not_stop_is_killed(session: TextSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "GRACE", 0.2)
    monkeypatch.setattr(worker, "patience", lambda seconds: seconds)
    session.check()
    stopped = process_of(session)
    os.kill(stopped, signal.SIGSTOP)
    answer = session.check(seconds=0.1)
    assert answer.outcome is Outcome.TIMEOUT
    assert "killed" in answer.message
    still_works(session)
    assert process_of(session) != stopped


def test_a_solver_that_loses_count_has_worked_until_it_is_ended(
    complete_solver: str, open_session: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session(isolated(registry.get(complete_solver)))
    session.add(b.gt(var("i", INT), b.integer(3)))
    assert session.check().outcome is Outcome.SAT  # The solver has started: it is not ended for that.
    ask = worker._Worker.ask

    # Reading the query comes before and has a limit of its own: on a busy machine it would be that one that ends it.
    def ask_and_miscount(self: Any, request: tuple[Any, ...], seconds: float, work: float = math.inf) -> Any:
        if request[0] == "check":
            os.kill(process_of(session), signal.SIGSTOP)  # It must not answer before we look.
            monkeypatch.setattr(worker._Worker, "_rest", lambda self, end: 0.0)
        return ask(self, request, seconds, work)

    monkeypatch.setattr(worker._Worker, "ask", ask_and_miscount)
    answer = session.check([cubes(114)], seconds=5)
    assert answer.outcome is Outcome.TIMEOUT
    assert answer.work == worker.MISCOUNTED * 5 + worker.ENDING
    monkeypatch.undo()
    still_works(session)


def test_crash_is_one_error(session: TextSession) -> None:
    session.check()
    os.kill(process_of(session), signal.SIGKILL)
    answer = session.check()
    assert answer.outcome is Outcome.ERROR
    assert "signal 9" in answer.message
    still_works(session)


def test_what_a_solver_prints_as_it_dies_is_told_with_the_error_alone(
    session: TextSession, capfd: pytest.CaptureFixture[str]
) -> None:
    session.check()
    process = process_of(session)
    with open(f"/proc/{process}/fd/2", "wb", buffering=0) as errors:
        errors.write(b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.kill(process, signal.SIGABRT)
    answer = session.check()
    assert answer.outcome is Outcome.ERROR
    assert answer.message.endswith("signal 6: terminate called after throwing an instance of 'std::bad_alloc'")
    still_works(session)
    assert capfd.readouterr().err == ""


def test_too_little_memory_is_an_error(complete_solver: str, open_session: Open) -> None:
    limited = open_session(isolated(registry.get(complete_solver), memory=1))
    limited.add(b.eq(var("s", STRING), b.string("a" * 10_000_000)))
    answer = limited.check(seconds=5)
    assert answer.outcome is Outcome.ERROR
    assert answer.message


def test_workers_are_reused(solver: str) -> None:
    backend = isolated(registry.get(solver))
    processes = []
    for _ in range(2):
        session = backend.session()
        session.add(b.gt(var("i", INT), b.integer(0)))
        assert session.check().outcome is Outcome.SAT
        processes.append(process_of(session))
        session.close()
    assert processes[0] == processes[1]


def test_sessions_run_side_by_side(solver: str, open_session: Open) -> None:
    backend = isolated(registry.get(solver))
    sessions = [open_session(backend) for _ in range(2)]
    for value, session in enumerate(sessions):
        session.add(b.eq(var("i", INT), b.integer(value)))
    assert [session.check().model["i"] for session in sessions] == [0, 1]
    assert process_of(sessions[0]) != process_of(sessions[1])


def test_a_worker_that_has_grown_is_not_kept(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = isolated(registry.get(solver))
    session = backend.session()
    session.add(b.gt(var("i", INT), b.integer(0)))
    assert session.check().outcome is Outcome.SAT
    before = process_of(session)
    monkeypatch.setattr(worker, "MOST_KEPT", 2**20)
    session.close()
    again = backend.session()
    again.add(b.gt(var("i", INT), b.integer(0)))
    assert again.check().outcome is Outcome.SAT
    assert process_of(again) != before
    again.close()


@define
class IdleWorker:
    """A worker as its pool sees it."""

    bytes_held: int
    ended: bool = False

    def resident(self) -> int:
        return self.bytes_held

    def kill(self) -> None:
        self.ended = True


def test_the_workers_of_a_contract_with_several_sessions_wait_for_the_next_one() -> None:
    pool: Any = worker._Pool()
    sessions = [IdleWorker(40 * 2**20) for _ in range(3)]
    for each in sessions:
        pool.give_back("z3", None, each)
    assert not any(each.ended for each in sessions)


def test_waiting_workers_hold_little_memory_together() -> None:
    pool: Any = worker._Pool()
    large = [IdleWorker(worker.MOST_KEPT) for _ in range(8)]
    for each in large:
        pool.give_back("z3", None, each)
    assert sum(each.bytes_held for each in large if not each.ended) <= worker.IDLE_MEMORY
    assert not large[0].ended


def test_the_sessions_that_were_not_asked_for_longest_give_up_their_solvers(solver: str, open_session: Open) -> None:
    """And answer all the same: what they know is read again."""
    sessions = [open_session(isolated(registry.get(solver))) for _ in range(MOST_LIVE + 2)]
    for number, each in enumerate(sessions):
        each.add(b.gt(var("i", INT), b.integer(number)))
        each.check()
    assert [each._driver is None for each in sessions] == [True] * 2 + [False] * MOST_LIVE
    assert sessions[0].check([b.lt(var("i", INT), b.integer(2))]).model["i"] == 1
    assert sessions[2]._driver is None


@pytest.mark.parametrize(("work", "kept"), [(0.1, True), (5.0, False)])
def test_a_solver_that_has_worked_long_is_given_up_when_another_is_asked(
    work: float, kept: bool, open_session: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What its search learned is hundreds of MiB, for a session that may never be asked again."""
    first, second = (open_session(registry.get("z3")) for _ in range(2))
    first.check()
    assert first._driver is not None
    answer = first._driver.check
    monkeypatch.setattr(first._driver, "check", lambda *request: evolve(answer(*request), work=work))
    first.add(b.gt(var("i", INT), b.integer(1)))
    first.check()
    assert first._driver is not None
    second.check()
    assert (first._driver is not None) is kept
    assert first.check([b.lt(var("i", INT), b.integer(3))]).model["i"] == 2
