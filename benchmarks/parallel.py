"""Python tasks over worker processes: each has its own replays and solvers, and the reports come in order."""

import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.util import Finalize

from .cvt import REFERENCE_SECONDS, TaskReport
from .replay import Limits, Replayer
from .runs import Settings, run_python
from .tasks import PythonTask

TASKS_A_WORKER = 4
"""A worker process is worth its start for at least so many tasks."""

_replayer: Replayer | None = None


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def reports(
    tasks: Sequence[PythonTask], settings: Settings, known: Mapping[str, TaskReport] = {}
) -> Iterator[TaskReport]:
    """The reports of tasks in their order, each as soon as it and those before it are there; those that are `known`
    already, by the id of the task, are not computed again.

    At most `settings.jobs` worker processes; none where the tasks are few. A task whose worker dies twice is reported
    as failed; the others are not affected.
    """
    fresh = _computed([task for task in tasks if task.task_id not in known], settings)
    for task in tasks:
        yield known[task.task_id] if task.task_id in known else next(fresh)


def _computed(tasks: Sequence[PythonTask], settings: Settings) -> Iterator[TaskReport]:
    workers = min(settings.jobs, len(tasks) // TASKS_A_WORKER)
    if workers < 2:
        with Replayer(Limits(cpu_seconds=REFERENCE_SECONDS)) as replayer:
            yield from (run_python(task, settings, replayer) for task in tasks)
        return
    done = 0
    while done < len(tasks):
        for report in _until_broken(tasks[done:], settings, workers):
            done += 1
            yield report
        if done < len(tasks):
            yield next(_until_broken(tasks[done : done + 1], settings, 1), _lost(tasks[done]))
            done += 1


def _until_broken(tasks: Sequence[PythonTask], settings: Settings, workers: int) -> Iterator[TaskReport]:
    """The reports of tasks until a worker dies."""
    # A fresh interpreter in each worker: a fork of a process with threads of a solver may hang.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_start)
    try:
        waiting: list[Future[TaskReport]] = [pool.submit(_run, task, settings) for task in tasks]
        for future in waiting:
            try:
                report = future.result()
            except BrokenProcessPool:
                break
            yield report
        # Waited for, because an interpreter that ends while a pool is still closing writes to a closed pipe.
        pool.shutdown()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _lost(task: PythonTask) -> TaskReport:
    return TaskReport(task_id=task.task_id, error="its worker process died twice", failed=True)


def _start() -> None:
    global _replayer
    _replayer = Replayer(Limits(cpu_seconds=REFERENCE_SECONDS))
    # What is registered with atexit does not run in a worker process.
    Finalize(None, _replayer.close, exitpriority=1)


def _run(task: PythonTask, settings: Settings) -> TaskReport:
    assert _replayer is not None
    return run_python(task, settings, _replayer)
