"""How far runs scale, `make scaling`: small tasks on one worker and on two, and a model made of a real run.

The model: tasks that take what measured tasks took, and one process that stores the results. Workers have their next
chunk before they are done with the last (`executors/cluster.py`), and the coordinating process serves finished chunks
one after the other: it reads and stores the results, and hands out the next chunk. So the model is a closed queueing
network with one server and as many customers as workers, each with a reserve of one.
"""

import heapq
import json
import math
import os
import random
import tempfile
import time
import tracemalloc
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any

import click
from attrs import frozen

from ...core.errors import InputError
from ..configuration import Config
from ..datasets.tasks import ContractTask, SpecTask
from ..executors.cluster import AHEAD, CHUNK_SECONDS, MOST_OF_A_CHUNK, Cluster
from ..reporting.statistics import percentile
from ..reporting.tables import Table, plain_table, show
from ..run_report.plots import svg_of
from ..runs.gathering import gather
from ..runs.parallel import reports
from ..runs.provenance import provenance
from ..runs.run import RunSettings, rows_of
from ..runs.stored import file_report_of, report_of, result_of, result_of_file
from ..store import NewResult, PlannedTask, StoredResult, open_run, start_run
from ..store.records import as_json, kept
from ..store.writing import now

# What tasks cost, from a run: by phase, by clauses and lines, and what the process that stores them does for each.

SAMPLE = 300
"""Results whose storing is timed."""
GROWTH: tuple[tuple[str, str, tuple[tuple[int, int | None], ...]], ...] = (
    ("cvt", "clauses", ((1, 1), (2, 2), (3, 3), (4, 5), (6, None))),
    ("spec", "lines", ((1, 25), (26, 50), (51, 100), (101, 200), (201, None))),
)
"""Question → the unit in which the size of its tasks is measured, and classes of sizes."""
PHASES = ("parse", "encode", "solve", "search", "replay")


@frozen(slots=True)
class TaskCost:
    """One task of a run. `phases`: seconds, where they are known; `clauses`, `lines`: 0 where they are not."""

    question: str
    seconds: float
    clauses: int
    lines: int
    phases: Mapping[str, float]

    @property
    def size(self) -> int:
        """Clauses of a contract, lines of a file with specifications."""
        return self.clauses if self.question == "cvt" else self.lines


@frozen(slots=True)
class StoringCost:
    """What one result costs the process that stores it: seconds of processor time to read what a worker has sent,
    seconds to write it (of processor time, and the median of what the disk is waited for: each result is a
    transaction), bytes of memory that its report keeps, bytes on the disk."""

    reading: float
    writing: float
    memory: float
    stored: float


def costs_of(folder: Path) -> list[TaskCost]:
    """The tasks of a run that came to an end. Raises InputError."""
    with open_run(folder) as run:
        task_costs = [_cost(result) for result in run.results() if result.task.question in ("cvt", "spec")]
    if not task_costs:
        raise InputError("has no results of cvt or spec", file=str(folder))
    return task_costs


def _cost(result: StoredResult) -> TaskCost:
    if result.task.question == "cvt":
        phases = {name: float(value) for name, value in result.summary["seconds"].items()}
        return TaskCost("cvt", result.seconds, int(result.summary["clauses"]), 0, phases)
    clauses = result.summary["clauses"]
    names = {str(row["file"]) for row in result.rows if row.get("file")}
    return TaskCost("spec", result.seconds, clauses[0] if clauses else 0, max(map(_lines, names), default=0), {})


def _lines(name: str) -> int:
    try:
        return Path(name).read_text(encoding="utf-8", errors="replace").count("\n")
    except OSError:
        return 0


def storing_cost(folder: Path) -> StoringCost:
    """Read and write results of a run once more, in a store of their own."""
    with open_run(folder) as run:
        results = [result for result in run.results() if result.task.question in ("cvt", "spec") and not result.failed]
        results = results[:: max(1, len(results) // SAMPLE)]
        messages = [json.dumps(as_json(_read(result, result))) for result in results]
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        reports = [_report(result, json.loads(text)) for result, text in zip(results, messages, strict=True)]
        memory = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        started = time.process_time()
        fresh = [_read(result, kept(json.loads(text))) for result, text in zip(results, messages, strict=True)]
        reading = time.process_time() - started
        with tempfile.TemporaryDirectory(dir=folder.parent) as name, start_run(Path(name), resume=False) as writer:
            writer.begin(provenance("z3", {}, 0, [], now()), [result.task for result in results])
            worked, waits = 0.0, []
            for result, new in zip(results, fresh, strict=True):
                clock, used = time.perf_counter(), time.process_time()
                writer.add(result.task, new)
                used = time.process_time() - used
                worked += used
                # Waiting for the disk is the clock's time without the processor's; the median leaves out single long
                # waits.
                waits.append(time.perf_counter() - clock - used)
            stored = sum(path.stat().st_size for path in Path(name).iterdir())
    number = len(reports)
    return StoringCost(reading / number, worked / number + median(waits), memory / number, stored / number)


def _report(result: StoredResult, value: Mapping[str, Any]) -> Any:
    if result.task.question == "cvt":
        return report_of(kept(value), result.task.subject)
    return file_report_of(kept(value), SpecTask(task_id=result.task.subject, file=Path(result.task.subject)))


def _read(result: StoredResult, value: Any) -> NewResult:
    if result.task.question == "cvt":
        report = report_of(value, result.task.subject)
        if report is not None:
            return result_of(report, report.rows)
    found = file_report_of(value, SpecTask(task_id=result.task.subject, file=Path(result.task.subject)))
    if found is None:
        raise InputError(f"holds a result that cannot be read: {result.task.subject}")
    return result_of_file(found, found.rows)


def cost_table(costs: Sequence[TaskCost]) -> Table:
    """The table, by question, of how seconds are distributed."""
    rows = []
    for question in ("cvt", "spec"):
        seconds = sorted(cost.seconds for cost in costs if cost.question == question)
        if seconds:
            top = sum(seconds[-max(1, len(seconds) // 20) :]) / max(sum(seconds), 1e-9)
            rows.append((question, f"{len(seconds):,}", *map(_seconds, _spread(seconds)), f"{100 * top:.0f} %"))
    columns = ("question", "tasks", "mean", "median", "p95", "p99", "most", "top 5 %")
    return plain_table("Seconds a task", columns, rows)


def phase_table(costs: Sequence[TaskCost], storing: StoringCost) -> Table:
    """The table, by phase of cvt, with what the storing process does for each result."""
    timed = [cost for cost in costs if cost.phases]
    rows = []
    for phase in PHASES:
        seconds = sorted(cost.phases.get(phase, 0.0) for cost in timed)
        if seconds:
            rows.append((phase, *map(_seconds, _spread(seconds))))
    rows.append(("read a result", _seconds(storing.reading), "", "", "", ""))
    rows.append(("store a result", _seconds(storing.writing), "", "", "", ""))
    return plain_table("Seconds by phase", ("phase", "mean", "median", "p95", "p99", "most"), rows)


def growth_table(costs: Sequence[TaskCost]) -> Table:
    """How seconds grow with clauses (cvt) and lines (spec): medians of classes, and the exponent of the power law that
    fits best, by least squares over logarithms."""
    rows = []
    for question, unit, classes in GROWTH:
        # A logarithm needs a size.
        own = [cost for cost in costs if cost.question == question and cost.size > 0]
        exponent = _exponent([(cost.size, cost.seconds) for cost in own])
        for low, high in classes:
            seconds = sorted(cost.seconds for cost in own if low <= cost.size <= (high or math.inf))
            if seconds:
                beyond = f"{low} to {high}" if high else f"{low} and more"
                name = f"{low}" if low == high else beyond
                mean, middle, high_part, *_ = _spread(seconds)
                rows.append(
                    (
                        question,
                        f"{name} {unit}",
                        f"{len(seconds):,}",
                        *map(_seconds, (mean, middle, high_part)),
                        f"{exponent:.2f}",
                    )
                )
    return plain_table("Growth", ("question", "size", "tasks", "mean", "median", "p95", "exponent"), rows)


def _exponent(points: Iterable[tuple[int, float]]) -> float:
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points if seconds > 0]
    if len(logs) < 3:
        return math.nan
    x, y = fmean(a for a, _ in logs), fmean(b for _, b in logs)
    spread = sum((a - x) ** 2 for a, _ in logs)
    return sum((a - x) * (b - y) for a, b in logs) / spread if spread else math.nan


def _spread(seconds: Sequence[float]) -> tuple[float, float, float, float, float]:
    return fmean(seconds), median(seconds), percentile(seconds, 0.95), percentile(seconds, 0.99), seconds[-1]


def _seconds(value: float) -> str:
    if value < 0.1:
        return f"{value * 1000:.1f} ms"
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s"


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


def small_tasks(number: int, folder: Path) -> tuple[ContractTask, ...]:
    """Functions with contracts of two clauses, each another one."""
    path = folder / "small.jsonl"
    tasks = (
        {
            "task_id": f"small/{place}",
            "entry_point": "f",
            "prompt": "def f(n: int) -> int:\n",
            "canonical_solution": "    return n\n",
            "contract": SMALL.format(bound=place),
        }
        for place in range(number)
    )
    path.write_text("".join(json.dumps(task) + "\n" for task in tasks), encoding="utf-8")
    return gather([path], ContractTask).tasks


def _measured_runs(number: int, workers: tuple[int, ...]) -> list[ClusterRun]:
    """Each number of workers with the same tasks, and a store of its own."""
    with TemporaryDirectory() as name:
        tasks = small_tasks(number, Path(name))
        return [_measured(tasks, worker, Path(name)) for worker in workers]


def _measured(tasks: tuple[ContractTask, ...], workers: int, folder: Path) -> ClusterRun:
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
            tasks,
            settings,
            executor=executor,
            arrived=lambda place, report: writer.add(planned[place], result_of(report, rows_of(report))),
        ):
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
    """The processor seconds of processes and of their present and past descendants."""
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


@frozen(slots=True)
class Serving:
    """Seconds of the coordinating process: for each chunk, and for each result in it."""

    chunk: float
    result: float


@frozen(slots=True)
class SimulatedRun:
    """`seconds` on the clock; `ideal` with the work shared perfectly; `serving`: how long the coordinating process was
    at work; `tail`: seconds from the moment when nothing was left to begin."""

    tasks: int
    workers: int
    seconds: float
    ideal: float
    serving: float
    tail: float

    @property
    def efficiency(self) -> float:
        """The share of the workers' time in which they work."""
        return self.ideal / self.seconds

    @property
    def served(self) -> float:
        """The share of the time in which the coordinating process works: at 1 it is what limits."""
        return self.serving / self.seconds


def simulate(measured: Sequence[float], tasks: int, workers: int, serving: Serving) -> SimulatedRun:
    """Simulate a run of `tasks` tasks whose seconds are drawn from measured ones, in chunks as the executor makes
    them."""
    drawn = random.Random(0).choices(measured, k=tasks)
    mean = max(sum(drawn) / tasks, CHUNK_SECONDS / MOST_OF_A_CHUNK)
    fitting = max(1, int(CHUNK_SECONDS / mean))
    begun, server, served, nothing_left = 0, 0.0, 0.0, 0.0

    def chunk() -> tuple[float, int]:
        nonlocal begun
        size = max(1, min(fitting, math.ceil((tasks - begun) / (AHEAD * workers))))
        taken = drawn[begun : begun + size]
        begun += len(taken)
        return sum(taken), len(taken)

    reserve: list[deque[tuple[float, float, int]]] = [deque() for _ in range(workers)]
    ends: list[tuple[float, int, int]] = []
    # At first each worker is handed one chunk to begin and those that it has ahead, by a server that hands out one
    # after the other. From then on only the end of a chunk makes the server do anything, so that a queue of these ends
    # is all of the state.
    for first in (True, *[False] * (AHEAD - 1)):
        for worker in range(min(workers, tasks - begun)):
            if begun == tasks:
                break
            seconds, size = chunk()
            server, served = server + serving.chunk, served + serving.chunk
            if first:
                heapq.heappush(ends, (server + seconds, worker, size))
            else:
                reserve[worker].append((server, seconds, size))
    end = 0.0
    while ends:
        over, worker, size = heapq.heappop(ends)
        cost = serving.chunk + size * serving.result
        server = max(server, over) + cost
        served += cost
        end = max(end, server)
        if begun < tasks:
            seconds, number = chunk()
            reserve[worker].append((server, seconds, number))
            nothing_left = server
        if reserve[worker]:
            there, seconds, number = reserve[worker].popleft()
            heapq.heappush(ends, (max(over, there) + seconds, worker, number))
    return SimulatedRun(tasks, workers, end, sum(drawn) / workers, served, end - nothing_left)


WORKERS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
TASKS = (100_000, 1_000_000)
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


@click.group()
def main() -> None:
    """Measure how far runs scale."""


@main.command()
@click.option("--tasks", default=10_000, show_default=True, type=click.IntRange(16), help="Small tasks.")
@click.option("--repeats", default=1, show_default=True, type=click.IntRange(1), help="Times that all is measured.")
def workers(tasks: int, repeats: int) -> None:
    """Small tasks on one worker of a cluster of dask and on two, on this machine."""
    for _ in range(repeats):
        show([efficiency_table(_measured_runs(tasks, (1, 2)))])


def efficiency_table(runs: Sequence[ClusterRun]) -> Table:
    """Against the first run: by the clock, and by processor time, which a busy machine changes less."""
    first = runs[0]
    rows = tuple(
        (
            f"{run.workers}",
            f"{run.tasks:,}",
            f"{run.wall:.1f} s",
            f"{run.working:.1f} s",
            f"{run.coordinating:.1f} s",
            f"{first.wall / run.wall / run.workers * first.workers:.2f}",
            f"{first.working / run.working:.2f}",
        )
        for run in runs
    )
    columns = ("workers", "tasks", "clock", "CPU of workers", "CPU here", "efficiency", "by CPU")
    return plain_table("Workers", columns, rows, notes=("CPU here: of the scheduler, and of what stores the results.",))


@main.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Draw the simulation into this file of SVG.")
@click.option("--tasks", "numbers", multiple=True, type=int, default=TASKS, show_default=True, help="Of a simulation.")
@click.option("--chunk-seconds", default=0.004, show_default=True, help="What a chunk costs the coordinating process.")
@click.option("--task-seconds", default=0.0005, show_default=True, help="What a task in it costs, beside its result.")
def model(run: Path, out: Path | None, numbers: Sequence[int], chunk_seconds: float, task_seconds: float) -> None:
    """What the tasks of a RUN cost, and a simulation of more of them on more workers."""
    costs, storing = costs_of(run), storing_cost(run)
    serving = Serving(chunk_seconds, task_seconds + storing.reading + storing.writing)
    tables = [cost_table(costs), phase_table(costs, storing), growth_table(costs)]
    simulated = {name: _simulated(seconds, numbers, serving) for name, seconds in _mixtures(costs).items()}
    show([*tables, _storing_table(storing), *(_simulation_table(name, runs) for name, runs in simulated.items())])
    if out is not None:
        out.write_text(_drawn(simulated), encoding="utf-8")
        click.echo(out)


def _mixtures(costs: Sequence[TaskCost]) -> dict[str, list[float]]:
    """Tasks as they are in the run, and small ones only: the cheaper half of cvt."""
    contracts = sorted(cost.seconds for cost in costs if cost.question == "cvt")
    mixtures = {"as measured": [cost.seconds for cost in costs]}
    if contracts:
        mixtures["small ones"] = contracts[: max(1, len(contracts) // 2)]
    return mixtures


def _simulated(seconds: Sequence[float], numbers: Sequence[int], serving: Serving) -> list[SimulatedRun]:
    return [simulate(seconds, tasks, number, serving) for tasks in numbers for number in WORKERS]


def _simulation_table(name: str, runs: Sequence[SimulatedRun]) -> Table:
    """A row for each number of tasks and workers."""
    rows = tuple(
        (
            f"{run.tasks:,}",
            f"{run.workers:,}",
            _hours(run.seconds),
            f"{100 * run.efficiency:.0f} %",
            f"{100 * run.served:.0f} %",
            f"{run.tail:.0f} s",
        )
        for run in runs
    )
    return plain_table(f"Simulated: {name}", ("tasks", "workers", "time", "efficiency", "storing", "tail"), rows)


def _storing_table(storing: StoringCost) -> Table:
    """What a result costs where it is stored."""
    rows = (
        ("seconds to read it", f"{1000 * storing.reading:.2f} ms"),
        ("seconds to write it", f"{1000 * storing.writing:.2f} ms"),
        ("memory of its report", f"{storing.memory / 1024:.1f} KiB"),
        ("on the disk", f"{storing.stored / 1024:.1f} KiB"),
    )
    return plain_table("A result", ("", "mean"), rows)


def _hours(seconds: float) -> str:
    return f"{seconds / 3600:.1f} h" if seconds >= 3600 else f"{seconds / 60:.1f} min"


def _drawn(simulated: dict[str, list[SimulatedRun]]) -> str:
    import altair

    values = [
        {
            "workers": run.workers,
            "hours": run.seconds / 3600,
            "tasks": f"{run.tasks:,} tasks, {name}",
            "ideal": run.ideal / 3600,
        }
        for name, runs in simulated.items()
        for run in runs
    ]
    axis = altair.X("workers:Q", scale=altair.Scale(type="log"), title="workers", axis=altair.Axis(format="~s"))
    hours = altair.Scale(type="log")
    colour: Any = altair.Color("tasks:N", title=None, scale=altair.Scale(range=list(COLOURS)))
    base = altair.Chart.from_dict({"data": {"values": values}, "mark": "point"})
    real = base.mark_line(point=True).encode(axis, altair.Y("hours:Q", scale=hours, title="hours"), colour)
    ideal = base.mark_line(strokeDash=[3, 3], opacity=0.6).encode(axis, altair.Y("ideal:Q"), colour)
    chart = (real + ideal).properties(width=560, height=320)
    legend = altair.LegendConfig(orient="bottom", columns=2, labelLimit=400)
    return svg_of(chart.configure(background="white", font="sans-serif", legend=legend).to_dict()) + "\n"


if __name__ == "__main__":
    main()
