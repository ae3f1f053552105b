"""Comparing two subjects, whatever language each is of."""

import time
from collections.abc import Iterable

from attrs import frozen

from ...backends.dafny.find import find_verifier
from ...core.comparing.order import ContractComparison
from ...core.comparing.specifications import compare_specifications, turned
from ...core.comparing.values import KnownCase, KnownCases
from ...core.deciding.clauses import counted_engines
from ...core.errors import InputError, SolverFailure, Unsupported, defect
from ...core.ir.contracts import Specification
from ...core.spec_testing.examples import Example
from ...dafny_harness.examples import examples_of
from .across import compare_across
from .carried import CarriedTests, carry_tests
from .dafny_replay import DafnyReplay
from .options import ComparingOptions
from .python_contracts import compare_python
from .reference import ReferenceCheck, check_reference
from .subjects import Comparand, DafnySubject, PythonSubject

MOST_CASES = 12
"""Of the tests of a file."""
SECONDS_OF_TESTS = 2.0


@frozen(slots=True)
class ComparedPair:
    """Two subjects and what came of comparing them: `comparison` is None where they could not be compared, and `reason`
    says why; `failed`: by a defect of ours. Of two languages, `reference`: what the reference in Python does on its
    tests, and `carried`: on those of the Dafny file. `seconds` of wall time."""

    first: Comparand
    second: Comparand
    comparison: ContractComparison | None
    seconds: float
    reason: str = ""
    reference: ReferenceCheck | None = None
    carried: CarriedTests | None = None
    failed: bool = False


def compare_pair(first: Comparand, second: Comparand, options: ComparingOptions) -> ComparedPair:
    """How the first relates to the second. Raises InputError where they have no common values, and SolverFailure
    where the real Dafny is asked for and there is none."""
    started = time.monotonic()
    reason, found, reference, carried, failed = "", None, None, None, False
    try:
        found = _compared(first, second, options)
        if (sides := _of_two_languages(first, second)) is not None:
            reference = check_reference(*sides, options)
            if reference is not None and options.replay_in_dafny:
                reference = DafnyReplay(sides, find_verifier()).reference(reference)
            carried = carry_tests(*sides, _cases(sides[1]))
        if options.replay_in_dafny and (isinstance(first, DafnySubject) or isinstance(second, DafnySubject)):
            found = DafnyReplay((first, second), find_verifier()).comparison(found)
    except (InputError, SolverFailure):
        raise
    except Unsupported as unsupported:
        reason = str(unsupported)
    except Exception as error:  # A defect of ours is that of this pair alone.
        reason, failed = defect(error), True
    return ComparedPair(first, second, found, time.monotonic() - started, reason, reference, carried, failed)


def _of_two_languages(first: Comparand, second: Comparand) -> tuple[PythonSubject, DafnySubject] | None:
    """The one in Python and the one in Dafny."""
    if isinstance(first, PythonSubject) and isinstance(second, DafnySubject):
        return first, second
    if isinstance(first, DafnySubject) and isinstance(second, PythonSubject):
        return second, first
    return None


def _compared(first: Comparand, second: Comparand, options: ComparingOptions) -> ContractComparison:
    for each in (first, second):
        if isinstance(each, DafnySubject):
            _check_read(each)
    if isinstance(first, DafnySubject) and isinstance(second, DafnySubject):
        known = KnownCases(_cases(first), _cases(second))
        return compare_specifications(first.side, second.side, options.engines(), known)
    if isinstance(first, PythonSubject) and isinstance(second, PythonSubject):
        return compare_python(first, second, options)
    if isinstance(first, PythonSubject) and isinstance(second, DafnySubject):
        return compare_across(first, second, options)
    assert isinstance(first, DafnySubject)
    assert isinstance(second, PythonSubject)
    return turned(compare_across(second, first, options))


def _check_read(subject: DafnySubject) -> None:
    """Raises InputError for a method of which not even the parameters are read, or that is declared twice: which one is
    meant is a guess."""
    specification = subject.side.specification
    twice = f" {subject.name}: a name that is declared before"
    for problem in subject.side.program.problems:
        if problem.construct.endswith(twice):
            raise InputError(f"{subject.name} is declared twice, which Dafny refuses: {problem.span}")
    problems = [str(problem) for each in specification.ensures for problem in each.clause.problems]
    unread = all(each.term is None for each in specification.ensures) and bool(problems)
    if unread and not specification.inputs and not specification.outputs and not specification.requires:
        message = f"the parameters of {subject.name} are not read: {'; '.join(problems)}"
        raise InputError(message, file=str(subject.path))


def _cases(subject: DafnySubject) -> tuple[KnownCase, ...]:
    """The tests of a method in its file. What they say of type parameters that they give a type is no value here."""
    specification = subject.side.specification
    found = examples_of(subject.side.program, counted_engines(SECONDS_OF_TESTS)).examples
    own: Iterable[Example] = (each for each in found if _is_about(each, specification))
    return tuple(KnownCase(each.inputs, each.outputs) for each in own)[:MOST_CASES]


def _is_about(example: Example, specification: Specification) -> bool:
    own = example.specification
    same = (own.inputs, own.outputs) == (specification.inputs, specification.outputs)
    return own.name == specification.name and same
