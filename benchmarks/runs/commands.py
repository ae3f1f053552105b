"""What the commands of the command line do; each returns its exit code.

Tables and JSON go to standard output, errors to standard error.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from attrs import evolve, frozen

from ...backends.dafny.find import find_verifier
from ...core.errors import InputError
from ...dafny_harness.run import DAFNY
from ...dafny_harness.verifier.cross_check import CrossCheck
from ...frontends import listing
from ...frontends.dafny import Dialect
from ...frontends.registry import parse_file
from ..datasets.tasks import DafnyTask, PythonTask
from ..exit_codes import ExitCode
from ..reporting.clause_tables import clause_tables
from ..reporting.details import clause_texts, contract_table, contracts_table, methods_table, notable_lines
from ..reporting.findings import Notable
from ..reporting.formats.registry import FORMATS
from ..reporting.labels import label_tables, labels_as_json
from ..reporting.output import RowMapping, make_folder, progress, row_writer, write_text
from ..reporting.report import dafny_table, python_table, solver_table
from ..reporting.schema import CvtRow, SpecRow
from ..reporting.tables import TableData, show
from ..reporting.text import complain, printable
from . import dafny_cvt
from .bench import Plan, document, plan_of_folder, plan_of_suite, run, tables
from .cross_checking import check_files, code_of, matrix_table
from .digests import digest_of, digest_of_file
from .presenting import Output, export, judge
from .python_specifications import is_python
from .results import ALL, Results
from .resume import Earlier, read_back, read_back_files, set_aside
from .run import FileReport, RunSettings, gather, project_of, rows_of, trouble
from .task_report import Report

MOST_DETAILED = 12
"""With more tasks than this, `cvt` prints a row for each task instead of one for each subset, and `spec` no clauses."""
MOST_FINDINGS = 40
MOST_CHARACTERS_OF_A_LINE = 2000
ROWS = "results.jsonl"
DOCUMENT = "report.md"


@frozen(slots=True)
class Selection:
    """Which tasks are worked on: those of these names or patterns (all, if there are none), of which lines changed
    since a revision of their repository."""

    names: tuple[str, ...] = ()
    since: str | None = None


def cvt(sources: Sequence[Path], settings: RunSettings, output: Output, selection: Selection) -> ExitCode:
    """`specassay cvt`: contract-violating tests of Python tasks."""
    baseline = output.known()
    gathered = gather(sources, PythonTask, project_of(settings.config))
    plan = _narrowed(Plan(python={ALL: gathered}), selection, sources)
    results = _run(plan, settings, "cvt", output)
    judged = judge(results, output, baseline)
    export(results, judged, output, "cvt", {})
    if output.for_people:
        show(_of_contracts(results, gathered.tasks))
        _show_findings(judged.new)
    return judged.code


def _narrowed(plan: Plan, selection: Selection, sources: Sequence[Path]) -> Plan:
    """The plan with the tasks that are asked for. Raises InputError."""
    chosen = plan.only(selection.names)
    if selection.since is None:
        return chosen
    changed = chosen.since(selection.since, sources)
    click.echo(f"{changed.size} of {chosen.size} changed since {selection.since}.", err=True)
    return changed


def violate(
    sources: Sequence[Path], settings: RunSettings, output: Output, selection: Selection, *, beside_verifier: bool
) -> ExitCode:
    """`specassay cvt` of Dafny files: inputs that violate `requires` clauses; then, if asked for, the verifier's word
    on every clause and input."""
    if output.form is not None and FORMATS[output.form].of_tests:
        raise InputError(f"--format {output.form} writes tests in Python; name no Dafny files with it")
    baseline = output.known()
    if beside_verifier:
        find_verifier()  # Without one, nothing starts.
    plan = _narrowed(Plan(dafny={ALL: gather(sources, DafnyTask)}), selection, sources)
    complain(*plan.errors)
    if settings.config.dump is not None:
        make_folder(Path(settings.config.dump))
    results = Results(code=ExitCode.BAD_INPUT if plan.errors else ExitCode.DONE, errors=plan.errors)
    tasks = _dafny_tasks(plan)
    files = []
    with row_writer(output.rows, to_stdout=output.as_json) as write, progress(len(tasks), "cvt") as step:
        for file in dafny_cvt.reports_of(tasks, settings, step):
            files.append(file)
            for method in file.methods:
                for row in rows_of(method.report):
                    write(row)
                results.code = max(results.code, trouble(method.report))
    methods = [method for file in files for method in file.methods]
    results.python[ALL] = [method.report for method in methods]
    complain(*results.failures())
    judged = judge(results, output, baseline)
    export(results, judged, output, "cvt", {method.report.task_id: method.clauses for method in methods})
    if output.for_people:
        show(_of_methods(results, methods))
        _show_findings(judged.new)
    return max(judged.code, _shown(dafny_cvt.beside_verifier(files), output)) if beside_verifier else judged.code


def _of_methods(results: Results, methods: Sequence[dafny_cvt.MethodViolations]) -> Iterator[TableData]:
    done = [method for method in methods if method.report.error is None]
    if len(done) > MOST_DETAILED:
        yield contracts_table((method.report for method in done), "Dafny methods")
    else:
        yield from (contract_table(method.report, method.clauses) for method in done)
    if len(done) > 1:
        yield python_table(results.python_figures(), "Preconditions: which inputs break them")


def _of_contracts(results: Results, tasks: Sequence[PythonTask]) -> Iterator[TableData]:
    reports = [report for report in results.reports if report.error is None and (report.clauses or not report.problems)]
    if len(reports) > MOST_DETAILED:
        yield contracts_table(reports)
    else:
        by_id = {task.task_id: task for task in tasks}
        for report in reports:
            yield contract_table(report, clause_texts(by_id[report.task_id]))
    if len(reports) > 1:
        yield python_table(results.python_figures())
    measured = {report.task_id: report.adequacy for report in reports if report.adequacy is not None}
    if measured:
        from .adequacy.report import tables as adequacy_tables

        yield from adequacy_tables(measured)
    if len(results.solver_figures()) > 1:
        yield solver_table(results.solver_figures(), results.disagreements())


def spec(
    sources: Sequence[Path], settings: RunSettings, output: Output, selection: Selection, *, beside_verifier: bool
) -> ExitCode:
    """`specassay spec`: scores of Dafny specifications; then, if asked for, the verifier's word on every triple."""
    baseline = output.known()
    if beside_verifier or settings.engine == DAFNY:
        find_verifier()  # Without one, nothing starts.
    plan = _narrowed(Plan(dafny={ALL: gather(sources, DafnyTask)}), selection, sources)
    if (beside_verifier or settings.engine == DAFNY) and any(is_python(task) for task in _dafny_tasks(plan)):
        raise InputError("the verifier reads Dafny only: name no .py file with --cross-check or --engine dafny")
    named = evolve(settings, names=selection.names)
    results = _run(plan, named, "spec", output)
    judged = judge(results, output, baseline)
    export(results, judged, output, "spec", {})
    if output.as_json and settings.labels is not None:
        click.echo(json.dumps({"labels": labels_as_json(results, settings.labels)}))
    if output.for_people:
        _show_findings(judged.new, output.rows)
        show(_of_specifications(results))
        if settings.labels is not None:
            show(label_tables(results, settings.labels))
    if not beside_verifier:
        return judged.code
    return max(judged.code, _shown(check_files(_dafny_tasks(plan), settings), output))


def _dafny_tasks(plan: Plan) -> list[DafnyTask]:
    return [task for gathered in plan.dafny.values() for task in gathered.tasks]


def _shown(check: CrossCheck, output: Output) -> ExitCode:
    if output.as_json:
        click.echo(json.dumps({"cross_check": check.as_json()}))
    elif output.for_people:
        show([matrix_table(check)])
        for disagreement in check.disagreements:
            click.echo(disagreement.explained())
    return code_of(check)


def _of_specifications(results: Results) -> Iterator[TableData]:
    if results.files:
        rows = [row for file in results.files for row in file.rows]
        yield methods_table(rows)
        if len(rows) <= MOST_DETAILED:
            yield from clause_tables(rows)
    if len(results.files) > 1:
        yield dafny_table(results.dafny_figures())


def _show_findings(findings: Sequence[Notable], rows: Path | None = None) -> None:
    """Print the findings: all, or the first ones when the others are in a file of `rows`."""
    found = notable_lines(findings)
    most = len(found) if rows is None else MOST_FINDINGS
    for lines in found[:most]:
        for line in lines:
            click.echo(printable(line, MOST_CHARACTERS_OF_A_LINE))
    if len(found) > most:
        click.echo(f"{len(found) - most:,} more findings; the rows in {rows} have them all.")


def bench(data: Path | None, settings: RunSettings, *, wanted: Sequence[str], out: Path, as_json: bool) -> ExitCode:
    """`specassay bench`: both questions over the bundled suite, or the data sets in the folder `data`."""
    plan = plan_of_suite() if data is None else plan_of_folder(data)
    make_folder(out)
    results = _run(plan.only(wanted), settings, "bench", Output(out=out / ROWS))
    write_text(out / DOCUMENT, document(plan, results))
    if as_json:
        click.echo(json.dumps(results.as_json()))
    else:
        show(tables(results))
        click.echo(f"{out / ROWS}: every verdict. {out / DOCUMENT}: these tables, findings and witnesses.")
    complain(*(f"not as expected: {mismatch}" for mismatch in results.mismatches))
    return results.code


def _run(chosen: Plan, settings: RunSettings, name: str, output: Output) -> Results:
    complain(*chosen.errors)
    if settings.config.dump is not None:
        make_folder(Path(settings.config.dump))
    known: Mapping[str, Report | FileReport] = {}
    rows: Sequence[RowMapping | CvtRow | SpecRow] = ()
    out = output.rows
    if output.resume and out is not None:
        tasks = [task for contracts in chosen.python.values() for task in contracts.tasks]
        earlier: Earlier[Report] | Earlier[FileReport]
        if chosen.dafny:
            earlier = read_back_files(out, _dafny_tasks(chosen), lambda task: digest_of_file(task, settings))
        else:
            earlier = read_back(out, tasks, settings.config.max_subsets, lambda task: digest_of(task, settings))
        known, rows = earlier.known, earlier.rows
        if earlier.superseded:
            set_aside(out, earlier.superseded)
        click.echo(earlier.described(out), err=True)
    with row_writer(out, to_stdout=output.as_json, first=rows) as write, progress(chosen.size, name) as step:
        results = run(chosen, settings, write, step, known)
    complain(*results.failures(), *results.broken_tools())
    return results


def parse(
    files: Sequence[Path], *, as_json: bool, root: Path | None = None, dialect: Dialect | None = None
) -> ExitCode:
    """`specassay parse`: the IR of source files. `root`, `dialect`: how Dafny files are read."""
    code = ExitCode.DONE
    for path in files:
        try:
            program = parse_file(path, root=root, dialect=dialect)
        except InputError as error:
            complain(error)
            code = ExitCode.BAD_INPUT
            continue
        for problem in program.unread:
            complain(f"{problem.span}: {problem.construct}")
            code = ExitCode.BAD_INPUT
        if as_json:
            click.echo(json.dumps(listing.as_json(program)))
            continue
        for line in listing.lines(program):
            click.echo(printable(line, MOST_CHARACTERS_OF_A_LINE))
    return code
