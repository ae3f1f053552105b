"""A scheduler of dask with two workers, each in a process of its own."""

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from specassay.benchmarks.executors.places import DEATHS

if TYPE_CHECKING:  # To import it takes each worker of xdist half a second, and one of them runs these tests.
    from distributed import LocalCluster


@pytest.fixture(scope="module")
def local() -> Iterator["LocalCluster"]:
    """Until the last test of a module, and not of the folder, which is no package, so that `scope="package"` means the
    whole session: the scheduler is a thread of this process, and takes time from all tests after them, as its workers
    do (together an eighth of a core, when they have nothing to do)."""
    import dask
    from distributed import LocalCluster

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with (
        dask.config.set(
            {
                "distributed.scheduler.allowed-failures": DEATHS - 1,
                # Each process of a worker is forked from one that has imported dask, which takes them a second.
                "distributed.worker.multiprocessing-method": "forkserver",
            }
        ),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
    ):
        yield cluster
