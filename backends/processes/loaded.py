"""Processes that are forked from one that has imported what they need: it takes up to a second of processor time, once,
and a fork some milliseconds.

A process finds what it would find if it were started now: our environment variables, folder and search path. Its server
was started earlier.
"""

import atexit
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from multiprocessing.connection import Connection

from attrs import define, field, frozen

from .child import connection_of
from .forking import ForkedProcess, ForkingServer, serve_forks

_Key = tuple[int, str, tuple[str, ...], tuple[tuple[str, str], ...]]


@frozen(slots=True)
class _Surroundings:
    """What a process finds."""

    variables: dict[str, str]
    folder: str
    path: list[str]


@define(slots=True)
class _Servers:
    """The servers, by the process that started them, what they run and have imported, and the variables that their
    interpreter reads when it starts. A process that was forked by others has none. They end with this process."""

    running: dict[_Key, ForkingServer] = field(factory=dict)
    lock: threading.Lock = field(factory=threading.Lock)

    def close(self) -> None:
        """End those of this process."""
        with self.lock:
            for key in [each for each in self.running if each[0] == os.getpid()]:
                self.running.pop(key).close()


_servers = _Servers()
atexit.register(_servers.close)


class NotStarted(Exception):
    """There is no process. Says why."""


def start_loaded(
    module: str, loads: Sequence[str], environment: Mapping[str, str] | None = None, *, speaks: bool = False
) -> ForkedProcess:
    """A process that does what `module` says, which calls `serve_loaded`. `loads`: modules that are imported before it
    is forked; by their import no thread starts. `environment`: variables that it has besides ours. `speaks`: its
    standard error is ours. Raises NotStarted."""
    variables = environment or {}
    interpreter = {name: value for name, value in variables.items() if name.startswith("PYTHON")}
    key = os.getpid(), module, tuple(loads), tuple(sorted(interpreter.items()))
    now = _Surroundings({**os.environ, **variables}, os.getcwd(), list(sys.path))
    reason = ""
    with _servers.lock:
        for _ in range(2):  # A server that has ended is replaced.
            server = _servers.running.get(key)
            if server is None:
                server = ForkingServer(module, loads, variables=variables, speaks=speaks)
                _servers.running[key] = server
            try:
                return server.start(now)
            except (EOFError, OSError):
                code, said = _servers.running.pop(key).kill()
                reason = f"exit code {code}: {said}"
    raise NotStarted(f"its process does not start: {reason}")


def serve_loaded(work: Callable[[Connection], None]) -> None:
    """In the server, `python -m … FD PARENT MODULE…`: import the modules, and fork processes that do the `work`, each
    with its own connection."""
    connection = connection_of(sys.argv)
    for module in sys.argv[3:]:
        import_module(module)

    def begin(surroundings: _Surroundings, own: Connection) -> None:
        os.environ.clear()
        os.environ.update(surroundings.variables)
        os.chdir(surroundings.folder)
        sys.path[:] = surroundings.path
        work(own)

    serve_forks(connection, begin)
