"""Warm processes that judge what others wrote: each is started once, and replaced when it had to be killed."""

import atexit
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, LifoQueue
from typing import Any, TypeVar

from attrs import define, field

from ...backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits

Worked = TypeVar("Worked")
STARTING = RequestLimits(cpu_seconds=60.0, wall_seconds=300.0)
"""For importing what the work needs, before its own limits hold."""


@define(slots=True, eq=False)
class WarmPool:
    """Processes that are kept. Safe for threads; a forked child has a pool of its own."""

    warm_up: Callable[[], None]
    _idle: "LifoQueue[KillableProcess]" = field(factory=LifoQueue, init=False)
    _owner: int = field(factory=os.getpid, init=False)

    def map(
        self, work: Callable[..., Worked], arguments: Iterable[tuple[Any, ...]], bounds: RequestLimits, jobs: int
    ) -> list[Worked | ProcessStopped]:
        """`work(*each)` for each of the arguments, in order, by at most so many processes. Or why one was stopped."""
        listed = list(arguments)
        if min(jobs, len(listed)) < 2:
            return [self._one(work, each, bounds) for each in listed]
        with ThreadPoolExecutor(min(jobs, len(listed))) as threads:
            return list(threads.map(lambda each: self._one(work, each, bounds), listed))

    def _one(
        self, work: Callable[..., Worked], arguments: tuple[Any, ...], bounds: RequestLimits
    ) -> Worked | ProcessStopped:
        process = self._taken()
        try:
            if not process.is_running:
                process.ask(STARTING, self.warm_up)
            return process.ask(bounds, work, *arguments)
        except ProcessStopped as stopped:
            return stopped
        finally:
            self._idle.put(process)

    def _taken(self) -> KillableProcess:
        if self._owner != os.getpid():  # a forked child must not speak with the processes of its parent
            self._idle, self._owner = LifoQueue(), os.getpid()
            atexit.register(self.close)
        try:
            return self._idle.get_nowait()
        except Empty:
            return KillableProcess()

    def close(self) -> None:
        """End the processes. Another call starts others."""
        while self._owner == os.getpid() and not self._idle.empty():
            self._idle.get().close()
