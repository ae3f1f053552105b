"""`specassay cvt`. It loads what it needs when it runs."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..exit_codes import ExitCode
from .options import (
    DIALECT,
    JOBS,
    PATH,
    SOLVER_TO_ASK,
    SOURCES,
    Paths,
    exit_codes,
    explained,
    format_option,
    limit,
    run_options,
    settings_of,
)

if TYPE_CHECKING:
    from ..datasets.tasks import ContractTask, SpecTask
    from ..reporting.output import RowMapping
    from ..reporting.results import Results
    from ..reporting.tables import Table
    from ..runs.requires_cvt import KnownRows, MethodViolations
    from ..runs.run import RunSettings
    from ..schema import Row
    from .presenting import Presentation


@click.command(
    epilog=exit_codes("a clause that no input violates (proved for the whole universe)", compares_solvers=True),
)
@SOURCES
@SOLVER_TO_ASK
@limit("solver_limit", "each query to a solver")
@click.option(
    "--budget",
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="CPU time for all work on a task. -k may take as long again, at most 15 seconds, and so may --adequacy, at "
    "most 30 seconds.  [default: 30; for each function of a file or folder 4]",
)
@click.option(
    "--max-subsets",
    type=click.IntRange(1),
    metavar="N",
    help="How many sets of clauses of a task are decided, small ones first.",
)
@click.option(
    "--universe",
    type=click.Choice(["annotated", "plain", "wide"]),
    help="annotated: in files of Python, arguments are of the types that annotations declare; without one they are any "
    "plain values. plain: all are. wide: where no plain value violates a set of clauses, also try Fraction, Decimal, "
    "deque, array, UserString, UserList, numpy scalars (if numpy is installed) and the classes of --class.",
)
@click.option(
    "--class",
    "classes",
    multiple=True,
    metavar="MODULE:NAME",
    help="A class to add to the wide universe; it is called with one value or with none. FILE.py:NAME names one in a "
    "file. May be repeated.",
)
@JOBS
@click.option(
    "--resume",
    is_flag=True,
    help="Continue a stopped run: tasks that are complete in --out are not repeated.",
)
@click.option(
    "-k",
    "tests_per_set",
    type=click.IntRange(1, 100),
    metavar="N",
    help="Number of tests for each set of clauses: the simplest one first, then those on a boundary.",
)
@format_option(
    "cvt",
    help="What is written to --out, or printed without it. jsonl: rows. Tests: pytest (a module), evalplus (inputs), "
    "eas (lines for prompts of that strategy). Findings: sarif, github (annotations), lines (for editors). All "
    "clauses: junit.",
)
@click.option(
    "--adequacy", is_flag=True, help="Mutate the contract, and report the mutants that no test distinguishes from it."
)
@click.option(
    "--strengthen",
    is_flag=True,
    help="Add inputs that distinguish these mutants from the contract. Implies --adequacy.",
)
@click.option(
    "--cross-check",
    is_flag=True,
    help="Dafny only: ask the real verifier about every clause on every input found.",
)
@DIALECT
@click.option(
    "--root",
    "roots",
    multiple=True,
    type=PATH,
    metavar="DIR",
    help="Also import Python modules from this folder; Dafny files may include files from it. May be repeated. "
    "[default: the folders that pytest would find; of a Dafny file its own]",
)
@click.option(
    "--stub",
    "stubs",
    multiple=True,
    metavar="MODULE",
    help="Replace a module that cannot be imported. Code may refer to what is in it, and fails where it uses that. "
    "May be repeated.",
)
@click.option(
    "--python",
    default="",
    show_default=False,
    metavar="INTERPRETER",
    help="Run Python modules with this interpreter (CPython 3.11 or newer), such as that of a virtual environment, and "
    "with what is installed for it.  [default: the one that runs specassay]",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help="Files to skip, as in a .gitignore. What .gitignore files exclude is always skipped. May be repeated.",
)
@click.option(
    "--internal",
    is_flag=True,
    help="Also treat assertions and guards after other statements, and those of tests, as contracts.",
)
@click.option("--guards", is_flag=True, help="Print a line for each guard, and not only what fits on a screen.")
@click.option("--sets", is_flag=True, help="Print each set of clauses, with its verdict and its test.")
@click.option(
    "--explain",
    is_flag=True,
    help="Print what each proof rests on and, for each undecided set, what each engine said and what to write instead.",
)
@click.option("--statistics", is_flag=True, help="Print the rates of the run.")
@run_options
@explained
def cvt(sources: Paths, **options: Any) -> ExitCode:
    """Find contract-violating tests: for each set of clauses an input that violates exactly these.

    SOURCE is a .py file, a folder of .py files, or an EvalPlus .jsonl or .jsonl.gz. Each function that states a
    contract is a task. Modules are imported in a sandbox, by their names in their project. There is a row for each
    non-empty set of a task's clauses: violating, infeasible or unknown. Every test was replayed in Python.

    SOURCE may also be a .dfy or .rs file or a folder of such. There the contract is the requires clauses of a method,
    and a test is made of literals of the language that the reference evaluator has confirmed.
    """
    from ...core.errors import InputError
    from ..configuration import DEFAULT
    from ..runs.requires_cvt import is_specified
    from .presenting import presentation

    output, settings = presentation(options, sources), _settings(sources, options)
    specified = [is_specified(source) for source in sources]
    # Contracts of Python are asked by calls, those of other languages by their evaluator: one run is of one kind.
    if all(specified):
        if settings.adequacy:
            raise InputError("--adequacy and --strengthen are for contracts in Python; name no other files with them")
        if settings.config.tests_per_set > 1 or settings.config.universe != DEFAULT.universe:
            click.echo(
                "-k and --universe are for contracts in Python; of other languages, one input is found for each set.",
                err=True,
            )
        return _of_preconditions(sources, settings, output, options)
    if any(specified):
        raise InputError("these are contracts in Python and in another language; name those of one language at a time")
    if options["cross_check"]:
        raise InputError("--cross-check asks the Dafny verifier; name Dafny files with it")
    return _of_contracts(sources, settings, output, options)


def _settings(sources: Paths, options: dict[str, Any]) -> "RunSettings":
    """How the tasks in some files are worked on. Raises click.UsageError for options that do not go together,
    InputError for a library that is missing."""
    from ...core.limits import SECONDS_PER_FUNCTION
    from ..runs.adequacy import require_libraries
    from ..runs.wide import UNIVERSE

    adequacy, roots = options["adequacy"] or options["strengthen"], options["roots"]
    if options["resume"] and adequacy:
        raise click.UsageError("--resume cannot be combined with --adequacy or --strengthen")
    if options["classes"] and options["universe"] != UNIVERSE:
        raise click.UsageError("--class needs --universe wide")
    if adequacy:
        require_libraries()
    # People wait for files with many functions; the larger default is for data sets.
    in_files = options["budget"] is None and all(source.is_dir() or source.suffix == ".py" for source in sources)
    return settings_of(
        options,
        adequacy=adequacy,
        root=roots[0] if roots else None,
        roots=tuple(map(str, roots)),
        budget=SECONDS_PER_FUNCTION if in_files else options["budget"],
    )


def _of_contracts(sources: Paths, settings: "RunSettings", output: "Presentation", options: dict[str, Any]) -> ExitCode:
    """Contract-violating tests of Python tasks."""
    from ..datasets.tasks import ContractTask
    from ..reporting.details import clause_texts, lines_of_undecided_sets
    from ..reporting.guard_lines import lines_of_contracts
    from ..reporting.results import ALL
    from ..reporting.tables import show
    from ..reporting.text import tell
    from ..runs.gathering import gather, project_of
    from .plans import Plan
    from .presenting import export, judge
    from .running import Selection, narrowed, run_plan, show_findings

    baseline = output.known()
    gathered = gather(sources, ContractTask, project_of(settings.config))
    plan = narrowed(Plan(contracts={ALL: gathered}), Selection(options["tasks"], options["since"]), sources)
    results = run_plan(plan, settings, "cvt", output)
    judged = judge(results, output, baseline)
    export(results, judged, output, "cvt", {})
    if output.for_people:
        show_findings(judged.new, first=output.first)
        of_files = all(task.file.endswith(".py") for task in gathered.tasks)
        if of_files:
            findings = [finding for finding in judged.new if finding.kind != "not-done"]
            tell(lines_of_contracts(results.reports, gathered.tasks, findings, whole=options["guards"]))
        # Of a data set there are no lines of guards: what is told of files on request is told at once.
        details = options if of_files else {**options, "sets": True, "statistics": True}
        show(_tables_of_contracts(results, gathered.tasks, details))
        if options["explain"]:
            texts = {task.task_id: clause_texts(task) for task in gathered.tasks if task.unsupported is None}
            tell(lines_of_undecided_sets(results.reports, texts))
    return judged.code


def _of_preconditions(
    sources: Paths, settings: "RunSettings", output: "Presentation", options: dict[str, Any]
) -> ExitCode:
    """Inputs that violate `requires` clauses; then, if asked for, the verifier's word
    on every clause and input."""
    from msgspec.structs import replace

    from ...backends.dafny.process import find_dafny
    from ...core.errors import InputError
    from ..datasets.tasks import SpecTask
    from ..reporting.formats.registry import FORMATS
    from ..reporting.output import progress, row_writer
    from ..reporting.results import ALL, Results
    from ..reporting.tables import show
    from ..reporting.text import complain
    from ..runs import requires_cvt
    from ..runs.gathering import gather
    from ..runs.provenance import digest_of_preconditions
    from ..runs.run import rows_of, trouble
    from .cross_checking import check_verified, shown
    from .plans import Plan
    from .presenting import export, judge
    from .running import Selection, make_dump, narrowed, show_findings, spec_tasks

    beside_verifier = options["cross_check"]
    if output.form is not None and FORMATS[output.form].of_tests:
        raise InputError(f"--format {output.form} writes tests in Python; name no other files with it")
    if output.resume and beside_verifier:
        raise InputError("--cross-check checks all inputs; leave --resume out")
    baseline = output.known()
    if beside_verifier:
        find_dafny()  # Without one, nothing starts.
    plan = Plan(specifications={ALL: gather(sources, SpecTask)})
    plan = narrowed(plan, Selection(options["tasks"], options["since"]), sources)
    complain(*plan.errors)
    make_dump(settings)
    results = Results(code=ExitCode.BAD_INPUT if plan.errors else ExitCode.DONE, errors=plan.errors)
    tasks = spec_tasks(plan)
    if beside_verifier:
        check_verified(tasks, "--cross-check")
    files = []
    earlier: requires_cvt.KnownRows = {}
    first: Sequence[Any] = ()
    digests = {task.task_id: digest_of_preconditions(task, settings) for task in tasks}
    if output.resume and output.rows is not None:
        earlier, first = _earlier(tasks, settings, output.rows, digests)
    rows = row_writer(output.rows, to_stdout=output.as_json, first=first)
    with rows as write, progress(len(tasks), "cvt") as step:
        for task, file in zip(tasks, requires_cvt.reports_of(tasks, settings, step, earlier), strict=True):
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
        show_findings(judged.new, first=output.first)
        show(_tables_of_methods(results, methods))
    return max(judged.code, shown(requires_cvt.beside_verifier(files), output)) if beside_verifier else judged.code


def _earlier(
    tasks: "Sequence[SpecTask]", settings: "RunSettings", path: Path, digests: Mapping[str, str]
) -> "tuple[KnownRows, Sequence[RowMapping | Row]]":
    """The rows of methods that are done, and what stays in the file."""
    from ..runs.requires_cvt import complete_rows
    from .resume import read_back_methods, set_aside

    def complete(task: "SpecTask", rows: "KnownRows") -> "KnownRows":
        return complete_rows(task, settings, rows)

    reports, earlier = read_back_methods(path, tasks, lambda task: digests[task.task_id], complete)
    if earlier.superseded:
        set_aside(path, earlier.superseded)
    click.echo(earlier.described(path), err=True)
    return reports, earlier.rows


def _tables_of_methods(results: "Results", methods: "Sequence[MethodViolations]") -> Iterator["Table"]:
    from ..reporting.run_tables import contract_statistics_table
    from ..run_report.contracts_part import contract_table, contracts_table
    from .running import MOST_DETAILED

    done = [method for method in methods if method.report.error is None]
    if len(done) > MOST_DETAILED:
        yield contracts_table((method.report for method in done), "methods")
    else:
        yield from (contract_table(method.report, method.clauses) for method in done)
    if len(done) > 1:
        yield contract_statistics_table(results.contract_statistics(), "Preconditions: which inputs break them")


def _tables_of_contracts(
    results: "Results", tasks: "Sequence[ContractTask]", details: Mapping[str, Any]
) -> Iterator["Table"]:
    """What is printed beside findings and what fits on a screen: each set of clauses, why there is no test, the rates
    of the run, and what was measured."""
    from ..reporting.details import clause_texts, proofs_table
    from ..reporting.run_tables import contract_statistics_table
    from ..run_report.contracts_part import contract_table, contracts_table
    from ..run_report.solvers_part import solver_table
    from .running import MOST_DETAILED

    reports = [report for report in results.reports if report.error is None and (report.clauses or not report.problems)]
    if details["sets"] and len(reports) > MOST_DETAILED:
        # Above this number, a table for each function would hide all others.
        yield contracts_table(reports)
    elif details["sets"]:
        by_id = {task.task_id: task for task in tasks}
        for report in reports:
            yield contract_table(report, clause_texts(by_id[report.task_id]))
    if details["explain"] and (proofs := proofs_table(reports)).rows:
        yield proofs
    if details["statistics"] and len(results.reports) > 1:
        yield contract_statistics_table(results.contract_statistics())
    measured = {report.task_id: report.adequacy for report in reports if report.adequacy is not None}
    if measured:
        from ..reporting.adequacy_tables import tables as adequacy_tables

        yield from adequacy_tables(measured)
    if len(results.solver_statistics()) > 1:
        yield solver_table(results.solver_statistics(), results.disagreements())
