"""VERINA as its authors publish it: a folder for each task, with `task.json` (the signature, in Lean), the description,
`test.json` (inputs with an expected output and unexpected ones) and `reject_inputs.json` (invalid inputs).

Ye, Yan, He, Kasriel, Yang, Song: VERINA: Benchmarking Verifiable Code Generation. 2025. What `task.lean` specifies is
not read: the tests and labels judge specifications that others wrote in languages that are.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from attrs import frozen

from ....core.errors import InputError, SortError, unreadable
from ..benchmark_problem import BenchmarkProblem, ProblemTest, SourcedTests, TestLabel
from ..lean_values import LeanType, lean_type, lean_value
from ..problems import problem_name
from ..text_lines import read_json
from .adapter import DataSetAdapter, DataSetPart, in_first_of

FILE = "task.json"
NAME = "verina-json"
_PLACES = ("datasets/verina", "verina/datasets/verina", "verina", ".")


class _LeanParameter(msgspec.Struct, frozen=True):
    param_name: str
    param_type: str


class _LeanSignature(msgspec.Struct, frozen=True):
    name: str
    parameters: list[_LeanParameter]
    return_type: str


class _VerinaTask(msgspec.Struct, frozen=True):
    id: str
    signature: _LeanSignature
    description_file: str
    test_file: str
    reject_inputs_file: str = ""


class _RejectedInput(msgspec.Struct, frozen=True):
    input: dict[str, Any]


class _VerinaTest(msgspec.Struct, frozen=True):
    input: dict[str, Any]
    expected: Any
    unexpected: list[Any] = []


@frozen(slots=True)
class VerinaSource:
    """The tests of a task."""

    origin: str
    file: Path
    signature: _LeanSignature
    tests: tuple[_VerinaTest, ...]
    rejected: tuple[_RejectedInput, ...]

    @property
    def labels(self) -> Mapping[TestLabel, int | None]:
        wrong = sum(len(test.unexpected) for test in self.tests)
        return {"right": len(self.tests), "wrong": wrong, "invalid": len(self.rejected)}

    def read(self) -> SourcedTests:
        found: list[ProblemTest] = []
        left_out: list[str] = []
        rows: list[_VerinaTest | _RejectedInput] = [*self.tests, *self.rejected]
        for number, row in enumerate(rows):
            # A test is counted in its own file, as `test.json` and `reject_inputs.json` do.
            of_tests = number < len(self.tests)
            origin = f"{self.origin}#{number}" if of_tests else f"{self.origin}#R{number - len(self.tests)}"
            try:
                found.append(self._test(row, origin, left_out))
            except SortError as error:
                left_out.append(f"{origin}: {error}")
        return SourcedTests(tuple(found), tuple(left_out))

    def _test(self, row: _VerinaTest | _RejectedInput, origin: str, left_out: list[str]) -> ProblemTest:
        """Raises SortError where an input or the expected output does not convert; a wrong output that does not is told
        and left out alone."""
        types = {parameter.param_name: lean_type(parameter.param_type) for parameter in self.signature.parameters}
        if row.input.keys() != types.keys():
            raise SortError(f"the inputs are {', '.join(row.input)}, the parameters {', '.join(types)}")
        inputs = tuple(lean_value(row.input[name], of) for name, of in types.items())
        names = tuple(types)
        if isinstance(row, _RejectedInput):
            return ProblemTest(inputs=inputs, names=names, invalid=True, origins=(origin,))
        result = lean_type(self.signature.return_type)
        right = lean_value(row.expected, result)
        wrong = [*_converted(row.unexpected, result, origin, left_out)]
        return ProblemTest(inputs=inputs, names=names, right=(right,), wrong=tuple(wrong), origins=(origin,))


def _converted(values: list[Any], of: LeanType, origin: str, left_out: list[str]) -> Iterator[Any]:
    for value in values:
        try:
            yield lean_value(value, of)
        except SortError as error:
            left_out.append(f"{origin}: a wrong output: {error}")


def _tasks_in(folder: Path) -> tuple[DataSetPart, ...]:
    """The tasks of a folder; each has a Lean file beside it, since others call files `task.json`, too."""
    files = tuple(file for file in sorted(folder.glob(f"*/{FILE}")) if file.with_suffix(".lean").is_file())
    return (DataSetPart(name=NAME, problems=files, read_problem=_problem, root=folder),) if files else ()


def _problem(file: Path) -> BenchmarkProblem:
    """Raises InputError."""
    task = read_json(file, _VerinaTask, "expected a task of VERINA")
    folder = file.parent
    try:
        description = (folder / task.description_file).read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(folder / task.description_file, error) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", file=str(folder / task.description_file)) from None
    # Tests and rejected inputs stand in files of their own beside the task, which names them.
    tests = read_json(folder / task.test_file, tuple[_VerinaTest, ...], "expected tests of VERINA")
    rejected: tuple[_RejectedInput, ...] = ()
    if task.reject_inputs_file:
        rejected = read_json(folder / task.reject_inputs_file, tuple[_RejectedInput, ...], "expected inputs of VERINA")
    return BenchmarkProblem(
        name=problem_name(task.id),
        description=description,
        function=task.signature.name,
        parameters={parameter.param_name: parameter.param_type for parameter in task.signature.parameters},
        result=task.signature.return_type,
        sources=(VerinaSource(f"{NAME} {task.id}", folder / task.test_file, task.signature, tests, rejected),),
    )


ADAPTER = DataSetAdapter(
    name=NAME,
    title="VERINA as published: descriptions, tests, wrong outputs and invalid inputs for 189 tasks (Apache-2.0)",
    reference="Ye, Yan, He, Kasriel, Yang, Song: VERINA: Benchmarking Verifiable Code Generation. 2025",
    address="https://github.com/sunblaze-ucb/verina",
    find=in_first_of(_PLACES, _tasks_in),
)
