"""The process inside the sandbox that waits for samples and forks for each. Started once by the supervisor.

It speaks to the supervisor over a socket, in messages of a length (4 bytes) and JSON:

- `{"packages": {NAME: PLACE}, "readable": [PATH...], "worker": PATH | null, "outside": BOOL}`, first of all: the
  installed packages that samples may import, what else may be read, the module that runs tasks, and whether somebody
  else has made the namespaces. Answered when everything is in place:
  `{"layers": {NAME: DETAIL}, "missing": {NAME: REASON}}`, or `{"failed": REASON}`;
- `{"names": [NAME...]}`: names of numpy that calls will use. Answered: `{"known": true}` or `{"malformed": REASON}`;
- `{"run": LIMITS}`, with the reading end of a pipe for source and calls, and the writing end of one for results: run
  a sample. Its process says `{"started": true}`, over this socket, so that the kernel tells its number. Answered
  when it has ended: `{"status": WAIT_STATUS, "cpu": SECONDS, "wall": SECONDS, "why": REASON}`;
- `{"task": MEMORY_BYTES, "key": KEY}`, with the ends of two pipes: run a task of the worker, which reads its requests
  from the first pipe and replies to the second. It bounds its own time. Tasks with one KEY (empty for none) import the
  same, and one after the other they may share that: see `fork_server`. Answered as the message before;
- `{"stop": true}`: end the process that runs;
- `{"rest": true}`, where none runs: nothing follows for a while, and then tasks that have nothing to do with those
  before. Answered: `{"rests": true}`, when nothing is left of them.

All that this process ever held can be read by the processes that it forks, freed memory included. So neither
sources nor inputs nor expected outputs come here: they go through pipes, to the one process that needs them.

Example, of one sample on two inputs (S: supervisor, Z: this process, P: the process of the sample):

    S -> Z   {"run": LIMITS}, with the ends of two pipes
    Z        forks P, which puts on its limits and the filter of system calls
    P -> S   {"started": true}; the kernel adds the number of P, which P cannot choose
    S -> P   the source, then the first call, through the first pipe
    P -> S   the frame of its result, through the second pipe; then the second call, and its frame
    S        closes the first pipe; P ends
    Z -> S   {"status": 0, "cpu": 0.03, "wall": 0.05, "why": ""}

Invariant: S believes nothing that P could have written for Z. P closes the socket before it reads any source, the
status is the kernel's, and a frame counts only between its call and the end of P.
"""

import array
import gc
import importlib
import json
import math
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

from . import confinement, decoding, fork_server, sample, seccomp
from .linux import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, cpu_seconds, prctl

GIVEN = (decoding, fork_server, sample)
"""What a worker module may use of this folder; nothing can be imported from it once the layers are on."""
PRELOADED = (
    *("abc", "array", "ast", "bisect", "calendar", "cmath", "collections", "collections.abc", "copy", "dataclasses"),
    *("datetime", "decimal", "enum", "fractions", "functools", "hashlib", "heapq", "inspect", "itertools", "json"),
    *("math", "numbers", "operator", "random", "re", "statistics", "string", "textwrap", "threading", "time"),
    *("traceback", "typing", "unicodedata"),
)
"""What programs usually import: imported once, here."""
LEAST_WAIT = 0.002
"""Seconds between two looks at a program that is near its limit of processor time: with less, looking takes as long as
the program runs."""
PROCESSORS = len(os.sched_getaffinity(0))


class Supervisor:
    """The other end of the socket."""

    def __init__(self, descriptor: int) -> None:
        self.socket = socket.socket(fileno=descriptor)

    def hear(self) -> tuple[dict[str, Any], list[int]]:
        """The next message and the descriptors that came with it. Raises EOFError when there will be none."""
        header, descriptors = self._header()
        data = bytearray()
        while len(data) < header:
            part = self.socket.recv(min(1 << 20, header - len(data)))
            if not part:
                raise EOFError
            data += part
        return json.loads(data), descriptors

    def _header(self) -> tuple[int, list[int]]:
        data, descriptors = b"", array.array("i")
        while len(data) < 4:
            part, ancillary, _, _ = self.socket.recvmsg(4 - len(data), socket.CMSG_SPACE(2 * descriptors.itemsize))
            if not part:
                raise EOFError
            data += part
            for _, _, content in ancillary:
                descriptors.frombytes(content)
        return int.from_bytes(data, "little"), list(descriptors)

    def say(self, **message: Any) -> None:
        data = json.dumps(message).encode("ascii")
        self.socket.sendall(len(data).to_bytes(4, "little") + data)


class Zygote:
    def __init__(self, supervisor: Supervisor, confined: confinement.Confined, worker: Any) -> None:
        self.supervisor = supervisor
        self.confined = confined
        self.worker = worker
        self.server: fork_server.ForkServer | None = None

    def serve(self) -> None:
        """Answer until the supervisor is gone."""
        while True:
            message, descriptors = self.supervisor.hear()
            match message:
                case {"names": names}:
                    self.define(set(names))
                case {"stop": True}:
                    pass  # the process had ended by itself when this was sent
                case {"rest": True}:
                    self.rest()
                case {"task": memory_bytes, "key": key}:
                    self.task(memory_bytes, key, descriptors)
                case {"run": limits}:
                    wall, cpu = limits["wall_seconds"], limits["cpu_seconds"]
                    self.fork(partial(self.run, limits, *descriptors), descriptors, wall, cpu)

    def define(self, names: set[str]) -> None:
        """Make sure that calls may use these names of numpy."""
        try:
            numpy = importlib.import_module("numpy")
            sample.NAMES.update({name: getattr(numpy, name) for name in names})
        except (ImportError, AttributeError, MemoryError):
            self.supervisor.say(malformed=f"NameError: {', '.join(sorted(names))}")
            return
        # What numpy has made is in every fork: a collection there would copy its pages.
        gc.freeze()
        self.supervisor.say(known=True)

    def run(self, limits: dict[str, Any], requests: int, results: int) -> None:
        """Run a sample."""
        self.supervisor.say(started=True)
        self.supervisor.socket.close()
        # The program meets the limit of a fresh interpreter, whatever we have set for ourselves.
        sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
        self.confine(limits["memory_mb"] << 20, math.ceil(limits["cpu_seconds"]) + 1)
        sample.run(sample.Requests(requests), sample.Output(results, limits["output_bytes"]))

    def task(self, memory_bytes: int, key: str, pipes: list[int]) -> None:
        """Run a task of the worker, in a copy of the process that ran the one before it where both have one key."""
        server = self.server
        # The process that waits has imported what this task does, and nothing else has run in it.
        if server is not None and server.key == key and server.waiting is not None:
            try:
                child = server.hand_over(pipes)
            except OSError:
                pass  # It has ended.
            else:
                self.follow(child, pipes, math.inf, math.inf)
                return
        if server is not None:
            server.close()
        self.server = fork_server.ForkServer(key) if key and self.confined.served_filter_code is not None else None
        self.fork(partial(self.first_task, memory_bytes, pipes), pipes, math.inf, math.inf)

    def rest(self) -> None:
        """End the copy that waits for a task of the same module."""
        if self.server is not None:
            self.server.close()
            self.server = None
        self.supervisor.say(rests=True)

    def first_task(self, memory_bytes: int, pipes: list[int]) -> None:
        """Run a task of the worker in this process, which may leave a copy behind."""
        self.supervisor.socket.close()
        if self.server is None:
            self.confine(memory_bytes, None)
            self.worker.serve(self.worker.connect(*pipes))
            return
        self.limit(memory_bytes, None)
        copies = self.server.enter(self.confined.served_filter_code or b"")
        if copies is None:
            self.filter()
        self.worker.serve(self.worker.connect(*pipes), copies=copies)

    def fork(self, action: Callable[[], None], pipes: list[int], wall_seconds: float, cpu_seconds: float) -> None:
        """Do something in a process of its own, and tell the supervisor how that ended."""
        zygote = os.getpid()
        child = os.fork()
        if child == 0:
            exit_code = 1
            try:
                prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # a fork does not inherit it
                if os.getppid() == zygote:
                    action()
                    exit_code = 0
            finally:
                os._exit(exit_code)
        if self.server is not None:
            self.server.started()
        self.follow(child, pipes, wall_seconds, cpu_seconds)

    def follow(self, child: int, pipes: list[int], wall_seconds: float, cpu_seconds: float) -> None:
        """Wait for the end of a process that has these pipes, and tell the supervisor how it ended."""
        start = time.monotonic()
        for pipe in pipes:
            os.close(pipe)
        why = self.watch(child, start + wall_seconds, cpu_seconds)
        if self.server is not None:
            self.server.settle(child)
        _, status, usage = os.wait4(child, 0)
        cpu = usage.ru_utime + usage.ru_stime
        self.supervisor.say(status=status, cpu=cpu, wall=time.monotonic() - start, why=why)

    def watch(self, child: int, deadline: float, cpu_limit: float) -> str:
        """Wait for the end of the child, or kill it; why it was killed, if it was."""
        descriptor = os.pidfd_open(child)
        try:
            while True:
                cpu_rest = cpu_limit - _cpu_seconds(child)
                wall_rest = deadline - time.monotonic()
                if min(cpu_rest, wall_rest) <= 0:
                    return self._kill(child, "cpu" if cpu_rest <= 0 else "wall")
                # Threads can spend processor time faster than time passes.
                wait = max(LEAST_WAIT, min(cpu_rest / PROCESSORS, wall_rest))
                others = [] if self.server is None else self.server.descriptors()
                ready = _readable([descriptor, self.supervisor.socket.fileno(), *others], wait)
                if self.server is not None:
                    self.server.attend(ready, child)
                if descriptor in ready:
                    return ""
                if self.supervisor.socket.fileno() in ready:
                    self.supervisor.hear()
                    return self._kill(child, "stop")
        except EOFError:
            self._kill(child, "stop")
            raise
        finally:
            os.close(descriptor)

    def _kill(self, child: int, why: str) -> str:
        os.kill(child, signal.SIGKILL)
        return why

    def confine(self, memory_bytes: int, cpu_seconds: int | None) -> None:
        """Give up, in a process that was forked for foreign code, what is left to give up."""
        self.limit(memory_bytes, cpu_seconds)
        self.filter()

    def limit(self, memory_bytes: int, cpu_seconds: int | None) -> None:
        """Bound what this process may take."""
        confinement.limit(memory_bytes, cpu_seconds, threads="user namespace" in self.confined.layers)

    def filter(self) -> None:
        """Give up all system calls that foreign code does not need."""
        if self.confined.filter_code is not None:
            seccomp.install(self.confined.filter_code)


def _readable(descriptors: list[int], seconds: float) -> frozenset[int]:
    """The descriptors that become readable within that time."""
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return frozenset(each for each, _ in poll.poll(None if seconds == math.inf else math.ceil(seconds * 1000)))


def _cpu_seconds(child: int) -> float:
    try:
        return cpu_seconds(child)
    except OSError:
        return 0.0  # it has just ended


def main() -> None:
    """Run as the zygote: the descriptor of the socket is the last argument."""
    supervisor = Supervisor(int(sys.argv[-1]))
    sys.argv[:] = [""]
    sys.dont_write_bytecode = True
    try:
        settings, _ = supervisor.hear()
        try:
            confined, worker = prepare(settings)
            prctl(PR_SET_CHILD_SUBREAPER, 1)
        except Exception as error:
            supervisor.say(failed=f"{type(error).__name__}: {error}")
            return
        supervisor.say(layers=confined.layers, missing=confined.missing)
        Zygote(supervisor, confined, worker).serve()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def prepare(settings: dict[str, Any]) -> tuple[confinement.Confined, ModuleType | None]:
    """Load what samples and tasks need and put the layers on; the layers, and the module that runs tasks. Raises
    OSError and ImportError."""
    for name in PRELOADED:
        importlib.import_module(name)
    worker = _load(settings["worker"]) if settings["worker"] else None
    sys.meta_path.append(confinement.Packages(settings["packages"]))
    sys.set_int_max_str_digits(0)  # for the literals of tasks
    confinement.silence()
    confined = confinement.confine(settings["packages"], settings["readable"], outside=settings["outside"])
    sys.path += filter(os.path.isdir, settings["readable"])
    gc.collect()
    gc.freeze()
    return confined, worker


def _load(path: str) -> ModuleType:
    """A module by its path; it may import those beside it."""
    package = ModuleType("worker")
    package.__path__ = [os.path.dirname(path)]
    sys.modules[package.__name__] = package
    return importlib.import_module(f"worker.{os.path.basename(path).removesuffix('.py')}")
