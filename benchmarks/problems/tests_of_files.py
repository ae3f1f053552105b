"""Tests for files that have none of their own: those of the problem that a file of a data set is about."""

from collections.abc import Mapping, Sequence
from functools import cache
from os.path import realpath
from pathlib import Path

from attrs import define, evolve, field

from ...core.errors import SpecassayError
from ...core.ir.contracts import Program
from ...core.language import Language
from ...core.spec_testing.examples import Examples
from ...core.spec_testing.findings import Finding
from ..datasets.benchmark_problem import BenchmarkProblem, ProblemTest, SourcedTests
from ..datasets.sets.registry import adapters, folders
from ..datasets.tasks import SpecTask
from .carrying import CarriedTests, carry, method_for
from .catalogue import everything, problems_of
from .judging_limits import LIMITS


@define(slots=True)
class TestsOfProblem:
    """The tests of a problem for one file, which `examples` carries to the method that the problem is about. `count`:
    how many tests the problem has; `carried`: what became of those that were taken."""

    __test__ = False  # pytest must not collect it

    problem: BenchmarkProblem
    language: Language
    own: Path
    count: int = 0
    carried: CarriedTests | None = None
    path: str = field(default="", init=False)

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the method of a program that the problem is about. `task`: the name of its file."""
        try:
            sourced = tests_beside(self.problem, self.own)
        except SpecassayError as error:
            return Examples((), (Finding("unconverted-test", "", f"tests of {self.problem.name}: {error}"),))
        self.count = len(sourced.tests)
        taken = spread(sourced.tests, LIMITS.scoring_tests)
        method = method_for(self.problem, taken, program)
        if method is None or not taken:
            return Examples(())
        self.carried = carry(taken, method, program, self.language)
        return Examples(self.carried.examples)


def tests_beside(problem: BenchmarkProblem, file: Path) -> SourcedTests:
    """The tests of a problem but those that a file has itself. Raises SpecassayError where a source cannot be read."""
    here = Path(realpath(file))
    sources = [source for source in problem.sources if Path(realpath(source.file)) != here]
    return evolve(problem, sources=tuple(sources)).tests()


def spread(tests: Sequence[ProblemTest], most: int) -> tuple[ProblemTest, ...]:
    """A number of tests: half of them the first, the others at equal distances, those with wrong outputs before all."""
    if len(tests) <= most:
        return tuple(tests)
    telling = sorted(tests, key=lambda test: not (test.wrong or test.invalid))
    first, others = telling[: most // 2], telling[most // 2 :]
    step = len(others) / (most - len(first))
    return (*first, *(others[int(place * step)] for place in range(most - len(first))))


def problem_tests_for(file: Path, language: Language, problems: Path | None = None) -> TestsOfProblem | None:
    """The tests of the problem that a file is about; None for one that is in no data set with a name, and where nobody
    else has tests for it. `problems`: the file of problems of one's own that names it."""
    if problems is not None:
        problem = next((each for each in _own_problems(problems).values() if _names(each, file)), None)
    elif _is_in_data(file):
        problem = everything().of_file(file)
    else:
        return None
    if problem is None or all(source.file == file for source in problem.sources):
        return None
    return TestsOfProblem(problem, language, file)


@cache
def _own_problems(source: Path) -> Mapping[str, BenchmarkProblem]:
    """The problems of one's own in a file, with what data sets on this machine have for them."""
    return problems_of([str(source)]).problems


def _names(problem: BenchmarkProblem, file: Path) -> bool:
    here = Path(realpath(file))
    return any(
        isinstance(subject.task, SpecTask) and Path(realpath(subject.task.file)) == here for subject in problem.subjects
    )


def _is_in_data(file: Path) -> bool:
    place = Path(realpath(file))
    return any(place.is_relative_to(folder) for folder in _folders())


@cache
def _folders() -> frozenset[Path]:
    """Where data sets are looked for."""
    return frozenset(Path(realpath(folder)) for adapter in adapters() for folder in folders(adapter.name))
