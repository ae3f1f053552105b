"""The tables of a run."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from ...core.metrics import Score
from ...core.spec_testing.assessment import ASSESSMENTS
from ..schema import DafnyFiguresPart, DifferencePart, PythonFiguresPart, ScorePart, SolverFiguresPart
from .rules import KINDS
from .tables import NOTHING, TableData, count

F = TypeVar("F")

OUTCOMES = ("sat", "unsat", "unknown", "timeout", "error")


def python_table(
    columns: Mapping[str, PythonFiguresPart], title: str = "Python contracts: which inputs break them"
) -> TableData:
    """What became of contracts, one column for each data set."""
    lines: list[tuple[str, Callable[[PythonFiguresPart], str]]] = [
        ("tasks", lambda figures: count(figures.tasks)),
        ("  without a contract", lambda figures: count(figures.without_contract)),
        ("  not done", lambda figures: count(figures.failed)),
        ("clauses lowered", lambda figures: share(figures.lowered, figures.clauses)),
        ("subsets of clauses", lambda figures: count(figures.subsets)),
        ("  violating", lambda figures: count(figures.violating)),
        ("  infeasible", lambda figures: count(figures.infeasible)),
        ("  none found within bounds", lambda figures: count(figures.bounded)),
        ("  unknown", lambda figures: count(figures.unknown)),
        ("  not looked at", lambda figures: count(figures.skipped)),
        ("tests exact on replay", lambda figures: share(figures.exact, figures.violating)),
        ("AVC", lambda figures: rate(figures.coverage)),
        ("  n", lambda figures: units(figures.coverage)),
        ("TS", lambda figures: rate(figures.specificity)),
        ("  n", lambda figures: units(figures.specificity)),
        ("models not replayed", lambda figures: count(figures.repairs)),
        ("proofs refuted by a test", lambda figures: count(figures.contradictions)),
    ]
    if any(figures.known for figures in columns.values()):
        lines += [
            ("known subsets missed", lambda figures: share(figures.missed, figures.known)),
            ("  called infeasible", lambda figures: count(figures.wrong)),
        ]
    lines += [
        ("seconds a task, median", lambda figures: shown_seconds(figures.seconds.median)),
        ("  95th percentile", lambda figures: shown_seconds(figures.seconds.p95)),
        ("  all together", lambda figures: f"{figures.seconds.total:,.1f}"),
    ]
    notes = (
        "AVC: clauses that a test violates. TS: mean Jaccard index of the targeted and the violated clauses. "
        "In brackets: 95 % interval.",
    )
    return _by_column(title, columns, lines, notes)


def dafny_table(columns: Mapping[str, DafnyFiguresPart]) -> TableData:
    """What became of Dafny specifications, one column for each data set."""
    lines: list[tuple[str, Callable[[DafnyFiguresPart], str]]] = [
        ("files", lambda figures: count(figures.files)),
        ("  parsed", lambda figures: share(figures.files - figures.unread, figures.files)),
        ("  scored", lambda figures: share(figures.scored_files, figures.files)),
        ("clauses lowered", lambda figures: share(figures.lowered, figures.clauses)),
        ("methods", lambda figures: count(figures.methods)),
        ("  scored", lambda figures: share(figures.scored_methods, figures.methods)),
        *((f"  {verdict}", partial(_assessed, verdict)) for verdict in ASSESSMENTS),
        ("tests", lambda figures: count(figures.tests)),
        ("  expected output accepted", lambda figures: count(figures.verdicts.get("holds", 0))),
        ("  expected output refused", lambda figures: count(figures.verdicts.get("refuted", 0))),
        ("  approximate", lambda figures: count(figures.verdicts.get("approximate", 0))),
        ("  invalid input", lambda figures: count(figures.verdicts.get("invalid input", 0))),
        ("  unknown", lambda figures: count(_undecided(figures))),
        ("mutants", lambda figures: count(figures.mutants)),
        ("  killed", lambda figures: count(figures.killed)),
        ("  survived", lambda figures: count(figures.survived)),
        ("  unknown", lambda figures: count(figures.open_mutants)),
        ("correctness", lambda figures: rate(figures.correctness)),
        ("  n", lambda figures: units(figures.correctness)),
        ("completeness", lambda figures: rate(figures.completeness)),
        ("  n", lambda figures: units(figures.completeness)),
        ("  published operators", lambda figures: rate(figures.published)),
        ("functional", lambda figures: rate(figures.functional)),
        ("seconds a file, median", lambda figures: shown_seconds(figures.seconds.median)),
        ("  95th percentile", lambda figures: shown_seconds(figures.seconds.p95)),
        ("  all together", lambda figures: f"{figures.seconds.total:,.1f}"),
    ]
    notes = (
        "Correctness: expected outputs accepted, approximate ones (off by rounding) left out. Completeness: wrong "
        "outputs refused, of all and of those that the published operators make. Functional: inputs on which no other "
        "output is accepted (proved). They are means over scored methods; in brackets: 95 % interval. Unknown has "
        "timeouts and errors in it.",
    )
    return _by_column("Dafny specifications: which outputs they accept", columns, lines, notes)


def _assessed(verdict: str, figures: DafnyFiguresPart) -> str:
    return count(figures.assessments.get(verdict, 0))


def findings_table(kinds: Mapping[str, int]) -> TableData:
    """How often each kind of finding occurs, the most frequent first."""
    rows = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    return TableData(
        "Findings by kind",
        ("kind", "n", "meaning"),
        tuple((kind, count(n), KINDS[kind]) for kind, n in rows),
        numeric=frozenset({"n"}),
    )


def solver_table(solvers: Sequence[SolverFiguresPart], disagreements: int) -> TableData:
    """The solvers against each other: what they answered when they were asked, and how long that took."""
    columns = ("solver", "asked", *OUTCOMES, "derived", "not asked", "median ms", "p95 ms", "total s")
    rows = tuple(
        (
            solver.name,
            count(solver.asked),
            *(count(solver.outcomes.get(outcome, 0)) for outcome in OUTCOMES),
            count(solver.derived),
            count(solver.not_asked),
            *(
                NOTHING if seconds is None else f"{1000 * seconds:,.1f}"
                for seconds in (solver.seconds.median, solver.seconds.p95)
            ),
            f"{solver.seconds.total:,.1f}",
        )
        for solver in solvers
    )
    notes = (
        "Sets of clauses. Derived: they contain the unsat core of an answer. Not asked: the budget was spent, or there "
        "is no encoding. Times are over those asked.",
        f"Disagreements (one says sat, another unsat): {count(disagreements)}.",
    )
    return TableData("Solvers on the same sets of clauses", columns, rows, frozenset(columns[1:]), notes=notes)


def share(part: int, whole: int) -> str:
    """A part of a whole, with its percentage."""
    return f"{part:,} of {whole:,} ({percent(part / whole)})" if whole else NOTHING


def percent(part: float) -> str:
    """A rate in [0, 1] as a percentage: 100 % means all and 0 % none, whatever the rounding."""
    shown = f"{100 * part:.1f}"
    if part < 1 and shown == "100.0":
        return "> 99.9 %"
    if part > 0 and shown == "0.0":
        return "< 0.1 %"
    return shown.removesuffix(".0") + " %"


def rate(score: Score | ScorePart) -> str:
    """A score: its bounds and its interval."""
    if score.low is None or score.high is None:
        return NOTHING
    interval = score.interval
    limits = "" if interval is None else f" [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
    return bounds((score.low, score.high)) + limits


def units(score: Score | ScorePart) -> str:
    """What a score is about: its n and how many of these are unknown."""
    return f"{score.n:,}" + (f", {score.unknowns:,} unknown" if score.unknowns else "")


def bounds(low_high: Sequence[float] | None) -> str:
    """A rate as `[low, high]`, or null for no data."""
    if low_high is None:
        return NOTHING
    low, high = low_high
    return percent(low) if low == high else f"{percent(low)} to {percent(high)}"


def points(difference: DifferencePart) -> str:
    """A difference of rates in points, with its interval."""
    if difference.mean is None or difference.low is None or difference.high is None:
        return NOTHING
    return f"{100 * difference.mean:+.1f} [{100 * difference.low:+.1f}, {100 * difference.high:+.1f}]"


def shown_seconds(seconds: float | None) -> str:
    """A duration."""
    return NOTHING if seconds is None else f"{seconds:,.3f}"


def _undecided(figures: DafnyFiguresPart) -> int:
    return sum(figures.verdicts.get(verdict, 0) for verdict in ("unknown", "timeout", "error"))


def _by_column(
    title: str,
    columns: Mapping[str, F],
    lines: Sequence[tuple[str, Callable[[F], str]]],
    notes: tuple[str, ...],
) -> TableData:
    rows = tuple((label, *(cell(figures) for figures in columns.values())) for label, cell in lines)
    return TableData(title, ("", *columns), rows, notes=notes)
