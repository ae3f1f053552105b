"""The smallest text that still fails in the same place: delta debugging (Zeller and Hildebrandt, TSE 2002)."""

import re
import time
from collections.abc import Callable

from .reading import Failure, failure

_UNITS = (re.compile(r"[^\n]*\n|[^\n]+"), re.compile(r"\s+|\w+|."), re.compile(r".", re.DOTALL))


def minimise(language: str, found: Failure, seconds: float, limit: float) -> Failure:
    """A failure of the same key with less text: fewer lines, then tokens, then characters. `seconds` is the processor
    time of one text, `limit` the time of all on the clock."""
    deadline = time.monotonic() + limit
    best = found

    def fails(text: str) -> bool:
        nonlocal best
        again = failure(language, text, seconds)
        if again is None or again.key != found.key:
            return False
        best = again
        return True

    for unit in _UNITS:
        _reduce(unit.findall(best.text), lambda parts: fails("".join(parts)), deadline)
    return best


def _reduce(parts: list[str], fails: Callable[[list[str]], bool], deadline: float) -> None:
    size = len(parts) // 2
    while size:
        start = 0
        while start < len(parts):
            if time.monotonic() > deadline:
                return
            fewer = parts[:start] + parts[start + size :]
            if fails(fewer):
                parts = fewer
            else:
                start += size
        size //= 2
