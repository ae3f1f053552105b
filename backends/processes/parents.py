"""What makes a process end with the one that started it, also where that is killed (`PR_SET_PDEATHSIG` of prctl(2)).

What is set so is lost when a process forks, not when it executes another program; and "parent" there is the *thread*
that forked, so only children of a main thread ask for it. Standard library only, and little of it: the process that
watches a command (`measured_process.py`) imports this, and is started for every command."""

import ctypes
import os
import signal
import sys
import threading

_SET_PARENT_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of prctl(2). `backends/python/sandbox/guest/linux.py` has it too: the guest runs with nothing of
this package but its own folder."""


def parent_mark() -> str:
    """The command-line word that names the process with which a child should end, "0" for none. The calling thread
    starts the child."""
    return str(os.getpid() if threading.current_thread() is threading.main_thread() else 0)


def end_with_parent(mark: str) -> None:
    """In the child: have the kernel kill this process when its parent ends. `mark` is what the parent's `parent_mark`
    said; a parent that has ended meanwhile ends this process at once."""
    parent = int(mark)
    if not parent or sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(_SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        # It ended before the kernel was told: nobody will kill us for that any more.
        os.kill(os.getpid(), signal.SIGKILL)
