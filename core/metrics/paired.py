"""Two sets of samples on the same tasks: is one better?

Tasks are the units, since samples of one task are not independent. On passing: the exact sign-flip test (R. A. Fisher,
"The Design of Experiments", 1935, section 21) of the differences of tasks, in samples that pass; with one sample a
task that is McNemar's exact test (Q. McNemar, Psychometrika 12, 1947). Several tests are corrected (S. Holm, "A simple
sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979). For rates, the percentile
bootstrap of the mean difference over tasks.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean

from attrs import frozen

from .estimates import CONFIDENCE_LEVEL, RESAMPLES


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
    for step in signed:
        ways = Counter({total: ways[total - step] + ways[total + step] for total in _reached(ways, step)})
    observed = abs(sum(signed))
    extreme = sum(number for total, number in ways.items() if abs(total) >= observed)
    return extreme / (1 << len(signed))


def _reached(ways: Iterable[int], step: int) -> set[int]:
    return {total + sign for total in ways for sign in (step, -step)}


def corrected_by_holm(p_values: Sequence[float]) -> list[float]:
    """The p values that Holm's procedure gives tests together."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, least = dict[int, float](), 0.0
    for rank, position in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[position]))
        corrected[position] = least
    return [corrected[position] for position in range(len(p_values))]


@frozen(slots=True)
class MeanDifference:
    """The mean of the differences of `n` tasks, and the ends of its 95 % interval; None without any."""

    n: int
    mean: float | None
    low: float | None = None
    high: float | None = None


def mean_difference(differences: Sequence[float]) -> MeanDifference:
    """The mean of the differences of tasks. Of one value, however often it was seen, there is nothing to draw: an
    interval without width would say that all tasks are like these."""
    if len(set(differences)) < 2:
        return MeanDifference(len(differences), differences[0] if differences else None)
    random = Random(0)  # the same differences give the same interval each time
    means = sorted(fmean(random.choices(differences, k=len(differences))) for _ in range(RESAMPLES))
    skipped = int((1 - CONFIDENCE_LEVEL) / 2 * RESAMPLES)
    return MeanDifference(len(differences), fmean(differences), means[skipped], means[-1 - skipped])
