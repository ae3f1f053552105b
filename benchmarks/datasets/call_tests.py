"""Tests as inputs and outputs of calls, for a specification in any language: JSON, or an object a line.

`{"f": [{"inputs": {"x": 1}, "output": 2}]}`, or lines `{"function": "f", "inputs": [1], "output": 2}`. Inputs are by
name or in order. What JSON cannot say is written as Python: `{"arguments": {"x": "(1, 2)"}, "result": "{3}"}`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from attrs import frozen

from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.errors import InputError, SortError
from ...core.ir.contracts import Program, Specification
from ...core.spec_testing.examples import Example, Examples, Source
from ...core.spec_testing.findings import Finding
from ...core.spec_testing.python_values import ReferenceCase, example_of_case

SOURCE: Source = "tests file"


class _Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    function: str = ""
    inputs: dict[str, Any] | list[Any] | None = None
    output: Any = msgspec.UNSET
    arguments: dict[str, str] | list[str] | None = None
    result: str | None = None


@frozen(slots=True)
class CallTests:
    """Tests by the name of the function that they call."""

    path: str
    tests: Mapping[str, tuple[_Test, ...]]

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the functions of a program, and what cannot be used. The task does not matter."""
        found: list[Example] = []
        findings: list[Finding] = []
        for specification in program.specifications:
            for number, test in enumerate(self.tests.get(specification.name, ())):
                name = f"{specification.name}#{number}"
                try:
                    found.append(example_of_case(_case(test, specification), specification, name, SOURCE))
                except (SortError, NotALiteral) as error:
                    findings.append(Finding("unsupported-test", specification.name, f"{self.path}, {name}: {error}"))
        return Examples(tuple(found), tuple(findings))


def _case(test: _Test, specification: Specification) -> ReferenceCase:
    """The inputs in the order of the parameters, and the output. Raises SortError, Malformed."""
    names = [binder.name for binder in specification.inputs]
    given = test.inputs if test.arguments is None else test.arguments
    if given is None or (test.result is None and test.output is msgspec.UNSET):
        raise SortError("a test without inputs or without an output")
    if isinstance(given, dict):
        if set(given) != set(names):
            raise SortError(f"the inputs are {', '.join(given)}, the parameters {', '.join(names)}")
        given = [given[name] for name in names]
    arguments = given if test.arguments is None else [literal(text) for text in given]
    return ReferenceCase(tuple(arguments), test.output if test.result is None else literal(test.result))


def load_call_tests(path: Path) -> CallTests | None:
    """Read a file of such tests; None for a file of another form. Raises InputError when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None
    except OSError as error:
        raise InputError(error.strerror or str(error), file=str(path)) from None
    if path.suffix == ".jsonl":
        return _of_lines(path, text)
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(rows, dict) or not rows or not all(isinstance(tests, list) for tests in rows.values()):
        return None
    read = {name: tuple(_read(test, path, None) for test in tests) for name, tests in rows.items()}
    return CallTests(str(path), read)


def _of_lines(path: Path, text: str) -> CallTests | None:
    tests: dict[str, list[_Test]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"not JSON: {error}", file=str(path), line=number) from None
        if not isinstance(row, dict) or "function" not in row:
            return None
        test = _read(row, path, number)
        tests.setdefault(test.function, []).append(test)
    return CallTests(str(path), {name: tuple(each) for name, each in tests.items()})


def _read(row: object, path: Path, line: int | None) -> _Test:
    try:
        return msgspec.convert(row, _Test)
    except msgspec.ValidationError as error:
        raise InputError(f"not a test that calls a function: {error}", file=str(path), line=line) from None
