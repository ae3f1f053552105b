"""Reports on functions of Python files that are kept from one run to the next, in the user's cache, as mypy keeps its.

A report is read where everything is the same that it was computed from: the function, and the helpers, classes and
constants that it needs of its module and of those of the project that this imports (`needed_code`), the options, the
versions, the sources of specassay, and what else is installed. A report that names lines is read only while these are
the same. What is imported by a name that is computed is not seen; `SPECASSAY_CACHE_DIR=` (empty) turns the cache off.
"""

import ast
import contextlib
import hashlib
import json
import re
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path

from attrs import evolve, frozen

from ...backends.python.replay import Replayer
from ...frontends.python.constants.keeping import keeping
from ...frontends.python.constants.names import bound_in
from ..build import build, digest_of_parts
from ..cache import user_folder, write_whole
from ..datasets.tasks import ContractTask
from ..store.records import as_json, kept
from .provenance import digest_of
from .run import RunSettings, run_contract
from .stored import report_of, result_of
from .task_report import Report

MOST_READ = 100
"""Modules of which it is looked at what a function needs of them: that takes 20 ms each. Of more, all is needed."""
_STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib")).resolve()


def report_on(task: ContractTask, settings: RunSettings, replayer: Replayer) -> Report:
    """The report on a task: the one that is kept, or else a new one, which is kept then. Never raises for the task's
    sake."""
    file = None
    with contextlib.suppress(OSError):  # A module that cannot be read by now.
        file = _file_of(task, settings)
    if file is None:
        return run_contract(task, settings, replayer)
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):  # What cannot be read is computed again.
        found = _read(task, file.read_text(encoding="utf-8"))
        if found is not None:
            file.touch()
            return found
    report = run_contract(task, settings, replayer)
    if report.error is None:
        with contextlib.suppress(OSError):  # A full disk takes no report with it.
            write_whole(file, json.dumps([*_place(task), as_json(result_of(report, report.rows))]))
    return report


def _place(task: ContractTask) -> tuple[str, int, str]:
    """A digest of a task's module, the line on which the statement of the module with the task begins, and a digest of
    that statement."""
    lines = lines_of(task.context, task.line)
    statement = task.context.split("\n")[lines.start - 1 : lines.stop - 1]
    return digest_of_parts({"module": task.context}), lines.start, digest_of_parts({"statement": statement})


def _read(task: ContractTask, text: str) -> Report | None:
    """The report that is kept, with lines of the statement as they are now; None where it names others, which may have
    moved by themselves. Raises what a text of something else raises."""
    (module, start, statement), (module_now, start_now, statement_now) = json.loads(text)[:3], _place(task)
    if module != module_now:
        place = re.compile(re.escape(json.dumps(task.file)[1:-1]) + r":(\d+)")
        end = start + len(lines_of(task.context, task.line))
        # Lines of the statement itself move with it; those of others may have moved by any number.
        named = [int(found[1]) for found in place.finditer(text)]
        if named and (statement != statement_now or not all(start <= line < end for line in named)):
            return None
        text = place.sub(lambda found: f"{found[0][: -len(found[1])]}{int(found[1]) + start_now - start}", text)
    return report_of(kept(json.loads(text)[3]), task.task_id)


def _file_of(task: ContractTask, settings: RunSettings) -> Path | None:
    """The file of the report on a task; None for one that is not kept: of a data set, with another interpreter, or with
    what is computed beside it."""
    config, root = settings.config, user_folder()
    beside = settings.adequacy or config.dump or config.classes or config.python or task.python
    if root is None or beside or not task.file.endswith(".py"):
        return None
    imported = _imported(task)
    code = needed_code(task.context, task.line, imported) if len(imported) <= MOST_READ else None
    if code is None:
        code = [task.context, *(_digest(other, _changed(other)) for other in imported)]
    # What is read of the module for a task is of the code that it needs, and so is the module without the contract.
    bare = evolve(task, context="", solution="")
    parts = {
        "task": [task.task_id, task.file, digest_of(bare, settings)],
        "build": build(),
        "project": [task.search_path, *code],
        "installed": _installed(),
    }
    name = digest_of_parts(parts)
    return root / "cvt" / name[:2] / f"{name}.json"


@cache
def _installed() -> str:
    """A digest of the distributions that are installed here."""
    names = sorted(f"{distribution.name} {distribution.version}" for distribution in metadata.distributions())
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def _is_installed(file: Path) -> bool:
    """Whether a file or folder is part of the standard library or of a distribution."""
    return "site-packages" in file.parts or file.is_relative_to(_STANDARD_LIBRARY)


def _imported(task: ContractTask) -> list[Path]:
    """The files of the project that a task's module imports, and those that they import. What is installed is told by
    its version (`_installed`), also where the task is about it."""
    roots = tuple(Path(each) for each in task.search_path if not _is_installed(Path(each)))
    paths: set[Path] = set()
    waiting = [Path(task.file).resolve()]
    while waiting:
        file = waiting.pop()
        new = _files_imported(file, _changed(file), roots) - paths
        paths |= new
        waiting += new
    return sorted(paths)


def _changed(file: Path) -> tuple[int, int]:
    stat = file.stat()
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=4096)
def _digest(file: Path, changed: tuple[int, int]) -> str:
    return f"{file} {hashlib.sha256(file.read_bytes()).hexdigest()}"


def _names_imported(file: Path) -> tuple[str, ...]:
    """The modules that a file may import: `from a import b` may import `a.b`, too. A relative name begins with dots."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= dict.fromkeys(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            inside = "." if node.module else ""
            found |= {base: None} | dict.fromkeys(f"{base}{inside}{alias.name}" for alias in node.names)
    return tuple(found)


@lru_cache(maxsize=4096)
def _files_imported(file: Path, changed: tuple[int, int], roots: tuple[Path, ...]) -> frozenset[Path]:
    """The files of the project that are executed where one is imported, without those that they import."""
    found = (other for name in _names_imported(file) for other in _files_of(name, file, roots))
    return frozenset(other for other in found if not _is_installed(other))


def _files_of(name: str, importer: Path, roots: Sequence[Path]) -> Iterator[Path]:
    """The files that are executed where a module is imported: of the packages around it, and its own."""
    level = len(name) - len(name.lstrip("."))
    folders = [importer.parents[level - 1]] if 0 < level <= len(importer.parents) else [*roots]
    parts = [part for part in name.lstrip(".").split(".") if part]
    for top in folders if level or not roots else [*folders, importer.parent]:
        # Only a relative name is one in a package whose own file is executed, too.
        for count in range(0 if level else 1, len(parts) + 1):
            here = top.joinpath(*parts[:count])
            inside = here / "__init__.py"
            for file in (inside, here.with_suffix(".py")) if count else (inside,):
                if file.is_file():
                    yield file.resolve()


# What of a project's modules a function depends on: an edit of anything else leaves what is known of the function.
#
# Needed is what is executed where the modules are imported, and each function and class by whose name anything needed
# mentions one. Of a class the names are its own, those of its bases and those of its attributes: an object may be made
# of it where these are read. A name in an annotation that is a text counts, too.
#
# Example: an edit of the body of `a` changes nothing for `b`, unless `b`, or a function that `b` mentions, mentions
# `a`. Where a module may be asked for names that are computed (`globals()`), all of it is needed.

_WORD = re.compile(r"[^\W\d]\w*")


@frozen(slots=True, eq=False)
class _Piece:
    """A statement of a module. `names`: by which it is needed; None where it always is. `mentions`: the names in it."""

    names: frozenset[str] | None
    mentions: frozenset[str]
    text: str
    lines: range


def needed_code(text: str, line: int, modules: Sequence[Path]) -> list[str] | None:
    """What the definition on a line of a module needs of the module and of others that it imports; None where it may be
    anything. Raises OSError for a module that cannot be read."""
    files = [_pieces(text), *(_pieces(file.read_text(encoding="utf-8", errors="replace")) for file in modules)]
    pieces: list[_Piece] = []
    for found in files:
        if found is None:
            return None
        pieces += found
    mentioned: set[str] = set()
    waiting = [*pieces]
    needed: list[_Piece] = []
    own = {id(piece) for piece in files[0] or () if line in piece.lines}
    # What is taken mentions further names, until nothing new is mentioned.
    while True:
        new = [
            piece
            for piece in waiting
            if piece.names is None or id(piece) in own or not piece.names.isdisjoint(mentioned)
        ]
        if not new:
            break
        taken = {id(piece) for piece in new}
        waiting = [piece for piece in waiting if id(piece) not in taken]
        needed += new
        mentioned.update(*(piece.mentions for piece in new))
    chosen = {id(piece) for piece in needed}
    # In the order of the modules: what a piece needs may have to run before it.
    return [piece.text for piece in pieces if id(piece) in chosen]


def lines_of(text: str, line: int) -> range:
    """The lines of the statement of a module that one of its lines is in; only that line where it cannot be read."""
    return next((piece.lines for piece in _pieces(text) or () if line in piece.lines), range(line, line + 1))


@lru_cache(maxsize=4096)  # More than a project has: with fewer, each function of a larger one would read all anew.
def _pieces(text: str) -> tuple[_Piece, ...] | None:
    """The statements of a module; None where any of it may be asked for, and where it cannot be read."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if keeping(tree).reached:
        return None
    return tuple(_piece(statement) for statement in tree.body if not _is_main(statement))


def _piece(statement: ast.stmt) -> _Piece:
    mentions = frozenset(_mentions(statement))
    lines = range(_first_line(statement), (statement.end_lineno or statement.lineno) + 1)
    return _Piece(_names(statement), mentions, ast.dump(statement), lines)


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _names(statement: ast.stmt) -> frozenset[str] | None:
    """The names that need a statement when they are mentioned; None where it may do something by being executed."""
    if not all(map(_registers_nothing, getattr(statement, "decorator_list", ()))):
        return None
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return frozenset({name})
        case ast.ClassDef(name=name, bases=bases, keywords=[]):
            stored = (node for node in ast.walk(statement) if isinstance(node, ast.Attribute))
            attributes = {node.attr for node in stored if isinstance(node.ctx, ast.Store)}
            public = {each for each in bound_in(statement.body) if not each.startswith("__")}
            return frozenset({name, *attributes, *public, *(mention for base in bases for mention in _mentions(base))})
    return None


_KNOWN = frozenset({"attrs", "cache", "contextmanager", "dataclass", "deal", "define", "ensure", "frozen", "icontract"})
_KNOWN |= {"inv", "invariant", "lru_cache", "overload", "post", "pre", "property", "require", "snapshot"}


def _registers_nothing(decorator: ast.expr) -> bool:
    """Whether what is decorated is executed only by its name: its decorator is one of those that are known."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return not _KNOWN.isdisjoint(_mentions(called))


def _mentions(statement: ast.AST) -> Iterator[str]:
    # A docstring may mention any name.
    documentation = {id(node.value) for node in ast.walk(statement) if isinstance(node, ast.Expr)}
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.ImportFrom(names=names):
                yield from (alias.name for alias in names if alias.asname)
            case ast.Constant(value=str(text)) if id(node) not in documentation and _is_definition(statement):
                yield from _WORD.findall(text)


def _is_definition(statement: ast.AST) -> bool:
    return isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _is_main(statement: ast.stmt) -> bool:
    """Whether a statement is `if __name__ == "__main__"`, in which nothing is executed by an import."""
    match statement:
        case ast.If(
            test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant("__main__")])
        ):
            return not statement.orelse
    return False
