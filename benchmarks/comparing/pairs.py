"""Comparing two subjects, whatever language each is of."""

import time
from collections.abc import Iterable

from attrs import frozen

from ...core.comparing.order import ContractComparison
from ...core.comparing.specifications import compare_specifications
from ...core.comparing.values import KnownCase, KnownCases
from ...core.errors import InputError, Unsupported
from ...core.spec_testing.examples import Example
from ...dafny_harness.examples import examples_of
from ...dafny_harness.run import engines_of
from .options import ComparingOptions
from .python_contracts import compare_python
from .subjects import Comparand, DafnySubject, PythonSubject

MOST_CASES = 12
"""Of the tests of a file."""
SECONDS_OF_TESTS = 2.0


@frozen(slots=True)
class ComparedPair:
    """Two subjects and what came of comparing them: `comparison` is None where they could not be compared, and `reason`
    says why. `seconds` of wall time."""

    first: Comparand
    second: Comparand
    comparison: ContractComparison | None
    seconds: float
    reason: str = ""


def compare_pair(first: Comparand, second: Comparand, options: ComparingOptions) -> ComparedPair:
    """How the first relates to the second. Raises InputError where they have no common values."""
    started = time.monotonic()
    reason, found = "", None
    try:
        found = _compared(first, second, options)
    except Unsupported as unsupported:
        reason = str(unsupported)
    return ComparedPair(first, second, found, time.monotonic() - started, reason)


def _compared(first: Comparand, second: Comparand, options: ComparingOptions) -> ContractComparison:
    if isinstance(first, DafnySubject) and isinstance(second, DafnySubject):
        engines = engines_of("auto", options.dump, options.seconds)
        return compare_specifications(first.side, second.side, engines, KnownCases(_cases(first), _cases(second)))
    if isinstance(first, PythonSubject) and isinstance(second, PythonSubject):
        return compare_python(first, second, options)
    raise InputError("two languages")


def _cases(subject: DafnySubject) -> tuple[KnownCase, ...]:
    """The tests of a method in its file."""
    name = subject.side.specification.name
    found = examples_of(subject.side.program, SECONDS_OF_TESTS).examples
    own: Iterable[Example] = (each for each in found if each.specification.name == name)
    return tuple(KnownCase(each.inputs, each.outputs) for each in own)[:MOST_CASES]
