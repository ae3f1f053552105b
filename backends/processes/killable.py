"""Work on what others wrote, in a process that is killed when it takes too long.

Programs that are graded come from anybody. Taking one apart, which runs nothing of it, may still take for ever: a
parser, a proof, an enumeration that is exponential in something. No deadline in the code is asked often enough to bound
all of that, so it happens in a process of its own, under limits of processor time and memory that the kernel enforces.

Such processes are many, since each that was killed is replaced, and what they import takes longer than most of what
they do. So a server that has imported it forks them (`forking.py`).
"""

import math
import os
import resource
import signal
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from attrs import define, field, frozen

from ...core.errors import SolverFailure
from .child import Closing
from .family import FamilyWatch
from .forking import ForkedProcess, NotStarted, serve_loaded, start_loaded

P = ParamSpec("P")
R = TypeVar("R")


LOOKED = 0.05
"""Seconds between two looks at what a process takes together with what it started."""


@frozen(slots=True)
class RequestLimits:
    """Of one request: processor time and wall time in seconds, address space in MiB. What the process starts itself,
    such as solvers, has limits of its own and the wall time in common. `altogether`: seconds of processor time and of
    waiting, of the process and of all that it started; a machine that is busy elsewhere adds nothing to them."""

    cpu_seconds: float
    wall_seconds: float
    memory_mb: int = 2048
    altogether: float = math.inf


class ProcessStopped(Exception):
    """There is no answer: the work was stopped by a limit, ended its process, or failed. Says which."""


@define(slots=True, eq=False)
class KillableProcess(Closing):
    """A process that answers requests one after the other; a context manager. It starts with the first request, and is
    replaced when it had to be killed. Not for two threads at once. `environment`: variables that it has besides
    ours. `loads`: a module that is imported once for all processes that load it; by its import no thread starts.
    `taken`: seconds that the last request with a limit `altogether` took of it."""

    loads: str = field(default=__name__, kw_only=True)
    environment: Mapping[str, str] = field(factory=dict, kw_only=True)
    taken: float = field(default=0.0, init=False)
    _process: ForkedProcess | None = None

    def ask(self, bounds: RequestLimits, work: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
        """What `work`, a function of a module, returns there; arguments and result are pickled. Raises Stopped, and
        SolverFailure when a tool of ours is not there: that is nobody's failure but ours."""
        self.taken = 0.0
        process = self._started()
        connection = process.connection
        answered = False
        try:
            connection.send((bounds, work, arguments, options))
            # Wall time is watched here; processor time and memory are limits of the kernel there.
            self._wait(process, bounds)
            kind, answer = connection.recv()
            answered = True
        except (EOFError, ConnectionError) as error:
            raise ProcessStopped(self._ending(bounds)) from error
        finally:
            # An unanswered process is ended, whatever the reason.
            if not answered:
                self.close()  # an interrupt, too: the answer to this request must not be taken for the next one's
        if kind == "raised":
            raise answer
        if kind == "failed":
            raise ProcessStopped(answer)
        result: R = answer
        return result

    def _wait(self, process: ForkedProcess, bounds: RequestLimits) -> None:
        """Wait for an answer. Raises ProcessStopped where there is none within the limits."""
        if bounds.altogether == math.inf:
            if not process.connection.poll(bounds.wall_seconds):
                raise ProcessStopped(f"stopped after {bounds.wall_seconds:g} s")
            return
        watch = FamilyWatch(process.pid)
        deadline = time.monotonic() + bounds.wall_seconds
        while not process.connection.poll(LOOKED):
            watch.look()
            self.taken = watch.taken
            if watch.taken >= bounds.altogether:
                raise ProcessStopped(f"stopped after {bounds.altogether:g} s, with all that it started")
            if time.monotonic() >= deadline:
                raise ProcessStopped(f"stopped after {bounds.wall_seconds:g} s")
        watch.look()
        self.taken = watch.taken

    @property
    def is_running(self) -> bool:
        """Whether the next request finds a process that was started before."""
        # What can be read of a process that was asked nothing is the end of its connection.
        return self._process is not None and not self._process.connection.poll()

    def close(self) -> None:
        """End the process. Another request starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _started(self) -> ForkedProcess:
        if self._process is None or not self.is_running:
            self.close()
            try:
                self._process = start_loaded(__name__, (self.loads,), self.environment)
            except NotStarted as error:
                raise ProcessStopped(str(error)) from error
        return self._process

    def _ending(self, bounds: RequestLimits) -> str:
        code = 0 if self._process is None else self._process.wait()
        if code == -signal.SIGPROF:
            return f"stopped after {bounds.cpu_seconds:g} s of processor time"
        return f"its process ended with {f'signal {-code}' if code < 0 else f'exit code {code}'}"


def main() -> None:
    """The other side: processes that serve requests until their connection ends."""
    os.dup2(2, 1)  # nothing in here is output of ours
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    serve_loaded(_serve)


def _serve(connection: Connection) -> None:
    while True:
        try:
            bounds, work, arguments, options = connection.recv()
        except (EOFError, ConnectionError):
            return
        memory = bounds.memory_mb << 20
        resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
        signal.setitimer(signal.ITIMER_PROF, bounds.cpu_seconds)
        answer = _answer(work, arguments, options)
        signal.setitimer(signal.ITIMER_PROF, 0)
        connection.send(answer)


def _answer(work: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> tuple[str, Any]:
    try:
        return "answer", work(*arguments, **options)
    except SolverFailure as error:
        return "raised", error
    except MemoryError:
        return "failed", "it ran out of memory"
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"[:300]


if __name__ == "__main__":
    main()
