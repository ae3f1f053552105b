"""Two sample files on the same tasks: is one better?

McNemar's exact test on passing: Q. McNemar, "Note on the sampling error of the difference between correlated
proportions or percentages", Psychometrika 12 (1947), with the binomial distribution in place of its approximation. For
rates, the percentile bootstrap of the mean difference over tasks: tasks are the units that are drawn, since samples of
one task are not independent.
"""

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean

from attrs import frozen

from ...core.metrics.estimates import CONFIDENCE_LEVEL, RESAMPLES
from ..schema import DifferencePart, DisagreementPart, PairedPart, PairedRow
from .adherence import Reject, satisfaction
from .grade import FileGrades, Grade, by_task
from .judging import SuiteVerdict


@frozen(slots=True)
class Disagreement:
    """A pair of samples of which one passes."""

    first: Grade
    second: Grade

    @property
    def failed(self) -> Grade:
        return self.second if self.first.judgement.passes_plus else self.first

    @property
    def where(self) -> SuiteVerdict:
        """The first test that the failing one does not pass."""
        judgement = self.failed.judgement
        return judgement.base if judgement.known_base is False else judgement.plus


@frozen(slots=True)
class PairedTest:
    """What two files have in common. Samples are paired by task and number. `only_first`, `only_second`: pairs in which
    only that one passes; `p_value` of McNemar's exact test. `unpaired` samples have no partner."""

    first: str
    second: str
    pairs: int
    unpaired: int
    only_first: int
    only_second: int
    p_value: float
    pass_rate: DifferencePart
    csr: DifferencePart
    disagreements: tuple[Disagreement, ...]


def row_of_pair(test: PairedTest) -> PairedRow:
    """The row of a test; of the disagreements it has the samples with code and input."""
    return PairedRow(
        paired=PairedPart(
            first=test.first,
            second=test.second,
            pairs=test.pairs,
            unpaired=test.unpaired,
            only_first_passes=test.only_first,
            only_second_passes=test.only_second,
            mcnemar_p=test.p_value,
            pass_difference=test.pass_rate,
            csr_difference=test.csr,
            disagreements=[
                DisagreementPart(
                    task_id=each.first.sample.task_id,
                    number=each.first.sample.number,
                    passes=test.first if each.first.judgement.passes_plus else test.second,
                    verdict=each.where.verdict,
                    input=each.where.call,
                    expected=each.where.expected,
                    found=each.where.found,
                    first=each.first.sample.code,
                    second=each.second.sample.code,
                )
                for each in test.disagreements
            ],
        )
    )


def compare_files(first: FileGrades, second: FileGrades, reject: Reject) -> PairedTest | None:
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
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    return PairedTest(
        first=first.source.name,
        second=second.source.name,
        pairs=len(pairs),
        unpaired=len(first.grades) + len(second.grades) - 2 * len(pairs),
        only_first=only_first,
        only_second=len(apart) - only_first,
        p_value=mcnemar(only_first, len(apart) - only_first),
        pass_rate=_difference(_pass_rates(left), _pass_rates(right)),
        csr=_difference(_csr(left, reject), _csr(right, reject)),
        disagreements=tuple(Disagreement(a, b) for a, b in apart),
    )


def mcnemar(only_first: int, only_second: int) -> float:
    """The two-sided exact p value: the discordant pairs are fair coin tosses under the null hypothesis."""
    n, least = only_first + only_second, min(only_first, only_second)
    tail = sum(math.comb(n, k) for k in range(least + 1))
    return min(1.0, 2 * tail / (1 << n))


def _pass_rates(grades: Sequence[Grade]) -> list[float | None]:
    known = [[grade.judgement.known_plus for grade in found] for _, found in by_task(grades)]
    return [None if None in found else fmean(map(bool, found)) for found in known]


def _csr(grades: Sequence[Grade], reject: Reject) -> list[float | None]:
    return [
        satisfaction((response for grade in found for response in grade.responses), reject).value
        for _, found in by_task(grades)
    ]


def _difference(first: Sequence[float | None], second: Sequence[float | None]) -> DifferencePart:
    """Over the tasks for which both rates are known."""
    found = [b - a for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not found:
        return DifferencePart(n=0, mean=None, low=None, high=None)
    random = Random(0)  # the same files give the same interval each time
    means = sorted(fmean(random.choices(found, k=len(found))) for _ in range(RESAMPLES))
    skipped = int((1 - CONFIDENCE_LEVEL) / 2 * RESAMPLES)
    return DifferencePart(n=len(found), mean=fmean(found), low=means[skipped], high=means[-1 - skipped])
