"""The files of a folder that tools read: without what git ignores, environments, caches and what is built; and which of
their lines changed since a revision, by git."""

import ast
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pathspec

from ...core.errors import InputError
from .tasks import ContractTask, SpecTask, parse_module

EXCLUDED = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)
"""Folders that are passed over wherever they are: those of ruff (docs.astral.sh/ruff, Settings, exclude)."""
_HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false")
"""Settings of a repository that would run a program of its choice, or escape names."""


def files_of(folder: Path, suffix: str, excludes: Sequence[str] = ()) -> Iterator[Path]:
    """The files below a folder with this suffix, sorted by folder and name. `excludes`: further patterns, as in a
    `.gitignore` in that folder. Links to folders are not followed, so that the search ends.

    What ignores the folder itself does not count, since somebody named it: an installed package is one, in `.venv`."""
    excluded = pathspec.GitIgnoreSpec.from_lines(excludes)
    named = folder.resolve()
    # A pattern above counts only if it does not ignore the folder that somebody named.
    ignored: dict[Path, pathspec.GitIgnoreSpec] = {
        above: spec
        for above in named.parents
        if (spec := _ignored_in(above)) is not None and not _matches([(above, spec)], named, "/")
    }
    # `os.walk` goes on with what is left in `folders`, so that what is ignored is never entered.
    for directory, folders, names in os.walk(folder):
        resolved = Path(directory).resolve()
        spec = _ignored_in(resolved)
        if spec is not None:
            ignored[resolved] = spec
        # Patterns of a folder hold below it alone: siblings were visited before.
        applied = [(above, ignoring) for above, ignoring in ignored.items() if resolved.is_relative_to(above)]
        applied.append((named, excluded))
        kept = (
            folder for folder in folders if folder not in EXCLUDED and not _matches(applied, resolved / folder, "/")
        )
        folders[:] = sorted(kept)
        yield from (
            Path(directory, name)
            for name in sorted(names)
            if name.endswith(suffix) and not _matches(applied, resolved / name)
        )


def holds_text(path: Path) -> bool:
    """Whether a file has more than white space in it, as an `__init__.py` need not. One that cannot be read counts:
    whoever reads it says why."""
    try:
        return bool(path.read_bytes().strip())
    except OSError:
        return True


def _ignored_in(folder: Path) -> pathspec.GitIgnoreSpec | None:
    """The patterns of a folder's `.gitignore`, where it has one that can be read."""
    try:
        text = (folder / ".gitignore").read_text("utf-8", "replace")
    except OSError:
        return None
    return pathspec.GitIgnoreSpec.from_lines(text.splitlines())


def _matches(specs: Sequence[tuple[Path, pathspec.GitIgnoreSpec]], path: Path, suffix: str = "") -> bool:
    return any(spec.match_file(f"{path.relative_to(above).as_posix()}{suffix}") for above, spec in specs)


LineRanges = Sequence[range]
WHOLE: LineRanges = (range(1, 1 << 31),)
"""All lines, for a file that git does not know."""


def changed_lines(folder: Path, revision: str) -> Mapping[Path, LineRanges]:
    """By the path of each changed file in the repository of a folder, the lines that are new or other than they were
    in a revision. Where lines were only taken away, those around the place. Raises InputError without git, outside a
    repository, and for an unknown revision."""
    top = Path(_git(folder, "rev-parse", "--show-toplevel").strip())
    commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    compared = ("diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames")
    changed: dict[Path, list[range]] = {}
    ranges: list[range] = []
    for line in _git(top, *compared, "--dst-prefix=b/", commit, "--").split("\n"):
        if line.startswith("+++ b/"):
            ranges = changed.setdefault(top / line[6:].rstrip("\t"), [])
        elif match := _HUNK.match(line):
            first, count = int(match[1]), int(match[2] or 1)
            ranges.append(range(first, first + count) if count else range(first, first + 2))
    untracked = _git(top, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
    return {**changed, **{top / name: WHOLE for name in untracked if name}}


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *_SAFE, *arguments], capture_output=True, check=False, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise InputError(f"--since needs git: {error.strerror or error}") from error
    if done.returncode:
        complaint = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = (
            complaint[-1]
            if complaint
            else f"git {arguments[0]}: no such revision: {arguments[-1].removesuffix('^{commit}')}"
        )
        raise InputError(f"--since: {why}", file=str(folder))
    return done.stdout.decode("utf-8", "surrogateescape")


def touched(
    tasks: Iterable[ContractTask | SpecTask], changes: Mapping[Path, LineRanges]
) -> list[ContractTask | SpecTask]:
    """The tasks of which lines changed: of a function its lines with its decorators, of a data set the line of the
    task, of a file with specifications any."""
    return [task for task in tasks if (lines := changes.get(Path(task.file).resolve())) and _is_touched(task, lines)]


def _is_touched(task: ContractTask | SpecTask, lines: LineRanges) -> bool:
    if isinstance(task, SpecTask):
        return True
    first, last = _extent(task)
    return any(line.start <= last and first < line.stop for line in lines)


def _extent(task: ContractTask) -> tuple[int, int]:
    """The first and the last line of a function in its file."""
    if not task.file.endswith(".py"):
        return task.line, task.line
    for node in ast.walk(parse_module(task.context)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.lineno == task.line:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            return first, node.end_lineno or node.lineno
    return task.line, task.line
