"""The tables of a run: verdicts and scores, contracts against specifications, and where it all comes from."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from ...core.metrics import Score
from ...core.spec_testing.assessment import ASSESSMENTS
from ..schema import (
    ComparisonRow,
    ContractStatisticsPart,
    DifferencePart,
    ImplicationPart,
    ProvenanceRow,
    ScorePart,
    SpecificationStatisticsPart,
)
from .rules import Level, level_of
from .tables import NOTHING, Cell, Table, Tone, count, plain_table

F = TypeVar("F")
Line = tuple[str, Callable[[F], str]]
"""A label, and what a column has beside it."""

OUTCOMES = ("sat", "unsat", "unknown", "timeout", "error")
RELATIONS = ("equal", "stronger", "weaker", "incomparable", "unknown")
_TURNED = {"stronger": "weaker", "weaker": "stronger"}
NOT_IN_ROWS = frozenset({"clauses lowered", "  not examined", "models not replayed", "proofs refuted by a test"})
"""Lines about contracts that the rows of a run do not tell."""
CHECKSUM = 12
"""Characters of a checksum in a table; the rows have all of it."""


def by_column(
    title: str,
    columns: Mapping[str, F],
    lines: Iterable[Line[F]],
    notes: tuple[str, ...] = (),
    *,
    numeric: bool = False,
) -> Table:
    """A line for each value, and what each column has beside it."""
    rows = ((label, *(cell(column) for column in columns.values())) for label, cell in lines)
    return plain_table(title, ("", *columns), rows, numeric=columns if numeric else (), notes=notes)


def _times(unit: str) -> list[Line[Any]]:
    return [
        (f"seconds a {unit}, median", lambda statistics: shown_seconds(statistics.seconds.median)),
        ("  95th percentile", lambda statistics: shown_seconds(statistics.seconds.p95)),
        ("  all together", lambda statistics: f"{statistics.seconds.total:,.1f}"),
    ]


def contract_statistics_table(
    columns: Mapping[str, ContractStatisticsPart],
    title: str = "Python contracts: which inputs break them",
    *,
    of_rows: bool = False,
) -> Table:
    """What became of contracts, one column for each data set; `of_rows`: without what rows do not tell."""
    lines: list[Line[ContractStatisticsPart]] = [
        ("tasks", lambda statistics: count(statistics.tasks)),
        ("  without a contract", lambda statistics: count(statistics.without_contract)),
        ("  not done", lambda statistics: count(statistics.failed)),
        ("clauses lowered", lambda statistics: share(statistics.lowered, statistics.clauses)),
        ("subsets of clauses", lambda statistics: count(statistics.subsets)),
        ("  violating", lambda statistics: count(statistics.violating)),
        ("  infeasible", lambda statistics: count(statistics.infeasible)),
        ("  none found within bounds", lambda statistics: count(statistics.bounded)),
        ("  unknown", lambda statistics: count(statistics.unknown)),
        ("  not examined", lambda statistics: count(statistics.skipped)),
        ("tests exact on replay", lambda statistics: share(statistics.exact, statistics.violating)),
        ("AVC", lambda statistics: rate(statistics.coverage)),
        ("  n", lambda statistics: units(statistics.coverage)),
        ("TS", lambda statistics: rate(statistics.specificity)),
        ("  n", lambda statistics: units(statistics.specificity)),
        ("models not replayed", lambda statistics: count(statistics.repairs)),
        ("proofs refuted by a test", lambda statistics: count(statistics.contradictions)),
    ]
    if any(statistics.guards_not_read for statistics in columns.values()):
        lines.insert(3, ("guards not read", lambda statistics: count(statistics.guards_not_read)))
    # Where nobody knows subsets that can be violated, none missed would be read as all found.
    if any(statistics.known for statistics in columns.values()):
        lines += [
            ("known subsets missed", lambda statistics: share(statistics.missed, statistics.known)),
            ("  called infeasible", lambda statistics: count(statistics.wrong)),
        ]
    lines = [line for line in lines if line[0] not in NOT_IN_ROWS] if of_rows else [*lines, *_times("task")]
    notes = (
        "AVC: clauses that a test violates. TS: mean Jaccard index of the targeted and the violated clauses. "
        "In brackets: 95 % interval.",
    )
    return by_column(title, columns, lines, notes, numeric=of_rows)


def specification_statistics_table(
    columns: Mapping[str, SpecificationStatisticsPart],
    title: str = "Specifications: which outputs they accept",
    *,
    of_rows: bool = False,
) -> Table:
    """What became of specifications, one column for each data set; `of_rows`: without what rows do not tell."""
    of_files: list[Line[SpecificationStatisticsPart]] = [
        ("files", lambda statistics: count(statistics.files)),
        ("  parsed", lambda statistics: share(statistics.files - statistics.unread, statistics.files)),
        ("  scored", lambda statistics: share(statistics.scored_files, statistics.files)),
        ("clauses lowered", lambda statistics: share(statistics.lowered, statistics.clauses)),
    ]
    of_methods: list[Line[SpecificationStatisticsPart]] = [
        ("methods", lambda statistics: count(statistics.methods)),
        ("  scored", lambda statistics: share(statistics.scored_methods, statistics.methods)),
        *((f"  {verdict}", partial(_assessed, verdict)) for verdict in ASSESSMENTS),
        ("tests", lambda statistics: count(statistics.tests)),
        ("  expected output accepted", lambda statistics: count(statistics.verdicts.get("holds", 0))),
        ("  expected output refused", lambda statistics: count(statistics.verdicts.get("refuted", 0))),
        ("  approximate", lambda statistics: count(statistics.verdicts.get("approximate", 0))),
        ("  invalid input", lambda statistics: count(statistics.verdicts.get("invalid input", 0))),
        ("  unknown", lambda statistics: count(_undecided(statistics))),
        ("mutants", lambda statistics: count(statistics.mutants)),
        ("  killed", lambda statistics: count(statistics.killed)),
        ("  survived", lambda statistics: count(statistics.survived)),
        ("  unknown", lambda statistics: count(statistics.open_mutants)),
        ("correctness", lambda statistics: rate(statistics.correctness)),
        ("  n", lambda statistics: units(statistics.correctness)),
        ("completeness", lambda statistics: rate(statistics.completeness)),
        ("  n", lambda statistics: units(statistics.completeness)),
        ("  published operators", lambda statistics: rate(statistics.published)),
        ("functional", lambda statistics: rate(statistics.functional)),
        ("  n", lambda statistics: units(statistics.functional)),
    ]
    lines = of_methods if of_rows else [*of_files, *of_methods, *_times("file")]
    notes = (
        "Correctness: expected outputs accepted, approximate ones (off by rounding) left out. Completeness: wrong "
        "outputs refused, of all and of those that the published operators make. Functional: inputs on which no other "
        "output is accepted (proved). They are means over scored methods; in brackets: 95 % interval. Unknown has "
        "timeouts and errors in it.",
    )
    return by_column(title, columns, lines, notes, numeric=of_rows)


def _assessed(verdict: str, statistics: SpecificationStatisticsPart) -> str:
    return count(statistics.assessments.get(verdict, 0))


TONES: dict[Level, Tone] = {"error": "bad", "warning": "warn", "note": "note"}


def kind_cell(kind: str) -> Cell:
    """The kind of a finding, marked by how much it matters."""
    return Cell(kind, tone=TONES[level_of(kind)])


def share(numerator: int, denominator: int) -> str:
    """A part of a whole, with its percentage."""
    return f"{numerator:,} of {denominator:,} ({percent(numerator / denominator)})" if denominator else NOTHING


def percent(rate_value: float) -> str:
    """A rate in [0, 1] as a percentage: 100 % means all and 0 % none, whatever the rounding."""
    percentage = f"{100 * rate_value:.1f}"
    if rate_value < 1 and percentage == "100.0":
        return "> 99.9 %"
    if rate_value > 0 and percentage == "0.0":
        return "< 0.1 %"
    return percentage.removesuffix(".0") + " %"


def rate(score: Score | ScorePart) -> str:
    """A score: its bounds and its interval."""
    if score.low is None or score.high is None:
        return NOTHING
    interval = score.interval
    limits = "" if interval is None else f" [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
    return bounds((score.low, score.high)) + limits


def rate_cell(score: Score | ScorePart) -> Cell:
    """A rate with its interval, sorted by its lower bound."""
    return Cell(rate(score), -1.0 if score.low is None else score.low)


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


def _undecided(statistics: SpecificationStatisticsPart) -> int:
    return sum(statistics.verdicts.get(verdict, 0) for verdict in ("unknown", "timeout", "error"))


def clauses_of(row: ComparisonRow) -> Iterator[ImplicationPart]:
    """Every clause that was held against the other side."""
    for conditions in (row.inputs, row.outputs):
        if conditions is not None:
            yield from (*conditions.first, *conditions.second)


def of_python(row: ComparisonRow, relation: str) -> str:
    """A relation of the first to the second as that of a Python contract to a specification: `specassay compare` takes
    either first."""
    return _TURNED.get(relation, relation) if row.languages[0] != "Python" else relation


def relations_table(rows: Sequence[ComparisonRow]) -> Table:
    """Summary statistics of comparisons."""
    count = Counter(of_python(row, row.relation) for row in rows)
    clauses = [clause for row in rows for clause in clauses_of(row)]
    decided = sum(clause.verdict != "unknown" for clause in clauses)
    references = [row.reference for row in rows if row.reference is not None and row.reference.tests]
    # A reference counts only when the postcondition accepts its results on all tests.
    satisfied = sum(reference.satisfied == reference.tests for reference in references)
    carried = [row.carried for row in rows if row.carried is not None]
    agreeing = sum(part.same for part in carried)
    tests = sum(part.tests for part in carried)
    facts = [("pairs", str(len(rows)))]
    facts += [(f"  Python is {relation}", str(count[relation])) for relation in RELATIONS if count[relation]]
    facts += [
        ("clauses decided", f"{decided} of {len(clauses)}" if clauses else NOTHING),
        ("references that satisfy the postcondition", f"{satisfied} of {len(references)}" if references else NOTHING),
        ("tests of specifications on which the reference agrees", f"{agreeing} of {tests}" if tests else NOTHING),
    ]
    return plain_table("Contracts against specifications", ("", "all"), facts, numeric={"all"})


def provenance_tables(sessions: Sequence[ProvenanceRow]) -> Iterator[Table]:
    """Versions, options and machine, a column for each session, and the data of the last one."""
    if not sessions:
        return
    facts = [_facts(session) for session in sessions]
    names = list(dict.fromkeys(name for fact in facts for name in fact))
    rows = tuple((name, *(fact.get(name, NOTHING) for fact in facts)) for name in names)
    columns = ("", *(f"session {session.session}" for session in sessions))
    yield plain_table("Provenance", columns, rows)
    data = tuple(
        (data.name, count(data.tasks), count(data.files), count(data.bytes), data.sha256[:CHECKSUM], data.path)
        for data in sessions[-1].data
    )
    if data:
        names_of_data = ("data", "tasks", "files", "bytes", "SHA-256", "from")
        yield plain_table("Data", names_of_data, data, numeric={"tasks", "files", "bytes"})


def _facts(session: ProvenanceRow) -> dict[str, str]:
    return {
        "started": session.started,
        "ended": session.ended or "stopped",
        **session.versions,
        "seed": str(session.seed),
        **{f"option {name.replace('_', '-')}": _text(value) for name, value in session.options.items() if value},
        **{name: _text(value) for name, value in session.machine.items()},
    }


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)
