"""Running programs on many inputs, whatever some of the inputs do to the process."""

from collections.abc import Sequence
from typing import Protocol

from ..sandbox.protocol import CallOutcome, Run

MOST_RESTARTS = 4
"""After so many calls that end the process, those that are left are not run any more."""
NOT_RUN = CallOutcome("timeout", message=f"not run: {MOST_RESTARTS} earlier calls ended the process")


class Runner(Protocol):
    """Runs foreign code: the sandbox. Its limits are those of one process."""

    def run(self, code: str, entry_point: str, calls: Sequence[str]) -> Run:
        """Load a module and call its function `entry_point` once for each text of a tuple of arguments."""


def run_valid(runner: Runner, code: str, entry_point: str, calls: Sequence[str]) -> list[CallOutcome]:
    """The outcomes of calls up to the first that ends the process, that one included.

    Every call may take what the limits allow to a process: one that ran out of time after others is tried again in a
    process of its own. With code that cannot be loaded, this is the one outcome.
    """
    outcomes: list[CallOutcome] = []
    while len(outcomes) < len(calls):
        run = runner.run(code, entry_point, calls[len(outcomes) :])
        if run.load is not None:
            return [*outcomes, run.load]
        outcomes += run.results
        if not run.results or len(outcomes) == len(calls):
            break
        if outcomes[-1].kind != "timeout" or len(run.results) == 1:
            break
        outcomes.pop()
    return outcomes


def run_each(runner: Runner, code: str, entry_point: str, calls: Sequence[str]) -> list[CallOutcome]:
    """The outcome of every call: one that ends the process does not keep the others from being run."""
    outcomes: list[CallOutcome] = []
    restarts = 0
    while len(outcomes) < len(calls):
        if restarts > MOST_RESTARTS:
            return [*outcomes, *([NOT_RUN] * (len(calls) - len(outcomes)))]
        run = runner.run(code, entry_point, calls[len(outcomes) :])
        if run.load is not None or not run.results:
            lost = run.load or NOT_RUN
            return [*outcomes, *([lost] * (len(calls) - len(outcomes)))]
        outcomes += run.results
        restarts += 1
    return outcomes
