"""`specassay solvers`."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click
from attrs import evolve, frozen
from msgspec.structs import replace

from ...backends.processes.workers import cores, in_order
from ...backends.smtlib.query import read_query
from ...core.iteration import grouped
from ..exit_codes import ExitCode
from ..reporting.output import make_folder, progress, row_writer, write_text
from ..reporting.tables import counted, csv_of, show
from ..reporting.text import complain
from ..run_report.document import read_report
from ..run_report.html import html_of
from ..run_report.markdown import markdown_of
from ..run_report.reading import ANSWERS_OF_SOLVERS
from ..schema import ProvenanceRow, Row, SolverAnswerRow, line_of
from ..solving.asking import (
    AskingLimits,
    ComparedSolver,
    QueryFile,
    SolverAnswer,
    SolverRun,
    ask,
    compared,
    digest_of_run,
    read_folder,
)
from ..solving.conflicts import explain_conflict, minimised
from ..solving.rows import (
    CSV_FIELDS,
    answer_of,
    answer_row,
    conflict_row,
    conflicts_table,
    logics_table,
    outcomes_table,
    pairs_table,
    provenance_of,
    records_of,
    score_rows,
    utc_now,
    write_statuses,
)
from ..solving.summary import STATUS, Conflict, SolverCell, SolverComparison
from .options import AS_JSON, JOBS, PATH, SOLVER, exit_codes, explained, out_option
from .resume import Earlier, read_back_answers, set_aside


@frozen(slots=True, kw_only=True)
class SolversOptions:
    """The options of the command, as they are given there."""

    limits: AskingLimits
    solvers: tuple[str, ...]
    commands: tuple[str, ...]
    repeats: int
    random_seed: int | None
    jobs: int | None
    report: Path | None
    csv_file: Path | None
    out: Path | None
    resume: bool
    write_status: bool
    as_json: bool


@click.command(
    epilog=exit_codes(
        "solvers that contradict each other, or the :status of a query, where no model tells who is right"
    ),
)
@click.argument("source", metavar="FOLDER|RUN", type=PATH)
@click.option(
    "--solver",
    "solvers",
    type=SOLVER,
    multiple=True,
    help="Only this solver. May be repeated.  [default: all that are installed]",
)
@click.option(
    "--solver-cmd",
    "commands",
    metavar="'[NAME=]PROGRAM …'",
    multiple=True,
    help="Another solver by its command. {} stands for the file of the query, which comes last without it; with < as "
    "the last word the query is the standard input; {seed} stands for --seed. May be repeated.",
)
@click.option(
    "--query-limit",
    "limit",
    type=click.FloatRange(0, min_open=True),
    default=AskingLimits().seconds,
    metavar="SECONDS",
    help="Processor time for each query.",
)
@click.option(
    "--memory",
    type=click.IntRange(0),
    default=AskingLimits().memory_mb,
    metavar="MIB",
    help="Address space of each process; 0: no limit.",
)
@click.option(
    "--repeats",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    help="How many times each query runs.",
)
@click.option(
    "--seed", "random_seed", type=click.IntRange(0), metavar="N", help="Random seed of commands.  [default: their own]"
)
@JOBS
@click.option(
    "--report",
    type=PATH,
    metavar="DIR",
    help="Write a folder: solvers.html and solvers.md with tables and plots, solvers.csv, and the rows, solvers.jsonl.",
)
@click.option("--csv", "csv_file", type=PATH, metavar="F.csv", help="Write every answer to this file.")
@out_option(help="Write the rows to this file, each answer as soon as it is known.")
@click.option("--resume", is_flag=True, help="Continue a stopped comparison, with the answers in --out or --report.")
@click.option(
    "--write-status", is_flag=True, help="Write (set-info :status …) into queries whose definite answers agree."
)
@AS_JSON
@explained
def solvers(**options: Any) -> ExitCode:
    """Ask solvers about every .smt2 file in a folder, each in a process of its own, and compare.

    It shows the queries on which solvers contradict each other and, for each solver, how many queries it decides, how
    long it takes (PAR-2) and which queries it alone decides, in all and by logic. Where two contradict each other, the
    model of the one that answers sat is evaluated: that tells which one is wrong.
    """
    source, limits = options.pop("source"), AskingLimits(options.pop("limit"), options.pop("memory"))
    return compare_solvers(source, SolversOptions(limits=limits, **options))


def compare_solvers(source: Path, options: SolversOptions) -> ExitCode:
    """Compare solvers on the queries in a folder, and print that. Raises InputError, OutputFailure, click.UsageError,
    and KeyboardInterrupt when what was answered until then is written."""
    if options.resume and options.out is None and options.report is None:
        raise click.UsageError("--resume continues from the rows in --out FILE or --report DIR")
    chosen = compared(options.solvers, options.commands)
    folder = read_folder(source)
    complain(*folder.errors)
    if not folder.queries:
        return ExitCode.BAD_INPUT
    if options.report is not None:
        make_folder(options.report)
        options = evolve(options, out=options.out or options.report / ANSWERS_OF_SOLVERS)
    first = provenance_of(source, folder.queries, chosen, _told(options))
    runs = _runs(folder.queries, chosen, options)
    # A run is known by its query, solver, version and limits: an answer of another version is asked for again.
    digests = [digest_of_run(run, options.limits, first.versions[run.solver.name]) for run in runs]
    earlier = _earlier(digests, options)
    answered = dict(earlier.known)
    sessions = [row for row in earlier.rows if isinstance(row, ProvenanceRow)]
    first = replace(first, session=len(sessions) + 1)
    try:
        with row_writer(options.out, to_stdout=options.as_json, first=earlier.rows) as write:
            write(first)

            def arrived(index: int, answer: SolverAnswer) -> None:
                answered[index] = answer_row(runs[index], answer, options.limits, digests[index])
                write(answered[index])

            _ask_others(runs, answered.keys(), options, arrived)
            comparison = _comparison(folder.queries, chosen, runs, answered, options)
            # Conflicts are looked into last: only all answers show who contradicts whom.
            conflicts = [_looked_into(conflict, chosen, options.limits) for conflict in comparison.conflicts()]
            comparison = evolve(comparison, wrong=_wrong(conflicts))
            summed_up = [*map(conflict_row, conflicts), *score_rows(comparison, chosen)]
            for row in summed_up:
                write(row)
    except KeyboardInterrupt:
        _write([*sessions, first], answered, (), options)
        kept = "" if options.out is None else f" and kept in {options.out}; --resume continues"
        complain(f"{len(answered):,} of {len(runs):,} runs of solvers on queries are finished{kept}")
        raise
    _write([*sessions, replace(first, ended=utc_now())], answered, summed_up, options)
    if not options.as_json:
        tables = [conflicts_table(conflicts)] if conflicts else []
        show([*tables, outcomes_table(comparison), pairs_table(comparison), logics_table(comparison)])
        if not conflicts:
            click.echo("No disagreement.")
    if options.write_status:
        number = write_statuses(comparison)
        click.echo(f"a new :status in {counted(number, 'file')}", err=True)
    return _code(conflicts, bool(folder.errors))


def _earlier(digests: Sequence[str], options: SolversOptions) -> Earlier[SolverAnswerRow]:
    """What the rows of an earlier comparison are good for; rows of other queries, solvers or limits move aside."""
    if not options.resume or options.out is None:
        return Earlier({}, (), 0, 0, ())
    earlier = read_back_answers(options.out, digests)
    if earlier.superseded:
        set_aside(options.out, earlier.superseded)
    click.echo(earlier.described(options.out), err=True)
    return earlier


def _write(
    sessions: Sequence[ProvenanceRow],
    answered: Mapping[int, SolverAnswerRow],
    summed_up: Sequence[Row],
    options: SolversOptions,
) -> None:
    """Write the files that are asked for. Rows came as they were known: in the end they stand in the order of the
    runs."""
    answers = [answered[index] for index in sorted(answered)]
    # Not to a pipe, which has had them already.
    if options.out is not None and options.out.is_file():
        write_text(options.out, "".join(map(line_of, (*sessions, *answers, *summed_up))))
    if options.csv_file is not None:
        write_text(options.csv_file, csv_of(CSV_FIELDS, records_of(answers)))
    if options.report is not None and options.out is not None:
        write_text(options.report / "solvers.csv", csv_of(CSV_FIELDS, records_of(answers)))
        report = read_report(options.out, title="specassay: solvers compared")
        write_text(options.report / "solvers.html", html_of(report))
        write_text(options.report / "solvers.md", markdown_of(report))


def _told(options: SolversOptions) -> dict[str, Any]:
    """The options that decide about answers."""
    return {
        "limit": options.limits.seconds,
        "memory": options.limits.memory_mb,
        "repeats": options.repeats,
        "seed": options.random_seed,
    }


def _looked_into(conflict: Conflict, solvers: Sequence[ComparedSolver], limits: AskingLimits) -> Conflict:
    """Who is wrong, and a smaller script that shows the disagreement."""
    query = read_query(conflict.query.path)
    return evolve(explain_conflict(conflict, solvers, limits), minimised=minimised(query, conflict, solvers, limits))


def _code(conflicts: Sequence[Conflict], is_bad: bool) -> ExitCode:
    if is_bad:
        return ExitCode.BAD_INPUT
    return ExitCode.DONE if all(conflict.explained for conflict in conflicts) else ExitCode.FINDINGS


def _runs(queries: Sequence[QueryFile], solvers: Sequence[ComparedSolver], options: SolversOptions) -> list[SolverRun]:
    return [
        SolverRun(query, solver, repeat, options.random_seed)
        for query in queries
        for repeat in range(options.repeats)
        for solver in solvers
    ]


def _ask_others(
    runs: Sequence[SolverRun],
    answered: Collection[int],
    options: SolversOptions,
    arrived: Callable[[int, SolverAnswer], None],
) -> None:
    """Do the runs whose places are not among those `answered`; `arrived` is told the answers by their places."""
    places = [index for index in range(len(runs)) if index not in answered]
    workers = max(1, min(options.jobs or cores(), len(places)))
    with progress(len(places), "solvers") as step:

        def told(number: int, answer: SolverAnswer) -> None:
            arrived(places[number], answer)
            step()

        remaining = [runs[index] for index in places]
        for _ in in_order(remaining, partial(_worker, options.limits), workers, _lost, arrived=told):
            pass


@contextmanager
def _worker(limits: AskingLimits) -> Iterator[Callable[[SolverRun], SolverAnswer]]:
    yield lambda run: ask(run, limits)


def _lost(run: SolverRun) -> SolverAnswer:
    return SolverAnswer("error", "the process that watches it died twice")


def _comparison(
    queries: tuple[QueryFile, ...],
    solvers: Sequence[ComparedSolver],
    runs: Sequence[SolverRun],
    answered: Mapping[int, SolverAnswerRow],
    options: SolversOptions,
) -> SolverComparison:
    answers_by_query = grouped(
        ((run.query.name, run.solver.name), answer_of(answered[index])) for index, run in enumerate(runs)
    )
    cells = {key: SolverCell(tuple(answers_of_one)) for key, answers_of_one in answers_by_query.items()}
    return SolverComparison(queries, tuple(solver.name for solver in solvers), cells, options.limits.seconds)


def _wrong(conflicts: Sequence[Conflict]) -> frozenset[tuple[str, str]]:
    return frozenset((conflict.query.name, name) for conflict in conflicts for name in conflict.wrong if name != STATUS)
