"""Tables of single tasks: every subset of a contract, every method of a file with its clauses, every finding."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...core.iteration import grouped
from ...frontends.python import parse_contract
from ...frontends.python.source import read
from ..datasets.tasks import ContractTask
from ..runs.task_report import Report
from ..schema import SpecRow, UndecidedPart
from .fields import COMMAND, REPORT, Field, recorded, table_of
from .findings import ReportedFinding, numbers
from .rules import ADVICE, KINDS, NOTES, PROPOSALS, level_of
from .run_tables import kind_cell
from .tables import NOTHING, Cell, Table, clip, plain_table, without_empty_columns

PROVED = ("tautology", "contradiction")
MOST_SETS = 8
"""Sets of clauses that are open for one reason and are listed: as many as a line has room for."""
BUCKETS = ("valid_right", "valid_wrong", "invalid_right", "invalid_wrong")


def clause_texts(task: ContractTask) -> tuple[str, ...]:
    """The clauses of a task's contract as they are written, on one line each. Raises ParseError."""
    contract = parse_contract(
        read(task.contract_text, task.file, origin=task.origin), name=task.entry_point, parameters=task.parameter_names
    )
    return tuple(" ".join(clause.text.split()) for clause in contract.clauses)


def proofs_table(reports: Iterable[Report]) -> Table:
    """Why there is no test, a row for each reason: the sets, the clauses that suffice for the proof, and the operations
    whose encoding it rests on."""
    rows = []
    for report in reports:
        reasons = grouped(
            ((tuple(row.core or ()), tuple(row.operations or ())), numbers(row.violates))
            for row in report.rows
            if row.verdict == "infeasible"
        )
        for (core, operations), sets in reasons.items():
            rows.append((report.task_id, " ".join(sets), "; ".join(core), " ".join(operations)))
    return plain_table("Proofs", ("task", "sets", "proved from", "rests on"), rows, code={"proved from", "rests on"})


def lines_of_undecided(rows: Iterable[SpecRow]) -> Iterator[str]:
    """What no engine decided, one paragraph for each question: what each engine said, and what to write instead. What
    is said alike of several inputs is told once."""
    parts = [(row, part) for row in rows for part in row.undecided]
    if not parts:
        yield "Nothing is undecided."
    for alike in grouped((_question(row, part), (row, part)) for row, part in parts).values():
        row, part = alike[0]
        count = sum(each.count for _, each in alike)
        # A part may stand for several outputs of one input.
        times = "" if count == len(alike) else f" ({count} of them)"
        where = "" if part.test is None else f" on {_call(row, part.test)}"
        if len(alike) > 1:
            where = f" on {len(alike)} inputs, such as{where.removeprefix(' on')}"
        clause = _clause_of(row, part)
        yield f"{row.method or row.task_id}: undecided {part.about}{times}{where}{': ' if clause else ''}{clause}"
        for reason in part.reasons:
            yield f"    {reason.engine or 'reason'}: {reason.reason}"
        yield f"    instead: {part.instead}"


def lines_of_undecided_sets(reports: Iterable[Report], texts: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What is undecided of contracts: of each clause that is not read why, and of each reason the sets that are open
    for it, with what to write instead. `texts`: the clauses of each task."""
    for report in reports:
        asked: dict[tuple[str, ...], list[str]] = {}
        parts = ((row, part) for row in report.rows for part in row.undecided or ())
        for row, part in parts:
            reasons = tuple(f"    {reason.engine}: {reason.reason}" for reason in part.reasons)
            clause = "" if part.clause is None else f"clause {part.clause}: {texts[report.task_id][part.clause]}"
            about = clause or numbers(row.violates)
            asked.setdefault((part.about, *reasons, f"    instead: {part.instead}"), []).append(about)
        for (about, *lines), places in asked.items():
            many = "s" if len(places) > 1 else ""
            shown = " ".join(places[:MOST_SETS]) + (f" … {len(places)} in all" if len(places) > MOST_SETS else "")
            yield f"{report.task_id}: " + (f"undecided set{many} {shown}" if about == "set" else f"not read: {shown}")
            yield from lines


def _question(row: SpecRow, part: UndecidedPart) -> tuple[object, ...]:
    """What is told of a question, but for the input that it is about."""
    reasons = tuple((reason.engine, reason.reason) for reason in part.reasons)
    alone = None if part.test is not None else id(part)
    return row.task_id, row.method, part.about, part.clause, reasons, part.instead, alone


def _call(row: SpecRow, test: int) -> str:
    """The input of a test as it is written in a call."""
    return f"{row.method or ''}({', '.join(row.tests[test].inputs.values())})"


def _clause_of(row: SpecRow, part: UndecidedPart) -> str:
    """The text of the clause that a question is about."""
    clauses = row.requires if part.about in ("precondition", "requires") else row.clauses
    return "" if part.clause is None else " ".join(clauses[part.clause].text.split())


def clauses_table(rows: Sequence[SpecRow]) -> Table:
    """A row for each clause: how many wrong outputs (a precondition: wrong inputs) it refuses, how many of them no
    other clause does, and how many of those that tests expect."""
    rows_shown = [
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
        # A clause that was tried on nothing has no figures.
        if clause.judged or clause.strength in PROVED
    ]
    columns = ("method", "clause", "kills", "alone", "refuses right", "proved")
    notes = tuple(
        f"{row.method}: {' '.join(clause.text.split())}: not proved of all calls, since {clause.reason}."
        for row in rows
        for clause in (*row.requires, *row.clauses)
        if clause.reason
    )
    table = plain_table("Clauses", columns, rows_shown, numeric=columns[2:5], code={"clause"}, notes=notes)
    return without_empty_columns(table)


def buckets_table(rows: Iterable[SpecRow]) -> Table:
    """Methods with a precondition: how many outputs the postcondition accepts, by what input and output are."""
    rows_shown = [
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
    return plain_table(title, columns, rows_shown, numeric=columns[1:], notes=notes)


def _accepted(verdicts: Mapping[str, int]) -> str:
    """Accepted ones of all; those without a verdict are named."""
    total = sum(verdicts.values())
    holds, refuted = verdicts.get("holds", 0), verdicts.get("refuted", 0)
    unknown = total - holds - refuted
    if not total:
        return NOTHING
    return f"{holds}/{total}" + (f" ({unknown} unknown)" if unknown else "")


FINDINGS: tuple[Field[tuple[ReportedFinding, str]], ...] = (
    Field("kind", lambda item: kind_cell(item[0].kind), "tag", record="kind"),
    Field("level", lambda item: level_of(item[0].kind), "tag", places=REPORT, record="level"),
    Field("subject", lambda item: Cell(item[0].subject, target=item[1]), record="subject"),
    Field("what", lambda item: item[0].message, places=COMMAND),
    Field("what", lambda item: clip(item[0].message), places=REPORT),
    Field("witness", lambda item: _witness(item[0]), "code", places=COMMAND),
    Field("witness", lambda item: clip(_witness(item[0]), 160), "code", places=REPORT),
    Field("where", lambda item: item[0].where, places=COMMAND, record="where"),
    recorded("clause", lambda item: item[0].clause),
    recorded("message", lambda item: item[0].message),
    recorded("witness", lambda item: item[0].witness),
    recorded("diff", lambda item: "\n".join(item[0].diff)),
)
"""Columns of findings, each with the anchor of its page."""


KINDS_FOUND: tuple[Field[tuple[str, int]], ...] = (
    Field("kind", lambda item: kind_cell(item[0])),
    Field("n", lambda item: item[1], "number"),
    Field("meaning", lambda item: KINDS[item[0]]),
    Field("what to do", lambda item: ADVICE.get(item[0], ""), places=REPORT),
)
"""Columns of kinds of findings and how many there are of each."""


def findings_table(kinds: Mapping[str, int]) -> Table:
    """How often each kind of finding occurs, the most frequent first."""
    return table_of("Findings by kind", KINDS_FOUND, sorted(kinds.items(), key=lambda item: (-item[1], item[0])))


def _witness(finding: ReportedFinding) -> str:
    return finding.witness or " ".join(finding.diff)


def table_of_findings(findings: Iterable[ReportedFinding], title: str) -> Table:
    """Findings: what is wrong, what could be better, what is not known; each in the order of `KINDS`."""
    return without_empty_columns(table_of(title, FINDINGS, ((finding, "") for finding in _ordered(findings))))


def lines_of_findings(findings: Iterable[ReportedFinding]) -> list[tuple[str, ...]]:
    """Findings as compilers print them, each `where: kind: subject: what: witness` and the lines of its diff; of a kind
    about a clause only the first, with the number of the others."""
    by_clause = grouped(
        ((finding.kind, finding.subject, finding.message if finding.clause is None else finding.clause), finding)
        for finding in _ordered(findings)
    )
    lines = []
    for finding, *more_findings in by_clause.values():
        message = finding.message + _others(more_findings)
        parts = (finding.where, finding.kind, finding.subject, message, finding.further_witness)
        lines.append((": ".join(filter(None, parts)), *(f"    {line}" for line in finding.diff)))
    return lines


def _others(more_findings: Sequence[ReportedFinding]) -> str:
    return f" (and {len(more_findings):,} more like it)" if more_findings else ""


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


def _ordered(findings: Iterable[ReportedFinding]) -> list[ReportedFinding]:
    first = {kind: rank for rank, kind in enumerate(WORST_FIRST)}
    order = sorted(KINDS, key=lambda kind: (kind in NOTES, kind in PROPOSALS, first.get(kind, len(first))))
    places = {kind: rank for rank, kind in enumerate(order)}
    return sorted(findings, key=lambda finding: places[finding.kind])
