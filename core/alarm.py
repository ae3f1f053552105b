"""An end to whatever runs, by the processor time that it takes.

Limits are kept by those who count their steps (`fuel.py`, `deciding/engines.py`). What counts none, such as a loop over
all that a test has called, is ended here: by a signal, which Python delivers between two of its instructions.
"""

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class LimitReached(BaseException):
    """The time is over. It is no `Exception`, so that nobody takes it for a defect of what it ends; who sets the alarm
    catches it."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `LimitReached` inside once this process has worked for so many seconds. Alarms may stand inside each other:
    the earlier one counts. Only the main thread gets signals: in another one, what is inside has its own limits only.
    """
    if seconds == math.inf or threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGPROF)
    outer, _ = signal.getitimer(signal.ITIMER_PROF)
    inner = max(seconds, _LEAST) if not outer else max(min(seconds, outer), _LEAST)
    signal.signal(signal.SIGPROF, _raise)
    signal.setitimer(signal.ITIMER_PROF, inner)
    try:
        yield
    finally:
        left, _ = signal.getitimer(signal.ITIMER_PROF)
        signal.setitimer(signal.ITIMER_PROF, max(outer - (inner - left), _LEAST) if outer else 0.0)
        signal.signal(signal.SIGPROF, handler or signal.SIG_DFL)


_LEAST = 0.001
"""Seconds that a timer is set to at least: with 0 it never ends."""


def _raise(number: int, frame: FrameType | None) -> None:
    raise LimitReached
