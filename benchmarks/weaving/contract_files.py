"""Contracts in `.py` files as tasks to weave: with made inputs for tests, since such a file has none.

What a program has to return on them is what the function of the contract's file returns.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import evolve

from ...core.errors import InputError
from ...core.synthesis.search import InputGenerator
from ..datasets import registry
from ..datasets.tasks import PythonTask
from ..runs.contract_oracle import contract_of, evaluated

INPUTS = 20
"""Valid inputs of a function."""
MOST_TRIED = 3_000


def tasks_of_files(path: Path) -> tuple[dict[str, PythonTask], list[InputError]]:
    """The functions with contracts of a `.py` file, or of the files of a folder, by their qualified names, and why
    others are left out. Raises InputError where there is none."""
    read = registry.load(path)
    tasks: dict[str, PythonTask] = {}
    problems = list(read.problems)
    for task in read.items:
        if not isinstance(task, PythonTask):
            continue
        try:
            tasks[task.task_id] = evolve(task, base_input=tuple(_inputs(task)))
        except InputError as problem:
            problems.append(problem)
    if not tasks:
        raise problems[0] if problems else InputError("no function with a contract", file=str(path))
    return tasks, problems


def _inputs(task: PythonTask) -> list[list[Any]]:
    """Inputs that the contract accepts. Raises InputError where there are none, or where no call takes such."""
    why = ""
    if task.unsupported is not None:
        why = task.unsupported
    elif task.declaration is not None or (task.definition is not None and not task.definition.is_plain):
        why = "only plain functions are woven"
    elif not (found := [[values[name] for name in task.parameter_names] for values in _accepted(task)]):
        why = "no input was found that its contract accepts"
    if why:
        raise InputError(f"{task.task_id}: {why}", file=task.file)
    return found


def _accepted(task: PythonTask) -> Iterator[Mapping[str, Any]]:
    contract = contract_of(task)
    tried = islice(InputGenerator(contract), MOST_TRIED)
    yield from islice((each for each in tried if _accepts(contract, each)), INPUTS)


def _accepts(contract: Any, values: Mapping[str, Any]) -> bool:
    seen = evaluated(contract, values)
    return seen is not None and not seen.violated
