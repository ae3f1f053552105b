"""Progress for people: on standard error, only on a terminal, and only when a run takes long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE_SECONDS = 2.0


@contextmanager
def progress(total: int, name: str) -> Iterator[Callable[[], None]]:
    """A bar called `name` for `total` steps; it yields the function to call after each."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    shown = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar = shown.add_task(name, total=total)
    start = Timer(PATIENCE_SECONDS, shown.start)
    start.daemon = True
    start.start()
    try:
        yield lambda: shown.advance(bar)
    finally:
        start.cancel()
        start.join()
        shown.stop()
