"""What `specassay audit` does."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from attrs import evolve, frozen

from ...core.errors import OutputFailure
from ..auditing.findings import OF_EXECUTION, AuditCounts, as_row, command_of, document, kinds_table, of_labelled_tests
from ..configuration import DEFAULT
from ..datasets.sets.adapter import DataSetPart
from ..datasets.sets.registry import parts_of
from ..datasets.tasks import SpecTask
from ..exit_codes import ExitCode
from ..reporting.findings import ReportedFinding
from ..reporting.output import make_folder, progress, write_rows, write_text
from ..reporting.results import Results
from ..reporting.rules import NO_DEFECTS
from ..reporting.run_tables import provenance_tables
from ..reporting.tables import counted, show
from ..reporting.text import MOST_CHARACTERS_OF_A_FINDING, complain, tell
from ..runs.gathering import gather, project_of
from ..runs.run import RunSettings
from ..runs.task_report import SolverChoice
from ..schema import FindingRow, ProvenanceRow, line_of
from ..store import start_run
from .bench_work import is_run, planned_tasks, provenance_of, results_of_run, worked
from .options import config
from .plans import Plan, names_of_data, plan_of_parts

ROWS = "findings.jsonl"
DOCUMENT = "audit.md"
MOST_PRINTED = 40
"""Findings that are printed where all are in a file."""


@frozen(slots=True, kw_only=True)
class AuditOptions:
    """The options of the command, as they are given there."""

    out: Path | None = None
    resume: bool = False
    force: bool = False
    solver: SolverChoice = "z3"
    budget: float | None = DEFAULT.budget
    file_limit: float | None = DEFAULT.file_limit
    mutants: int = DEFAULT.mutants
    operators: str = DEFAULT.operators
    seed: int = DEFAULT.seed
    jobs: int | None = None
    tasks: tuple[str, ...] = ()
    as_json: bool = False

    def settings(self) -> RunSettings:
        """How the tasks are worked on."""
        limits = config(
            budget=self.budget,
            file_limit=self.file_limit,
            mutants=self.mutants,
            operators=self.operators,
            seed=self.seed,
            jobs=self.jobs,
        )
        return RunSettings(solver=self.solver, config=limits)


@frozen(slots=True)
class Audited:
    """What an audit has found, and where that comes from."""

    rows: tuple[FindingRow, ...]
    counts: AuditCounts
    sessions: tuple[ProvenanceRow, ...]
    code: ExitCode


def audit(names: Sequence[str], options: AuditOptions) -> ExitCode:
    """Print every defect of the contracts and specifications in data sets and folders. Raises InputError,
    OutputFailure and click.UsageError."""
    if options.resume and options.out is None:
        raise click.UsageError("--resume continues the run in --out DIR")
    runs = [name for name in names if is_run(Path(name))]
    if runs:
        found = _of_run(names, runs, options)
    else:
        parts = [part for name in names for part in parts_of(name)]
        with _folder(options.out) as folder:
            found = _audited(parts, options, folder, names_of_data(names))
    kinds = kinds_table(found.rows, found.counts)
    if options.out is not None:
        make_folder(options.out)
        write_rows(options.out / ROWS, (*found.sessions, *found.rows))
        tables = [*provenance_tables(found.sessions), kinds]
        write_text(options.out / DOCUMENT, document(found.rows, tables))
    if options.as_json:
        for row in (*found.sessions, *found.rows):
            click.echo(line_of(row), nl=False)
        return found.code
    shown = found.rows if options.out is None else found.rows[:MOST_PRINTED]
    tell(map(_line, shown), MOST_CHARACTERS_OF_A_FINDING)
    if options.out is not None and len(found.rows) > len(shown):
        click.echo(f"{counted(len(found.rows) - len(shown), 'more finding')}: {options.out / DOCUMENT}")
    if found.rows:
        show([kinds])
    else:
        click.echo(f"{kinds.title}. {' '.join(kinds.notes)}")
    return found.code


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """The folder of the run; one for now where none is to be kept."""
    if out is not None:
        make_folder(out)
        yield out
        return
    with tempfile.TemporaryDirectory(prefix="specassay-audit-") as name:
        yield Path(name)


def _of_run(names: Sequence[str], runs: Sequence[str], options: AuditOptions) -> Audited:
    """What a run of `bench` found already."""
    if len(names) > 1 or options.resume or options.tasks:
        raise click.UsageError("all findings of a finished run are shown: name it alone, without --resume and --task")
    found = results_of_run(Path(runs[0]))
    if found.undone:
        undone = counted(found.undone, "task")
        click.echo(f"{runs[0]}: {undone} without a result yet; `specassay bench --resume` continues", err=True)
    return _concluded(found.results, (), found.sessions)


def _audited(parts: Sequence[DataSetPart], options: AuditOptions, folder: Path, data: Sequence[str]) -> Audited:
    settings = options.settings()
    plan = plan_of_parts(parts, project_of(settings.config)).only(options.tasks)
    plan.check()
    labelled = [part for part in parts if part.wrong_tests]
    # The tests of these files are wrong on purpose: only what becomes of them counts, and no wrong outputs are made.
    of_labels = evolve(settings, config=evolve(settings.config, mutants=0), made=0)
    beside = Plan(specifications={part.name: gather(part.specifications, SpecTask) for part in labelled})
    beside = evolve(beside, sources={part.name: part.sources for part in labelled})
    if options.tasks:
        chosen = {task.task_id for _, task in plan.spec_tasks}
        named = [task.task_id for _, task in beside.spec_tasks if task.task_id in chosen]
        beside = beside.only(named) if named else Plan()
    complain(*plan.errors)
    with start_run(folder, resume=options.resume, force=options.force) as writer:
        planned, planned_beside = planned_tasks(plan, settings), planned_tasks(beside, of_labels)
        number = len(planned) + len(planned_beside)
        sources = evolve(
            plan,
            specifications={**plan.specifications, **beside.specifications},
            sources={**plan.sources, **beside.sources},
        )
        said = {"data": list(data), "questions": ["cvt", "spec"], "tasks": list(options.tasks)}
        writer.begin(provenance_of(sources, settings, said), [*planned, *planned_beside])
        try:
            with progress(number, "audit") as step:
                results = worked(plan, settings, planned, writer, step)
                labels = worked(beside, of_labels, planned_beside, writer, step)
        except (KeyboardInterrupt, OutputFailure):
            if options.out is not None:
                done = number - len(writer.stored.pending())
                complain(f"{folder}: {done:,} of {number:,} tasks are done and kept; --resume continues")
            raise
        complain(*results.failures(), *results.broken_tools())
        audited = _concluded(results, _of_labels(labels, labelled), ())
        writer.end(audited.code)
        return evolve(audited, sessions=tuple(writer.stored.used_sessions()))


def _concluded(results: Results, labels: Iterable[ReportedFinding], sessions: tuple[ProvenanceRow, ...]) -> Audited:
    """The defects among the findings, and those that labels show."""
    findings = [*results.findings(), *labels]
    defects = [finding for finding in findings if finding.kind not in NO_DEFECTS | OF_EXECUTION]
    code = max(results.code, ExitCode.FINDINGS if defects else ExitCode.DONE)
    counts = AuditCounts(
        contracts=sum(1 for report in results.reports if report.clauses),
        methods=sum(1 for file in results.files for row in file.rows if row.method is not None),
        undecided=len(findings) - len(defects),
    )
    rows = tuple(as_row(finding, command_of(finding)) for finding in defects)
    return Audited(rows, counts, sessions, code)


def _of_labels(results: Results, parts: Sequence[DataSetPart]) -> Iterator[ReportedFinding]:
    for part in parts:
        rows = [row for file in results.specifications.get(part.name, ()) for row in file.rows]
        yield from of_labelled_tests(rows, part.wrong_tests, part.bad_inputs)


def _line(row: FindingRow) -> str:
    where = ":".join(map(str, filter(None, (row.file, row.line))))
    return ": ".join(filter(None, (where, row.rule, row.task_id, row.message, row.witness)))
