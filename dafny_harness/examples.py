"""Examples from Dafny's test methods, whose comments say what is expected, too."""

from pathlib import Path

from ..core.deciding.engines import ENDLESS, Engines
from ..core.ir.contracts import Program, TestMethod
from ..core.language import DEFAULT_READING, ReadingOptions
from ..core.language.scoring import ExtraTests, read_examples
from ..core.spec_testing.examples import Examples, Source
from ..core.test_execution.examples_of_tests import examples_of_test, examples_of_tests
from ..core.test_execution.tracing import Reading
from ..frontends.dafny import DAFNY


def examples_of(program: Program, engines: Engines | None = None) -> Examples:
    """The examples in the test methods of a program. Engines as for `examples_of_tests`."""
    return examples_of_tests(program, DAFNY.comments, engines)


def executed_examples(
    test: TestMethod, program: Program, source: Source = "assertion", engines: Engines = ENDLESS
) -> Examples:
    """The examples in one test, whose assertions are reported as `source`. Raises Unsupported where it has no body."""
    return examples_of_test(test, program, Reading(source, engines, DAFNY.comments))


def examples_in_file(
    path: Path | str, tests: ExtraTests | None = None, reading: ReadingOptions = DEFAULT_READING
) -> tuple[Program, Examples]:
    """The program of a Dafny file, and the examples in it and in `tests`. Raises InputError."""
    return read_examples(path, DAFNY, tests, reading)
