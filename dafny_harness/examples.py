"""Examples from Dafny's test methods: the calls that they make, and what they say of the outputs."""

from typing import Protocol

from ..core.deciding.engines import ENDLESS, Engines, counted_engines
from ..core.errors import Unsupported, contained
from ..core.ir.contracts import Program, TestMethod
from ..core.spec_testing.examples import Example, Examples, Source
from ..core.spec_testing.findings import Finding
from .execution import execute
from .expectations import examples_in
from .roles import executed_examples

SECONDS = 20.0
"""Of work, for computing what the tests of a file say."""


class ExtraTests(Protocol):
    """Tests beside those of a Dafny file; `path` is where they are from."""

    @property
    def path(self) -> str: ...

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the program of the file `task` (its name without suffix), and what cannot be used."""


def examples_of(program: Program, engines: Engines | None = None) -> Examples:
    """The examples in the test methods of a program. No test can use up the time of those after it, which is that of
    the engines; None: `SECONDS` of work."""
    if engines is None:
        engines = counted_engines(SECONDS)
    found: list[Example] = []
    findings: list[Finding] = []
    for test, own in zip(program.tests, engines.shares(len(program.tests)), strict=True):
        try:
            with contained(test.span):
                result = _either(test, program, own)
        except Unsupported as error:
            message = f"{test.name} is not executed: {error.construct}"
            findings.append(Finding("unsupported-test", test.name, message, error.span or test.span))
            continue
        found.extend(result.examples)
        findings.extend(result.findings)
    return Examples(tuple(found), tuple(findings))


def examples_of_test(
    test: TestMethod, program: Program, source: Source = "assertion", engines: Engines = ENDLESS
) -> Examples:
    """The examples in one test method. `source` is what its assertions are reported as; after the deadline of
    the engines nothing is computed, and what a test says stays as it is written."""
    return examples_in(execute(test, program), test, program, source, engines)


def _either(test: TestMethod, program: Program, engines: Engines) -> Examples:
    """What a test says when it is executed or, where that does not come to its end and says no more, when it is only
    read, statement by statement: a test of objects."""
    read = examples_of_test(test, program, engines=engines)
    if test.name not in program.tested:
        return read
    executed, whole = executed_examples(test, program, engines)
    gained = len(executed.examples) - len(read.examples)
    return executed if gained > 0 or (gained == 0 and whole) else read
