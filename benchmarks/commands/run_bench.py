"""What `specassay bench` does."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import click
from attrs import frozen
from msgspec.structs import replace

from ...core.errors import OutputFailure
from ..digest import digest_of_parts
from ..exit_codes import ExitCode
from ..report.document import read_report
from ..report.html import html_of
from ..report.reading import TASKS_OF_A_RUN
from ..report.tasks import rows_of_tasks
from ..reporting.output import make_folder, progress, write_rows, write_text
from ..reporting.results import Results
from ..reporting.tables import show
from ..reporting.text import complain
from ..runs.digests import digest_of, digest_of_file
from ..runs.provenance import build, data_part, provenance
from ..runs.run import FileReport, RunSettings
from ..runs.stored import file_report_of, report_of, result_of, result_of_file
from ..runs.task_report import Report, SolverChoice
from ..schema import ProvenanceRow, Row, line_of
from ..store import PlannedTask, RunWriter, StoredRun, start_run
from ..store.records import NewResult
from ..store.writing import now
from .options import config
from .plans import Arrival, Plan, document, plan_of_folder, plan_of_suite, run, tables
from .run_report import DOCUMENT as REPORT
from .running import make_dump

ROWS = "results.jsonl"
DOCUMENT = "report.md"

@frozen(slots=True, kw_only=True)
class BenchOptions:
    """The options of the command, as they are given there."""

    solver: SolverChoice
    mutants: int
    seed: int
    solver_limit: float
    jobs: int | None
    tasks: tuple[str, ...]
    dump: Path | None
    resume: bool = False
    force: bool = False

    def settings(self) -> RunSettings:
        """How the tasks are worked on."""
        limits = config(
            solver_limit=self.solver_limit, jobs=self.jobs, mutants=self.mutants, seed=self.seed, dump=self.dump
        )
        return RunSettings(solver=self.solver, config=limits)


def bench(data: Path | None, options: BenchOptions, *, out: Path, as_json: bool) -> ExitCode:
    """Both questions over the bundled suite, or the data sets in the folder `data`. Raises InputError and
    OutputFailure."""
    plan = (plan_of_suite() if data is None else plan_of_folder(data)).only(options.tasks)
    settings = options.settings()
    make_folder(out)
    make_dump(settings)
    complain(*plan.errors)
    with start_run(out, resume=options.resume, force=options.force) as writer:
        planned = planned_tasks(plan, settings)
        writer.begin(_provenance(plan, settings, options), planned)
        if options.resume:
            click.echo(f"{out}: {len(writer.known):,} of {len(planned):,} tasks are done already.", err=True)
        try:
            results = _worked(plan, settings, planned, writer)
        except (KeyboardInterrupt, OutputFailure):
            done = len(planned) - len(writer.stored.pending())
            complain(f"{out}: {done:,} of {len(planned):,} tasks are done and kept; --resume goes on")
            raise
        complain(*results.failures(), *results.broken_tools())
        writer.end(results.code)
        sessions = _sessions(writer.stored)
        write_rows(out / ROWS, _rows(writer.stored, sessions))
        write_text(out / DOCUMENT, document(plan, results, sessions))
        write_rows(out / TASKS_OF_A_RUN, rows_of_tasks(results))
        write_text(out / REPORT, html_of(read_report(out, title=plan.title)))
    if as_json:
        click.echo(line_of(replace(results.row(), provenance=sessions[-1])), nl=False)
    else:
        show(tables(results))
        click.echo(f"{out / ROWS}: every verdict. {out / DOCUMENT}: these tables, findings and witnesses.")
        click.echo(f"{out / REPORT}: the same for a browser, task by task.")
    complain(*(f"not as expected: {mismatch}" for mismatch in results.mismatches))
    return results.code


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


def _provenance(plan: Plan, settings: RunSettings, options: BenchOptions) -> ProvenanceRow:
    sizes = {name: len(gathered.tasks) for name, gathered in plan.python.items()}
    for name, gathered in plan.dafny.items():
        sizes[name] = sizes.get(name, 0) + len(gathered.tasks)
    parts = [data_part(name, paths, sizes.get(name, 0)) for name, paths in plan.sources.items()]
    limits = {name: value for name, value in attrs.asdict(settings.config).items() if name not in ("seed", "dump")}
    given = {"solver": settings.solver, "engine": settings.engine, "tasks": list(options.tasks), **limits}
    return provenance(settings.solver, given, settings.config.seed, parts, now())


def _worked(plan: Plan, settings: RunSettings, planned: Sequence[PlannedTask], writer: RunWriter) -> Results:
    """The results of all tasks: those that are known, and the others as they are found and stored."""
    known: dict[int, Report | FileReport] = {}
    python = plan.python_tasks
    for place, task in enumerate(planned):
        stored = writer.known.get(task)
        if stored is None:
            continue
        report: Report | FileReport | None
        if place < len(python):
            report = report_of(stored, python[place][1].task_id)
        else:
            report = file_report_of(stored, plan.dafny_tasks[place - len(python)][1])
        if report is not None:
            known[place] = report

    def arrived(arrival: Arrival) -> None:
        writer.add(planned[arrival.place], _result(arrival))

    with progress(plan.size, "bench") as step:
        return run(plan, settings, arrived, step, known)


def _result(arrival: Arrival) -> NewResult:
    match arrival.report:
        case Report():
            return result_of(arrival.report, arrival.rows)
        case FileReport():
            return result_of_file(arrival.report, arrival.rows)


def _sessions(stored: StoredRun) -> list[ProvenanceRow]:
    """The last session, and those whose results are used."""
    used = {result.session for result in stored.results()}
    sessions = stored.sessions()
    return [session for session in sessions if session.session in used or session is sessions[-1]]


def _rows(stored: StoredRun, sessions: Sequence[ProvenanceRow]) -> Iterator[Row | dict[str, Any]]:
    yield from sessions
    for result in stored.results():
        yield from result.rows
