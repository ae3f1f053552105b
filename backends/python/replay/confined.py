"""A process in the sandbox that is spoken to in lines, with deadlines on both ways."""

import contextlib
import importlib.util
import json
import os
import select
import signal
import site
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..sandbox.launch import Gone, Guest, Installation, Needs

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


WORKER = Path(__file__).with_name("guest") / "worker.py"


class ConfinedChannel:
    """Speaks to the process of one task after the other, each forked in a sandbox, each over pipes of its own.

    What a task writes reaches whoever asked it and nobody else: the end of its process is told by the sandbox, over a
    socket that the task does not have. `classes`: those that the texts of arguments may construct, as "module:name" or
    "file.py:name"; they can be imported inside, as the contract libraries that `libraries` names, and what is in the
    folders of `search_path`, which can be read and not written. `python`: another interpreter, for which there is only
    what is in these folders. Raises SandboxUnavailable.
    """

    def __init__(
        self,
        classes: Iterable[str] = (),
        libraries: Iterable[str] = (),
        search_path: Iterable[str] = (),
        python: str = "",
    ) -> None:
        self.classes, self.libraries, self.search_path = tuple(classes), tuple(libraries), tuple(search_path)
        self.python = python
        self.needs = needs_of(self.classes, () if python else self.libraries, self.search_path)
        self.guest = Guest(Installation(python) if python else None, self.needs)
        self._requests: int | None = None
        self._replies: int | None = None
        self._received = b""
        self._ended: int | None = None
        self._at_end = False

    def provides(
        self, classes: Iterable[str], libraries: Iterable[str], search_path: Iterable[str], python: str
    ) -> bool:
        """Whether a task with these can run here: each module is found as if it were the only one."""
        if tuple(search_path) not in ((), self.search_path) or python != self.python:
            return False
        return tuple(classes) == self.classes and set(libraries) <= set(self.libraries)

    def is_common(self) -> bool:
        """Whether what can be seen inside is what this interpreter has installed, and no more."""
        return not (self.classes or self.search_path or self.python)

    def rest(self, seconds: float) -> bool:
        """End the process of a task, and what is left of tasks inside; whether that was done within that time."""
        try:
            self._stop(seconds)
            self.guest.send({"rest": True})
            return "rests" in self.guest.receive(seconds)
        except (ChannelClosed, Gone):
            return False

    def begin(self, line: bytes, seconds: float, key: str = "") -> None:
        """Start the process of a task with its first request; that of the task before is over. `key`: the same for
        tasks that may share what they import. Raises Silent, Ended."""
        self._stop(seconds)
        reading, self._requests = os.pipe()
        self._replies, writing = os.pipe()
        try:
            # Not the request itself: what the process that forks has held, every later task can read.
            memory_bytes = json.loads(line)["limits"]["memory_bytes"]
            self.guest.send({"task": memory_bytes, "key": key}, [reading, writing])
        except Gone as error:
            raise ChannelClosed from error
        finally:
            os.close(reading)
            os.close(writing)
        os.set_blocking(self._requests, False)
        os.set_blocking(self._replies, False)
        self._ended, self._received, self._at_end = None, b"", False
        self.send(line, seconds)

    def send(self, line: bytes, seconds: float) -> None:
        """Write `line`. Raises Silent when it is not read within that time. What is not read because the process has
        ended is told by `receive`."""
        deadline = time.monotonic() + seconds
        rest = memoryview(line + b"\n")
        while rest and self._requests is not None:
            try:
                rest = rest[os.write(self._requests, rest) :]
            except BlockingIOError:
                self._wait([(self._requests, select.POLLOUT)], deadline)
            except BrokenPipeError:
                return

    def receive(self, seconds: float) -> bytes:
        """The next line, without its end; after the last one of a process, how it ended. Raises Silent when there is
        none within that time, Ended when there is no process."""
        deadline = time.monotonic() + seconds
        # A line may arrive in pieces, among news of the process's end.
        while b"\n" not in self._received and self._replies is not None:
            # A line without an end would fill our memory.
            if len(self._received) > MAX_LINE:
                self.kill()
                raise Silent
            # Both the pipe and the sandbox are waited for: the process may end without a word.
            if self._ended is None:
                # A pipe whose other end is closed is always ready.
                open_pipe = [] if self._at_end else [(self._replies, select.POLLIN)]
                self._wait([*open_pipe, (self.guest.socket.fileno(), select.POLLIN)], deadline)
                self._hear()
            # All that it wrote is read before its end is told.
            if not self._read() and self._ended is not None:
                status = self._ended
                self._close()
                return json.dumps({"ended": status}).encode("ascii")
        if b"\n" not in self._received:
            raise ChannelClosed
        line, _, self._received = self._received.partition(b"\n")
        return line

    def kill(self) -> None:
        """End the process and the sandbox. Nothing can be said or heard afterwards."""
        self._close()
        self.guest.kill()

    def _read(self) -> bool:
        """Take what is in the pipe; whether there was anything."""
        assert self._replies is not None
        try:
            data = os.read(self._replies, 1 << 16)
        except BlockingIOError:
            return False
        self._received += data
        self._at_end = not data
        return bool(data)

    def _hear(self) -> None:
        """Take what the sandbox has said, if it has."""
        if not select.select([self.guest.socket], [], [], 0)[0]:
            return
        try:
            self.guest.read()
        except Gone as error:
            self.kill()
            raise ChannelClosed from error
        if (answer := self.guest.answer()) is not None:
            self._ended = answer["status"]

    def _stop(self, seconds: float) -> None:
        """End the process that runs, if one does, and hear of its end."""
        running = self._replies is not None and self._ended is None
        self._close()
        try:
            if running:
                self.guest.send({"stop": True})
                self.guest.receive(seconds)
        except Gone as error:
            raise ChannelClosed from error

    def _close(self) -> None:
        for descriptor in (self._requests, self._replies):
            if descriptor is not None:
                os.close(descriptor)
        self._requests = self._replies = None
        self._received = b""

    def _wait(self, events: list[tuple[int, int]], deadline: float) -> None:
        poll = select.poll()
        for descriptor, event in events:
            poll.register(descriptor, event)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            self.kill()
            raise Silent


def needs_of(classes: tuple[str, ...], libraries: tuple[str, ...], search_path: tuple[str, ...]) -> Needs:
    """The worker, and where the classes and contract libraries come from: files, or packages with all that is installed
    beside them."""
    places = [*(name.rpartition(":")[0] for name in classes), *libraries]
    files = tuple(str(Path(class_place).resolve()) for class_place in places if class_place.endswith(".py"))
    modules = {class_place.partition(".")[0] for class_place in places if not class_place.endswith(".py")}
    specs = {name: importlib.util.find_spec(name) for name in modules}
    packages = {
        name: str(Path(spec.origin).parent if spec.submodule_search_locations else spec.origin)
        for name, spec in specs.items()
        if spec is not None and spec.has_location and spec.origin is not None
    }
    # A package may import any other that is installed: of these nobody tells the names beforehand.
    installed = site.getsitepackages() if packages else ()
    return Needs(WORKER, tuple(dict.fromkeys([*files, *search_path, *installed])), packages)
