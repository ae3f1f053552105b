"""The time that foreign code may take, kept from inside its process."""

import contextlib
import math
import resource
import signal
import sys
from collections.abc import Iterator

RETRY_SECONDS = 0.25
"""Between two times that `Late` is raised, where code swallows it."""
MOST_DIGITS = sys.int_info.default_max_str_digits
"""Foreign code converts between numbers and texts within Python's default limit; literals and results have none."""


class Late(BaseException):
    """The time is over."""


class Clock:
    """Raises Late in the code that runs under it once its time is over, again and again if that swallows
    it."""

    def __init__(self, cpu_seconds: float, wall_seconds: float) -> None:
        self.cpu_seconds, self.wall_seconds = cpu_seconds, wall_seconds
        self.late = False
        for number in (signal.SIGALRM, signal.SIGPROF):
            signal.signal(number, self._ring)

    def _ring(self, *_: object) -> None:
        self.late = True
        raise Late

    @contextlib.contextmanager
    def limit(self, seconds: float | None = None) -> Iterator[None]:
        """Run the code under it with a time limit, `seconds` if that is given. What swallows Late is found out by
        `check`."""
        self.late = False
        cpu_seconds, wall_seconds = (self.cpu_seconds, self.wall_seconds) if seconds is None else (seconds, seconds)
        usage = resource.getrusage(resource.RUSAGE_SELF)
        # Code that never gets to Python's signal handlers is killed by the kernel.
        soft = math.ceil(usage.ru_utime + usage.ru_stime + cpu_seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))
        signal.setitimer(signal.ITIMER_REAL, wall_seconds, RETRY_SECONDS)
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds, RETRY_SECONDS)
        sys.set_int_max_str_digits(MOST_DIGITS)
        try:
            yield
        finally:
            sys.set_int_max_str_digits(0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_PROF, 0)

    def check(self) -> None:
        """Raises Late if the time is over, whatever the code that ran made of that."""
        if self.late:
            raise Late
