"""The verifier on this machine: where it is, its version, how to talk to it, and its run for a limited time with
everything that it starts.

Each release line of Dafny is called, and its output read, in its own way: options with slashes and outcomes of methods
in the trace of Dafny 2.x, `dafny verify` and outcomes in the text log of Dafny 4.x.

What a run says is outcomes of methods, and messages with positions.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event
from typing import Literal, Protocol

from attrs import frozen

from ...core.errors import SolverFailure
from ...core.memory import freed

METHOD = "Triple"
"""How the names of the methods that are looked at start. Without underscores: Dafny 2 doubles them in its trace."""

VerifierOutcome = Literal["verified", "errors", "timeout", "other"]
"""The verifier's word on one method. `other`: out of memory or resources, inconclusive, a broken solver."""
BETWEEN_LOOKS = 0.2
"""Seconds until it is noticed that a process should stop."""
START_SECONDS = 30.0
"""Seconds of wall time, for printing a version, and before the first query: a runtime environment starts first, on a
busy machine."""


@frozen(slots=True)
class VerifierLimits:
    """Limits for each method: whole seconds, and the solver's resource units (the same on every machine)."""

    seconds: int = 10
    resources: int | None = None


@frozen(slots=True)
class Message:
    """`file(line,column): Error: text`, with a 1-based line."""

    line: int
    column: int
    severity: Literal["error", "warning", "info"]
    text: str


@frozen(slots=True)
class MethodReport:
    """One verification task. `seconds` is the verifier's own measurement."""

    name: str
    outcome: VerifierOutcome
    seconds: float


@frozen(slots=True)
class VerifierReport:
    """`methods` by name. `finished`: the verifier reached its summary, so that nothing is missing."""

    finished: bool
    methods: dict[str, MethodReport]
    messages: tuple[Message, ...]

    @property
    def errors(self) -> tuple[Message, ...]:
        return tuple(message for message in self.messages if message.severity == "error")


class ReleaseLine(Protocol):
    """A line of Dafny releases: how its verifier is called, what it prints, and what differs in its language."""

    @property
    def function(self) -> str:
        """The keywords that declare a function for specifications only."""

    def command(self, executable: str, file: str, limits: VerifierLimits) -> list[str]:
        """The command that verifies a file."""

    def read(self, output: str) -> VerifierReport:
        """What the verifier printed, also when it was stopped before the end."""


_MESSAGE = re.compile(r"^.*?\((\d+),(\d+)\): (Error|Warning|Info)\b(?: [A-Z]+\d+)?:? ?(.*)$")
_SUMMARY = re.compile(r"^Dafny program verifier finished with \d+ verified, \d+ errors?", re.M)


def finished(output: str) -> bool:
    """Whether the verifier's summary is there."""
    return _SUMMARY.search(output) is not None


def messages(output: str) -> Iterator[Message]:
    """The messages with positions."""
    for line in output.splitlines():
        if match := _MESSAGE.match(line):
            severity: Literal["error", "warning", "info"] = "info"
            match match[3]:
                case "Error":
                    severity = "error"
                case "Warning":
                    severity = "warning"
            yield Message(int(match[1]), int(match[2]), severity, match[4].strip())


_VERIFYING = re.compile(r"^Verifying Impl\$\$\S*\.(\S+) \.\.\.", re.M)
_RESULT_2 = re.compile(r"^\s*\[([\d.]+) s, \d+ proof obligations?\]\s+(.+)$", re.M)
_OUTCOMES_2: dict[str, VerifierOutcome] = {
    "verified": "verified",
    "error": "errors",
    "errors": "errors",
    "timed out": "timeout",
}


@frozen(slots=True)
class Dialect2:
    """The driver. Boogie's options: `/trace` names each method with its outcome and time."""

    function: str = "function"

    def command(self, executable: str, file: str, limits: VerifierLimits) -> list[str]:
        resources = [] if limits.resources is None else [f"/rlimit:{limits.resources}"]
        return [
            executable,
            "/nologo",
            "/compile:0",
            "/trace",
            "/errorTrace:0",
            "/errorLimit:1",
            f"/timeLimit:{limits.seconds}",
            *resources,
            f"/proc:Impl$$*.{METHOD}*",
            file,
        ]

    def read(self, output: str) -> VerifierReport:
        # The result of a method is the first one before the next method begins. Without that bound a method whose
        # output breaks off, killed at its limit, would have the result of the one after it.
        methods = {}
        for match in _VERIFYING.finditer(output):
            following = _VERIFYING.search(output, match.end())
            result = _RESULT_2.search(output, match.end(), following.start() if following else len(output))
            if result is not None:
                outcome = _OUTCOMES_2.get(result[2].strip(), "other")
                methods[match[1]] = MethodReport(match[1], outcome, float(result[1]))
        return VerifierReport(finished(output), methods, tuple(messages(output)))


_RESULT_4 = re.compile(
    r"^Results for (?:\S*\.)?(\S+) \(correctness\)\n\s+Overall outcome: (\w+)\n\s+Overall time: ([\d:.]+)", re.M
)
_OUTCOMES_4: dict[str, VerifierOutcome] = {"Correct": "verified", "Errors": "errors", "TimedOut": "timeout"}


@frozen(slots=True)
class Dialect4:
    """The driver. `--log-format text` prints, after the summary, each method with its outcome and time."""

    function: str = "ghost function"

    def command(self, executable: str, file: str, limits: VerifierLimits) -> list[str]:
        resources = [] if limits.resources is None else [f"--resource-limit:{limits.resources}"]
        return [
            executable,
            "verify",
            "--show-snippets:false",
            "--cores:1",
            "--error-limit:1",
            f"--verification-time-limit:{limits.seconds}",
            *resources,
            "--log-format:text",
            file,
        ]

    def read(self, output: str) -> VerifierReport:
        methods = {
            match[1]: MethodReport(match[1], _OUTCOMES_4.get(match[2], "other"), _seconds(match[3]))
            for match in _RESULT_4.finditer(output)
        }
        return VerifierReport(finished(output), methods, tuple(messages(output)))


def _seconds(clock: str) -> float:
    """The seconds of `00:00:01.5`."""
    total = 0.0
    for clock_part in clock.split(":"):
        total = 60 * total + float(clock_part)
    return total


MOST_OUTPUT = 64 * 1024 * 1024
"""Bytes of output that are read."""
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
        # Under memory pressure the kernel should end the verifier, and not us.
        with contextlib.suppress(OSError):  # it may have ended
            freed(process.pid)
        # The output goes to a file and not to a pipe: solvers that the verifier leaves behind hold its end of a pipe
        # open, and whoever reads it waits for them.
        # Whatever happens, the group is killed: solvers have children of their own.
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
            # In short waits, so that a stop is seen between two of them.
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
def find_dafny(program: str = "dafny") -> Verifier:
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
