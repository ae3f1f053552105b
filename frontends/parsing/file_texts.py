"""The texts of files, as the front ends of languages read them whose texts are UTF-8."""

import os
from pathlib import Path

from ...core.errors import InputError, unreadable
from .parsing_limits import LIMITS


def text_of_file(path: str | Path) -> str:
    """A file's text. Raises InputError when it is missing, unreadable, too large or no UTF-8 text."""
    name = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            # One byte more than allowed: sizes that a file system tells may be wrong, as for pipes.
            data = stream.read(LIMITS.file_bytes + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    if len(data) > LIMITS.file_bytes:
        raise InputError(f"is larger than {LIMITS.megabytes} MiB", file=name)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("is not UTF-8 text", file=name, line=line) from None
