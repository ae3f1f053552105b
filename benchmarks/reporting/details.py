"""Tables of single tasks: every subset of a contract, every method of a file with its clauses, every finding."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...core.iteration import grouped
from ...frontends.python import parse_contract
from ...frontends.python.source import read
from ..datasets.tasks import ContractTask
from ..runs.task_report import Report
from ..schema import CvtRow, SpecRow
from .findings import ReportedFinding, arguments_of, numbers
from .rules import KINDS, NOTES, PROPOSALS
from .run_tables import bounds
from .tables import NOTHING, Table, plain_table, without_empty_columns

MOST_ROWS = 127
"""With more rows than this, the table of one task has those of single clauses only."""
LONGEST = 400
"""Characters of arguments in a table; a list one too long for its contract has more, and rows have them all."""
APPROXIMATELY = "\u2248"
PROVED = ("tautology", "contradiction")
BUCKETS = ("valid_right", "valid_wrong", "invalid_right", "invalid_wrong")


def clause_texts(task: ContractTask) -> tuple[str, ...]:
    """The clauses of a task's contract as they are written, on one line each. Raises ParseError."""
    contract = parse_contract(
        read(task.contract_text, task.file, origin=task.origin), name=task.entry_point, parameters=task.parameter_names
    )
    return tuple(" ".join(clause.text.split()) for clause in contract.clauses)


def contract_table(report: Report, clauses: Sequence[str]) -> Table:
    """One Python task: a row for each set of its clauses; of many, for each clause, and how many of the others have
    which verdict. `clauses` has their texts."""
    many = len(report.rows) > MOST_ROWS
    shown = [row for row in report.rows if not many or len(row.violates) == 1]
    rows = tuple(
        (
            numbers(row.violates),
            "none found" if row.is_bounded else row.verdict,
            _cut(arguments_of(row)),
            _first(row),
            _runs(row),
        )
        for row in shown
    )
    larger = _of_larger(report.rows) if many else []
    notes = (*larger, *(f"{index}: {text}" for index, text in enumerate(clauses)), *_bounds_of(report.rows))
    table = plain_table(
        report.task_id,
        ("violates", "verdict", "arguments", "raises first", "runs without"),
        rows,
        code={"arguments"},
        notes=notes,
    )
    return without_empty_columns(table)


def _cut(text: str) -> str:
    """A text of a length that a table can show."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _of_larger(rows: Sequence[CvtRow]) -> list[str]:
    """How many sets of several clauses have which verdict."""
    verdicts = Counter("none found" if row.is_bounded else row.verdict for row in rows if len(row.violates) > 1)
    counted = ", ".join(f"{number:,} {verdict}" for verdict, number in sorted(verdicts.items()))
    return [f"Sets of several clauses: {counted} (--json and --out have them)."] if counted else []


def _bounds_of(rows: Sequence[CvtRow]) -> list[str]:
    """Where nothing was found: the bounds, and the sets of clauses."""
    found = grouped(
        ("" if row.bounds is None else row.bounds.text, numbers(row.violates)) for row in rows if row.is_bounded
    )
    return [f"None found within bounds, which is no proof ({', '.join(sets)}): {text}" for text, sets in found.items()]


def contracts_table(reports: Iterable[Report], title: str = "Python tasks") -> Table:
    """Tasks, a row for each, with the test that violates most clauses."""
    rows = []
    for report in reports:
        verdicts = ["bounded" if row.is_bounded else row.verdict for row in report.rows]
        tests = [row for row in report.rows if row.is_test]
        example = max(tests, key=lambda row: len(row.violates), default=None)
        rows.append(
            (
                report.task_id,
                str(report.clauses),
                *(str(verdicts.count(kind)) for kind in ("violating", "infeasible", "bounded", "unknown")),
                "" if example is None else f"{numbers(example.violates)}  {arguments_of(example)}",
            )
        )
    columns = ("task", "clauses", "violating", "infeasible", "none found", "unknown", "for example")
    return plain_table(title, columns, rows, numeric=columns[1:6], code={"for example"})


def proofs_table(reports: Iterable[Report]) -> Table:
    """Why there is no test, a row for each reason: the sets, the clauses that suffice for the proof, and the operations
    whose encoding it rests on."""
    rows = []
    for report in reports:
        reasons: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        for row in report.rows:
            if row.verdict == "infeasible":
                reason = (tuple(row.core or ()), tuple(row.operations or ()))
                reasons.setdefault(reason, []).append(numbers(row.violates))
        for (core, operations), sets in reasons.items():
            rows.append((report.task_id, " ".join(sets), "; ".join(core), " ".join(operations)))
    return plain_table("Proofs", ("task", "sets", "proved from", "rests on"), rows, code={"proved from", "rests on"})


LEGEND = (
    "killed: wrong outputs that the postcondition refuses; bodies: likewise of mutants of the body; functional: inputs "
    "on which it accepts the right output and, proved, no other."
)


def methods_table(rows: Sequence[SpecRow]) -> Table:
    """Dafny methods, a row for each; what was not scored says why in the place of its correctness."""
    shown = []
    approximate = False
    for row in rows:
        mutants = [mutant.verdict for test in row.tests for mutant in test.mutants]
        shown.append(
            (
                row.task_id,
                row.method or NOTHING,
                NOTHING if row.assessment is None else row.assessment.text,
                _tests(row),
                bounds(row.correctness) if row.status == "scored" else row.status,
                f"{mutants.count('refuted')}/{len(mutants)}",
                _bodies(row),
                bounds(row.completeness),
                bounds(row.published),
                bounds(row.functional),
            )
        )
        approximate = approximate or bool(row.approximate)
    columns = (
        "file",
        "method",
        "verdict",
        "tests",
        "correctness",
        "killed",
        "bodies",
        "completeness",
        "published",
        "functional",
    )
    notes = [LEGEND]
    if approximate:
        notes.append(f"{APPROXIMATELY}: tests that are refused only because of rounding. They are in no rate.")
    title, first = "Methods", 0
    if len({row.task_id for row in rows}) == 1:  # The name of the only file stands in the title: methods need the room.
        title, first = f"Methods of {rows[0].task_id}", 1
    table = plain_table(
        title,
        columns[first:],
        (row[first:] for row in shown),
        numeric=columns[3:],
        notes=tuple(notes),
    )
    return without_empty_columns(table)


def _bodies(row: SpecRow) -> str:
    """How many mutants of the body the postcondition refuses, of those that return something else."""
    verdicts = [mutant.verdict for mutant in row.body_mutants]
    killed = verdicts.count("killed")
    return f"{killed}/{killed + verdicts.count('survives')}" if verdicts else ""


def _tests(row: SpecRow) -> str:
    """How many, and how many of them approximate."""
    number = str(len(row.tests))
    return f"{number} ({APPROXIMATELY}{row.approximate})" if row.approximate else number


def clauses_table(rows: Sequence[SpecRow]) -> Table:
    """A row for each clause: how many wrong outputs (a precondition: wrong inputs) it refuses, how many of them no
    other clause does, and how many of those that tests expect."""
    shown = [
        (
            row.method or "",
            " ".join((kind, *clause.text.split())),
            f"{clause.kills}/{clause.judged}",
            str(clause.kills_alone),
            str(clause.refuses or ""),
            clause.strength if clause.strength in PROVED else "",
        )
        for row in rows
        for kind, clauses in (("requires", row.requires), ("ensures", row.clauses))
        for clause in clauses
        if clause.judged or clause.strength in PROVED
    ]
    columns = ("method", "clause", "kills", "alone", "refuses right", "proved")
    notes = tuple(
        f"{row.method}: {' '.join(clause.text.split())}: not proved of all calls, since {clause.reason}."
        for row in rows
        for clause in (*row.requires, *row.clauses)
        if clause.reason
    )
    table = plain_table("Clauses", columns, shown, numeric=columns[2:5], code={"clause"}, notes=notes)
    return without_empty_columns(table)


def buckets_table(rows: Iterable[SpecRow]) -> Table:
    """Methods with a precondition: how many outputs the postcondition accepts, by what input and output are."""
    shown = [
        (row.method or "", *(_accepted(row.buckets.get(bucket, {})) for bucket in BUCKETS))
        for row in rows
        if row.requires and row.tests
    ]
    columns = ("method", *(bucket.replace("_", " input, ") for bucket in BUCKETS))
    notes = (
        "Outputs that the postcondition accepts. Right: the output that the test expects (also used for inputs "
        "derived from it).",
    )
    title = "With and without the precondition"
    return plain_table(title, columns, shown, numeric=columns[1:], notes=notes)


def clause_tables(rows: Sequence[SpecRow]) -> Iterator[Table]:
    """The tables that have rows."""
    for table in (clauses_table(rows), buckets_table(rows)):
        if table.rows:
            yield table


def _accepted(verdicts: Mapping[str, int]) -> str:
    """Accepted ones of all; those without a verdict are named."""
    total = sum(verdicts.values())
    holds, refuted = verdicts.get("holds", 0), verdicts.get("refuted", 0)
    unknown = total - holds - refuted
    if not total:
        return NOTHING
    return f"{holds}/{total}" + (f" ({unknown} unknown)" if unknown else "")


def table_of_findings(found: Iterable[ReportedFinding], title: str) -> Table:
    """Findings: what is wrong, what could be better, what is not known; each in the order of `KINDS`."""
    rows = tuple(
        (each.kind, each.subject, each.message, each.witness or " ".join(each.diff), each.where)
        for each in _ordered(found)
    )
    columns = ("kind", "subject", "what", "witness", "where")
    return without_empty_columns(plain_table(title, columns, rows, code={"witness"}))


def lines_of_findings(found: Iterable[ReportedFinding]) -> list[tuple[str, ...]]:
    """Findings as compilers print them, each `where: kind: subject: what: witness` and the lines of its diff; of a kind
    about a clause only the first, with the number of the others."""
    by_clause: dict[object, list[ReportedFinding]] = {}
    for each in _ordered(found):
        about = each.message if each.clause is None else each.clause
        by_clause.setdefault((each.kind, each.subject, about), []).append(each)
    return [
        (
            ": ".join(
                filter(None, (each.where, each.kind, each.subject, each.message + _others(others), each.witness))
            ),
            *(f"    {line}" for line in each.diff),
        )
        for each, *others in by_clause.values()
    ]


def _others(others: Sequence[ReportedFinding]) -> str:
    return f" (and {len(others):,} more like it)" if others else ""


WORST_FIRST = (
    "disagreement",
    "refuted-proof",
    "wrong-infeasible",
    "contradicts-test",
    "body-breaks-postcondition",
    "no-output",
    "counterexample",
    "breaks-precondition",
    "contradiction",
    "contradictory-contract",
    "fails-at-run-time",
    "body-fails-test",
    "accepts-wrong-output",
    "allows-bad-input",
    "accepts-another-output",
    "leaves-output-open",
    "body-mutant-survives",
)
"""Kinds in the order in which they are told: what is wrong or contradicts itself, what fails, what is weak; then all
others that are defects, what could be better, and what is only not known."""


def _ordered(found: Iterable[ReportedFinding]) -> list[ReportedFinding]:
    first = {kind: place for place, kind in enumerate(WORST_FIRST)}
    order = sorted(KINDS, key=lambda kind: (kind in NOTES, kind in PROPOSALS, first.get(kind, len(first))))
    places = {kind: place for place, kind in enumerate(order)}
    return sorted(found, key=lambda finding: places[finding.kind])


def _first(row: CvtRow) -> str:
    if row.verdict != "violating":
        return ""
    return "set-up" if row.raises_first is None else str(row.raises_first)


def _runs(row: CvtRow) -> str:
    match row.runs_without_contract:
        case True:
            return "yes"
        case False:
            return "no"
        case _:
            return ""
