"""Work over worker processes, with the results in order, or in parts as they are known.

Each process (`_serve`) makes the results of items until there are no more, and says a part of the result of its item,
that there are no more parts, or what the item raised.
"""

import atexit
import os
import pickle
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cache, partial
from multiprocessing import connection
from typing import Any, Final, TypeVar

from attrs import define, field

from ...core.errors import SolverFailure
from .child import Closing
from .forking import ForkedProcess, NotStarted, serve_loaded, start_loaded

Item = TypeVar("Item")
Result = TypeVar("Result")

Open = Callable[[], AbstractContextManager[Callable[[Item], Result]]]
"""Starts what a worker needs; inside, the function that makes a result of an item."""


Together = Callable[[int], Hashable]
"""The place of an item → what it has in common with those that one process is to do one after the other, so that what
it learns from one serves the next."""


class Lost:
    """Stands for a result whose worker process died twice."""


LOST: Final = Lost()
DIED_TWICE = "its worker process died twice"
"""What is told of such an item."""
TRIES = 2
"""How often an item is begun whose worker process dies."""
_PART, _END, _RAISED = range(3)
"""What a process says."""


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
    arriving = as_known(items, whole(open_worker), workers, cost=cost if workers > 1 else lambda item: 0.0)
    return ordered(items, arriving, lost, arrived)


def ordered(
    items: Sequence[Item],
    arriving: Iterable[tuple[int, Result | Lost]],
    lost: Callable[[Item], Result],
    arrived: Callable[[int, Result], None] = lambda place, result: None,
) -> Iterator[Result]:
    """The one result of each item in the order of the items. `arrived`: as it comes, with the place of its item."""
    waiting_results: dict[int, Result] = {}
    done = 0
    for item_number, result_or_lost in arriving:
        result = lost(items[item_number]) if isinstance(result_or_lost, Lost) else result_or_lost
        arrived(item_number, result)
        waiting_results[item_number] = result
        while done in waiting_results:
            yield waiting_results.pop(done)
            done += 1


def as_known(
    items: Sequence[Item],
    open_worker: Open[Item, Iterable[Result]],
    workers: int,
    *,
    cost: Callable[[Item], float] = lambda item: 0.0,
    together: Together = lambda place: place,
) -> Iterator[tuple[int, Result | Lost]]:
    """The results of items in parts, each with the place of its item and as soon as it is there; those of one item keep
    their order. In processes as `in_order` says, each of which does the items that are `together` one after the other
    while others have enough to do. The last part of an item whose worker dies twice is `LOST`; an item that is begun
    again makes the same parts, and those that were there are not given twice.
    """
    # One worker needs no process; the longest items first, as with several.
    if workers < 2:
        places = sorted(range(len(items)), key=lambda item_number: cost(items[item_number]), reverse=True)
        if places:
            with open_worker() as work:
                for item_number in places:
                    for result_part in work(items[item_number]):
                        yield item_number, result_part
        return
    # Closing the crew ends whoever is at work.
    with Workers(open_worker, workers) as crew:
        yield from crew.as_known(items, cost, together)


def whole(open_worker: Open[Item, Result]) -> Open[Item, Iterable[Result]]:
    """A worker whose results have one part."""
    return partial(_whole, open_worker)


@contextmanager
def _whole(open_worker: Open[Item, Result]) -> Iterator[Callable[[Item], Iterable[Result]]]:
    with open_worker() as work:
        yield lambda item: (work(item),)


@define(slots=True, eq=False)
class _ItemWorker:
    """A process, the item that it is at, how many parts of it are there, and how many of them are repeated. `left`: the
    items that belong together with it, of which the next stands last."""

    process: ForkedProcess
    left: list[int] = field(factory=list)
    place: int = -1
    parts: int = 0
    repeated: int = 0


@define(slots=True, eq=False)
class Workers(Closing):
    """At most so many processes, which start when there are items for them and are kept for further ones; a context
    manager. Each has what `open_worker` starts. Not for two threads at once."""

    open_worker: Open[Any, Iterable[Any]]
    number: int
    _items: Sequence[Any] = ()
    _left: list[list[int]] = field(factory=list)
    """The items that are together and of which none was begun; the next ones stand last."""
    _busy: dict[Any, _ItemWorker] = field(factory=dict)
    _idle: list[_ItemWorker] = field(factory=list)
    _deaths: dict[int, int] = field(factory=dict)

    def as_known(
        self,
        items: Sequence[Any],
        cost: Callable[[Any], float] = lambda item: 0.0,
        together: Together = lambda place: place,
    ) -> Iterator[tuple[int, Any]]:
        """Like the function of this name. Whoever is at work when the iterator is closed, or raises, is ended."""
        self._items, self._deaths = items, {}
        groups: dict[Hashable, list[int]] = {}
        costs: dict[Hashable, float] = {}
        for place, item in enumerate(items):
            key = together(place)
            groups.setdefault(key, []).append(place)
            costs[key] = costs.get(key, 0.0) + cost(item)
        # The next one stands last, in each of them, too.
        ordered_keys = sorted(groups, key=lambda key: costs[key], reverse=True)[::-1]
        self._left = [
            sorted(groups[key], key=lambda place: cost(items[place]), reverse=True)[::-1] for key in ordered_keys
        ]
        try:
            while self._is_left() and len(self._busy) < self.number:
                self._next(self._idle.pop() if self._idle else self._started())
            while self._busy:
                for ready in connection.wait(list(self._busy)):
                    yield from self._heard(ready)
        finally:
            # An interrupt has to end them, too.
            for worker in self._busy.values():
                worker.process.kill()
            self._busy.clear()

    def _is_left(self) -> bool:
        return bool(self._left) or any(busy.left for busy in self._busy.values())

    def close(self) -> None:
        """End the processes, whose work is done."""
        while self._idle:
            _end(self._idle.pop())

    def _heard(self, ready: Any) -> Iterator[tuple[int, Any]]:
        """The part that a worker has to say, if it is one. Raises what its item raised."""
        worker = self._busy[ready]
        try:
            kind, value = ready.recv()
        except (EOFError, ConnectionError):
            del self._busy[ready]
            yield from self._died(worker)
            return
        if kind == _RAISED:
            raise value
        if kind == _END:
            del self._busy[ready]
            self._next(worker)
            return
        # A worker that was started again says what the dead one had said: that was handed on.
        worker.parts += 1
        if worker.parts > worker.repeated:
            yield worker.place, value

    def _died(self, worker: _ItemWorker) -> Iterator[tuple[int, Any]]:
        _end(worker)
        item_number = worker.place
        self._deaths[item_number] = self._deaths.get(item_number, 0) + 1
        new_worker = self._started()
        new_worker.left = worker.left
        if self._deaths[item_number] < TRIES:
            self._give(new_worker, item_number, max(worker.parts, worker.repeated))
            return
        self._next(new_worker)
        yield item_number, LOST

    def _next(self, worker: _ItemWorker) -> None:
        if not worker.left and self._left:
            worker.left = self._left.pop()
        # Who would wait does what others have still to begin.
        left = worker.left or max((busy.left for busy in self._busy.values()), key=len, default=[])
        if left:
            self._give(worker, left.pop(), 0)
        else:
            self._idle.append(worker)

    def _give(self, worker: _ItemWorker, item_number: int, repeated: int) -> None:
        worker.place, worker.parts, worker.repeated = item_number, 0, repeated
        self._busy[worker.process.connection] = worker
        with suppress(ConnectionError):  # it has died: its connection says so, too
            worker.process.connection.send(self._items[item_number])

    def _started(self) -> _ItemWorker:
        try:
            worker = _ItemWorker(start_loaded(__name__, _modules(self.open_worker), speaks=True))
        except NotStarted as error:
            raise SolverFailure(f"a worker process failed: {error}") from error
        try:
            with suppress(ConnectionError):
                worker.process.connection.send(self.open_worker)
        except BaseException:  # what cannot be pickled, or an interrupt
            worker.process.kill()
            raise
        return worker


def _end(worker: _ItemWorker) -> None:
    """Close the connection, which ends its work, and wait for that."""
    worker.process.connection.close()
    worker.process.wait()


def _modules(open_worker: Callable[..., Any] | None) -> tuple[str, ...]:
    """The modules of the functions that open a worker: those inside others, too."""
    module_names: list[str] = []
    while open_worker is not None:
        bare_function = open_worker.func if isinstance(open_worker, partial) else open_worker
        module_names.append(bare_function.__module__)
        bound_arguments = open_worker.args if isinstance(open_worker, partial) else ()
        open_worker = next((argument for argument in bound_arguments if callable(argument)), None)
    return tuple(dict.fromkeys(module_names))


def _serve(requests: connection.Connection) -> None:
    """The other side. What opens the worker comes first, then items, one after the other."""
    try:
        # The end of the connection is the end of the work.
        with ExitStack() as stack, suppress(EOFError, ConnectionError):
            open_worker = requests.recv()
            opened = cache(lambda: stack.enter_context(open_worker()))  # with the first item: what it raises is its own
            while True:
                for message in _messages(opened, requests.recv()):
                    requests.send(message)
    finally:
        # As multiprocessing does: a process that was forked ends without these.
        atexit._run_exitfuncs()
        sys.stdout.flush()


def _messages(opened: Callable[[], Callable[[Any], Iterable[Any]]], item: Any) -> Iterator[tuple[int, Any]]:
    try:
        for result_part in opened()(item):
            yield _PART, result_part
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


if __name__ == "__main__":
    serve_loaded(_serve)
