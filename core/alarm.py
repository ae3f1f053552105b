"""An end to whatever runs, by the processor time that it takes.

Limits are kept by those who count their steps (`fuel.py`, `deciding/engines.py`). What counts none, such as a loop over
all that a test has called, is ended here: by a signal, which Python delivers between two of its instructions.
"""

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class LimitReached(BaseException):
    """The time is over. It is no `Exception`, so that nobody takes it for a defect of what it ends; who sets the alarm
    catches it."""


AGAIN = 0.05
"""Seconds after which an alarm comes again: what is raised while an object is thrown away, Python ignores."""
_THROWING_AWAY = frozenset({"__del__", "_forget", "remove"})
"""The functions that run then, of terms (`ir/terms.py`) and of `weakref`: they are not interrupted, for Python would
print what is raised in them."""
_holds: list[bool] = []
"""One for each `held` that is under way."""
DEEPEST_CALL = 4
"""Frames among which such a function is looked for."""
_ends: list[float] = []
"""When the alarms that are set end, of `time.process_time`, the outermost first; none is later than those before it."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `LimitReached` inside once this process has worked for so many seconds. Alarms may stand inside each other:
    the earlier one counts. Only the main thread gets signals: in another one, what is inside has its own limits only.
    """
    if seconds == math.inf or threading.current_thread() is not threading.main_thread():
        yield
        return
    depth, handler = len(_ends), signal.getsignal(signal.SIGPROF)
    _ends.append(min([time.process_time() + seconds, *_ends[-1:]]))
    signal.signal(signal.SIGPROF, _raise)
    _set()
    try:
        yield
    finally:
        done = False
        while not done:
            try:
                # It may come now, too, and must leave nothing behind.
                del _ends[depth:]
                _set()
                signal.signal(signal.SIGPROF, handler or signal.SIG_DFL)
                done = True
            except LimitReached:
                continue


@contextmanager
def held() -> Iterator[None]:
    """Let no alarm come inside: what it ends half done stays broken, as a module that is being imported. It comes
    afterwards."""
    _holds.append(True)
    try:
        yield
    finally:
        _holds.pop()


def _set() -> None:
    """Set the timer to the alarm that counts now."""
    if _ends:
        signal.setitimer(signal.ITIMER_PROF, max(_ends[-1] - time.process_time(), AGAIN / 10), AGAIN)
    else:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def _raise(number: int, frame: FrameType | None) -> None:
    if _ends and not _holds and time.process_time() >= _ends[-1] and not _throws_away(frame):
        raise LimitReached


def _throws_away(frame: FrameType | None) -> bool:
    """Is something being thrown away, be it that what does so has called a comparison or a hash?"""
    for _ in range(DEEPEST_CALL):
        if frame is None or frame.f_code.co_name in _THROWING_AWAY:
            return frame is not None
        frame = frame.f_back
    return False
