"""A comparison of solvers: where it comes from, as rows and back from them, as tables and as CSV, and what its solvers
agree on, written into the queries (`(set-info :status …)`, which SMT-LIB benchmarks have)."""

import datetime
import hashlib
import platform
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from ...core.iteration import grouped
from ..build import DIGITS, build
from ..reporting.output import write_text
from ..reporting.tables import NOTHING, Table, Value, count, plain_table
from ..runs.provenance import data_part, machine
from ..schema import ProvenanceRow, SolverAnswerRow, SolverConflictRow, SolverScoreRow, part_of
from .asking import DEFINITE, OUTCOMES, AskingLimits, ComparedSolver, QueryFile, SolverAnswer, SolverRun
from .summary import STATUS, VIRTUAL_BEST, Conflict, SolverCell, SolverComparison

CSV_FIELDS = tuple(
    field.name for field in msgspec.structs.fields(SolverAnswerRow) if field.name not in ("kind", "version")
)
_STATUS = re.compile(r';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||(?P<status>\(\s*set-info\s+:status\s+[^\s()]+\s*\))')
"""What has a status, or looks as if it had one and has not: comments and texts."""


def answer_row(solver_run: SolverRun, answer: SolverAnswer, limits: AskingLimits, digest: str) -> SolverAnswerRow:
    """One answer, with the digest of the run. The seed is that of commands: registered solvers have their own."""
    query, solver = solver_run.query, solver_run.solver
    return SolverAnswerRow(
        task_id=query.name,
        solver=solver.name,
        solver_version=solver.version,
        options=solver.options,
        repeat=solver_run.repeat + 1,
        seed=solver_run.seed if solver.command else None,
        outcome=answer.outcome,
        message=answer.message,
        status=query.status,
        logic=query.logic,
        theories=sorted(query.theories),
        cpu_seconds=round(answer.cpu_seconds, 4),
        seconds=round(answer.seconds, 4),
        memory=round(answer.peak_bytes / 2**20, 1),
        limit=limits.seconds,
        digest=digest,
    )


def answer_of(row: SolverAnswerRow) -> SolverAnswer:
    """The answer that a row tells, without the values of a model."""
    return SolverAnswer(row.outcome, row.message, row.cpu_seconds, row.seconds, round(row.memory * 2**20))


def conflict_row(conflict: Conflict) -> SolverConflictRow:
    return part_of(SolverConflictRow, conflict, task_id=conflict.query.name)


def score_rows(comparison: SolverComparison, solvers: Sequence[ComparedSolver]) -> list[SolverScoreRow]:
    """The scores of each solver, and of the virtual best."""
    scores = [
        msgspec.structs.replace(comparison.score(solver.name), solver_version=solver.version) for solver in solvers
    ]
    return [*scores, comparison.virtual_best()]


def comparison_of(answers: Sequence[SolverAnswerRow], conflicts: Sequence[SolverConflictRow]) -> SolverComparison:
    """The comparison that rows are about: what was asked, in the order of the first answers. There is at least one
    answer. A run without an answer, of a comparison that was stopped, is left out with its query.

    A query counts only where every solver has answered it: otherwise the solver that was asked first would seem to
    decide more than the others, merely since it was stopped later."""
    answers_by_query = grouped(((row.task_id, row.solver), answer_of(row)) for row in answers)
    queries: dict[str, QueryFile] = {}
    for row in answers:
        if row.task_id not in queries:
            path = Path(row.task_id)
            queries[row.task_id] = QueryFile(row.task_id, path, row.status, row.logic, frozenset(row.theories))
    solvers = tuple(dict.fromkeys(row.solver for row in answers))
    complete = tuple(
        query for name, query in queries.items() if all((name, solver) in answers_by_query for solver in solvers)
    )
    cells = {key: SolverCell(tuple(answers_of_one)) for key, answers_of_one in answers_by_query.items()}
    wrong = frozenset((conflict.task_id, name) for conflict in conflicts for name in conflict.wrong if name != STATUS)
    return SolverComparison(complete, solvers, cells, max(row.limit for row in answers), wrong)


def conflict_of(row: SolverConflictRow, comparison: SolverComparison) -> Conflict | None:
    """The disagreement that a row is about; None where its query is not among those that were compared."""
    query = next((query for query in comparison.queries if query.name == row.task_id), None)
    if query is None:
        return None
    return Conflict(
        query, tuple(row.sat), tuple(row.unsat), tuple(row.wrong), row.explanation, row.assertions, row.minimised
    )


def records_of(rows: Iterable[SolverAnswerRow]) -> Iterator[dict[str, Value]]:
    """All answers as records of `CSV_FIELDS`."""
    for row in rows:
        values = {name: getattr(row, name) for name in CSV_FIELDS}
        yield {name: " ".join(value) if isinstance(value, list) else value for name, value in values.items()}


def conflicts_table(conflicts: Sequence[Conflict]) -> Table:
    """The table of conflicts, unexplained ones first."""
    rows = tuple(
        (
            conflict.query.name,
            ", ".join(conflict.sat),
            ", ".join(conflict.unsat),
            ", ".join(conflict.wrong) or "not explained",
            conflict.explanation,
        )
        for conflict in sorted(conflicts, key=lambda each: each.explained)
    )
    unexplained = sum(not conflict.explained for conflict in conflicts)
    return plain_table(
        "Disagreements",
        ("query", "sat", "unsat", "wrong", "why"),
        rows,
        notes=(f"{len(conflicts):,} disagreements, {unexplained:,} of them not explained.",),
    )


def outcomes_table(comparison: SolverComparison) -> Table:
    """A row for each solver, and one for the virtual best."""
    scores = [comparison.score(solver) for solver in comparison.solvers]
    best = comparison.virtual_best()
    peaks = [
        max((comparison.cells[query.name, solver].peak_bytes for query in comparison.queries), default=0)
        for solver in comparison.solvers
    ]
    # The virtual best is no process: it decides nothing alone, never changes its answer, and takes no memory.
    rows = (
        *((*_row(score), f"{peak / 2**20:,.0f}") for score, peak in zip(scores, peaks, strict=True)),
        (*_row(best)[: len(OUTCOMES) + 4], NOTHING, NOTHING, NOTHING),
    )
    columns = ("solver", *OUTCOMES, "wrong", "PAR-2 s", "decided in s", "decides alone", "unstable", "peak MiB")
    notes = (
        f"{len(comparison.queries):,} queries, {comparison.limit:g} s of processor time each. PAR-2: seconds for a "
        "query on average; one that is not decided counts twice the limit.",
    )
    return plain_table("Solvers", columns, rows, numeric=columns[1:], notes=notes)


def _row(score: SolverScoreRow) -> tuple[str, ...]:
    return (
        score.solver,
        *(count(score.outcomes[outcome]) for outcome in OUTCOMES),
        count(score.wrong),
        f"{score.par2:.3f}",
        f"{score.seconds:.2f}",
        count(score.alone),
        count(score.unstable),
    )


def pairs_table(comparison: SolverComparison) -> Table:
    """The table of how the outcomes of each two solvers go together."""
    rows = []
    for first, second in combinations(comparison.solvers, 2):
        outcomes = [
            (comparison.cells[query.name, first].outcome, comparison.cells[query.name, second].outcome)
            for query in comparison.queries
        ]
        for outcome in OUTCOMES:
            counts = [outcomes.count((outcome, outcome_beside)) for outcome_beside in OUTCOMES]
            if any(counts):
                rows.append((first, outcome, second, *(count(number) if number else "" for number in counts)))
    columns = ("solver", "says", "beside", *OUTCOMES)
    return plain_table("Outcomes of two solvers", columns, rows, numeric=OUTCOMES)


def logics_table(comparison: SolverComparison) -> Table:
    """The table, by logic, of how many queries each solver decides, and its PAR-2."""
    return _groups_table("By logic", "logic", comparison, comparison.by_logic())


def tasks_table(comparison: SolverComparison) -> Table:
    """The same by the task that the queries come from."""
    return _groups_table("By task", "task", comparison, comparison.by_task())


def _groups_table(
    title: str, name: str, comparison: SolverComparison, groups: Mapping[str, Sequence[QueryFile]]
) -> Table:
    rows = []
    for group, queries in groups.items():
        scores = [comparison.score(solver, queries) for solver in comparison.solvers]
        for score in (*scores, comparison.virtual_best(queries)):
            # A definite answer that is wrong decides nothing.
            decided = sum(score.outcomes[outcome] for outcome in DEFINITE) - score.wrong
            rows.append(
                (
                    group,
                    score.solver,
                    count(len(queries)),
                    count(decided),
                    f"{score.par2:.3f}",
                    NOTHING if score.solver == VIRTUAL_BEST else count(score.alone),
                )
            )
    columns = (name, "solver", "queries", "decided", "PAR-2 s", "decides alone")
    return plain_table(title, columns, rows, numeric=columns[2:])


def alone_table(comparison: SolverComparison) -> Table:
    """The queries that one solver alone decides."""
    rows = []
    for query in comparison.queries:
        deciding = comparison.deciding(query)
        if len(deciding) == 1 and len(comparison.solvers) > 1:
            cell = comparison.cells[query.name, deciding[0]]
            answers = [
                f"{solver}: {comparison.cells[query.name, solver].outcome}"
                for solver in comparison.solvers
                if solver != deciding[0]
            ]
            rows.append((query.name, deciding[0], cell.outcome, f"{cell.cpu_seconds:.3f}", ", ".join(answers)))
    columns = ("query", "solver", "outcome", "s", "the others")
    return plain_table("What one solver alone decides", columns, rows, numeric={"s"})


def write_statuses(comparison: SolverComparison) -> int:
    """Write the status of queries that have none, and of which all definite answers (and at least one) are the same.
    Gives back how many were written. Raises InputError and OutputFailure."""
    written = 0
    for query in comparison.queries:
        definite = {status for solver in comparison.solvers for status in comparison.cells[query.name, solver].definite}
        if len(definite) == 1 and query.status not in DEFINITE:
            _write(query, definite.pop())
            written += 1
    return written


def _write(query: QueryFile, status: str) -> None:
    text = query.path.read_text(encoding="utf-8")
    line = f"(set-info :status {status})"
    if any(match["status"] for match in _STATUS.finditer(text)):
        text = _STATUS.sub(lambda found: line if found["status"] else found[0], text)
    else:
        text = f"{line}\n{text}"
    write_text(query.path, text)


def provenance_of(
    source: Path, queries: Sequence[QueryFile], solvers: Sequence[ComparedSolver], options: Mapping[str, Any]
) -> ProvenanceRow:
    """Of a comparison that begins now. A solver that is called by a command is told by the SHA-256 of its program: the
    ways of asking for a version differ. Raises InputError for a query that cannot be read."""
    versions = {
        "specassay": metadata.version("specassay"),
        "build": build(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **{solver.name: solver.version or f"program {_digest(Path(solver.command[0]))}" for solver in solvers},
    }
    commands = {f"command of {solver.name}": solver.options for solver in solvers if solver.command}
    seed = options.get("seed")
    return ProvenanceRow(
        session=1,
        started=utc_now(),
        versions=versions,
        options={**{name: value for name, value in options.items() if name != "seed"}, **commands},
        seed=seed,
        data=[data_part(source.name, [source], len(queries))],
        machine=machine(),
    )


def utc_now() -> str:
    """Now, as in ISO 8601."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _digest(program: Path) -> str:
    """The beginning of the SHA-256 of a file; of one that may be run and not read, that."""
    try:
        return hashlib.sha256(program.read_bytes()).hexdigest()[:DIGITS]
    except OSError:
        return "that cannot be read"
