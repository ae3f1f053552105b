"""What `specassay solvers` does."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click
from attrs import evolve, frozen

from ...backends.processes.workers import cores, in_order
from ...backends.smtlib.query import read_query
from ..exit_codes import ExitCode
from ..reporting.output import progress, row_writer, write_text
from ..reporting.tables import show
from ..reporting.text import complain
from ..solving.asking import AskingLimits, SolverAnswer, SolverQuestion, ask
from ..solving.conflicts import explained
from ..solving.minimising import minimised
from ..solving.queries import QueryFile, read_folder
from ..solving.rows import answer_row, conflict_row, csv_of, score_rows
from ..solving.solvers import ComparedSolver, compared
from ..solving.status import write_statuses
from ..solving.summary import STATUS, Conflict, SolverCell, SolverComparison
from ..solving.tables import conflicts_table, logics_table, outcomes_table, pairs_table


@frozen(slots=True, kw_only=True)
class SolversOptions:
    """The options of the command, as they are given there."""

    solvers: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    limit: float = 10.0
    memory: int = 4096
    repeats: int = 1
    random_seed: int | None = None
    jobs: int | None = None
    csv_file: Path | None = None
    out: Path | None = None
    write_status: bool = False
    as_json: bool = False

    @property
    def limits(self) -> AskingLimits:
        return AskingLimits(self.limit, self.memory)


def solvers(source: Path, options: SolversOptions) -> ExitCode:
    """Compare solvers on the queries in a folder, and print that. Raises InputError and OutputFailure."""
    chosen = compared(options.solvers, options.commands)
    folder = read_folder(source)
    complain(*folder.errors)
    if not folder.queries:
        return ExitCode.BAD_INPUT
    with row_writer(options.out, to_stdout=options.as_json) as write:
        questions = _questions(folder.queries, chosen, options)
        rows = []

        def arrived(place: int, answer: SolverAnswer) -> None:
            rows.append(answer_row(questions[place], answer, options.limits))
            write(rows[-1])

        answers = _asked(questions, options, arrived)
        comparison = _comparison(folder.queries, chosen, answers, options)
        conflicts = [_looked_into(each, chosen, options.limits) for each in comparison.conflicts()]
        comparison = evolve(comparison, wrong=_wrong(conflicts))
        for row in (*map(conflict_row, conflicts), *score_rows(comparison, chosen)):
            write(row)
    if options.csv_file is not None:
        write_text(options.csv_file, csv_of(rows))
    if not options.as_json:
        tables = [conflicts_table(conflicts)] if conflicts else []
        show([*tables, outcomes_table(comparison), pairs_table(comparison), logics_table(comparison)])
        if not conflicts:
            click.echo("No disagreement.")
    if options.write_status:
        number = write_statuses(comparison)
        click.echo(f"{number:,} queries have a new :status", err=True)
    return _code(conflicts, bool(folder.errors))


def _looked_into(conflict: Conflict, solvers: Sequence[ComparedSolver], limits: AskingLimits) -> Conflict:
    """Who is wrong, and a smaller script that shows the disagreement."""
    query = read_query(conflict.query.path)
    return evolve(explained(conflict, solvers, limits), minimised=minimised(query, conflict, solvers, limits))


def _code(conflicts: Sequence[Conflict], is_bad: bool) -> ExitCode:
    if is_bad:
        return ExitCode.BAD_INPUT
    return ExitCode.DONE if all(each.explained for each in conflicts) else ExitCode.FINDINGS


def _questions(
    queries: Sequence[QueryFile], solvers: Sequence[ComparedSolver], options: SolversOptions
) -> list[SolverQuestion]:
    return [
        SolverQuestion(query, solver, repeat, options.random_seed)
        for query in queries
        for repeat in range(options.repeats)
        for solver in solvers
    ]


def _asked(
    questions: Sequence[SolverQuestion], options: SolversOptions, arrived: Callable[[int, SolverAnswer], None]
) -> list[SolverAnswer]:
    workers = min(options.jobs or cores(), len(questions))
    with progress(len(questions), "solvers") as step:

        def told(place: int, answer: SolverAnswer) -> None:
            arrived(place, answer)
            step()

        return list(in_order(questions, partial(_worker, options.limits), workers, _lost, arrived=told))


@contextmanager
def _worker(limits: AskingLimits) -> Iterator[Callable[[SolverQuestion], SolverAnswer]]:
    yield lambda question: ask(question, limits)


def _lost(question: SolverQuestion) -> SolverAnswer:
    return SolverAnswer("error", "the process that watches it died twice")


def _comparison(
    queries: tuple[QueryFile, ...], solvers: Sequence[ComparedSolver], answers: Sequence[SolverAnswer],
    options: SolversOptions,
) -> SolverComparison:  # fmt: skip
    found: dict[tuple[str, str], list[SolverAnswer]] = {}
    for question, answer in zip(_questions(queries, solvers, options), answers, strict=True):
        found.setdefault((question.query.name, question.solver.name), []).append(answer)
    cells = {key: SolverCell(tuple(each)) for key, each in found.items()}
    return SolverComparison(queries, tuple(solver.name for solver in solvers), cells, options.limit)


def _wrong(conflicts: Sequence[Conflict]) -> frozenset[tuple[str, str]]:
    return frozenset((each.query.name, name) for each in conflicts for name in each.wrong if name != STATUS)
