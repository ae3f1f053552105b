"""The verifier on this machine: where it is, its version, how to talk to it, and its run for a limited time with
everything that it starts."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event

from attrs import frozen

from ...core.errors import SolverFailure
from .dialects import Dialect2, Dialect4
from .report import ReleaseLine

MOST_OUTPUT = 64 * 1024 * 1024
"""Bytes of output that are read."""
BETWEEN_LOOKS = 0.2
"""Seconds until it is noticed that a process should stop."""
START_SECONDS = 30.0
"""Of wall time, for printing a version, and before the first query: a runtime environment starts first, on a busy
machine."""
_VERSIONS = (("/version", re.compile(r"^Dafny (\d+)\.(\S+)", re.M)), ("--version", re.compile(r"^(\d+)\.(\S+)", re.M)))
"""Dafny 2 takes `--version` for a file name, and Dafny 4 `/version`; each prints its version for its own."""


@frozen(slots=True)
class Finished:
    """`output` is standard output and error together. `stopped`: the time limit ended it."""

    output: str
    code: int
    stopped: bool
    seconds: float


def run_limited(
    command: Sequence[str], seconds: float, folder: Path | str | None = None, stop: Event | None = None
) -> Finished:
    """Run a program in its own process group. When it ends, at the time limit and once `stop` is set, the whole group
    is killed: a verifier leaves solvers behind. Raises SolverFailure when it cannot be started."""
    started = time.monotonic()
    with TemporaryFile() as sink:
        try:
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                cwd=folder,
                start_new_session=True,
            )
        except OSError as error:
            raise SolverFailure(f"{command[0]} does not start: {error}") from error
        # The output goes to a file and not to a pipe: solvers that the verifier leaves behind hold its end of a pipe
        # open, and whoever reads it waits for them.
        try:
            stopped = not _ends(process, started + seconds, stop)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        sink.seek(0)
        output = sink.read(MOST_OUTPUT).decode("utf-8", "replace")
    return Finished(output.replace("\r\n", "\n"), process.returncode, stopped, time.monotonic() - started)


def _ends(process: subprocess.Popen[bytes], deadline: float, stop: Event | None) -> bool:
    """Wait for the end of a process. False when it is to be stopped before that."""
    while stop is None or not stop.is_set():
        try:
            process.wait(max(0.0, min(BETWEEN_LOOKS, deadline - time.monotonic())))
            return True
        except subprocess.TimeoutExpired:
            if time.monotonic() >= deadline:
                return False
    return False


@frozen(slots=True)
class Verifier:
    """An executable, its version as it prints it, and the driver for it."""

    executable: str
    version: str
    dialect: ReleaseLine


@cache
def find_verifier(program: str = "dafny") -> Verifier:
    """The verifier called `program`: a name on PATH or a path. Raises SolverFailure with advice where there is none."""
    executable = shutil.which(program)
    if executable is None:
        raise SolverFailure(
            f"no program {program!r} on PATH: apt-get install dafny (Debian, 2.3.0), or a release of the Dafny project"
        )
    for option, pattern in _VERSIONS:
        match = pattern.search(run_limited([executable, option], START_SECONDS).output)
        if match is not None:
            return Verifier(executable, f"{match[1]}.{match[2]}", _dialect(int(match[1]), executable))
    raise SolverFailure(f"{executable} printed no version: reinstall dafny")


def _dialect(major: int, executable: str) -> ReleaseLine:
    match major:
        case 2:
            return Dialect2()
        case 4:
            return Dialect4()
        case _:
            raise SolverFailure(f"{executable} is Dafny {major}: 2.x and 4.x are supported")
