"""Results as they come: one JSON object a line, to a file or to standard output."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO

from ..core.errors import InputError

Row = Mapping[str, Any]
Write = Callable[[Row], None]


@contextmanager
def row_writer(
    path: Path | None, *, to_stdout: bool = False, first: Iterable[Row] = ()
) -> Iterator[Write]:
    """A function that writes a row at once, to the file (replaced if it exists) and to standard output. The file begins
    with the rows `first`.

    A run that is stopped leaves every row that was written. The text is ASCII: characters beyond it, lone
    surrogates among them, are escaped. Raises InputError when the file cannot be written.
    """
    with ExitStack() as stack:
        file: TextIO | None = None
        if path is not None:
            with _explained(path):
                file = stack.enter_context(path.open("w", encoding="ascii"))
                file.writelines(json.dumps(row) + "\n" for row in first)
                file.flush()

        def write(row: Row) -> None:
            line = json.dumps(row) + "\n"
            if file is not None and path is not None:
                with _explained(path):
                    file.write(line)
                    file.flush()
            if to_stdout:
                sys.stdout.write(line)
                sys.stdout.flush()

        yield write


def make_folder(path: Path) -> None:
    """Create a folder and those above it, unless it is there. Raises InputError when that cannot be done, or
    when nothing can be written into it."""
    with _explained(path):
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.touch()
        probe.unlink()


def write_text(path: Path, text: str) -> None:
    """Write a whole file. Raises InputError when that cannot be done."""
    with _explained(path):
        path.write_text(text, encoding="utf-8")


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", file=str(path)) from error
