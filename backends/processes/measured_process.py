"""The other side of `measured.py`: `python -m … PARENT FD CPU WALL MEMORY COMMAND…` runs a command and reports on FD.

A process of its own, and a small one: what the kernel says of the memory of a process begins with what its parent held
when it was forked. Standard library only, for the same reason.
"""

import json
import math
import os
import resource
import signal
import sys
import time
from contextlib import suppress

from .parents import end_with_parent, parent_mark

MOST_WRITTEN = 64 * 2**20
"""Bytes that the command may write to a file: also to its output."""


def main() -> None:
    parent, descriptor, cpu, wall, memory, *command = sys.argv[1:]
    end_with_parent(parent)
    # Our own number, so that the command ends with us.
    mark, started = parent_mark(), time.monotonic()
    child = os.fork()
    if child == 0:
        _become(command, float(cpu), int(memory), mark)
    with suppress(OSError):
        os.setpgid(child, child)  # both sides do it: neither knows who is first
    late = []

    def stop(*_: object) -> None:
        late.append(True)
        _kill_group(child)

    # The alarm interrupts the wait, and kills the group.
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, float(wall))
    # Waited for without reaping: the group must not be free for others before it is killed.
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    signal.setitimer(signal.ITIMER_REAL, 0)
    _kill_group(child)  # what it started and did not wait for
    _, status, usage = os.wait4(child, 0)
    report = {
        "code": os.waitstatus_to_exitcode(status),
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "seconds": time.monotonic() - started,
        "peak_bytes": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        "is_late": bool(late),
    }
    # One line of JSON: the parent reads it when the descriptor closes.
    os.write(int(descriptor), json.dumps(report).encode())


def _become(command: list[str], cpu: float, memory: int, mark: str) -> None:
    """In the child: be the command. The timer of processor time stays over exec(2) but is not inherited by what the
    command starts; the limit in whole seconds is for that."""
    try:
        with suppress(OSError):
            os.setpgid(0, 0)
        # Signals of ours must not change those of the command.
        end_with_parent(mark)
        for number in (signal.SIGPROF, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        # A limit in whole seconds is the backstop of the exact timer.
        whole_seconds = math.ceil(cpu) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (whole_seconds, whole_seconds + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        signal.setitimer(signal.ITIMER_PROF, cpu)
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        os.write(2, f"{command[0]}: {error}".encode(errors="replace"))
    # Never back into the interpreter: this is a forked process.
    finally:
        os._exit(127)


def _kill_group(child: int) -> None:
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
