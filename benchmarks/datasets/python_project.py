"""Where a Python file belongs: the name under which its project imports it, and the folders it imports from.

As pytest finds them (docs.pytest.org, "pytest import mechanisms", mode `prepend`): the first folder above the file
without an `__init__.py` is the one that its packages are imported from. Beside it stand the project's own folder (the
nearest one with a `pyproject.toml`, `setup.py`, `setup.cfg` or `.git`), and its `src`.
"""

import ast
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ...core.errors import InputError

MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
"""What the folder of a project holds."""


@frozen(slots=True, kw_only=True)
class Project:
    """What a user says about where code lives.

    `roots`: folders to import from; files have their names from the first that they are in. `stubs`: modules to
    replace by ones whose members refuse to be used. `exclude`: what of a folder is not read, as in a `.gitignore`.
    `internal`: assertions and guards behind other statements, and those of tests, are contracts too.
    """

    roots: tuple[Path, ...] = ()
    stubs: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    internal: bool = False


FOUND = Project()
"""Nothing is said: everything is found."""


@frozen(slots=True)
class Place:
    """How a file is imported. `module`: its dotted name; empty where it imports nothing that is not in the standard
    library or a contract library, and needs none. `search_path`: the folders to import from, in order."""

    module: str = ""
    search_path: tuple[str, ...] = ()


def place_of(file: Path, tree: ast.Module, roots: Sequence[Path] = ()) -> Place:
    """Where a module is, by its file and its tree. `roots`: folders to import from, where a user names them; the file
    has its name from the first that it is in. Raises InputError for a root that is no folder."""
    file = file.resolve()
    imported = set(_imports(tree))
    missing = [str(root) for root in roots if not root.is_dir()]
    if missing:
        raise InputError(f"no such folder: {', '.join(missing)}")
    relative = any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))
    if not relative and imported <= sys.stdlib_module_names | _ALONE:
        return Place()
    base = base_of(file)
    named = [root.resolve() for root in roots]
    inside = next((root for root in named if file.is_relative_to(root)), base)
    module = _dotted(file, inside)
    if not all(part.isidentifier() for part in module.split(".")):
        return Place(search_path=installed())
    local = [*named, base, *_project(file)]
    used = [folder for folder in local if relative or any(_holds(folder, name) for name in imported)]
    folders = dict.fromkeys(str(folder) for folder in (inside, *used) if folder not in _PRIVATE)
    return Place(module, (*folders, *installed())) if used else Place(search_path=installed())


_ALONE = frozenset({"icontract", "deal"})
"""Contract libraries, which a module of its own gets anyway."""
_PRIVATE = (Path.home(), Path("/"))
"""Folders that code is never let read as a whole."""


def name_of(file: Path) -> str:
    """The dotted name of a file's module, from the folder that its outermost package is in."""
    return _dotted(file.resolve(), base_of(file.resolve()))


def _dotted(file: Path, folder: Path) -> str:
    parts = file.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and parts[1:] else parts)


def base_of(file: Path) -> Path:
    """The folder that a file's outermost package is in."""
    folder = file.parent
    while (folder / "__init__.py").is_file() and folder != folder.parent:
        folder = folder.parent
    return folder


def _project(file: Path) -> Iterator[Path]:
    """The folder of the project that a file is in, and its `src`, where there are such."""
    for folder in file.parents:
        if any((folder / marker).exists() for marker in MARKERS):
            yield folder
            if (folder / "src").is_dir():
                yield folder / "src"
            return


def _imports(tree: ast.Module) -> Iterator[str]:
    """The first parts of the names of all modules that a module imports, anywhere in it."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name.partition(".")[0] for alias in aliases)
            case ast.ImportFrom(module=str(name), level=0):
                yield name.partition(".")[0]


def _holds(folder: Path, name: str) -> bool:
    return (folder / name).is_dir() or (folder / f"{name}.py").is_file()


def installed() -> tuple[str, ...]:
    """The folders of what is installed for this interpreter, with those that an editable installation adds."""
    standard = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    started = {"", str(Path.cwd()), str(Path(sys.argv[0]).resolve().parent)}
    folders = (entry for entry in sys.path if entry not in standard | started and Path(entry).is_dir())
    return tuple(each for each in folders if not each.endswith("lib-dynload"))
