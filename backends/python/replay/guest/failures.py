"""Which exceptions say that a function fails, and not that it refuses something."""

import opcode
from types import TracebackType

_FAILURES = (ZeroDivisionError, IndexError, KeyError, TypeError, AssertionError, RecursionError)
_RAISE = opcode.opmap["RAISE_VARARGS"]


def failure(error: BaseException) -> str | None:
    """The class of an exception that an operation raised, as in `xs[0]` or `1 / n`, or an assertion of the module; None
    for one of another class, and for what a `raise` statement raises: somebody meant it."""
    if type(error) not in _FAILURES:
        return None
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if type(error) is AssertionError:
        return None if place is None or place.tb_frame.f_code.co_filename != "reference" else "AssertionError"
    return None if place is None or _is_raised(place) else type(error).__name__


def _is_raised(place: TracebackType) -> bool:
    return place.tb_frame.f_code.co_code[place.tb_lasti] == _RAISE
