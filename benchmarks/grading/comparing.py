"""Has comparisons made in a sandbox of their own: see `compare_worker.py`."""

import marshal
import math
import os
import select
import time
from pathlib import Path
from typing import Literal

from attrs import frozen

from ...backends.processes.child import Closing
from ...backends.python.sandbox.launch import ANSWER_SECONDS, Gone, Guest, Needs
from ...backends.python.sandbox.layers import UNSAFE_ADVICE, SandboxUnavailable, unsafe_by_environment
from ...backends.python.sandbox.protocol import MARSHAL_VERSION, SandboxCall, TimeBudget
from ...core.errors import SolverFailure
from . import compare_worker

WORKER = Path(compare_worker.__file__)
MEMORY_BYTES = 768 << 20  # of a comparison; values that need more are *too large*
SECONDS, SECONDS_A_BYTE = 1.0, 1e-6
"""Seconds of processor time for one comparison, and for each byte of the expected output more."""
SLOWER = 10
"""How much longer it may take than its processor time, on a busy machine."""
CHUNK = 1 << 16  # bytes that are read at once: what a pipe holds (pipe(7))
MOST_ANSWERED = 16 * compare_worker.MOST_SHOWN
"""No honest answer is longer, in bytes."""

OutputFinding = Literal["right", "wrong", "unreadable", "too large"]
"""`unreadable`: the bytes hold no value. `too large`: reading or comparing it takes too much time or memory."""
_FINDINGS: dict[bytes, OutputFinding] = {
    compare_worker.RIGHT: "right",
    compare_worker.WRONG: "wrong",
    compare_worker.UNREADABLE: "unreadable",
    compare_worker.TOO_LARGE: "too large",
}


@frozen(slots=True)
class OutputComparison:
    """What came of a comparison, and the text of what was returned, shortened, where it was wrong."""

    finding: OutputFinding
    text: str = ""


class Comparer(Closing):
    """Compares outputs, each program's in a process of its own, started when it is needed. A context manager.

    `unsafe`: go on without the layers that are required and missing, as SPECASSAY_UNSAFE=1 says too.
    """

    def __init__(self, unsafe: bool = False) -> None:
        self.unsafe = unsafe or unsafe_by_environment()
        self._guest: Guest | None = None
        self._pipes: tuple[int, int] | None = None
        self._seconds = 0.0  # of processor time, of the last comparison

    def compare(
        self,
        task: tuple[str, str],
        call: SandboxCall,
        expected: bytes | None,
        found: bytes | None,
        tolerance: float,
        budget: TimeBudget | None = None,
    ) -> OutputComparison:
        """Whether an output is the expected one. `task`: its id and its function. Outputs as the sandbox encodes them,
        None for no plain value. `budget`: that of the program, which this is a part of. Raises SandboxUnavailable,
        SolverFailure."""
        # Larger outputs may take longer to read.
        seconds = SECONDS + SECONDS_A_BYTE * len(expected or b"")
        if budget is None:
            return self._compared(task, call, expected, found, tolerance, seconds)
        if budget.is_over:
            return OutputComparison("too large")
        with budget.own():
            comparison = self._compared(task, call, expected, found, tolerance, min(seconds, budget.left))
        budget.charge(self._seconds)
        return comparison

    def _compared(
        self,
        task: tuple[str, str],
        call: SandboxCall,
        expected: bytes | None,
        found: bytes | None,
        tolerance: float,
        seconds: float,
    ) -> OutputComparison:
        request = marshal.dumps((*task, call.payload, expected, found, tolerance, seconds), MARSHAL_VERSION)
        answer, self._seconds = compare_worker.TOO_LARGE, seconds
        deadline = time.monotonic() + SLOWER * seconds
        # A process that dies of the comparison itself is not started a second time after the deadline.
        for _ in range(2):  # a sandbox that is lost for a reason of its own is replaced
            try:
                answer = self._answer(request, deadline)
                break
            except Gone:
                self.close()
                if time.monotonic() >= deadline:
                    break
            # Whatever happens, no half-answered process is asked again.
            except BaseException:
                self.close()
                raise
        # An answer that is none of the known ones is a defect, and not a wrong program.
        if answer[:1] not in _FINDINGS:
            self.close()
            raise SolverFailure(f"an output for {task[0]} could not be compared: the process answers {answer[:20]!r}")
        finding = _FINDINGS[answer[:1]]
        (self._seconds,) = compare_worker.TAKEN.unpack_from(answer, 1) if len(answer) > 1 else (seconds,)
        text = answer[1 + compare_worker.TAKEN.size :]
        return OutputComparison(finding, text.decode("utf-8", "replace") if finding == "wrong" else "")

    def finish(self) -> None:
        """The program is done with: the next one has a process of its own."""
        if self._pipes is None or self._guest is None:
            return
        self._close_pipes()
        try:
            self._guest.send({"stop": True})
            self._guest.receive(ANSWER_SECONDS)
        except Gone:
            self.close()

    def close(self) -> None:
        """End the sandbox. The next comparison starts another."""
        self._close_pipes()
        if self._guest is not None:
            self._guest.kill()
            self._guest = None

    def _answer(self, request: bytes, deadline: float) -> bytes:
        """The answer. Raises Gone, SolverFailure."""
        requests, answers = self._ready()
        self._write(requests, len(request).to_bytes(compare_worker.LENGTH_BYTES, "little") + request, deadline)
        data = b""
        while (size := _size(data)) is None or len(data) < compare_worker.LENGTH_BYTES + size:
            if size is not None and size > MOST_ANSWERED:
                raise Gone("it sends an invalid answer")
            _wait(answers, select.POLLIN, deadline)
            part = os.read(answers, CHUNK)
            if not part:
                return self._died()
            data += part
        return data[compare_worker.LENGTH_BYTES :]

    def _died(self) -> bytes:
        """What it means that the process has ended: it was killed, by its own limit of time or for want of memory.
        Raises Gone, and SolverFailure when it failed by itself."""
        assert self._guest is not None
        self._close_pipes()
        status = self._guest.receive(ANSWER_SECONDS)["status"]
        if os.WIFSIGNALED(status):
            return compare_worker.TOO_LARGE
        raise SolverFailure(f"comparing outputs failed: the process ended with exit code {os.WEXITSTATUS(status)}")

    def _write(self, pipe: int, data: bytes, deadline: float) -> None:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(pipe, rest) :]
            except BlockingIOError:
                _wait(pipe, select.POLLOUT, deadline)
            except BrokenPipeError:
                return  # that it has ended is read from the other pipe

    def _ready(self) -> tuple[int, int]:
        """The pipes of a process. Raises Gone, SandboxUnavailable."""
        if self._guest is None:
            self._guest = Guest(needs=Needs(WORKER))
            # Fail closed: without the layers outputs are not read here at all.
            if (missing := self._guest.layers.missing) and not self.unsafe:
                self.close()
                reason = ", no ".join(missing)
                raise SandboxUnavailable(f"outputs cannot be compared here: no {reason}; {UNSAFE_ADVICE}")
        if self._pipes is None:
            reading, requests = os.pipe()
            answers, writing = os.pipe()
            self._pipes = requests, answers
            try:
                # The descriptors of the child's ends are closed here, whether it got them or not.
                self._guest.send({"task": MEMORY_BYTES, "key": ""}, [reading, writing])
            finally:
                os.close(reading)
                os.close(writing)
            # Writing to a dead process must not block.
            os.set_blocking(requests, False)
            os.set_blocking(answers, False)
        return self._pipes

    def _close_pipes(self) -> None:
        for pipe in self._pipes or ():
            os.close(pipe)
        self._pipes = None


def _size(data: bytes) -> int | None:
    """The length of an answer, once it is known."""
    size = data[: compare_worker.LENGTH_BYTES]
    return int.from_bytes(size, "little") if len(size) == compare_worker.LENGTH_BYTES else None


def _wait(pipe: int, event: int, deadline: float) -> None:
    poll = select.poll()
    poll.register(pipe, event)
    if not poll.poll(max(0, math.ceil((deadline - time.monotonic()) * 1000))):
        raise Gone("it does not answer")
