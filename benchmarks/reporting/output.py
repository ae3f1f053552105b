"""Results as they come: one JSON object a line, to a file or to standard output; and progress for people, on standard
error, only on a terminal, and only when a run takes long."""

import contextlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Timer
from typing import Any, BinaryIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ...core.errors import InputError, OutputFailure, unreadable, unwritable
from .. import schema
from ..schema import line_of
from .rules import KINDS

RowMapping = Mapping[str, Any]
Write = Callable[[RowMapping | schema.Row], None]


def check_destination(path: Path, inputs: Iterable[Path], *, force: bool = False) -> None:
    """Make sure that writing to a file destroys nothing: it must be none of the inputs, and when it is there, empty,
    written by this tool, or given up by `force`. Raises InputError."""
    for source in inputs:
        if _same(path, source):
            raise InputError("is an input of this run, and would be overwritten; name another file", file=str(path))
    if not force and path.is_file() and not _is_ours(path):
        raise InputError("exists, and was not written by specassay; --force overwrites it", file=str(path))


def _same(first: Path, second: Path) -> bool:
    try:
        return first.samefile(second)
    except OSError:
        return os.path.realpath(first) == os.path.realpath(second)


_OURS: tuple[frozenset[str], ...] = tuple(
    map(
        frozenset,
        (
            ("kind", "version"),
            ("task_id", "verdict", "violates"),
            ("task_id", "kind"),
            ("task_id", "file", "method", "status"),
            ("samples_file",),
            ("task_id", "left_out"),
            ("paired",),
            ("task_id", "strategy", "prompt"),
            ("task_id", "entry_point", "inputs", "violates"),
        ),
    )
)
"""Fields by which rows of the commands are told from those of data sets and samples."""
_HEADS = (
    "<!DOCTYPE html><!-- specassay report -->",
    "# specassay: report of a run",
    "% specassay report.",
    "task_id,dataset,file,result,",
    "task_id,dataset,file,method,",
    "task_id,dataset,violates,",
    "problem,task_id,contract,",
    "kind,level,subject,",
    "file,model,strategy,",
    '"""Inputs that contracts refuse, found by specassay',
    "# specassay bench",
    '<?xml version="1.0" encoding="utf-8"?><testsuites name="specassay ',
    '{"specassay_baseline": ',
)
_LINE = re.compile(r"::(error|warning|notice) ([^:]*,)?title=specassay |[^:]+:\d+:\d+: (" + "|".join(KINDS) + "): ")
"""How lines of `--format github` and `lines` begin."""
_SARIF = re.compile(r'\{"\$schema": "[^"]*", "version": "[^"]*", "runs": \[\{"tool": \{"driver": \{"name": "specassay"')
REPLIES = ".replies.jsonl"
"""What is added to the name of a file of samples that `generate` writes, for that of the replies."""


def _is_ours(path: Path) -> bool:
    """Whether a file is empty, or was written by this tool, as its beginning tells."""
    try:
        with path.open("rb") as file:
            line = file.readline(MOST_OF_A_LINE)
            while line and not line.strip():
                line = file.readline(MOST_OF_A_LINE)
    except OSError as error:
        raise unreadable(path, error) from error
    text = line.decode("utf-8", "replace").lstrip()
    if not text or text.startswith(_HEADS) or _LINE.match(text) or _SARIF.match(text):
        return True
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(row, dict):
        return False
    # Samples have the layout that all tools share: ours have their replies beside them.
    if {"task_id", "solution", "strategy"} <= row.keys():
        return path.with_name(path.name + REPLIES).is_file()
    return any(fields <= row.keys() for fields in _OURS)


MOST_OF_A_LINE = 1 << 26  # characters: of a longer one it is not found out whose it is


@contextmanager
def row_writer(
    path: Path | None, *, to_stdout: bool = False, first: Iterable[RowMapping | schema.Row] = ()
) -> Iterator[Write]:
    """A function that writes a row at once, to the file (replaced if it exists) and to standard output. The file begins
    with the rows `first`; until all of these are written, what it held before stays.

    A run that is stopped leaves every row that was written, and no part of one. The text is ASCII: characters beyond
    it, lone surrogates among them, are escaped. Raises InputError when the file cannot be written, and OutputFailure
    when that ends later.
    """
    with ExitStack() as stack:
        file: BinaryIO | None = None
        if path is not None:
            with _explained(path):
                text = "".join(map(line_of, first))
                file = stack.enter_context(_replaced(path, text.encode("ascii")))

        def write(row: RowMapping | schema.Row) -> None:
            # The whole line at once, so that a run that is stopped leaves none that is cut.
            line = line_of(row)
            if file is not None and path is not None:
                _append(file, line.encode("ascii"), path)
            if to_stdout:
                sys.stdout.write(line)
                sys.stdout.flush()

        yield write


@contextmanager
def _replaced(path: Path, data: bytes) -> Iterator[BinaryIO]:
    """The file, open behind what replaces all that it held, in one step where it is a regular file."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # /dev/stdout, a pipe
        with target.open("wb", buffering=0) as file:
            if data:
                _append(file, data, path)
            yield file
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb", buffering=0) as file:
            os.fchmod(handle, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            _append(file, data, path)
            os.replace(name, target)
            yield file
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _append(file: BinaryIO, data: bytes, path: Path) -> None:
    """Write whole lines, or nothing. Raises OutputFailure."""
    size = file.tell() if file.seekable() else None
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[file.write(rest) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        if size is not None:
            with contextlib.suppress(OSError):
                file.truncate(size)
        raise OutputFailure(f"{path}: cannot be written any further: {error.strerror or error}") from error


def make_folder(path: Path) -> None:
    """Create a folder and those above it, unless it is there. Raises InputError when that cannot be done, or
    when nothing can be written into it."""
    if path.is_file():
        raise InputError("is a file, and a folder is to be written here; name another one", file=str(path))
    with _explained(path):
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.touch()
        probe.unlink()


def write_text(path: Path, text: str) -> None:
    """Write a whole file, in UTF-8 and in one step: it holds the whole text, or what it held before.

    Raises InputError when it cannot be opened, and OutputFailure when the text cannot be written to its end.
    """
    with _explained(path), _replaced(path, text.encode("utf-8")):
        pass


def write_rows(path: Path, rows: Iterable[RowMapping | schema.Row]) -> None:
    """Write a whole file of rows in one step: it holds all of them, or what it held before. Raises as `write_text`."""
    with _explained(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                os.fchmod(handle, 0o666 & ~_umask())
                try:
                    file.writelines(line_of(row).encode("ascii") for row in rows)
                    file.flush()
                except OSError as error:
                    raise OutputFailure(f"{path}: cannot be written: {error.strerror or error}") from error
                os.replace(name, path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable(path, error) from error


PATIENCE_SECONDS = 2.0
"""Until a bar is shown: what takes less needs none."""


@contextmanager
def progress(total: int, name: str) -> Iterator[Callable[[], None]]:
    """A bar called `name` for `total` steps; it yields the function to call after each."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    bar_shown = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # Rows go there, perhaps into a pipe.
    )
    bar = bar_shown.add_task(name, total=total)
    start = Timer(PATIENCE_SECONDS, bar_shown.start)
    start.daemon = True
    start.start()
    try:
        yield lambda: bar_shown.advance(bar)
    finally:
        start.cancel()
        start.join()
        bar_shown.stop()
