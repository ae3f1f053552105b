"""Tasks on a real scheduler of dask, with workers in processes: what is lost when one dies, and what is not."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from specassay.backends.processes.workers import Lost
from specassay.benchmarks.executors import on_worker
from specassay.benchmarks.executors.cluster import Cluster
from specassay.benchmarks.executors.executor import Executor, Processes
from specassay.core.errors import ClusterFailure, InputError

from .items import as_work, deadly, once_dead, refuse, twice

if TYPE_CHECKING:
    from distributed import LocalCluster

NAME = "a test's cluster"


@pytest.fixture(scope="module")
def cluster(local: "LocalCluster") -> Iterator[Cluster]:
    from distributed import Client

    with Client(local, set_as_default=False) as client:
        yield Cluster(client, NAME, patience=600.0)


def found(executor: Executor, items: Iterable[int], work: Callable[[int], Iterable[int]]) -> dict[int, list[int | str]]:
    """The parts of each item."""
    chosen = list(items)
    parts: dict[int, list[int | str]] = {item: [] for item in chosen}
    for place, part in executor.as_known(chosen, as_work(work)):
        parts[chosen[place]].append("lost" if isinstance(part, Lost) else part)
    return parts


@pytest.mark.slow
def test_a_worker_that_is_killed_takes_nothing_with_it(cluster: Cluster, tmp_path: Path) -> None:
    alone = found(Processes(1), range(100), twice)
    assert found(cluster, range(100), partial(once_dead, tmp_path / "mark")) == alone
    assert (tmp_path / "mark").exists()


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["process", "worker"])
def test_an_item_that_kills_its_worker_each_time_is_lost_alone(cluster: Cluster, victim: str) -> None:
    expected: dict[int, list[int | str]] = {item: [*twice(item)] for item in range(60)}
    assert found(cluster, range(60), partial(deadly, victim)) == expected | {30: ["lost"]}


def test_the_only_item_of_a_chunk_is_not_lost_for_what_ran_beside_it(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """dask blames all that a dead worker had at hand; the first chunks, and the last, have one item each."""
    real, beside = Cluster._blamed, [True]
    monkeypatch.setattr(Cluster, "_blamed", lambda self, future: beside.pop() if beside else real(self, future))
    assert found(cluster, range(6), twice) == {item: [*twice(item)] for item in range(6)}


def test_what_an_item_raises_is_raised_here(cluster: Cluster) -> None:
    with pytest.raises(InputError, match=r"here.*not 3"):
        found(cluster, [3], refuse)


def test_workers_with_another_specassay_are_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_worker, "build", lambda: "another")
    with pytest.raises(InputError, match=r"another version of specassay"):
        found(cluster, [3], twice)


def test_a_cluster_without_workers_is_not_waited_for_for_ever() -> None:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        Client(empty, set_as_default=False) as client,
        pytest.raises(ClusterFailure, match=r"a test's cluster: it has had no worker for 0.1 s"),
    ):
        found(Cluster(client, NAME, patience=0.1), range(3), twice)


def test_a_result_that_is_gone_with_its_worker_is_computed_again_and_not_for_ever(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker may die when it has a result and before that is fetched: dask computes it again, and may give up."""
    real, gone = Cluster._result, [True]
    monkeypatch.setattr(Cluster, "_result", lambda self, future: None if gone and gone.pop() else real(self, future))
    assert found(cluster, range(6), twice) == {item: [*twice(item)] for item in range(6)}
    monkeypatch.setattr(Cluster, "_result", lambda self, future: None)
    assert found(cluster, range(2), twice) == {0: ["lost"], 1: ["lost"]}
