"""The front ends: which package reads which files. Add a language here, and nowhere else."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from ..core.contracts import Program
from ..core.errors import InputError

SUFFIXES = {".py": "python", ".dfy": "dafny"}
"""File suffix to the package, in this folder, whose `parse_file` reads such files."""


def frontend(path: Path | str) -> ModuleType:
    """The front end for a file, imported when first asked for. Raises InputError for an unknown suffix."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        known = " or ".join(SUFFIXES)
        raise InputError(
            f"no front end reads {suffix or 'files without a suffix'!r}; give a {known} file", file=str(path)
        )
    return import_module(f".{SUFFIXES[suffix]}", __package__)


def parse_file(path: Path | str) -> Program:
    """What a source file declares. Raises InputError, and ParseError where it is outside the grammar."""
    program: Program = frontend(path).parse_file(path)
    return program
