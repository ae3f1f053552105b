"""What a program contains, found out in a process that can be killed.

Whatever is slow or impossible to take apart is unknown of that program; no other one is affected.
"""

from attrs import define, evolve, frozen

from ...backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits
from ...backends.python.replay import Replayer, ReplayLimits
from ..datasets.tasks import PythonTask
from . import alignment
from .alignment import GuardAlignment, align
from .cache import Cache
from .extraction import ExtractedProgram, read_answer

READING = RequestLimits(cpu_seconds=5.0, wall_seconds=60.0, memory_mb=1024)
LATE_SECONDS = 10.0
"""How far beyond its time the comparison of checks may get before it is stopped: it asks how late it is in between."""
PATIENCE = 4.0
"""The wall time that it has, in its seconds: the machine may be busy, and solvers have processes of their own."""
REPLAY_SECONDS = 0.15


@frozen(slots=True)
class Submission:
    """What somebody wrote: `code`, which `continues` the prompt `before` it, or stands alone."""

    code: str
    before: str
    continues: bool


def read(answer: Submission, entry_point: str, process: KillableProcess) -> ExtractedProgram:
    """The program in an answer. One that cannot be read in time is taken as it was written: what becomes of it shows
    when it runs."""
    whole = answer.before + answer.code if answer.continues else answer.code
    try:
        return process.ask(READING, read_answer, whole, answer.code, entry_point)
    except ProcessStopped as stopped:
        return ExtractedProgram(whole, detail=f"taken as it was written: {stopped}")


def checks(
    task: PythonTask, code: str, process: KillableProcess, cache: Cache, seconds: float
) -> GuardAlignment:
    """The checks in a program beside the clauses of its task's contract; nothing is known of a program for which that
    takes much longer than so many `seconds`. Raises SandboxUnavailable."""
    small = evolve(task, base_input=(), plus_input=(), prompt="")
    bounds = RequestLimits(seconds + LATE_SECONDS, PATIENCE * (seconds + LATE_SECONDS))
    try:
        return process.ask(bounds, _align, small, code, cache, seconds)
    except ProcessStopped as stopped:
        return alignment.unknown(task, str(stopped))


@define(slots=True)
class _Tools:
    """What stays in the process for the next program."""

    replayer: Replayer | None = None


_TOOLS = _Tools()


def _align(task: PythonTask, code: str, cache: Cache, seconds: float) -> GuardAlignment:
    if _TOOLS.replayer is None:
        _TOOLS.replayer = Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS))
    return align(task, code, _TOOLS.replayer, cache, seconds)
