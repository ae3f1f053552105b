"""What every metric returns: a rate, or a mean of values in [0, 1], with bounds for what is unknown and a confidence
interval."""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random
from statistics import NormalDist, fmean, mean
from typing import Literal

from attrs import evolve, frozen

CONFIDENCE_LEVEL = 0.95
"""The usual level: of a hundred such intervals 95 hold the true value."""
RESAMPLES = 2000
"""Samples of a bootstrap, of which 50 lie beyond each end at 95 %, so that the ends move little with the seed. Chosen,
not measured."""


@frozen
class Interval:
    """A two-sided confidence interval ``[low, high]`` at ``level`` (0.95 for 95 %), and its method."""

    low: float
    high: float
    level: float
    method: Literal["wilson", "bootstrap"]

    def __attrs_post_init__(self) -> None:
        if not 0.0 <= self.low <= self.high <= 1.0:
            raise ValueError(f"an interval needs 0 <= low <= high <= 1, not [{self.low}, {self.high}]")


def wilson_interval(successes: int, n: int, *, level: float = CONFIDENCE_LEVEL) -> Interval:
    """Score interval of a binomial proportion.

    With p = successes / n and z the (1 + level) / 2 quantile of the standard normal distribution, the ends
    are ``(p + z²/2n ± z·√(p(1-p)/n + z²/4n²)) / (1 + z²/n)``.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927). Unlike the normal approximation it stays inside [0, 1] and does not collapse at 0 or n successes.
    It takes the n units as independent.

    :raises ValueError: unless ``0 <= successes <= n``, ``n >= 1`` and ``0 < level < 1``.
    """
    if n < 1 or not 0 <= successes <= n:
        raise ValueError(f"a Wilson interval needs 0 <= successes <= n and n >= 1, not {successes} of {n}")
    z = NormalDist().inv_cdf(0.5 + _checked_level(level) / 2)
    p = successes / n
    centre = p + z * z / (2 * n)
    half_width = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # The exact ends lie in [0, p] and [p, 1]; rounding can miss that.
    low = min(p, max(0.0, (centre - half_width) / scale))
    high = max(p, min(1.0, (centre + half_width) / scale))
    return Interval(low, high, level, "wilson")


def bootstrap_interval(values: Sequence[float], *, level: float = CONFIDENCE_LEVEL, seed: int = 0) -> Interval:
    """Percentile bootstrap interval of the mean of ``values``, each in [0, 1].

    Draws ``RESAMPLES`` samples of the same size with replacement and takes the (1 ± level) / 2 quantiles of
    their means, widened where needed to contain the mean itself. The result depends on nothing but the
    arguments; sequences of the same length are resampled at the same positions under the same seed.

    Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13. Values that are
    all equal have no spread to resample and give an interval of width 0.

    :raises ValueError: for fewer than 2 values, or a level outside (0, 1).
    """
    if len(values) < 2:
        raise ValueError(f"a bootstrap interval needs at least 2 values, not {len(values)}")
    tail = (1 - _checked_level(level)) / 2
    random = Random(seed)
    means = sorted(fmean(random.choices(values, k=len(values))) for _ in range(RESAMPLES))
    skipped = int(tail * RESAMPLES)
    mean = fmean(values)
    return Interval(min(mean, means[skipped]), max(mean, means[-1 - skipped]), level, "bootstrap")


def _checked_level(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies strictly between 0 and 1, not at {level}")
    return level


@frozen
class Score:
    """A rate in [0, 1], measured over ``n`` units, of which ``unknowns`` are undecided.

    ``low`` and ``high`` are the least and the greatest value that the rate can take when every unknown is
    decided one way or the other; both are None when there is no data. ``interval`` adds the sampling
    uncertainty: it covers every value in the bounds, and is None when the data cannot give one (no data,
    the mean of a single unit, or of units that are all alike and neither 0 nor 1). ``no_data`` counts the
    units that were left out of ``n`` because the rate is not defined for them.
    """

    low: float | None
    high: float | None
    n: int
    unknowns: int = 0
    no_data: int = 0
    interval: Interval | None = None

    def __attrs_post_init__(self) -> None:
        if not (0 <= self.unknowns <= self.n and self.no_data >= 0):
            raise ValueError(f"impossible counts: {self.n=}, {self.unknowns=}, {self.no_data=}")
        if self.low is None or self.high is None:
            if self.n or self.low is not self.high or self.interval is not None:
                raise ValueError(f"a score without bounds has no units and no interval: {self.n=}")
            return
        if self.n == 0 or not 0.0 <= self.low <= self.high <= 1.0:
            raise ValueError(f"a score needs n >= 1 and 0 <= low <= high <= 1: {self.n=}, {self.low=}, {self.high=}")
        if self.interval is not None and not self.interval.low <= self.low <= self.high <= self.interval.high:
            raise ValueError(f"{self.interval} does not cover the bounds [{self.low}, {self.high}]")

    @property
    def value(self) -> float | None:
        """The rate, if the unknowns leave only one value possible; None otherwise, and without data."""
        return self.low if self.low == self.high else None


def proportion(successes: int, unknowns: int, n: int) -> Score:
    """The share of ``n`` units that succeed, ``unknowns`` of which may or may not.

    The bounds are ``successes / n`` and ``(successes + unknowns) / n``; the interval runs from the lower
    Wilson limit of the one to the upper Wilson limit of the other. ``n = 0`` gives a score without data.

    :raises ValueError: when the counts do not fit into ``n``.
    """
    if min(successes, unknowns) < 0 or successes + unknowns > n:
        raise ValueError(f"{successes} successes and {unknowns} unknowns do not fit into {n} units")
    if n == 0:
        return Score(None, None, 0)
    worst = wilson_interval(successes, n)
    best = wilson_interval(successes + unknowns, n)
    interval = Interval(worst.low, best.high, CONFIDENCE_LEVEL, "wilson")
    return Score(successes / n, (successes + unknowns) / n, n, unknowns, 0, interval)


def mean_score(scores: Iterable[Score]) -> Score:
    """The macro average: the mean of scores of single units (tasks, methods), each with the same weight.

    A unit without data is left out and counted in ``no_data``; a unit that is not a single value counts as
    unknown.
    """
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    no_data = unknowns = 0
    for score in scores:
        if score.low is None or score.high is None:
            no_data += 1
        else:
            lows.append(Fraction(score.low))
            highs.append(Fraction(score.high))
            unknowns += score.low != score.high
    return evolve(mean_of_bounds(lows, highs, len(lows), unknowns), no_data=no_data)


def mean_of_bounds(lowest: Sequence[Fraction], highest: Sequence[Fraction], n: int, unknowns: int) -> Score:
    """The mean of values in [0, 1], given the values of the two ways to decide the unknowns that bound it.

    The mean of ``lowest`` must be the least possible mean and that of ``highest`` the greatest; their lengths
    may differ. Values that are all 0 or 1 are a proportion and get a Wilson interval, others a bootstrap
    interval.
    """
    if n == 0:
        return Score(None, None, 0)
    low, high = float(mean(lowest)), float(mean(highest))
    worst = _interval_of_mean(lowest)
    best = worst if lowest == highest else _interval_of_mean(highest)
    interval = None
    if worst is not None and best is not None:
        method = worst.method if worst.method == best.method else "bootstrap"
        # The bootstrap works on floats: its idea of the mean can be off by a rounding.
        interval = Interval(min(low, worst.low), max(high, best.high), CONFIDENCE_LEVEL, method)
    return Score(low, high, n, unknowns, interval=interval)


def _interval_of_mean(values: Sequence[Fraction]) -> Interval | None:
    if all(value in (0, 1) for value in values):
        return wilson_interval(int(sum(values)), len(values))
    # Values that are all alike say nothing of how far others are from them.
    if len(set(values)) < 2:
        return None
    return bootstrap_interval([float(value) for value in values])
