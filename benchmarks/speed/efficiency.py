"""Many small tasks on one worker of a cluster and on two: how much of the second one is work?"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen

from ..configuration import Config
from ..datasets.tasks import PythonTask
from ..executors.cluster import Cluster
from ..runs.parallel import reports
from ..runs.run import RunSettings, gather, rows_of
from ..runs.stored import result_of
from ..store import PlannedTask, start_run

SMALL = "    assert type(n) == int\n    assert n > {bound}\n"


@frozen(slots=True)
class ClusterRun:
    """Tasks on so many workers: seconds on the clock from the first task to the last that is stored, and seconds of
    processor time of the workers, with what they started, and of this process, which has the scheduler in it."""

    workers: int
    tasks: int
    wall: float
    working: float
    coordinating: float


def small_tasks(number: int, folder: Path) -> tuple[PythonTask, ...]:
    """Functions with contracts of two clauses, each another one."""
    path = folder / "small.jsonl"
    tasks = (
        {
            "task_id": f"small/{place}", "entry_point": "f", "prompt": "def f(n: int) -> int:\n",
            "canonical_solution": "    return n\n", "contract": SMALL.format(bound=place),
        }
        for place in range(number)
    )  # fmt: skip
    path.write_text("".join(json.dumps(task) + "\n" for task in tasks), encoding="utf-8")
    return gather([path], PythonTask).tasks


def measured_runs(number: int, workers: tuple[int, ...]) -> list[ClusterRun]:
    """Each number of workers with the same tasks, and a store of its own."""
    with TemporaryDirectory() as name:
        tasks = small_tasks(number, Path(name))
        return [_measured(tasks, each, Path(name)) for each in workers]


def _measured(tasks: tuple[PythonTask, ...], workers: int, folder: Path) -> ClusterRun:
    from ..runs.provenance import provenance
    from ..store.writing import now

    settings = RunSettings(config=Config())
    out = folder / f"run-{workers}"
    out.mkdir()
    with _cluster(workers) as (executor, pids), start_run(out, resume=False) as writer:
        # What the first tasks wait for, interpreters and imports, is no work.
        list(reports(tasks[: 8 * workers], settings, executor=executor))
        planned = [PlannedTask("cvt", "small", task.task_id, str(place)) for place, task in enumerate(tasks)]
        writer.begin(provenance("z3", {}, 0, [], now()), planned)
        before, mine, started = _processor_seconds(pids), _own_seconds(), time.perf_counter()
        for _ in reports(
            tasks, settings, executor=executor,
            arrived=lambda place, report: writer.add(planned[place], result_of(report, rows_of(report))),
        ):  # fmt: skip
            pass
        wall = time.perf_counter() - started
        return ClusterRun(workers, len(tasks), wall, _processor_seconds(pids) - before, _own_seconds() - mine)


@contextmanager
def _cluster(workers: int) -> Iterator[tuple[Cluster, list[int]]]:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as local:
        pids = [nanny.process.pid for nanny in local.workers.values()]
        with Client(local, set_as_default=False) as client:
            yield Cluster(client, "here"), pids


def _own_seconds() -> float:
    used = os.times()
    return used.user + used.system


def _processor_seconds(pids: list[int]) -> float:
    """Of these processes, of what they have started, and of what that has been."""
    import psutil

    def seconds(process: Any) -> float:
        try:
            used = process.cpu_times()
        except psutil.Error:
            return 0.0
        return float(used.user + used.system + used.children_user + used.children_system)

    found = 0.0
    for pid in pids:
        process = psutil.Process(pid)
        found += sum(map(seconds, [process, *process.children(recursive=True)]))
    return found
