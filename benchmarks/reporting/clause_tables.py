"""Tables of the clauses of single specifications: what each does, and what the postcondition accepts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..schema import SpecRow
from .tables import NOTHING, TableData, without_empty_columns

PROVED = ("tautology", "contradiction")
BUCKETS = ("valid_right", "valid_wrong", "invalid_right", "invalid_wrong")


def clauses_table(rows: Sequence[SpecRow]) -> TableData:
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
    numeric = frozenset(columns[2:5])
    notes = tuple(
        f"{row.method}: {' '.join(clause.text.split())}: not proved of all calls, since {clause.reason}."
        for row in rows
        for clause in (*row.requires, *row.clauses)
        if clause.reason
    )
    table = TableData("Clauses", columns, tuple(shown), numeric=numeric, code=frozenset({"clause"}), notes=notes)
    return without_empty_columns(table)


def buckets_table(rows: Iterable[SpecRow]) -> TableData:
    """Methods with a precondition: how many outputs the postcondition accepts, by what input and output are."""
    shown = [
        (row.method or "", *(_accepted(row.buckets.get(bucket, {})) for bucket in BUCKETS))
        for row in rows
        if row.requires and row.tests
    ]
    columns = ("method", *(bucket.replace("_", " input, ") for bucket in BUCKETS))
    notes = ("Outputs that the postcondition accepts. Right: what a test expects, also of inputs made from its own.",)
    title = "With and without the precondition"
    return TableData(title, columns, tuple(shown), numeric=frozenset(columns[1:]), notes=notes)


def clause_tables(rows: Sequence[SpecRow]) -> Iterator[TableData]:
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
