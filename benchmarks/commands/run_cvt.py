"""What `specassay cvt` does."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from attrs import evolve, frozen
from msgspec.structs import replace

from ...backends.dafny.process import find_verifier
from ...core.errors import InputError
from ...core.limits import SECONDS_PER_FUNCTION
from ..configuration import DEFAULT
from ..datasets.tasks import ContractTask, SpecTask
from ..exit_codes import ExitCode
from ..reporting.details import clause_texts, proofs_table
from ..reporting.formats.registry import FORMATS
from ..reporting.guard_lines import lines_of_contracts
from ..reporting.output import RowMapping, make_folder, progress, row_writer
from ..reporting.results import ALL, Results
from ..reporting.run_tables import contract_statistics_table
from ..reporting.tables import Table, show
from ..reporting.text import complain, tell
from ..run_report.contracts_part import contract_table, contracts_table
from ..run_report.solvers_part import solver_table
from ..runs import requires_cvt, wide
from ..runs.adequacy import require_libraries
from ..runs.gathering import gather, project_of
from ..runs.provenance import digest_of_preconditions
from ..runs.run import RunSettings, rows_of, trouble
from ..runs.task_report import SolverChoice
from ..schema import Row
from .cross_checking import check_verified, shown
from .options import Paths, config
from .plans import Plan
from .presenting import Presentation, SharedOptions, export, judge
from .resume import read_back_methods, set_aside
from .running import MOST_DETAILED, Selection, narrowed, run_plan, show_findings, spec_tasks


@frozen(slots=True, kw_only=True)
class Details:
    """What is printed of contracts in Python files beside findings and what fits on a screen: a line for each guard,
    each set of clauses, why there is no test, the rates of the run."""

    guards: bool = False
    sets: bool = False
    explain: bool = False
    statistics: bool = False


EVERYTHING = Details(guards=True, sets=True, statistics=True)


@frozen(slots=True, kw_only=True)
class CvtOptions(SharedOptions):
    """The options of the command, as they are given there."""

    solver: SolverChoice
    solver_limit: float
    budget: float | None
    max_subsets: int
    universe: str
    classes: tuple[str, ...]
    tests_per_set: int
    adequacy: bool
    strengthen: bool
    roots: Paths
    stubs: tuple[str, ...]
    python: str
    exclude: tuple[str, ...]
    internal: bool
    guards: bool
    sets: bool
    explain: bool
    statistics: bool

    def check(self) -> None:
        """Raises click.UsageError for options that do not go together, InputError for a library that is missing."""
        SharedOptions.check(self)
        if self.resume and (self.adequacy or self.strengthen):
            raise click.UsageError("--resume cannot be combined with --adequacy or --strengthen")
        if self.classes and self.universe != wide.UNIVERSE:
            raise click.UsageError("--class needs --universe wide")
        if self.adequacy or self.strengthen:
            require_libraries()

    def settings(self, sources: Paths) -> RunSettings:
        """How the tasks in some files are worked on."""
        in_files = self.budget is None and all(source.is_dir() or source.suffix == ".py" for source in sources)
        return RunSettings(
            solver=self.solver,
            adequacy=self.adequacy or self.strengthen,
            strengthen=self.strengthen,
            dialect=self.dialect,
            root=self.roots[0] if self.roots else None,
            config=config(
                solver_limit=self.solver_limit,
                budget=SECONDS_PER_FUNCTION if in_files else self.budget,
                max_subsets=self.max_subsets,
                tests_per_set=self.tests_per_set,
                universe=self.universe,
                classes=self.classes,
                jobs=self.jobs,
                dump=self.dump,
                roots=tuple(map(str, self.roots)),
                stubs=self.stubs,
                python=self.python,
                exclude=self.exclude,
                internal=self.internal,
            ),
        )


def cvt(sources: Paths, options: CvtOptions) -> ExitCode:
    """Contract-violating tests of Python tasks, or of the preconditions in Dafny files. Raises InputError."""
    options.check()
    settings, output = options.settings(sources), options.output(sources)
    selection = Selection(options.tasks, options.since)
    specified = [requires_cvt.is_specified(source) for source in sources]
    if all(specified):
        if settings.adequacy:
            raise InputError("--adequacy and --strengthen are for contracts in Python; name no Dafny files with them")
        if settings.config.tests_per_set > 1 or settings.config.universe != DEFAULT.universe:
            click.echo(
                "-k and --universe are for contracts in Python; for Dafny one input is found for each set.", err=True
            )
        return violate(sources, settings, output, selection, beside_verifier=options.cross_check)
    if any(specified):
        raise InputError("these are contracts in Python and in Dafny; name those of one language at a time")
    if options.cross_check:
        raise InputError("--cross-check asks the Dafny verifier; name Dafny files with it")
    details = Details(guards=options.guards, sets=options.sets, explain=options.explain, statistics=options.statistics)
    return synthesise(sources, settings, output, selection, details)


def synthesise(
    sources: Sequence[Path], settings: RunSettings, output: Presentation, selection: Selection, details: Details
) -> ExitCode:
    """Contract-violating tests of Python tasks."""
    baseline = output.known()
    gathered = gather(sources, ContractTask, project_of(settings.config))
    plan = narrowed(Plan(contracts={ALL: gathered}), selection, sources)
    results = run_plan(plan, settings, "cvt", output)
    judged = judge(results, output, baseline)
    export(results, judged, output, "cvt", {})
    if output.for_people:
        show_findings(judged.new)
        of_files = all(task.file.endswith(".py") for task in gathered.tasks)
        if of_files:
            found = [finding for finding in judged.new if finding.kind != "not-done"]
            tell(lines_of_contracts(results.reports, gathered.tasks, found, whole=details.guards))
        show(
            _of_contracts(results, gathered.tasks, details if of_files else evolve(EVERYTHING, explain=details.explain))
        )
    return judged.code


def violate(
    sources: Sequence[Path], settings: RunSettings, output: Presentation, selection: Selection, *, beside_verifier: bool
) -> ExitCode:
    """Inputs that violate `requires` clauses; then, if asked for, the verifier's word
    on every clause and input."""
    if output.form is not None and FORMATS[output.form].of_tests:
        raise InputError(f"--format {output.form} writes tests in Python; name no Dafny files with it")
    if output.resume and beside_verifier:
        raise InputError("--cross-check checks all inputs; leave --resume out")
    baseline = output.known()
    if beside_verifier:
        find_verifier()  # Without one, nothing starts.
    plan = narrowed(Plan(specifications={ALL: gather(sources, SpecTask)}), selection, sources)
    complain(*plan.errors)
    if settings.config.dump is not None:
        make_folder(Path(settings.config.dump))
    results = Results(code=ExitCode.BAD_INPUT if plan.errors else ExitCode.DONE, errors=plan.errors)
    tasks = spec_tasks(plan)
    if beside_verifier:
        check_verified(tasks, "--cross-check")
    files = []
    known: requires_cvt.KnownRows = {}
    first: Sequence[RowMapping | Row] = ()
    digests = {task.task_id: digest_of_preconditions(task, settings) for task in tasks}
    if output.resume and output.rows is not None:
        known, first = _earlier(tasks, settings, output.rows, digests)
    rows = row_writer(output.rows, to_stdout=output.as_json, first=first)
    with rows as write, progress(len(tasks), "cvt") as step:
        for task, file in zip(tasks, requires_cvt.reports_of(tasks, settings, step, known), strict=True):
            files.append(file)
            for method in file.methods:
                for row in () if method.known else rows_of(method.report):
                    write(replace(row, digest=digests[task.task_id]))
                results.code = max(results.code, trouble(method.report))
    methods = [method for file in files for method in file.methods]
    results.contracts[ALL] = [method.report for method in methods]
    complain(*results.failures())
    judged = judge(results, output, baseline)
    export(results, judged, output, "cvt", {method.report.task_id: method.clauses for method in methods})
    if output.for_people:
        if not methods:
            click.echo("No method has a requires clause: there is nothing to violate.")
        show_findings(judged.new)
        show(_of_methods(results, methods))
    return max(judged.code, shown(requires_cvt.beside_verifier(files), output)) if beside_verifier else judged.code


def _earlier(
    tasks: Sequence[SpecTask], settings: RunSettings, path: Path, digests: Mapping[str, str]
) -> tuple[requires_cvt.KnownRows, Sequence[RowMapping | Row]]:
    """The rows of methods that are done, and what stays in the file."""

    def complete(task: SpecTask, rows: requires_cvt.KnownRows) -> requires_cvt.KnownRows:
        return requires_cvt.complete_rows(task, settings, rows)

    known, earlier = read_back_methods(path, tasks, lambda task: digests[task.task_id], complete)
    if earlier.superseded:
        set_aside(path, earlier.superseded)
    click.echo(earlier.described(path), err=True)
    return known, earlier.rows


def _of_methods(results: Results, methods: Sequence[requires_cvt.MethodViolations]) -> Iterator[Table]:
    done = [method for method in methods if method.report.error is None]
    if len(done) > MOST_DETAILED:
        yield contracts_table((method.report for method in done), "Dafny methods")
    else:
        yield from (contract_table(method.report, method.clauses) for method in done)
    if len(done) > 1:
        yield contract_statistics_table(results.contract_statistics(), "Preconditions: which inputs break them")


def _of_contracts(results: Results, tasks: Sequence[ContractTask], details: Details) -> Iterator[Table]:
    reports = [report for report in results.reports if report.error is None and (report.clauses or not report.problems)]
    if not details.sets:
        pass
    elif len(reports) > MOST_DETAILED:
        yield contracts_table(reports)
    else:
        by_id = {task.task_id: task for task in tasks}
        for report in reports:
            yield contract_table(report, clause_texts(by_id[report.task_id]))
    if details.explain:
        yield proofs_table(reports)
    if details.statistics and len(results.reports) > 1:
        yield contract_statistics_table(results.contract_statistics())
    measured = {report.task_id: report.adequacy for report in reports if report.adequacy is not None}
    if measured:
        from ..reporting.adequacy_tables import tables as adequacy_tables

        yield from adequacy_tables(measured)
    if len(results.solver_statistics()) > 1:
        yield solver_table(results.solver_statistics(), results.disagreements())
