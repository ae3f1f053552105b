"""Contracts against specifications of the same problems: summary statistics."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ..schema import ComparisonRow, ImplicationPart
from .tables import NOTHING, TableData

RELATIONS = ("equal", "stronger", "weaker", "incomparable", "unknown")


def clauses_of(row: ComparisonRow) -> Iterator[ImplicationPart]:
    """Every clause that was held against the other side."""
    for part in (row.inputs, row.outputs):
        if part is not None:
            yield from (*part.first, *part.second)


def relations_table(rows: Sequence[ComparisonRow]) -> TableData:
    """Summary statistics of comparisons."""
    count = Counter(row.relation for row in rows)
    clauses = [clause for row in rows for clause in clauses_of(row)]
    decided = sum(clause.verdict != "unknown" for clause in clauses)
    references = [row.reference for row in rows if row.reference is not None and row.reference.tests]
    satisfied = sum(each.satisfied == each.tests for each in references)
    carried = [row.carried for row in rows if row.carried is not None]
    same, tests = sum(each.same for each in carried), sum(each.tests for each in carried)
    facts = [("pairs", str(len(rows)))]
    facts += [(f"  Python is {relation}", str(count[relation])) for relation in RELATIONS if count[relation]]
    facts += [
        ("clauses decided", f"{decided} of {len(clauses)}" if clauses else NOTHING),
        ("references that satisfy the postcondition", f"{satisfied} of {len(references)}" if references else NOTHING),
        ("tests in Dafny on which the reference agrees", f"{same} of {tests}" if tests else NOTHING),
    ]
    return TableData("Contracts against specifications", ("", "all"), tuple(facts), numeric=frozenset({"all"}))
