"""What `specassay spec` does."""

from collections.abc import Iterator
from pathlib import Path

import click
from attrs import evolve, frozen

from ...backends.dafny.process import find_verifier
from ...backends.solvers.engines import ENGINES
from ...core.deciding.clauses import OUT_OF_TIME
from ...core.limits import SECONDS_PER_FILE_OF_FOLDER
from ..datasets.python_tests import load_tests
from ..datasets.specification_files import read_labels
from ..datasets.tasks import SpecTask
from ..exit_codes import ExitCode
from ..reporting.details import clause_tables
from ..reporting.labels import label_tables, row_of_labels
from ..reporting.results import ALL, Results
from ..reporting.run_tables import specification_statistics_table
from ..reporting.tables import Table, show
from ..run_report.specifications_part import methods_of_files
from ..runs.gathering import gather
from ..runs.run import RunSettings
from ..schema import line_of
from .cross_checking import check_files, check_verified, shown
from .options import Paths, config
from .plans import Plan
from .presenting import SharedOptions, export, judge
from .running import FIRST_OF_MANY, MOST_DETAILED, Selection, narrowed, run_plan, show_findings, spec_tasks


@frozen(slots=True, kw_only=True)
class SpecOptions(SharedOptions):
    """The options of the command, as they are given there."""

    tests: Path | None
    problem_tests: bool
    made: int | None
    mutate: str
    engine: str
    mutants: int
    seed: int
    operators: str
    root: Path | None
    labels: Path | None
    file_limit: float | None

    def settings(self, sources: Paths) -> RunSettings:
        """How the files of these sources are scored. Raises InputError for tests or labels that cannot be read."""
        in_folder = self.file_limit is None and any(source.is_dir() for source in sources)
        seconds = SECONDS_PER_FILE_OF_FOLDER if in_folder else self.file_limit
        return RunSettings(
            engine=self.engine,
            config=config(
                file_limit=seconds,
                jobs=self.jobs,
                mutants=self.mutants,
                seed=self.seed,
                operators=self.operators,
                dump=self.dump,
            ),
            dialect=self.dialect,
            root=self.root,
            tests=None if self.tests is None else load_tests(self.tests),
            problem_tests=self.problem_tests,
            made=self.made,
            mutate=self.mutate,
            labels=None if self.labels is None else read_labels(self.labels),
        )


def spec(sources: Paths, options: SpecOptions) -> ExitCode:
    """Scores of specifications; then, if asked for, the verifier's word on every triple. Raises InputError."""
    options.check()
    settings, output = options.settings(sources), options.output(sources)
    selection, beside_verifier = Selection(options.tasks, options.since), options.cross_check
    baseline = output.known()
    asks_verifier = beside_verifier or settings.engine not in ENGINES
    if asks_verifier:
        find_verifier()  # Without one, nothing starts.
    plan = narrowed(Plan(specifications={ALL: gather(sources, SpecTask)}), selection, sources)
    if asks_verifier:
        check_verified(spec_tasks(plan), "--cross-check or --engine dafny")
    named = evolve(settings, names=selection.names)
    results = run_plan(plan, named, "spec", output)
    judged = judge(results, output, baseline)
    export(results, judged, output, "spec", {})
    if output.as_json and settings.labels is not None:
        click.echo(line_of(row_of_labels(results, settings.labels)), nl=False)
    if output.for_people:
        show_findings(judged.new, output.rows, FIRST_OF_MANY)
        show(_of_specifications(results))
        _show_out_of_time(results, settings.config.seconds_per_file)
        if settings.labels is not None:
            show(label_tables(results, settings.labels))
    if not beside_verifier:
        return judged.code
    return max(judged.code, shown(check_files(spec_tasks(plan), settings), output))


def _show_out_of_time(results: Results, seconds: float) -> None:
    """How many methods are unknown for want of time, and how they get more."""
    assessed = (row.assessment for file in results.files for row in file.rows)
    count = sum(
        each is not None and each.verdict == "unknown" and OUT_OF_TIME.reason in each.reason for each in assessed
    )
    if count:
        noun = "method is" if count == 1 else "methods are"
        click.echo(f"{count} {noun} unknown because the {seconds:g} seconds for a file ran out: --limit gives more.")


def _of_specifications(results: Results) -> Iterator[Table]:
    if results.files:
        rows = [row for file in results.files for row in file.rows]
        if len(results.files) > 1 or any(row.method for row in rows):
            yield methods_of_files(rows)
        if len(rows) <= MOST_DETAILED:
            yield from clause_tables(rows)
    if len(results.files) > 1:
        yield specification_statistics_table(
            results.specification_statistics(), "Specifications: which outputs they accept"
        )
