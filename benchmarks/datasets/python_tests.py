"""Tests for Dafny methods from Python tasks of the same number: the task's inputs and what its reference returns.

The reference implementation runs in a separate process (`replay`). JSON has no tuples: of the ways to put them back,
the one is taken in which the contract and the reference accept most inputs.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any

from attrs import define, field

from ...backends.python.replay import Replayer, ReplayLimits
from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.errors import InputError
from ...core.ir.contracts import Program
from ...core.language.scoring import ExtraTests
from ...core.spec_testing.examples import Examples
from ...core.spec_testing.findings import Finding
from ...core.spec_testing.python_values import ReferenceCase, examples_of_cases
from ...dafny_harness import tests_file
from .call_tests import load_call_tests, refuse_other_forms
from .evalplus import matches, read
from .tasks import ContractTask

MOST_CHARACTERS = 2_000
"""Longer inputs are left out: a person cannot check them, and a quadratic specification has no end."""
TRIED = 8
"""How many inputs are used to compare the ways to put tuples back."""
REFERENCE_SECONDS = 1.0
"""CPU seconds of a reference on one input, whose value is wanted: more than where many inputs are tried."""
MOST_MIXED = 2
"""With more parameters all arguments are converted alike."""

TupleConversion = Callable[[Any], Any]


@define
class PythonTests:
    """The Python tasks of a file by number."""

    path: str
    tasks: dict[str, ContractTask]
    cases: dict[str, tuple[list[ReferenceCase], list[str]]] = field(factory=dict)

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the method of a program that fits, and what does not convert as findings."""
        number = re.search(r"\d+$", task)
        python = self.tasks.get(number[0]) if number else self._called(program)
        if python is None:
            return Examples(())
        try:
            cases, problems = cases_of(python)
        except InputError as error:
            return Examples((), (Finding("unconverted-test", "", str(error)),))
        converted = examples_of_cases(cases, program, python.task_id)
        listed = (Finding("unconverted-test", "", f"{python.task_id}: {problem}") for problem in problems)
        return Examples(converted.examples, (*converted.findings, *listed))

    def _called(self, program: Program) -> ContractTask | None:
        """The task of a Python function, by its name."""
        names = {specification.name for specification in program.specifications if specification.is_dynamic}
        return next((task for task in self.tasks.values() if task.entry_point in names), None)


def load_tests(path: Path) -> ExtraTests:
    """Read tests: those of Python tasks (EvalPlus), inputs and outputs of calls, or, for Dafny files, JSON in the form
    of MBPP-DFY. Raises InputError."""
    calls = load_call_tests(path)
    if calls is not None:
        return calls
    if matches(path):
        return load_python_tests(path)
    refuse_other_forms(path)
    return tests_file.load_tests(path)


def load_python_tests(path: Path) -> PythonTests:
    """Read the tasks of an EvalPlus file. Raises InputError when it cannot be read."""
    tasks: dict[str, ContractTask] = {}
    for item in read(path):
        if isinstance(item, InputError):
            raise item
        if (number := re.search(r"\d+$", item.task_id)) is not None:
            tasks[number[0]] = item
    return PythonTests(str(path), tasks)


def cases_of(task: ContractTask) -> tuple[list[ReferenceCase], list[str]]:
    """The inputs of a task that its contract accepts with the values that its reference returns, and what was left
    out and why. Raises InputError when the task cannot be loaded."""
    rows = [row for row in (*task.base_input, *task.plus_input) if len(row) == len(task.parameters)]
    cases: list[ReferenceCase] = []
    with Replayer(ReplayLimits(cpu_seconds=REFERENCE_SECONDS)) as replayer:
        replayer.load(task.replay_task)
        converted = inputs_of(task, replayer)
        values = replayer.values([_arguments(task, row) for row in converted])
        # In other languages 3.0 may become 3, which is another number to `isinstance(x, int)`.
        whole = {number: _whole(row) for number, row in enumerate(converted) if repr(_whole(row)) != repr(row)}
        of_whole = dict(zip(whole, replayer.values([_arguments(task, row) for row in whole.values()]), strict=True))
    raised = unread = told_apart = 0
    for number, (row, text) in enumerate(zip(converted, values, strict=True)):
        if text is None:
            raised += 1
            continue
        try:
            result = literal(text)
            # Where the reference refuses the whole number, nobody says that it means something else.
            other = of_whole.get(number)
            if other is not None and literal(other) != result:
                told_apart += 1
                continue
            cases.append(ReferenceCase(tuple(row), result))
        except NotALiteral:
            unread += 1
    problems = {
        f"inputs are longer than {MOST_CHARACTERS:,} characters": len(rows) - len(converted),
        "inputs on which the reference does not return": raised,
        "results that are not literals": unread,
        "inputs of which the reference returns something else where 3.0 is 3": told_apart,
    }
    return cases, [f"{count} {problem}" for problem, count in problems.items() if count]


def _whole(value: Any) -> Any:
    """A value in which each float that is a whole number is that integer."""
    match value:
        case float():
            return int(value) if value.is_integer() else value
        case list():
            return [_whole(item) for item in value]
        case tuple():
            return tuple(map(_whole, value))
        case dict():
            return {_whole(key): _whole(item) for key, item in value.items()}
    return value


def inputs_of(task: ContractTask, replayer: Replayer, most: int | None = None) -> list[list[Any]]:
    """The inputs of a task (the first `most` of them) that are not too long, with their tuples put back. The replayer
    has the task loaded."""
    rows = (row for row in (*task.base_input, *task.plus_input) if len(row) == len(task.parameters))
    short = list(islice((row for row in rows if len(repr(row)) <= MOST_CHARACTERS), most))
    # Example: EvalPlus has the input [[1, 2], [3, 4]] for a function of a list of pairs, since JSON says [3, 4] for the
    # tuple (3, 4). Of the four conversions that one wins with which the reference returns most often; with equal counts
    # the first, which is nearest to the text.
    conversions = max(
        _conversions(len(task.parameters)), key=lambda each: _accepted(task, short[:TRIED], each, replayer)
    )
    return [_converted(row, conversions) for row in short]


def _conversions(parameters: int) -> Iterator[tuple[TupleConversion, ...]]:
    """The ways to put tuples back, each a conversion for every argument: of few arguments all combinations."""
    if parameters <= MOST_MIXED:
        return product(CONVERSIONS, repeat=parameters)
    return ((conversion,) * parameters for conversion in CONVERSIONS)


def _converted(row: Sequence[Any], conversions: tuple[TupleConversion, ...]) -> list[Any]:
    return [convert(value) for convert, value in zip(conversions, row, strict=True)]


def _accepted(
    task: ContractTask, rows: Sequence[list[Any]], conversions: tuple[TupleConversion, ...], replayer: Replayer
) -> int:
    """How many inputs neither the contract nor the reference refuses with these conversions."""
    inputs = [_arguments(task, _converted(row, conversions)) for row in rows]
    replays = replayer.run_many(inputs, reference=True)
    return sum(not replay.violated and replay.runs_without_contract is True for replay in replays)


def _arguments(task: ContractTask, row: Sequence[Any]) -> dict[str, str]:
    return {name: repr(value) for name, value in zip(task.parameter_names, row, strict=True)}


def _as_written(value: Any) -> Any:
    return value


def _outer_tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _inner_tuples(value: Any) -> Any:
    return [_tuples(item) for item in value] if isinstance(value, list) else value


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


CONVERSIONS: tuple[TupleConversion, ...] = (_as_written, _outer_tuples, _inner_tuples, _tuples)
