"""Files of specifications, alone or in folders, and MBPP-DFY, whose folder `test/` has a `labels.json` beside it.

Misu, Lopes, Ma, Noble: Towards AI-Assisted Synthesis of Verified Dafny Methods. FSE 2024.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from ...core.errors import InputError, not_there
from ...frontends.registry import language_of, language_of_project, suffixes
from .folders import files_of
from .tasks import SpecTask
from .text_lines import read_json


class _Label(msgspec.Struct):
    label: str


def matches(source: Path) -> bool:
    """Whether `source` is a file of a language of specifications, or of its projects, or a folder."""
    return holds_files(source) or is_specified(source)


def holds_files(source: Path) -> bool:
    """Whether a source is a folder, or the settings of a project (`dfyconfig.toml`)."""
    return source.is_dir() or language_of_project(source) is not None


def is_specified(file: Path) -> bool:
    """Is it, by its name, a file of a language in which methods are specified? What Python's functions promise stands
    in files whose contracts are read first."""
    return file.suffix.lower() in suffixes() and not language_of(file).dynamic


def specified_in(folder: Path) -> bool:
    """Does a folder have such files?"""
    named = (suffix for suffix in suffixes() if next(files_of(folder, suffix), None) is not None)
    return any(is_specified(Path(f"any{suffix}")) for suffix in named)


def read(source: Path) -> Iterator[SpecTask | InputError]:
    """Yield a task for a file, or for each file of a project, or of a folder and of the folders in it, by number, then
    name.

    Raises InputError for a folder without any, a file that is not there, and labels that cannot be read. What
    is in the files is the concern of whoever parses them.
    """
    if source.is_dir():
        files = sorted((file for suffix in suffixes() for file in source.rglob("*" + suffix)), key=_order)
        files = [file for file in files if is_specified(file)]
        if not files:
            raise InputError(f"no {' and no '.join(reversed(suffixes()))} file in this folder", file=str(source))
    elif (language := language_of_project(source)) is not None:
        files = sorted(language.project_files(source), key=_order)
        if not files:
            raise InputError("no file belongs to this project", file=str(source))
    elif source.is_file():
        files = [source]
    else:
        raise not_there(source)
    labels: dict[Path, Mapping[str, str]] = {}
    for file in files:
        # MBPP-DFY has its labels beside the folder of the files.
        beside = file.parent.parent / "labels.json"
        if beside not in labels:
            labels[beside] = read_labels(beside) if beside.is_file() else {}
        number = number_of(file)
        yield SpecTask(
            task_id=file.stem,
            file=file,
            label=None if number is None else labels[beside].get(number),
            root=source if source.is_dir() else file.parent,
        )


def read_labels(source: Path) -> dict[str, str]:
    """MBPP number → a person's judgement of the specification. Raises InputError."""
    rows = read_json(source, dict[str, _Label], "expected numbers with objects that have a label")
    return {number: row.label for number, row in rows.items()}


def number_of(file: Path) -> str | None:
    """The MBPP number in a file's name, None if it has none."""
    match = re.fullmatch(r"task_id_(\d+)", file.stem)
    return match[1] if match else None


def _order(file: Path) -> tuple[str, int, str]:
    return str(file.parent), int(number_of(file) or 0), file.name
