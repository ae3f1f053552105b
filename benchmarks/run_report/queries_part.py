"""The part of the report about solvers on queries in files: the rows of `specassay solvers`."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import log10

from attrs import evolve

from ..reporting.tables import Table, Tone
from ..schema import SolverAnswerRow, SolverConflictRow
from ..solving.asking import DEFINITE
from ..solving.rows import (
    alone_table,
    comparison_of,
    conflict_of,
    conflicts_table,
    logics_table,
    outcomes_table,
    pairs_table,
    tasks_table,
)
from ..solving.summary import VIRTUAL_BEST, Conflict, SolverComparison
from .blocks import Page, SourceBlock
from .plots import COLOURS, SHAPES, Plot, cactus, data_of, draw, drawn, label
from .reading import Rows
from .summary import First

SECTION = "queries"
LEAST_MS = 1.0
"""Times below are shown as this: they are of reading more than of solving."""
PLACES_A_DECADE = 20
"""Places of a scatter plot in each decade: what lies at one place is one mark, so that no number of queries makes a
large picture."""


def comparison_in(rows: Rows) -> tuple[SolverComparison, tuple[Conflict, ...]] | None:
    """What rows say about solvers on queries, with the disagreements; None where they say nothing."""
    answers, conflicts = rows.of(SolverAnswerRow), rows.of(SolverConflictRow)
    if not answers:
        return None
    comparison = comparison_of(answers, conflicts)
    return comparison, tuple(filter(None, (conflict_of(row, comparison) for row in conflicts)))


def tables_of(comparison: SolverComparison, conflicts: Sequence[Conflict]) -> tuple[Table, ...]:
    """Disagreements first, then who decides what."""
    tables = [conflicts_table(conflicts)] if conflicts else []
    tables += [outcomes_table(comparison), pairs_table(comparison), logics_table(comparison)]
    tables += [table for table in (alone_table(comparison), tasks_table(comparison)) if table.rows]
    return tuple(evolve(table, anchor=f"{SECTION}-{table.title.lower().replace(' ', '-')}") for table in tables)


def plots_of(comparison: SolverComparison) -> tuple[Plot, ...]:
    """How many queries solvers decide in which time, and each two of them against each other."""
    if not drawn() or not comparison.queries:
        return ()
    times = {name: comparison.times(name) for name in (*comparison.solvers, VIRTUAL_BEST)}
    first = cactus(times, "Queries that solvers decide, the fastest first")
    pairs = combinations(comparison.solvers, 2)
    return (
        *filter(None, [first]),
        *(_scatter(comparison, first_solver, second_solver) for first_solver, second_solver in pairs),
    )


BOTH, NEITHER = "both decide", "neither decides"


def _scatter(comparison: SolverComparison, first: str, second: str) -> Plot:
    """The times of two solvers; what one does not decide lies at its limit."""
    import altair

    limit = 1000 * comparison.limit
    counted: Counter[tuple[float, float, str]] = Counter()
    for query in comparison.queries:
        decided = tuple(name for name in (first, second) if comparison.decides(query, name))
        cells = [comparison.cells[query.name, name] for name in (first, second)]
        # A query that one was not asked compares nothing.
        if any(cell.outcome == "not asked" for cell in cells):
            continue
        x, y = (
            _placed(1000 * cell.cpu_seconds, limit) if name in decided else limit
            for name, cell in zip((first, second), cells, strict=True)
        )
        word = {0: NEITHER, 2: BOTH}.get(len(decided)) or f"{label(decided[0])} alone"
        counted[x, y, word] += 1
    words = [BOTH, f"{label(first)} alone", f"{label(second)} alone", NEITHER]
    used = [word for word in words if any(who == word for _, _, who in counted)]
    values: list[dict[str, object]] = [
        {"x": x, "y": y, "who": who, "queries": n} for (x, y, who), n in sorted(counted.items())
    ]
    scale = altair.Scale(type="log", domain=[LEAST_MS, max(limit, 2 * LEAST_MS)])
    colours = dict(zip(words, (COLOURS[""], COLOURS["ok"], COLOURS["bad"], COLOURS["open"]), strict=True))
    shapes = dict(zip(words, SHAPES, strict=False))
    chart = altair.layer(
        altair.Chart(data_of([{"x": bound, "y": bound} for bound in (LEAST_MS, limit)]))
        .mark_line(strokeWidth=1, strokeDash=[4, 3], color=COLOURS["note"])
        .encode(x=altair.X("x:Q", scale=scale), y=altair.Y("y:Q", scale=scale)),
        altair.Chart(data_of(values))
        .mark_point(filled=True, opacity=0.7)
        .encode(
            x=altair.X("x:Q", scale=scale, title=f"{label(first)}: milliseconds"),
            y=altair.Y("y:Q", scale=scale, title=f"{label(second)}: milliseconds"),
            color=altair.Color(
                "who:N", sort=used, title=None, scale=altair.Scale(domain=used, range=[colours[word] for word in used])
            ),
            shape=altair.Shape(
                "who:N", sort=used, title=None, scale=altair.Scale(domain=used, range=[shapes[word] for word in used])
            ),
            size=altair.Size("queries:Q", scale=altair.Scale(range=[30, 400]), legend=None),
        ),
    )
    counts = ", ".join(f"{word}: {sum(n for (_, _, who), n in counted.items() if who == word):,}" for word in used)
    sentence = counts or "No query was asked of both"
    text = f"{sentence}. The larger a mark, the more queries; undecided ones lie at the limit."
    return draw(f"{label(first)} against {label(second)}", text, chart)


def _placed(milliseconds: float, limit: float) -> float:
    """A time at the nearest of a decade's `PLACES_A_DECADE` places."""
    bounded = min(max(milliseconds, LEAST_MS), limit)
    return min(limit, float(round(10 ** (round(log10(bounded) * PLACES_A_DECADE) / PLACES_A_DECADE), 3)))


def pages_of(conflicts: Sequence[Conflict]) -> tuple[Page, ...]:
    """A page for each disagreement, with the script that shows it."""
    return tuple(_page(number, conflict) for number, conflict in enumerate(conflicts, 1))


def _page(number: int, conflict: Conflict) -> Page:
    who = f"sat: {', '.join(conflict.sat)}; unsat: {', '.join(conflict.unsat)}"
    word, tone = _judged(conflict)
    script = conflict.minimised
    blocks = () if script is None else (SourceBlock("A smaller script that divides two solvers", script),)
    return Page(
        _anchor(number), conflict.query.name, word, tone, conflict.query.name, f"{who}. {conflict.explanation}", blocks
    )


def _judged(conflict: Conflict) -> tuple[str, Tone]:
    return ("explained", "warn") if conflict.explained else ("not explained", "bad")


def _anchor(number: int) -> str:
    return f"{SECTION}-{number}"


def first_of(conflicts: Sequence[Conflict]) -> tuple[First, ...]:
    """The disagreements to look at first: those that are not explained."""
    return tuple(
        First(
            "solvers disagree",
            "bad",
            conflict.query.name,
            _anchor(number),
            f"sat: {', '.join(conflict.sat)}; unsat: {', '.join(conflict.unsat)}",
            "",
            conflict.explanation,
        )
        for number, conflict in enumerate(conflicts, 1)
        if not conflict.explained
    )


def asked_line(comparison: SolverComparison, conflicts: Sequence[Conflict]) -> str:
    """What was asked, in a sentence."""
    unexplained = sum(not conflict.explained for conflict in conflicts)
    decided = sum(bool(comparison.deciding(query)) for query in comparison.queries)
    summary = (
        f"{len(conflicts):,} disagreements, {unexplained:,} of them not explained" if conflicts else "no disagreement"
    )
    return (
        f"Which solver decides what? {len(comparison.queries):,} queries for {', '.join(comparison.solvers)}: "
        f"{decided:,} decided ({' or '.join(DEFINITE)}) by some solver, {summary}."
    )
