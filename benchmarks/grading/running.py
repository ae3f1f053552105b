"""Running programs on many inputs, whatever some of the inputs do to the process."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from ...backends.python.sandbox.protocol import CallLimits, CallOutcome, Run, SandboxCall, SandboxLimits
from .grading_limits import LIMITS


class Running(Protocol):
    """A program in a process of its own: see `sandbox.Program`."""

    @property
    def load(self) -> CallOutcome | None: ...

    @property
    def alive(self) -> bool: ...

    def call(self, call: SandboxCall, limits: CallLimits | None = None) -> CallOutcome: ...

    def spent(self) -> float: ...

    def close(self) -> object: ...


class Runner(Protocol):
    """Runs foreign code: the sandbox."""

    def open(
        self, code: str, entry_point: str, names: Iterable[str] = (), limits: SandboxLimits | None = None
    ) -> Running:
        """Load a program in a process of its own, to be asked for one call after the other."""

    def run(
        self,
        code: str,
        entry_point: str,
        calls: Sequence[str],
        *,
        limits: SandboxLimits | None = None,
        restarts: int = 0,
        decoded: bool = True,
    ) -> Run:
        """Load a module and call its function `entry_point` once for each text of a tuple of arguments. `restarts`: how
        often to go on after a call that ended the process; `decoded`: whether values are decoded."""


def run_each(
    runner: Runner,
    code: str,
    entry_point: str,
    calls: Sequence[str],
    limits: SandboxLimits,
    most_ended: int = LIMITS.ended_calls,
) -> tuple[list[CallOutcome], float]:
    """The outcome of every call, and the processor time of all. One that ends the process does not keep the others from
    being run, until there are `most_ended` of them: the calls after that are timeouts that say so. Values are not
    decoded."""
    run = runner.run(code, entry_point, calls, limits=limits, restarts=most_ended - 1, decoded=False)
    if run.load is not None:
        return [run.load] * len(calls), run.cpu_seconds
    not_run = CallOutcome("timeout", message=f"not run: earlier calls ended the process, {most_ended} in all")
    return [*run.results, *([not_run] * (len(calls) - len(run.results)))], run.cpu_seconds
