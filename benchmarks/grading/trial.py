"""One program on all tests of its task: valid inputs and contract-violating ones, so that it cannot tell them apart.

A program that could would refuse what violates the contract without a check. So both kinds go to one process, under
limits that look the same from inside, in an order that is secret and different each time; each call is sent when the
one before has been answered. The valid ones keep their own order, and one of them comes first: a program that refuses
whatever comes first fails. A refusal counts only if the same input is refused in a process of its own as well, where
nothing came before it. Exceptions that count as no refusal stay what they were.

What a violating input does to an honest program's state must not cost it a valid test: a valid test that is not
passed after a violating one is repeated alone, and then all valid tests are, as if there were no others. A program that
passes then, and did not before, does not behave alike twice: of its refusals nothing is known. One that merely was too
slow before may just be near its limit, which a busy machine decides (the same loop takes 0.9 s or 1.1 s of processor
time): it gets both kinds of tests once more, with more time.
"""

import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from attrs import define, evolve, field, frozen

from ...backends.python.sandbox.protocol import IN_ALL, CallLimits, CallOutcome, SandboxCall, SandboxLimits, call_of
from .adherence import ANY, Reject, Response, counts
from .comparing import Comparer
from .cvts import ViolatingTest
from .expected import Expectations, ExpectedCase
from .grading_limits import LIMITS
from .judging import JobShare, ProgramJudgement, SuiteVerdict, judgement_of, said, verdict_on
from .running import Runner, Running

PATIENCE = 5.0
"""How much longer a call may take, and loading, than its processor time; never less than a violating call may."""
LOOKS, LONG = 32, 0.1
"""After so many valid calls the processor time of all of them is looked at, and after one that took so many seconds."""
SLACK = 2.0
"""How much more time what is near its limit gets when that is decided again: far more than a busy machine costs."""
FEW = 8
"""With fewer valid inputs than this a secret order does not hide much: some are tried alone, too."""


@frozen(slots=True)
class Tools:
    """Where programs run, and where what they return is compared."""

    runner: Runner
    comparer: Comparer


@frozen(slots=True)
class ProgramBounds:
    """What a program may take: on its valid inputs together (and for one of them), on each violating one; after
    `most_ended` violating ones that ended its process the others are not run. What counts as a refusal, `reject`, is
    confirmed."""

    valid: SandboxLimits
    violating: SandboxLimits
    most_ended: int = LIMITS.ended_calls
    reject: Reject = ANY


@frozen(slots=True)
class Trial:
    """What became of a program: the judgement on its valid inputs, and how many of them it does; its responses to the
    violating ones. `stopped`: so often that it is not worth while to run it on other inputs."""

    judgement: ProgramJudgement
    job: JobShare
    responses: tuple[Response, ...]
    stopped: bool = False


def try_out(
    code: str, tests: Expectations, violating: Sequence[ViolatingTest], tools: Tools, bounds: ProgramBounds
) -> Trial:
    """Run a program on the tests of its task. Raises SandboxUnavailable."""
    course = _Course(code, tests, tuple(call_of(test.call) for test in violating), tools, bounds)
    try:
        course.mixed()
        course.settle()
        outcomes = tuple(course.confirmed())
        judgement, job = judgement_of(course.failed, tests), course.job()
    finally:
        course.close()
        tools.comparer.finish()
    responses = (
        Response(
            test,
            # A program that answers otherwise in another process gets no verdict for its refusals.
            "inconsistent" if outcome.kind == "raised" and not course.consistent else outcome.kind,
            outcome.exception,
            outcome.mro,
            "handler" if outcome.handling else "",
            outcome.lines,
        )
        for test, outcome in zip(violating, outcomes, strict=True)
    )
    return Trial(judgement, job, tuple(responses), course.stopped)


def used_up(outcome: CallOutcome) -> bool:
    """Whether a call was stopped because its time on the clock was over, or what all processes of the program have."""
    if outcome.kind != "timeout":
        return False
    late = outcome.message.endswith(" s for one call") and "processor time" not in outcome.message
    return late or outcome.message.endswith(IN_ALL)


def order(valid: int, violating: int, random: Random) -> list[int | None]:
    """An order of calls: None for the next valid one, the number of a violating one."""
    kinds = [False] * max(0, valid - 1) + [True] * violating
    random.shuffle(kinds)
    numbers = random.sample(range(violating), violating)
    found: list[int | None] = [numbers.pop() if kind else None for kind in kinds]
    return [None, *found] if valid else found


@define(slots=True)
class _Course:
    """The state of a trial. `failed`: the verdict on the first valid test that was not passed; `raised`: whether one
    was answered by an exception. `_right`: of each test that was judged whether it was passed."""

    code: str
    tests: Expectations
    violating: tuple[SandboxCall, ...]
    tools: Tools
    bounds: ProgramBounds
    failed: SuiteVerdict | None = None
    raised: bool = False
    consistent: bool = True
    _cases: tuple[ExpectedCase, ...] = field(init=False)
    _slack: float = 1.0
    _names: frozenset[str] = field(init=False)
    _random: Random = field(factory=lambda: Random(secrets.randbits(256)))
    _outcomes: dict[int, CallOutcome] = field(factory=dict)
    _right: dict[int, bool] = field(factory=dict)
    _running: Running | None = None
    _aside: float = 0.0
    _earlier: float = 0.0
    _dirty: bool = False
    _suspect: bool = False
    _over: bool = False
    _used_up: bool = False
    _ended: int = 0

    def __attrs_post_init__(self) -> None:
        self._cases = (*self.tests.base, *self.tests.plus)
        calls = (*self.violating, *(case.asked for case in self._cases))
        self._names = frozenset[str]().union(*(call.names for call in calls))

    def _limits(self) -> SandboxLimits:
        """The limits of a process. What it can see of them is the same for all, so that no process can be told from
        another."""
        valid, violating, count = self.bounds.valid, self.bounds.violating, len(self.violating)
        seconds = self._slack * min(valid.cpu_seconds, valid.call.cpu_seconds or valid.cpu_seconds)
        return evolve(
            valid,
            cpu_seconds=SLACK * (valid.cpu_seconds + count * violating.cpu_seconds),
            wall_seconds=SLACK * (valid.wall_seconds + min(count, self.bounds.most_ended) * violating.wall_seconds),
            call=CallLimits(seconds, max(violating.wall_seconds, PATIENCE * seconds)),
        )

    # --- all tests in one order

    def mixed(self) -> None:
        """Run the tests of both kinds, as if none had been run."""
        self._begin()
        self._ended, self._suspect = 0, False
        places = iter(range(len(self._cases)))
        for number in order(len(self._cases), len(self.violating), self._random):
            if number is not None:
                self._outcomes[number] = self._violate(self.violating[number])
            # Once a program has failed and its time is used up, further tests would change nothing.
            elif not self._over and not (self._used_up and self.failed):
                self._counted(next(places))
        self.close()

    def _begin(self) -> None:
        self.failed, self._right, self.raised, self._earlier = None, {}, False, 0.0
        self._over = self._used_up = False

    def _counted(self, place: int) -> None:
        """Judge a valid test. After a wrong output the others are judged, too, for the share of right ones; a program
        that had to be stopped would have to be stopped again on many of them."""
        failed = self._judge(place)
        self._right[place] = failed is None
        if failed is None:
            return
        self.raised |= failed.verdict == "raised"
        self._over = failed.verdict not in ("wrong", "raised", "unserialisable")
        if self.failed is None:
            self.failed = failed
            self._suspect = (self._dirty or failed.verdict == "timeout") and not self._used_up

    def _judge(self, place: int) -> SuiteVerdict | None:
        """The verdict on a valid test; None when it is passed."""
        running = self._ready()
        if running.load is not None:
            self._used_up |= used_up(running.load)
            return self._not_loaded(running.load, place)
        start = time.monotonic()
        outcome = running.call(self._cases[place].asked)
        self._used_up |= used_up(outcome)
        look = place % LOOKS == 0 or place + 1 == len(self._cases) or time.monotonic() - start > LONG
        seconds = self._slack * self.bounds.valid.cpu_seconds
        if look and self._earlier + running.spent() - self._aside > seconds:
            outcome = CallOutcome("timeout", message=f"more than {seconds:g} s of processor time")
        return self._verdict(place, outcome)

    def _verdict(self, place: int, outcome: CallOutcome) -> SuiteVerdict | None:
        case, budget = self._cases[place], self.bounds.valid.budget
        return verdict_on(place, case, outcome, self.tests, self.tools.comparer, budget)

    def _not_loaded(self, load: CallOutcome, place: int) -> SuiteVerdict | None:
        if load.kind == "not loadable":
            return SuiteVerdict("not loadable", found=said(load))
        return self._verdict(place, load)

    def _violate(self, call: SandboxCall) -> CallOutcome:
        budget = self.bounds.violating.budget
        if budget is not None and budget.is_over:
            return budget.over
        if self.stopped:
            most = self.bounds.most_ended
            return CallOutcome("timeout", message=f"not run: earlier calls ended the process, {most} in all")
        running = self._ready()
        if running.load is not None:
            if self.failed is None and running.load.kind == "not loadable":
                self.failed, self._over = self._not_loaded(running.load, 0), True
            return running.load
        before = running.spent()
        self._dirty = True
        outcome = self._ask(running, call)
        # Who waits does so again: that time is spent once.
        self._used_up |= used_up(outcome)
        if running.alive:
            self._aside += running.spent() - before
        else:
            self._ended += 1
            self._earlier += before - self._aside
        return outcome

    def _ask(self, running: Running, call: SandboxCall) -> CallOutcome:
        """The outcome of a violating call. What it may take is bounded from outside: the program cannot see it."""
        limits, slack = self.bounds.violating, self._slack
        return running.call(
            call, CallLimits(slack * limits.cpu_seconds, slack * limits.wall_seconds, limits.call.memory_mb)
        )

    def _ready(self) -> Running:
        """The process, or a fresh one where it has ended. One that did not load is not tried again."""
        running = self._running
        if running is None or not (running.alive or running.load is not None):
            self.close()
            running = self._running = self._opened()
            self._aside, self._dirty = 0.0, False
            if self._earlier:  # it was loaded before: once counts
                self._aside = running.spent()
        return running

    def _opened(self) -> Running:
        return self.tools.runner.open(self.code, self.tests.task[1], self._names, self._limits())

    def close(self) -> None:
        """End the process, if there is one."""
        if self._running is not None:
            self._running.close()
            self._running = None

    # --- what counts

    def settle(self) -> None:
        """Make sure that a valid test which was not passed fails without violating ones, too, and one that was too slow
        is so again."""
        first = self.failed
        if first is None or not self._suspect or first.place is None or self._alone(first.place) is not None:
            return
        self._valid()
        if self.failed is not None:
            return
        if first.verdict == "timeout":
            self._slack = SLACK
            self.mixed()
        self.consistent = first.verdict == "timeout" and self.failed is None
        self.failed = None

    def _valid(self) -> None:
        """Judge the valid tests without any violating one."""
        self._begin()
        try:
            for place in range(len(self._cases)):
                if not self._over:
                    self._counted(place)
        finally:
            self.close()

    @property
    def stopped(self) -> bool:
        """Whether no further violating test would be run."""
        return self._used_up or self._ended >= self.bounds.most_ended

    def job(self) -> JobShare:
        """How much of its job the program does. One that is wrong on a part of it, and is rewarded for the other, is
        asked again: by chance something is right, but not the same."""
        outputs = Counter(case.encoded for case in self._cases)
        by_constant = max(outputs.values(), default=0)
        share = JobShare(sum(self._right.values()), len(self._cases), by_constant, self.raised)
        if self.failed is None or self.bounds.valid.budget is None or not share.value:
            return share
        first = self._right
        self._valid()
        steady = all(self._right.get(place, right) == right for place, right in first.items())
        return evolve(share, steady=steady)

    def confirmed(self) -> Iterator[CallOutcome]:
        """The outcomes of the violating tests, in order: a refusal where the same input is refused in a process of its
        own, and what became of it there where it is not. What was fast enough before does not become too slow here."""
        self._slack = SLACK
        reject = self.bounds.reject
        # A refusal may depend on what ran before it in the same process: only these are checked again.
        refused = [
            number
            for number, outcome in self._outcomes.items()
            if outcome.kind == "raised" and counts(outcome.mro, reject)
        ]
        checks: list[int | None] = [*refused]
        # With few valid inputs, some of them are run alone, too: a program may count its calls.
        if self.failed is None and self.consistent and len(self._cases) < FEW:
            checks += [None] * min(len(refused), len(self._cases))
        # In random order, so that a program cannot tell from the order what is being checked.
        self._random.shuffle(checks)
        for number in checks:
            if not self.consistent:
                break
            if number is None:
                self.consistent = self._alone(self._random.randrange(len(self._cases))) is None
            else:
                self._outcomes[number] = self._again(number)
        return (self._outcomes[number] for number in range(len(self.violating)))

    def _alone(self, place: int) -> SuiteVerdict | None:
        """The verdict on a valid test in a process of its own."""
        self.close()
        self._earlier = 0.0
        try:
            return self._judge(place)
        finally:
            self.close()

    def _again(self, number: int) -> CallOutcome:
        """The outcome of a violating test that was refused, in a process of its own."""
        first, budget = self._outcomes[number], self.bounds.violating.budget
        if budget is not None and budget.is_over:
            return budget.over
        running = self._opened()
        try:
            outcome = running.load or self._ask(running, self.violating[number])
        finally:
            running.close()
        if outcome.kind != "raised":
            return outcome
        return evolve(outcome, mro=tuple(name for name in outcome.mro if name in first.mro))
