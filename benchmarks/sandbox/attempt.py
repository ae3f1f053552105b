"""One process of a sample, from its start to its end."""

import math
import os
import select
import signal
import time
from collections.abc import Callable

import attrs
from attrs import frozen

from .decoding import Malformed
from .frames import LOADED, Frame, FrameReader
from .launch import ANSWER_SECONDS, Gone, Guest
from .pace import Pace
from .protocol import CallOutcome, Limits

Stop = Callable[[int, CallOutcome], bool]
"""Asked about the number of a call and what became of it; True ends the process."""
CHUNK = 1 << 18


@frozen(slots=True)
class Ended:
    """How a process ended: its wait status, the seconds it took, and why the guest killed it ("cpu", "wall", "stop"),
    if it did."""

    status: int
    cpu: float
    wall: float
    why: str


class Attempt:
    """Loads `code` in a process and runs the calls that have no result yet; adds theirs to `results`.

    `load` says why the code was not loaded, None when it was. `stopped`: `stop` said so, or `only_values` and there
    was none. `heard`: the process has said something.
    """

    def __init__(
        self,
        code: str,
        entry_point: str,
        calls: int,
        limits: Limits,
        results: list[CallOutcome],
        stop: Stop | None,
        only_values: bool,
        decoded: bool,
    ) -> None:
        self.request = {"code": code, "entry_point": entry_point, "first": len(results), **attrs.asdict(limits)}
        self.first, self.calls, self.limits = len(results), calls, limits
        self.results, self.stop, self.only_values = results, stop, only_values
        self.decoded = decoded
        self.load: CallOutcome | None = None
        self.loaded = self.stopped = self.heard = False
        self._fault: CallOutcome | None = None
        self._start = time.monotonic()
        self._pace = Pace(limits.call_seconds)

    def run(self, guest: Guest, batch: int) -> Ended:
        """Run it, on calls that the guest has under the number `batch`. Raises Gone."""
        reading, writing = os.pipe()
        try:
            try:
                guest.send({**self.request, "batch": batch}, [writing])
            finally:
                os.close(writing)
            ended = self._watch(guest, reading)
        finally:
            os.close(reading)
        if self.load is None and not self.stopped and (not self.loaded or len(self.results) < self.calls):
            self._failed(self._fault or _death(ended, self.limits))
        return ended

    def lost(self, reason: str) -> Ended:
        """The guest is no more, and the process with it."""
        self._failed(CallOutcome("crash", message=f"the sandbox was lost: {reason}"))
        return Ended(0, 0.0, time.monotonic() - self._start, "lost")

    def _failed(self, outcome: CallOutcome) -> None:
        """What the end of the process means for the call that it was at, or for loading."""
        if self.loaded:
            self.results.append(outcome)
        else:
            self.load = outcome

    def _watch(self, guest: Guest, reading: int) -> Ended:
        """Take the frames of the process until it has ended; the end of its pipe is not its end."""
        frames = FrameReader(self.first, self.calls, self.limits.output_bytes, self.decoded)
        deadline = time.monotonic() + self.limits.wall_seconds + ANSWER_SECONDS
        os.set_blocking(reading, False)
        poll = select.poll()
        poll.register(reading, select.POLLIN)
        poll.register(guest.socket, select.POLLIN)
        ended: Ended | None = None
        stopping = False
        while ended is None:
            wait = max(0.0, min(deadline, self._pace.question) - time.monotonic())
            ready = [descriptor for descriptor, _ in poll.poll(math.ceil(wait * 1000))]
            now = time.monotonic()
            if not ready and now >= deadline:
                raise Gone("it does not answer")
            if reading in ready and not self._take(frames, reading):
                poll.unregister(reading)
            if guest.socket.fileno() in ready:
                guest.read()
                while (answer := guest.answer()) is not None:
                    if "spent" in answer:
                        self._slow(self._pace.answered(answer["spent"], now))
                    else:
                        ended = Ended(**answer)
            if ended is None and not stopping:
                if self._over:
                    guest.send({"stop": True})
                    stopping = True
                elif now >= self._pace.question:
                    guest.send({"spent": True})
                    self._pace.asked()
        while not self._over and self._take(frames, reading):
            pass
        return ended

    def _slow(self, slow: bool) -> None:
        if slow and self._fault is None:
            self._fault = CallOutcome(
                "timeout", message=f"more than {self.limits.call_seconds:g} s of processor time for one call"
            )

    @property
    def _over(self) -> bool:
        return self.stopped or self._fault is not None

    def _take(self, frames: FrameReader, reading: int) -> bool:
        """Take what is in the pipe, which has something or is closed on the other side; whether that was anything."""
        try:
            data = os.read(reading, CHUNK)
        except BlockingIOError:
            return False  # another process of ours was forked meanwhile, and holds the other side open
        self.heard |= bool(data)
        try:
            for frame in frames.feed(data):
                if self._over:
                    break  # the process is being ended, and what it still says is forgotten
                self._heard(frame)
        except Malformed as error:
            self._fault = CallOutcome("crash", message=f"it wrote {error}")
        return bool(data)

    def _heard(self, frame: Frame) -> None:
        self._pace.heard(time.monotonic())
        if frame.call is None:
            self.loaded = frame.outcome is LOADED
            self.load = None if self.loaded else frame.outcome
            return
        self.results.append(frame.outcome)
        failed = self.only_values and frame.outcome.kind != "value"
        self.stopped = failed or (self.stop is not None and self.stop(frame.call, frame.outcome))


def _death(ended: Ended, limits: Limits) -> CallOutcome:
    code = os.waitstatus_to_exitcode(ended.status)
    match ended.why:
        case "cpu":
            return CallOutcome("timeout", message=f"more than {limits.cpu_seconds:g} s of processor time")
        case "wall":
            return CallOutcome("timeout", message=f"more than {limits.wall_seconds:g} s")
    if code in (-signal.SIGKILL, -signal.SIGXCPU) and ended.cpu >= limits.cpu_seconds:
        return CallOutcome("timeout", message=f"more than {limits.cpu_seconds:g} s of processor time")
    if code < 0:
        name = next((known.name for known in signal.Signals if known == -code), f"signal {-code}")
        return CallOutcome("crash", message=f"ended by {name}")
    return CallOutcome("crash", message=f"ended itself (exit code {code})")
