"""A comparison of solvers as tables."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..reporting.tables import NOTHING, TableData, count
from .asking import DEFINITE, OUTCOMES
from .queries import QueryFile
from .summary import VIRTUAL_BEST, Conflict, SolverComparison, SolverScore


def conflicts_table(conflicts: Sequence[Conflict]) -> TableData:
    """Those that are not explained first."""
    rows = tuple(
        (
            each.query.name, ", ".join(each.sat), ", ".join(each.unsat), ", ".join(each.wrong) or "not explained",
            each.explanation,
        )
        for each in sorted(conflicts, key=lambda each: each.explained)
    )  # fmt: skip
    left = sum(not each.explained for each in conflicts)
    return TableData(
        "Disagreements", ("query", "sat", "unsat", "wrong", "why"), rows,
        notes=(f"{len(conflicts):,} disagreements, {left:,} of them not explained.",),
    )  # fmt: skip


def outcomes_table(comparison: SolverComparison) -> TableData:
    """A row for each solver, and one for the virtual best."""
    scores = [comparison.score(solver) for solver in comparison.solvers]
    best = comparison.virtual_best()
    peaks = [
        max((comparison.cells[query.name, solver].peak_bytes for query in comparison.queries), default=0)
        for solver in comparison.solvers
    ]
    rows = (
        *((*_row(score), f"{peak / 2**20:,.0f}") for score, peak in zip(scores, peaks, strict=True)),
        (*_row(best)[: len(OUTCOMES) + 4], NOTHING, NOTHING, NOTHING),
    )
    columns = (
        "solver", *OUTCOMES, "wrong", "PAR-2 s", "decided in s", "decides alone", "unstable", "peak MiB"
    )  # fmt: skip
    notes = (
        f"{len(comparison.queries):,} queries, {comparison.limit:g} s of processor time each. PAR-2: seconds for a "
        "query on average; one that is not decided counts twice the limit.",
    )
    return TableData("Solvers", columns, rows, frozenset(columns[1:]), notes=notes)


def _row(score: SolverScore) -> tuple[str, ...]:
    return (
        score.solver, *(count(score.outcomes[outcome]) for outcome in OUTCOMES), count(score.wrong),
        f"{score.par2:.3f}", f"{score.seconds:.2f}", count(score.alone), count(score.unstable),
    )  # fmt: skip


def pairs_table(comparison: SolverComparison) -> TableData:
    """For each two solvers how the outcomes of the one go with those of the other."""
    rows = []
    for first, second in combinations(comparison.solvers, 2):
        found = [
            (comparison.cells[query.name, first].outcome, comparison.cells[query.name, second].outcome)
            for query in comparison.queries
        ]
        for outcome in OUTCOMES:
            counts = [found.count((outcome, other)) for other in OUTCOMES]
            if any(counts):
                rows.append((first, outcome, second, *(count(each) if each else "" for each in counts)))
    columns = ("solver", "says", "beside", *OUTCOMES)
    return TableData("Outcomes of two solvers", columns, tuple(rows), frozenset(OUTCOMES))


def logics_table(comparison: SolverComparison) -> TableData:
    """By logic how many queries each solver decides, and its PAR-2."""
    return _groups_table("By logic", "logic", comparison, comparison.by_logic())


def tasks_table(comparison: SolverComparison) -> TableData:
    """The same by the task that the queries come from."""
    return _groups_table("By task", "task", comparison, comparison.by_task())


def _groups_table(
    title: str, name: str, comparison: SolverComparison, groups: Mapping[str, Sequence[QueryFile]]
) -> TableData:
    rows = []
    for group, queries in groups.items():
        scores = [comparison.score(solver, queries) for solver in comparison.solvers]
        for score in (*scores, comparison.virtual_best(queries)):
            decided = sum(score.outcomes[each] for each in DEFINITE) - score.wrong
            rows.append((
                group, score.solver, count(len(queries)), count(decided), f"{score.par2:.3f}",
                NOTHING if score.solver == VIRTUAL_BEST else count(score.alone),
            ))  # fmt: skip
    columns = (name, "solver", "queries", "decided", "PAR-2 s", "decides alone")
    return TableData(title, columns, tuple(rows), frozenset(columns[2:]))


def alone_table(comparison: SolverComparison) -> TableData:
    """The queries that one solver alone decides."""
    rows = []
    for query in comparison.queries:
        deciding = comparison.deciding(query)
        if len(deciding) == 1 and len(comparison.solvers) > 1:
            cell = comparison.cells[query.name, deciding[0]]
            others = [
                f"{each}: {comparison.cells[query.name, each].outcome}"
                for each in comparison.solvers if each != deciding[0]
            ]  # fmt: skip
            rows.append((query.name, deciding[0], cell.outcome, f"{cell.cpu_seconds:.3f}", ", ".join(others)))
    columns = ("query", "solver", "outcome", "s", "the others")
    return TableData("What one solver alone decides", columns, tuple(rows), frozenset({"s"}))
