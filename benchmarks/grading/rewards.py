"""A score of a program for reinforcement learning: does it do its job, and does it refuse the rest?

Several objectives at once: functional correctness, contract satisfaction, and the recall and precision of the program's
own checks (arXiv:2510.12047 names this as future work). Each process has its own sandbox; results that do not depend on
the program are kept in the user's cache, so that many workers share them.

What a program may take is bounded: on the valid inputs together a second of processor time, or four times that of the
canonical solution where that is more; on tests that violate the contract `REFUSAL.cpu_seconds` each, and after two of
them on which it had to be stopped the others are not run, and unknown; and a second of counted work to compare its
checks with the clauses, which are unknown after that, and after three seconds with all solvers. One that waits and
computes nothing is stopped, too: all of its processes may wait `REFUSAL.wall_seconds` together. That waiting, what they
compute, reading the text and comparing the outputs take four seconds together at most, beside twice those of the valid
inputs.
`specassay grade` is more patient: a slow program may pass there and not here.
"""

import atexit
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from attrs import define, evolve, frozen

from ...backends.processes.workers import in_order
from ...backends.python.sandbox import CallLimits, Sandbox, SandboxLimits
from ...core.errors import InputError
from ...core.metrics import Alignment, Score, assertion_alignment_precision, assertion_alignment_recall, proportion
from ..cache import Cache, user_folder
from ..closest import fields_by_name, options_by_name
from ..datasets.tasks import ContractTask
from .adherence import PAPER, DrawnResponses, Reject, checked_reject, satisfaction
from .alignment import GuardAlignment
from .grade import Grade, Grader, Settings
from .grading_limits import LIMITS

KEPT_TASKS = 64
"""Tasks whose expected outputs stay in memory: those of one batch of training. Chosen, not measured."""
TOGETHER = 16
"""Programs that a worker process is given at once."""
JOB = SandboxLimits(cpu_seconds=1.0, wall_seconds=20.0, output_bytes=64 << 20)
REFUSAL = SandboxLimits(cpu_seconds=0.25, wall_seconds=5.0, call=CallLimits(memory_mb=64))


@fields_by_name
@frozen(slots=True)
class Weights:
    """How much each objective counts; only their proportions matter.

    :raises InputError: for a negative weight, and when all are 0.
    """

    passes: float = 0.5
    csr: float = 0.3
    aar: float = 0.1
    aap: float = 0.1

    def __attrs_post_init__(self) -> None:
        if min(self.all) < 0 or not sum(self.all):
            raise InputError(f"weights of a reward must not be negative, and not all 0: {self}")

    @property
    def all(self) -> tuple[float, float, float, float]:
        return self.passes, self.csr, self.aar, self.aap


@frozen(slots=True, repr=False)
class Reward:
    """The reward of a program, which is a number (`float(reward)`), and what it is made of.

    `total` is that number and lies in [0, 1]: the weighted mean, with every rate at its lower bound, of which what is
    paid for the contract (all but `passes`) is multiplied by `job`: the share of valid inputs that are answered
    rightly, and 0 where one is refused, drawn ones among them, or a constant answer does as well; times the share of
    drawn valid inputs that do not end by an exception. `csr` is over the contract-violating tests that no prompt shows,
    `held_out` over the clauses, of which one counts where every input is refused that violates it, of those drawn anew
    for this reward; the lesser one counts. A rate without data counts as 1 when there is nothing to refuse or to check,
    and as 0 otherwise: a program without checks has no precision. `verdict` is that of the first test that is not
    passed, or why the program could not be run.
    """

    passes: bool
    verdict: str
    job: float
    csr: Score
    held_out: Score
    aar: Score
    aap: Score
    weights: Weights
    total: float

    def __float__(self) -> float:
        return self.total

    def __repr__(self) -> str:
        return f"Reward({self.total:.3f}: {', '.join(f'{name} {value}' for name, value in self.to_dict().items())})"

    def to_dict(self) -> dict[str, float | str | bool | None]:
        """The number and what it is made of, by name: every rate at its lower bound."""
        rates = {name: getattr(self, name).low for name in ("csr", "held_out", "aar", "aap")}
        return {"total": self.total, "verdict": self.verdict, "passes": self.passes, "job": self.job, **rates}


DEFAULT = Weights()


@options_by_name
def reward(
    task: ContractTask,
    code: str,
    weights: Weights = DEFAULT,
    *,
    reject: Reject = PAPER,
    settings: Settings | None = None,
) -> Reward:
    """The reward of one program: does it do its job, and does it refuse what breaks the contract?

    :param task: one of `specassay.load(path)`.
    :param code: the text of a module that defines `task.entry_point`, or a chatty answer that holds it.
    :param weights: how much each objective counts.
    :param reject: names of the exceptions that count as a refusal.
    :param settings: limits, sandbox and cache, kept for the process as long as they stay the same; the default has the
        sandbox with all its layers and the user's cache.
    :raises InputError: for what is no task or no text, a task that cannot be graded, and exceptions in `reject` that do
        not exist.
    :raises SandboxUnavailable: where programs cannot be confined; a SpecassayError whose message says what is missing.
    """
    _check(task, code)
    refusals = _refusals(reject)
    grader = _grader(settings or DEFAULT_SETTINGS, refusals)
    return _broken_down(_graded(grader, task, code), weights, refusals)


@options_by_name
def rewards(
    pairs: Iterable[tuple[ContractTask, str]],
    weights: Weights = DEFAULT,
    *,
    reject: Reject = PAPER,
    settings: Settings | None = None,
    jobs: int = 1,
) -> list[Reward]:
    """The rewards of many programs, in order, by at most so many worker processes, which take a second to start.
    Fastest when programs of one task follow each other. Programs on which a worker process dies twice earn nothing.
    Raises as `reward` does."""
    chosen = settings or DEFAULT_SETTINGS
    programs = list(pairs)
    for task, code in programs:
        _check(task, code)
    parts = [tuple(programs[start : start + TOGETHER]) for start in range(0, len(programs), TOGETHER)]
    worker = partial(_worker, chosen, weights, _refusals(reject))
    workers = min(jobs, len(parts))
    return [each for part in in_order(parts, worker, workers, partial(_lost, weights)) for each in part]


def _check(task: object, code: object) -> None:
    """Raises InputError for what is no task or no text of a program."""
    if not isinstance(task, ContractTask):
        raise InputError(f"a reward is for a ContractTask, one of specassay.load(path), not {_kind(task)}")
    if not isinstance(code, str):
        raise InputError(f"{task.task_id}: a program is the text of a module or of an answer, not {_kind(code)}")


def _kind(value: object) -> str:
    return "None" if value is None else f"an object of the class {type(value).__name__}"


def _refusals(reject: object) -> Reject:
    try:
        return checked_reject(reject)
    except ValueError as error:
        raise InputError(f"reject: {error}") from error


DEFAULT_SETTINGS = Settings(
    open_runner=Sandbox,
    cache=Cache(user_folder()),
    valid=JOB,
    violating=REFUSAL,
    most_ended=LIMITS.rewarded_ended_calls,
    alignment_seconds=LIMITS.rewarded_program_seconds,
    secret=True,
)
_ProgramsOfTasks = tuple[tuple[ContractTask, str], ...]


@contextmanager
def _worker(
    settings: Settings, weights: Weights, reject: Reject
) -> Iterator[Callable[[_ProgramsOfTasks], list[Reward]]]:
    def work(part: _ProgramsOfTasks) -> list[Reward]:
        return [_broken_down(_graded(_grader(settings, reject), task, code), weights, reject) for task, code in part]

    try:
        yield work
    finally:
        if multiprocessing.parent_process() is not None:
            _close()  # what is registered with atexit does not run in a worker process


def _lost(weights: Weights, part: _ProgramsOfTasks) -> list[Reward]:
    """Nothing for programs on which a worker process died twice: what they did to it must not lose a batch."""
    nothing = Score(None, None, 0)
    return [Reward(False, "worker died", 0.0, nothing, nothing, nothing, nothing, weights, 0.0) for _ in part]


@define(slots=True)
class _Current:
    """The grader of this process. A forked worker inherits the object, but must not use it."""

    grader: Grader | None = None
    asked: tuple[Settings, Reject] | None = None
    process: int = 0


_CURRENT = _Current()


def _grader(settings: Settings, reject: Reject) -> Grader:
    asked = _CURRENT.asked
    if (
        _CURRENT.grader is None
        or _CURRENT.process != os.getpid()
        or asked is None
        or asked[0] is not settings
        or asked[1] != reject
    ):
        _close()
        _CURRENT.grader = Grader(evolve(settings, paid=reject), kept=KEPT_TASKS).__enter__()
        _CURRENT.asked, _CURRENT.process = (settings, reject), os.getpid()
    return _CURRENT.grader


def _close() -> None:
    """End the sandbox of this process; that of a parent process is the parent's."""
    if _CURRENT.grader is not None and _CURRENT.process == os.getpid():
        _CURRENT.grader.__exit__(None, None, None)
    _CURRENT.grader = None


atexit.register(_close)


def _graded(grader: Grader, task: ContractTask, code: str) -> Grade:
    budget = grader.budget(task)
    return grader.grade(task, grader.read(task, code, budget), budget)


def _broken_down(grade: Grade, weights: Weights, reject: Reject) -> Reward:
    drawn = grade.drawn
    # Tests that prompts show count only where no others were drawn: they may have been learnt.
    counted = [response for response in grade.responses if not (response.test.shown and drawn.violating)]
    csr, held_out = satisfaction(counted, reject), drawn.satisfaction(reject)
    if grade.alignment is not None and (grade.alignment.doubt or not grade.alignment.complete):
        # What was called may not be what others get under the name, or was not looked at: nothing is known of it.
        held_out = proportion(0, held_out.n, held_out.n)
    alignments = [] if grade.alignment is None else [_counted(grade.alignment, drawn)]
    # In context, since programs check one condition after another.
    aar, aap = assertion_alignment_recall(alignments), assertion_alignment_precision(alignments)
    judgement = grade.judgement
    # What has no data is no reason to pay less, where nothing could have been done better: no test that violates the
    # contract, no clause to check. A program with no check at all where there is one to make earns no precision.
    nothing_to_check = aar.low is None
    # The worst of what was seen on known and on new inputs.
    contract = (
        min((rate.low for rate in (csr, held_out) if rate.low is not None), default=1.0),
        1.0 if aar.low is None else aar.low,
        float(nothing_to_check) if aap.low is None else aap.low,
    )
    # What refuses valid inputs, or answers them at random, checks nothing: the contract is worth what the job is.
    job = grade.job.value * drawn.share_of_job(reject)
    # The job multiplies: a program that does nothing is not paid for refusing.
    values = (float(judgement.passes_plus), *(job * value for value in contract))
    total = sum(weight * value for weight, value in zip(weights.all, values, strict=True)) / sum(weights.all)
    return Reward(judgement.passes_plus, judgement.verdict, job, csr, held_out, aar, aap, weights, total)


def _counted(alignment: GuardAlignment, drawn: DrawnResponses) -> Alignment:
    """The checks that are paid: beside the clauses that were seen at work, or that some input violates alone. One that
    others imply, as `hasattr(a, '__eq__')` is by everything, is never what refuses: nobody can see whether it is
    checked."""
    if not drawn.violating:
        return alignment.in_context
    seen = {clause for clause, _ in alignment.in_context.matched}
    return alignment.in_context_without(set(range(len(alignment.clauses))) - seen - drawn.alone)
