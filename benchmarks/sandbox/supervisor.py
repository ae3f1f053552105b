"""Runs samples in the sandbox, and survives whatever they do."""

from collections import OrderedDict
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from ...core.errors import InputError
from .attempt import Attempt, Ended, Stop
from .launch import ANSWER_SECONDS, Gone, Guest, Installation
from .layers import UNSAFE_ADVICE, Layers, SandboxUnavailable, unsafe_by_environment
from .protocol import CallOutcome, Limits, Run

BATCHES = 8
"""How many batches of calls are kept: one task has a few, and more make every fork dearer."""


class Sandbox:
    """Runs samples one at a time, each in a process of its own; a context manager. Not for two threads at once.

    `unsafe`: go on without the layers that are required and missing, as SPECASSAY_UNSAFE=1 says too. `installation`:
    another interpreter to run samples with. Raises SandboxUnavailable when samples cannot be confined.
    """

    def __init__(
        self, limits: Limits | None = None, unsafe: bool = False, *, installation: Installation | None = None
    ) -> None:
        self.limits = limits or Limits()
        self.unsafe = unsafe or unsafe_by_environment()
        self.installation = installation
        self._guest: Guest | None = None
        self._batches: OrderedDict[tuple[str, ...], int] = OrderedDict()
        self._named = 0
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def layers(self) -> Layers:
        """The layers that are on. Raises SandboxUnavailable."""
        return self._start().layers

    def close(self) -> None:
        """End the process inside. Another `run` starts another."""
        self._batches.clear()
        if self._guest is not None:
            self._guest.kill()
            self._guest = None

    def run(
        self,
        code: str,
        entry_point: str,
        calls: Sequence[str],
        *,
        limits: Limits | None = None,
        stop: Stop | None = None,
        stop_at_first_failure: bool = False,
        restarts: int = 0,
        decoded: bool = True,
    ) -> Run:
        """Load `code` and call its function `entry_point` once for each of `calls`, in order, in one process.

        `calls`: each the text of a tuple of arguments, made of literals and the names in `guest.sample.NAMES` and
        `NUMPY_NAMES` (numpy has to be installed); it comes from us, not from the sample. The same batch of calls is
        compiled once for many samples. `stop` is asked about the result of each call as it arrives, and ends the run by
        True; `stop_at_first_failure` ends it at the first call without a value. `restarts`: how often to run what is
        left in a fresh process, with full limits again, after a call that ended its process. `decoded`: without it
        values are left as bytes, `encoded`, for who expects to know them; `decoding.decode` reads them, or raises
        Malformed.

        Raises InputError for calls that are no Python or use other names, SandboxUnavailable when the sandbox cannot be
        started.
        """
        limits = limits or self.limits
        calls = tuple(calls)
        results: list[CallOutcome] = []
        cpu = wall = 0.0
        while True:
            attempt = Attempt(code, entry_point, len(calls), limits, results, stop, stop_at_first_failure, decoded)
            ended = self._attempt(attempt, calls)
            cpu, wall = cpu + ended.cpu, wall + ended.wall
            if attempt.load is not None or attempt.stopped or len(results) >= len(calls) or restarts <= 0:
                # When the code does not load a second time, the results that there are remain.
                return Run(None if results else attempt.load, tuple(results), cpu, wall)
            restarts -= 1

    def _attempt(self, attempt: Attempt, calls: tuple[str, ...]) -> Ended:
        """Run one process of a sample. A sandbox that is lost is replaced; when it is lost again, or was when the
        sample had already said something, that counts as the sample's crash."""
        for again in (True, False):
            try:
                guest, batch = self._ready(calls)
                return attempt.run(guest, batch)
            except Gone as gone:
                self.close()
                if not again or attempt.heard:
                    return attempt.lost(str(gone))
            except InputError:
                raise
            except BaseException:
                self.close()  # whatever it is doing, nobody will hear of it
                raise
        raise AssertionError("the last round returns")

    def _start(self) -> Guest:
        if self._guest is None:
            guest = Guest(self.installation)
            if guest.layers.missing and not self.unsafe:
                guest.kill()
                raise SandboxUnavailable(
                    f"foreign code cannot be confined here: no {', no '.join(guest.layers.missing)} "
                    f"({guest.layers.described()}); {UNSAFE_ADVICE}"
                )
            self._guest = guest
        return self._guest

    def _ready(self, calls: tuple[str, ...]) -> tuple[Guest, int]:
        """A guest that has these calls, and their number there. Raises Gone, InputError."""
        guest = self._start()
        if calls in self._batches:
            self._batches.move_to_end(calls)
            return guest, self._batches[calls]
        while len(self._batches) >= BATCHES:
            guest.send({"forget": self._batches.popitem(last=False)[1]})
        self._named += 1
        guest.send({"keep": self._named, "calls": calls})
        reply = guest.receive(ANSWER_SECONDS)
        if "malformed" in reply:
            raise InputError(f"calls that are no Python: {reply['malformed']}")
        self._batches[calls] = self._named
        return guest, self._named
