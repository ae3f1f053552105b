"""The file of a run: SQLite, its tables, and what can be wrong with it.

Rollback and durability are SQLite's (https://www.sqlite.org/wal.html): a result is one transaction, and what was
committed survives the end of the process and, `synchronous=FULL`, of the machine.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...core.errors import InputError, OutputFailure

FILE = "run.sqlite"
STORE_VERSION = 2
"""Counted up when a table changes its meaning."""
APPLICATION = 0x53504543
"""`application_id` of the file: SPEC."""
BUSY_SECONDS = 5.0
"""How long another process, a reader in SQL perhaps, may keep us waiting."""

TABLES = """
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    ended TEXT,
    code INTEGER,           -- the exit code of a session that came to its end
    provenance TEXT NOT NULL
);
CREATE TABLE plan (         -- the tasks of the last session, in their order
    position INTEGER PRIMARY KEY,
    question TEXT NOT NULL,
    dataset TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest TEXT NOT NULL,
    UNIQUE (question, dataset, subject)
);
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    question TEXT NOT NULL,
    dataset TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest TEXT NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions (id),
    finished TEXT NOT NULL,
    seconds REAL NOT NULL,
    failed INTEGER NOT NULL,
    summary TEXT NOT NULL,
    UNIQUE (question, dataset, subject, digest)
);
CREATE TABLE verdicts (
    result INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    task_id TEXT NOT NULL,
    method TEXT,
    violates TEXT,
    verdict TEXT NOT NULL,
    witness TEXT,
    engine TEXT,
    row TEXT NOT NULL,
    PRIMARY KEY (result, number)
) WITHOUT ROWID;
CREATE TABLE beside (       -- rows that the last session made of all results at its end
    number INTEGER PRIMARY KEY,
    row TEXT NOT NULL
);
-- For people: every verdict of the planned tasks with where it comes from.
CREATE VIEW current AS
SELECT plan.position, plan.question, plan.dataset, verdicts.task_id, verdicts.method, verdicts.violates,
    verdicts.verdict, verdicts.witness, verdicts.engine, results.seconds, results.finished,
    json_extract(sessions.provenance, '$.seed') AS seed,
    json_extract(sessions.provenance, '$.versions') AS versions
FROM plan JOIN results USING (question, dataset, subject, digest)
JOIN verdicts ON verdicts.result = results.id JOIN sessions ON sessions.id = results.session;
"""

_NO_SPACE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say of errors of SQLite what they mean for the run. Raises InputError for a file that is no store, is damaged or
    locked, and OutputFailure for one that cannot be written any further."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.DatabaseError as error:
        # The primary code: the bits above say more than is told here (SQLite, "Result and Error Codes").
        code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
        if code in _BUSY:
            message = "another process has locked it; close that process, and continue with --resume"
            raise InputError(message, file=str(path)) from error
        if code in _NO_SPACE:
            raise OutputFailure(
                f"{path}: cannot be written any further: {error}; what is finished is kept: free space, and go on with "
                "--resume"
            ) from error
        if code == sqlite3.SQLITE_CANTOPEN:
            raise InputError(f"cannot be opened: {error}", file=str(path)) from error
        raise InputError(
            f"is damaged, or not a run of specassay ({error}); `sqlite3 {path} .recover` may save rows; name another "
            "folder with --out, or start anew with --force",
            file=str(path),
        ) from error


def open_database(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open the file of a run, which is there; to write, make its tables where it is empty. Raises InputError for one
    that is damaged, of another version, or none of ours."""
    if not write and not path.is_file():
        raise InputError(f"no run is here: a run is a folder with {FILE}", file=str(path.parent))
    with explained(path):
        address = path if write else f"file:{_escaped(path)}?mode=ro"
        connection = sqlite3.connect(address, timeout=BUSY_SECONDS, isolation_level=None, uri=not write)
    try:
        with explained(path):
            _check(connection, path, write=write)
            if write:
                # Readers may look at a run while it is written; FULL, so that a row that was stored outlives the loss
                # of power.
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _escaped(path: Path) -> str:
    return str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _check(connection: sqlite3.Connection, path: Path, *, write: bool) -> None:
    # A file without tables is new: sqlite makes it when it is opened.
    if write and not _number(connection, "SELECT count(*) FROM sqlite_master"):
        with transaction(connection):
            for statement in TABLES.split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {STORE_VERSION}")
        return
    if _number(connection, "PRAGMA application_id") != APPLICATION:
        raise InputError("is not a run of specassay; name another folder", file=str(path))
    version = _number(connection, "PRAGMA user_version")
    if version != STORE_VERSION:
        raise InputError(
            f"has version {version} of the format of runs, and this specassay reads version {STORE_VERSION}; use the "
            "specassay that wrote it, or name another folder",
            file=str(path),
        )
    # Damage shows when it is read, which may be at the end of a run: it is looked for first.
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise sqlite3.DatabaseError(state)


def _number(connection: sqlite3.Connection, statement: str) -> int:
    return int(connection.execute(statement).fetchone()[0])


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written inside, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite itself may have rolled back, as it does on a full disk.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
