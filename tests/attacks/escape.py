"""Attacks that get out: to other processes and machines, or beyond their own end."""

from .confidentiality import SYSCALL
from .records import Attack

CHILD = """
def stay():
    import time
    try:
        os.setsid()
    except OSError:
        pass
    time.sleep(60)
    os._exit(0)
"""
CLONE = SYSCALL + "import os, platform\nARM = platform.machine() == 'aarch64'\n" + CHILD


def _contact(name: str, statement: str) -> Attack:
    return Attack(name, "contact", f"import socket\ndef f(): return {statement}\n")


def _victim(name: str, statement: str, imports: str = "import os") -> Attack:
    return Attack(name, "victim", f"{imports}\ndef f(): return {statement}\n")


def _call(name: str, arguments: str, why: str) -> Attack:
    """A system call that shows no harm by itself: that it succeeds is enough."""
    return Attack(name, "success", CLONE + f"def f(): return syscall({arguments})\n", bites=False, why=why)


ATTACKS = (
    Attack(
        "fork",
        "orphans",
        "import os\n" + CHILD + "def f():\n    if os.fork() == 0:\n        stay()\n",
    ),
    Attack(
        "fork twice, in a new session",
        "orphans",
        "import os\n"
        + CHILD
        + """
def f():
    if os.fork() == 0:
        if os.fork() == 0:
            stay()
        os._exit(0)
""",
    ),
    Attack(
        "fork past the C library",
        "orphans",
        CLONE + "def f():\n    if syscall(220 if ARM else 56, 17, 0, 0, 0, 0) == 0:\n        stay()\n",
    ),
    Attack(
        "clone3",
        "orphans",
        CLONE
        + """
def f():
    arguments = ctypes.create_string_buffer(bytes(32) + (17).to_bytes(8, 'little'), 88)
    if syscall(435, arguments, 88) == 0:
        stay()
""",
    ),
    Attack(
        "another program that stays",
        "orphans",
        """
import subprocess
def f(): subprocess.Popen(['sh', '-c', f'sleep 60; : {KEY}'], start_new_session=True)
""",
    ),
    Attack(
        "posix_spawn",
        "orphans",
        """
import os
def f(): return os.posix_spawn('/bin/sh', ['sh', '-c', f'sleep 60; : {KEY}'], {})
""",
    ),
    Attack(
        "multiprocessing",
        "orphans",
        """
import multiprocessing, os, time
def f():
    multiprocessing.get_context('fork').Process(target=time.sleep, args=(60,)).start()
    os._exit(0)
""",
    ),
    Attack(
        "become another program",
        "orphans",
        """
import os
def f():
    if os.fork() == 0:
        os.execv('/bin/sh', ['sh', '-c', f'sleep 60; : {KEY}'])
""",
    ),
    Attack(
        "a program from memory",
        "orphans",
        """
import os
def f():
    program = os.memfd_create('x', 0)
    os.write(program, f'#!/bin/sh\\nsleep 60; : {KEY}\\n'.encode())
    if os.fork() == 0:
        os.setsid()
        os.execve(f'/proc/self/fd/{program}', ['x', str(KEY)], {})
""",
    ),
    _contact("connect over TCP", "socket.create_connection(('127.0.0.1', PORT)).getpeername()"),
    _contact("send a datagram", "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', DATAGRAMS))"),
    _contact("connect to a socket in the file system", "socket.socket(socket.AF_UNIX).connect(SOCKET)"),
    _contact("connect to an abstract socket", "socket.socket(socket.AF_UNIX).connect('\\0' + ABSTRACT)"),
    Attack(
        "send from a pair to elsewhere",
        "contact",
        """
import socket
def f():
    left, right = socket.socketpair(type=socket.SOCK_DGRAM)
    return left.sendto(b'x', FOLDER + '/datagrams')
""",
    ),
    Attack(
        "asyncio",
        "contact",
        """
import asyncio
async def go(): return (await asyncio.open_connection('127.0.0.1', PORT))[1].get_extra_info('peername')
def f(): return asyncio.run(go())
""",
    ),
    _victim("kill", "os.kill(VICTIM, 9)", "import os"),
    _victim("stop", "os.kill(VICTIM, 19)", "import os"),
    _victim("kill a group", "os.killpg(VICTIM, 9)", "import os"),
    _victim(
        "kill by descriptor",
        "signal.pidfd_send_signal(os.pidfd_open(VICTIM), 9)",
        "import os, signal",
    ),
    Attack(
        "kill through the owner of a pipe",
        "victim",
        """
import fcntl, os
def f():
    read, write = os.pipe()
    fcntl.fcntl(read, 10, 9)
    fcntl.fcntl(read, fcntl.F_SETOWN, VICTIM)
    fcntl.fcntl(read, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(write, b'x')
""",
    ),
    _victim("lower its priority", "os.setpriority(os.PRIO_PROCESS, VICTIM, 19)"),
    _victim("pin it to a processor", "os.sched_setaffinity(VICTIM, {0})"),
    _victim("change its limits", "resource.prlimit(VICTIM, resource.RLIMIT_CORE, (0, 0))", "import resource"),
    Attack(
        "shared memory of System V",
        "kernel objects",
        "import ctypes\ndef f(): return ctypes.CDLL(None).shmget(KEY, 4096, 0o1600)\n",
    ),
    Attack(
        "a queue of System V",
        "kernel objects",
        "import ctypes\ndef f(): return ctypes.CDLL(None).msgget(KEY, 0o1600)\n",
    ),
    Attack(
        "a semaphore of System V",
        "kernel objects",
        "import ctypes\ndef f(): return ctypes.CDLL(None).semget(KEY, 1, 0o1600)\n",
    ),
    Attack(
        "shared memory of POSIX",
        "kernel objects",
        """
import ctypes
def f(): return ctypes.CDLL('librt.so.1').shm_open(f'/x{KEY}'.encode(), 0o102, 0o600)
""",
    ),
    _call("trace a process", "117 if ARM else 101, 0x4206, VICTIM, 0, 0", why="Yama lets only an ancestor trace"),
    _call("namespaces of its own", "97 if ARM else 272, 0x10000000", why="some machines forbid them"),
    _call("a ring of system calls", "425, 8, ctypes.create_string_buffer(120)", why="some machines have none"),
    _call("a key that stays", "217 if ARM else 248, b'user', b'specassay', b'x', 1, -3", why="some machines have none"),
    _call("give descriptors of page faults", "282 if ARM else 323, 1", why="some machines forbid them"),
)
