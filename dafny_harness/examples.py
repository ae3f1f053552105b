"""Examples from Dafny's test methods: the calls that they make, and what they say of the outputs. Each test is executed
as it is written (`following.py`), on unknown results of the methods under test (`roles.py`)."""

from typing import Protocol

from ..core.deciding.engines import Engines, counted_engines
from ..core.errors import Unsupported, contained
from ..core.ir.contracts import Program
from ..core.spec_testing.examples import Example, Examples
from ..core.spec_testing.findings import Finding
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
                result = executed_examples(test, program, engines=own)
        except Unsupported as error:
            message = f"{test.name} is not executed: {error.construct}"
            findings.append(Finding("unsupported-test", test.name, message, error.span or test.span))
            continue
        found.extend(result.examples)
        findings.extend(result.findings)
    return Examples(tuple(found), tuple(findings))
