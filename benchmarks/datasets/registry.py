"""Which reader reads which source."""

import difflib
import fnmatch
import importlib
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Protocol, cast, overload

from attrs import frozen

from ...core.errors import InputError, not_there
from ...core.plugins import load as load_plugin
from ...core.plugins import plugins
from ...frontends.registry import suffixes
from ..closest import options_by_name
from .python_project import FOUND, Project
from .tasks import ContractTask, SpecTask

READERS = {
    "EvalPlus": ".evalplus",
    "Hugging Face": ".hugging_face",
    "Python files": ".python_files",
    "specifications": ".specification_files",
}
"""Name → the module of each kind of source. It has the functions of `TaskReader`; one of source code may have
`read_project` too, which is `read` with what a user says of the project. Other packages add objects with these
functions by the entry point `specassay.datasets`."""

NEAR_MISSES = 5
"""Names like one that is not there, that an error proposes."""


class TaskReader(Protocol):
    """What a module of `READERS` provides, or an object of another package."""

    def matches(self, source: Path) -> bool:
        """Whether `source`, by its name, is of this kind."""

    def read(self, source: Path) -> Iterator[ContractTask | SpecTask | InputError]:
        """Yield the tasks of `source` in order, and what is wrong with each part that holds none.

        Raises InputError when `source` cannot be read at all.
        """


MOST_SHOWN = 5
"""Names of tasks that stand for all of them where they are shown."""


@frozen(slots=True, repr=False)
class Tasks:
    """What a source holds: its tasks in order (`ContractTask`, `SpecTask`), and what is wrong with the parts of it that
    hold none. Iterating over it, its length and `tasks[0]` are those of the tasks; `tasks["ID"]` is the one with this
    id."""

    items: tuple[ContractTask | SpecTask, ...] = ()
    problems: tuple[InputError, ...] = ()

    def __iter__(self) -> Iterator[ContractTask | SpecTask]:
        return iter(self.items)

    def __repr__(self) -> str:
        names = ", ".join(task.task_id for task in self.items[:MOST_SHOWN])
        more = f", … ({len(self.items):,} in all)" if len(self.items) > MOST_SHOWN else ""
        problems = f"; {len(self.problems):,} problems" if self.problems else ""
        return f"Tasks({names}{more}{problems})"

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, task_id: str | int) -> ContractTask | SpecTask: ...
    @overload
    def __getitem__(self, task_id: slice) -> tuple[ContractTask | SpecTask, ...]: ...
    def __getitem__(self, task_id: str | int | slice) -> ContractTask | SpecTask | tuple[ContractTask | SpecTask, ...]:
        """The task with an id or at a place, or those of a slice. Raises InputError for an id that no task has, with
        the ids most like it, and IndexError for a place that there is not."""
        if not isinstance(task_id, str):
            return self.items[task_id]
        select(self.items, [task_id])
        return next(task for task in self.items if task.task_id == task_id)


@options_by_name
def load(path: Path | str, *, project: Project = FOUND) -> Tasks:
    """The tasks of a file or folder, and what is wrong with the parts that hold none.

    :param path: a `.py` file or a folder of such files (a task for each function with a contract), EvalPlus's `.jsonl`
        or `.jsonl.gz` (a task a line), a `.dfy` file or a folder of such files (a task a file).
    :param project: where Python code is imported from, and what of a folder is left out, as far as a user says so.
    :raises InputError: when nothing of it can be read, and for a file of no known kind.
    """
    source = Path(path)
    if not source.exists():
        raise not_there(source)
    for reader in _readers():
        if reader.matches(source):
            read_project = getattr(reader, "read_project", None)
            return _sorted(reader.read(source) if read_project is None else read_project(source, project))
    suffixes_read = ", ".join(suffixes())
    raise InputError(f"unknown kind of file; expected {suffixes_read}, .jsonl, .jsonl.gz or a folder", file=str(source))


def _readers() -> Iterator[TaskReader]:
    """The readers, ours first, each imported when the ones before it do not read the source."""
    for module in READERS.values():
        yield cast(TaskReader, importlib.import_module(module, __package__))
    for name in plugins("datasets"):
        yield cast(TaskReader, load_plugin("datasets", name))


def _sorted(found: Iterator[ContractTask | SpecTask | InputError]) -> Tasks:
    """Tasks and problems apart. A source that breaks off keeps what came before, and is a problem then."""
    items: list[ContractTask | SpecTask] = []
    problems: list[InputError] = []
    try:
        for item in found:
            if isinstance(item, InputError):
                problems.append(item)
            else:
                items.append(item)
    except InputError as error:
        if not items:
            raise
        problems.append(error)
    return Tasks(tuple(items), tuple(problems))


def select(
    items: Iterable[ContractTask | SpecTask | InputError], patterns: Collection[str]
) -> list[ContractTask | SpecTask | InputError]:
    """The tasks with the wanted ids, in order, and every error; all of them when nothing is asked for. An id may be a
    pattern (`fnmatch`: `pkg.mod.*`); of a file with specifications, that of one of its methods.

    Raises InputError for an id that no task has, with the ids most like it.
    """
    listed = list(items)
    if not patterns:
        return listed
    tasks = [item for item in listed if not isinstance(item, InputError)]
    ids = [task.task_id for task in tasks]
    unknown = [name for name in patterns if not any(_is_meant(task, name) for task in tasks)]
    if unknown:
        raise InputError("; ".join(f"no task {task_id!r}{_near(task_id, ids)}" for task_id in unknown))
    return [item for item in listed if isinstance(item, InputError) or any(_is_meant(item, name) for name in patterns)]


def _is_meant(task: ContractTask | SpecTask, name: str) -> bool:
    if is_named(task.task_id, name):
        return True
    # The methods of a Dafny file are not known before it is read, which is dear for a folder of thousands. So a file is
    # meant where its name and the fixed beginning of the pattern do not exclude each other: `queue.*` and `que*` may
    # mean `queue.Push`. Whoever reads the file compares whole names.
    fixed = re.split(r"[*?[]", name, maxsplit=1)[0]
    inside = f"{task.task_id}."
    may_be = fixed.startswith(inside) or (fixed != name and inside.startswith(fixed))
    return isinstance(task, SpecTask) and may_be


def is_named(name: str, pattern: str) -> bool:
    """Whether a name is the wanted one, or one that a pattern means."""
    return name == pattern or fnmatch.fnmatchcase(name, pattern)


def _near(task_id: str, ids: list[str]) -> str:
    by_lower = {identifier.lower(): identifier for identifier in ids}
    close = difflib.get_close_matches(task_id.lower(), by_lower, n=NEAR_MISSES, cutoff=0.5)
    if close:
        return f", did you mean {' or '.join(by_lower[name] for name in close)}?"
    match ids:
        case []:
            return ", there are no tasks"
        case [only]:
            return f", the only task is {only}"
    return f", the {len(ids):,} tasks are {ids[0]} to {ids[-1]}"
