"""The worker's side. `python -m … FD PARENT SOLVER` loads a solver and forks workers, each of which serves requests on
a connection until it closes."""

import os
import resource
import signal
import sys
import time
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from attrs import evolve

from ...core.errors import SolverFailure
from ...core.memory import freed
from ..processes.child import connection_of
from ..processes.forking import serve_forks
from .built_in import loaded
from .driver import Driver, Overdue, Solver, patience

_ORPHANED = 30.0
"""A worker that nobody kills in time ends itself this many seconds after its deadline: its parent is gone."""


def main() -> None:
    requests = connection_of(sys.argv)
    os.dup2(2, 1)  # whatever a solver prints must not look like output of ours
    serve_forks(requests, partial(_work, loaded(sys.argv[3])))


def _work(solver: Solver, memory: int | None, connection: Connection) -> None:
    """What one worker does, in so many bytes of address space."""
    freed()  # its own limit counts, and not that of the process that needs it first
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    _serve(connection, solver)


def _serve(connection: Connection, solver: Solver) -> None:
    driver: Driver | None = None
    while True:
        try:
            driver, answer = _handle(connection.recv(), solver, driver)
            connection.send(("answer", answer))
        except EOFError:
            return
        except Overdue as overdue:
            connection.send(("overdue", str(overdue)))
        except (SolverFailure, MemoryError) as failure:
            connection.send(("failure", str(failure) or "the solver process ran out of memory"))


def _handle(request: tuple[Any, ...], solver: Solver, driver: Driver | None) -> tuple[Driver | None, Any]:
    match request, driver:
        case ("start", profile), None:
            return solver.start(profile), None
        case ("feed", text), Driver():
            driver.feed(text)
            return driver, None
        case ("check", literals, symbols, seconds), Driver():
            # The parent ends a check that takes too long; the timer ends a worker whose parent is gone.
            signal.setitimer(signal.ITIMER_REAL, patience(seconds) + _ORPHANED)
            try:
                started = time.process_time()
                reply = driver.check(literals, symbols, seconds)
                spent = time.process_time() - started
                return driver, evolve(reply, cpu_seconds=spent + (reply.cpu_seconds or 0.0))
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        case ("close",), _:
            if driver is not None:
                driver.close()
            return None, None
        case _:
            raise SolverFailure(f"the worker cannot {request[0]} now")


if __name__ == "__main__":
    main()
