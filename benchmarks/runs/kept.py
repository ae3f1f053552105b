"""Reports on functions of Python files that are kept from one run to the next, in the user's cache, as mypy keeps its.

A report is read where everything is the same that it was computed from: the function, and the helpers, classes and
constants that it needs of its module and of those of the project that this imports (`needed_code.py`), the options, the
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

from attrs import evolve

from ...backends.python.replay import Replayer
from ..build import build, digest_of_parts
from ..cache import user_folder, write_whole
from ..datasets.tasks import ContractTask
from ..store.records import as_json, kept
from .needed_code import lines_of, needed_code
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
