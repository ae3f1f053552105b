"""The languages: which package has the object of each. Add a language here, or by the entry point `specassay.frontends`
of another package, and nowhere else.

    [project.entry-points."specassay.frontends"]
    rs = "my_package.verus:VERUS"

The name of an entry point is a suffix of the files, without the dot; its object is a `core.language.Language`.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import cast

from ..core.errors import InputError, not_there
from ..core.ir.contracts import Program
from ..core.language import Language, ReadingOptions
from ..core.plugins import load, plugins

LANGUAGES = {".py": (".python", "PYTHON"), ".dfy": (".dafny", "DAFNY"), ".rs": (".verus", "VERUS")}
"""Suffix of files → the package in this folder, and its object. They are imported when first asked for."""


def suffixes() -> tuple[str, ...]:
    """The suffixes of files that some language reads, in lower case."""
    return (*LANGUAGES, *(f".{name}" for name in plugins("frontends")))


def language_of(path: Path | str) -> Language:
    """The language of a file, by its suffix. Raises InputError for an unknown one."""
    suffix = Path(path).suffix.lower()
    found = _with_suffix(suffix)
    if found is not None:
        return found
    known = " or ".join(suffixes())
    if not Path(path).exists():
        raise not_there(Path(path))
    if Path(path).is_dir():
        raise InputError(f"a folder; give the {known} files in it", file=str(path))
    kind = repr(suffix) if suffix else "a file without a suffix"
    raise InputError(f"no front end reads {kind}; give a {known} file", file=str(path))


def language(name: str) -> Language:
    """The language of this name, as rows have it. Raises InputError."""
    for each in languages():
        if each.name == name:
            return each
    raise InputError(f"no language {name!r}: there are {', '.join(each.name for each in languages())}")


def languages() -> Iterator[Language]:
    """All of them, each once."""
    names = set()
    for suffix in suffixes():
        found = _with_suffix(suffix)
        if found is not None and found.name not in names:
            names.add(found.name)
            yield found


def language_of_project(settings: Path) -> Language | None:
    """The language whose projects have a file of this name, which says what files they consist of."""
    if settings.suffix.lower() in suffixes():
        return None  # before all languages are imported
    return next((language for language in languages() if language.project == settings.name), None)


def parse_file(path: Path | str, *, root: Path | str | None = None, dialect: str | None = None) -> Program:
    """What a source file declares. Raises InputError, also for an option that its language does not have, and
    ParseError where it is outside the grammar.

    `root`: the folder from which it may include others (its own if None); `dialect`: the version of the language
    (detected if None).
    """
    language = language_of(path)
    for option, value in {"root": root, "dialect": dialect}.items():
        if value is not None and option not in language.options:
            raise InputError(f"{language.name} is read without the option {option!r}", file=str(path))
    return language.read(path, ReadingOptions(None if root is None else Path(root), dialect))


def _with_suffix(suffix: str) -> Language | None:
    if suffix in LANGUAGES:
        module, name = LANGUAGES[suffix]
        return cast(Language, getattr(import_module(module, __package__), name))
    if suffix.removeprefix(".") in plugins("frontends"):
        return cast(Language, load("frontends", suffix.removeprefix(".")))
    return None
