"""Attacks that use up what others need: time, memory, processes, descriptors, disk."""

from .records import Attack

HELD = "a limit on the process is enough"


def _held(name: str, code: str) -> Attack:
    """One that limits on the process stop too: what remains is to say so, and to go on."""
    return Attack(name, "evaluator", code, bites=False, why=HELD)


ATTACKS = (
    _held("loop for ever", "def f():\n    while True: pass\n"),
    _held("loop for ever at the top", "while True: pass\n"),
    _held(
        "loop whatever is raised",
        """
def f():
    while True:
        try:
            while True: pass
        except BaseException:
            pass
""",
    ),
    _held(
        "loop whatever is signalled",
        """
import signal
def f():
    for number in range(1, 64):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True: pass
""",
    ),
    _held("sleep", "import time\ndef f(): time.sleep(1000)\n"),
    _held("wait for a signal", "import signal\ndef f():\n    while True: signal.sigwait([signal.SIGUSR1])\n"),
    _held("one long step", "def f(): return len(str(7 ** 10 ** 8))\n"),
    _held("a slow regular expression", "import re\ndef f(): return re.match('(a+)+$', 'a' * 64 + 'b')\n"),
    _held("iterate for ever", "import itertools\ndef f(): return sum(itertools.count())\n"),
    _held("one large object", "def f(): return len(bytes(1 << 34))\n"),
    _held("many small objects", "def f():\n    found = []\n    while True: found.append([0] * 1000)\n"),
    _held(
        "memory past Python",
        """
import mmap
def f():
    kept = []
    while True:
        kept.append(mmap.mmap(-1, 1 << 24))
        kept[-1][::4096] = bytes(1 << 12)
""",
    ),
    _held("recursion without end", "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(): return f()\n"),
    _held(
        "recursion past Python's own count",
        """
import sys
sys.setrecursionlimit(10 ** 9)
class Deep:
    def __repr__(self): return repr([self])[:5]
def f(): return repr(Deep())
""",
    ),
    _held("a broken pointer", "import ctypes\ndef f(): return ctypes.string_at(0)\n"),
    _held(
        "many threads",
        """
import threading, time
threading.stack_size(1 << 15)
def f():
    while True:
        threading.Thread(target=time.sleep, args=(1000,)).start()
""",
    ),
    _held(
        "threads that compute",
        """
import hashlib, threading
def work():
    while True: hashlib.sha256(bytes(1 << 20))
def f():
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
""",
    ),
    _held("every descriptor", "import os\ndef f():\n    while True: os.pipe()\n"),
    _held(
        "full pipes",
        """
import os
def f():
    kept = []
    while True:
        try:
            kept.append(os.pipe())
            os.set_blocking(kept[-1][1], False)
        except OSError:
            continue
        while True:
            try:
                os.write(kept[-1][1], bytes(1 << 16))
            except BlockingIOError:
                break
""",
    ),
    _held("print without end", "def f():\n    while True: print('x' * 100000)\n"),
    _held(
        "an exception with an endless text",
        "class E(Exception):\n    def __str__(self):\n        while True: pass\ndef f(): raise E\n",
    ),
    Attack(
        "fork without end",
        "orphans",
        """
import os, time
def f():
    for _ in range(40):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    os._exit(0)
""",
    ),
    Attack(
        "flood the report",
        "evaluator",
        """
import os
def f():
    chunk = bytes(1 << 20)
    for number in range(1, 64):
        for _ in range(400):
            try:
                os.write(number, chunk)
            except OSError:
                break
""",
    ),
    Attack(
        "close everything and sleep",
        "evaluator",
        """
import os, time
def f():
    os.closerange(0, 64)
    time.sleep(1000)
""",
        bites=False,
        why=HELD,
    ),
)
