"""The part of the report about solvers, where a run asked several about the same sets of clauses."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ...core.deciding.solver import Outcome
from ...core.iteration import grouped
from ..reporting.fields import REPORT, Field, table_of
from ..reporting.run_tables import OUTCOMES
from ..reporting.statistics import solver_part
from ..reporting.tables import NOTHING, Cell, Table, count, number
from ..schema import AnswerPart, SolverStatisticsPart, TaskRow

DEFINITE = (Outcome.SAT.value, Outcome.UNSAT.value)


def _asked(tasks: Sequence[TaskRow]) -> list[AnswerPart]:
    return [answer for task in tasks for answer in task.answers if answer.origin == "asked"]


def decided(tasks: Sequence[TaskRow]) -> Mapping[str, list[float]]:
    """Solver → the seconds of each query that it answered with sat or unsat."""
    return grouped((answer.solver, answer.seconds) for answer in _asked(tasks) if answer.outcome in DEFINITE)


def queries(tasks: Sequence[TaskRow]) -> list[dict[str, AnswerPart]]:
    """The queries, each with the answers of the solvers that were asked it."""
    answers: dict[tuple[str, str, tuple[int, ...]], dict[str, AnswerPart]] = {}
    for task in tasks:
        for answer in task.answers:
            if answer.origin == "asked":
                answers.setdefault((task.dataset, task.task_id, tuple(answer.violates)), {})[answer.solver] = answer
    return list(answers.values())


def _answering(outcome: str) -> Field[tuple[SolverStatisticsPart, int]]:
    return Field(outcome, lambda item: item[0].outcomes.get(outcome, 0), "number")


def _milliseconds(seconds: float | None) -> Cell:
    return Cell(NOTHING) if seconds is None else number(1000 * seconds, f"{1000 * seconds:,.1f}")


_DECIDES_ALONE = "Queries that other solvers were asked, too, and did not decide."
SOLVERS: tuple[Field[tuple[SolverStatisticsPart, int]], ...] = (
    Field("solver", lambda item: item[0].name),
    Field("asked", lambda item: item[0].asked, "number"),
    *(_answering(outcome) for outcome in OUTCOMES),
    Field("decides alone", lambda item: item[1], "number", _DECIDES_ALONE, REPORT),
    Field("derived", lambda item: item[0].derived, "number", "Sets that contain the unsat core of another answer."),
    Field("not asked", lambda item: item[0].not_asked, "number", "The budget was spent, or there is no encoding."),
    Field("median ms", lambda item: _milliseconds(item[0].seconds.median), "number"),
    Field("p95 ms", lambda item: _milliseconds(item[0].seconds.p95), "number"),
    Field("total s", lambda item: number(item[0].seconds.total, f"{item[0].seconds.total:,.1f}"), "number"),
)
"""Columns of what solvers did, each with how many queries it decides alone."""
TITLE = "Solvers on the same sets of clauses"


def solver_table(solvers: Sequence[SolverStatisticsPart], disagreements: int) -> Table:
    """The solvers against each other: what they answered when they were asked, and how long that took."""
    notes = (
        "Sets of clauses. Derived: they contain the unsat core of an answer. Not asked: the budget was spent, or there "
        "is no encoding. Times are over those asked.",
        f"Disagreements (one says sat, another unsat): {count(disagreements)}.",
    )
    return table_of(TITLE, SOLVERS, ((solver, 0) for solver in solvers), notes=notes)


def solvers_table(tasks: Sequence[TaskRow]) -> Table:
    """The same of the rows of a run, and how often solvers contradict each other."""
    answers = grouped((answer.solver, answer) for task in tasks for answer in task.answers)
    solvers = [
        solver_part(name, ((answer.origin, answer.outcome, answer.seconds) for answer in answers[name]))
        for name in sorted(answers)
    ]
    asked_queries = queries(tasks)
    deciding = [[name for name, answer in query.items() if answer.outcome in DEFINITE] for query in asked_queries]
    # Alone means that others were asked, too: a query for one solver says nothing about them.
    deciding_alone = Counter(
        names[0] for names, query in zip(deciding, asked_queries, strict=True) if len(names) == 1 < len(query)
    )
    against = sum(set(DEFINITE) <= {answer.outcome for answer in query.values()} for query in asked_queries)
    shared = [query for query in asked_queries if len(query) > 1]
    best = [
        min((answer.seconds for answer in query.values() if answer.outcome in DEFINITE), default=None)
        for query in shared
    ]
    notes = (
        f"Disagreements (one says sat, another unsat): {against:,}, of {len(shared):,} that several were asked.",
        f"Virtual best: {sum(seconds is not None for seconds in best):,} of these decided by some solver, in "
        f"{sum(seconds or 0.0 for seconds in best):,.1f} s. Times are of processor, over those asked.",
    )
    items = ((solver, deciding_alone[solver.name]) for solver in solvers)
    return table_of(TITLE, SOLVERS, items, "report", anchor="solver-answers", notes=notes)
