"""Commands under limits, and what is said of them."""

import os
import signal
import sys
from pathlib import Path

from specassay.backends.processes.measured import CommandLimits, CommandRun, run_measured

LIMITS = CommandLimits(cpu_seconds=5.0, wall_seconds=30.0)


def python(program: str, limits: CommandLimits = LIMITS, stdin: Path | None = None) -> CommandRun:
    return run_measured([sys.executable, "-c", program], limits, stdin)


def test_what_a_command_says_reads_and_returns(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.write_text("text")
    done = python("import sys; print(input()); print('no', file=sys.stderr); sys.exit(3)", stdin=given)
    assert (done.code, done.said, done.complained, done.stopped) == (3, "text\n", "no\n", False)


def test_time_of_the_processor_and_of_the_clock_end_a_command() -> None:
    spins = python("while True: pass", CommandLimits(cpu_seconds=0.3, wall_seconds=60.0))
    waits = python("import time; time.sleep(600)", CommandLimits(cpu_seconds=5.0, wall_seconds=0.5))
    assert (spins.stopped, waits.stopped) == (True, True)
    assert (spins.code < 0, waits.code) == (True, -signal.SIGKILL)


def test_memory_is_bound_and_its_peak_is_told() -> None:
    made = python("data = bytearray(100 << 20)")
    refused = python("data = bytearray(900 << 20)", CommandLimits(cpu_seconds=5.0, wall_seconds=30.0, memory_mb=400))
    assert (made.code, made.peak_bytes > 100 << 20) == (0, True)
    assert (refused.code, "MemoryError" in refused.complained) == (1, True)


def test_what_a_command_started_ends_with_it() -> None:
    program = "import os, sys, time\nchild = os.fork()\nif child == 0: time.sleep(600)\nprint(child)\n"
    child = int(python(program).said)
    try:
        os.kill(child, 0)
        state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        state = "gone"
    assert state in ("gone", "Z")
