"""Another user and another time, as Python tells a program of them: one that checks its inputs here and now only, and
nowhere else, is seen by that. The kernel's clock and its users stay what they are; what asks these otherwise is met by
the text alone.
"""

import datetime
import os
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

USERS = (1001, 60_000)
"""Numbers of users, of which one is taken."""
YEARS = (11, 40)
"""So many years later, of which one is taken: after dates that programs wait for."""
YEAR = 365.2425 * 86400.0
"""Seconds of a year of the Gregorian calendar."""


def move_elsewhere() -> None:
    """Let this process see another user, another time and another name of its machine. For a process that then runs one
    program and ends."""
    user = _between(*USERS)
    later = YEAR * _between(*YEARS) + _between(0, int(YEAR))
    names = ("getuid", "geteuid", "getgid", "getegid")
    for module in filter(None, (os, sys.modules.get("posix"))):
        for name in names:
            _put(module, name, _always(user))
        for name in ("getresuid", "getresgid"):
            _put(module, name, _always((user, user, user)))
        _put(module, "getlogin", _always(f"user{user}"))
        _put(module, "getpid", _always(_between(300, 30_000)))
        _put(module, "getppid", _always(_between(200, 299)))
    os.environ.update(dict.fromkeys(("USER", "LOGNAME", "USERNAME"), f"user{user}"))
    os.environ["HOME"] = f"/home/user{user}"
    _later(later)


def _between(low: int, high: int) -> int:
    return low + int.from_bytes(os.urandom(8), "little") % (high - low + 1)


def _always(value: Any) -> Callable[[], Any]:
    return lambda: value


def _put(module: ModuleType, name: str, value: object) -> None:
    if hasattr(module, name):
        setattr(module, name, value)


def _later(seconds: float) -> None:
    now, now_ns = time.time, time.time_ns
    counters = ("monotonic", "perf_counter")
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + int(seconds * 1e9)
    for name in counters:
        counter, counter_ns = getattr(time, name), getattr(time, f"{name}_ns")
        _put(time, name, lambda counter=counter: counter() + seconds)
        _put(time, f"{name}_ns", lambda counter=counter_ns: counter() + int(seconds * 1e9))
    for name in ("localtime", "gmtime", "ctime"):
        _put(time, name, _of_now(getattr(time, name)))
    asctime, strftime, localtime = time.asctime, time.strftime, time.localtime
    time.asctime = lambda *moment: asctime(*(moment or (localtime(),)))
    time.strftime = lambda form, *moment: strftime(form, *(moment or (localtime(),)))
    _later_dates(seconds)


def _of_now(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda moment=None: function(time.time() if moment is None else moment)


def _later_dates(seconds: float) -> None:
    there = datetime.timedelta(seconds=seconds)
    real_datetime = datetime.datetime

    class SameInstances(type):
        """Whatever is a date here is one for the program."""

        def __instancecheck__(cls, other: object) -> bool:
            return isinstance(other, cls.__mro__[1])

        def __subclasscheck__(cls, other: type) -> bool:
            return issubclass(other, cls.__mro__[1])

    class LaterDate(datetime.date, metaclass=SameInstances):
        @classmethod
        def today(cls) -> Any:
            return (real_datetime.now() + there).date()

    class LaterDatetime(datetime.datetime, metaclass=SameInstances):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real_datetime.now(tz) + there

        @classmethod
        def today(cls) -> Any:
            return real_datetime.now() + there

        @classmethod
        def utcnow(cls) -> Any:
            return real_datetime.now(datetime.UTC).replace(tzinfo=None) + there

    # A class of a module is replaced on purpose: mypy refuses any assignment to one.
    datetime.date, datetime.datetime = LaterDate, LaterDatetime  # type: ignore[misc]
