"""The part of the report about solvers, where a run asked several about the same sets of clauses."""

from collections.abc import Mapping, Sequence

from ...core.deciding.solver import Outcome
from ...core.iteration import grouped
from ..reporting.run_tables import OUTCOMES
from ..reporting.statistics import percentile
from ..reporting.tables import NOTHING, Cell, Column, Table, number
from ..schema import AnswerPart, TaskRow

DEFINITE = (Outcome.SAT.value, Outcome.UNSAT.value)


def _asked(tasks: Sequence[TaskRow]) -> list[AnswerPart]:
    return [answer for task in tasks for answer in task.answers if answer.origin == "asked"]


def decided(tasks: Sequence[TaskRow]) -> Mapping[str, list[float]]:
    """Solver → the seconds of each query that it answered with sat or unsat."""
    return grouped((answer.solver, answer.seconds) for answer in _asked(tasks) if answer.outcome in DEFINITE)


def queries(tasks: Sequence[TaskRow]) -> list[dict[str, AnswerPart]]:
    """The queries, each with the answers of the solvers that were asked it."""
    found: dict[tuple[str, str, tuple[int, ...]], dict[str, AnswerPart]] = {}
    for task in tasks:
        for answer in task.answers:
            if answer.origin == "asked":
                found.setdefault((task.dataset, task.task_id, tuple(answer.violates)), {})[answer.solver] = answer
    return list(found.values())


COLUMNS = (
    Column("solver"),
    Column("asked", "number"),
    *(Column(name, "number") for name in OUTCOMES),
    Column("decides alone", "number", "Queries that other solvers were asked, too, and did not decide."),
    Column("derived", "number", "Sets that contain the unsat core of another answer."),
    Column("not asked", "number", "The budget was spent, or there is no encoding."),
    Column("median ms", "number"),
    Column("p95 ms", "number"),
    Column("total s", "number"),
)


def solvers_table(tasks: Sequence[TaskRow]) -> Table:
    """A row for each solver, and how often they contradict each other."""
    solvers = sorted({answer.solver for task in tasks for answer in task.answers})
    each_query = queries(tasks)
    rows = tuple(_row(solver, tasks, each_query) for solver in solvers)
    against = sum(set(DEFINITE) <= {answer.outcome for answer in answers.values()} for answers in each_query)
    shared = [answers for answers in each_query if len(answers) > 1]
    best = [min((a.seconds for a in q.values() if a.outcome in DEFINITE), default=None) for q in shared]
    notes = (
        f"Disagreements (one says sat, another unsat): {against:,}, of {len(shared):,} that several were asked.",
        f"Virtual best: {sum(seconds is not None for seconds in best):,} of these decided by some solver, in "
        f"{sum(seconds or 0.0 for seconds in best):,.1f} s. Times are of processor, over those asked.",
    )
    return Table("solver-answers", "Solvers on the same sets of clauses", COLUMNS, rows, notes)


def _row(solver: str, tasks: Sequence[TaskRow], each_query: Sequence[Mapping[str, AnswerPart]]) -> tuple[Cell, ...]:
    mine = [answer for task in tasks for answer in task.answers if answer.solver == solver]
    asked = [answer for answer in mine if answer.origin == "asked"]
    seconds = [answer.seconds for answer in asked]
    alone = sum(
        [answer.solver for answer in answers.values() if answer.outcome in DEFINITE] == [solver] and len(answers) > 1
        for answers in each_query
    )
    return (
        Cell(solver),
        number(len(asked)),
        *(number(sum(answer.outcome == outcome for answer in asked)) for outcome in OUTCOMES),
        number(alone),
        *(number(sum(answer.origin == origin for answer in mine)) for origin in ("derived", "not asked")),
        *(_milliseconds(seconds, share) for share in (0.5, 0.95)),
        number(sum(seconds), f"{sum(seconds):,.1f}"),
    )


def _milliseconds(seconds: Sequence[float], share: float) -> Cell:
    if not seconds:
        return Cell(NOTHING)
    found = 1000 * percentile(seconds, share)
    return number(found, f"{found:,.1f}")
