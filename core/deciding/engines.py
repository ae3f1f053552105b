"""What decides clauses, and how long it may take: solvers, and work that is counted in place of time."""

import math
import time
from collections.abc import Iterator

from attrs import evolve, frozen

from ..evaluate.typed import DEPTH
from ..fuel import MOST_SIZE, MOST_STEPS, Fuel
from ..limits import SECONDS_PER_CHECK
from .solver import Answer, Backend
from .work import LEAST_SHARE, STEPS_A_SECOND, Work, processor_time

SLOWED = 4
"""Where work is counted, an evaluation may take so many times its seconds of processor time: steps end it, unless each
takes long."""
PATIENCE = 4
"""Where work is counted, all of it may take so many times its seconds of processor time: it may be counted too low."""
FEWEST_STEPS = 50
"""That an evaluation has even when the time is over: enough for values that are written down."""
LEAST_SECONDS = 0.1
"""That a solver has where another one's time is over, if it has as many."""
MISCOUNTED = 1.5
"""Where work is counted, a piece may take so many times its share of the processor time."""


@frozen(slots=True)
class Engines:
    """Who may decide, and with which limits.

    `backends` are asked in order until one is definite. `seconds` is for one solver check and one evaluation, `steps`
    for one evaluation; after `deadline` (of `now`) every verdict is a timeout. Where `work` counts what is done, that
    is the clock, and `time.monotonic` where nothing does. `dump` is a folder for the queries.
    """

    use_evaluator: bool = True
    backends: tuple[Backend, ...] = ()
    seconds: float = SECONDS_PER_CHECK
    steps: int = MOST_STEPS
    deadline: float = math.inf
    dump: str | None = None
    work: Work | None = None
    end: float = math.inf
    """When (of `processor_time`) these engines are over, whatever work was counted."""
    impatient: bool = False
    """Where a value is looked for, is no other solver asked once the time of one is over, or what it found could not be
    evaluated? What takes one solver long hardly ever takes another one less than a tenth of a second."""
    kind: str = ""
    """Of the questions that solvers are asked now: where one had no answer to the last questions of a kind in their
    time, it has less for the next. Empty: each has all of its time."""

    @property
    def now(self) -> float:
        """The time, in seconds, that deadlines are about."""
        return time.monotonic() if self.work is None else self.work.now(self.end)

    @property
    def spent(self) -> float:
        """A clock to tell what a piece of work takes, without a look at deadlines."""
        return time.monotonic() if self.work is None else self.work.spent

    @property
    def remaining(self) -> float:
        """Seconds that the next check may take."""
        return min(self.seconds, self.deadline - self.now)

    @property
    def outer(self) -> float:
        """When what begins now is ended, however far it has come: of `processor_time` where work is counted, and of
        `time.monotonic` where nothing is."""
        if self.work is None:
            return min(self.deadline, time.monotonic() + self.seconds)
        return min(self.work.end, self.end, processor_time() + SLOWED * self.seconds)

    def part(self, share: float) -> "Engines":
        """These engines with a share, of 1, of the time that is left until the deadline."""
        now = self.now
        return self._until(now + (self.deadline - now) * share, self.end)

    def first(self, share: float) -> "Engines":
        """`part`, of the processor time as well: what comes afterwards has its time, whatever is counted too low."""
        part = self.part(share)
        if self.work is None:
            return part
        now = processor_time()
        return self._until(part.deadline, now + (min(self.work.end, self.end) - now) * share)

    def clocked(self, count: int) -> Iterator["Engines"]:
        """`shares`, of the processor time as well: work that was counted too low, as that of deep recursion, may take
        half as much again as its share, and leaves the rest to those after it."""
        for left, engines in zip(range(count, 0, -1), self.shares(count), strict=True):
            now = processor_time()
            ends = math.inf if self.work is None else min(self.work.end, self.end)
            yield evolve(engines, end=now + (ends - now) * min(1.0, MISCOUNTED / left) if ends < math.inf else ends)

    def shares(self, count: int) -> Iterator["Engines"]:
        """These engines for each of so many pieces of work in turn. Each is made when its turn comes, with an equal
        part of the time that is left then: none uses up the time of those after it, and what one does not need is
        theirs."""
        for left in range(count, 1, -1):
            yield self.part(1 / left)
        if count > 0:
            yield self

    def _until(self, deadline: float, end: float) -> "Engines":
        # For every clause of every input: `evolve` would take longer than many an evaluation.
        return Engines(
            self.use_evaluator, self.backends, self.seconds, self.steps, deadline, self.dump, self.work, end,
            self.impatient, self.kind,
        )  # fmt: skip

    def fuel(self, steps: int | None = None, depth: int = DEPTH) -> Fuel:
        """What the next evaluation may use: steps (None: as many as one evaluation), and the time of one check."""
        if self.work is None:
            return Fuel(self.steps if steps is None else steps, depth=depth, deadline=self.outer)
        found = self._counted(self.work, self.steps if steps is None else steps, depth)
        self.work.follow(found)
        return found

    def executing(self, fuel: Fuel) -> Fuel:
        """The fuel of an execution of a body, whose steps are counted as work."""
        if self.work is None:
            return Fuel(fuel.steps, fuel.size, fuel.depth, fuel.level, self.outer)
        found = self._counted(self.work, fuel.steps, fuel.depth, fuel.size, fuel.level)
        self.work.follow_execution(found)
        return found

    def _counted(self, work: Work, steps: int, depth: int, size: int = MOST_SIZE, level: int = 0) -> Fuel:
        """A fuel that ends with these engines: with no more steps than there are until the deadline, where they are
        what is counted."""
        left = max(FEWEST_STEPS, (self.deadline - work.now(self.end)) * STEPS_A_SECOND)
        rationed = left < steps
        return Fuel(int(left) if rationed else steps, size, depth, level, self.outer, processor_time, rationed)

    def seconds_for(self, solver: str) -> float:
        """Seconds that the next query to a solver may take."""
        return self.remaining * (1.0 if self.work is None else self.work.patience(solver, self.kind))

    def shorter(self) -> "Engines":
        """These engines for a question that one solver did not answer in its time: what takes one long, another answers
        at once or hardly ever."""
        return evolve(self, seconds=min(self.seconds, max(LEAST_SECONDS, self.seconds * LEAST_SHARE)))

    def charge(self, answer: Answer, seconds: float, solver: str = "") -> Answer:
        """An answer of a solver that was given so many seconds, whose work is counted. `solver`: which one it is, where
        the next questions of a kind are to know of its answer."""
        if self.work is not None:
            self.work.charge(answer, seconds)
            if solver and self.kind:
                self.work.learn(solver, self.kind, answer)
        return answer


def counted_engines(seconds: float) -> Engines:
    """The evaluator alone, for so many seconds of work."""
    return Engines(deadline=seconds, work=work_of(seconds))


def work_of(seconds: float) -> Work:
    """The clock of engines that may do so many seconds of work, begun now."""
    return Work(processor_time() + PATIENCE * seconds)


ENDLESS = Engines(seconds=math.inf)
"""The evaluator alone, which only its steps end."""
