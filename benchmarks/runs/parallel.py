"""Tasks over the workers of an executor: each has its own replays and solvers, and the reports come in order.

While a process does much work, Python looks for garbage in cycles less often.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from attrs import define, field

from ...backends.processes.workers import DIED_TWICE, whole
from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...core.errors import ClusterFailure
from ..datasets.tasks import ContractTask, SpecTask
from ..executors.executor import Executor, ItemWork, Processes, in_order_beside
from ..store.records import as_json, kept
from .kept import report_on
from .provenance import digest_of, digest_of_file
from .run import FileReport, RunSettings, lost_file, run_specifications
from .stored import file_report_of, report_of, result_of, result_of_file
from .task_report import Report

THRESHOLD = (10_000, 10, 5)
"""Python's own (700, 10, 10) looks through all terms of a task again and again, of which nearly none are garbage: a
fifth of the processor time of `cvt`, and 7 % of that of `spec`. The last number keeps the memory as it was: what is
garbage is large."""


FILES_FROZEN = 50
"""Files after which what has outlived them is looked through all the same."""


@define(slots=True, eq=False)
class Survivors:
    """What has outlived items, which nobody looks through again: caches grow, and with them what each full collection
    takes. Of 180 files of VeriContest in one process it took a tenth of the processor time, of 39 a twenty-fifth."""

    frozen: bool
    _items: int = field(default=0, init=False)

    def after_item(self) -> None:
        """Freeze what is left of an item. Now and then all is looked through: what was in a cache may be a cycle that
        nobody needs any more."""
        if not self.frozen or gc.get_count()[1:] == (0, 0):
            return
        self._items += 1
        if self._items % FILES_FROZEN == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()


@contextmanager
def rare_collections() -> Iterator[Survivors]:
    """Look more rarely, and never through what is there already: modules and their tables stay. Afterwards all is as
    before. Who looks even more rarely, or never, goes on so, and so does who has frozen what is there: to unfreeze it
    would let each later collection go through all of it again."""
    threshold = gc.get_threshold()
    # The threshold is asked first: to count what is frozen takes Python a look at each object.
    if not 0 < threshold[0] < THRESHOLD[0]:
        yield Survivors(frozen=False)
        return
    freezes = gc.get_freeze_count() == 0
    gc.set_threshold(*THRESHOLD)
    if freezes:
        gc.collect()
        gc.freeze()
    try:
        yield Survivors(frozen=freezes)
    finally:
        if freezes:
            gc.unfreeze()
        gc.set_threshold(*threshold)


AnyReport = TypeVar("AnyReport", Report, FileReport)

TASKS_A_WORKER = 4
"""A worker process is worth its start for at least so many tasks."""
FILES_A_WORKER = 2
"""And for so many files with specifications, which take longer."""


def reports(
    tasks: Sequence[ContractTask],
    settings: RunSettings,
    known: Mapping[int, Report] = {},
    arrived: Callable[[int, Report], None] = lambda place, report: None,
    executor: Executor | None = None,
) -> Iterator[Report]:
    """The reports of tasks in their order, each as soon as it and those before it are there; those that are `known`
    already, by the place of the task, are not computed again. `arrived` is told each new one, with its place, as soon
    as it is there. The longest contracts are begun first: of one that takes long the others do not have to wait.

    `executor`: processes if None, at most `settings.config.jobs` (one a core if None); none where the tasks are few. A
    task whose worker dies twice is reported as failed; the others are not affected.
    """
    work = ItemWork(
        open_worker=whole(partial(_worker, settings)),
        encode=_encoded,
        decode=_decoded,
        processes=lambda items: len(items) // TASKS_A_WORKER,
        digest=partial(digest_of, settings=settings),
        cost=_length,
    )
    return in_order_beside(known, tasks, work, executor or Processes(settings.config.jobs), _lost, arrived)


def file_reports(
    tasks: Sequence[SpecTask],
    settings: RunSettings,
    known: Mapping[int, FileReport] = {},
    arrived: Callable[[int, FileReport], None] = lambda place, report: None,
    executor: Executor | None = None,
) -> Iterator[FileReport]:
    """The reports of files with specifications. The largest files are begun first, so that the run does not end with
    waiting for one; a process goes on with the folder that it is in: files of one problem ask solvers the same."""
    work = ItemWork(
        open_worker=whole(partial(_file_worker, settings)),
        encode=_encoded_file,
        decode=_decoded_file,
        processes=lambda items: len(items) // FILES_A_WORKER,
        digest=partial(digest_of_file, settings=settings),
        cost=_size,
        together=_folder,
    )
    return in_order_beside(known, tasks, work, executor or Processes(settings.config.jobs), lost_file, arrived)


@contextmanager
def _file_worker(settings: RunSettings) -> Iterator[Callable[[SpecTask], FileReport]]:
    with rare_collections() as survivors:

        def report(task: SpecTask) -> FileReport:
            found = run_specifications(task, settings)
            survivors.after_item()
            return found

        yield report


def _length(task: ContractTask) -> float:
    """Characters of the contract."""
    return float(len(task.contract_text))


def _folder(task: SpecTask) -> Path:
    return task.file.parent


def _size(task: SpecTask) -> float:
    """Bytes; none for what cannot be asked, which is read and reported later."""
    try:
        return float(task.file.stat().st_size)
    except OSError:
        return 0.0


@contextmanager
def _worker(settings: RunSettings) -> Iterator[Callable[[ContractTask], Report]]:
    with rare_collections(), Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
        yield lambda task: report_on(task, settings, replayer)


def _lost(task: ContractTask) -> Report:
    return Report(task_id=task.task_id, error=DIED_TWICE, failed=True)


def _encoded(report: Report) -> Any:
    return as_json(result_of(report, report.rows))


def _decoded(task: ContractTask, part: int, value: Any) -> Report:
    return _there(report_of(kept(value), task.task_id))


def _encoded_file(report: FileReport) -> Any:
    return as_json(result_of_file(report, report.rows))


def _decoded_file(task: SpecTask, part: int, value: Any) -> FileReport:
    return _there(file_report_of(kept(value), task))


def _there(report: AnyReport | None) -> AnyReport:
    if report is None:
        raise ClusterFailure("a worker sent a result that cannot be read")
    return report
