"""The front ends: which package reads which files. Add a language here, or by the entry point `specassay.frontends` of
another package, and nowhere else."""

from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from ..core.errors import InputError, not_there
from ..core.ir.contracts import Program
from ..core.plugins import load, plugins

SUFFIXES = {".py": "python", ".dfy": "dafny"}
"""File suffix to the package, in this folder, whose `parse_file` reads such files."""


class FrontEnd(Protocol):
    """What reads files of a language: a package of this folder, or the object that another package adds under the
    suffix of its files, without the dot."""

    def parse_file(self, path: Path | str) -> Program:
        """What a source file declares. Raises InputError, and ParseError where it is outside the grammar."""


def frontend(path: Path | str) -> FrontEnd:
    """The front end for a file, imported when first asked for. Raises InputError for an unknown suffix."""
    suffix = Path(path).suffix.lower()
    if suffix in SUFFIXES:
        return cast(FrontEnd, import_module(f".{SUFFIXES[suffix]}", __package__))
    added = plugins("frontends")
    if suffix.removeprefix(".") not in added:
        known = " or ".join((*SUFFIXES, *(f".{name}" for name in added)))
        if not Path(path).exists():
            raise not_there(Path(path))
        if Path(path).is_dir():
            raise InputError(f"a folder; give the {known} files in it", file=str(path))
        kind = repr(suffix) if suffix else "a file without a suffix"
        raise InputError(f"no front end reads {kind}; give a {known} file", file=str(path))
    return cast(FrontEnd, load("frontends", suffix.removeprefix(".")))


def parse_file(path: Path | str, *, root: Path | str | None = None, dialect: str | None = None) -> Program:
    """What a source file declares. Raises InputError, and ParseError where it is outside the grammar.

    Of a Dafny file, `root` is the folder from which it may include others (its own if None), `dialect` the version of
    the language ("2", "3" or "4"; detected if None).
    """
    is_dafny = SUFFIXES.get(Path(path).suffix.lower()) == "dafny"
    options: dict[str, Any] = {"root": root, "dialect": dialect} if is_dafny else {}
    return frontend(path).parse_file(path, **options)
