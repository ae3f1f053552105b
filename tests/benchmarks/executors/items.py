"""Work on numbers, for workers. In a module of its own: what it imports, each of their processes loads."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from specassay.benchmarks.executors.executor import ItemWork
from specassay.core.errors import InputError


@contextmanager
def _opened(work: Callable[[int], Iterable[int]]) -> Iterator[Callable[[int], Iterable[int]]]:
    yield work


def as_work(work: Callable[[int], Iterable[int]]) -> ItemWork[int, int]:
    return ItemWork(open_worker=partial(_opened, work), encode=str, decode=_decoded)


def _decoded(item: int, part: int, value: Any) -> int:
    return int(value)


def twice(item: int) -> Iterable[int]:
    return item, -item


def cube(item: int) -> Iterable[int]:
    return (item**3,)


def _worker() -> int:
    """The worker of dask: it started the one that forked this process."""
    return int(Path(f"/proc/{os.getppid()}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1])


def once_dead(mark: Path, item: int) -> Iterator[int]:
    """The worker of dask is killed once, as a machine may be."""
    if item == 70 and not mark.exists():
        mark.touch()
        os.kill(_worker(), signal.SIGKILL)
    yield from twice(item)


def deadly(victim: str, item: int) -> Iterator[int]:
    if item == 30:
        os.kill(os.getpid() if victim == "process" else _worker(), signal.SIGKILL)
    yield from twice(item)


def refuse(item: int) -> Iterable[int]:
    raise InputError(f"not {item}", file="here")
