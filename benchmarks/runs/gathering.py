"""The tasks of several files and folders together, each with a name of its own."""

from collections.abc import Iterable
from pathlib import Path
from typing import Generic, TypeVar

from attrs import evolve, frozen

from ...core.errors import InputError, not_there
from ..configuration import Config
from ..datasets import python_files, specification_files
from ..datasets.folders import files_of, holds_text
from ..datasets.python_project import FOUND, Project, name_of
from ..datasets.registry import Tasks, load
from ..datasets.tasks import ContractTask, SpecTask
from ..problems import own_problems

T = TypeVar("T", ContractTask, SpecTask)


@frozen(slots=True)
class Gathered(Generic[T]):
    """The tasks of some sources, and what is wrong with the parts that hold none."""

    tasks: tuple[T, ...]
    errors: tuple[InputError, ...]


def gather(sources: Iterable[Path], kind: type[T], project: Project = FOUND) -> Gathered[T]:
    """Read the tasks of one kind from files and folders. `project`: what a user says about Python code."""
    tasks: list[T] = []
    errors: list[InputError] = []
    for source in sources:
        try:
            found = _read(source, kind, project)
            errors += found.problems
            for item in found.items:
                if not isinstance(item, kind):
                    raise _other_kind(item, source)
                tasks.append(item)
        except InputError as error:
            errors.append(error)
    return told_apart(Gathered(tuple(tasks), tuple(errors)), set())


def _read(source: Path, kind: type[T], project: Project) -> Tasks:
    """What a source holds: a Python file, whose functions are tasks, is one itself where specifications are asked
    for."""
    if kind is SpecTask and own_problems.matches(source):
        listed = [*own_problems.specification_tasks(source)]
        return Tasks(
            tuple(item for item in listed if isinstance(item, SpecTask)),
            tuple(item for item in listed if isinstance(item, InputError)),
        )
    # A folder without a file of Dafny or Verus is one of Python, whose doctests and contracts are specifications.
    if kind is SpecTask and source.is_dir() and not specification_files.specified_in(source):
        files = filter(holds_text, files_of(source, python_files.SUFFIX, project.exclude))
        tasks = Tasks(tuple(SpecTask(task_id=name_of(file), file=file, root=source) for file in files))
        return tasks or load(source)
    if kind is SpecTask and source.suffix == python_files.SUFFIX:
        if not source.is_file():
            raise not_there(source)
        return Tasks((SpecTask(task_id=source.stem, file=source),))
    return load(source, project=project)


def _other_kind(task: ContractTask | SpecTask, source: Path) -> InputError:
    match task:
        case ContractTask():
            return InputError("holds Python contracts; `specassay cvt` reads them", file=str(source))
        case SpecTask():
            return InputError("holds specifications; `specassay spec` reads them", file=str(source))


def told_apart(gathered: Gathered[T], taken: set[str]) -> Gathered[T]:
    """The tasks, in which a function of a source file whose name is `taken` has a number behind it (`normalise#2`):
    rows, findings and resuming go by names. Those of data sets have names that mean the same in every file."""
    found: list[T] = []
    for task in gathered.tasks:
        name, number = task.task_id, 2
        while name in taken and isinstance(task, ContractTask) and task.file.endswith(".py"):
            name, number = f"{task.task_id}#{number}", number + 1
        taken.add(name)
        found.append(task if name == task.task_id else evolve(task, task_id=name))
    return evolve(gathered, tasks=tuple(found))


def project_of(config: Config) -> Project:
    """What a configuration says about where Python code lives."""
    roots = tuple(map(Path, config.roots))
    return Project(
        roots=roots, stubs=config.stubs, exclude=config.exclude, internal=config.internal, python=config.python
    )
