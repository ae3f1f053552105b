"""Which checks a program lacks, and the program with them.

The conjuncts of a contract are compared with the checks of the program, by proof (`grading/alignment.py`). What no
check that was seen at work says is lacking, and is put in. Then the program is run again, on all tests of its task.
Where that shows that something is refused in another way than asked for (by a crash in a check that comes too early, by
another exception), all conjuncts are put in, before everything else; and where a conjunct itself raises, what it raises
becomes a refusal. Where valid inputs are not passed any more, a function is put around: a program that calls itself
may do so with what the contract excludes. Where nothing of that passes what it passed and refuses more, the program
stays as it is.

A program that is not even loaded, since an example of its own fails that stands outside of functions, has its examples
below `if __name__ == "__main__":` first. One that would pass its tests then stays as it is: what weaving puts in are
checks, and which programs pass is the same before and after.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from attrs import evolve, frozen

from ...backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits
from ...core.metrics import Score
from ..datasets.tasks import ContractTask
from ..grading.adherence import PAPER, Reject, satisfaction
from ..grading.alignment import GuardAlignment
from ..grading.grade import Grade, Grader, Settings
from ..grading.guards import Guard
from ..grading.samples import Sample
from .insertion import Insertion, inserted, without_examples

BOUNDS = RequestLimits(cpu_seconds=5.0, wall_seconds=60.0, memory_mb=1024)

UNDEFINED = "it does not define the function of its task"
"""A function of another name is no such: with the right name it might pass tests that it did not pass."""
PASSES_WITHOUT = "it cannot be loaded, and without its examples, which are why, it would pass its tests"

WeaveStatus = Literal["lacks nothing", "woven", "not woven"]


@frozen(slots=True)
class Woven:
    """What became of a program. `code`: its text afterwards; `added`: the conditions that were put in; `reason`: why it
    was not woven, or not all that is asked for is refused. `before`, `after`: its grades, the same where nothing was
    done. `examples`: whether its examples, which kept it from being loaded, run no more on import."""

    status: WeaveStatus
    code: str
    added: tuple[str, ...]
    reason: str
    before: Grade
    after: Grade
    examples: bool = False


@frozen(slots=True)
class Weaver:
    """What weaving needs. `grader` compares checks with clauses, `runner` only runs programs, `process` is where their
    texts are taken apart; `reject`: what counts as a refusal."""

    grader: Grader
    runner: Grader
    process: KillableProcess
    reject: Reject = PAPER


@contextmanager
def weaver(settings: Settings) -> Iterator[Weaver]:
    """Started."""
    aligned, plain = evolve(settings, aligned=True), evolve(settings, aligned=False)
    with Grader(aligned) as grader, Grader(plain) as runner, KillableProcess(loads=inserted.__module__) as process:
        yield Weaver(grader, runner, process, settings.reject)


def woven(task: ContractTask, sample: Sample, tools: Weaver) -> Woven:
    """A program with the checks that it lacks. Raises InputError for a task that cannot be graded."""
    grade_before = tools.grader.grade(task, sample)
    if sample.problem is not None or grade_before.alignment is None:
        reason = UNDEFINED if sample.problem == "no function" else sample.problem or "its checks were not analysed"
        return Woven("not woven", sample.code, (), reason, grade_before, grade_before)
    if grade_before.judgement.verdict == "not loadable":
        return _loaded(task, sample, grade_before, tools)
    return _checked(task, sample, grade_before, tools)


def _loaded(task: ContractTask, sample: Sample, grade_before: Grade, tools: Weaver) -> Woven:
    """A program that cannot be loaded, woven without its examples where these are the reason."""
    code = _asked(tools.process, without_examples, sample.code)
    after = None if code is None else tools.grader.grade(task, evolve(sample, code=code))
    if code is None or after is None or after.judgement.verdict == "not loadable":
        return Woven("not woven", sample.code, (), "it cannot be loaded", grade_before, grade_before)
    if after.judgement.passes_plus != grade_before.judgement.passes_plus:
        return Woven("not woven", sample.code, (), PASSES_WITHOUT, grade_before, grade_before)
    rechecked = _checked(task, evolve(sample, code=code), after, tools)
    return evolve(rechecked, status="woven", before=grade_before, examples=True)


def _checked(task: ContractTask, sample: Sample, grade_before: Grade, tools: Weaver) -> Woven:
    """A program that can be loaded, woven."""
    reject, alignment = tools.reject, grade_before.alignment
    if alignment is None:
        return Woven("not woven", sample.code, (), "its checks were not analysed", grade_before, grade_before)
    best = Woven("lacks nothing", sample.code, (), "", grade_before, grade_before)
    tried = False
    for insertion in _insertions(task, alignment):
        if _satisfied(best.after, reject):
            break
        code = _asked(tools.process, inserted, sample.code, task.entry_point, insertion)
        if code is None:
            continue
        tried = True
        after = tools.runner.grade(task, evolve(sample, code=code))
        # A check that refuses a valid input costs the program its tests: that is no repair, whatever it refuses beside.
        kept = after.judgement.passes_plus == grade_before.judgement.passes_plus
        if kept and _rate(after, reject) > _rate(best.after, reject):
            best = Woven("woven", code, tuple(check.text for check in insertion.checks), "", grade_before, after)
    if _satisfied(best.after, reject):
        return best
    rest = "a test that violates the contract is not refused" if tried else "there is no place for checks in it"
    return evolve(best, status="woven" if best.status == "woven" else "not woven", reason=rest)


def _insertions(task: ContractTask, alignment: GuardAlignment) -> Iterator[Insertion]:
    """What to try, the least change first."""
    parameters = tuple(task.parameter_names)
    matched = alignment.in_context.matched
    matched_clauses = {clause for clause, _ in matched}
    lacking = [clause for clause in range(len(alignment.clauses)) if clause not in matched_clauses]
    after = frozenset(alignment.guards[guard].line for _, guard in matched)
    if lacking:
        first = min(lacking) > max(matched_clauses, default=-1)
        yield Insertion(_of(alignment, lacking), parameters, after if first else frozenset())
    everything = _of(alignment, range(len(alignment.clauses)))
    yield Insertion(everything, parameters)
    yield Insertion(everything, parameters, strict=True)
    if lacking:
        yield Insertion(_of(alignment, lacking), parameters, around=True)
    yield Insertion(everything, parameters, around=True)
    yield Insertion(everything, parameters, around=True, strict=True)


def _of(alignment: GuardAlignment, places: Sequence[int]) -> tuple[Guard, ...]:
    return tuple(alignment.clauses[clause] for clause in places)


def _asked(process: KillableProcess, change: Callable[..., str | None], *arguments: Any) -> str | None:
    """The changed text of a program; None where there is none within the bounds."""
    try:
        return process.ask(BOUNDS, change, *arguments)
    except ProcessStopped:
        return None


def refusals(grade: Grade, reject: Reject) -> Score:
    """CSR of one program."""
    return satisfaction(grade.responses, reject)


def _rate(grade: Grade, reject: Reject) -> float:
    return refusals(grade, reject).low or 0.0


def _satisfied(grade: Grade, reject: Reject) -> bool:
    return refusals(grade, reject).low in (None, 1.0)
