"""Where a Python file belongs: the name under which its project imports it, and the folders it imports from.

As pytest finds them (docs.pytest.org, "pytest import mechanisms", mode `prepend`): the first folder above the file
without an `__init__.py` is the one that its packages are imported from. Beside it stand the project's own folder (the
nearest one with a `pyproject.toml`, `setup.py`, `setup.cfg` or `.git`), and its `src`. Packages without an
`__init__.py` (PEP 420) are seen by where they are and by what a file imports: see `_root`.

Where the interpreter of a project is not ours, what is installed for it is imported from its folders.
"""

import ast
import importlib.util
import json
import keyword
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence, Set
from functools import cache
from pathlib import Path

from attrs import frozen

from ...core.errors import InputError

OLDEST = (3, 11)
"""What runs inside the sandbox needs this version."""
SECONDS = 20.0
"""Seconds for an interpreter to start."""
_QUESTION = """
import json, site, sys, sysconfig, os
folder = os.path.dirname(sys.executable)
settings = [os.path.join(place, 'pyvenv.cfg') for place in (folder, os.path.dirname(folder))]
settings = next(filter(os.path.isfile, settings), None)
prefixes, folders = [sys.prefix, sys.exec_prefix], []
if settings:
    # Not as of a system, for which Debian's Python names other folders.
    base = os.path.dirname(settings)
    scheme = 'venv' if 'venv' in sysconfig.get_scheme_names() else 'posix_prefix'
    places = {'base': base, 'platbase': base}
    prefixes, folders = [], [sysconfig.get_path(kind, scheme, places) for kind in ('purelib', 'platlib')]
    with open(settings, encoding='utf-8') as lines:
        pairs = [line.partition('=') for line in lines]
    if any(key.strip() == 'include-system-site-packages' and value.strip() == 'true' for key, _, value in pairs):
        prefixes = [sys.base_prefix, sys.base_exec_prefix]
print(json.dumps({
    'executable': sys.executable, 'implementation': sys.implementation.name, 'version': sys.version_info[:3],
    'folders': folders + (site.getsitepackages(prefixes) if prefixes else []),
}))
"""
"""Asked without what is installed: with it, an interpreter runs code of packages when it starts (`.pth` files)."""
MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
"""What the folder of a project holds."""
_ALONE = frozenset({"icontract", "deal"})
"""Contract libraries, which a module of its own gets anyway."""


@frozen(slots=True)
class PythonInterpreter:
    """`executable`: its path; `installed`: the folders of what is installed for it, in the order of their search."""

    executable: str
    installed: tuple[str, ...]


@cache
def interpreter(name: str) -> PythonInterpreter:
    """The interpreter of this path or command. Raises InputError for what is none that modules can be run with."""
    path_found = shutil.which(name)
    if path_found is None:
        raise InputError(f"--python {name}: there is no such program")
    try:
        answer = subprocess.run(
            # Isolated and without `site`: its answer must not depend on the folder or on what is installed there.
            [path_found, "-I", "-S", "-c", _QUESTION],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
        answered = json.loads(answer.stdout)
        version, executable = tuple(answered["version"]), str(answered["executable"])
        folders = [Path(folder) for folder in answered["folders"]]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"--python {name}: {path_found} does not answer as CPython 3.11 or newer does") from error
    if answered["implementation"] != "cpython" or version < OLDEST:
        version_shown = f"{answered['implementation']} {'.'.join(map(str, version))}"
        raise InputError(f"--python {name}: it is {version_shown}, and modules are run with CPython 3.11 or newer")
    installed = [str(with_link) for folder in folders if folder.is_dir() for with_link in _with_links(folder)]
    return PythonInterpreter(executable, tuple(dict.fromkeys(installed)))


def _with_links(folder: Path) -> list[Path]:
    """A folder of packages, and those that its `.pth` files name, as editable installations do. Code in such files is
    not run."""
    lines = [
        line.strip()
        for file in sorted(folder.glob("*.pth"))
        for line in file.read_text("utf-8", "replace").splitlines()
        if line.strip() and not line.startswith(("#", "import ", "import\t"))
    ]
    return [folder, *(path for path in (folder / line for line in lines) if path.is_dir())]


@frozen(slots=True, kw_only=True)
class Project:
    """What a user says about where code lives.

    `roots`: folders to import from; files have their names from the first that they are in. `stubs`: modules to
    replace by ones whose members refuse to be used. `exclude`: what of a folder is not read, as in a `.gitignore`.
    `internal`: assertions and guards behind other statements, and those of tests, are contracts too. `python`: the
    interpreter that modules are run with, by its path or command; empty for this one.
    """

    roots: tuple[Path, ...] = ()
    stubs: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    internal: bool = False
    python: str = ""

    @property
    def installed(self) -> tuple[str, ...]:
        """The folders of what is installed. Raises InputError for an interpreter that is none."""
        if not self.python:
            return installed()
        return tuple(folder for folder in interpreter(self.python).installed if not is_private(Path(folder)))

    @property
    def executable(self) -> str:
        """The path of the interpreter, empty for this one. Raises InputError."""
        return interpreter(self.python).executable if self.python else ""

    def has(self, package: str) -> bool:
        """Whether a package is installed."""
        if not self.python:
            return importlib.util.find_spec(package) is not None
        return any(_holds(Path(folder), package) for folder in self.installed)


FOUND = Project()
"""Nothing is said: everything is found."""


@frozen(slots=True)
class ModuleLocation:
    """How a file is imported. `module`: its dotted name; empty where it imports nothing that is not in the standard
    library or a contract library, and needs none. `search_path`: the folders to import from, in order."""

    module: str = ""
    search_path: tuple[str, ...] = ()


def place_of(file: Path, tree: ast.Module, project: Project = FOUND, source: Path | None = None) -> ModuleLocation:
    """Where a module is, by its file and its tree; it has its name from the first of a project's roots that it is in.
    `source`: the folder that is read, where it is not just the file. Raises InputError for a root that is no folder,
    where code would have to be imported from a folder with the user's home in it, and for an interpreter that is none.
    """
    file = file.resolve()
    mentioned = set(_imports(tree))
    imported = {name.partition(".")[0] for name in mentioned}
    missing = [str(root) for root in project.roots if not root.is_dir()]
    if missing:
        raise InputError(f"no such folder: {', '.join(missing)}")
    # A relative import needs the package around the file, whatever it imports otherwise.
    level = max((node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)), default=0)
    if not level and imported <= sys.stdlib_module_names | _ALONE:
        return ModuleLocation(search_path=project.installed if project.python else ())
    named = [root.resolve() for root in project.roots]
    inside = next((root for root in named if file.is_relative_to(root)), None) or _root(file, mentioned, level, source)
    # Everything in a search path can be read by the code that runs: the home folder is never one.
    refused = next((folder for folder in (*named, *([inside] if level else [])) if is_private(folder)), None)
    if refused is not None:
        raise InputError(
            f"{refused} holds your home folder, and nothing is imported from there; move the code into a "
            f"folder of its own, or name one with --root",
            file=str(file),
        )
    # The roots that were named come first: they decide what a name means where several folders have it.
    local = [*named, inside, *([] if level else [base_of(file)]), *_project(file)]
    local += _holding(mentioned, file, local, source)
    used = [folder for folder in local if level or any(_holds(folder, name) for name in imported)]
    if not used:
        return ModuleLocation(search_path=project.installed)
    folders = dict.fromkeys(str(folder) for folder in (inside, *used) if not is_private(folder))
    module = _dotted(file, inside)
    return ModuleLocation(module if _can_be_imported(module) else "", (*folders, *project.installed))


def _root(file: Path, mentioned: Set[str], level: int, source: Path | None) -> Path:
    """The folder that a file is imported from, where nobody names it. Folders without an `__init__.py` may be packages
    (PEP 420). So it is the one from which the file imports others of its own package, by the full names that it
    mentions; else the project's `src`, or the folder that is read (the one that its package is in, where it is a
    package itself); else the first above without one. `level`: the dots of the file's longest relative import, which
    all have to stay inside a package."""
    farthest = file.parents[min(level, len(file.parents) - 1)]
    lowest = min(base_of(file), farthest, key=lambda folder: len(folder.parts))
    inside = [name for name in mentioned if "." in name]
    own_folders = (
        folder
        for folder in (lowest, *lowest.parents)
        if any(file.is_relative_to(folder / name.partition(".")[0]) and _holds(folder, name) for name in inside)
    )
    read = [] if source is None else [_above_packages(source)]
    above = (*own_folders, *(folder for folder in _project(file) if folder.name == "src"), *read)
    wide = (folder for folder in above if lowest.is_relative_to(folder) and _can_be_imported(_dotted(file, folder)))
    return next(wide, lowest)


def _holding(mentioned: Set[str], file: Path, known_folders: Sequence[Path], source: Path | None) -> Iterator[Path]:
    """For modules inside packages that none of the known folders holds, the nearest above a file that does, inside the
    folder that is read or the file's project: many a project is run in one of its folders."""
    outermost = [*([_above_packages(source)] if source else []), *_project(file)]
    above = [parent for parent in file.parents if any(parent.is_relative_to(folder) for folder in outermost)]
    for name in sorted(name for name in mentioned if "." in name):
        if not any(_holds(folder, name) for folder in known_folders):
            yield from [folder for folder in above if _holds(folder, name)][:1]


def _above_packages(folder: Path) -> Path:
    """A folder, or the first above it that is no package."""
    return base_of(folder.resolve() / "any.py")


def _can_be_imported(module: str) -> bool:
    """Whether an `import` can mention a module, and means no other by it."""
    names = module.split(".")
    return module not in sys.stdlib_module_names and not any(
        keyword.iskeyword(name) or not name.isidentifier() for name in names
    )


def is_private(folder: Path) -> bool:
    """Whether a folder has the user's home in it (or is it): such a one is never read as a whole."""
    try:
        home = Path.home().resolve()
    except RuntimeError:  # There is none.
        home = Path("/")
    return home.is_relative_to(folder.resolve())


def name_of(file: Path) -> str:
    """The dotted name of a file's module, from the folder that its outermost package is in."""
    return _dotted(file.resolve(), base_of(file.resolve()))


def _dotted(file: Path, folder: Path) -> str:
    names = file.relative_to(folder).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" and names[1:] else names)


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
    """The full names of all that a module imports, anywhere in it, but for relative imports; of `from a import b` both
    `a` and `a.b`, which may be a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases)
            case ast.ImportFrom(module=str(name), level=0, names=aliases):
                yield from (name, *(f"{name}.{alias.name}" for alias in aliases))


def _holds(folder: Path, name: str) -> bool:
    """Whether a folder holds a module or a package of this full name."""
    inside = folder.joinpath(*name.split("."))
    return inside.is_dir() or inside.with_name(f"{inside.name}.py").is_file()


def installed() -> tuple[str, ...]:
    """The folders of what is installed for this interpreter, with those that an editable installation adds."""
    standard = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    started = {"", str(Path.cwd()), str(Path(sys.argv[0]).resolve().parent)}
    folders = (entry for entry in sys.path if entry not in standard | started and Path(entry).is_dir())
    return tuple(folder for folder in folders if not folder.endswith("lib-dynload") and not is_private(Path(folder)))
