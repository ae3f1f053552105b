"""Runs samples in the sandbox, and survives whatever they do."""

import os
import select
import signal
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import attrs

from ...core.errors import InputError
from .decoding import Malformed
from .frames import LOADED, Frame, FrameReader
from .launch import ANSWER_SECONDS, Gone, Guest
from .layers import Layers, SandboxUnavailable
from .protocol import CallOutcome, Limits, Run

Stop = Callable[[int, CallOutcome], bool]
BATCHES = 16
CHUNK = 1 << 18


class Sandbox:
    """Runs samples one at a time, each in a process of its own; a context manager. Not for two threads at once.

    `unsafe`: go on without the layers that are required and missing. `python`: another interpreter to run samples
    with (installed packages are then not found). Raises SandboxUnavailable when samples cannot be confined.
    """

    def __init__(self, limits: Limits | None = None, unsafe: bool = False, *, python: str | None = None) -> None:
        self.limits = limits or Limits()
        self.unsafe = unsafe
        self.python = python
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
    ) -> Run:
        """Load `code` and call its function `entry_point` once for each of `calls`, in order, in one process.

        `calls`: each the text of a tuple of arguments, made of literals and the names inf, nan, set, frozenset,
        float, complex, range; it comes from us, not from the sample. The same batch of calls is compiled once for
        many samples. `stop` is asked about the result of each call as it arrives, and ends the run by True;
        `stop_at_first_failure` ends it at the first call without a value. `restarts`: how often to run what is left
        in a fresh process, with full limits again, after a call that ended its process.

        Raises InputError for calls that are no Python, SandboxUnavailable when the sandbox cannot be started.
        """
        limits = limits or self.limits
        results: list[CallOutcome] = []
        cpu = wall = 0.0
        while True:
            attempt = _Attempt(self, limits, stop, stop_at_first_failure, results, len(calls))
            ended = attempt.run(code, entry_point, tuple(calls))
            cpu, wall = cpu + ended["cpu"], wall + ended["wall"]
            if attempt.load is not None or attempt.stopped or len(results) >= len(calls) or restarts <= 0:
                # A process that does not load any more when it is started again leaves the results it had.
                load = attempt.load if not results else None
                return Run(load, tuple(results), cpu, wall)
            restarts -= 1

    def _start(self) -> Guest:
        if self._guest is None:
            guest = Guest(self.python)
            if guest.layers.missing and not self.unsafe:
                guest.kill()
                raise SandboxUnavailable(
                    f"foreign code cannot be confined here: no {', no '.join(guest.layers.missing)} "
                    f"({guest.layers.described()}); --unsafe runs it all the same"
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


class _Attempt:
    """One process of a sample. Adds to the results of those before."""

    def __init__(
        self,
        sandbox: Sandbox,
        limits: Limits,
        stop: Stop | None,
        only_values: bool,
        results: list[CallOutcome],
        calls: int,
    ) -> None:
        self.sandbox, self.limits, self.stop, self.only_values = sandbox, limits, stop, only_values
        self.calls = calls
        self.results = results
        self.first = len(results)
        self.load: CallOutcome | None = None
        self.loaded = False
        self.stopped = False
        self.fault: CallOutcome | None = None

    def run(self, code: str, entry_point: str, calls: tuple[str, ...]) -> dict[str, Any]:
        """What the guest says of the process: see `guest/zygote.py`. Raises InputError, SandboxUnavailable."""
        start = time.monotonic()
        try:
            guest, batch = self.sandbox._ready(calls)
            request = {"code": code, "entry_point": entry_point, "batch": batch, "first": self.first}
            reading, writing = os.pipe()
            try:
                try:
                    guest.send({**request, **attrs.asdict(self.limits)}, [writing])
                finally:
                    os.close(writing)
                ended = self._watch(guest, reading)
            finally:
                os.close(reading)
        except Gone as gone:
            self.sandbox.close()
            ended = {"status": 0, "cpu": 0.0, "wall": time.monotonic() - start, "why": "lost", "message": str(gone)}
        except BaseException:
            self.sandbox.close()  # whatever it is doing, nobody will hear of it
            raise
        if self.load is None and not self.stopped and (not self.loaded or len(self.results) < len(calls)):
            outcome = self.fault or _death(ended, self.limits)
            if self.loaded:
                self.results.append(outcome)
            else:
                self.load = outcome
        return ended

    def _watch(self, guest: Guest, reading: int) -> dict[str, Any]:
        """Take the frames of the process until it has ended; the end of its pipe is not its end."""
        frames = FrameReader(self.first, self.calls, self.limits.output_bytes)
        deadline = time.monotonic() + self.limits.wall_seconds + ANSWER_SECONDS
        os.set_blocking(reading, False)
        poll = select.poll()
        poll.register(reading, select.POLLIN)
        poll.register(guest.socket, select.POLLIN)
        ended = None
        stopping = False
        while ended is None:
            ready = [descriptor for descriptor, _ in poll.poll(max(0.0, deadline - time.monotonic()) * 1000)]
            if not ready:
                raise Gone("it does not answer")
            if reading in ready and not self._take(frames, reading):
                poll.unregister(reading)
            if guest.socket.fileno() in ready:
                guest.read()
                ended = guest.answer()
            elif self._over and not stopping:
                guest.send({"stop": True})
                stopping = True
        while not self._over and self._take(frames, reading):
            pass
        return ended

    @property
    def _over(self) -> bool:
        return self.stopped or self.fault is not None

    def _take(self, frames: FrameReader, reading: int) -> bool:
        """Take what is in the pipe, which has something or is closed on the other side; whether that was anything."""
        data = os.read(reading, CHUNK)
        try:
            for frame in frames.feed(data):
                if self._over:
                    break  # the process is being ended, and what it still says is forgotten
                self._heard(frame)
        except Malformed as error:
            self.fault = CallOutcome("crash", message=f"it wrote {error}")
        return bool(data)

    def _heard(self, frame: Frame) -> None:
        if frame.call is None:
            self.loaded = frame.outcome is LOADED
            self.load = None if self.loaded else frame.outcome
            return
        self.results.append(frame.outcome)
        failed = self.only_values and frame.outcome.kind != "value"
        self.stopped = failed or (self.stop is not None and self.stop(frame.call, frame.outcome))


def _death(ended: Mapping[str, Any], limits: Limits) -> CallOutcome:
    """What the end of a process means for the call that it was at."""
    code = os.waitstatus_to_exitcode(ended["status"])
    match ended["why"]:
        case "cpu":
            return CallOutcome("timeout", message=f"more than {limits.cpu_seconds:g} s of processor time")
        case "wall":
            return CallOutcome("timeout", message=f"more than {limits.wall_seconds:g} s")
        case "lost":
            return CallOutcome("crash", message=f"the sandbox was lost: {ended['message']}")
    if code in (-signal.SIGKILL, -signal.SIGXCPU) and ended["cpu"] >= limits.cpu_seconds:
        return CallOutcome("timeout", message=f"more than {limits.cpu_seconds:g} s of processor time")
    if code < 0:
        return CallOutcome("crash", message=f"ended by {signal.Signals(-code).name}")
    return CallOutcome("crash", message=f"ended itself (exit code {code})")
