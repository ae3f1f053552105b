"""Time that is counted and not measured, so that a busy machine changes no verdict."""

import math
import time

from attrs import define, field

from ..fuel import Fuel
from .solver import Answer, Outcome

STEPS_A_SECOND = 500_000
"""Steps of the evaluator that take about a second of processor time."""
STEPS_OF_A_START = 20
"""What beginning an evaluation costs, in its steps."""
SECONDS_OF_AN_ANSWER = 0.05
"""What a solver's query costs that it answered. One that it did not costs all that it was given."""

MOST_BEYOND = 0.1
"""Seconds beyond those that it was given that a query costs at most, however late its solver was ended."""

OVER = 1e15
"""The time after the end, beyond all deadlines."""


READ_AGAIN = 0.005
"""Seconds on the clock after which the processor time is read again."""
LEAST_SHARE = 1 / 4
"""Of its seconds, that a query gets at least, however many of its kind had no answer in theirs."""


@define(slots=True, eq=False)
class _ProcessorClock:
    """The processor time as it was read last, and until when (of `time.monotonic`) that is good enough."""

    seconds: float = 0.0
    until: float = -math.inf


_reading = _ProcessorClock()


def processor_time() -> float:
    """`time.process_time`, late by `READ_AGAIN` at most."""
    # Each evaluation asks for it several times, and takes microseconds. It is a system call: reading the clock is none.
    now = time.monotonic()
    if now >= _reading.until:
        _reading.until = now + READ_AGAIN
        _reading.seconds = time.process_time()
    return _reading.seconds


@define(slots=True, eq=False)
class Work:
    """The work that was done so far, in seconds of a processor that does nothing else: steps of evaluations, and
    queries to solvers, which count their own. `end` (of `processor_time`) is the outer limit, whatever was counted by
    then."""

    end: float = math.inf
    _spent: float = field(default=0.0, init=False)
    _evaluation: "_Followed | None" = field(default=None, init=False)
    _execution: "_Followed | None" = field(default=None, init=False)
    _lost: dict[tuple[str, str], int] = field(factory=dict, init=False)
    """Solver and kind of question → how many queries in a row had no answer in their time."""

    def now(self, end: float = math.inf) -> float:
        """The seconds of work so far; beyond all deadlines after the end, or after another one that is earlier."""
        self._settle()
        return self._spent if processor_time() < min(self.end, end) else OVER

    @property
    def spent(self) -> float:
        """The seconds of work so far, also after the end."""
        self._settle()
        return self._spent

    def follow(self, fuel: Fuel) -> None:
        """Count what an evaluation takes of its fuel. It is over when the next one begins."""
        self._settle()
        self._evaluation = _Followed(fuel)
        self._spent += STEPS_OF_A_START / STEPS_A_SECOND

    def follow_execution(self, fuel: Fuel) -> None:
        """Count what the execution of a body takes of its fuel, beside evaluations that begin while it runs. It is over
        when the next one begins."""
        self._settle()
        self._execution = _Followed(fuel)
        self._spent += STEPS_OF_A_START / STEPS_A_SECOND

    def charge(self, answer: Answer, seconds: float) -> None:
        """Count a query that was given so many seconds. A solver that loses count of its work is ended later, and has
        worked until then: that counts in part."""
        # All of it is up to six times what the query was given: ten such queries took the time of what the evaluator
        # decides in milliseconds. `end` bounds what is counted too low.
        all_of_it = min(max(seconds, answer.work), seconds + MOST_BEYOND)
        self._spent += all_of_it if answer.outcome is Outcome.TIMEOUT else min(seconds, SECONDS_OF_AN_ANSWER)

    def patience(self, solver: str, kind: str) -> float:
        """The share, of 1, of its seconds that the next query of a kind is worth: half as much with each in a row that
        the solver did not answer in its time, for those that are alike take it as long."""
        return max(LEAST_SHARE, 0.5 ** self._lost.get((solver, kind), 0)) if kind else 1.0

    def learn(self, solver: str, kind: str, answer: Answer) -> None:
        """Count an answer to a question of a kind."""
        if answer.outcome is Outcome.TIMEOUT:
            self._lost[solver, kind] = self._lost.get((solver, kind), 0) + 1
        elif answer.outcome in (Outcome.SAT, Outcome.UNSAT):
            self._lost.pop((solver, kind), None)

    def _settle(self) -> None:
        # Asked several times for each evaluation, of which there are hundreds of thousands: most took no step since.
        for followed in (self._evaluation, self._execution):
            if followed is not None:
                taken = followed.fuel.beside - followed.fuel.steps
                if taken != followed.counted:
                    self._spent += (taken - followed.counted) / STEPS_A_SECOND
                    followed.counted = taken


@define(slots=True, eq=False)
class _Followed:
    """The fuel of what may still run, and how much of it was counted."""

    fuel: Fuel
    counted: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.counted = self.fuel.beside - self.fuel.steps
