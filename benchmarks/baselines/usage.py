"""What a command takes, with all the processes that it starts: time, processor time and memory."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from ...backends.processes.family import family_of, members

EVERY_SECONDS = 0.05
"""Between two looks: what a process takes after the last one it is seen in is not counted."""
MEMORY_EVERY = 5
"""Looks at the processes for one at their memory, for which the kernel walks through all pages."""
PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@frozen(slots=True)
class Usage:
    """Of a command and all processes below it. `peak_bytes`: of resident memory at one time; a page that processes
    share counts once, where the kernel tells (it does to the processes' owner), else in each. `exit_code` is None
    when the time was over. `output`: the end of what it printed."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int
    exit_code: int | None
    output: str


def measured(command: Sequence[str], environment: Mapping[str, str], log: Path, seconds: float) -> Usage:
    """Run a command, its output in the file `log`, for at most so many seconds. Needs Linux.

    Processes are looked at every 50 ms, their memory every 250 ms, by their parents' lists of children and not
    through all of /proc, so that measuring takes little of what is measured. Raises OSError when the command cannot
    be started.
    """
    cpu, peak, looks = 0.0, 0, 0
    started = time.perf_counter()
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            while process.poll() is None and time.perf_counter() - started < seconds:
                # What a process has waited for is in its own time: the sum only falls where nobody waited.
                cpu = max(cpu, family_of(process.pid)[0])
                if looks % MEMORY_EVERY == 0:
                    peak = max(peak, sum(map(_memory_bytes, members(process.pid))))
                looks += 1
                with suppress(subprocess.TimeoutExpired):
                    process.wait(EVERY_SECONDS)
            taken = time.perf_counter() - started
            exit_code = process.poll()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return Usage(taken, cpu, peak, exit_code, log.read_text("utf-8", "replace")[-2000:])


def _memory_bytes(process: int) -> int:
    """Its resident memory, of each page its share (PSS of proc(5)); all of each page where that cannot be read."""
    with suppress(OSError):
        for line in (PROC / str(process) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    try:
        return int((PROC / str(process) / "statm").read_text().split()[1]) * _PAGE
    except OSError:
        return 0
