"""What tests ask the kernel of processes."""

import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 10.0
"""Seconds for a process that was killed to be gone, on a busy machine."""


def living(group: int) -> list[str]:
    """The states of the processes of a group that are no zombies."""
    texts = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            texts.append(path.read_text(errors="replace"))
    stats = [text.rpartition(")")[2].split() for text in texts]
    return [state for state, _, of, *_ in stats if int(of) == group and state != "Z"]


def living_in_the_end(group: int) -> list[str]:
    """The same, when none is left, or it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while (left := living(group)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return left
