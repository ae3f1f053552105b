"""Processor time, for the outer limits of work that is counted."""

import os
import time

STALE = 0.005
"""Seconds that may pass before the processor time is read again."""

_read_at, _last = -1.0, 0.0


def processor_time() -> float:
    """`time.process_time`, at most `STALE` seconds old.

    It is a system call, which takes some ten microseconds on a virtual machine, and limits are looked at before each
    evaluation: a tenth of all time went there. The clock on the wall is read without one, and no thread uses more of a
    processor than passes on it.
    """
    global _read_at, _last
    now = time.monotonic()
    if now - _read_at > STALE:
        _read_at, _last = now, time.process_time()
    return _last


def _forget() -> None:
    """A new process begins at zero."""
    global _read_at
    _read_at = -1.0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
