"""Which methods of a program a test from elsewhere may be meant for."""

from ..ir.contracts import Program, Specification
from ..ir.statements import Invoke


def subjects_of(program: Program) -> list[Specification]:
    """The methods with an outcome, tests excluded: those that the file's own tests call come first."""
    tests = {test.name for test in program.tests}
    called = {s.method for test in program.tests for s in test.body if isinstance(s, Invoke)}
    found = [s for s in program.specifications if s.name not in tests and (s.outputs or s.modifies)]
    return sorted(found, key=lambda s: s.name not in called)
