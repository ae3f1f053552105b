"""Mutation score: how many of the mutants that can be killed does a test suite kill?"""

from .estimates import Score
from .intervals import CONFIDENCE_LEVEL, Interval, wilson_interval


def mutation_score(killed: int, survived: int, unknowns: int, *, level: float = CONFIDENCE_LEVEL) -> Score:
    """The share of the non-equivalent mutants that are killed.

    ``survived`` are known to be non-equivalent: an input outside the suite kills them. ``unknowns`` are not killed
    and may be equivalent: the lower bound takes them all for survivors, the upper bound leaves them all out. The
    interval runs from the lower Wilson limit of the one to the upper Wilson limit of the other.

    Source: DeMillo, Lipton, Sayward, "Hints on test data selection", IEEE Computer 11 (1978), with equivalent mutants
    left out as usual. Without mutants there is no data.

    :raises ValueError: when a count is negative.
    """
    if min(killed, survived, unknowns) < 0:
        raise ValueError(f"impossible counts: {killed=}, {survived=}, {unknowns=}")
    n = killed + survived + unknowns
    if n == 0:
        return Score(None, None, 0)
    certain = killed + survived
    high = killed / certain if certain else 1.0
    worst = wilson_interval(killed, n, level=level)
    best = wilson_interval(killed, certain, level=level).high if certain else 1.0
    interval = Interval(worst.low, best, level, "wilson")
    return Score(killed / n, high, n, unknowns, 0, interval)
