"""Which tasks are about one problem, in whatever language: the one place that knows it."""

import re
from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from ...core.iteration import grouped
from .tasks import ContractTask, SpecTask

_MBPP = re.compile(r"(?:.*[/_])?(?:Mbpp/|task_id_)(\d+)")
_HUMANEVAL = re.compile(r"(?:HumanEval/|humaneval_|human_eval_)(\d+)([a-z]?)(?:_(.+))?", re.IGNORECASE)
_VERINA = re.compile(r"verina_(basic|advanced)_(\d+)(?:_task)?")
SHARED = ("MBPP ", "HumanEval ", "VERINA ")
"""How the names of problems begin that mean the same in every data set."""


@frozen(slots=True)
class ProblemPair:
    """A problem in both languages. `dataset`: where the tasks in Python are from; `python`: its functions, several
    where a file has several."""

    name: str
    dataset: str
    contracts: tuple[ContractTask, ...]
    specification: SpecTask


def problem_name(task_id: str) -> str:
    """What names the problem of a task: `Mbpp/N` and `task_id_N` are number N of MBPP; `HumanEval/N`, `human_eval_N`
    and `humaneval_N_title` of HumanEval; `verina_basic_N` and `verina_basic_N_task` of VERINA; others go by their
    name. A file of one of several functions, `humaneval_N_title__function`, is `HumanEval N function`: whether that is
    the one that the task asks for, its name does not say."""
    if match := _MBPP.fullmatch(task_id):
        return f"MBPP {int(match[1])}"
    if match := _VERINA.fullmatch(task_id):
        return f"VERINA {match[1]} {int(match[2])}"
    if match := _HUMANEVAL.fullmatch(task_id):
        title, _, function = (match[3] or "").rpartition("__")
        return f"HumanEval {int(match[1])}{f' {plain_name(function)}' if title else ''}"
    return task_id


def plain_name(name: str) -> str:
    """A name as it is in any language: `count_vowels` is `CountVowels`."""
    return name.replace("_", "").lower()


def problem_of(task: ContractTask | SpecTask) -> str:
    """The name of the problem that a task is about: of source files the name of the file says it."""
    is_source = isinstance(task, SpecTask) or task.file.endswith(".py")
    return problem_name(Path(task.file).stem if is_source else task.task_id)


def problem_pairs(
    python: Iterable[tuple[str, ContractTask]], specified: Iterable[tuple[str, SpecTask]]
) -> list[ProblemPair]:
    """The problems that are there in both languages, in the order of the Python tasks, each of which comes with the
    name of its data set. Numbers of MBPP, HumanEval and VERINA mean the same everywhere; other names only within a data
    set, and only where one file of each language has it: `utils.py` and another folder's `utils.dfy` need not be about
    one problem."""
    files = grouped((_key(dataset, problem_of(file)), file) for dataset, file in specified)
    functions: dict[tuple[str, str], dict[str, tuple[str, list[ContractTask]]]] = {}
    for dataset, task in python:
        # Functions of a file are together; lines of a data set are tasks of their own.
        function_place = task.file if task.file.endswith(".py") else f"{task.file}:{task.line}:{task.task_id}"
        function = functions.setdefault(_key(dataset, problem_of(task)), {})
        function.setdefault(function_place, (dataset, []))[1].append(task)
    pairs = []
    for (scope, name), places in functions.items():
        files_of_name = files.get((scope, name), [])
        if scope and (len(places) > 1 or len(files_of_name) > 1):
            continue
        pairs += [
            ProblemPair(name, dataset, tuple(tasks), file)
            for dataset, tasks in places.values()
            for file in files_of_name
        ]
    return pairs


def _key(dataset: str, name: str) -> tuple[str, str]:
    return ("" if name.startswith(SHARED) else dataset), name
