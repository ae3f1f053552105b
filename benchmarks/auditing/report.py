"""An audit for people: how many findings of each kind, and each with its witness and its command."""

from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from ..reporting.rules import ADVICE, KINDS
from ..reporting.tables import TableData, as_code, as_markdown, as_prose, count
from ..schema import FindingRow


@frozen(slots=True)
class AuditCounts:
    """What was looked at."""

    contracts: int
    methods: int
    undecided: int


def kinds_table(rows: Sequence[FindingRow], counts: AuditCounts) -> TableData:
    """How often each kind occurs, and in how many tasks."""
    number = Counter(row.rule for row in rows)
    tasks = Counter(rule for rule, _ in {(row.rule, row.task_id) for row in rows})
    return TableData(
        "What is weak, wrong, vacuous or contradictory",
        ("kind", "n", "tasks", "meaning"),
        tuple((kind, count(n), count(tasks[kind]), KINDS[kind]) for kind, n in number.most_common()),
        numeric=frozenset({"n", "tasks"}),
        notes=(
            f"Of {count(counts.contracts)} contracts in Python and {count(counts.methods)} methods with "
            f"specifications. {count(counts.undecided)} findings that say what could be better, or is not known, are "
            "left out.",
        ),
    )


def document(rows: Sequence[FindingRow], tables: Sequence[TableData]) -> str:
    """The audit in Markdown: tables, then each finding under its kind."""
    parts = ["# specassay audit\n", *map(as_markdown, tables)]
    for kind in dict.fromkeys(row.rule for row in rows):
        parts.append(f"## {kind}\n\n{as_prose(KINDS[kind])}. {as_prose(ADVICE.get(kind, ''))}\n")
        parts += [_entry(row) for row in rows if row.rule == kind]
    return "\n".join(parts)


def _entry(row: FindingRow) -> str:
    lines = [f"- **{as_prose(row.task_id)}**: {as_prose(row.message)}"]
    if row.text:
        lines.append(f"  - clause: {as_code(row.text)}")
    if row.witness and row.witness != row.text:
        lines.append(f"  - witness: {as_code(row.witness)}")
    if row.command:
        lines.append(f"  - again: {as_code(row.command)}")
    return "\n".join(lines) + "\n"
