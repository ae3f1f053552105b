"""Which executor a run has: by an option, or the table `[cluster]` of its file."""

import logging
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import attrs
from attrs import field, frozen

from ...core.errors import ClusterFailure, InputError
from ..closest import suggestion
from ..configuration import unknown_keys
from .cluster import Cluster
from .executor import Executor, Processes

if TYPE_CHECKING:
    from distributed import Client

QUEUES = {
    "slurm": "SLURMCluster",
    "pbs": "PBSCluster",
    "sge": "SGECluster",
    "lsf": "LSFCluster",
    "oar": "OARCluster",
    "moab": "MoabCluster",
    "htcondor": "HTCondorCluster",
}
"""The batch systems that dask-jobqueue knows, and what each is called there."""
CONNECT_SECONDS = 10
"""Seconds for a scheduler to answer, and to be left."""
PATIENCE = 300.0
"""Seconds without a worker after which a run with an address ends, unless its file says otherwise."""
DEATHS = 2
"""A task that ends so many workers is not begun again."""


def _text(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    if not isinstance(value, str):
        raise InputError(f"{attribute.name}: expected a text, not {value!r}")


def _queue(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    if value and value not in QUEUES:
        near = suggestion(str(value), QUEUES)
        raise InputError(f"queue: expected one of {', '.join(QUEUES)}, not {value!r}" + (near and f" ({near})"))


def _seconds(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    if type(value) not in (int, float) or not value > 0:
        raise InputError(f"{attribute.name}: expected a number of seconds, not {value!r}")


def _table(instance: object, attribute: "attrs.Attribute[Any]", value: Any) -> None:
    if not isinstance(value, dict):
        raise InputError(f"{attribute.name}: expected a table, not {value!r}")


@frozen(slots=True, kw_only=True)
class ExecutorPlace:
    """Where tasks run; on this machine by default.

    `address`: of a scheduler of dask. `queue`: a batch system, in which workers are started, with the `options` of
    dask-jobqueue's class for it. `patience`: after so many seconds without a worker the run ends; where none is said, a
    batch system is waited for as long as it takes, and an address for `PATIENCE`.

    :raises InputError: for a value that makes no sense.
    """

    address: str = field(default="", validator=_text)
    queue: str = field(default="", validator=_queue)
    patience: float | None = field(default=None, validator=attrs.validators.optional(_seconds))
    options: Mapping[str, Any] = field(factory=dict, validator=_table)

    @property
    def name(self) -> str:
        """The place as people read it; empty for this machine."""
        return self.queue or self.address


def place_of(table: Any) -> ExecutorPlace:
    """What the table `[cluster]` of a run's file says. Raises InputError."""
    try:
        if not isinstance(table, dict):
            raise InputError(f"expected a table, not {table!r}")
        fields = [attribute.name for attribute in attrs.fields(ExecutorPlace)]
        if unknown := [key for key in table if key not in fields]:
            raise InputError(unknown_keys(unknown, fields))
        executor_place = ExecutorPlace(**table)
        if executor_place.address and executor_place.queue:
            raise InputError("give an address or a queue, not both")
    except InputError as error:
        raise InputError(f"[cluster]: {error}") from error
    return executor_place


@contextmanager
def executor_at(executor_place: ExecutorPlace, jobs: int | None) -> Iterator[Executor]:
    """The executor of a place, until the end of the context. `jobs`: processes of this machine (one a core if None), or
    jobs in the queue of a batch system (1 if None).

    Raises InputError where the library is not installed or the options make no sense, ClusterFailure where nobody
    answers.
    """
    if not executor_place.name:
        yield Processes(jobs)
        return
    try:
        import distributed
    except ImportError as error:
        raise InputError("a cluster needs distributed: pip install 'specassay[cluster]'") from error
    # What it says of workers that come and go is said here, where it matters. Its loggers have levels of their own.
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] == distributed.__name__:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    if executor_place.address:
        with _connected(executor_place.address) as client:
            yield Cluster(client, executor_place.address, executor_place.patience or PATIENCE)
        return
    with _queued(executor_place, jobs or 1) as workers, _connected(workers) as client:
        yield Cluster(client, executor_place.queue, executor_place.patience or math.inf)


@contextmanager
def _connected(cluster: Any) -> "Iterator[Client]":
    from distributed import Client
    from distributed.comm.addressing import parse_address, parse_host_port

    try:
        # Read before the client does, which would wait for an address without a port until its time is over.
        if isinstance(cluster, str) and parse_address(cluster)[0] in ("tcp", "tls"):
            parse_host_port(parse_address(cluster)[1])
    except ValueError as error:
        raise InputError(f"--cluster {cluster}: {error}; write an address such as tcp://10.0.0.1:8786") from error
    try:
        client = Client(cluster, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterFailure(f"{cluster}: no scheduler of dask answers: {error}") from error
    try:
        yield client
    finally:
        client.close(timeout=CONNECT_SECONDS)


@contextmanager
def _queued(executor_place: ExecutorPlace, jobs: int) -> Iterator[Any]:
    """Workers in the queue of a batch system, and their scheduler in this process."""
    import dask

    try:
        import dask_jobqueue
    except ImportError as error:
        raise InputError(f"{executor_place.queue} needs dask-jobqueue: pip install 'specassay[slurm]'") from error
    with dask.config.set({"distributed.scheduler.allowed-failures": DEATHS - 1}):
        try:
            cluster = getattr(dask_jobqueue, QUEUES[executor_place.queue])(**executor_place.options)
        except (TypeError, ValueError) as error:
            raise InputError(f"[cluster.options]: {error}") from error
    try:
        cluster.scale(jobs=jobs)
        yield cluster
    finally:
        cluster.close(timeout=CONNECT_SECONDS)
