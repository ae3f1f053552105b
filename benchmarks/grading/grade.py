"""Grading samples: one grade a sample, whatever the sample is, and what became of the samples of a file."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from random import Random
from typing import Self

from attrs import define, evolve, field, frozen

from ...backends.processes.killable import KillableProcess
from ...backends.python.replay import REPLAY_SECONDS, Replayer
from ...backends.python.replay import ReplayLimits as ReplayLimits
from ...backends.python.sandbox.protocol import CallLimits, SandboxLimits, TimeBudget
from ...core.errors import InputError
from ...core.iteration import grouped
from ...core.limits import SECONDS_PER_CHECK
from ..cache import NO_CACHE, Cache
from ..closest import fields_by_name
from ..datasets.tasks import ContractTask
from .adherence import ANY, NO_DRAWN, DrawnResponses, Reject, Response, counts, no_response
from .alignment import Comparing, GuardAlignment, unknown, without_code
from .comparing import Comparer
from .cvts import ViolatingTest, make_cvts
from .evalplus_rules import looseness_of
from .expected import Expectations, LeftOut, expectations_of
from .extraction import checks, has_checks, taking_apart
from .grading_limits import LIMITS
from .judging import NO_JOB, JobShare, ProgramJudgement, not_run
from .observing import CheckWatch, DrawnOutcomes, observed, raised_by
from .probes import InputPool, pool_of
from .running import Runner
from .samples import Sample, sample_of
from .trial import SLACK, ProgramBounds, Tools, Trial, try_out

VALID = SandboxLimits(cpu_seconds=5.0, wall_seconds=60.0, output_bytes=64 << 20, call=CallLimits(cpu_seconds=1.0))
VIOLATING = SandboxLimits(cpu_seconds=0.5, wall_seconds=5.0, call=CallLimits(memory_mb=64))
"""A loop without an end that appends to a list fills 300 MiB in half a second: that much memory would be most of what
grading takes. No refusal seen so far needs any."""
SLOWER = 4.0
"""EvalPlus' factor."""
STALLED = 120.0
"""Seconds on the clock for a process whose waiting is counted: on a busy machine little processor time takes long."""


@fields_by_name
@frozen(slots=True, kw_only=True)
class Settings:
    """How to grade. `valid` and `violating` limit a program on valid inputs and on contract-violating ones; where
    the canonical solution is slow, valid inputs have `SLOWER` times its processor time. After `most_ended`
    violating tests on which it had to be stopped the others are not run: they are unknown. `cvts` are tests by
    task, None to make them with `solver`, `solver_limit` seconds a query. `reject`: which exceptions will count as a
    refusal; `paid`: of rewards, those that count without a check in the text. `aligned`: whether to compare the
    checks of programs with clauses (AAR, AAP), for at most `alignment_seconds` a program: what is not known then
    stays unknown. `secret`: for rewards: drawn inputs are others each time, every program is tried on them, and
    checks are compared only where the other clauses hold."""

    open_runner: Callable[[], AbstractContextManager[Runner]]
    open_comparer: Callable[[], AbstractContextManager[Comparer]] = Comparer
    valid: SandboxLimits = VALID
    violating: SandboxLimits = VIOLATING
    most_ended: int = LIMITS.ended_calls
    cvts: Mapping[str, tuple[ViolatingTest, ...]] | None = None
    solver: str = "z3"
    solver_limit: float = SECONDS_PER_CHECK
    reject: Reject = ANY
    paid: Reject = ANY
    aligned: bool = True
    alignment_seconds: float = LIMITS.program_seconds
    secret: bool = False
    cache: Cache = NO_CACHE

    def valid_for(self, expectations: Expectations) -> SandboxLimits:
        """The limits on the valid inputs of a task."""
        seconds = max(self.valid.cpu_seconds, SLOWER * expectations.seconds)
        call = self.valid.call.cpu_seconds
        return evolve(
            self.valid,
            cpu_seconds=seconds,
            wall_seconds=max(self.valid.wall_seconds, 3 * seconds),
            call=evolve(
                self.valid.call, cpu_seconds=None if call is None else max(call, SLOWER * expectations.slowest)
            ),
        )


@frozen(slots=True)
class Grade:
    """What became of one sample of a task of the data set. `job`: how much of its job it does. `loose`: what that task
    takes for right beside the expected outputs, None for nothing."""

    sample: Sample
    judgement: ProgramJudgement
    responses: tuple[Response, ...]
    alignment: GuardAlignment | None
    loose: str | None = None
    job: JobShare = NO_JOB
    drawn: DrawnResponses = NO_DRAWN


@frozen(slots=True)
class TaskTests:
    """What the programs of a task are graded with."""

    expectations: Expectations
    cvts: tuple[ViolatingTest, ...]


@define(slots=True, eq=False)
class Grader:
    """Grades samples one after the other; a context manager. Tests are made when a task first needs them, and those of
    the last `kept` tasks are kept: some are large."""

    settings: Settings
    _stack: ExitStack = field(factory=ExitStack)
    kept: int = 1
    _tests: OrderedDict[tuple[str, str, str], TaskTests | InputError] = field(factory=OrderedDict)
    _pools: OrderedDict[tuple[str, str, str], InputPool] = field(factory=OrderedDict)
    _process: KillableProcess = field(factory=taking_apart)
    _tools: Tools | None = None
    _reference: Runner | None = None
    _replayer: Replayer | None = None

    def __enter__(self) -> Self:
        self._stack.enter_context(self._process)
        runner = self._stack.enter_context(self.settings.open_runner())
        self._tools = Tools(runner, self._stack.enter_context(self.settings.open_comparer()))
        self._replayer = self._stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)))
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def tests(self, task: ContractTask) -> TaskTests:
        """The tests of a task. Raises InputError for a task that cannot be graded."""
        key = _key(task)
        if key not in self._tests:
            try:
                self._tests[key] = self._make(task)
            # Kept as well: a hundred samples of a task that cannot be graded fail once, not a hundred times.
            except InputError as error:
                self._tests[key] = error
            while len(self._tests) > self.kept:
                self._tests.popitem(last=False)
        test = self._tests[key]
        if isinstance(test, InputError):
            raise test
        return test

    def _make(self, task: ContractTask) -> TaskTests:
        _, replayer = self._opened()
        settings = self.settings
        expectations = expectations_of(task, self._for_reference, replayer, settings.cache)
        if settings.cvts is not None:
            return TaskTests(expectations, settings.cvts.get(task.task_id, ()))
        return TaskTests(
            expectations, make_cvts(task, settings.solver, settings.solver_limit, replayer, settings.cache)
        )

    def budget(self, task: ContractTask) -> TimeBudget:
        """What a program for a task may take where it is rewarded. What the task itself takes is made before, if it was
        not: it is nobody's fault. Raises InputError when the task cannot be graded."""
        tests, settings = self.tests(task), self.settings
        if settings.aligned:
            self._pool(task, tests)
        valid = settings.valid_for(tests.expectations)
        return TimeBudget(settings.violating.wall_seconds, LIMITS.rewarded_seconds + SLACK * valid.cpu_seconds)

    def grade(self, task: ContractTask, sample: Sample, budget: TimeBudget | None = None) -> Grade:
        """The grade of a sample of a task, by default with a budget of its own. Raises InputError when the task cannot
        be graded."""
        tests = self.tests(task)
        tools, _ = self._opened()
        settings, aligned = self.settings, self.settings.aligned
        loose = looseness_of(task.task_id, task.entry_point)
        # What cannot be loaded has a grade, too: it does nothing and refuses nothing.
        if sample.problem is not None:
            missed = not_run(sample.problem)
            return Grade(sample, missed, no_response(tests.cvts), without_code(task) if aligned else None, loose)
        valid, violating = settings.valid_for(tests.expectations), settings.violating
        # In secret grading a program could wait to find out which input is which.
        if settings.secret:
            budget = budget or self.budget(task)
            # All processes of a program share it: each input that it waits on would cost its whole time.
            valid, violating = (
                evolve(limits, budget=budget, wall_seconds=max(limits.wall_seconds, STALLED))
                for limits in (valid, violating)
            )
        bounds = ProgramBounds(valid, violating, settings.most_ended, settings.reject)
        # First the valid inputs and the violating tests, in one process.
        trial = try_out(sample.code, tests.expectations, tests.cvts, tools, bounds)
        if not aligned:
            return Grade(sample, trial.judgement, trial.responses, None, loose, trial.job)
        # Alignment only where it is asked for: it is the dearest part.
        alignment, drawn = self._alignment(task, sample.code, tests, trial, violating)
        responses = tuple(raised_by(trial.responses, alignment))
        held_out = NO_DRAWN if drawn is None else drawn.responses(alignment)
        # Inputs that nobody has seen: what was fitted to the shown tests fails there.
        return Grade(sample, trial.judgement, responses, alignment, loose, trial.job, held_out)

    def read(self, task: ContractTask, answer: str, budget: TimeBudget | None = None) -> Sample:
        """The sample in an answer for a task: module text, or a chatty answer that holds it."""
        return sample_of(task, answer, self._process, budget)

    def _alignment(
        self, task: ContractTask, code: str, tests: TaskTests, trial: Trial, violating: SandboxLimits
    ) -> tuple[GuardAlignment, DrawnOutcomes | None]:
        """The checks of a program beside the clauses, those that are equivalent seen at work or not; and what it does
        on drawn inputs, where it was asked."""
        tools, _ = self._opened()
        settings = self.settings
        # To draw inputs takes longer than most programs do.
        needed = settings.secret or has_checks(task, code, self._process)
        pool = self._pool(task, tests) if needed else InputPool()
        # Secret and new in each reward, but reproducible in reports.
        random = Random(secrets.randbits(128) if settings.secret else f"order of {task.contract_text}")
        inputs = pool.inputs(Random(0))
        how = Comparing(settings.alignment_seconds, inputs, pool.starts, universe=not settings.secret)
        # A program that had to be stopped is not asked further.
        if trial.stopped and settings.secret:
            # Nothing would be seen of its checks, and evaluating them may take as long as the program did.
            return unknown(task, "the program was stopped too often to be tried on other inputs"), None
        # The checks in the text, compared with the clauses.
        found = checks(task, code, self._process, settings.cache, how)
        # Where no known violation is refused, drawn ones change no number: nothing is paid for the contract.
        # A check may refuse by any exception, and what has none crashes.
        may_check = bool(found.guards or found.doubt) or not found.complete
        refuses = not trial.responses or any(
            response.kind == "raised" and (may_check or counts(response.mro, settings.paid))
            for response in trial.responses
        )
        # Without an equivalent check there is nothing to watch, unless the drawn inputs themselves are to count.
        if trial.stopped or not refuses or (not found.equivalent and not settings.secret):
            return evolve(found, seen=dict.fromkeys(found.equivalent), programs=None), None
        valid = [
            case.call for case in (*tests.expectations.base, *tests.expectations.plus)[: LIMITS.watched_valid_inputs]
        ]
        limits = evolve(
            violating,
            cpu_seconds=SLOWER * violating.cpu_seconds,
            wall_seconds=max(violating.wall_seconds, STALLED),
            budget=violating.budget or TimeBudget(violating.wall_seconds),
        )
        # One that never ends on a valid test does not on drawn ones: each would cost its whole time.
        most_ended = 1 if trial.judgement.hangs else settings.most_ended
        # The program as it is, on inputs in a secret order.
        probes = [*pool.sample(random), *found.apart]
        random.shuffle(probes)
        watch = CheckWatch(probes, valid, tools.runner, limits, most_ended, entry_point=task.entry_point)
        drawn = watch.drawn(code)
        return observed(found, drawn, watch), drawn

    def _pool(self, task: ContractTask, tests: TaskTests) -> InputPool:
        """The drawn inputs of a task. Made when a program first needs them."""
        key = _key(task)
        if key not in self._pools:
            _, replayer = self._opened()
            seed = secrets.randbits(128) if self.settings.secret else f"probes of {task.contract_text}"
            cases = (*tests.expectations.base, *tests.expectations.plus)[: LIMITS.drawing_starts]
            self._pools[key] = pool_of(task, [case.call for case in cases], tests.cvts, replayer, seed)
            while len(self._pools) > self.kept:
                self._pools.popitem(last=False)
        return self._pools[key]

    def _for_reference(self) -> Runner:
        """Where canonical solutions run, and nothing else does: a sandbox of their own, started when it is needed."""
        # Not the sandbox of the samples: one that could change that process would change what it is compared with.
        if self._reference is None:
            self._reference = self._stack.enter_context(self.settings.open_runner())
        return self._reference

    def _opened(self) -> tuple[Tools, Replayer]:
        if self._tools is None or self._replayer is None:
            raise RuntimeError("a Grader is used as a context manager")
        return self._tools, self._replayer


def _key(task: ContractTask) -> tuple[str, str, str]:
    return task.task_id, task.contract_text, task.solution


def by_task(grades: Sequence[Grade]) -> Iterator[tuple[str, list[Grade]]]:
    """The grades of each task, tasks in the order of their first sample."""
    yield from grouped((grade.sample.task_id, grade) for grade in grades).items()


LeftOutByTask = dict[str, tuple[LeftOut, ...]]


@define(slots=True)
class FileGrades:
    """The grades of one sample file, task by task. `outside`: samples of no task of the data set. `ungraded`: samples
    of tasks that cannot be graded, each with why. `lost`: samples whose worker process died twice. `missing`: tasks of
    the data set without a sample in the file."""

    source: Path
    grades: list[Grade] = field(factory=list)
    outside: list[Sample] = field(factory=list)
    ungraded: list[tuple[Sample, str]] = field(factory=list)
    lost: list[Sample] = field(factory=list)
    missing: list[str] = field(factory=list)


@frozen(slots=True)
class Graded:
    """The grade of one sample, or why there is none; and the shipped inputs of its task that are no tests."""

    grade: Grade | str
    left_out: tuple[LeftOut, ...] = ()
