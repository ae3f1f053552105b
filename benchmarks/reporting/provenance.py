"""Where the results of a run come from, as tables."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..schema import ProvenanceRow
from .tables import NOTHING, TableData, count

CHECKSUM = 12
"""Characters of a checksum in a table; the rows have all of it."""


def provenance_tables(sessions: Sequence[ProvenanceRow]) -> Iterator[TableData]:
    """Versions, options and machine, a column for each session, and the data of the last one."""
    if not sessions:
        return
    facts = [_facts(session) for session in sessions]
    names = list(dict.fromkeys(name for each in facts for name in each))
    rows = tuple((name, *(each.get(name, NOTHING) for each in facts)) for name in names)
    columns = ("", *(f"session {session.session}" for session in sessions))
    yield TableData("Where this comes from", columns, rows)
    data = tuple(
        (part.name, count(part.tasks), count(part.files), count(part.bytes), part.sha256[:CHECKSUM], part.path)
        for part in sessions[-1].data
    )
    if data:
        names_of_data = ("data", "tasks", "files", "bytes", "SHA-256", "from")
        yield TableData("Data", names_of_data, data, numeric=frozenset({"tasks", "files", "bytes"}))


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
