"""Tasks on a real scheduler of dask, with workers in processes: what is lost when one dies, and what is not."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from specassay.backends.processes.workers import Lost
from specassay.benchmarks.executors import on_worker
from specassay.benchmarks.executors.cluster import Cluster
from specassay.benchmarks.executors.executor import Executor, ItemWork, Processes
from specassay.core.errors import ClusterFailure, InputError

NAME = "a test's cluster"


@pytest.fixture(scope="module")
def cluster(local: LocalCluster) -> Iterator[Cluster]:
    with Client(local, set_as_default=False) as client:
        yield Cluster(client, NAME, patience=60.0)


@contextmanager
def _opened(work: Callable[[int], Iterable[int]]) -> Iterator[Callable[[int], Iterable[int]]]:
    yield work


def as_work(work: Callable[[int], Iterable[int]]) -> ItemWork[int, int]:
    return ItemWork(open_worker=partial(_opened, work), encode=str, decode=_decoded)


def _decoded(item: int, part: int, value: Any) -> int:
    return int(value)


def found(executor: Executor, items: Iterable[int], work: Callable[[int], Iterable[int]]) -> dict[int, list[int | str]]:
    """The parts of each item."""
    chosen = list(items)
    parts: dict[int, list[int | str]] = {item: [] for item in chosen}
    for place, part in executor.as_known(chosen, as_work(work)):
        parts[chosen[place]].append("lost" if isinstance(part, Lost) else part)
    return parts


def twice(item: int) -> Iterable[int]:
    return item, -item


def once_dead(mark: Path, item: int) -> Iterator[int]:
    """The worker of dask, the parent of this process, is killed once, as a machine may be."""
    if item == 70 and not mark.exists():
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    yield from twice(item)


def test_a_worker_that_is_killed_takes_nothing_with_it(cluster: Cluster, tmp_path: Path) -> None:
    alone = found(Processes(1), range(100), twice)
    assert found(cluster, range(100), partial(once_dead, tmp_path / "mark")) == alone
    assert (tmp_path / "mark").exists()


def deadly(victim: str, item: int) -> Iterator[int]:
    if item == 30:
        os.kill(os.getpid() if victim == "process" else os.getppid(), signal.SIGKILL)
    yield from twice(item)


@pytest.mark.parametrize("victim", ["process", "worker"])
def test_an_item_that_kills_its_worker_each_time_is_lost_alone(cluster: Cluster, victim: str) -> None:
    expected: dict[int, list[int | str]] = {item: [*twice(item)] for item in range(60)}
    assert found(cluster, range(60), partial(deadly, victim)) == expected | {30: ["lost"]}


def refuse(item: int) -> Iterable[int]:
    raise InputError(f"not {item}", file="here")


def test_what_an_item_raises_is_raised_here(cluster: Cluster) -> None:
    with pytest.raises(InputError, match=r"here.*not 3"):
        found(cluster, [3], refuse)


def test_workers_with_another_specassay_are_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_worker, "build", lambda: "another")
    with pytest.raises(InputError, match=r"another specassay is installed on the workers"):
        found(cluster, [3], twice)


def test_a_cluster_without_workers_is_not_waited_for_for_ever() -> None:
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        Client(empty, set_as_default=False) as client,
        pytest.raises(ClusterFailure, match=r"a test's cluster: it has had no worker for 0.1 s"),
    ):
        found(Cluster(client, NAME, patience=0.1), range(3), twice)
