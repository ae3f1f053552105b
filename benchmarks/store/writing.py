"""Writing a run, each result as soon as it is there, and reading one, also while it is written.

There is one writer: it holds a lock of the run's folder that ends with its process, however that ends.
"""

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from attrs import define, field, frozen

from ...core.errors import InputError, unwritable
from ..schema import ProvenanceRow, Row, line_of
from .database import FILE, explained, open_database, transaction
from .records import TASK, NewResult, PlannedTask, RunQuestion, StoredResult, verdict_of

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
            fetched = self.connection.execute("SELECT provenance, ended FROM sessions ORDER BY id").fetchall()
        return [self._provenance(text, ended) for text, ended in fetched]

    def _provenance(self, text: str, ended: str | None) -> ProvenanceRow:
        try:
            return msgspec.structs.replace(msgspec.json.decode(text, type=ProvenanceRow), ended=ended)
        except msgspec.DecodeError as error:
            raise InputError(f"a session cannot be read: {error}", file=str(self.path)) from error

    def used_sessions(self) -> list[ProvenanceRow]:
        """The last session, and those whose results the planned tasks have."""
        with explained(self.path):
            fetched = self.connection.execute(
                "SELECT DISTINCT session FROM plan JOIN results USING (question, dataset, subject, digest)"
            ).fetchall()
        sessions = self.sessions()
        used = {number for (number,) in fetched}
        return [session for session in sessions if session.session in used or session is sessions[-1]]

    def plan(self) -> list[PlannedTask]:
        """The tasks of the last session, in their order."""
        with explained(self.path):
            fetched = self.connection.execute("SELECT question, dataset, subject, digest FROM plan ORDER BY position")
            return [PlannedTask(*row) for row in fetched]

    def pending(self) -> list[PlannedTask]:
        """The planned tasks that have no result."""
        with explained(self.path):
            return [PlannedTask(*row) for row in self.connection.execute(_PENDING)]

    def results(self, question: RunQuestion | None = None) -> Iterator[StoredResult]:
        """The results of the planned tasks (about one question, or all) in their order."""
        with explained(self.path):
            fetched = self.connection.execute(_RESULTS, (question, question)).fetchall()
            for (
                question_asked,
                dataset,
                subject,
                digest,
                number,
                session,
                finished,
                seconds,
                failed,
                summary,
            ) in fetched:
                lines = self.connection.execute("SELECT row FROM verdicts WHERE result = ? ORDER BY number", (number,))
                yield StoredResult(
                    PlannedTask(question_asked, dataset, subject, digest),
                    tuple(self._object(line) for (line,) in lines),
                    self._object(summary),
                    seconds,
                    session,
                    finished,
                    bool(failed),
                )

    def beside(self) -> list[dict[str, Any]]:
        """The rows that the last session which came to its end made of all results together: sums, pairs, what was
        left out."""
        with explained(self.path):
            fetched = self.connection.execute("SELECT row FROM beside ORDER BY number").fetchall()
        return [self._object(text) for (text,) in fetched]

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
            raise InputError(f"holds a row that is not JSON: {error}", file=str(self.path)) from error
        return dict(value)


@contextmanager
def open_run(folder: Path) -> Iterator[StoredRun]:
    """The run in a folder, to read. Raises InputError where there is none, and for one that is damaged or of another
    version."""
    with closing(open_database(folder / FILE, write=False)) as connection:
        yield StoredRun(folder, connection)


LOCK = "run.lock"
_BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside the file while it is open, or after a crash."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which is there. Raises InputError when another process has it."""
    path = folder / LOCK
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        try:
            # The kernel gives the lock back when its process ends, however that does; the file stays.
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            owner = os.pread(handle, 32, 0).decode("ascii", "replace").strip()
            who = f"process {owner}" if owner else "another process"
            raise InputError(
                f"{who} is writing this run; wait for its end, or name another folder with --out", file=str(folder)
            ) from error
        except OSError as error:
            raise InputError(f"cannot be locked: {error.strerror or error}", file=str(path)) from error
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def now() -> str:
    """The time, UTC, as in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@define(slots=True, eq=False)
class RunWriter:
    """A run that is open for its one writer. `known`: the results that are there for tasks of the plan and need no
    work."""

    folder: Path
    connection: sqlite3.Connection
    session: int = 0
    known: Mapping[PlannedTask, StoredResult] = field(factory=dict)

    @property
    def path(self) -> Path:
        return self.folder / FILE

    @property
    def stored(self) -> StoredRun:
        """The run to read."""
        return StoredRun(self.folder, self.connection)

    def begin(self, provenance: ProvenanceRow, plan: Sequence[PlannedTask]) -> None:
        """Begin a session: the plan is that of the run from now on. Raises InputError, OutputFailure."""
        with explained(self.path), transaction(self.connection):
            inserted = self.connection.execute(
                "INSERT INTO sessions (started, provenance) VALUES (?, '')", (provenance.started,)
            )
            self.session = int(inserted.lastrowid or 0)
            text = msgspec.json.encode(msgspec.structs.replace(provenance, session=self.session)).decode()
            self.connection.execute("UPDATE sessions SET provenance = ? WHERE id = ?", (text, self.session))
            self.connection.execute("DELETE FROM plan")
            self.connection.executemany(
                "INSERT INTO plan VALUES (?, ?, ?, ?, ?)",
                ((index, task.question, task.dataset, task.subject, task.digest) for index, task in enumerate(plan)),
            )
        self.known = {result.task: result for result in self.stored.results() if not result.failed}

    def add(self, task: PlannedTask, result: NewResult) -> None:
        """Keep a result, from now on whatever happens. One of the same task that failed gives way. Raises InputError
        for a store that somebody else locks, OutputFailure for one that cannot be written any further."""
        rows = [verdict_of(row) for row in result.rows]
        key = (task.question, task.dataset, task.subject, task.digest)
        summary = msgspec.json.encode(result.summary).decode()
        # One transaction: who is stopped in it has the old result or the new one, with all of its verdicts.
        with explained(self.path), transaction(self.connection):
            self.connection.execute(
                "DELETE FROM results WHERE question = ? AND dataset = ? AND subject = ? AND digest = ?", key
            )
            inserted = self.connection.execute(
                "INSERT INTO results (question, dataset, subject, digest, session, finished, seconds, failed, summary) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*key, self.session, now(), result.seconds, result.failed, summary),
            )
            self.connection.executemany(
                "INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        inserted.lastrowid,
                        number,
                        row.kind,
                        row.task_id,
                        row.method,
                        row.violates,
                        row.verdict,
                        row.witness,
                        row.engine,
                        row.row,
                    )
                    for number, row in enumerate(rows)
                ),
            )

    def end(self, code: int, beside: Iterable[Row] = ()) -> None:
        """End the session, with the exit code. `beside`: the rows that it made of all results together."""
        rows = enumerate(map(line_of, beside))
        with explained(self.path), transaction(self.connection):
            self.connection.execute("DELETE FROM beside")
            self.connection.executemany("INSERT INTO beside VALUES (?, ?)", rows)
            self.connection.execute("UPDATE sessions SET ended = ?, code = ? WHERE id = ?", (now(), code, self.session))


@contextmanager
def start_run(folder: Path, *, resume: bool, force: bool = False) -> Iterator[RunWriter]:
    """Open the run in a folder, which is there, for its one writer. `resume`: go on with the run that is in it, if any;
    `force`: whatever run is in it is lost.

    Raises InputError for a folder with a run without either, for one that another process writes, and for a run that is
    damaged or of another version.
    """
    path = folder / FILE
    with locked(folder):
        if path.exists() and not resume:
            if not force:
                raise InputError(
                    "a run is here: --resume continues it, --force starts anew, --out names another folder",
                    file=str(folder),
                )
            for file in (path, *(path.with_name(path.name + suffix) for suffix in _BESIDE)):
                with suppress(FileNotFoundError):
                    file.unlink()
        with closing(open_database(path, write=True)) as connection:
            yield RunWriter(folder, connection)
            # One file again: it can be copied, and read where nothing can be written.
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = DELETE")
