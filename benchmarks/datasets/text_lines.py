"""Lines of a text file, compressed or not, in bounded memory, and files of JSON."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from ...core.errors import InputError, unreadable

T = TypeVar("T")

MAX_LINE, MAX_FILE = 32 << 20, 4 << 30
"""Bytes, after decompression: a small file may unpack to any size. The longest line of EvalPlus has 0.2 MB."""

GZIP_MAGIC = b"\x1f\x8b"


def read_lines(source: Path) -> Iterator[tuple[int, str | InputError]]:
    """Yield (line number from 1, text without its end) for each line that is not blank; instead of a text,
    what is wrong with a line that is too long, no UTF-8, or where a compressed file breaks off.

    Raises InputError for a file that is missing, unreadable, empty or binary.
    """
    any_line = False
    for line, content in _read(source):
        any_line = True
        yield line, content
    if not any_line:
        raise InputError("the file is empty; expected one JSON object a line", file=str(source))


def read_records(source: Path, kind: type[T], problem: str) -> Iterator[tuple[int, T]]:
    """Yield (line number from 1, record) for each line of a file of JSON Lines that is not blank.

    Raises InputError, with the `problem` and the line, for what is no such record, and as `read_lines` does.
    """
    for line, text in read_lines(source):
        if isinstance(text, InputError):
            raise text
        try:
            record = msgspec.json.decode(text, type=kind)
        except msgspec.DecodeError as error:
            raise InputError(f"{problem}: {error}", file=str(source), line=line) from error
        yield line, record


def _read(source: Path) -> Iterator[tuple[int, str | InputError]]:
    name = str(source)
    line = 0
    try:
        with _open(source) as stream:
            for line, raw in enumerate(_raw_lines(stream), 1):
                if raw is None:
                    yield line, InputError(f"longer than {MAX_LINE >> 20} MiB", file=name, line=line)
                # A NUL in the first line means a file of another kind; further down it is one broken line.
                elif b"\0" in raw and line == 1:
                    raise InputError("the file is binary; expected text, compressed by gzip or not", file=name)
                elif b"\0" in raw:
                    yield line, InputError("a NUL character", file=name, line=line)
                # A small compressed file may expand without end.
                elif stream.tell() > MAX_FILE:
                    yield line, InputError(f"the rest is beyond {MAX_FILE >> 30} GiB", file=name, line=line)
                    return
                elif raw.strip():
                    try:
                        # Only the first line may begin with a byte order mark.
                        yield line, raw.decode("utf-8-sig" if line == 1 else "utf-8").rstrip("\r\n")
                    except UnicodeDecodeError as error:
                        yield line, InputError(f"not UTF-8 at byte {error.start + 1}", file=name, line=line)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        yield line + 1, InputError(f"the compressed file is broken: {error}", file=name, line=line + 1)
    except OSError as error:
        raise unreadable(name, error) from error


def read_json(path: Path, kind: type[T], expected: str) -> T:
    """What a file of JSON holds. Raises InputError, which says what was `expected` of a file that holds something
    else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise unreadable(path, error) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"{expected}: {error}", file=str(path)) from error


def _open(source: Path) -> BinaryIO:
    with source.open("rb") as stream:
        compressed = stream.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    # A GzipFile is read as any binary file; typeshed does not make it one.
    return gzip.open(source, "rb") if compressed else source.open("rb")  # type: ignore[return-value]


def _raw_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield each line, None for one that is too long."""
    while raw := stream.readline(MAX_LINE):
        if len(raw) < MAX_LINE or raw.endswith(b"\n"):
            yield raw
            continue
        while not raw.endswith(b"\n") and raw and stream.tell() <= MAX_FILE:
            raw = stream.readline(1 << 20)
        yield None
