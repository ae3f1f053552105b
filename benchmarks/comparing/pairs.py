"""Comparing two subjects, whatever language each is of."""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

from attrs import evolve, frozen

from ...backends.dafny.process import find_dafny
from ...core.comparing.order import ContractComparison
from ...core.comparing.specifications import compare_specifications, turned
from ...core.comparing.values import KnownCase, KnownCases
from ...core.deciding.engines import counted_engines
from ...core.errors import InputError, SolverFailure, SpecassayError, Unsupported, defect
from ...core.ir.contracts import Specification
from ...core.spec_testing.examples import Example
from ...core.test_execution.examples_of_tests import examples_of_tests
from ..schema import CarriedPart
from .across import carry_tests, compare_across
from .comparing_limits import LIMITS
from .dafny_replay import DafnyReplay, ReferenceCheck, check_reference, is_replayed
from .matching import Matching, in_words, match, notes_of_matching, ordered
from .python_contracts import compare_python
from .subjects import Comparand, ComparingOptions, PythonSubject, SpecificationSubject


@frozen(slots=True)
class ComparedPair:
    """Two subjects and what came of comparing them: `comparison` is None where they could not be compared, and `reason`
    says why; `failed`: by a defect of ours. Of two languages, `reference`: what the reference in Python does on its
    tests, and `carried`: on those of the specification's file. `matching`: of their parameters. `seconds` of wall
    time."""

    first: Comparand
    second: Comparand
    comparison: ContractComparison | None
    seconds: float
    reason: str = ""
    reference: ReferenceCheck | None = None
    carried: CarriedPart | None = None
    failed: bool = False
    matching: Matching | None = None


def compare_pair(first: Comparand, second: Comparand, options: ComparingOptions) -> ComparedPair:
    """How the first relates to the second. Raises InputError where they have no common values, and SolverFailure
    where the real Dafny is asked for and there is none."""
    started = time.monotonic()
    reason, comparison, reference, carried, failed, matching = "", None, None, None, False, None
    try:
        for subject in (first, second):
            if isinstance(subject, SpecificationSubject):
                _check_read(subject)
        matching = match(first, second, options.match, by_position=options.by_position)
        first_ordered, its = ordered(first, second, matching)
        comparison = _compared(first_ordered, its, matching, options)
        if (sides := _of_two_languages(first_ordered, its)) is not None:
            reference = check_reference(*sides, options)
            if reference is not None and options.replay_in_dafny and is_replayed(*sides):
                reference = DafnyReplay(sides, find_dafny()).reference(reference)
            carried = carry_tests(*sides, _cases(sides[1]))
        notes_of_order = _other_order((first, second), matching, _SeenInOrder(comparison, reference, carried), options)
        comparison = evolve(
            comparison, notes=(*notes_of_matching(first, second, matching), *notes_of_order, *comparison.notes)
        )
        if options.replay_in_dafny and is_replayed(first, second):
            comparison = DafnyReplay((first_ordered, its), find_dafny()).comparison(comparison)
    except (InputError, SolverFailure):
        raise
    except Unsupported as unsupported:
        reason = str(unsupported)
    except Exception as error:  # A defect of ours is that of this pair alone.
        reason, failed = defect(error), True
    seconds = time.monotonic() - started
    return ComparedPair(first, second, comparison, seconds, reason, reference, carried, failed, matching)


@frozen(slots=True)
class _SeenInOrder:
    """What came of comparing two with their parameters in one order."""

    comparison: ContractComparison
    reference: ReferenceCheck | None
    carried: CarriedPart | None

    @property
    def fails(self) -> int:
        """Tests whose result the postcondition refutes, or whose input or output is refused or another one."""
        refuted = 0 if self.reference is None else self.reference.refuted
        return refuted + (0 if self.carried is None else self.carried.refused + self.carried.different)

    @property
    def passes(self) -> int:
        """Tests that say the same in both languages."""
        satisfied = 0 if self.reference is None else self.reference.satisfied
        return satisfied + (0 if self.carried is None else self.carried.same)


def _other_order(
    subjects: tuple[Comparand, Comparand], matching: Matching, seen: _SeenInOrder, options: ComparingOptions
) -> Iterator[str]:
    """What speaks for another order of the parameters, where the names do not settle it: two that differ may be equal
    then, or tests may pass that fail. It is said, and decides nothing."""
    if seen.comparison.relation == "equal" and not seen.fails:
        return
    # `f(width, height)` and `Area(h, w)`: types allow both orders. Which one is meant no proof can tell, so what was
    # found in the first stays, and the note says what would come of the other.
    short = evolve(options, seconds=options.seconds * LIMITS.order_share)
    for places in matching.others[: LIMITS.other_orders]:
        order = evolve(matching, places=places)
        first_ordered, its = ordered(*subjects, order)
        reasons = []
        with suppress(SpecassayError):
            if seen.comparison.relation != "equal" and _compared(first_ordered, its, order, short).relation == "equal":
                reasons.append("the two are equal")
        if seen.fails and (sides := _of_two_languages(first_ordered, its)) is not None:
            with suppress(SpecassayError):
                cases = _cases(sides[1])
                tests = _SeenInOrder(seen.comparison, check_reference(*sides, short), carry_tests(*sides, cases))
                if tests.passes > seen.passes and tests.fails < seen.fails:
                    reasons.append(f"{tests.fails} of the translated tests fail, instead of {seen.fails}")
        if reasons:
            yield (
                f"the parameters may be in another order: with --match {in_words(*subjects, places)} "
                f"{', and '.join(reasons)}"
            )


def _of_two_languages(first: Comparand, second: Comparand) -> tuple[PythonSubject, SpecificationSubject] | None:
    """The one whose contract is executed, and the one of a specification."""
    if isinstance(first, PythonSubject) and isinstance(second, SpecificationSubject):
        return first, second
    if isinstance(first, SpecificationSubject) and isinstance(second, PythonSubject):
        return second, first
    return None


def _compared(first: Comparand, second: Comparand, matching: Matching, options: ComparingOptions) -> ContractComparison:
    if isinstance(first, SpecificationSubject) and isinstance(second, SpecificationSubject):
        known_cases = KnownCases(_cases(first), _cases(second))
        return compare_specifications(first.side, second.side, options.engines(), known_cases)
    if isinstance(first, PythonSubject) and isinstance(second, PythonSubject):
        return compare_python(first, second, options, matching.places)
    if isinstance(first, PythonSubject) and isinstance(second, SpecificationSubject):
        return compare_across(first, second, options)
    assert isinstance(first, SpecificationSubject)
    assert isinstance(second, PythonSubject)
    return turned(compare_across(second, first, options))


def _check_read(subject: SpecificationSubject) -> None:
    """Raises InputError for a method of which not even the parameters are read, or that is declared twice: which one is
    meant is a guess."""
    specification = subject.side.specification
    twice = f" {subject.name}: a name that is declared twice"
    for problem in subject.side.program.problems:
        if problem.construct.endswith(twice):
            raise InputError(
                f"{subject.name} is declared twice, which {subject.language.title} refuses: {problem.span}"
            )
    problems = [str(problem) for condition in specification.ensures for problem in condition.clause.problems]
    unread = all(condition.term is None for condition in specification.ensures) and bool(problems)
    # A method with nothing at all was not read; one that only promises nothing was.
    if unread and not specification.inputs and not specification.outputs and not specification.requires:
        message = f"the parameters of {subject.name} are not read: {'; '.join(problems)}"
        raise InputError(message, file=str(subject.path))


def _cases(subject: SpecificationSubject) -> tuple[KnownCase, ...]:
    """The tests of a method in its file. What they say of type parameters that they give a type is no value here."""
    specification = subject.side.specification
    engines = counted_engines(LIMITS.file_seconds)
    all_examples = examples_of_tests(subject.side.program, subject.language.comments, engines).examples
    own_examples: Iterable[Example] = (example for example in all_examples if _is_about(example, specification))
    return tuple(KnownCase(example.inputs, example.outputs) for example in own_examples)[: LIMITS.file_cases]


def _is_about(example: Example, specification: Specification) -> bool:
    specification_tested = example.specification
    same_signature = ({*specification_tested.inputs}, specification_tested.outputs) == (
        {*specification.inputs},
        specification.outputs,
    )
    return specification_tested.name == specification.name and same_signature
