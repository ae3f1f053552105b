"""A process spoken to in lines, with deadlines on both ways."""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence

MAX_LINE = 4 << 20
"""No honest reply is longer, in bytes."""


class Silent(Exception):
    """The process did not read or answer in time, or answered nonsense without end: it was killed."""


class ChannelClosed(Exception):
    """The process closed its end."""


class Channel:
    """Starts `command` without any environment, leader of a process group of its own, and speaks to it."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={},
            cwd="/",
            start_new_session=True,
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._received = b""

    def begin(self, line: bytes, seconds: float, key: str = "") -> None:
        """Write the first line of a task: see `send`. Nothing is shared between tasks here."""
        self.send(line, seconds)

    def send(self, line: bytes, seconds: float) -> None:
        """Write `line`. Raises Silent when it is not read within that time, Ended when nobody will read
        it."""
        deadline = time.monotonic() + seconds
        rest = memoryview(line + b"\n")
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                self._wait(self._in, select.POLLOUT, deadline)
            except BrokenPipeError:
                raise ChannelClosed from None

    def receive(self, seconds: float) -> bytes:
        """The next line, without its end. Raises Silent when there is none within that time, Ended at the
        end."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._received:
            if len(self._received) > MAX_LINE:
                self.kill()
                raise Silent
            self._wait(self._out, select.POLLIN, deadline)
            chunk = os.read(self._out, 1 << 16)
            if not chunk:
                raise ChannelClosed
            self._received += chunk
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _wait(self, descriptor: int, event: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            self.kill()
            raise Silent

    def kill(self) -> None:
        """End the process and all it started. Nothing can be said or heard afterwards."""
        if self._process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):  # it has ended by itself
            os.killpg(self._process.pid, signal.SIGKILL)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait()
