"""What an executor is, and the one that needs nothing: processes of this machine."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol

from attrs import frozen

from ...backends.processes.workers import Item, Lost, Open, Result, as_known, cores, ordered


def _nothing(item: object) -> str:
    return ""


@frozen(slots=True, kw_only=True)
class ItemWork(Generic[Item, Result]):
    """What is done with items, each of which has a result in parts.

    `open_worker` is pickled, and so are items. `encode` makes what JSON has of a part, and `decode` makes the part
    again: of its item, how many parts of that came before, and the JSON. `processes`: how many processes of this
    machine some items are worth. Those of the greatest `cost` are begun first. `digest`: of what the result depends on
    beside the item, such as files and versions: it has to be the same wherever the work is done. `together`: what an
    item has in common with those that one process does one after the other; None: nothing.
    """

    open_worker: Open[Item, Iterable[Result]]
    encode: Callable[[Result], Any]
    decode: Callable[[Item, int, Any], Result]
    processes: Callable[[Sequence[Item]], int] = len
    cost: Callable[[Item], float] = lambda item: 0.0
    digest: Callable[[Item], str] = _nothing
    together: Callable[[Item], Hashable] | None = None


class Executor(Protocol):
    """Does work on items."""

    def as_known(self, items: Sequence[Item], work: ItemWork[Item, Result]) -> Iterator[tuple[int, Result | Lost]]:
        """The results of items in parts, each with the place of its item and as soon as it is there; those of one item
        keep their order. What an item raises is raised here. The last part of one that ends its worker twice is
        `LOST`, and the others are not affected."""


@frozen(slots=True)
class Processes:
    """An executor on processes of this machine: at most `jobs`, one a core if None, and this process where items are
    few."""

    number: int | None = None

    def as_known(self, items: Sequence[Item], work: ItemWork[Item, Result]) -> Iterator[tuple[int, Result | Lost]]:
        """See `Executor`."""
        workers = min(self.number or cores(), work.processes(items))
        cost = work.cost if workers > 1 else lambda item: 0.0
        together = work.together
        if together is None:
            return as_known(items, work.open_worker, workers, cost=cost)
        return as_known(items, work.open_worker, workers, cost=cost, together=lambda place: together(items[place]))


def in_order_beside(
    known: Mapping[int, Result],
    items: Sequence[Item],
    work: ItemWork[Item, Result],
    executor: Executor,
    lost: Callable[[Item], Result],
    arrived: Callable[[int, Result], None],
) -> Iterator[Result]:
    """The one result of each item in the order of the items. Those that are `known`, by the place of the item, are not
    computed again; `arrived` is told each other one as soon as it is there, with its place. `lost`: the result of an
    item that ends its worker twice."""
    places = [place for place in range(len(items)) if place not in known]
    unknown = [items[place] for place in places]
    arriving = executor.as_known(unknown, work)
    fresh = ordered(unknown, arriving, lost, lambda number, result: arrived(places[number], result))
    for place in range(len(items)):
        yield known[place] if place in known else next(fresh)
