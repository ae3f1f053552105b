"""The figures of graded programs in plain Python, without any of the package: every program is executed here, and every
rate counted."""

import math
import random
import sys
from collections.abc import Iterable, Sequence
from itertools import product
from statistics import NormalDist, fmean
from typing import Any, NamedTuple

MOST_LINES = 20_000
"""Lines that a call may execute: one that has more does not end."""
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    7,
    2.5,
    -0.5,
    "",
    "a",
    [],
    [3],
    ["b", 1],
    (),
    (4,),
    {},
    {1: 2},
    b"",
    math.nan,
)
"""Arguments on which two conditions are compared."""


class Rate(NamedTuple):
    """A rate as the package gives it: its bounds, n, how many are unknown, and the ends of its interval."""

    low: float
    high: float
    n: int
    unknowns: int
    interval: tuple[float, float]


def called(program: str, function: str, arguments: Sequence[Any]) -> tuple[str, Any]:
    """How a call ends: `value`, `check`, `crash` or `timeout`."""
    names: dict[str, Any] = {}
    exec(program, names)
    lines = 0

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += 1
        if lines > MOST_LINES:
            raise TimeoutError
        return count

    earlier = sys.gettrace()
    sys.settrace(count)
    try:
        return "value", names[function](*arguments)
    except TimeoutError:
        return "timeout", None
    except AssertionError as error:
        return ("check" if error.__context__ is None else "crash"), None
    except Exception:
        return "crash", None
    finally:
        sys.settrace(earlier)


def holds(condition: str, names: Sequence[str], arguments: Sequence[Any]) -> bool:
    try:
        return bool(eval(condition, dict(zip(names, arguments, strict=True))))
    except Exception:
        return False


def same(first: str, second: str, names: Sequence[str], others: Sequence[str] = ()) -> bool:
    """Whether two conditions are alike on all values on which the others hold."""
    tried = (a for a in product(VALUES, repeat=len(names)) if all(holds(other, names, a) for other in others))
    return all(holds(first, names, a) == holds(second, names, a) for a in tried)


def pass_at(k: int, results: Sequence[bool]) -> float:
    wrong = results.count(False)
    return 1 - math.comb(wrong, k) / math.comb(len(results), k)


def wilson(p: float, n: int) -> tuple[float, float]:
    z = NormalDist().inv_cdf(0.975)
    middle, width = p + z * z / 2 / n, z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n)
    return (middle - width) / (1 + z * z / n), (middle + width) / (1 + z * z / n)


def resampled(values: Sequence[float]) -> tuple[float, float]:
    """The percentile bootstrap interval of a mean: 2,000 samples, seed 0."""
    drawn = random.Random(0)
    means = sorted(fmean(drawn.choices(values, k=len(values))) for _ in range(2000))
    return means[50], means[-51]


def share(words: Iterable[str], counted: str) -> Rate:
    """The share of words that are the one that is counted; `timeout` may be anything."""
    told = list(words)
    low = told.count(counted) / len(told)
    unknown = told.count("timeout")
    high = low + unknown / len(told)
    return Rate(low, high, len(told), unknown, (wilson(low, len(told))[0], wilson(high, len(told))[1]))


def mean_of(values: Sequence[float], highest: Sequence[float] = ()) -> Rate:
    """The mean of rates of units, each with the same weight."""
    highest = highest or values
    ends = [wilson(fmean(some), len(some)) if set(some) <= {0, 1} else resampled(some) for some in (values, highest)]
    unknown = sum(a != b for a, b in zip(values, highest, strict=True))
    return Rate(fmean(values), fmean(highest), len(values), unknown, (ends[0][0], ends[1][1]))


def p_value(differences: Sequence[int]) -> float:
    """The exact sign-flip test of the differences of tasks."""
    ways = [sum(signs) for signs in product(*((d, -d) for d in differences if d))]
    return sum(abs(way) >= abs(sum(differences)) for way in ways) / len(ways)
