"""The front ends: which package reads which files. Add a language here, and nowhere else."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from ..core.errors import InputError
from ..core.ir.contracts import Program

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


def parse_file(path: Path | str, *, root: Path | str | None = None, dialect: str | None = None) -> Program:
    """What a source file declares. Raises InputError, and ParseError where it is outside the grammar.

    Of a Dafny file, `root` is the folder from which it may include others (its own if None), `dialect` the version of
    the language ("2", "3" or "4"; detected if None).
    """
    package = frontend(path)
    options = {"root": root, "dialect": dialect} if package.__name__.endswith(".dafny") else {}
    program: Program = package.parse_file(path, **options)
    return program
