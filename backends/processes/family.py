"""What a process takes together with all that it started: solvers, sandboxes, and what these run.

The kernel limits one process at a time. Of a family it tells (proc(5), /proc/PID/stat) what each member has computed,
with what it has waited for, and whether it is computing now. Who looks often sees both, but what a member takes between
the last look and its end where nobody waits for it.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from attrs import define, field

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
RUNNING = frozenset({b"R", b"D"})
"""States of a thread that computes, or waits for a processor or a disk: it is not its own choice."""
_FIRST, _LAST = 11, 15
"""The places of four times behind the state: its own, and those of what it has waited for, as a user and as the
kernel."""


@define(slots=True)
class FamilyWatch:
    """Looks at a process and all that it started, from now on. `seconds`: of processor time; `idle`: seconds in which
    nobody of it computed, as far as it was looked at."""

    pid: int
    seconds: float = field(default=0.0, init=False)
    idle: float = field(default=0.0, init=False)
    _taken: float = field(init=False)
    _looked: float = field(init=False)
    _busy: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._taken, self._busy = family_of(self.pid)
        self._looked = time.monotonic()

    @property
    def taken(self) -> float:
        """What it has computed and waited."""
        return self.seconds + self.idle

    def look(self) -> None:
        """Count what it took since the last look."""
        taken, busy = family_of(self.pid)
        now = time.monotonic()
        if taken > self._taken:
            self.seconds += taken - self._taken
        elif not busy and not self._busy:
            self.idle += now - self._looked
        # Less than before where a member has ended that nobody waited for: the others go on from there.
        self._taken, self._busy, self._looked = taken, busy, now


def family_of(pid: int) -> tuple[float, bool]:
    """Seconds of processor time of a process and all that it started, and whether one of them computes; 0.0 where
    nobody tells."""
    ticks, busy = 0, False
    for member in members(pid):
        with suppress(OSError, ValueError, IndexError):
            # The name of the program, in brackets, may hold anything.
            fields = Path(f"/proc/{member}/stat").read_bytes().rpartition(b")")[2].split()
            ticks += sum(map(int, fields[_FIRST:_LAST]))
            busy |= fields[0] in RUNNING
    return ticks / _TICKS, busy


def members(pid: int) -> Iterator[int]:
    """The process, its children, and theirs."""
    found = [pid]
    while found:
        member = found.pop()
        yield member
        with suppress(OSError, ValueError):
            for thread in os.listdir(f"/proc/{member}/task"):
                found += map(int, Path(f"/proc/{member}/task/{thread}/children").read_bytes().split())
