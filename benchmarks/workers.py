"""Work over worker processes, with the results in order."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack
from multiprocessing.util import Finalize
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

Open = Callable[[], AbstractContextManager[Callable[[Item], Result]]]
"""Starts what a worker needs; inside, the function that makes a result of an item."""

_open: Open[Any, Any] | None = None
_work: Callable[[Any], Any] | None = None


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    items: Sequence[Item], open_worker: Open[Item, Result], workers: int, lost: Callable[[Item], Result]
) -> Iterator[Result]:
    """The results of items in their order, each as soon as it and those before it are there.

    In so many processes, each with what `open_worker` starts; in this one for fewer than two. What a worker raises is
    raised here. An item whose worker dies twice has the result `lost`; the others are not affected. Items, results and
    `open_worker` are pickled.
    """
    if workers < 2:
        with open_worker() as work:
            yield from map(work, items)
        return
    done = 0
    while done < len(items):
        for result in _until_broken(items[done:], open_worker, workers):
            done += 1
            yield result
        if done < len(items):
            again = list(_until_broken(items[done : done + 1], open_worker, 1))
            yield again[0] if again else lost(items[done])
            done += 1


def _until_broken(items: Sequence[Item], open_worker: Open[Item, Result], workers: int) -> Iterator[Result]:
    """The results of items until a worker dies."""
    # A fresh interpreter in each worker: a fork of a process with threads of a solver may hang.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_start, initargs=(open_worker,))
    try:
        waiting: list[Future[Result]] = [pool.submit(_run, item) for item in items]
        for future in waiting:
            try:
                result = future.result()
            except BrokenProcessPool:
                break
            yield result
        # Waited for, because an interpreter that ends while a pool is still closing writes to a closed pipe.
        pool.shutdown()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _start(open_worker: Open[Any, Any]) -> None:
    global _open
    _open = open_worker


def _run(item: Any) -> Any:
    global _work
    if _work is None:  # opened here, not in `_start`: what that raises breaks the pool, and nobody learns why
        assert _open is not None
        stack = ExitStack()
        _work = stack.enter_context(_open())
        # What is registered with atexit does not run in a worker process.
        Finalize(None, stack.close, exitpriority=1)
    return _work(item)
