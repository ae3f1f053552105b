"""Solvers in processes that can be killed: a limit in seconds and in memory that always holds.

A worker process runs one solver module and serves one session after another; it is forked from one that has loaded the
module. The session keeps the script (`session.py`), so a worker that was killed or died is replaced by a fresh one that
reads it again.
"""

import atexit
import math
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from ...core.errors import SolverFailure
from ..processes.child import cpu_seconds
from ..processes.forking import ForkedProcess, ForkingServer
from . import registry
from .answers import AskedQuery, KeptAnswers
from .driver import Overdue, Profile, Reply, patience
from .session import TextBackend

GRACE = 1.0
"""Seconds a solver may be late before its process is killed: it may be reading, or have ended a step too
long."""
MISCOUNTED = 1.5
"""A solver that loses count of its work is ended after so many times the seconds of a query, of its processor time."""
ENDING = 0.1
"""And so many seconds more, of its processor time, for queries of next to no time. Of 20 dear files in Dafny all 23
queries that were ended came to nothing. Of 1,791 queries about 80 files in Verus 15 were ended; answers that were late
came within 1.6 times the seconds, of which there were 0.2 at most."""
_LATE = 0.005
"""Seconds by which a look at its processor time comes after the time that is left: clocks have steps."""
START = 60.0
"""Seconds a worker may take to start."""
READING = 100_000
"""Characters of a script that a worker reads in a second at least."""


class _Late(Exception):
    """There was no answer in time. `work`: the seconds of processor time of the limit that was met; 0 where it was the
    clock."""

    def __init__(self, work: float) -> None:
        super().__init__(work)
        self.work = work


@define(slots=True)
class _Worker:
    """One process and the connection to it."""

    process: ForkedProcess

    def ask(self, request: tuple[Any, ...], seconds: float, work: float = math.inf) -> Any:
        """The answer to a request. Raises _Late when there is none within so many seconds on the clock or of
        processor time (`work`), after which the worker must be killed, SolverFailure when it has died or reports a
        failure, and Overdue when it has killed a solver of its own."""
        # Two limits, since each fails alone: on a busy machine a solver within its work is late by the clock, and one
        # that sleeps, or waits for a process of its own, uses no processor time.
        late = time.monotonic() + seconds
        cpu_limit = cpu_seconds(self.process.pid) + work
        try:
            self.process.connection.send(request)
            while not self.process.connection.poll(
                max(0.0, min(late - time.monotonic(), self._rest(cpu_limit) + _LATE))
            ):
                if self._rest(cpu_limit) <= 0:
                    raise _Late(work)
                if time.monotonic() >= late:
                    raise _Late(0.0)
            kind, answer = self.process.connection.recv()
        except (EOFError, OSError) as error:
            ending = _ending(self.process.wait(), self.process.server.said())
            raise SolverFailure(f"the solver process ended with {ending}") from error
        if kind == "overdue":
            raise Overdue(answer)
        if kind == "failure":
            raise SolverFailure(answer)
        return answer

    def _rest(self, cpu_limit: float) -> float:
        """Seconds of processor time until it has used as many as `cpu_limit` says."""
        return cpu_limit - cpu_seconds(self.process.pid)

    def resident(self) -> int:
        """Bytes of memory that the process holds; 0 where the system does not say. A solver keeps what a hard query
        took, for good."""
        try:
            fields = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()
        except OSError:
            return 0
        return int(fields[1]) * os.sysconf("SC_PAGESIZE")

    def kill(self) -> None:
        self.process.kill()


MOST_IDLE = 8
"""Workers of one solver that wait for the next session. A contract has up to five sessions (its encodings), and so have
the ones inside it (its ways, its adequacy): with two of these waiting, most were started again for each task, which
took more processor time than what they were asked."""
IDLE_MEMORY = 128 * 2**20
"""Bytes of memory that waiting workers of one solver hold together at most. Each process of a run has its own: with 384
MiB, a run with two processes and two solvers took 3.1 GB, with 200 it took 1.6 GB."""
MOST_KEPT = 80 * 2**20
"""A worker that has grown beyond this many bytes is ended. It begins with 30 to 50 MiB, most of them shared."""


@define(slots=True)
class _Pool:
    """Idle workers by what they run, and the servers that fork them, by their solvers and the process that started
    them: what a process forks by itself has none. Processes end when their connection does: at the latest with this
    process."""

    idle: dict[tuple[str, int | None], list[_Worker]] = field(factory=dict)
    servers: dict[tuple[int, str], ForkingServer] = field(factory=dict)
    lock: threading.Lock = field(factory=threading.Lock)

    def take(self, name: str, memory: int | None) -> _Worker:
        """Raises SolverFailure."""
        with self.lock:
            waiting = self.idle.get((name, memory), [])
            while waiting:
                # The one that came back last: its pages are warm. One that died while it waited is dropped.
                worker = waiting.pop()
                if worker.process.poll() is None:
                    return worker
            return self._started(name, memory)

    def _started(self, name: str, memory: int | None) -> _Worker:
        key = os.getpid(), name
        server = self.servers.get(key)
        if server is None:
            server = self.servers[key] = ForkingServer(f"{__package__}.worker_process", (name,))
        try:
            server.said()  # of those before it: what it says itself is told where it fails
            return _Worker(server.start(memory))
        except (EOFError, OSError) as error:
            code, last_words = self.servers.pop(key).kill()
            raise SolverFailure(f"the process that starts {name} ended with {_ending(code, last_words)}") from error

    def give_back(self, name: str, memory: int | None, worker: _Worker) -> None:
        with self.lock:
            waiting = self.idle.setdefault((name, memory), [])
            size = worker.resident()
            held = sum(waiting_worker.resident() for waiting_worker in waiting)
            if len(waiting) < MOST_IDLE and size <= MOST_KEPT and size + held <= IDLE_MEMORY:
                waiting.append(worker)
                return
        worker.kill()

    def close(self) -> None:
        """End the idle workers and the servers."""
        with self.lock:
            for worker in (idle_worker for waiting in self.idle.values() for idle_worker in waiting):
                worker.kill()
            self.idle.clear()
            for (owner, _), server in self.servers.items():
                # After a fork, the servers are the parent's.
                if owner == os.getpid():
                    server.close()
            self.servers.clear()


_pool = _Pool()
atexit.register(_pool.close)


class IsolatedDriver:
    """A driver whose solver runs in a worker."""

    def __init__(self, name: str, memory: int | None, profile: Profile, kept: KeptAnswers | None = None) -> None:
        self._key = (name, memory)
        self._profile = profile
        self._kept = kept
        self._worker: _Worker | None = None
        self._unread: list[str] = []
        if kept is None:
            self._start()

    def _start(self) -> None:
        self._kept = None
        self._worker = _pool.take(*self._key)
        self._request(("start", self._profile), START)

    def feed(self, text: str) -> None:
        """The text is sent with the next check: simplifying what it says may take a solver longer than any check, and
        only that has a limit."""
        self._unread.append(text)

    def check(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        kept = self._kept
        if kept is None:
            return self._checked(literals, symbols, seconds)
        # The first query: the answers after it depend on what the solver has learned.
        script = "\n".join(self._unread)
        query = AskedQuery(*self._key, self._profile, script, tuple(symbols))
        known = None if literals else kept.reply(query, seconds)
        if isinstance(known, Overdue):
            raise known
        if known is not None:
            return known
        self._start()
        if literals:
            return self._checked(literals, symbols, seconds)
        try:
            reply = self._checked(literals, symbols, seconds)
        except Overdue as overdue:
            kept.keep(query, seconds, overdue)
            raise
        kept.keep(query, seconds, reply)
        return reply

    def _checked(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        if self._unread:
            text = "\n".join(self._unread)
            self._unread.clear()
            reading = seconds + GRACE + len(text) / READING
            self._request(("feed", text), patience(reading), reading)
        request = ("check", list(literals), list(symbols), seconds)
        reply: Reply = self._request(request, patience(seconds) + GRACE, MISCOUNTED * seconds + ENDING)
        return reply

    def close(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        try:
            worker.ask(("close",), GRACE)
        except (SolverFailure, _Late):
            worker.kill()
        else:
            _pool.give_back(*self._key, worker)

    def _request(self, request: tuple[Any, ...], seconds: float, work: float = math.inf) -> Any:
        worker = self._worker
        if worker is None:
            raise SolverFailure("the solver process was killed")
        try:
            return worker.ask(request, seconds, work)
        except _Late as late:
            self._discard(worker)
            raise Overdue(f"killed: no answer to {request[0]} within {min(seconds, work):g} s", late.work) from None
        except SolverFailure:
            # A solver that reports a failure lives and may serve again; one that has died is not given back.
            if worker.process.poll() is not None:
                self._discard(worker)
            raise

    def _discard(self, worker: _Worker) -> None:
        worker.kill()
        self._worker = None


@frozen(slots=True)
class IsolatedSolver:
    """A registered solver, run in workers. `memory` bounds a worker's address space, in bytes. `kept`: the answers that
    are given again; None: each query is asked."""

    name: str
    memory: int | None = None
    kept: KeptAnswers | None = None

    @property
    def theories(self) -> frozenset[str]:
        return registry.solver(self.name).theories

    def version(self) -> str:
        return registry.solver(self.name).version()

    def start(self, profile: Profile) -> IsolatedDriver:
        return IsolatedDriver(self.name, self.memory, profile, self.kept)


def isolated(backend: TextBackend, memory: int | None = None, kept: KeptAnswers | None = None) -> TextBackend:
    """The same backend in worker processes: a check ends at its limit plus `GRACE`, whatever the solver
    does, and a solver that crashes or exceeds `memory` (bytes) costs one answer *error*, not this
    process. `kept`: as of `IsolatedSolver`."""
    return TextBackend(IsolatedSolver(backend.name, memory, kept))


def _ending(code: int, last_words: str) -> str:
    ending = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"{ending}: {last_words}" if last_words else ending
