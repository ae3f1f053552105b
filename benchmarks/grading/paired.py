"""Two sample files on the same tasks: is one better?

Tasks are the units, since samples of one task are not independent. On passing: the exact sign-flip test (R. A. Fisher,
"The Design of Experiments", 1935, section 21) of the differences of tasks, in programs that pass; with one sample a
task that is McNemar's exact test (Q. McNemar, Psychometrika 12, 1947). Several tests are corrected (S. Holm, "A simple
sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979). For rates, the percentile
bootstrap of the mean difference over tasks.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean

from msgspec import UnsetType
from msgspec.structs import replace

from ...core.iteration import grouped
from ...core.metrics.estimates import CONFIDENCE_LEVEL, RESAMPLES
from ..schema import DifferencePart, DisagreementPart, PairedPart
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


def mcnemar(only_first: int, only_second: int) -> float:
    """The two-sided exact p value: the discordant pairs are fair coin tosses under the null hypothesis."""
    n, least = only_first + only_second, min(only_first, only_second)
    tail = sum(math.comb(n, k) for k in range(least + 1))
    return min(1.0, 2 * tail / (1 << n))


def sign_flips(differences: Iterable[int]) -> float:
    """The two-sided exact p value of differences whose signs are fair coin tosses under the null hypothesis: how likely
    a sum is that is at least as far from 0."""
    signed = [difference for difference in differences if difference]
    ways = Counter({0: 1})  # sum → in how many of the ways to choose signs it comes about
    for each in signed:
        ways = Counter({total: ways[total - each] + ways[total + each] for total in _reached(ways, each)})
    observed = abs(sum(signed))
    extreme = sum(number for total, number in ways.items() if abs(total) >= observed)
    return extreme / (1 << len(signed))


def _reached(ways: Iterable[int], step: int) -> set[int]:
    return {total + sign for total in ways for sign in (step, -step)}


def holm(tests: Sequence[PairedPart]) -> list[PairedPart]:
    """The tests with the p values that Holm's procedure gives them together."""
    values = [test.mcnemar_p if isinstance(test.p_by_task, UnsetType) else test.p_by_task for test in tests]
    order = sorted(range(len(tests)), key=values.__getitem__)
    corrected, least = dict[int, float](), 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(tests) - rank) * values[place]))
        corrected[place] = least
    return [replace(test, p_holm=corrected[place]) for place, test in enumerate(tests)]


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
    if len(found) == 1:  # of one value there is nothing to draw
        return DifferencePart(n=1, mean=found[0], low=None, high=None)
    random = Random(0)  # the same files give the same interval each time
    means = sorted(fmean(random.choices(found, k=len(found))) for _ in range(RESAMPLES))
    skipped = int((1 - CONFIDENCE_LEVEL) / 2 * RESAMPLES)
    return DifferencePart(n=len(found), mean=fmean(found), low=means[skipped], high=means[-1 - skipped])
