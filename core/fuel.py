"""Bounds on evaluation: steps, time, and the size of what is built."""

import math
import sys
import time
from collections.abc import Callable

from attrs import define, field

from .errors import OutOfFuel

INTERVAL = 50
"""Steps between two looks at the clock: one step may take milliseconds, where collections are large."""
COPIED = 250
"""Elements of a collection that are copied in the time of one step: 5 to 20 ns each, where a step takes 2 µs."""
# What an evaluation may use where nobody says otherwise; beyond that its value is unknown. Chosen, not measured.
MOST_STEPS, MOST_SIZE, DEEPEST = 1_000_000, 1_000_000, 200


def time_is_over(limit: str = "") -> str:
    """Why something is not known, as users read it. `limit`: which limit of time it was, `8 s` or `2 s for a query`."""
    return f"the time limit{limit and ' of '}{limit} was reached"


def nested_too_deeply() -> str:
    """Why what raised RecursionError is not known."""
    return f"out of fuel: a value is nested too deeply for a stack of {sys.getrecursionlimit():,} calls"


@define(slots=True)
class Fuel:
    """A budget that one evaluation consumes. `steps` counts visited nodes and iterations; `size` is the largest
    collection, text (elements) or integer (bits) that may be built; `depth` is the deepest recursion, `level` the
    current one. After `deadline` (of `clock`) there are no more steps."""

    steps: int = MOST_STEPS
    size: int = MOST_SIZE
    depth: int = DEEPEST
    level: int = 0
    deadline: float = math.inf
    clock: Callable[[], float] = field(factory=lambda: time.monotonic)
    rationed: bool = False
    """Are the steps what is left of a time that is counted in them? Without any left, the time is over."""
    limit: str = ""
    """Which limit the time is, as `time_is_over` says it."""
    most_steps: int = field(init=False)
    """The steps that there were at first."""
    expired: bool = field(default=False, init=False)
    """Whether it was the time that ran out."""
    beside: int = field(default=0, init=False)
    """Steps that were taken for this evaluation and do not count against its limit, but are work all the same."""
    _next_look: int = field(default=0, init=False)
    """Once fewer steps than this are left, the deadline is checked."""

    def __attrs_post_init__(self) -> None:
        self.most_steps = self.steps
        if self.deadline < math.inf:
            self._next_look = self.steps

    @property
    def is_spent(self) -> bool:
        """Is nothing left?"""
        return self.expired or self.steps < 0

    def step(self, count: int = 1) -> None:
        """Consume steps. Raises OutOfFuel when none are left."""
        self.steps -= count
        if self.steps < self._next_look:
            self._look()

    def _look(self) -> None:
        if self.steps < 0 and not self.rationed:
            raise OutOfFuel(f"out of fuel: more than {self.most_steps:,} steps")
        if self.steps < 0 or self.clock() >= self.deadline:
            self.expired = True
            raise OutOfFuel(f"out of fuel: {time_is_over(self.limit)}")
        self._next_look = max(0, self.steps - INTERVAL)

    def allow(self, size: int) -> None:
        """Raises OutOfFuel for something larger than may be built."""
        if size > self.size:
            raise OutOfFuel(f"out of fuel: size {size} is beyond {self.size}")

    def copy(self, size: int) -> None:
        """Consume what it takes to copy so many elements, or to look at each."""
        if size >= COPIED:
            self.step(size // COPIED)
