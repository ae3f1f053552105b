"""What runs in a worker of a cluster: it hands items to a process of its own, and the results back as JSON.

A process of its own, since a task may end the one that it runs in, or fill its memory: then it is the task that fails,
by the same rule as on one machine, and the worker goes on. It also has what a thread of a worker has not, a main thread
to take signals and a connection that ends its work. One of `multiprocessing` could not be started: dask's workers are
daemonic unless they run without a nanny.
"""

import asyncio
import json
import pickle
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from attrs import frozen

from ...backends.processes.workers import Lost, Open, Workers
from ...core.errors import InputError
from ..build import build

_IDLE: dict[str, list[Workers]] = {}
_LOCK = Lock()


@frozen(slots=True)
class RemoteWork:
    """What is done with an item, see `ItemWork`."""

    open_worker: Open[Any, Iterable[Any]]
    encode: Callable[[Any], Any]
    digest: Callable[[Any], str]

    def message(self, item: Any) -> bytes:
        """An item on its way."""
        return pickle.dumps((item, self.digest(item)), protocol=pickle.HIGHEST_PROTOCOL)

    @contextmanager
    def opened(self) -> Iterator[Callable[[bytes], Iterator[str]]]:
        """A worker that reads messages and says its results as JSON."""
        with self.open_worker() as work:
            yield lambda message: self._parts(work, message)

    def _parts(self, work: Callable[[Any], Iterable[Any]], message: bytes) -> Iterator[str]:
        item, digest = pickle.loads(message)
        if self.digest(item) != digest:
            raise InputError(
                f"the workers have different data, or different versions of solvers ({item!s:.200}); they need the "
                "same files at the same paths, and the same packages"
            )
        for result in work(item):
            yield json.dumps(self.encode(result))


def setup_of(work: RemoteWork) -> tuple[str, bytes]:
    """What workers start with, and of which specassay it is."""
    return build(), pickle.dumps(work)


def work_on(key: str, setup: tuple[str, bytes], items: Sequence[bytes]) -> bytes:
    """The parts of the results of items, as JSON: the seconds that all took, and for each part the place of its item
    and its JSON in a text, null where the item was lost. Raises what an item raises, and InputError where another
    specassay is here than there."""
    if setup[0] != build():
        raise InputError("the workers have another version of specassay; install the one that runs bench there, too")
    started = time.perf_counter()
    workers = _taken(key, setup[1])
    try:
        results = [(index, None if isinstance(result, Lost) else result) for index, result in workers.as_known(items)]
    except BaseException:
        workers.close()
        raise
    with _LOCK:
        _IDLE.setdefault(key, []).append(workers)
    return json.dumps([time.perf_counter() - started, results]).encode()


def _taken(key: str, setup: bytes) -> Workers:
    """A process that nobody uses; those of other work are ended."""
    # A scheduler serves one run after the other, and what a worker process keeps (solvers, modules under test) is of
    # no use to the next: its processes end when work with another key arrives.
    with _LOCK:
        idle = [workers for name in [*_IDLE] if name != key for workers in _IDLE.pop(name)]
        mine = _IDLE.get(key)
        kept = mine.pop() if mine else None
    for workers in idle:
        workers.close()
    return kept or Workers(_Encoding(setup), 1)


class _Encoding:
    """Opens a worker in the process of its own: here, nothing of what it is made of is read."""

    def __init__(self, setup: bytes) -> None:
        self.setup = setup

    def __call__(self) -> Any:
        return pickle.loads(self.setup).opened()


async def end_processes(key: str) -> None:
    """End the processes of some work. A coroutine, because dask waits for no other function."""
    await asyncio.to_thread(_end, key)


def _end(key: str) -> None:
    with _LOCK:
        mine = _IDLE.pop(key, [])
    for workers in mine:
        workers.close()
