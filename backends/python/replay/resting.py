"""Sandboxes whose replayer is done, for the next replayers of this process: to start one takes 0.1 s of processor time,
most of it for imports, and a call of the library, such as `specassay.reward`, asks for one each time.

Nothing of one replayer reaches the next. What a task does stays in its process, which has ended, as have its copies
(`ConfinedChannel.rest`); the process that forks has held neither contracts nor inputs, and two tasks of one replayer
are forked from it, too. No sandbox is kept that sees a folder of the user, which may be another folder of that name by
then, and none of which a call was interrupted.
"""

import atexit
import os
import threading
from collections.abc import Iterable

from attrs import define, field

from ..sandbox.launch import Needs
from .confined import ConfinedChannel, needs_of

MOST = 2
"""What one task asks for at once: a replayer for a declaration, and one for the contracts inside. Each has 15 MiB."""


@define(slots=True)
class _Resting:
    """Idle sandboxes and the process that they belong to: a forked process has none."""

    channels: list[tuple[int, ConfinedChannel]] = field(factory=list)
    lock: threading.Lock = field(factory=threading.Lock)

    def pop(self, needs: Needs | None) -> ConfinedChannel | None:
        """One of this process; with what is needed, where that is told."""
        with self.lock:
            for position, (process, channel) in enumerate(self.channels):
                if process == os.getpid() and needs in (None, channel.needs):
                    del self.channels[position]
                    return channel
        return None

    def push(self, channel: ConfinedChannel) -> ConfinedChannel | None:
        """Keep one. The one that has to go for it, which has rested longest."""
        with self.lock:
            self.channels.append((os.getpid(), channel))
            own_channels = [channel for channel in self.channels if channel[0] == os.getpid()]
            if len(own_channels) <= MOST:
                return None
            self.channels.remove(own_channels[0])
            return own_channels[0][1]


_resting = _Resting()


@atexit.register
def end() -> None:
    """End those of this process."""
    while (channel := _resting.pop(None)) is not None:
        channel.kill()


def woken(
    classes: Iterable[str], libraries: Iterable[str], search_path: Iterable[str], python: str
) -> ConfinedChannel | None:
    """A channel as `ConfinedChannel` would make it, whose sandbox has run tasks of others; None where there is none."""
    if any(classes) or any(search_path) or python:
        return None
    needs = needs_of((), tuple(libraries), ())
    while (channel := _resting.pop(needs)) is not None:
        if channel.guest.is_quiet():
            return channel
        channel.kill()
    return None


def lay(channel: ConfinedChannel, seconds: float) -> None:
    """Keep a channel for others, where it can be, or end it. `seconds`: for its process to end."""
    if not channel.is_common() or not channel.rest(seconds):
        channel.kill()
    elif (displaced := _resting.push(channel)) is not None:
        displaced.kill()
