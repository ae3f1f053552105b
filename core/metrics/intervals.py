"""Confidence intervals of rates and of means of values in [0, 1]."""

import math
from collections.abc import Sequence
from random import Random
from statistics import NormalDist, fmean
from typing import Literal

from attrs import frozen

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


def bootstrap_interval(
    values: Sequence[float],
    *,
    level: float = CONFIDENCE_LEVEL,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Percentile bootstrap interval of the mean of ``values``, each in [0, 1].

    Draws ``resamples`` samples of the same size with replacement and takes the (1 ± level) / 2 quantiles of
    their means, widened where needed to contain the mean itself. The result depends on nothing but the
    arguments; sequences of the same length are resampled at the same positions under the same seed.

    Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13. Values that are
    all equal have no spread to resample and give an interval of width 0.

    :raises ValueError: for fewer than 2 values, no resamples, or a level outside (0, 1).
    """
    if len(values) < 2 or resamples < 1:
        raise ValueError(
            f"a bootstrap interval needs at least 2 values and 1 resample, not {len(values)} and {resamples}"
        )
    tail = (1 - _checked_level(level)) / 2
    random = Random(seed)
    means = sorted(fmean(random.choices(values, k=len(values))) for _ in range(resamples))
    skipped = int(tail * resamples)
    mean = fmean(values)
    return Interval(min(mean, means[skipped]), max(mean, means[-1 - skipped]), level, "bootstrap")


def _checked_level(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies strictly between 0 and 1, not at {level}")
    return level
