"""Reading a run, also while it is written."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from attrs import frozen

from ...core.errors import InputError
from ..schema import ProvenanceRow
from .database import FILE, explained, open_database
from .records import TASK, PlannedTask, RunQuestion, StoredResult

_RESULTS = """
SELECT question, dataset, subject, digest, results.id, session, finished, seconds, failed, summary
FROM plan JOIN results USING (question, dataset, subject, digest)
WHERE ? IS NULL OR question = ? ORDER BY position
"""
_PENDING = """
SELECT question, dataset, subject, digest FROM plan LEFT JOIN results USING (question, dataset, subject, digest)
WHERE results.id IS NULL ORDER BY position
"""


@frozen(slots=True)
class StoredRun:
    """A run in its folder, open for reading. Every method raises InputError for a store that is damaged or locked."""

    folder: Path
    connection: sqlite3.Connection

    @property
    def path(self) -> Path:
        return self.folder / FILE

    def sessions(self) -> list[ProvenanceRow]:
        """Where the results come from: the sessions of the run, in their order."""
        with explained(self.path):
            found = self.connection.execute("SELECT provenance, ended FROM sessions ORDER BY id").fetchall()
        return [self._provenance(text, ended) for text, ended in found]

    def _provenance(self, text: str, ended: str | None) -> ProvenanceRow:
        try:
            return msgspec.structs.replace(msgspec.json.decode(text, type=ProvenanceRow), ended=ended)
        except msgspec.DecodeError as error:
            raise InputError(f"a session cannot be read: {error}", file=str(self.path)) from error

    def used_sessions(self) -> list[ProvenanceRow]:
        """The last session, and those whose results the planned tasks have."""
        with explained(self.path):
            found = self.connection.execute("SELECT DISTINCT session FROM plan JOIN results USING "
                                            "(question, dataset, subject, digest)").fetchall()  # fmt: skip
        sessions = self.sessions()
        used = {number for (number,) in found}
        return [each for each in sessions if each.session in used or each is sessions[-1]]

    def plan(self) -> list[PlannedTask]:
        """The tasks of the last session, in their order."""
        with explained(self.path):
            found = self.connection.execute("SELECT question, dataset, subject, digest FROM plan ORDER BY position")
            return [PlannedTask(*each) for each in found]

    def pending(self) -> list[PlannedTask]:
        """Those of them that have no result."""
        with explained(self.path):
            return [PlannedTask(*each) for each in self.connection.execute(_PENDING)]

    def results(self, question: RunQuestion | None = None) -> Iterator[StoredResult]:
        """The results of the planned tasks (about one question, or all) in their order."""
        with explained(self.path):
            found = self.connection.execute(_RESULTS, (question, question)).fetchall()
            for asked, dataset, subject, digest, number, session, finished, seconds, failed, summary in found:
                lines = self.connection.execute("SELECT row FROM verdicts WHERE result = ? ORDER BY number", (number,))
                yield StoredResult(
                    PlannedTask(asked, dataset, subject, digest), tuple(self._object(line) for (line,) in lines),
                    self._object(summary), seconds, session, finished, bool(failed),
                )  # fmt: skip

    def beside(self) -> list[dict[str, Any]]:
        """The rows that the last session which came to its end made of all results together: sums, pairs, what was
        left out."""
        with explained(self.path):
            found = self.connection.execute("SELECT row FROM beside ORDER BY number").fetchall()
        return [self._object(text) for (text,) in found]

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """Everything that a report is made of, as objects of JSON, also of a run that is not at its end: sessions, the
        rows of results and those about their tasks, and what was made of all of them."""
        yield from (dict(msgspec.to_builtins(session)) for session in self.used_sessions())
        for result in self.results():
            yield from result.rows
            if TASK in result.summary:
                yield result.summary[TASK]
        yield from self.beside()

    def _object(self, text: str) -> dict[str, Any]:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"holds a row that is no JSON: {error}", file=str(self.path)) from error
        return dict(value)


@contextmanager
def open_run(folder: Path) -> Iterator[StoredRun]:
    """The run in a folder, to read. Raises InputError where there is none, and for one that is damaged or of another
    version."""
    with closing(open_database(folder / FILE, write=False)) as connection:
        yield StoredRun(folder, connection)
