"""One process of a sample: its code, and calls that are handed to it one at a time. What it answers are frames (see
`guest/sample.py`), and anything may be in these bytes.
"""

import marshal
import math
import os
import select
import signal
import time
from contextlib import suppress
from functools import lru_cache
from typing import cast

from attrs import evolve, frozen

from .guest import sample
from .guest.decoding import Malformed, decode
from .launch import ANSWER_SECONDS, Gone, Guest
from .protocol import MARSHAL_VERSION, CallLimits, CallOutcome, SandboxCall, SandboxLimits, SandboxOutcome

_KINDS: dict[int, SandboxOutcome] = {
    sample.RAISED: "raised",
    sample.MEMORY: "memory",
    sample.UNSERIALISABLE: "unserialisable",
    sample.OUTPUT: "output",
    sample.NOT_LOADABLE: "not loadable",
    sample.FORBIDDEN: "forbidden",
}
LOADED = CallOutcome("value")
MOST_SAID = 1 << 16
"""Bytes of a frame without a value: a message, with the names of classes."""
MOST_KEPT = 256
"""Failures that are read once: most calls that fail do so at one of a few places."""
HEADER = sample.FRAME.size


class FrameReader:
    """Takes bytes in, says what became of the loading of the code, and then of each call, in this order."""

    def __init__(self, limit: int) -> None:
        """`limit`: bytes of one value."""
        self.limit = limit
        self.rest = b""
        self._parts: list[bytes] = []
        self._missing = 0
        self.due = sample.LOADING

    def feed(self, data: bytes) -> CallOutcome | None:
        """What the frame says that is complete with these bytes, None while it is not. Values are left as bytes. Raises
        Malformed for what no honest process writes."""
        if self._missing > len(data):  # in the middle of a large one: joined only once
            self._parts.append(data)
            self._missing -= len(data)
            return None
        data = b"".join((*self._parts, data)) if self._parts else data
        self._parts.clear()
        self._missing = 0
        if self.rest:
            data = self.rest + data
            self.rest = b""
        if len(data) < HEADER:
            self.rest = data
            return None
        call, kind, size = sample.FRAME.unpack_from(data)
        if call != self.due:
            raise Malformed("frames out of order")
        if size > (self.limit if kind == sample.VALUE and call != sample.LOADING else MOST_SAID):
            raise Malformed("a frame that is too long")
        frame_end = HEADER + size
        if len(data) < frame_end:
            self._parts, self._missing = [data], frame_end - len(data)
            return None
        self.rest = data[frame_end:]
        return self._outcome(kind, data[HEADER:frame_end])

    def _outcome(self, kind: int, payload: bytes) -> CallOutcome:
        loading, self.due = self.due == sample.LOADING, (self.due + 1) & sample.LOADING
        if loading:
            return LOADED if kind == sample.LOADED else _failure(kind, payload)
        if kind == sample.VALUE:
            return CallOutcome("value", encoded=payload)
        return _failure(kind, payload)


def decoded(outcome: CallOutcome) -> CallOutcome:
    """An outcome with its value, where it has one that can be read."""
    if outcome.kind != "value":
        return outcome
    try:
        return CallOutcome("value", value=decode(outcome.encoded), encoded=outcome.encoded)
    except Malformed as error:
        return CallOutcome("unserialisable", message=str(error))


@lru_cache(maxsize=MOST_KEPT)
def _failure(kind: int, payload: bytes) -> CallOutcome:
    match decode(payload):
        case [str(name), list(bases), str(message), list(places), bool(handling)] if all(
            isinstance(base, str) for base in bases
        ) and all(type(position) is int for position in places):
            lines = (name, *cast("list[str]", bases), message)
            # The guest escapes what it sends (a character as up to twelve) and cuts it: anything else is not from our
            # guest.
            if kind in _KINDS and all(len(text) <= 12 * sample.MAX_TEXT and text.isascii() for text in lines):
                call_outcome = CallOutcome(_KINDS[kind], exception=name, mro=tuple(lines[1:-1]), message=message)
                return (
                    evolve(call_outcome, lines=tuple(places[: sample.MAX_LINES]), handling=handling)
                    if kind == sample.RAISED
                    else call_outcome
                )
    raise Malformed("a frame of an unknown kind")


QUIET_MS = 30
"""Milliseconds without a result before the processor time is looked at: most calls never get there."""
LEAST, MOST = 0.01, 1.0
"""Seconds between two looks."""
CHUNK = 1 << 16
"""What a pipe holds."""
MEMORY_SECONDS = 0.02
"""Between two looks at the memory of a call that has a limit: a loop that appends fills some 10 MiB in that time."""
REMEMBERED = 16
"""Calls for which the memory in use is not looked at again: each takes little, and looking takes as long as a call."""
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


COUNTED = 0.05
"""Seconds of calls after which it is looked at how long a process has waited: short waits add up."""
LOOKED = 0.1
"""Seconds between two looks at how long a process has waited: of one that ends nobody tells how long it was kept from a
processor since the last one."""


def _numbers(file: str) -> list[bytes]:
    """The words of a file of the kernel. Raises OSError."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        return os.read(descriptor, 256).split()
    finally:
        os.close(descriptor)


def _own_queue() -> float:
    """Seconds that this thread could have run, but others did; 0.0 where that is not told."""
    with suppress(OSError, ValueError, IndexError):
        return int(_numbers("/proc/thread-self/schedstat")[1]) / 1e9
    return 0.0


@frozen(slots=True)
class Ended:
    """How a process ended: its wait status, the seconds it took, and why the guest killed it ("cpu", "wall", "stop"),
    if it did."""

    status: int
    cpu: float
    wall: float
    why: str


class SandboxSession:
    """A process that has loaded a program and is asked for one call after the other.

    A call is sent when the one before has been answered, through a pipe that nobody else reads; so the program sees no
    input before its time, and no other program's source. `load`: why the code was not loaded, None when it was.
    `ended`: how the process ended, None while it goes on. `heard`: it has said something.
    """

    def __init__(self, guest: Guest, limits: SandboxLimits) -> None:
        """Raises Gone."""
        self.guest, self.limits = guest, limits
        self.load: CallOutcome | None = None
        self.ended: Ended | None = None
        self.heard = False
        self._start = time.monotonic()
        self._deadline = self._start + limits.wall_seconds + ANSWER_SECONDS
        self._frames = FrameReader(limits.output_bytes)
        self._process: int | None = None
        self._spent = self._queued = 0.0
        self._asking = self._counted = self._charged = self._charged_work = self._own = 0.0
        self._own_queue = _own_queue()
        self._asked_at: tuple[float, float] | None = None
        self._resident, self._looked = 0, -1
        # The guest has the other ends of two pipes, which are closed here whether it could be told or not.
        reading, self._requests = os.pipe()
        self._results, writing = os.pipe()
        try:
            bounds = {
                "memory_mb": limits.memory_mb,
                "output_bytes": limits.output_bytes,
                "cpu_seconds": limits.cpu_seconds,
                "wall_seconds": limits.wall_seconds,
            }
            guest.send({"run": bounds}, [reading, writing])
        except Gone:
            self._close()
            raise
        finally:
            os.close(reading)
            os.close(writing)
        os.set_blocking(self._requests, False)
        os.set_blocking(self._results, False)
        self._poll = select.poll()
        self._poll.register(self._results, select.POLLIN)

    def start(self, code: str, entry_point: str) -> None:
        """Load a program; what came of it is in `load` and `ended`. Raises Gone."""
        payload = marshal.dumps((code, entry_point, self.limits.elsewhere), MARSHAL_VERSION)
        if self.limits.budget is not None:
            self.spent()  # until the process is there, it is we who wait
        outcome = self._asked(payload, evolve(self.limits.call, memory_mb=None))
        self.load = None if outcome.kind == "value" else outcome
        if self.load is not None:
            self.close()

    def call(self, call: SandboxCall, limits: CallLimits | None = None) -> CallOutcome:
        """What becomes of the next call under these limits (by default those of every call). Values are left as bytes.
        When the process does not survive it, `ended` says so. Raises Gone."""
        return self._asked(call.payload, limits or self.limits.call)

    def spent(self) -> float:
        """The processor time that the process has taken, in seconds, by the kernel's clock of that process: nothing
        inside can stop it. Raises Gone."""
        if self.ended is not None:
            return self.ended.cpu
        while self._process is None and self.ended is None:
            self._answer(self.guest.receive(ANSWER_SECONDS))
        if self._process is not None:
            with suppress(OSError):  # it has just ended
                self._spent = time.clock_gettime((~self._process << 3) | 2)  # clock_getcpuclockid(3)
        return self._spent

    def queued(self) -> float:
        """Seconds that the process could have run, but others did, by the kernel's count of its first thread (the
        second number of /proc/PID/schedstat); 0.0 where that is not told."""
        # Of a process that has ended, what was told last: nobody tells it any more.
        with suppress(OSError, ValueError, IndexError):
            self._queued = int(_numbers(f"/proc/{self._process}/schedstat")[1]) / 1e9
        return self._queued

    def resident(self) -> int:
        """The bytes of memory that the process has in use; 0 where that is not told."""
        with suppress(OSError, ValueError, IndexError):
            return int(_numbers(f"/proc/{self._process}/statm")[1]) * _PAGE
        return 0

    def memory_before(self) -> int:
        """The bytes of memory in use before a call, as it was looked at within the last `REMEMBERED` calls."""
        if self._frames.due - self._looked >= REMEMBERED or self._looked < 0:
            self._looked, self._resident = self._frames.due, self.resident()
        return self._resident

    def close(self) -> Ended:
        """End the process. Raises Gone."""
        if self.ended is None:
            self.guest.send({"stop": True})
            self._until_ended(time.monotonic() + ANSWER_SECONDS)
        self._close()
        self.is_over()  # what it took since it was last looked at
        assert self.ended is not None
        return self.ended

    def _close(self) -> None:
        for pipe in (self._requests, self._results):
            if pipe >= 0:
                os.close(pipe)
        self._requests = self._results = -1

    def abandon(self, reason: str) -> CallOutcome:
        """The guest is no more, and the process with it."""
        self._close()
        self.ended = Ended(0, self._spent, time.monotonic() - self._start, "lost")
        return CallOutcome("crash", message=f"the sandbox was lost: {reason}")

    # --- one request and its result

    def _asked(self, payload: bytes, limits: CallLimits) -> CallOutcome:
        if self.limits.budget is None:
            return self._answered(payload, limits)
        if self.limits.budget.is_over:
            return self._fault(self.limits.budget.over)
        # Both clocks: what we compute for a call is work for its sake, and no waiting.
        self._asked_at = time.monotonic(), time.thread_time()
        try:
            return self._answered(payload, limits)
        finally:
            self._hear()
            if self._asking - self._counted > COUNTED:
                self.is_over()

    def _hear(self) -> None:
        """The time of a call is over: what ending a process takes is none of its own."""
        if self._asked_at is not None:
            start, own = self._asked_at
            self._asking += time.monotonic() - start
            self._own += time.thread_time() - own
            self._asked_at = None

    def is_over(self) -> bool:
        """Whether a process has waited or computed for too long, with the others."""
        budget = self.limits.budget
        if budget is None:
            return False
        asking, own = self._asking, self._own
        if self._asked_at is not None:
            asking += time.monotonic() - self._asked_at[0]
            own += time.thread_time() - self._asked_at[1]
        self._counted = self._asking
        spent = self.spent()
        # What we do for a call, as reading what it writes without end, is taken for its sake.
        budget.charge(spent + own - self._charged_work)
        self._charged_work = spent + own
        # Not what it computes, nor what we do, nor what it or we are kept from a processor.
        waited = asking - spent - self.queued() - own - (_own_queue() - self._own_queue)
        if waited > self._charged:
            budget.charge_waiting(waited - self._charged)
            self._charged = waited
        return budget.is_over

    def _answered(self, payload: bytes, limits: CallLimits) -> CallOutcome:
        # Bytes beyond the last frame came before this call was sent: nobody asked for them.
        if self._frames.rest:
            return self._fault(CallOutcome("crash", message="it sent output that was not requested"))
        watch = _Watch(self, limits)
        self._send(sample.LENGTH.pack(len(payload)) + payload)
        wait_ms = QUIET_MS
        while True:
            if not self._poll.poll(wait_ms):
                if (exceeded := watch.exceeded()) is not None:
                    return self._fault(exceeded)
                rest = self._deadline - time.monotonic()
                if rest <= 0:
                    raise Gone("it does not answer")
                wait_ms = math.ceil(1000 * max(LEAST, min(watch.rest, rest)))
                continue
            data = os.read(self._results, CHUNK)
            if not data:
                return self._without_pipe(watch)
            self.heard = True
            try:
                outcome = self._frames.feed(data)
            except Malformed as error:
                return self._fault(CallOutcome("crash", message=f"it wrote {error}"))
            if outcome is not None:
                return outcome
            # A piece of an answer now and then is none.
            if time.monotonic() >= watch.late and (exceeded := watch.exceeded()) is not None:
                return self._fault(exceeded)

    def _send(self, data: bytes) -> None:
        """Send it all, as fast as it is read; a process that does not read it does not answer it either."""
        try:
            sent = os.write(self._requests, data)
            if sent < len(data):
                self._send_slowly(memoryview(data)[sent:])
        except BrokenPipeError:
            pass  # it has ended, or soon will have

    def _send_slowly(self, rest: memoryview) -> None:
        poll = select.poll()
        poll.register(self._requests, select.POLLOUT)
        while rest:
            if not poll.poll(math.ceil(max(0.0, self._deadline - time.monotonic()) * 1000)):
                raise Gone("it does not answer")
            try:
                rest = rest[os.write(self._requests, rest) :]
            except BlockingIOError:
                continue  # less space than for an atomic write

    # --- its end

    def _fault(self, outcome: CallOutcome) -> CallOutcome:
        self._hear()
        self.close()
        return outcome

    def _without_pipe(self, watch: "_Watch") -> CallOutcome:
        """What becomes of a call when the pipe has ended, which is not yet the end of the process."""
        while not self.guest.speaks(max(LEAST, min(watch.rest, self._deadline - time.monotonic()))):
            if (exceeded := watch.exceeded()) is not None:
                return self._fault(exceeded)
            if time.monotonic() >= self._deadline:
                raise Gone("it does not answer")
        self._until_ended(self._deadline)
        return self._died()

    def _died(self) -> CallOutcome:
        assert self.ended is not None
        self._close()
        return _death(self.ended, self.limits)

    def _until_ended(self, deadline: float) -> None:
        while self.ended is None:
            self._answer(self.guest.receive(max(0.0, deadline - time.monotonic())))

    def _answer(self, answer: dict[str, object]) -> None:
        if "started" in answer:
            self._process = self.guest.sender
        else:
            # The message has the fields of the class, and comes from the process that we started.
            self.ended = Ended(**answer)  # type: ignore[arg-type]


class _Watch:
    """What one call takes, looked at from outside when no result has come for a while.

    Its processor time counts from the first look on, when it has had `QUIET_MS` at most; its memory from before it.
    `late`: when its wall time is over, were it never kept waiting for a processor. `rest`: seconds until the next look.
    """

    def __init__(self, session: SandboxSession, limits: CallLimits) -> None:
        """Raises Gone."""
        self._session, self._limits = session, limits
        self._wall = math.inf if limits.wall_seconds is None else limits.wall_seconds
        self._most_memory = math.inf
        if limits.memory_mb is not None:
            session.spent()  # knows the process afterwards
            self._most_memory = session.memory_before() + (limits.memory_mb << 20)
        self._since: tuple[float, float] | None = None
        self.late = time.monotonic() + self._wall
        self.rest = MOST

    def exceeded(self) -> CallOutcome | None:
        """The limit that is exceeded, as an outcome; None where none is. Raises Gone."""
        limits, session = self._limits, self._session
        spent, queued = session.spent(), session.queued()
        # The first look is the beginning: before it the call has run for `QUIET_MS` at most.
        if self._since is None:
            self._since = spent, queued
        rest = MOST
        if limits.cpu_seconds is not None:
            rest = limits.cpu_seconds - (spent - self._since[0])
            if rest <= 0:
                return CallOutcome(
                    "timeout", message=f"more than {limits.cpu_seconds:g} s of processor time for one call"
                )
        if limits.memory_mb is not None:
            rest = min(rest, MEMORY_SECONDS)
            if session.resident() > self._most_memory:
                return CallOutcome("memory", message=f"more than {limits.memory_mb} MiB of memory for one call")
        if session.limits.budget is not None:
            if session.is_over():
                return session.limits.budget.over
            rest = min(rest, LOOKED)
        wall = self.late - time.monotonic() + queued - self._since[1]  # on a busy machine it may not be its turn
        if wall <= 0:
            return self.too_late()
        self.rest = min(rest, wall)
        return None

    def too_late(self) -> CallOutcome:
        return CallOutcome("timeout", message=f"more than {self._wall:g} s for one call")


def _death(ended: Ended, limits: SandboxLimits) -> CallOutcome:
    """Why a process that ended did so."""
    code = os.waitstatus_to_exitcode(ended.status)
    match ended.why:
        case "cpu":
            return CallOutcome("timeout", message=f"more than {limits.cpu_seconds:g} s of processor time")
        case "wall":
            return CallOutcome("timeout", message=f"more than {limits.wall_seconds:g} s")
    # The kernel's own limit (RLIMIT_CPU), which is a little above ours.
    if code in (-signal.SIGKILL, -signal.SIGXCPU) and ended.cpu >= limits.cpu_seconds:
        return CallOutcome("timeout", message=f"more than {limits.cpu_seconds:g} s of processor time")
    if code < 0:
        name = next((known_signal.name for known_signal in signal.Signals if known_signal == -code), f"signal {-code}")
        return CallOutcome("crash", message=f"ended by {name}")
    return CallOutcome("crash", message=f"ended itself (exit code {code})")
