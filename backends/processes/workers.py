"""Work over worker processes, with the results in order, or in parts as they are known."""

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cache, partial
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, TypeVar

from attrs import define, field

from ...core.errors import SolverFailure
from .lifeline import end_with_parent, parent_mark

Item = TypeVar("Item")
Result = TypeVar("Result")

Open = Callable[[], AbstractContextManager[Callable[[Item], Result]]]
"""Starts what a worker needs; inside, the function that makes a result of an item."""


class Lost:
    """In the place of a result: the worker process died twice on that item."""


LOST: Final = Lost()
TRIES = 2
"""How often an item is begun whose worker process dies."""
# What a worker says: a part of the result of its item, that there are no more, or what the item raised.
_PART, _END, _RAISED = range(3)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    items: Sequence[Item],
    open_worker: Open[Item, Result],
    workers: int,
    lost: Callable[[Item], Result],
    *,
    cost: Callable[[Item], float] = lambda item: 0.0,
    arrived: Callable[[int, Result], None] = lambda place, result: None,
) -> Iterator[Result]:
    """The results of items in their order, each as soon as it and those before it are there.

    In so many processes, each with what `open_worker` starts; in this one for fewer than two. What a worker raises is
    raised here. An item whose worker dies twice has the result `lost`; the others are not affected. Items, results and
    `open_worker` are pickled. Processes begin with the items of the greatest `cost`, so that none ends long after the
    others; `arrived` is told each result as soon as it is there.
    """
    found: dict[int, Result] = {}
    done = 0
    whole = partial(_whole, open_worker)
    for place, part in as_known(items, whole, workers, cost=cost if workers > 1 else lambda item: 0.0):
        result = lost(items[place]) if isinstance(part, Lost) else part
        arrived(place, result)
        found[place] = result
        while done in found:
            yield found.pop(done)
            done += 1


def as_known(
    items: Sequence[Item],
    open_worker: Open[Item, Iterable[Result]],
    workers: int,
    *,
    cost: Callable[[Item], float] = lambda item: 0.0,
) -> Iterator[tuple[int, Result | Lost]]:
    """The results of items in parts, each with the place of its item and as soon as it is there; those of one item keep
    their order. In processes as `in_order` says. The last part of an item whose worker dies twice is `LOST`; an item
    that is begun again makes the same parts, and those that were there are not given twice.
    """
    begun = sorted(range(len(items)), key=lambda place: cost(items[place]), reverse=True)
    if not begun:
        return
    if workers < 2:
        with open_worker() as work:
            for place in begun:
                for part in work(items[place]):
                    yield place, part
        return
    with ExitStack() as stack:
        crew = _Crew(items, open_worker, begun)
        stack.callback(crew.kill)
        crew.start(min(workers, len(begun)))
        while crew.busy:
            for ready in connection.wait(list(crew.busy)):
                yield from crew.heard(ready)
        crew.dismiss()


@contextmanager
def _whole(open_worker: Open[Item, Result]) -> Iterator[Callable[[Item], Iterable[Result]]]:
    with open_worker() as work:
        yield lambda item: (work(item),)


@define(slots=True, eq=False)
class _ItemWorker:
    """A process, the item that it is at, how many parts of it are there, and how many of them are repeated."""

    process: SpawnProcess
    connection: Connection
    place: int = -1
    parts: int = 0
    repeated: int = 0


@define(slots=True, eq=False)
class _Crew:
    """Processes at work. `left`: the places of the items that are not begun; `busy`: who is at work, by connection."""

    items: Sequence[Any]
    open_worker: Open[Any, Iterable[Any]]
    left: list[int]
    busy: dict[Any, _ItemWorker] = field(factory=dict)
    _idle: list[_ItemWorker] = field(factory=list)
    _deaths: dict[int, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.left = self.left[::-1]

    def start(self, workers: int) -> None:
        """Start so many processes, each with an item."""
        for _ in range(workers):
            self._next(self._started())

    def heard(self, ready: Any) -> Iterator[tuple[int, Any]]:
        """The part that a worker has to say, if it is one. Raises what its item raised."""
        worker = self.busy[ready]
        try:
            kind, value = worker.connection.recv()
        except (EOFError, ConnectionError):
            del self.busy[ready]
            yield from self._died(worker)
            return
        if kind == _RAISED:
            raise value
        if kind == _END:
            del self.busy[ready]
            self._next(worker)
            return
        worker.parts += 1
        if worker.parts > worker.repeated:
            yield worker.place, value

    def dismiss(self) -> None:
        """End the processes, whose work is done. Waited for: what they started ends with them."""
        while self._idle:
            worker = self._idle.pop()
            worker.connection.close()
            worker.process.join()

    def kill(self) -> None:
        """End whoever is left, whatever they are at: an interrupt has to end them, too."""
        for worker in (*self.busy.values(), *self._idle):
            worker.connection.close()
            worker.process.kill()
            worker.process.join()

    def _died(self, worker: _ItemWorker) -> Iterator[tuple[int, Any]]:
        worker.connection.close()
        worker.process.join()
        place = worker.place
        self._deaths[place] = self._deaths.get(place, 0) + 1
        again = self._started()
        if self._deaths[place] < TRIES:
            self._give(again, place, max(worker.parts, worker.repeated))
            return
        self._next(again)
        yield place, LOST

    def _next(self, worker: _ItemWorker) -> None:
        if self.left:
            self._give(worker, self.left.pop(), 0)
        else:
            self._idle.append(worker)

    def _give(self, worker: _ItemWorker, place: int, repeated: int) -> None:
        worker.place, worker.parts, worker.repeated = place, 0, repeated
        self.busy[worker.connection] = worker
        with suppress(ConnectionError):  # it has died: its connection says so, too
            worker.connection.send(self.items[place])

    def _started(self) -> _ItemWorker:
        # A fresh interpreter in each worker: a fork of a process with threads of a solver may hang.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self.open_worker, parent_mark()))
        with theirs, _without_interrupts():
            process.start()
        return _ItemWorker(process, ours)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that an interrupt from the keyboard does not reach before they are ready for it: what is blocked
    here is blocked in them, until `_serve`. One that comes meanwhile is heard afterwards."""
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _serve(requests: Connection, open_worker: Open[Any, Iterable[Any]], parent: str) -> None:
    """In a worker: make the results of items until there are no more."""
    end_with_parent(parent)
    # The parent hears of an interrupt, too, and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    # The end of the connection is the end of the work.
    with ExitStack() as stack, suppress(EOFError, ConnectionError):
        opened = cache(lambda: stack.enter_context(open_worker()))  # with the first item: what that raises is its own
        while True:
            for message in _messages(opened, requests.recv()):
                requests.send(message)


def _messages(opened: Callable[[], Callable[[Any], Iterable[Any]]], item: Any) -> Iterator[tuple[int, Any]]:
    try:
        for part in opened()(item):
            yield _PART, part
    except Exception as error:
        yield _RAISED, _sendable(error)
    else:
        yield _END, None


def _sendable(error: Exception) -> Exception:
    """An exception, or what stands for one that cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return SolverFailure(f"a worker process failed: {type(error).__name__}: {error}")
    return error
