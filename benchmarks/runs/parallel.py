"""Tasks over worker processes: each has its own replays and solvers, and the reports come in order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from ...backends.processes.workers import cores, in_order
from ...backends.python.replay import Replayer, ReplayLimits
from ..datasets.tasks import DafnyTask, PythonTask
from .cvt import REFERENCE_SECONDS
from .run import FileReport, RunSettings, lost_file, run_dafny, run_python
from .task_report import Report

TASKS_A_WORKER = 4
"""A worker process is worth its start for at least so many tasks."""
FILES_A_WORKER = 2
"""And for so many files with specifications, which take longer."""


def reports(
    tasks: Sequence[PythonTask],
    settings: RunSettings,
    known: Mapping[int, Report] = {},
    arrived: Callable[[int, Report], None] = lambda place, report: None,
) -> Iterator[Report]:
    """The reports of tasks in their order, each as soon as it and those before it are there; those that are `known`
    already, by the place of the task, are not computed again. `arrived` is told each new one, with its place, as soon
    as it is there.

    At most `settings.config.jobs` worker processes (one a core if None); none where the tasks are few. A task whose
    worker dies twice is reported as failed; the others are not affected.
    """
    unknown = [place for place in range(len(tasks)) if place not in known]
    workers = min(settings.config.jobs or cores(), len(unknown) // TASKS_A_WORKER)
    fresh = in_order(
        [tasks[place] for place in unknown], partial(_worker, settings), workers, _lost,
        arrived=lambda place, report: arrived(unknown[place], report),
    )  # fmt: skip
    for place in range(len(tasks)):
        yield known[place] if place in known else next(fresh)


def file_reports(
    tasks: Sequence[DafnyTask],
    settings: RunSettings,
    known: Mapping[int, FileReport] = {},
    arrived: Callable[[int, FileReport], None] = lambda place, report: None,
) -> Iterator[FileReport]:
    """As `reports`, of files with specifications. The largest files are begun first: of one that takes long the others
    do not have to wait."""
    unknown = [place for place in range(len(tasks)) if place not in known]
    workers = min(settings.config.jobs or cores(), len(unknown) // FILES_A_WORKER)
    fresh = in_order(
        [tasks[place] for place in unknown], partial(_file_worker, settings), workers, lost_file, cost=_size,
        arrived=lambda place, report: arrived(unknown[place], report),
    )  # fmt: skip
    for place in range(len(tasks)):
        yield known[place] if place in known else next(fresh)


@contextmanager
def _file_worker(settings: RunSettings) -> Iterator[Callable[[DafnyTask], FileReport]]:
    yield lambda task: run_dafny(task, settings)


def _size(task: DafnyTask) -> float:
    """Bytes; none for what cannot be asked, which is read and reported later."""
    try:
        return float(task.file.stat().st_size)
    except OSError:
        return 0.0


@contextmanager
def _worker(settings: RunSettings) -> Iterator[Callable[[PythonTask], Report]]:
    with Replayer(ReplayLimits(cpu_seconds=REFERENCE_SECONDS)) as replayer:
        yield lambda task: run_python(task, settings, replayer)


def _lost(task: PythonTask) -> Report:
    return Report(task_id=task.task_id, error="its worker process died twice", failed=True)
