"""How often Python looks for garbage in cycles, while a process does much work."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLD = (10_000, 10, 5)
"""Python's own (700, 10, 10) looks through all terms of a task again and again, of which nearly none are garbage: a
fifth of the processor time of `cvt`. The last number keeps the memory as it was: what is garbage is large."""


@contextmanager
def shallow_collections() -> Iterator[None]:
    """Never look through what is there already: modules and their tables stay. Afterwards all is as before. Who has
    frozen what is there goes on so: to unfreeze it would let each later collection go through all of it again."""
    if gc.get_freeze_count() > 0:
        yield
        return
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def rare_collections() -> Iterator[None]:
    """Look more rarely as well. Afterwards all is as before. Who looks even more rarely, or never, goes on so."""
    threshold = gc.get_threshold()
    if 0 < threshold[0] < THRESHOLD[0]:
        gc.set_threshold(*THRESHOLD)
    try:
        with shallow_collections():
            yield
    finally:
        gc.set_threshold(*threshold)
