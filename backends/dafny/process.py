"""A program run for a limited time, with everything that it starts."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event

from attrs import frozen

from ...core.errors import SolverFailure

MOST_OUTPUT = 64 * 1024 * 1024
"""Bytes of output that are read."""
BETWEEN_LOOKS = 0.2
"""Seconds until it is noticed that a process should stop."""


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
