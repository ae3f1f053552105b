"""Where tests of problems are from: inputs of a Python task with what its reference returns, test methods in a file,
inputs and outputs that are written down, and bodies that are run on made inputs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen
from msgspec import UNSET

from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.deciding.engines import counted_engines
from ...core.errors import SortError
from ...core.ir.contracts import Program, Specification
from ...core.spec_testing.examples import BODY, Example, Examples
from ...core.spec_testing.making import implemented, made_examples
from ..datasets.benchmark_problem import ProblemTest, SourcedTests, TestLabel
from ..datasets.call_tests import CallTests
from ..datasets.python_tests import cases_of
from ..datasets.tasks import ContractTask, SpecTask
from .judging_limits import LIMITS
from .plain import plain_value


@frozen(slots=True)
class ReferenceSource:
    """The inputs of a Python task, with what its reference returns."""

    dataset: str
    task: ContractTask = field(repr=False)

    @property
    def origin(self) -> str:
        return f"{self.dataset} {self.task.task_id}"

    @property
    def file(self) -> Path:
        return Path(self.task.file)

    @property
    def labels(self) -> Mapping[TestLabel, int | None]:
        return {"right": len(self.task.base_input) + len(self.task.plus_input)}

    def read(self) -> SourcedTests:
        cases, problems = cases_of(self.task)
        names = self.task.parameter_names
        tests = [
            ProblemTest(inputs=case.arguments, names=names, right=(case.result,), origins=(f"{self.origin}#{number}",))
            for number, case in enumerate(cases)
        ]
        return SourcedTests(tuple(tests), tuple(f"{self.origin}: {problem}" for problem in problems))


@frozen(slots=True)
class FileSource:
    """The test methods of a file. `wrong`: lines of tests whose output their author calls wrong; `invalid`: lines of
    tests with an input that is called invalid."""

    dataset: str
    task: SpecTask
    wrong: frozenset[int] = frozenset()
    invalid: frozenset[int] = frozenset()

    @property
    def origin(self) -> str:
        return f"{self.dataset} {self.task.file.name}"

    @property
    def file(self) -> Path:
        return self.task.file

    @property
    def labels(self) -> Mapping[TestLabel, int | None]:
        if self.wrong or self.invalid:
            return {"wrong": len(self.wrong), "invalid": len(self.invalid)}
        return {"right": None}

    def read(self) -> SourcedTests:
        reading = self.task.reading()
        engines = counted_engines(LIMITS.source_seconds)
        tests: list[ProblemTest] = []
        left_out: dict[str, int] = {}
        for program, found in self.task.language.read_tested(self.task.file, reading, engines).programs:
            for example in found.examples:
                if example.source == BODY:
                    continue
                try:
                    tests.append(self._test(example, program))
                except SortError as error:
                    left_out[str(error)] = left_out.get(str(error), 0) + 1
        return SourcedTests(tuple(tests), tuple(f"{self.origin}: {n} tests: {why}" for why, n in left_out.items()))

    def _test(self, example: Example, program: Program) -> ProblemTest:
        line = example.span.line if example.span else 0
        origin = f"{self.origin}:{line}" if line else self.origin
        if line in self.invalid:
            return _plain_test(example, program, "invalid", origin)
        return _plain_test(example, program, "wrong" if line in self.wrong else "right", origin)


@frozen(slots=True)
class WrittenSource:
    """Inputs and outputs that are written down as those of calls (`datasets/call_tests.py`). `parameters`: the names
    of inputs that are written in order."""

    origin: str
    calls: CallTests = field(repr=False)
    parameters: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        return Path(self.calls.path)

    @property
    def labels(self) -> Mapping[TestLabel, int | None]:
        tests = [test for tests in self.calls.tests.values() for test in tests]
        invalid = sum(test.invalid for test in tests)
        return {
            "right": len(tests) - invalid,
            "wrong": sum(len(test.wrong) for test in tests),
            "invalid": invalid,
        }

    def read(self) -> SourcedTests:
        tests: list[ProblemTest] = []
        left_out: list[str] = []
        for key, written in self.calls.tests.items():
            for number, test in enumerate(written):
                origin = f"{self.origin} {key}#{number}" if key else f"{self.origin}#{number}"
                try:
                    found = _written_test(test, origin)
                    # A specification may have its parameters in another order.
                    ordered = not found.names and len(found.inputs) == len(self.parameters)
                    tests.append(evolve(found, names=self.parameters) if ordered else found)
                except (NotALiteral, SortError) as error:
                    left_out.append(f"{origin}: {error}")
        return SourcedTests(tuple(tests), tuple(left_out))


def _written_test(test: Any, origin: str) -> ProblemTest:
    """A test that is written down. Raises NotALiteral and SortError."""
    given = (test.inputs or ()) if test.arguments is None else test.arguments
    values = given.values() if isinstance(given, Mapping) else given
    found = ProblemTest(
        inputs=tuple(values if test.arguments is None else map(literal, values)),
        names=tuple(given) if isinstance(given, Mapping) else (),
        invalid=test.invalid,
        origins=(origin,),
    )
    if test.invalid:
        return found
    if test.outputs is not None:
        wrong = [tuple(each.values()) for each in test.wrong]
        # One output is its value and several are a tuple, as a function of Python returns them.
        right, *wrong = (each[0] if len(each) == 1 else each for each in (tuple(test.outputs.values()), *wrong))
    elif test.result is not None:
        right, wrong = literal(test.result), test.wrong
    elif test.output is not UNSET:
        right, wrong = test.output, test.wrong
    else:
        raise SortError("a test without an output")
    return evolve(found, right=(right,), wrong=tuple(wrong))


@frozen(slots=True)
class BodySource:
    """What a body returns on inputs that are made for it."""

    dataset: str
    task: SpecTask
    method: str = ""

    @property
    def origin(self) -> str:
        return f"{self.dataset} {self.task.file.name}: body"

    @property
    def file(self) -> Path:
        return self.task.file

    @property
    def labels(self) -> Mapping[TestLabel, int | None]:
        return {"right": None}

    def read(self) -> SourcedTests:
        language = self.task.language
        program = implemented(language.read(self.task.file, self.task.reading()))
        engines = counted_engines(LIMITS.source_seconds)
        only = {self.method} if self.method else None
        found = made_examples(program, Examples(()), LIMITS.made_inputs, engines, language, only)
        tests: list[ProblemTest] = []
        left_out = [f"{self.origin}: {finding.message}" for finding in found.findings]
        for number, example in enumerate(found.examples):
            try:
                tests.append(_plain_test(example, program, "right", f"{self.origin}#{number}"))
            except SortError as error:
                left_out.append(f"{self.origin}#{number}: {error}")
        return SourcedTests(tuple(tests), tuple(left_out))


def _plain_test(example: Example, program: Program, label: TestLabel, origin: str) -> ProblemTest:
    """An example as a test. Raises SortError where a value has no counterpart, and where it does not say what is
    right."""
    specification, datatypes = example.specification, program.datatypes
    test = ProblemTest(
        inputs=tuple(plain_value(example.inputs[each.name], each.sort, datatypes) for each in specification.inputs),
        names=tuple(str(binder.name) for binder in specification.inputs),
        origins=(origin,),
    )
    if label == "invalid" or example.invalid:
        return evolve(test, invalid=True)
    outputs = _results(example, example.outputs, datatypes)
    if label == "wrong":
        return evolve(test, wrong=(outputs,))
    return evolve(test, right=(outputs,), wrong=tuple(_results(example, each, datatypes) for each in example.wrong))


def _results(example: Example, outputs: Mapping[Any, Any], datatypes: Mapping[str, Any]) -> Any:
    """The results as one value, of several a tuple. Raises SortError where not all of them are known."""
    sorts = _outcome(example.specification)
    if not sorts or {*sorts} != {*outputs}:
        raise SortError("not every result is determined")
    values = [plain_value(outputs[name], sort, datatypes) for name, sort in sorts.items()]
    return values[0] if len(values) == 1 else tuple(values)


def _outcome(specification: Specification) -> dict[Any, Any]:
    """What a call gives: its results, then what it modifies, each with its sort."""
    sorts = specification.sorts
    return {name: sorts[name] for name in (*(b.name for b in specification.outputs), *specification.modifies)}
