"""Tests beside a Dafny file: JSON in the form of MBPP-DFY, `{id: {method_signature, test_cases: {name:
statements}}}`.

The signature is the task's, not the file's: parameters are matched to those of the method under test, and
values convert through the two types.
"""

import json
import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import msgspec
from attrs import evolve, frozen

from ..core.deciding.engines import ENDLESS
from ..core.errors import InputError, ParseError, SortError, Unsupported
from ..core.ir.contracts import Program, Specification
from ..core.ir.sorts import Sort
from ..core.json_places import line_of_value
from ..core.spec_testing.contents import convert
from ..core.spec_testing.examples import Example, Examples, Source
from ..core.spec_testing.findings import Finding
from ..core.spec_testing.python_values import subjects_of
from ..core.test_execution.examples_of_tests import examples_of_test
from ..core.test_execution.tracing import Reading
from ..frontends.dafny import DAFNY, parse_signature, parse_test
from .verifier.harness_limits import LIMITS

SOURCE: Source = "tests file"


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
            # Without a signature no case can be read: one finding instead of one for each case.
            problem = f'the "method_signature" of these tests is not read: {error}'
            return Examples((), (Finding("unsupported-test", "", problem),))
        for name, text in tests.test_cases.items():
            found = self._read(signature, text, f"{task}/{name}")
            findings.extend(found.findings)
            # The file was written for a signature, not for this program: each example is held against the method that
            # is there.
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
        return examples_of_test(program.tests[0], program, Reading(SOURCE, ENDLESS, DAFNY.comments))


def load_tests(path: Path | str) -> TestsFile:
    """Read a file of tests. Raises InputError when it is missing or of another form, with the line and the key."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
        tasks = json.loads(text)
    except OSError as error:
        raise InputError(error.strerror or str(error), file=str(path)) from None
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError(f"not JSON: {error}; expected {FORM}", file=str(path), line=line) from None
    misfit = next(_misfits(tasks), None)
    if misfit is not None:
        keys, problem = misfit
        where = ".".join(f'"{key}"' for key in keys) or "the whole"
        raise InputError(f"{where} {problem}; expected {FORM}", file=str(path), line=line_of_value(text, keys))
    return TestsFile(str(path), msgspec.convert(tasks, dict[str, FileTests]))


FORM = '{"ID": {"method_signature": "...", "test_cases": {"NAME": "STATEMENTS"}}}'
"""The form of a file of tests, as messages say it."""


def _misfits(tasks: object) -> Iterator[tuple[tuple[str, ...], str]]:
    """What of JSON is not in the form of these tests: the keys that lead there, and what is wrong with it."""
    if not isinstance(tasks, dict):
        yield (), "is no object"
        return
    for name, task in tasks.items():
        if not isinstance(task, dict):
            yield (name,), "is no object"
            continue
        yield from (((name,), f'has no "{key}"') for key in ("method_signature", "test_cases") if key not in task)
        if not isinstance(task.get("method_signature", ""), str):
            yield (name, "method_signature"), "is no string"
        cases = task.get("test_cases", {})
        if not isinstance(cases, dict):
            yield (name, "test_cases"), "is no object"
            continue
        for case, statements in cases.items():
            if not isinstance(statements, str):
                yield (name, "test_cases", case), "is no string of statements"


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
    # Several methods may have that arity: the first whose types the values fit is meant.
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
    # The signature may have the parameters in another order, which their types tell.
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
    if own == target or sorted(map(str, own)) != sorted(map(str, target)) or len(own) > LIMITS.parameters:
        return straight
    exact = [list(order) for order in permutations(straight) if all(own[i] == target[p] for i, p in enumerate(order))]
    return exact[0] if len(exact) == 1 else straight
