"""A problem is one thing: what it asks for, who has written what for it in which language, and its tests.

A test is kept once, as plain values that belong to no language: None, bool, int, float, Fraction, str, list, tuple,
set, dict. `problems/carrying.py` says what it is in a language, or why it has no counterpart there.
"""

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Protocol

from attrs import evolve, frozen

from .tasks import ContractTask, SpecTask

TestLabel = Literal["right", "wrong", "invalid"]
"""What a test says: of an output that it is right or wrong, or of an input that it is invalid."""


@frozen(slots=True, kw_only=True)
class ProblemTest:
    """An input with what is known of its outputs.

    `inputs`: in the order of the parameters, whose names are `names` where these are known. `right` and `wrong`:
    results, of several together a tuple. `invalid`: the precondition should refuse the input. `origins`: where it is
    from.
    """

    inputs: tuple[Any, ...]
    names: tuple[str, ...] = ()
    right: tuple[Any, ...] = ()
    wrong: tuple[Any, ...] = ()
    invalid: bool = False
    origins: tuple[str, ...] = ()


@frozen(slots=True)
class SourcedTests:
    """The tests of a source, and what of it is no test, with the reason."""

    tests: tuple[ProblemTest, ...] = ()
    left_out: tuple[str, ...] = ()


class SourceOfTests(Protocol):
    """Somebody who has tests for a problem; they are read, or computed, when they are asked for."""

    @property
    def origin(self) -> str:
        """What tests of it are said to be from: the data set and the task."""

    @property
    def file(self) -> Path:
        """The file that they are in, or whose bodies give them."""

    @property
    def labels(self) -> Mapping[TestLabel, int | None]:
        """What its tests say, and how many say so; None where nobody knows before they are read."""

    def read(self) -> SourcedTests:
        """Its tests. Raises InputError where there is nothing to read."""


@frozen(slots=True, kw_only=True)
class ProblemSubject:
    """What somebody has written for a problem in one language: a contract, or a specification, with a body or without.

    `method`: the one that is meant, where the file has several and somebody says which. `has_body`: None where only
    reading the file would tell.
    """

    dataset: str
    language: str
    task: ContractTask | SpecTask
    method: str = ""
    has_body: bool | None = None

    @property
    def place(self) -> str:
        """The file and, where it is said, the method."""
        return f"{self.task.file}{f'::{self.method}' if self.method else ''}"


@frozen(slots=True, kw_only=True)
class BenchmarkProblem:
    """A problem. `parameters`: name → type, as its own data set writes them, empty where none says so; `result`: the
    type of the result. `function`: the name of the function that is asked for, where it is known."""

    name: str
    description: str = ""
    function: str = ""
    parameters: Mapping[str, str] = {}
    result: str = ""
    subjects: tuple[ProblemSubject, ...] = ()
    sources: tuple[SourceOfTests, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that it is there in, each once."""
        return tuple(dict.fromkeys(subject.language for subject in self.subjects))

    def joined(self, other: "BenchmarkProblem") -> "BenchmarkProblem":
        """What both have; where both say what the problem is, the first is believed."""
        return evolve(
            self,
            description=self.description or other.description,
            function=self.function or other.function,
            parameters=self.parameters or other.parameters,
            result=self.result or other.result,
            subjects=(*self.subjects, *(subject for subject in other.subjects if subject not in self.subjects)),
            sources=(*self.sources, *(source for source in other.sources if source not in self.sources)),
        )

    def tests(self) -> SourcedTests:
        """The tests of all sources, each input once, and what is left out. An output that one source calls right and
        another one wrong is neither."""
        problem_tests: list[ProblemTest] = []
        left_out: list[str] = []
        for source in self.sources:
            sourced = source.read()
            problem_tests += sourced.tests
            left_out += sourced.left_out
        joined = joined_tests(problem_tests)
        return SourcedTests(joined.tests, (*left_out, *joined.left_out))


def joined_tests(tests: Iterable[ProblemTest]) -> SourcedTests:
    """Tests, each input once, in the order in which they came first."""
    by_inputs: dict[Hashable, ProblemTest] = {}
    for test in tests:
        key = told_apart(test.inputs)
        known = by_inputs.get(key)
        by_inputs[key] = test if known is None else _both(known, test)
    contested = 0
    found = []
    for test in by_inputs.values():
        # Where sources contradict each other, neither is believed: the output goes from both lists, and is counted.
        right = {told_apart(value) for value in test.right}
        disputed = right & {told_apart(value) for value in test.wrong}
        contested += len(disputed) + (test.invalid and bool(test.right))
        if disputed:
            test = evolve(
                test,
                right=tuple(value for value in test.right if told_apart(value) not in disputed),
                wrong=tuple(value for value in test.wrong if told_apart(value) not in disputed),
            )
        # An input that one source calls invalid and another has an output for tests nothing.
        if not (test.invalid and test.right):
            found.append(test)
    left_out = (f"{contested} outputs or inputs that one source calls right and another wrong",) if contested else ()
    return SourcedTests(tuple(found), left_out)


def _both(one: ProblemTest, other: ProblemTest) -> ProblemTest:
    def outputs(first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple({told_apart(value): value for value in (*second, *first)}.values())

    return evolve(
        one,
        names=one.names or other.names,
        right=outputs(one.right, other.right),
        wrong=outputs(one.wrong, other.wrong),
        invalid=one.invalid or other.invalid,
        origins=tuple(dict.fromkeys((*one.origins, *other.origins))),
    )


def told_apart(value: Any) -> Hashable:
    """Equal for plain values that are one: a list and a tuple of the same elements are, and 2 and 2.0; True and 1 are
    not."""
    match value:
        case None | bool() | str():
            return type(value).__name__, value
        case int() | Fraction():
            return "number", Fraction(value)
        case float():
            return "number", Fraction(value) if value - value == 0 else repr(value)
        case list() | tuple():
            return "list", tuple(map(told_apart, value))
        case set() | frozenset():
            return "set", frozenset(map(told_apart, value))
        case Mapping():
            return "map", frozenset((told_apart(key), told_apart(item)) for key, item in value.items())
    return "other", repr(value)
