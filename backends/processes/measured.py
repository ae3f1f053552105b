"""Commands under limits, with what they took: processor time, wall time, the peak of their memory, what they said."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from attrs import frozen

from ...core.errors import SolverFailure
from .parents import parent_mark

MOST_READ = 2**20
"""Bytes of an output that are read."""
_AFTER = 30.0
"""Seconds beyond its wall time after which the process that watches a command is given up."""


@frozen(slots=True)
class CommandLimits:
    """Processor time and wall time in seconds, address space in MiB (0: any)."""

    cpu_seconds: float
    wall_seconds: float
    memory_mb: int = 0


@frozen(slots=True)
class CommandRun:
    """How a command ended. `code`: its exit code, or minus the signal that ended it; `cpu_seconds` and `peak_bytes`
    (resident memory) are of it and of the processes that it waited for; `stopped`: a limit of time was reached; `said`
    and `complained`: the beginnings of its standard output and error."""

    code: int
    cpu_seconds: float
    seconds: float
    peak_bytes: int
    stopped: bool
    said: str
    complained: str


def run_measured(command: Sequence[str], limits: CommandLimits, stdin: Path | None = None) -> CommandRun:
    """Run a command, whose end is waited for. All that it started ends with it. Raises SolverFailure when it cannot
    be watched, OSError for a `stdin` that cannot be read."""
    ours, theirs = os.pipe()
    # The command gets a parent of its own, which is small, since peak memory begins with that of the parent.
    watcher = [
        sys.executable,
        "-m",
        f"{__package__}.measured_process",
        parent_mark(),
        str(theirs),
        str(limits.cpu_seconds),
        str(limits.wall_seconds),
        str(limits.memory_mb << 20),
        *command,
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with (
        os.fdopen(ours, "rb") as report,
        open(stdin or os.devnull, "rb") as source,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        try:
            process = subprocess.Popen(
                watcher,
                pass_fds=[theirs],
                stdin=source,
                stdout=out,
                stderr=err,
                env=environment,
                start_new_session=True,  # an interrupt from the keyboard is for the parent
            )
        # Our copy of the writing end is closed, or reading would wait for ever.
        finally:
            os.close(theirs)
        # The watcher ends the command itself; only if the watcher hangs it is killed from here.
        try:
            process.wait(limits.wall_seconds + _AFTER)
        except subprocess.TimeoutExpired as error:
            raise SolverFailure(f"{command[0]}: cannot be ended") from error
        finally:
            process.kill()
            process.wait()
        written = report.read()
        if not written:
            raise SolverFailure(f"{command[0]}: cannot be watched: {_beginning(err)[-500:]}")
        ending = json.loads(written)
        # Ended by one of the limits, in whichever way the kernel said so.
        stopped = ending["is_late"] or ending["code"] in (-signal.SIGPROF, -signal.SIGXCPU)
        stopped = stopped or ending["cpu_seconds"] > limits.cpu_seconds
        return CommandRun(
            ending["code"],
            ending["cpu_seconds"],
            ending["seconds"],
            ending["peak_bytes"],
            stopped,
            _beginning(out),
            _beginning(err),
        )


def _beginning(file: BinaryIO) -> str:
    file.seek(0)
    return file.read(MOST_READ).decode("utf-8", "replace")
