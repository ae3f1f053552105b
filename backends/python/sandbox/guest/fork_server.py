"""A process that has imported what a module needs, and forks for each task of that module: a fork server (Zalewski,
"Fuzzing random programs without execve()", 2014) that runs foreign code itself.

The zygote forks for a task, and the task's process imports; so what a module imports would be imported for each of its
functions. The process of a module's first task therefore leaves a copy of itself behind when it has imported, before it
runs anything else. The copy waits, and becomes the process of the next task, after it has left a copy of its own:

    Z -> A   (fork) the first task of a module
    A -> Z   the descriptor by which Z is asked about system calls; A imports; "fork", Z allows one
    A        forks B, and runs the first task
    B -> Z   "waiting"; the kernel adds the number of B
    A        ends; B is the zygote's child now (a subreaper's, prctl(2))
    Z -> B   the pipes of the second task
    B -> Z   "fork", Z allows one; B forks C, and runs the second task

Invariants: of one module there are at most two processes, because Z allows a fork once for each task, and only of what
is about to run it. B shares nothing with A that either can change: no thread, no open file, no shared memory was there
when it was made; where the kernel tells Z of such (seccomp_unotify(2)), no fork is allowed, and the next task imports
again. Who imported a module's code is at its mercy, and always was: another module has another server.
"""

import array
import contextlib
import errno
import fcntl
import gc
import os
import select
import signal
import socket
import struct
import sys
from collections.abc import Callable, Container, Sequence, Set
from functools import partial

from . import seccomp

DESCRIPTOR = 63
"""The descriptor of the socket in a process that may fork: the filter of system calls knows it by this number."""
LISTENER, FORK, WAITING, TASK = b"listener", b"fork", b"waiting", b"task"
WAIT_MS = 1000
"""Milliseconds for a copy to say that it waits, on a busy machine."""
# linux/seccomp.h: struct seccomp_notif (id, pid, flags; nr, arch, ip, args[6]) and struct seccomp_notif_resp
_REQUEST, _RESPONSE = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
# SECCOMP_IOCTL_NOTIF_RECV, SECCOMP_IOCTL_NOTIF_SEND, SECCOMP_USER_NOTIF_FLAG_CONTINUE
_RECEIVE, _SEND, _CONTINUE = 0xC0502100, 0xC0182101, 1
_CREDENTIALS = struct.Struct("=iII")
_SPACE = socket.CMSG_SPACE(_CREDENTIALS.size) + socket.CMSG_SPACE(2 * array.array("i").itemsize)


class ForkServer:
    """What the zygote knows of the server of one module. `key`: of the module; `waiting`: the number of the copy that
    waits, None while there is none. Of each task: `_asked`, its process is about to fork; `_forked`, it was allowed to;
    `_shares`, it has something that a copy of it would share."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.waiting: int | None = None
        self._asked = self._forked = self._shares = False
        self._listener: int | None = None
        self.socket, self._theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)

    def enter(self, filter_code: bytes) -> "Copies | None":
        """In the process of the first task: put on a filter of system calls about which the zygote is asked; None where
        this machine has no such, and there is no filter yet."""
        self.socket.close()
        os.dup2(self._theirs.fileno(), DESCRIPTOR)
        self._theirs.close()
        copies = Copies(socket.socket(fileno=DESCRIPTOR))
        try:
            listener = seccomp.install_listened(filter_code)
        except OSError:
            copies.socket.close()
            return None
        socket.send_fds(copies.socket, [LISTENER], [listener])
        os.close(listener)
        return copies

    def started(self) -> None:
        """Note, in the zygote, that the process of the first task is there."""
        self._theirs.close()

    def hand_over(self, pipes: Sequence[int]) -> int:
        """Give the next task to the copy that waits; its number. Raises OSError where it has ended."""
        assert self.waiting is not None
        socket.send_fds(self.socket, [TASK], pipes)
        child, self.waiting = self.waiting, None
        self._asked = self._forked = self._shares = False
        return child

    def descriptors(self) -> list[int]:
        """The descriptors on which input may arrive."""
        return [each for each in (self.socket.fileno(), self._listener) if each is not None and each >= 0]

    def attend(self, ready: Container[int], child: int) -> None:
        """Take what has come by these descriptors. `child`: the process that runs the task."""
        if self.socket.fileno() in ready:
            self._hear(child)
        if self._listener is not None and self._listener in ready:
            self._decide(self._listener)

    def settle(self, child: int) -> None:
        """The task is over: hear of the copy that its process has left, if it has."""
        while self._forked and self.waiting is None and self.socket.fileno() >= 0:
            poll = select.poll()
            poll.register(self.socket, select.POLLIN)
            if not poll.poll(WAIT_MS):
                return
            self._hear(child)

    def close(self) -> None:
        """End the copy that waits, and hear no more."""
        if self.waiting is not None:
            os.kill(self.waiting, signal.SIGKILL)
            os.waitpid(self.waiting, 0)
            self.waiting = None
        self.socket.close()
        if self._listener is not None:
            os.close(self._listener)
            self._listener = None

    def _hear(self, child: int) -> None:
        message, ancillary, _, _ = self.socket.recvmsg(16, _SPACE)
        if not message:  # Nobody is left that could speak.
            self.socket.close()
            return
        sender, descriptors = 0, array.array("i")
        for _, kind, data in ancillary:
            if kind == socket.SCM_CREDENTIALS:
                sender = _CREDENTIALS.unpack(data)[0]
            elif kind == socket.SCM_RIGHTS:
                descriptors.frombytes(data)
        if message == LISTENER and sender == child and self._listener is None and descriptors:
            self._listener = descriptors.pop(0)
        elif message == FORK and sender == child:
            self._asked = True
        elif message == WAITING and sender != child and self._forked:
            self.waiting = sender
        for descriptor in descriptors:
            os.close(descriptor)

    def _decide(self, listener: int) -> None:
        """Allow the system call of which we are asked, or do not."""
        request = bytearray(_REQUEST.size)
        try:
            fcntl.ioctl(listener, _RECEIVE, request)
            number, _, _, call, _, _, first, *_ = _REQUEST.unpack(request)
            allowed = True
            if seccomp.is_fork(call, first):
                allowed = self._asked and not self._forked and not self._shares
                self._forked = self._forked or allowed
            elif not self._forked:  # What comes later is not in the copy.
                self._shares = True
            response = (number, 0, 0, _CONTINUE) if allowed else (number, 0, -errno.EPERM, 0)
            fcntl.ioctl(listener, _SEND, _RESPONSE.pack(*response))
        except OSError:
            return  # Whoever asked has ended.


class Copies:
    """What the process of a task leaves behind: copies of itself, for the tasks that come later. Made before foreign
    code runs: what is open then is not that code's."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end
        self._open = _open_files()

    def leave(self, close: Callable[[], None]) -> list[int] | None:
        """Leave a copy behind. Returns in the process that calls, None; and in a copy, when there is a later task for
        it: the pipes of that task. `close`: what a copy does with those of the first."""
        pipes: list[int] | None = None
        if _open_files() != self._open:
            self.socket.close()
            return None
        gc.freeze()
        while True:
            random = sys.modules.get("random")
            state = random.getstate() if random else None
            try:
                self.socket.send(FORK)
                child = os.fork()
            except OSError:  # It is not allowed.
                child = -1
            if child != 0:
                self.socket.close()
                return pipes
            if random:
                random.setstate(state)  # Python seeds a child anew: what imported code has seeded would be lost.
            close()
            self.socket.send(WAITING)
            message, pipes, _, _ = socket.recv_fds(self.socket, 16, 2)
            if not message:
                os._exit(0)
            close = partial(_close, pipes)

    def forget(self) -> None:
        """Leave none."""
        self.socket.close()


def _close(pipes: list[int]) -> None:
    for pipe in pipes:
        os.close(pipe)


def _open_files() -> Set[int]:
    """The descriptors that are open, which a copy would share, with the place in each file."""
    found = set()
    for descriptor in range(DESCRIPTOR + 1):
        with contextlib.suppress(OSError):
            os.fstat(descriptor)
            found.add(descriptor)
    return found
