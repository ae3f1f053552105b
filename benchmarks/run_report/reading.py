"""Reading the rows that a report is about: of run folders, and of files that commands wrote with `--out`."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from attrs import frozen

from ...core.errors import InputError, not_there, unreadable
from ...core.iteration import grouped
from ..schema import (
    VERSION,
    AdequacyRow,
    AskedProblemRow,
    ComparisonRow,
    CvtRow,
    ErrorRow,
    GradeRow,
    LeftOutRow,
    PairedRow,
    ProvenanceRow,
    Row,
    SeparatingRow,
    SolverAnswerRow,
    SolverConflictRow,
    SolverScoreRow,
    SpecificationGradeRow,
    SpecificationPairedRow,
    SpecificationRatesRow,
    SpecRow,
    StatisticsRow,
    TaskRow,
    TranslationRow,
    current,
    kind_of,
)
from ..store import FILE, open_run

ROWS_OF_A_RUN = "results.jsonl"
PROVENANCE = "provenance"
ANSWERS_OF_SOLVERS = "solvers.jsonl"
SUMMED_UP = frozenset({kind_of(SolverScoreRow), kind_of(SpecificationRatesRow), kind_of(SpecificationPairedRow)})
"""What commands say at the end: it is computed from the rows again."""
R = TypeVar("R", bound=Row)
SHOWN: tuple[type[Row], ...] = (
    ProvenanceRow,
    CvtRow,
    ErrorRow,
    SeparatingRow,
    AdequacyRow,
    SpecRow,
    GradeRow,
    LeftOutRow,
    PairedRow,
    StatisticsRow,
    TaskRow,
    SolverAnswerRow,
    SolverConflictRow,
    ComparisonRow,
    AskedProblemRow,
    SpecificationGradeRow,
    TranslationRow,
)
KINDS: Mapping[str, type[Row]] = {kind_of(kind): kind for kind in SHOWN}
"""Kind of row → what reads it. The others are sums of these, or requests."""


@frozen(slots=True)
class SourceFile:
    """A file of rows: its name, how many rows it has, and the SHA-256 of its bytes in hexadecimal digits."""

    name: str
    rows: int
    sha256: str


@frozen(slots=True)
class Rows:
    """What was read. Paths in rows are relative to the folder that holds all of them. `repeated`: rows that say again
    what a row before them says; the last one counts. `undone`: tasks of runs that have no result yet. `provenance`:
    where they come from, as the run says. `others`: rows of kinds that are not shown here."""

    rows: tuple[Row, ...] = ()
    provenance: tuple[Mapping[str, Any], ...] = ()
    files: tuple[SourceFile, ...] = ()
    repeated: int = 0
    undone: int = 0
    others: int = 0

    def of(self, kind: type[R]) -> list[R]:
        """The rows of one kind, in order."""
        return [row for row in self.rows if isinstance(row, kind)]


def read_rows(sources: Iterable[Path]) -> Rows:
    """The rows of files, and of folders that `bench` wrote.

    Raises InputError, with the line, for what is no row of this version.
    """
    files: list[SourceFile] = []
    values: list[tuple[Mapping[str, Any], str]] = []
    undone = 0
    for path in map(_file_of, sources):
        try:
            data = path.read_bytes()
        except OSError as error:
            raise unreadable(path, error) from error
        if path.name == FILE:
            with open_run(path.parent) as run:
                located = [(value, str(path)) for value in run.rows()]
                undone += len(run.pending())
        else:
            located = [(value, f"{path}:{line}") for line, value in _values(data, path)]
        files.append(SourceFile(path.name, len(located), hashlib.sha256(data).hexdigest()))
        values += located
    folders = _folders_of_all([value for value, _ in values])
    rows = [row for value, where in values if (row := _row(value, where, folders)) is not None]
    # A later row of the same subject replaces an earlier one, so that files of several runs can be given together.
    last = {_subject(row): row for row in rows}
    kept = {id(row) for row in last.values()}
    provenance = tuple(_relative(value, folders) for value, _ in values if value.get("kind") == PROVENANCE)
    return Rows(
        tuple(row for row in rows if id(row) in kept),
        provenance,
        tuple(files),
        repeated=len(rows) - len(kept),
        undone=undone,
        others=sum(value["kind"] not in {*KINDS, PROVENANCE, *SUMMED_UP} for value, _ in values),
    )


def _file_of(source: Path) -> Path:
    if source.is_dir():
        files = (source / name for name in (FILE, ROWS_OF_A_RUN, ANSWERS_OF_SOLVERS))
        file = next(filter(Path.is_file, files), None)
        if file is None:
            raise InputError(f"holds neither {FILE} nor {ROWS_OF_A_RUN}, so it is not a run", file=str(source))
        return file
    if not source.exists():
        raise not_there(source)
    return source


def _values(data: bytes, path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The objects of a file with their lines. A last line without its end belongs to a run that was killed while it
    wrote it."""
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            # Each row ends its line: only the one that was being written does not.
            if number == len(lines):
                continue
            raise InputError(f"no row that --out wrote: {error}", file=str(path), line=number) from error
        if not isinstance(value, dict):
            raise InputError("no row that --out wrote: not a JSON object", file=str(path), line=number)
        yield number, value


def _row(value: Mapping[str, Any], where: str, folders: Sequence[str]) -> Row | None:
    """A row with relative paths; None for one of a kind that is not known."""
    kind = value.get("kind")
    if not isinstance(kind, str):
        raise InputError("not a row that specassay wrote: it has no kind", file=where)
    value = current(value)
    if value.get("version") != VERSION:
        version = value.get("version")
        raise InputError(f"a row of version {version} of the format; this specassay reads 1 to {VERSION}", file=where)
    if kind == PROVENANCE or kind not in KINDS:
        return None
    try:
        return msgspec.convert(_relative(value, folders), KINDS[kind])
    except msgspec.ValidationError as error:
        raise InputError(f"no row of kind {kind}: {error}", file=where) from error


def _folders_of_all(values: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The folders, with their separators, that hold the files and data sets which rows name by absolute paths: one for
    all of them or, where only the root holds all, one for those of each folder in it."""
    named = {str(value[key]) for value in values for key in ("file", "samples_file") if value.get(key)}
    for value in values:
        if value.get("kind") == PROVENANCE:
            named |= {str(data.get("path", "")) for data in value.get("data") or () if isinstance(data, dict)}
    absolute = {name for name in named if os.path.isabs(name)}
    parts = grouped((Path(name).parts[1:2], os.path.dirname(name)) for name in absolute)
    folders = {os.path.commonpath(folder) for folder in parts.values()}
    if folders and (common := os.path.commonpath(folders)) != os.sep:
        folders = {common}
    # Without the root itself: each of its separators would go, those of names and programs, too.
    prefixes = tuple(sorted(folder + os.sep for folder in folders - {os.sep}))
    relative = Counter(_relative(name, prefixes) for name in absolute)
    return prefixes if max(relative.values(), default=0) < 2 else ()


def _relative(value: Any, folders: Sequence[str]) -> Any:
    """The same with paths relative: in messages, too."""
    # A report is passed on: whose home folder the data lay in is nobody's matter.
    match value:
        case str():
            for folder in folders:
                value = value.replace(folder, "")
            return value
        case dict():
            return {key: _relative(item, folders) for key, item in value.items()}
        case list():
            return [_relative(item, folders) for item in value]
    return value


def _subject(row: Row) -> tuple[object, ...]:
    """What a row is about: of two about the same, the later one counts."""
    match row:
        case CvtRow():
            return "cvt", row.task_id, tuple(row.violates)
        case SpecRow():
            return "spec", row.task_id, row.file, row.method, row.line
        case TaskRow():
            return "task", row.language, row.task_id, row.file
        case ComparisonRow():
            return "comparison", row.first, row.second
        case GradeRow():
            return "grade", row.samples_file, row.task_id, row.number
        case SpecificationGradeRow():
            author = (row.language, row.model, row.strategy)
            return "specification-grade", row.problem, *author, row.number, row.origin
        case TranslationRow():
            return "translation", row.first, row.second
        case AskedProblemRow():
            return "specification-problem", row.problem
    # Rows of other kinds replace none.
    return (id(row),)
