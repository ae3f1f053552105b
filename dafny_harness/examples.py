"""Examples from Dafny's test methods, whose comments say what is expected, too."""

from typing import Protocol

from ..core.deciding.engines import ENDLESS, Engines
from ..core.ir.contracts import Program, TestMethod
from ..core.spec_testing.examples import Examples, Source
from ..core.test_execution.examples_of_tests import examples_of_test, examples_of_tests
from ..core.test_execution.tracing import Reading
from .comments import COMMENTS


class ExtraTests(Protocol):
    """Tests beside those of a Dafny file; `path` is where they are from."""

    @property
    def path(self) -> str: ...

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the program of the file `task` (its name without suffix), and what cannot be used."""


def examples_of(program: Program, engines: Engines | None = None) -> Examples:
    """The examples in the test methods of a program. Engines as for `examples_of_tests`."""
    return examples_of_tests(program, COMMENTS, engines)


def executed_examples(
    test: TestMethod, program: Program, source: Source = "assertion", engines: Engines = ENDLESS
) -> Examples:
    """The examples in one test, whose assertions are reported as `source`. Raises Unsupported where it has no body."""
    return examples_of_test(test, program, Reading(source, engines, COMMENTS))
