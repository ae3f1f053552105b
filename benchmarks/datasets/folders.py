"""The files of a folder that tools read: without what git ignores, environments, caches and what is built."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pathspec

EXCLUDED = (
    ".bzr", ".direnv", ".eggs", ".git", ".git-rewrite", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox", ".pants.d",
    ".pyenv", ".pytest_cache", ".pytype", ".ruff_cache", ".svn", ".tox", ".venv", ".vscode", "__pycache__",
    "__pypackages__", "_build", "buck-out", "dist", "node_modules", "site-packages", "venv",
)  # fmt: skip
"""Folders that are passed over wherever they are: those of ruff (docs.astral.sh/ruff, Settings, exclude)."""


def files_of(folder: Path, suffix: str, excludes: Sequence[str] = ()) -> Iterator[Path]:
    """The files below a folder with this suffix, sorted by folder and name. `excludes`: further patterns, as in a
    `.gitignore` in that folder. Links to folders are not followed, so that the search ends.

    What ignores the folder itself does not count, since somebody named it: an installed package is one, in `.venv`."""
    own = pathspec.GitIgnoreSpec.from_lines(excludes)
    named = folder.resolve()
    ignored: dict[Path, pathspec.GitIgnoreSpec] = {
        above: spec
        for above in named.parents
        if (spec := _ignored_in(above)) is not None and not _matches([(above, spec)], named, "/")
    }
    for place, folders, names in os.walk(folder):
        here = Path(place).resolve()
        spec = _ignored_in(here)
        if spec is not None:
            ignored[here] = spec
        applied = [(above, each) for above, each in ignored.items() if here.is_relative_to(above)]
        applied.append((named, own))
        kept = (each for each in folders if each not in EXCLUDED and not _matches(applied, here / each, "/"))
        folders[:] = sorted(kept)
        yield from (
            Path(place, name) for name in sorted(names) if name.endswith(suffix) and not _matches(applied, here / name)
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


def _matches(specs: Sequence[tuple[Path, pathspec.GitIgnoreSpec]], path: Path, end: str = "") -> bool:
    return any(spec.match_file(f"{path.relative_to(above).as_posix()}{end}") for above, spec in specs)
