"""Working on a run of `specassay bench`: what is known is taken from the store, the rest is found and stored; and the
results of a finished run, from its folder.

For a finished run nothing is computed again. The store has rows, and not what they are about: the data are read once
more, where the run had them, and a result counts for the task that it was computed from, which its digest says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import msgspec
from attrs import evolve, frozen

from ...core.errors import InputError, SpecassayError
from ..build import build, digest_of_parts
from ..configuration import Config
from ..datasets.tasks import ContractTask
from ..executors.executor import Executor
from ..reporting.results import Results
from ..runs.contract_oracle import contract_of
from ..runs.gathering import project_of
from ..runs.provenance import data_part, digest_of, digest_of_file, provenance
from ..runs.run import FileReport, RunSettings
from ..runs.stored import file_report_of, report_of, result_of, result_of_file
from ..runs.task_report import Report
from ..schema import AnswerPart, DataPart, ProvenanceRow, TaskClausePart, TaskRow
from ..store import FILE, PlannedTask, RunWriter, StoredRun, open_run
from ..store.records import TASK, StoredResult
from ..store.writing import now
from .plans import Arrival, Plan, Watching, narrowed, plan_of_data, run

_NO_LIMITS = ("data", "questions", "tasks", "k", "reject", "cluster", "solver", "engine")
"""Options that are no fields of `Config`."""


def row_of_file(dataset: str, file: FileReport) -> TaskRow:
    """The row about a file with specifications."""
    return TaskRow(
        task_id=file.task.task_id,
        dataset=dataset,
        language=file.task.language.name,
        question="specification",
        file=str(file.task.file),
        seconds={"all": round(file.seconds, 4)},
        label=file.task.label,
    )


def row_of_contract(dataset: str, report: Report, task: ContractTask) -> TaskRow:
    """The row about a contract in Python."""
    answers = [
        AnswerPart(
            violates=list(check.violates),
            solver=solver,
            outcome=answer.outcome.value,
            origin=answer.origin,
            seconds=round(answer.seconds, 5),
        )
        for check in report.checks
        for solver, answer in check.answers.items()
    ]
    return TaskRow(
        task_id=report.task_id,
        dataset=dataset,
        language="python",
        question="contract",
        file=task.file,
        line=task.line,
        text=task.contract_text,
        clauses=list(_clauses(task)),
        seconds={phase: round(seconds, 4) for phase, seconds in report.seconds.items()},
        answers=answers,
    )


def _clauses(task: ContractTask) -> Iterator[TaskClausePart]:
    """The clauses with their lines in the contract's text, where that is one piece of a file: only then spans count its
    lines."""
    if task.unsupported is not None:
        return
    try:
        clauses = contract_of(task).clauses
    except SpecassayError:
        return
    for clause in clauses:
        span = clause.span if task.origin is None else None
        yield TaskClausePart(
            text=" ".join(clause.text.split()),
            line=None if span is None else span.line,
            end_line=None if span is None else span.end_line,
            problems=[problem.construct for problem in clause.problems],
        )


def planned_tasks(plan: Plan, settings: RunSettings) -> list[PlannedTask]:
    """What a run has results for, in the order of `plans.run`."""
    planned: list[PlannedTask] = []
    times: dict[tuple[str, str, str], int] = {}

    def add(question: Any, dataset: str, subject: str, digest: str) -> None:
        name = question, dataset, subject
        # A file may be named twice, and a store has one result for each key.
        times[name] = occurrence = times.get(name, 0) + 1
        # Another version may decide otherwise: its results are no longer known.
        whole_digest = digest_of_parts({"result": digest, "build": build()})
        planned.append(
            PlannedTask(question, dataset, subject if occurrence == 1 else f"{subject}#{occurrence}", whole_digest)
        )

    for dataset, task in plan.contract_tasks:
        add("cvt", dataset, task.task_id, digest_of(task, settings))
    for dataset, file in plan.spec_tasks:
        root = file.root
        inside = root is not None and file.file.is_relative_to(root)
        # Relative, so that a run can be resumed where the data have moved.
        subject = file.file.relative_to(root).as_posix() if root is not None and inside else str(file.file)
        add("spec", dataset, subject, digest_of_file(file, settings))
    return planned


def provenance_of(
    plan: Plan, settings: RunSettings, recorded: Mapping[str, Any], more_data: Sequence[DataPart] = ()
) -> ProvenanceRow:
    """Where the results of a session come from. `recorded`: options beside the settings; `more_data`: beside the tasks.
    Raises InputError for a file that cannot be read."""
    sizes = {name: len(gathered.tasks) for name, gathered in plan.contracts.items()}
    for name, gathered in plan.specifications.items():
        sizes[name] = sizes.get(name, 0) + len(gathered.tasks)
    data_parts = [data_part(name, paths, sizes.get(name, 0)) for name, paths in plan.sources.items()]
    limits = {name: value for name, value in attrs.asdict(settings.config).items() if name not in ("seed", "dump")}
    options = {**recorded, "solver": settings.solver, "engine": settings.engine, **limits}
    return provenance(settings.solver, options, settings.config.seed, [*data_parts, *more_data], now())


def worked(
    plan: Plan,
    settings: RunSettings,
    planned: Sequence[PlannedTask],
    writer: RunWriter,
    step: Callable[[], None],
    executor: Executor | None = None,
) -> Results:
    """The results of all tasks: those that are known, and the others as they are found and stored."""
    earlier = known_reports(plan, planned, writer.known)
    columns = [name for name, _ in (*plan.contract_tasks, *plan.spec_tasks)]
    contracts = [task for _, task in plan.contract_tasks]

    def arrived(arrival: Arrival) -> None:
        index, report = arrival.place, arrival.report
        if isinstance(report, Report):
            result = result_of(report, arrival.rows)
            row = row_of_contract(columns[index], report, contracts[index])
        else:
            result, row = result_of_file(report, arrival.rows), row_of_file(columns[index], report)
        # What a report says of the task, and nobody can tell without the data.
        writer.add(planned[index], evolve(result, summary={**result.summary, TASK: msgspec.to_builtins(row)}))

    return run(plan, settings, Watching(arrived=arrived, step=step), earlier, executor)


def known_reports(
    plan: Plan, planned: Sequence[PlannedTask], stored: Mapping[PlannedTask, StoredResult]
) -> dict[int, Report | FileReport]:
    """The reports that a store has, by the place of their task in the plan."""
    reports: dict[int, Report | FileReport] = {}
    python, specified = plan.contract_tasks, plan.spec_tasks
    for index, task in enumerate(planned):
        result = stored.get(task)
        if result is None:
            continue
        report: Report | FileReport | None
        # The plan lists contracts first, then specifications.
        if index < len(python):
            report = report_of(result, python[index][1].task_id)
        else:
            report = file_report_of(result, specified[index - len(python)][1])
        if report is not None:
            reports[index] = report
    return reports


@frozen(slots=True)
class FinishedRun:
    """`undone`: how many of its tasks have no result that is theirs."""

    results: Results
    sessions: tuple[ProvenanceRow, ...]
    undone: int


def is_run(folder: Path) -> bool:
    """Whether a run is in a folder."""
    return (folder / FILE).is_file()


def results_of_run(folder: Path) -> FinishedRun:
    """What the run in a folder has found about contracts and specifications. Raises InputError for a store that is
    damaged, a run of another specassay, and data that are not there any more."""
    with open_run(folder) as stored:
        sessions = tuple(stored.used_sessions())
        if not sessions:
            raise InputError("the run has not begun", file=str(folder))
        last = sessions[-1]
        if last.versions.get("build") != build():
            raise InputError(
                "the run was made by another version of specassay; `specassay bench --resume` repeats what this "
                "version may decide differently",
                file=str(folder),
            )
        settings = _settings_of(last, folder)
        options = last.options
        # The same plan as then: the store has results by its places.
        plan = plan_of_data(options["data"], project_of(settings.config)).only(options["tasks"])
        option = options["questions"]
        plan = evolve(
            plan,
            contracts=plan.contracts if "cvt" in option else {},
            specifications=plan.specifications if "spec" in option else {},
        )
        return _finished(stored, plan, settings, sessions)


def _finished(stored: StoredRun, plan: Plan, settings: RunSettings, sessions: tuple[ProvenanceRow, ...]) -> FinishedRun:
    results = {result.task: result for result in stored.results()}
    earlier = known_reports(plan, planned_tasks(plan, settings), results)
    # Only what is known, so that nothing is left to compute.
    first = len(plan.contract_tasks)
    python = {id(plan.contract_tasks[index][1]) for index in earlier if index < first}
    specified = {id(plan.spec_tasks[index - first][1]) for index in earlier if index >= first}
    remaining = evolve(
        plan,
        contracts={name: narrowed(gathered, python) for name, gathered in plan.contracts.items()},
        specifications={name: narrowed(gathered, specified) for name, gathered in plan.specifications.items()},
    )
    in_order = dict(enumerate(earlier[index] for index in sorted(earlier)))
    found = run(remaining, settings, known=in_order)
    return FinishedRun(found, sessions, plan.size - len(earlier))


def _settings_of(session: ProvenanceRow, folder: Path) -> RunSettings:
    """How the tasks of a session were worked on. Raises InputError."""
    options = session.options
    try:
        limits: dict[str, Any] = {name: value for name, value in options.items() if name not in _NO_LIMITS}
        config = Config(**limits | {"seed": session.seed})
        return RunSettings(solver=options["solver"], engine=options["engine"], config=config)
    except (KeyError, TypeError) as error:
        raise InputError(f"the options of the run cannot be read: {error}", file=str(folder / FILE)) from error
