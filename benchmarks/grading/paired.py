"""Two sample files on the same tasks: is one better? The tests are those of `core.metrics.paired`."""

from collections.abc import Sequence
from statistics import fmean

from msgspec import UnsetType
from msgspec.structs import replace

from ...core.iteration import grouped
from ...core.metrics.paired import corrected_by_holm, mcnemar, mean_difference, sign_flips
from ..schema import DifferencePart, DisagreementPart, PairedPart, part_of
from .adherence import Reject, satisfaction
from .grade import FileGrades, Grade, by_task


def compare_files(first: FileGrades, second: FileGrades, reject: Reject) -> PairedPart | None:
    """Pair the samples of two files; None when they share no task."""
    partners = {(grade.sample.task_id, grade.sample.number): grade for grade in second.grades}
    pairs = [
        (grade, partners[key])
        for grade in first.grades
        if (key := (grade.sample.task_id, grade.sample.number)) in partners
    ]
    if not pairs:
        return None
    # A pair of which one verdict is not known takes no side: McNemar's test is about those that are known to differ.
    apart = [(a, b) for a, b in pairs if {a.judgement.known_plus, b.judgement.known_plus} == {True, False}]
    only_first = sum(a.judgement.passes_plus for a, _ in apart)
    p_value = sign_flips(
        sum(a.judgement.passes_plus - b.judgement.passes_plus for a, b in of_task)
        for of_task in grouped((a.sample.task_id, (a, b)) for a, b in apart).values()
    )
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    return PairedPart(
        first=first.source.name,
        second=second.source.name,
        pairs=len(pairs),
        unpaired=len(first.grades) + len(second.grades) - 2 * len(pairs),
        only_first_passes=only_first,
        only_second_passes=len(apart) - only_first,
        mcnemar_p=mcnemar(only_first, len(apart) - only_first),
        p_by_task=p_value,
        p_holm=p_value,
        pass_difference=_difference(_pass_rates(left), _pass_rates(right)),
        csr_difference=_difference(_csr(left, reject), _csr(right, reject)),
        disagreements=[_disagreement(a, b, first, second) for a, b in apart],
    )


def _disagreement(first: Grade, second: Grade, of_first: FileGrades, of_second: FileGrades) -> DisagreementPart:
    """A pair of samples of which one passes, with the first test that the other does not pass."""
    passes = first.judgement.passes_plus
    judgement = (second if passes else first).judgement
    where = judgement.base if judgement.known_base is False else judgement.plus
    return DisagreementPart(
        task_id=first.sample.task_id,
        number=first.sample.number,
        passes=(of_first if passes else of_second).source.name,
        verdict=where.verdict,
        input=where.call,
        expected=where.expected,
        found=where.found,
        first=first.sample.code,
        second=second.sample.code,
    )


def holm(tests: Sequence[PairedPart]) -> list[PairedPart]:
    """The tests with the p values that Holm's procedure gives them together."""
    values = [test.mcnemar_p if isinstance(test.p_by_task, UnsetType) else test.p_by_task for test in tests]
    corrected = zip(tests, corrected_by_holm(values), strict=True)
    return [replace(test, p_holm=p_value) for test, p_value in corrected]


def _pass_rates(grades: Sequence[Grade]) -> list[float | None]:
    passes = [[grade.judgement.known_plus for grade in task_grades] for _, task_grades in by_task(grades)]
    return [None if None in task_grades else fmean(map(bool, task_grades)) for task_grades in passes]


def _csr(grades: Sequence[Grade], reject: Reject) -> list[float | None]:
    return [
        satisfaction((response for grade in found for response in grade.responses), reject).value
        for _, found in by_task(grades)
    ]


def _difference(first: Sequence[float | None], second: Sequence[float | None]) -> DifferencePart:
    """Over the tasks for which both rates are known."""
    known = [b - a for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    return part_of(DifferencePart, mean_difference(known))
