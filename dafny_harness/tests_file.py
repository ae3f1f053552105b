"""Tests beside a Dafny file: JSON in the form of MBPP-DFY, `{id: {method_signature, test_cases: {name:
statements}}}`.

The signature is the task's, not the file's: parameters are matched to those of the method under test, and
values convert through the two types.
"""

import re
from itertools import permutations
from pathlib import Path

import msgspec
from attrs import evolve, frozen

from ..core.errors import InputError, ParseError, SortError, Unsupported
from ..core.ir.contracts import Program, Specification
from ..core.ir.sorts import Sort
from ..core.spec_testing.contents import convert
from ..core.spec_testing.examples import Example, Examples, Source
from ..core.spec_testing.findings import Finding
from ..core.spec_testing.python_values import subjects_of
from ..frontends.dafny import parse_signature, parse_test
from .examples import executed_examples

SOURCE: Source = "tests file"
MOST_PARAMETERS = 6
"""Beyond this many parameters only the order of the signature is tried."""


class FileTests(msgspec.Struct, frozen=True):
    """The tests of one task."""

    __test__ = False  # pytest must not collect it

    method_signature: str
    test_cases: dict[str, str]


@frozen(slots=True)
class TestsFile:
    """The tests of many tasks by id."""

    __test__ = False

    path: str
    tasks: dict[str, FileTests]

    def of_task(self, task: str) -> FileTests | None:
        """The tests whose id is the task's name, or the number that it ends in."""
        number = re.search(r"\d+$", task)
        return self.tasks.get(task) or (self.tasks.get(number[0]) if number else None)

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the method of a program that fits the signature; what cannot be used is a
        finding."""
        tests = self.of_task(task)
        if tests is None:
            return Examples(())
        examples: list[Example] = []
        findings: list[Finding] = []
        try:
            signature = parse_signature(tests.method_signature, f"{self.path}#{task}")
        except (ParseError, Unsupported) as error:
            return Examples((), (Finding("unsupported-test", "", str(error)),))
        for name, text in tests.test_cases.items():
            found = self._read(signature, text, f"{task}/{name}")
            findings.extend(found.findings)
            for example in found.examples:
                fitted = _fit(example, program)
                if isinstance(fitted, Example):
                    examples.append(fitted)
                else:
                    findings.append(fitted)
        return Examples(tuple(examples), tuple(findings))

    def _read(self, signature: Specification, text: str, name: str) -> Examples:
        """The examples of one test case, in the types of its own signature."""
        program = parse_test(text.replace(":==", "=="), signature, name, f"{self.path}#{name}")
        return executed_examples(program.tests[0], program, SOURCE)


def load_tests(path: Path | str) -> TestsFile:
    """Read a file of tests. Raises InputError when it is missing or of another form."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(error.strerror or str(error), file=str(path)) from None
    try:
        return TestsFile(str(path), msgspec.json.decode(data, type=dict[str, FileTests]))
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        expected = 'expected {"ID": {"method_signature": "...", "test_cases": {"NAME": "STATEMENTS"}}}'
        raise InputError(f"{error}; {expected}", file=str(path)) from None


def _fit(example: Example, program: Program) -> Example | Finding:
    """The example as one of a method of the program."""
    subjects = subjects_of(program)
    arity = len(example.specification.inputs), len(example.specification.outputs)
    fitting = [s for s in subjects if (len(s.inputs), len(s.outputs)) == arity]
    if not fitting:
        return Finding(
            "wrong-arity",
            "",
            f"no method takes {arity[0]} arguments and returns {arity[1]} results",
            example.span,
        )
    problems = []
    for specification in fitting:
        try:
            return _converted(example, specification)
        except SortError as error:
            problems.append(f"{specification.name}: {error}")
    return Finding("unsupported-test", fitting[0].name, "; ".join(problems), example.span)


def _converted(example: Example, target: Specification) -> Example:
    """The example with the target's parameter names and types. Raises SortError."""
    if example.constraints or example.unknowns:
        raise SortError("a test that only constrains its result cannot be written for another signature")
    own = example.specification
    order = _matching([b.sort for b in own.inputs], [b.sort for b in target.inputs])
    inputs = {
        target.inputs[position].name: convert(
            example.inputs[binder.name], binder.sort, target.inputs[position].sort, ("input", position)
        )
        for binder, position in zip(own.inputs, order, strict=True)
    }
    outputs = {
        output.name: convert(example.outputs[binder.name], binder.sort, output.sort, ("result", output.name))
        for binder, output in zip(own.outputs, target.outputs, strict=True)
    }
    ordered = {binder.name: inputs[binder.name] for binder in target.inputs}
    return evolve(example, specification=target, inputs=ordered, outputs=outputs)


def _matching(own: list[Sort], target: list[Sort]) -> list[int]:
    """The target's position of each parameter: in order, unless only another order has equal types."""
    straight = list(range(len(own)))
    if own == target or sorted(map(str, own)) != sorted(map(str, target)) or len(own) > MOST_PARAMETERS:
        return straight
    exact = [list(order) for order in permutations(straight) if all(own[i] == target[p] for i, p in enumerate(order))]
    return exact[0] if len(exact) == 1 else straight
