"""What tasks cost, from a run: by phase, by clauses and lines, and what the process that stores them does for each."""

import json
import math
import tempfile
import time
import tracemalloc
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

from attrs import frozen

from ...core.errors import InputError
from ..datasets.tasks import SpecTask
from ..reporting.statistics import percentile
from ..reporting.tables import Table, plain_table
from ..runs.provenance import provenance
from ..runs.stored import file_report_of, report_of, result_of, result_of_file
from ..store import NewResult, StoredResult, open_run, start_run
from ..store.records import as_json, kept
from ..store.writing import now

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
