"""Does one call take too much processor time? Found out from outside: what a process says of itself is no measure."""

import math
import time

QUIET = 0.03
"""Seconds without a result before the processor time is asked for: most calls never get there."""
LEAST = 0.01
"""Seconds between two questions."""


class Pace:
    """When to ask what a process has spent, and whether it has spent too much since its last result.

    What it spent before the first answer after a result is not counted, so that no call is ended too early, however
    busy the machine is.
    """

    def __init__(self, limit: float | None) -> None:
        """`limit`: seconds of processor time for one call, None for none."""
        self.limit = limit
        self.question = math.inf
        """When to ask next, in seconds of the monotonic clock."""
        self._start: float | None = None
        self._waiting = self._late = False
        self.heard(time.monotonic())

    def heard(self, now: float) -> None:
        """A result has come."""
        self._start = None
        self._late = self._waiting  # the answer may be older than the result
        if self.limit is not None and not self._waiting:
            self.question = now + QUIET

    def asked(self) -> None:
        """The question is on its way."""
        self._waiting, self.question = True, math.inf

    def answered(self, spent: float, now: float) -> bool:
        """The process has spent so many seconds: is that too much for the call that it is at?"""
        self._waiting = False
        if self.limit is None:
            return False
        if self._late:
            self._late, self.question = False, now + QUIET
            return False
        self._start = spent if self._start is None else self._start
        rest = self.limit - (spent - self._start)
        self.question = now + max(LEAST, rest)
        return rest <= 0
