"""Tasks over the workers of a cluster of dask (https://distributed.dask.org).

Small tasks go in chunks of about a second, since each message has its price: of 10 ms a hundred together, of a minute
one alone. So what a worker that dies takes with it is a second's work, which is done again.

Which task ends its worker? dask begins a chunk anew until it has ended `allowed-failures` + 1 workers, and blames all
that they had at hand. So the tasks of a blamed chunk run once more, one at a time and with nothing beside them: one
that is blamed then is lost, and no other.
"""

import json
import math
import queue
import time
import uuid
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from ...backends.processes.workers import LOST, Item, Lost, Result
from ...core.errors import ClusterFailure, SpecassayError
from . import on_worker
from .executor import ItemWork

if TYPE_CHECKING:
    from distributed import Client, Future

CHUNK_SECONDS = 1.0
"""Seconds of work that travels together, so that a message is paid once for many tasks (docs/scaling.md)."""
MOST_OF_A_CHUNK = 256
"""Tasks in one chunk, however short they are: what a lost worker had is done again."""
AHEAD = 2
"""How many chunks a thread of a worker has, with that which it is at: while a result travels, there is work."""
POLL_SECONDS = 1.0
"""Between two counts of the workers: how late it is noticed that there are none."""


@define(slots=True)
class _Pace:
    """How many items make a chunk: `seconds` is what one took of late."""

    seconds: float | None = None

    def chunk(self, remaining: int, threads: int) -> int:
        """The size of the next chunk. At the end of the work they are small, so that all workers end together."""
        if self.seconds is None:
            return 1
        fitting = CHUNK_SECONDS / max(self.seconds, CHUNK_SECONDS / MOST_OF_A_CHUNK)
        return max(1, min(int(fitting), math.ceil(remaining / (AHEAD * max(1, threads)))))

    def took(self, seconds: float, items: int) -> None:
        """Learn from a chunk."""
        seconds_each = seconds / max(1, items)
        self.seconds = seconds_each if self.seconds is None else (self.seconds + seconds_each) / 2


@frozen(slots=True, eq=False)
class Cluster:
    """The workers of a scheduler. `name`: for people; `patience`: how many seconds to wait while there is no worker or
    no scheduler."""

    client: "Client"
    name: str
    patience: float = math.inf

    def as_known(self, items: Sequence[Item], work: ItemWork[Item, Result]) -> Iterator[tuple[int, Result | Lost]]:
        """See `Executor`. Raises ClusterFailure when the cluster goes away, or has no worker for too long."""
        waiting = deque(sorted(range(len(items)), key=lambda place: work.cost(items[place]), reverse=True))
        single, pace = deque[int](), _Pace()
        counts: dict[int, int] = {}
        fetched_in_vain: set[int] = set()
        by_itself: set[int] = set()  # a chunk of one item may have had others beside it
        with self._submission(work) as chunks:
            while waiting or single or chunks.places:
                while waiting and len(chunks.places) < AHEAD * max(1, chunks.threads):
                    size = min(len(waiting), pace.chunk(len(waiting), chunks.threads))
                    chunks.submit([waiting.popleft() for _ in range(size)], items)
                if single and not chunks.places:
                    by_itself.add(single[0])
                    chunks.submit([single.popleft()], items)
                future = self._next(chunks)
                places = chunks.places.pop(str(future.key))
                blamed = self._blamed(future)
                answer = None if blamed else self._result(future)
                if by_itself.issuperset(places) and (blamed or (answer is None and places[0] in fetched_in_vain)):
                    yield places[0], LOST
                elif answer is None:
                    # Finished, and gone with its worker before it was fetched: that may be another chunk's doing.
                    fetched_in_vain.update(() if blamed else places)
                    single += places
                else:
                    seconds, results = json.loads(answer)
                    pace.took(seconds, len(places))
                    for number, text in results:
                        index = places[number]
                        if text is None:
                            yield index, LOST
                            continue
                        counts[index] = deaths = counts.get(index, 0)
                        yield index, work.decode(items[index], deaths, json.loads(text))
                        counts[index] += 1

    @contextmanager
    def _submission(self, work: ItemWork[Item, Result]) -> "Iterator[_Chunks]":
        key = uuid.uuid4().hex
        remote = on_worker.RemoteWork(work.open_worker, work.encode, work.digest)
        chunks = _Chunks(self.client, key, remote, on_worker.setup_of(remote))
        try:
            yield chunks
        finally:
            # Whatever has ended the work, also the end of the cluster.
            with suppress(Exception):
                if self.client.status == "running":
                    self.client.cancel([*chunks.futures.values()], force=True)
                    self.client.run(on_worker.end_processes, key, wait=False)

    def _next(self, chunks: "_Chunks") -> "Future[Any]":
        """A chunk that is over. Sees to it that there are workers meanwhile."""
        while True:
            now = time.monotonic()
            # The scheduler is asked rarely, since each time is a message to another machine.
            if now - chunks.counted > POLL_SECONDS:
                try:
                    chunks.threads = sum(self.client.nthreads().values())
                except Exception as error:
                    raise self._gone() from error
                chunks.counted = now
                if chunks.threads:
                    chunks.served = now
                # Workers may come late, or be restarted: only a long time without any is a failure.
                elif now - chunks.served > self.patience:
                    raise ClusterFailure(f"{self.name}: it has had no worker for {self.patience:g} s")
            # In short waits, so that the loss of all workers is noticed while nothing arrives.
            with suppress(queue.Empty):
                future = chunks.over.get(timeout=POLL_SECONDS)
                return chunks.futures.pop(str(future.key))

    def _blamed(self, future: "Future[Any]") -> bool:
        """Whether the workers of a chunk died. Raises what it raised, and ClusterFailure."""
        from distributed.scheduler import KilledWorker

        if future.status == "cancelled":
            raise self._gone()
        if future.status != "error":
            return False
        error = future.exception()
        if isinstance(error, KilledWorker):
            return True
        if isinstance(error, SpecassayError):
            raise error
        raise ClusterFailure(
            f"{self.name}: its workers cannot do this work ({type(error).__name__}: {error}); they need this "
            "specassay, with the same packages, and the data at the same paths"
        ) from error

    def _result(self, future: "Future[Any]") -> bytes | None:
        """What a chunk gave; None where its workers died with it. Raises ClusterFailure."""
        from distributed.scheduler import KilledWorker

        try:
            return bytes(future.result())
        except KilledWorker:
            return None
        except Exception as error:
            raise self._gone() from error

    def _gone(self) -> ClusterFailure:
        return ClusterFailure(f"{self.name}: its scheduler is gone")


@define(slots=True, eq=False)
class _Chunks:
    """What was submitted and is not over: the items of each chunk, by their places. `threads`: of all workers, when
    they were `counted`; `served`: when there was one."""

    client: "Client"
    key: str
    work: on_worker.RemoteWork
    setup: tuple[str, bytes]
    places: dict[str, list[int]] = field(factory=dict)
    futures: "dict[str, Future[Any]]" = field(factory=dict)
    over: "queue.SimpleQueue[Future[Any]]" = field(factory=queue.SimpleQueue)
    threads: int = 0
    counted: float = -math.inf
    served: float = field(factory=time.monotonic)

    def submit(self, places: list[int], items: Sequence[object]) -> None:
        """Hand a chunk to the scheduler."""
        messages = [self.work.message(items[index]) for index in places]
        # What workers start with goes with each chunk. As a task of its own it reached each worker once, but a worker
        # that was told to compute it while it fetched it from one that had just died did neither, and the run hung.
        future = self.client.submit(
            on_worker.work_on, self.key, self.setup, messages, key=f"specassay-{uuid.uuid4().hex}", pure=False
        )
        self.places[str(future.key)] = places
        self.futures[str(future.key)] = future
        future.add_done_callback(self.over.put)
