"""Grading sample files, over worker processes: each has its own sandbox."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ...backends.processes.workers import DIED_TWICE, Lost
from ...core.errors import InputError
from ..datasets.tasks import ContractTask
from ..executors.executor import Executor, ItemWork
from .expected import known_seconds
from .grade import FileGrades, Grade, Graded, Grader, LeftOutByTask, Settings
from .samples import Sample
from .stored import decoded, encoded

SAMPLES_TOGETHER = 16
"""Samples of a task that one worker grades: the task's tests are made once for them."""
SAMPLES_A_WORKER = 8
"""A worker process is worth its start for at least so many samples."""


@frozen(slots=True)
class _TaskSamples:
    """Samples of one task."""

    task: ContractTask
    samples: tuple[Sample, ...]


def grade_files(
    files: Mapping[Path, Sequence[Sample]],
    tasks: Mapping[str, ContractTask],
    settings: Settings,
    executor: Executor,
    each: Callable[[Path, Sample, Graded], None],
    step: Callable[[], None],
) -> tuple[list[FileGrades], LeftOutByTask]:
    """Grade the samples of files, those of a task together. `each` gets every grade (None if there is none) at once;
    `step` is called once a sample. Also returns, by task, the shipped inputs that are no tests.

    Raises SandboxUnavailable where programs cannot be confined.
    """
    found = {source: FileGrades(source) for source in files}
    left_out: LeftOutByTask = {}
    # By task, since the tests of a task are made once for all its samples.
    by_id: dict[str, list[tuple[Path, Sample]]] = {task_id: [] for task_id in tasks}
    for source, samples in files.items():
        for sample in samples:
            if sample.task_id in by_id:
                by_id[sample.task_id].append((source, sample))
            else:
                found[source].outside.append(sample)
        there = {sample.task_id for sample in samples}
        found[source].missing += [task_id for task_id in tasks if task_id not in there]
    # Parts of a few samples: a worker that dies loses one part.
    parts = [
        pairs[start : start + SAMPLES_TOGETHER]
        for pairs in by_id.values()
        for start in range(0, len(pairs), SAMPLES_TOGETHER)
    ]
    work = [_TaskSamples(tasks[part[0][1].task_id], tuple(sample for _, sample in part)) for part in parts]
    # What a part costs is known from earlier runs, so that long ones begin first.
    grading = ItemWork(
        open_worker=partial(_worker, settings),
        encode=encoded,
        decode=_decoded,
        processes=lambda items: sum(len(item.samples) for item in items) // SAMPLES_A_WORKER,
        cost=lambda item: len(item.samples) * known_seconds(item.task, settings.cache),
    )
    graded: list[list[Graded]] = [[] for _ in parts]
    # Results arrive as they are known; those of a part in its order.
    for place, part in executor.as_known(work, grading):
        waiting = parts[place][len(graded[place]) :]
        # A part that killed two workers: its samples have no grade, which is said.
        if isinstance(part, Lost):
            for source, sample in waiting:
                found[source].lost.append(sample)
                each(source, sample, Graded(DIED_TWICE))
                step()
            continue
        graded[place].append(part)
        each(*waiting[0], part)
        step()
    # Back in the order of the tasks.
    for pairs, known in zip(parts, graded, strict=True):
        for (source, sample), part in zip(pairs, known, strict=False):
            if isinstance(part.grade, Grade):
                found[source].grades.append(part.grade)
            else:
                found[source].ungraded.append((sample, part.grade))
        left_out[pairs[0][1].task_id] = known[0].left_out if known else ()
    return list(found.values()), left_out


@contextmanager
def _worker(settings: Settings) -> Iterator[Callable[[_TaskSamples], Iterable[Graded]]]:
    with Grader(settings) as grader:
        yield partial(_graded, grader)


def _decoded(work: _TaskSamples, part: int, value: Any) -> Graded:
    return decoded(value, work.samples[part])


def _graded(grader: Grader, work: _TaskSamples) -> Iterator[Graded]:
    """The grade of each sample; one that repeats the text of another has that one's, and is not run again."""
    try:
        left_out = grader.tests(work.task).expectations.left_out
    except InputError as error:
        yield from [Graded(str(error))] * len(work.samples)
        return
    known: dict[tuple[str, str | None], Grade] = {}
    for sample in work.samples:
        key = sample.code, sample.problem
        found = evolve(known[key], sample=sample) if key in known else _grade(grader, work.task, sample)
        if isinstance(found, Grade):
            known[key] = found
        yield Graded(found, left_out)


def _grade(grader: Grader, task: ContractTask, sample: Sample) -> Grade | str:
    try:
        return grader.grade(task, sample)
    except InputError as error:
        return str(error)
