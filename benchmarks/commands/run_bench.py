"""What `specassay bench` does."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from attrs import evolve, field, frozen
from msgspec.structs import replace

from ...core.errors import ClusterFailure, OutputFailure
from ..configuration import DEFAULT
from ..executors.places import ExecutorPlace, executor_at
from ..exit_codes import ExitCode
from ..grading.command import GradeOptions
from ..reporting.output import make_folder, progress, write_rows, write_text
from ..reporting.tables import show
from ..reporting.text import complain
from ..run_report.document import read_report
from ..run_report.html import html_of
from ..runs.gathering import project_of
from ..runs.provenance import data_part, digest_of
from ..runs.run import RunSettings
from ..runs.task_report import SolverChoice
from ..schema import ProvenanceRow, Row, line_of
from ..store import StoredRun, start_run
from ..store.records import QUESTIONS, RunQuestion
from .bench_comparing import ComparePlan, compare_all, plan_comparisons
from .bench_grading import GradedFiles, grade_all, plan_grades
from .bench_work import planned_tasks, provenance_of, worked
from .options import Paths, config
from .plans import document, names_of_data, plan_of_data, tables
from .report import DOCUMENT as REPORT
from .run_file import RunFile
from .running import make_dump

ROWS = "results.jsonl"
DOCUMENT = "report.md"


@frozen(slots=True, kw_only=True)
class BenchOptions:
    """The options of the command, as they are given there. `file`: what the file of the run says beside them."""

    data: tuple[str, ...] = ()
    questions: tuple[RunQuestion, ...] = ()
    samples: Paths = ()
    solver: SolverChoice = "both"
    engine: str = "auto"
    budget: float | None = DEFAULT.budget
    solver_limit: float = DEFAULT.solver_limit
    file_limit: float | None = DEFAULT.file_limit
    mutants: int = DEFAULT.mutants
    operators: str = DEFAULT.operators
    seed: int = DEFAULT.seed
    ks: str = "1"
    reject: str = "AssertionError"
    jobs: int | None = None
    tasks: tuple[str, ...] = ()
    dump: Path | None = None
    resume: bool = False
    force: bool = False
    cluster: str | None = None
    queue: str | None = None
    file: RunFile = field(factory=RunFile)

    def asked(self) -> tuple[RunQuestion, ...]:
        """The questions, in their order. Raises click.UsageError for programs without the question about them, or the
        other way round."""
        asked = self.questions or (QUESTIONS[:3] if self.samples else QUESTIONS[:2])
        if ("grade" in asked) != bool(self.samples):
            raise click.UsageError("--question grade is about the programs in --samples; give both or neither")
        return tuple(each for each in QUESTIONS if each in asked)

    def settings(self) -> RunSettings:
        """How the tasks are worked on."""
        limits = config(
            **self.file.limits,
            solver_limit=self.solver_limit,
            file_limit=self.file_limit,
            budget=self.budget,
            jobs=self.jobs,
            mutants=self.mutants,
            operators=self.operators,
            seed=self.seed,
            dump=self.dump,
        )
        return RunSettings(solver=self.solver, engine=self.engine, config=limits)

    def place(self) -> ExecutorPlace:
        """Where tasks run. Raises click.UsageError for two places."""
        if self.cluster and self.queue:
            raise click.UsageError("--cluster and --queue exclude each other; give one")
        if self.cluster or self.queue:
            return evolve(self.file.place, address=self.cluster or "", queue=self.queue or "")
        return self.file.place

    def grading(self) -> GradeOptions:
        """How programs are graded."""
        return GradeOptions(ks=self.ks, reject=self.reject, solver=self.solver, solver_limit=self.solver_limit)


def bench(options: BenchOptions, *, out: Path, as_json: bool) -> ExitCode:
    """Ask the questions of the data sets. Raises InputError, OutputFailure and click.UsageError."""
    asked, settings, place = options.asked(), options.settings(), options.place()
    whole = plan_of_data(options.data, project_of(settings.config))
    whole.check()
    chosen = whole.only(options.tasks)
    plan = evolve(
        chosen,
        contracts=chosen.contracts if "cvt" in asked else {},
        specifications=chosen.specifications if "spec" in asked else {},
    )
    programs = (
        plan_grades(whole, options.tasks, options.samples, options.grading(), lambda task: digest_of(task, settings))
        if "grade" in asked
        else None
    )
    both = plan_comparisons(chosen, settings) if "compare" in asked else ComparePlan()
    make_folder(out)
    make_dump(settings)
    complain(*chosen.errors)
    with start_run(out, resume=options.resume, force=options.force) as writer:
        planned = planned_tasks(plan, settings)
        grades = () if programs is None else tuple(programs.planned.values())
        everything = [*planned, *grades, *both.planned]
        number = len(everything)
        said = {"data": names_of_data(options.data), "questions": list(asked), "tasks": list(options.tasks)}
        if place.name:
            said["cluster"] = place.name
        if options.samples:
            said |= {"k": options.ks, "reject": options.reject}
        samples = [data_part(path.name, [path], 0) for path in options.samples]
        writer.begin(provenance_of(chosen, settings, said, samples), everything)
        if options.resume:
            click.echo(f"{out}: {len(writer.known):,} of {number:,} tasks are done already.", err=True)
        try:
            with executor_at(place, settings.config.jobs) as executor, progress(number, "bench") as step:
                results = worked(plan, settings, planned, writer, step, executor)
                graded = GradedFiles()
                if programs is not None:
                    graded = grade_all(programs, writer, results.reports, executor, step)
                compared = compare_all(both, settings, writer, executor, step)
        except (KeyboardInterrupt, OutputFailure, ClusterFailure):
            done = number - len(writer.stored.pending())
            complain(f"{out}: {done:,} of {number:,} tasks are done and kept; --resume continues")
            raise
        complain(*results.failures(), *results.broken_tools())
        code = max(results.code, graded.code, compared.code)
        writer.end(code, graded.rows())
        sessions = writer.stored.used_sessions()
        write_rows(out / ROWS, _rows(writer.stored, sessions, graded))
        write_text(out / DOCUMENT, document(plan, results, sessions, [*graded.tables(), *compared.tables()]))
        write_text(out / REPORT, html_of(read_report(out, title=plan.title)))
    if as_json:
        row = replace(
            results.row(),
            provenance=sessions[-1],
            grade=graded.statistics(),
            relations=compared.relations(),
            exit_code=int(code),
        )
        click.echo(line_of(row), nl=False)
    else:
        show((*tables(results), *graded.tables(), *compared.tables()))
        click.echo(f"{out / ROWS}: every verdict. {out / DOCUMENT}: these tables, findings and witnesses.")
    complain(*(f"not as expected: {mismatch}" for mismatch in results.mismatches))
    if not as_json:
        click.echo(f"{out / REPORT}: the whole report, for a browser.")
    return code


def _rows(
    stored: StoredRun, sessions: Sequence[ProvenanceRow], graded: GradedFiles
) -> Iterator[Row | Mapping[str, Any]]:
    yield from sessions
    for result in stored.results():
        yield from result.rows
    yield from graded.rows()
