"""Working on the tasks of a run: what is known is taken from the store, the rest is found and stored."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import msgspec
from attrs import evolve

from ..build import build, digest_of_parts
from ..executors.executor import Executor
from ..reporting.results import Results
from ..run_report.tasks import row_of_contract, row_of_file
from ..runs.digests import digest_of, digest_of_file
from ..runs.provenance import data_part, provenance
from ..runs.run import FileReport, RunSettings
from ..runs.stored import file_report_of, report_of, result_of, result_of_file
from ..runs.task_report import Report
from ..schema import DataPart, ProvenanceRow
from ..store import PlannedTask, RunWriter
from ..store.records import TASK, StoredResult
from ..store.writing import now
from .plans import Arrival, Plan, Watching, run


def planned_tasks(plan: Plan, settings: RunSettings) -> list[PlannedTask]:
    """What a run has results for, in the order of `plans.run`."""
    found: list[PlannedTask] = []
    times: dict[tuple[str, str, str], int] = {}

    def add(question: Any, dataset: str, subject: str, digest: str) -> None:
        name = question, dataset, subject
        times[name] = again = times.get(name, 0) + 1
        whole = digest_of_parts({"result": digest, "build": build()})
        found.append(PlannedTask(question, dataset, subject if again == 1 else f"{subject}#{again}", whole))

    for dataset, task in plan.python_tasks:
        add("cvt", dataset, task.task_id, digest_of(task, settings))
    for dataset, file in plan.dafny_tasks:
        root = file.root
        inside = root is not None and file.file.is_relative_to(root)
        subject = file.file.relative_to(root).as_posix() if root is not None and inside else str(file.file)
        add("spec", dataset, subject, digest_of_file(file, settings))
    return found


def provenance_of(
    plan: Plan, settings: RunSettings, said: Mapping[str, Any], further: Sequence[DataPart] = ()
) -> ProvenanceRow:
    """Where the results of a session come from. `said`: options beside the settings; `further`: data beside the tasks.
    Raises InputError for a file that cannot be read."""
    sizes = {name: len(gathered.tasks) for name, gathered in plan.python.items()}
    for name, gathered in plan.dafny.items():
        sizes[name] = sizes.get(name, 0) + len(gathered.tasks)
    parts = [data_part(name, paths, sizes.get(name, 0)) for name, paths in plan.sources.items()]
    limits = {name: value for name, value in attrs.asdict(settings.config).items() if name not in ("seed", "dump")}
    given = {**said, "solver": settings.solver, "engine": settings.engine, **limits}
    return provenance(settings.solver, given, settings.config.seed, [*parts, *further], now())


def worked(
    plan: Plan, settings: RunSettings, planned: Sequence[PlannedTask], writer: RunWriter, step: Callable[[], None],
    executor: Executor | None = None,
) -> Results:  # fmt: skip
    """The results of all tasks: those that are known, and the others as they are found and stored."""
    known = known_reports(plan, planned, writer.known)
    columns = [name for name, _ in (*plan.python_tasks, *plan.dafny_tasks)]
    contracts = [task for _, task in plan.python_tasks]

    def arrived(arrival: Arrival) -> None:
        place, report = arrival.place, arrival.report
        if isinstance(report, Report):
            found = result_of(report, arrival.rows)
            row = row_of_contract(columns[place], report, contracts[place])
        else:
            found, row = result_of_file(report, arrival.rows), row_of_file(columns[place], report)
        # What a report says of the task, and nobody can tell without the data.
        writer.add(planned[place], evolve(found, summary={**found.summary, TASK: msgspec.to_builtins(row)}))

    return run(plan, settings, Watching(arrived=arrived, step=step), known, executor)


def known_reports(
    plan: Plan, planned: Sequence[PlannedTask], stored: Mapping[PlannedTask, StoredResult]
) -> dict[int, Report | FileReport]:
    """The reports that a store has, by the place of their task in the plan."""
    known: dict[int, Report | FileReport] = {}
    python, dafny = plan.python_tasks, plan.dafny_tasks
    for place, task in enumerate(planned):
        result = stored.get(task)
        if result is None:
            continue
        report: Report | FileReport | None
        if place < len(python):
            report = report_of(result, python[place][1].task_id)
        else:
            report = file_report_of(result, dafny[place - len(python)][1])
        if report is not None:
            known[place] = report
    return known
