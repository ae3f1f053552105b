"""`specassay spec`. It loads what it needs when it runs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ..exit_codes import ExitCode
from .options import (
    DIALECT,
    JOBS,
    MUTANTS,
    OPERATORS,
    PATH,
    ROOT,
    SEED,
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
    from ..reporting.results import Results
    from ..reporting.tables import Table
    from ..runs.run import RunSettings


@click.command(
    epilog=exit_codes("a weak or wrong specification, a bad test"),
)
@SOURCES
@click.option(
    "--tests",
    type=PATH,
    metavar="F",
    help="A file with more tests: inputs and outputs in JSON, tests of MBPP-DFY, or EvalPlus.",
)
@click.option(
    "--problem-tests/--no-problem-tests",
    default=True,
    help="Judge files of known data sets that have no tests by those of their problem (`specassay data problems`).",
)
@click.option(
    "--make-tests",
    "made",
    type=click.IntRange(0),
    metavar="N",
    help="Make N tests of each method by running its body.  [default: a few, where there is no other test]",
)
@click.option(
    "--mutate",
    type=click.Choice(["outputs", "body", "both"]),
    default="both",
    help="What is mutated: the outputs of tests, or the bodies of methods, whose mutants are run on valid inputs.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "evaluate", "z3", "cvc5", "dafny"]),
    default="auto",
    help="What gives verdicts. auto: the evaluator, then z3 and cvc5 for what it leaves open; evaluate, z3, cvc5: only "
    "this one; dafny: the evaluator, then the real verifier, whose verdict counts.",
)
@click.option("--cross-check", is_flag=True, help="Ask the real Dafny verifier about every verdict.")
@MUTANTS
@SEED
@click.option(
    "--operators",
    type=OPERATORS,
    help="Which mutation operators: the published ones (paper), these and as many mutants again by our own (both), or "
    "all of them mixed (full).",
)
@DIALECT
@ROOT
@click.option(
    "--labels",
    type=PATH,
    metavar="F",
    help="Compare the scores with labels that people gave, in a file such as MBPP-DFY's labels.json.",
)
@click.option(
    "--explain", is_flag=True, help="Print what is undecided: which engine said what, and what to write instead."
)
@click.option(
    "--statistics",
    is_flag=True,
    help="Print what postconditions accept, too: right and wrong outputs, on valid and invalid inputs.",
)
@limit("file_limit", "each file, in Python for each function", "60; in a folder 5")
@JOBS
@click.option(
    "--resume",
    is_flag=True,
    help="Continue a stopped run: files that are complete in --out are not repeated.",
)
@format_option(
    "spec",
    help="What is written to --out, or printed without it. jsonl: rows. Findings: sarif, github (annotations), lines "
    "(for editors). All methods: junit.",
)
@run_options
@explained
def spec(sources: Paths, **options: Any) -> ExitCode:
    """Test specifications: do they accept the expected outputs of tests, and refuse wrong ones?

    SOURCE is a .dfy, .rs or .py file, or a folder of .dfy and .rs files (of .py files, if it has none of these), or a
    dfyconfig.toml, whose files it is.
    There is a row for each method. A wrong output that the specification accepts is a finding, and so is an expected
    output that it refuses, or a verdict that the real verifier contradicts (--cross-check).
    """
    from ...backends.dafny.process import find_dafny
    from ...backends.solvers.engines import ENGINES
    from ..datasets.tasks import SpecTask
    from ..reporting.details import lines_of_undecided
    from ..reporting.labels import label_tables, row_of_labels
    from ..reporting.results import ALL
    from ..reporting.tables import show
    from ..reporting.text import tell
    from ..runs.gathering import gather
    from ..schema import line_of
    from .cross_checking import check_files, check_verified, shown
    from .plans import Plan
    from .presenting import export, judge, presentation
    from .running import FIRST_OF_MANY, Selection, narrowed, run_plan, show_findings, spec_tasks

    output, settings = presentation(options, sources), _settings(sources, options)
    baseline = output.known()
    asks_verifier = options["cross_check"] or settings.engine not in ENGINES
    if asks_verifier:
        find_dafny()  # Without one, nothing starts.
    plan = Plan(specifications={ALL: gather(sources, SpecTask)})
    plan = narrowed(plan, Selection(options["tasks"], options["since"]), sources)
    if asks_verifier:
        check_verified(spec_tasks(plan), "--cross-check or --engine dafny")
    results = run_plan(plan, settings, "spec", output)
    judged = judge(results, output, baseline)
    export(results, judged, output, "spec", {})
    if output.as_json and settings.labels is not None:
        click.echo(line_of(row_of_labels(results, settings.labels)), nl=False)
    if output.for_people:
        show_findings(judged.new, output.rows, FIRST_OF_MANY, first=output.first)
        show(_tables(results, options["statistics"]))
        if options["explain"]:
            tell(lines_of_undecided(row for file in results.files for row in file.rows))
        _show_out_of_time(results, settings.config.seconds_per_file)
        if settings.labels is not None:
            show(label_tables(results, settings.labels))
    if not options["cross_check"]:
        return judged.code
    return max(judged.code, shown(check_files(spec_tasks(plan), settings), output))


def _settings(sources: Paths, options: dict[str, Any]) -> "RunSettings":
    """How the files of these sources are scored. Raises InputError for tests or labels that cannot be read."""
    from ...core.limits import SECONDS_PER_FILE_OF_FOLDER
    from ..datasets.python_tests import load_tests
    from ..datasets.specification_files import holds_files, read_labels

    in_folder = options["file_limit"] is None and any(map(holds_files, sources))
    return settings_of(
        options,
        file_limit=SECONDS_PER_FILE_OF_FOLDER if in_folder else options["file_limit"],
        names=options["tasks"],
        tests=None if options["tests"] is None else load_tests(options["tests"]),
        labels=None if options["labels"] is None else read_labels(options["labels"]),
    )


def _show_out_of_time(results: "Results", seconds: float) -> None:
    """How many methods are unknown for want of time, and how they get more."""
    from ...core.fuel import time_is_over

    reason = time_is_over(f"{seconds:g} s")
    assessed = (row.assessment for file in results.files for row in file.rows)
    count = sum(
        assessment is not None and assessment.verdict == "unknown" and reason in assessment.reason
        for assessment in assessed
    )
    if count:
        noun = "method is" if count == 1 else "methods are"
        click.echo(f"{count} {noun} unknown because the {seconds:g} seconds ran out: --limit gives more.")


def _tables(results: "Results", statistics: bool) -> Iterator["Table"]:
    from ..reporting.details import buckets_table, clauses_table
    from ..reporting.run_tables import specification_statistics_table
    from ..run_report.specifications_part import methods_of_files
    from .running import MOST_DETAILED

    if results.files:
        rows = [row for file in results.files for row in file.rows]
        if len(results.files) > 1 or any(row.method for row in rows):
            yield methods_of_files(rows)
        # Clause by clause, a table of many methods is read by nobody.
        if len(rows) <= MOST_DETAILED:
            tables = (clauses_table(rows), buckets_table(rows)) if statistics else (clauses_table(rows),)
            yield from (table for table in tables if table.rows)
    if len(results.files) > 1:
        yield specification_statistics_table(
            results.specification_statistics(), "Specifications: which outputs they accept"
        )
