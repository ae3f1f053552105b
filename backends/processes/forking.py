"""A process that loads modules once and forks for each piece of work: an interpreter with a solver takes 0.15 s of
processor time to start, a fork some milliseconds, and what was loaded is in memory once.

Processes by what they know (C: client, S: server, P: one that S forked):

    C -> S   ("fork", ARGUMENT), and the end of a connection that P is to serve
    S -> C   the number of P; C speaks with P over the other end
    C        kills P by its number, or sees the end of the connection
    C -> S   ("wait", NUMBER), or ("poll", NUMBER), which does not wait
    S -> C   its exit code, negative for a signal; None where it has not ended

Invariant: S takes leave of P (`waitpid`) only when C asks for it, so that no other process can have its number while C
may still send it a signal. All ends with C: S at the end of its connection, each P with S (`child.py`) and at the
end of its own connection. What P started in its group, and has left behind, is ended when S takes leave of P.

Of the servers that import modules of ours there is one for each set of them (`start_loaded`). What they fork finds
what it would find if it were started now: our environment variables, folder and search path. Its server was started
earlier."""

import atexit
import gc
import io
import os
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from attrs import define, field, frozen

from .child import ChildProcess, connection_of, start_child
from .parents import end_with_parent

FORK, WAIT, POLL = "fork", "wait", "poll"
STARTING = 60.0
"""Seconds on the clock that a server may take to load its modules, and to fork."""
MOST_SAID = 1000
"""Characters of its standard error that are told of a process that failed: the last ones."""
_PIPE = 2**16
"""Bytes that a pipe holds."""
_LOST = -int(signal.SIGKILL)
"""The exit code of a process whose server has ended, which ended it."""


@define(slots=True, eq=False)
class ForkedProcess:
    """A process that a server forked, and the connection with it; in part as `subprocess.Popen`."""

    server: "ForkingServer"
    connection: Connection
    pid: int
    returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._left(POLL)

    def wait(self) -> int:
        """Its exit code, when it has ended."""
        code = self._left(WAIT)
        assert code is not None
        return code

    def kill(self) -> None:
        """End the process, whatever it is at, and close the connection: after that, since its end is an answer, too."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()
        self.connection.close()

    def _left(self, how: str) -> int | None:
        if self.returncode is None:
            try:
                self.returncode = self.server.ask(how, self.pid)
            except (EOFError, OSError):
                self.returncode = _LOST
        return self.returncode


@define(slots=True, eq=False)
class ForkingServer:
    """A server that runs `module`, which calls `serve_forks`. For several threads at once. `variables`: what its
    environment has besides ours. `speaks`: its standard error is ours.

    What it and its processes print as errors goes into a pipe that does not block: beyond what that holds it is lost.
    Not so of one that `speaks`.
    """

    module: str
    arguments: Sequence[str] = ()
    variables: Mapping[str, str] | None = field(default=None, kw_only=True)
    speaks: bool = field(default=False, kw_only=True)
    _child: ChildProcess = field(init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)
    _errors: io.FileIO = field(init=False)

    def __attrs_post_init__(self) -> None:
        ours, theirs = os.pipe()
        self._errors = io.FileIO(ours)
        try:
            for file_descriptor in (ours, theirs):
                os.set_blocking(file_descriptor, False)
            self._child = start_child(
                self.module, *self.arguments, variables=self.variables, errors=None if self.speaks else theirs
            )
        except BaseException:
            self._errors.close()
            raise
        finally:
            os.close(theirs)

    def said(self) -> str:
        """The end of what was printed as errors since the last call, by the server and all that it forked."""
        if self._errors.closed:
            return ""
        text = (self._errors.read(_PIPE) or b"").decode(errors="replace")
        return " ".join(text[-MOST_SAID:].split())

    def start(self, argument: Any) -> ForkedProcess:
        """A new process, which does what the module says with the argument, which can be pickled. Raises EOFError or
        OSError when the server has ended, or takes too long and has to be killed."""
        ours, theirs = socket.socketpair()
        connection = Connection(ours.detach())
        try:
            with theirs, self._lock:
                self._child.connection.send((FORK, argument))
                with socket.fromfd(self._child.connection.fileno(), socket.AF_UNIX, socket.SOCK_STREAM) as channel:
                    socket.send_fds(channel, [b"."], [theirs.fileno()])
                if not self._child.connection.poll(STARTING):
                    raise TimeoutError
                return ForkedProcess(self, connection, self._child.connection.recv())
        except (EOFError, OSError):
            connection.close()
            raise

    def ask(self, how: str, pid: int) -> int | None:
        """What the server says of a process (see above). Raises EOFError or OSError when it has ended."""
        with self._lock:
            self._child.connection.send((how, pid))
            code: int | None = self._child.connection.recv()
            return code

    def close(self) -> int:
        """End the server and all that it forked. Its exit code."""
        code = self._child.end()
        self._errors.close()
        return code

    def kill(self) -> tuple[int, str]:
        """The same, whatever it is at; and what it has `said`."""
        self._child.kill()
        words = self.said()
        self._errors.close()
        return self._child.process.wait(), words


def serve_forks(connection: Connection, work: Callable[[Any, Connection], None]) -> None:
    """In the server: fork for each request, until the connection ends. What is forked does the `work`, with the
    argument of the request and its own connection, and ends. This process may have one thread only."""
    # The collector writes into every object that it looks at, which would copy every shared page.
    gc.freeze()  # what is not collected is not written to, and stays shared
    mark, forked = str(os.getpid()), set[int]()
    with socket.socket(fileno=os.dup(connection.fileno())) as channel:
        while True:
            try:
                request, argument = connection.recv()
                # Other requests are about processes that exist: poll, kill.
                if request != FORK:
                    connection.send(_code(argument, request, forked))
                    continue
                # The connection of the new process comes as a descriptor over the same socket.
                _, (descriptor, *_), _, _ = socket.recv_fds(channel, 1, 1)
            except (EOFError, OSError):
                break
            # Forked with one thread: a lock that another thread held would stay locked in the child.
            pid = os.fork()
            if not pid:
                channel.close()
                connection.close()
                _run(work, argument, Connection(descriptor), mark)
            os.close(descriptor)
            forked.add(pid)
            # The number is sent after the fork, so that nobody kills a process that is not there.
            connection.send(pid)
    # At the end of the connection everything that was forked ends.
    for pid in forked:
        os.kill(pid, signal.SIGKILL)
        _leave(pid)


def _code(pid: int, how: str, forked: set[int]) -> int | None:
    if how == POLL and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        return None
    forked.discard(pid)
    return _leave(pid)


def _leave(pid: int) -> int:
    """Take leave of a process when it has ended, and end what it started and left. Its exit code."""
    # Not taken yet: until then nobody else can have its number, which is that of its group, too.
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    with suppress(ProcessLookupError):  # it may have ended before it had a group
        os.killpg(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _run(work: Callable[[Any, Connection], None], argument: Any, connection: Connection, mark: str) -> None:
    """Run the work in the forked process, which ends here."""
    code = 1
    try:
        os.setpgid(0, 0)
        end_with_parent(mark)
        work(argument, connection)
        code = 0
    except SystemExit as exit_asked:
        code = exit_asked.code if isinstance(exit_asked.code, int) else int(exit_asked.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


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
            for key in [server_key for server_key in self.running if server_key[0] == os.getpid()]:
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
    # Only what changes the interpreter itself needs a server of its own; other variables are set after the fork.
    interpreter = {name: value for name, value in variables.items() if name.startswith("PYTHON")}
    key = os.getpid(), module, tuple(loads), tuple(sorted(interpreter.items()))
    now = _Surroundings({**os.environ, **variables}, os.getcwd(), list(sys.path))
    reason = ""
    with _servers.lock:
        # Once more, since the server may have died of something that is over.
        for _ in range(2):  # A server that has ended is replaced.
            server = _servers.running.get(key)
            if server is None:
                server = ForkingServer(module, loads, variables=variables, speaks=speaks)
                _servers.running[key] = server
            try:
                return server.start(now)
            except (EOFError, OSError):
                code, last_words = _servers.running.pop(key).kill()
                reason = f"exit code {code}: {last_words}"
    raise NotStarted(f"its process does not start: {reason}")


def serve_loaded(work: Callable[[Connection], None]) -> None:
    """Serve as `python -m … FD PARENT MODULE…`: import the modules, then fork a process for each connection that does
    the `work`."""
    connection = connection_of(sys.argv)
    for module in sys.argv[3:]:
        import_module(module)

    def begin(surroundings: _Surroundings, own_connection: Connection) -> None:
        os.environ.clear()
        os.environ.update(surroundings.variables)
        os.chdir(surroundings.folder)
        sys.path[:] = surroundings.path
        work(own_connection)

    serve_forks(connection, begin)
