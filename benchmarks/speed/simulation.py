"""A run on many workers, simulated: tasks that take what measured tasks took, and one process that stores the results.

Workers have their next chunk before they are done with the last (`executors/cluster.py`), and the coordinating process
serves finished chunks one after the other: it reads and stores the results, and hands out the next chunk. So the model
is a closed queueing network with one server and as many customers as workers, each with a reserve of one.
"""

import heapq
import math
import random
from collections import deque
from collections.abc import Sequence

from attrs import frozen

from ..executors.cluster import AHEAD, CHUNK_SECONDS, MOST_OF_A_CHUNK


@frozen(slots=True)
class Serving:
    """Seconds of the coordinating process: for each chunk, and for each result in it."""

    chunk: float
    result: float


@frozen(slots=True)
class SimulatedRun:
    """`seconds` on the clock; `ideal` with the work shared perfectly; `serving`: how long the coordinating process was
    at work; `tail`: seconds from the moment when nothing was left to begin."""

    tasks: int
    workers: int
    seconds: float
    ideal: float
    serving: float
    tail: float

    @property
    def efficiency(self) -> float:
        """The share of the workers' time in which they work."""
        return self.ideal / self.seconds

    @property
    def served(self) -> float:
        """The share of the time in which the coordinating process works: at 1 it is what limits."""
        return self.serving / self.seconds


def simulate(measured: Sequence[float], tasks: int, workers: int, serving: Serving, seed: int = 0) -> SimulatedRun:
    """So many tasks whose seconds are drawn from those that were measured, in chunks as the executor makes them."""
    draw = random.Random(seed)
    drawn = draw.choices(measured, k=tasks)
    mean = max(sum(drawn) / tasks, CHUNK_SECONDS / MOST_OF_A_CHUNK)
    fitting = max(1, int(CHUNK_SECONDS / mean))
    begun, server, served, nothing_left = 0, 0.0, 0.0, 0.0

    def chunk() -> tuple[float, int]:
        nonlocal begun
        size = max(1, min(fitting, math.ceil((tasks - begun) / (AHEAD * workers))))
        taken = drawn[begun : begun + size]
        begun += len(taken)
        return sum(taken), len(taken)

    reserve: list[deque[tuple[float, float, int]]] = [deque() for _ in range(workers)]
    ends: list[tuple[float, int, int]] = []
    # At first each worker is handed one chunk to begin and those that it has ahead, by a server that hands out one
    # after the other. From then on only the end of a chunk makes the server do anything, so that a queue of these ends
    # is all of the state.
    for first in (True, *[False] * (AHEAD - 1)):
        for worker in range(min(workers, tasks - begun)):
            if begun == tasks:
                break
            seconds, size = chunk()
            server, served = server + serving.chunk, served + serving.chunk
            if first:
                heapq.heappush(ends, (server + seconds, worker, size))
            else:
                reserve[worker].append((server, seconds, size))
    end = 0.0
    while ends:
        over, worker, size = heapq.heappop(ends)
        cost = serving.chunk + size * serving.result
        server = max(server, over) + cost
        served += cost
        end = max(end, server)
        if begun < tasks:
            seconds, number = chunk()
            reserve[worker].append((server, seconds, number))
            nothing_left = server
        if reserve[worker]:
            there, seconds, number = reserve[worker].popleft()
            heapq.heappush(ends, (max(over, there) + seconds, worker, number))
    return SimulatedRun(tasks, workers, end, sum(drawn) / workers, served, end - nothing_left)
