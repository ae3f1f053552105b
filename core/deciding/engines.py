"""What decides clauses, and how long it may take: solvers, and work that is counted in
place of time, so that a busy machine changes no verdict.
"""

import math
import time
from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from ..evaluate.evaluation_limits import LIMITS as EVALUATION
from ..fuel import MOST_SIZE, MOST_STEPS, Fuel, time_is_over
from ..limits import SECONDS_PER_CHECK
from .deciding_limits import LIMITS
from .solver import Answer, Backend, Outcome

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
    """Solver and kind of query → how many queries in a row had no answer in their time."""

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

    def count(self, seconds: float) -> None:
        """Count work that was done elsewhere."""
        self._spent += seconds

    def patience(self, solver: str, kind: str) -> float:
        """Fraction of its limit for the next query of a kind: halved for each timeout in a row, at least
        `least_share`, since queries of one kind take equally long."""
        return max(LIMITS.least_share, 0.5 ** self._lost.get((solver, kind), 0)) if kind else 1.0

    def gave_up(self, kind: str) -> bool:
        """Did a solver not answer the last query of a kind in its time?"""
        return any(lost and each == kind for (_, each), lost in self._lost.items())

    def learn(self, solver: str, kind: str, answer: Answer) -> None:
        """Count an answer to a query of a kind."""
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
    """The kind of the queries that are asked now. A solver that did not answer the last ones of a kind in their time
    has less for the next. Empty: each query has all of its time."""
    limit: str = ""
    """Which limit the deadline is, as `time_is_over` says it: that of the user, `8 s`, or one of a part of the work."""

    @property
    def out_of_time(self) -> str:
        """Why something is not known, once these engines are over."""
        return time_is_over(self.limit)

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
    def left(self) -> float:
        """Seconds until these engines are over, be it by their deadline or by the processor time."""
        ends = math.inf if self.work is None else min(self.work.end, self.end) - processor_time()
        return max(0.0, min(self.deadline - self.now, ends))

    @property
    def outer(self) -> float:
        """When what begins now is ended, however far it has come: of `processor_time` where work is counted, and of
        `time.monotonic` where nothing is."""
        if self.work is None:
            return min(self.deadline, time.monotonic() + self.seconds)
        return min(self.work.end, self.end, processor_time() + LIMITS.slowed * self.seconds)

    def within(self, seconds: float, purpose: str) -> "Engines":
        """The same engines for at most so many seconds from now on, which reasons call the limit for this purpose."""
        deadline = self.now + seconds
        if deadline >= self.deadline:
            return self
        return evolve(self, deadline=deadline, limit=f"{seconds:g} s for {purpose}")

    def part(self, share: float) -> "Engines":
        """The same engines with a fraction of the time that is left until the deadline."""
        now = self.now
        return self._until(now + (self.deadline - now) * share, self.end)

    def first(self, share: float) -> "Engines":
        """`part`, of the processor time as well: what comes afterwards has its time, whatever is counted too low."""
        engines = self.part(share)
        if self.work is None:
            return engines
        now = processor_time()
        return self._until(engines.deadline, now + (min(self.work.end, self.end) - now) * share)

    def clocked(self, count: int) -> Iterator["Engines"]:
        """`shares`, of the processor time as well: work that was counted too low, as that of deep recursion, may take
        half as much again as its share, and leaves the rest to those after it."""
        for left, engines in zip(range(count, 0, -1), self.shares(count), strict=True):
            now = processor_time()
            ends = math.inf if self.work is None else min(self.work.end, self.end)
            share = min(1.0, LIMITS.miscounted / left)
            yield evolve(engines, end=now + (ends - now) * share if ends < math.inf else ends)

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
            self.use_evaluator,
            self.backends,
            self.seconds,
            self.steps,
            deadline,
            self.dump,
            self.work,
            end,
            self.impatient,
            self.kind,
            self.limit,
        )

    def fuel(self, steps: int | None = None, depth: int = EVALUATION.recursion) -> Fuel:
        """What the next evaluation may use: steps (None: as many as one evaluation), and the time of one check."""
        if self.work is None:
            return Fuel(self.steps if steps is None else steps, depth=depth, deadline=self.outer, limit=self.limit)
        found = self._counted(self.work, self.steps if steps is None else steps, depth)
        self.work.follow(found)
        return found

    def executing(self, fuel: Fuel) -> Fuel:
        """The fuel of an execution of a body, whose steps are counted as work."""
        if self.work is None:
            return Fuel(fuel.steps, fuel.size, fuel.depth, fuel.level, self.outer, limit=self.limit)
        found = self._counted(self.work, fuel.steps, fuel.depth, fuel.size, fuel.level)
        self.work.follow_execution(found)
        return found

    def _counted(self, work: Work, steps: int, depth: int, size: int = MOST_SIZE, level: int = 0) -> Fuel:
        """A fuel that ends with these engines: with no more steps than there are until the deadline, where they are
        what is counted."""
        now = processor_time()
        ends = min(work.end, self.end)
        left = max(LIMITS.fewest_steps, (self.deadline - (work.spent if now < ends else OVER)) * STEPS_A_SECOND)
        rationed = left < steps
        steps = int(left) if rationed else steps
        outer = min(ends, now + LIMITS.slowed * self.seconds)
        return Fuel(steps, size, depth, level, outer, processor_time, rationed, self.limit)

    def seconds_for(self, solver: str) -> float:
        """Seconds that the next query to a solver may take."""
        return self.remaining * self.patience(solver)

    @property
    def gave_up(self) -> bool:
        """Did a solver not answer the last query of this kind in its time?"""
        return self.work is not None and self.work.gave_up(self.kind)

    def shorter(self) -> "Engines":
        """The same engines for a query on which one solver timed out: another answers at once or hardly ever, so it
        gets less time."""
        seconds = max(LIMITS.next_solver_seconds, self.seconds * LIMITS.least_share)
        return evolve(self, seconds=min(self.seconds, seconds))

    def charge(self, answer: Answer, seconds: float, solver: str = "") -> Answer:
        """An answer of a solver that was given so many seconds, whose work is counted. `solver`: which one it is, where
        the next queries of a kind are to know of its answer."""
        if self.work is not None:
            self.work.charge(answer, seconds)
            if solver and self.kind:
                self.work.learn(solver, self.kind, answer)
        return answer

    def patience(self, solver: str) -> float:
        """The fraction of its limit that a solver gets for the next query of this kind."""
        return 1.0 if self.work is None else self.work.patience(solver, self.kind)

    def count(self, seconds: float, solver: str, *, decided: bool) -> None:
        """Count what a solver has worked elsewhere, and whether it decided what it was asked, where work is counted."""
        if self.work is not None:
            self.work.count(seconds)
            self.work.learn(solver, self.kind, Answer(Outcome.UNSAT if decided else Outcome.TIMEOUT))


def counted_engines(seconds: float) -> Engines:
    """The evaluator alone, for so many seconds of work."""
    return Engines(deadline=seconds, limit=f"{seconds:g} s", work=work_of(seconds))


def work_of(seconds: float) -> Work:
    """The clock of engines that may do so many seconds of work, begun now."""
    return Work(processor_time() + seconds + LIMITS.grace_seconds)


ENDLESS = Engines(seconds=math.inf)
"""The evaluator alone, which only its steps end."""
