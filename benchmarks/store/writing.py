"""Writing a run: each result as soon as it is there. There is one writer: it holds a lock of the run's folder that ends
with its process, however that ends."""

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from attrs import define, field

from ...core.errors import InputError
from ..schema import ProvenanceRow, Row, line_of
from .database import FILE, explained, open_database, transaction
from .reading import StoredRun
from .records import NewResult, PlannedTask, StoredResult, verdict_of

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
        raise InputError(f"cannot be written: {error.strerror or error}", file=str(path)) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            owner = os.pread(handle, 32, 0).decode("ascii", "replace").strip()
            who = f"process {owner}" if owner else "another process"
            raise InputError(f"{who} is writing this run; wait for its end, or name another folder with --out",
                             file=str(folder)) from error  # fmt: skip
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
                ((place, task.question, task.dataset, task.subject, task.digest) for place, task in enumerate(plan)),
            )
        self.known = {result.task: result for result in self.stored.results() if not result.failed}

    def add(self, task: PlannedTask, result: NewResult) -> None:
        """Keep a result, from now on whatever happens. One of the same task that failed gives way. Raises InputError
        for a store that somebody else locks, OutputFailure for one that cannot be written any further."""
        rows = [verdict_of(row) for row in result.rows]
        key = (task.question, task.dataset, task.subject, task.digest)
        summary = msgspec.json.encode(result.summary).decode()
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
                    (inserted.lastrowid, number, row.kind, row.task_id, row.method, row.violates, row.verdict,
                     row.witness, row.engine, row.row)
                    for number, row in enumerate(rows)
                ),
            )  # fmt: skip

    def end(self, code: int, beside: Iterable[Row] = ()) -> None:
        """End the session, with the exit code. `beside`: the rows that it made of all results together."""
        rows = enumerate(map(line_of, beside))
        with explained(self.path), transaction(self.connection):
            self.connection.execute("DELETE FROM beside")
            self.connection.executemany("INSERT INTO beside VALUES (?, ?)", rows)
            self.connection.execute(
                "UPDATE sessions SET ended = ?, code = ? WHERE id = ?", (now(), code, self.session)
            )


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
                    "a run is here: --resume goes on with it, --force starts anew, --out names another folder",
                    file=str(folder),
                )
            for each in (path, *(path.with_name(path.name + suffix) for suffix in _BESIDE)):
                with suppress(FileNotFoundError):
                    each.unlink()
        with closing(open_database(path, write=True)) as connection:
            yield RunWriter(folder, connection)
            # One file again: it can be copied, and read where nothing can be written.
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = DELETE")
