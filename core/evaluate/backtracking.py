"""How long Python's regular expressions may search: they backtrack, and cannot be interrupted from Python.

A repetition inside another, or a choice inside one, may try exponentially many ways to match a text; k repetitions
after each other some n**k. Patterns are read by Python's own parser (`re._parser`).
"""

import re._constants as codes  # type: ignore[import-not-found]  # typeshed leaves them out
import re._parser as parser  # type: ignore[import-not-found]
from functools import lru_cache
from typing import Any

from ..errors import OutOfFuel

MOST_STEPS = 20_000_000
_FEW = 8
"""A repetition of at most as many turns is a constant."""
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT)


def check_regular_expression(pattern: object, text: object) -> None:
    """Raises OutOfFuel where matching the text may take more than `MOST_STEPS`."""
    if not isinstance(pattern, (str, bytes)) or not isinstance(text, (str, bytes)):
        return
    try:
        repetitions, nested = _shape(pattern)
    except (re_error, RecursionError, OverflowError):
        return  # Python says what is wrong with it.
    length = len(text) + 1
    steps = length ** (repetitions + 1) if not nested else 2 ** min(length, 64)
    if steps > MOST_STEPS:
        raise OutOfFuel(f"out of fuel: a regular expression that may backtrack on {length - 1} characters")


re_error = codes.error


@lru_cache(maxsize=256)
def _shape(pattern: str | bytes) -> tuple[int, bool]:
    """How many repetitions a pattern has, and whether what one of them repeats may itself match in several ways."""
    return _of(parser.parse(pattern), inside=False)


def _of(part: Any, inside: bool) -> tuple[int, bool]:
    repetitions, nested = 0, False
    if isinstance(part, tuple) and part and part[0] in _REPEATS:
        _, (_, most, body) = part
        variable = most is codes.MAXREPEAT or most > _FEW
        count, deeper = _of(body, inside or variable)
        return count + variable, deeper or (variable and inside)
    if isinstance(part, tuple) and part and part[0] is codes.BRANCH:
        nested = inside
    if isinstance(part, (tuple, list, parser.SubPattern)):
        for each in part:
            count, deeper = _of(each, inside)
            repetitions, nested = repetitions + count, nested or deeper
    return repetitions, nested
