"""Tests as inputs and outputs of calls, for a specification in any language: JSON, or an object a line.

Three layouts are read. Our own, by the name of the method (or of the file), or with it in each line:

    {"Div": [{"inputs": {"x": 7, "y": 2}, "outputs": {"q": 3, "r": 1}, "wrong": [{"q": 3, "r": 2}]},
             {"inputs": [7, 0], "invalid": true}]}
    {"function": "Abs", "inputs": [-1], "output": 1}

Inputs are by name or in order. `output` is the result; `outputs` are several results, or what parameters hold that the
method modifies, by name. `wrong` are outputs that are labelled wrong, in the same form. What JSON cannot say is written
as Python: `{"arguments": {"x": "(1, 2)"}, "result": "{3}"}`.

VERINA's, of one task: `[{"input": {"n": 1}, "expected": 2, "unexpected": [3]}]`, and `{"tests": [...],
"reject_inputs": [{"input": {"n": -1}}]}`. MBPP's: `[{"task_id": 7, "test_list": ["assert f(1) == 2"]}]`.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from attrs import evolve, frozen

from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.errors import InputError, SortError, unreadable
from ...core.ir.contracts import Program, Specification
from ...core.ir.variables import by_text
from ...core.json_places import line_of_value
from ...core.spec_testing.examples import Example, Examples, Source
from ...core.spec_testing.findings import Finding
from ...core.spec_testing.python_values import ReferenceCase, example_of_case, from_python, subjects_of

SOURCE: Source = "tests file"
MOST_BYTES = 64 * 2**20
"""Bytes."""
LONGEST = 50_000
"""Characters of an assertion."""
FORM = '{"FUNCTION": [{"inputs": {"NAME": VALUE}, "output": VALUE}]}'
"""Our own layout, as messages say it."""


class _Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    function: str = ""
    inputs: dict[str, Any] | list[Any] | None = None
    output: Any = msgspec.UNSET
    outputs: dict[str, Any] | None = None
    wrong: list[Any] = []
    invalid: bool = False
    arguments: dict[str, str] | list[str] | None = None
    result: str | None = None


@frozen(slots=True)
class CallTests:
    """Tests by the name of the function that they call, or of the file that has it; "" for any."""

    path: str
    tests: Mapping[str, tuple[_Test, ...]]

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the functions of a program, and what cannot be used. `task`: the name of its file."""
        examples: list[Example] = []
        findings: list[Finding] = []
        for specification, name, tests in self._tests_of(task, program):
            for number, test in enumerate(tests):
                where = f"{name}#{number}"
                try:
                    examples.append(_example(test, specification, where))
                except (SortError, NotALiteral) as error:
                    findings.append(Finding("unsupported-test", specification.name, f"{self.path}, {where}: {error}"))
        return Examples(tuple(examples), tuple(findings))

    def _tests_of(self, task: str, program: Program) -> Iterator[tuple[Specification, str, tuple[_Test, ...]]]:
        """Each method that there are tests for. Tests of a file are of its first method with such parameters."""
        named = [specification for specification in program.specifications if specification.name in self.tests]
        for specification in named:
            yield specification, specification.name, self.tests[specification.name]
        # `task_id_17.dfy` has the tests of `task_id_17`, or of `17`; those of no name at all are of any file.
        number = task.rpartition("_")[2]
        key = next((key for key in (task, number, "") if key in self.tests), None)
        # Tests that name methods say which they are of; only where none of them fits is a method looked for.
        if named or key is None or not self.tests[key]:
            return
        subjects = subjects_of(program)
        fitting = [subject for subject in subjects if any(_fits(test, subject) for test in self.tests[key])]
        if fitting or subjects:
            yield (fitting or subjects)[0], key or task, self.tests[key]

    def of_one_method(self, specification: Specification) -> Examples:
        """All tests as examples of one method, whatever they call it."""
        examples: list[Example] = []
        findings: list[Finding] = []
        for key, tests in self.tests.items():
            for number, test in enumerate(tests):
                try:
                    examples.append(_example(test, specification, f"{key}#{number}"))
                except (SortError, NotALiteral) as error:
                    findings.append(Finding("unsupported-test", specification.name, f"{key}#{number}: {error}"))
        return Examples(tuple(examples), tuple(findings))


def _fits(test: _Test, specification: Specification) -> bool:
    arguments = test.inputs if test.arguments is None else test.arguments
    names = [str(binder.name) for binder in specification.inputs]
    return arguments is not None and (
        set(arguments) == set(names) if isinstance(arguments, dict) else len(arguments) == len(names)
    )


def _example(test: _Test, specification: Specification, name: str) -> Example:
    """A test as an example of a method. Raises SortError, NotALiteral."""
    arguments = _arguments(test, specification)
    if test.invalid:
        return evolve(_of_outputs({}, arguments, specification, name), invalid=True)
    if test.outputs is not None:
        example = _of_outputs(test.outputs, arguments, specification, name)
        names_of_outputs = {*(str(binder.name) for binder in specification.outputs), *map(str, specification.modifies)}
        # A missing output would be unconstrained, and the test would pass more than its author meant.
        if set(test.outputs) != names_of_outputs:
            raise SortError(
                f"the outputs are {', '.join(test.outputs)}; those of the method {', '.join(names_of_outputs)}"
            )
    elif test.result is None and test.output is msgspec.UNSET:
        raise SortError("a test without an output")
    else:
        result = test.output if test.result is None else literal(test.result)
        example = example_of_case(ReferenceCase(tuple(arguments), result), specification, name, SOURCE)
    return evolve(
        example, wrong=tuple(_wrong(wrong_output, test, arguments, specification, name) for wrong_output in test.wrong)
    )


def _wrong(value: Any, test: _Test, arguments: list[Any], specification: Specification, name: str) -> Mapping[str, Any]:
    """An output that is labelled wrong. Raises SortError."""
    if test.outputs is None:
        return example_of_case(ReferenceCase(tuple(arguments), value), specification, name, SOURCE).outputs
    if not isinstance(value, dict):
        raise SortError("a wrong output has to be an object by name, like the outputs")
    return _of_outputs(value, arguments, specification, name).outputs


def _of_outputs(outputs: Mapping[str, Any], arguments: list[Any], specification: Specification, name: str) -> Example:
    """An example with outputs by name. Raises SortError."""
    inputs = {
        binder.name: from_python(value, binder.sort, ("input", position), specification.datatypes)
        for position, (binder, value) in enumerate(zip(specification.inputs, arguments, strict=True))
    }
    sorts = {binder.name: binder.sort for binder in (*specification.outputs, *specification.inputs)}
    sort_names, found = by_text(sorts), {}
    for text, value in outputs.items():
        key = sort_names.get(text)
        if key is None or (key in inputs and key not in specification.modifies):
            raise SortError(f"{text} is not an output of {specification.name}")
        input_value = inputs.get(key)
        # An array that is modified is the same array afterwards, with other elements: `old(a) == a` holds of it.
        identity = getattr(input_value, "identity", ("result", key))
        found[key] = from_python(value, sorts[key], identity, specification.datatypes)
        if input_value is not None and len(getattr(found[key], "elements", ())) != len(
            getattr(input_value, "elements", ())
        ):
            raise SortError(f"{specification.name} cannot change the length of {key}")
    return Example(specification, inputs, found, {}, (), SOURCE, name, None)


def _arguments(test: _Test, specification: Specification) -> list[Any]:
    """The inputs in the order of the parameters. Raises SortError, NotALiteral."""
    names = [str(binder.name) for binder in specification.inputs]
    arguments = test.inputs if test.arguments is None else test.arguments
    if arguments is None:
        raise SortError("a test without inputs")
    if isinstance(arguments, dict):
        if set(arguments) != set(names):
            raise SortError(f"the inputs are {', '.join(arguments)}, the parameters {', '.join(names)}")
        arguments = [arguments[name] for name in names]
    if len(arguments) != len(names):
        raise SortError(f"{len(arguments)} arguments for the {len(names)} parameters of {specification.name}")
    return list(arguments) if test.arguments is None else [literal(text) for text in arguments]


def load_call_tests(path: Path) -> CallTests | None:
    """Read a file of such tests; None for a file of another form. Raises InputError when it cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"more than {MOST_BYTES // 2**20} MiB", file=str(path))
        text = path.read_text(encoding="utf-8")
    # No text at all: perhaps a format of somebody else.
    except UnicodeDecodeError:
        return None
    except OSError as error:
        raise unreadable(path, error) from None
    if path.suffix == ".jsonl":
        return _of_lines(path, text)
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return call_tests_of(rows, path)


def refuse_other_forms(path: Path) -> None:
    """Raise InputError for a file that is neither in a form that is read here nor one of objects by task, of which its
    language says what is wrong. It names the line, the key and what was expected there."""
    try:
        text = path.read_bytes().decode("utf-8")
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError(f"not JSON: {error}; expected {FORM}", file=str(path), line=line) from None
    if not isinstance(rows, dict):
        problem = "a list of tests that name no function" if isinstance(rows, list) else "no tests by function"
        raise InputError(f"{problem}; expected {FORM}", file=str(path), line=1)
    if any(isinstance(tests, list) for tests in rows.values()):
        key = next(key for key, tests in rows.items() if not isinstance(tests, list))
        message = f'"{key}" is no list of tests; expected {FORM}'
        raise InputError(message, file=str(path), line=line_of_value(text, (key,)))


def call_tests_of(rows: Any, path: Path) -> CallTests | None:
    """The tests in what JSON says, `path` naming them in messages; None for another form. Raises InputError."""
    rows = _our_layout(rows, str(path))
    if not isinstance(rows, dict) or not rows or not all(isinstance(tests, list) for tests in rows.values()):
        return None
    read = {
        name: tuple(
            _read(test, path, None, f"$.{name}[{number}]" if name else f"$[{number}]")
            for number, test in enumerate(tests)
        )
        for name, tests in rows.items()
    }
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
        # A line may name its function, or be of the layout that tests of problems have.
        laid_out = _our_layout([row], str(path), number) if isinstance(row, dict) and "function" not in row else None
        if isinstance(laid_out, dict):
            for name, rows in laid_out.items():
                tests.setdefault(name, []).extend(_read(test, path, number, "$") for test in rows)
            continue
        # Another format, which another reader knows.
        if not isinstance(row, dict) or "function" not in row:
            return None
        test = _read(row, path, number, "$")
        tests.setdefault(test.function, []).append(test)
    return CallTests(str(path), {name: tuple(test) for name, test in tests.items()})


def _read(row: object, path: Path, line: int | None, where: str) -> _Test:
    try:
        return msgspec.convert(row, _Test)
    except msgspec.ValidationError as error:
        message = f"not a test that calls a function: {error}, in {where}"
        raise InputError(message, file=str(path), line=line) from None


# -- other layouts


def _our_layout(rows: Any, file: str, line: int | None = None) -> Any:
    """The tests by method or task, in our own layout; what is in neither of the two is given back as it is. Raises
    InputError, with the path in the JSON."""
    if isinstance(rows, dict) and set(rows) <= {"tests", "reject_inputs"} and "reject_inputs" in rows:
        # A file of VERINA: tests, and beside them inputs that the precondition refuses.
        listed = [*_listed(rows.get("tests", []), "$.tests", file, line)]
        rejected = _listed(rows["reject_inputs"], "$.reject_inputs", file, line)
        tests = [_verina(test, f"$.tests[{number}]", file, line) for number, test in enumerate(listed)]
        return {
            "": tests
            + [
                _rejected(rejected_input, f"$.reject_inputs[{n}]", file, line)
                for n, rejected_input in enumerate(rejected)
            ]
        }
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return rows
    # Its parts by themselves: a list of tests, or one of refused inputs.
    if all("input" in row and "expected" in row for row in rows):
        return {"": [_verina(row, f"$[{number}]", file, line) for number, row in enumerate(rows)]}
    if all(set(row) == {"input"} for row in rows):
        return {"": [_rejected(row, f"$[{number}]", file, line) for number, row in enumerate(rows)]}
    # Rows of MBPP, each with the assertions of its task.
    if all("task_id" in row and "test_list" in row for row in rows):
        return {str(row["task_id"]): _mbpp(row, f"$[{n}].test_list", file, line) for n, row in enumerate(rows)}
    return rows


def _listed(value: Any, where: str, file: str, line: int | None) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"not a list, in {where}", file=file, line=line)
    return value


# -- VERINA: github.com/sunblaze-ucb/verina, test.json and reject_inputs.json


def _verina(row: Any, where: str, file: str, line: int | None) -> dict[str, Any]:
    if not isinstance(row, dict) or not {"input", "expected"} <= set(row) <= {"input", "expected", "unexpected"}:
        raise InputError(f"not a test with input, expected and unexpected, in {where}", file=file, line=line)
    wrong = _listed(row.get("unexpected", []), f"{where}.unexpected", file, line)
    unwrapped = [
        output["output"] if isinstance(output, dict) and set(output) == {"output"} else output for output in wrong
    ]
    return {
        **_rejected(row, where, file, line),
        "invalid": False,
        "output": _plain(row["expected"]),
        "wrong": list(map(_plain, unwrapped)),
    }


def _rejected(row: Any, where: str, file: str, line: int | None) -> dict[str, Any]:
    inputs = row.get("input") if isinstance(row, dict) else None
    if not isinstance(inputs, dict):
        raise InputError(f"no input by name, in {where}.input", file=file, line=line)
    return {"inputs": {name: _plain(value) for name, value in inputs.items()}, "invalid": True}


def _plain(value: Any) -> Any:
    """A value; one that is written as Lean writes it (`#[1, 2]`, `True`) is what JSON writes for it."""
    if not isinstance(value, str):
        return value
    text = re.sub(r"\bTrue\b", "true", re.sub(r"\bFalse\b", "false", value.replace("#[", "[")))
    if not re.match(r"\[|-?\d|true$|false$|\"", text.strip()):
        return value
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return value


# -- MBPP: assertions in Python


def _mbpp(row: dict[str, Any], where: str, file: str, line: int | None) -> list[dict[str, Any]]:
    listed = _listed(row["test_list"], where, file, line)
    return [_assertion(text, f"{where}[{number}]", file, line) for number, text in enumerate(listed)]


def _assertion(text: Any, where: str, file: str, line: int | None) -> dict[str, Any]:
    """`assert f(1, [2]) == 3` as a test."""
    problem = f"no assertion that a call equals a value, in {where}"
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InputError(problem, file=file, line=line)
    try:
        (statement,) = ast.parse(text.strip()).body
        match statement:
            case ast.Assert(
                test=ast.Compare(left=ast.Call(args=args, keywords=[]), ops=[ast.Eq()], comparators=[right])
            ):
                return {"arguments": [ast.unparse(arg) for arg in args], "result": ast.unparse(right)}
            case _:
                raise InputError(problem, file=file, line=line)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(problem, file=file, line=line) from None
