"""Grading samples: one grade a sample, whatever the sample is, and what became of the samples of a file."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Self

from attrs import define, evolve, field, frozen

from ...backends.processes.killable import KillableProcess
from ...backends.python.replay import REPLAY_SECONDS, Replayer
from ...backends.python.replay import ReplayLimits as ReplayLimits
from ...backends.python.sandbox.protocol import CallLimits, SandboxLimits
from ...core.errors import InputError
from ...core.iteration import grouped
from ...core.limits import SECONDS_PER_CHECK
from ..datasets.tasks import ContractTask
from .adherence import ANY, Reject, Response, no_response
from .alignment import PROGRAM_SECONDS, GuardAlignment, without_code
from .cache import NO_CACHE, Cache
from .comparing import Comparer
from .cvts import ViolatingTest, make_cvts
from .evalplus_rules import looseness_of
from .expected import Expectations, LeftOut, expectations_of
from .extraction import checks, taking_apart
from .judging import ProgramJudgement, not_run
from .observing import VALID as MOST_VALID
from .observing import CheckWatch, observed, witnesses_of
from .running import MOST_ENDED, Runner
from .samples import Sample, sample_of
from .trial import ProgramBounds, Tools, try_out

VALID = SandboxLimits(cpu_seconds=5.0, wall_seconds=60.0, output_bytes=64 << 20, call=CallLimits(cpu_seconds=1.0))
VIOLATING = SandboxLimits(cpu_seconds=0.5, wall_seconds=5.0, call=CallLimits(memory_mb=64))
"""A loop without an end that appends to a list fills 300 MiB in half a second: that much memory would be most of what
grading takes. No refusal seen so far needs any."""
SLOWER = 4.0
"""EvalPlus' factor."""


@frozen(slots=True, kw_only=True)
class Settings:
    """How to grade. `valid` and `violating` limit a program on valid inputs and on contract-violating ones; where
    the canonical solution is slow, valid inputs have `SLOWER` times its processor time. After `most_ended`
    violating tests on which it had to be stopped the others are not run: they are unknown. `cvts` are tests by
    task, None to make them with `solver`, `limit` seconds a query. `reject`: which exceptions will count as a
    refusal. `aligned`: whether to compare the checks of programs with clauses (AAR, AAP), for at most
    `alignment_seconds` a program: what is not known then stays unknown."""

    open_runner: Callable[[], AbstractContextManager[Runner]]
    open_comparer: Callable[[], AbstractContextManager[Comparer]] = Comparer
    valid: SandboxLimits = VALID
    violating: SandboxLimits = VIOLATING
    most_ended: int = MOST_ENDED
    cvts: Mapping[str, tuple[ViolatingTest, ...]] | None = None
    solver: str = "z3"
    limit: float = SECONDS_PER_CHECK
    reject: Reject = ANY
    aligned: bool = True
    alignment_seconds: float = PROGRAM_SECONDS
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
    """What became of one sample of a task of the data set. `loose`: what that task takes for right beside the expected
    outputs, None for nothing."""

    sample: Sample
    judgement: ProgramJudgement
    responses: tuple[Response, ...]
    alignment: GuardAlignment | None
    loose: str | None = None


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
    _witnesses: OrderedDict[tuple[str, str, str], tuple[str | None, ...]] = field(factory=OrderedDict)
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
        found = self._tests[key]
        if isinstance(found, InputError):
            raise found
        return found

    def _make(self, task: ContractTask) -> TaskTests:
        _, replayer = self._opened()
        settings = self.settings
        expectations = expectations_of(task, self._for_reference, replayer, settings.cache)
        if settings.cvts is not None:
            return TaskTests(expectations, settings.cvts.get(task.task_id, ()))
        return TaskTests(expectations, make_cvts(task, settings.solver, settings.limit, replayer, settings.cache))

    def grade(self, task: ContractTask, sample: Sample) -> Grade:
        """The grade of a sample of a task. Raises InputError when the task cannot be graded."""
        tests = self.tests(task)
        tools, _ = self._opened()
        settings, aligned = self.settings, self.settings.aligned
        loose = looseness_of(task.task_id, task.entry_point)
        if sample.problem is not None:
            missed = not_run("not loadable", sample.problem)
            return Grade(sample, missed, no_response(tests.cvts), without_code(task) if aligned else None, loose)
        valid = settings.valid_for(tests.expectations)
        bounds = ProgramBounds(valid, settings.violating, settings.most_ended, settings.reject)
        trial = try_out(sample.code, tests.expectations, tests.cvts, tools, bounds)
        alignment = self._alignment(task, sample.code, tests) if aligned else None
        return Grade(sample, trial.judgement, trial.responses, alignment, loose)

    def read(self, task: ContractTask, answer: str) -> Sample:
        """The sample in an answer for a task: module text, or a chatty answer that holds it."""
        return sample_of(task, answer, self._process)

    def _alignment(self, task: ContractTask, code: str, tests: TaskTests) -> GuardAlignment:
        """The checks of a program beside the clauses, those that are equivalent seen at work or not."""
        found = checks(task, code, self._process, self.settings.cache, self.settings.alignment_seconds)
        if not found.equivalent:
            return found
        tools, _ = self._opened()
        settings = self.settings
        valid = [case.call for case in (*tests.expectations.base, *tests.expectations.plus)[:MOST_VALID]]
        witnesses = self._witnessed(task, tests.cvts)
        watch = CheckWatch(witnesses, valid, tools.runner, settings.violating, settings.most_ended)
        return observed(found, code, task.entry_point, watch)

    def _witnessed(self, task: ContractTask, tests: Sequence[ViolatingTest]) -> tuple[str | None, ...]:
        """What violates each conjunct of a task's contract. Made when a program first has an equivalent check."""
        key = _key(task)
        if key not in self._witnesses:
            _, replayer = self._opened()
            self._witnesses[key] = witnesses_of(task, tests, replayer, self.settings.cache)
            while len(self._witnesses) > self.kept:
                self._witnesses.popitem(last=False)
        return self._witnesses[key]

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
