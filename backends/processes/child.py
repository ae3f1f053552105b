"""A process of ours at the other end of a connection.

Not one of `multiprocessing`: its children import the user's main module, which may have no guard against that, and a
daemonic process, as dask's workers are, may not have any.

It does not outlive the process that started it, however that one ends. Nothing runs in a process that is killed with
SIGKILL, so that whoever it started has to notice by itself. An idle child reads the end of its connection. One that
is busy, in a solver that holds the interpreter's lock, is killed by the kernel (`parents.py`)."""

import os
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Self

from attrs import frozen

from .parents import end_with_parent, parent_mark


@frozen(slots=True, eq=False)
class ChildProcess:
    """A process and the connection with it. The end of the connection is the end of its work."""

    process: subprocess.Popen[bytes]
    connection: Connection

    def end(self) -> int:
        """Close the connection, and wait until the process has ended: what it started ends with it. Its exit code."""
        self.connection.close()
        return self.process.wait()

    def kill(self) -> None:
        """End the process, whatever it is at."""
        self.connection.close()
        self.process.kill()
        self.process.wait()


def start_child(
    module: str, *arguments: str, variables: Mapping[str, str] | None = None, errors: int | None = None
) -> ChildProcess:
    """Start a fresh interpreter that runs `module`, which calls `connection_of`; its `arguments` come last. A fork of a
    process with threads of a solver may hang. An interrupt from the keyboard is for us, and not for the child.
    `variables`: what its environment has besides ours. `errors`: the descriptor of its standard error, ours if None."""
    # A socket pair, so that the end of either process is seen by the other.
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", module, str(theirs.fileno()), parent_mark(), *arguments]
    # The child imports what we import, wherever the caller runs.
    path = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": path, **(variables or {})}
    # Our copy of the child's end is closed: else its end would never be seen.
    with theirs:
        process = subprocess.Popen(
            command,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stderr=errors,
            env=environment,
            start_new_session=True,
        )
    return ChildProcess(process, Connection(ours.detach()))


def connection_of(arguments: Sequence[str]) -> Connection:
    """Open the child's connection, named by its command line. From now on this process ends with its parent."""
    descriptor, parent = int(arguments[1]), arguments[2]
    end_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return Connection(descriptor)


class Closing(ABC):
    """A context manager that closes itself at its end."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """End the process. A second time does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def cpu_seconds(process: int) -> float:
    """What a process has used: the clock that clock_getcpuclockid(3) names, 0 when it has ended."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0
