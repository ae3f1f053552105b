"""Worker processes: the order of results, what is begun first, and items that end their worker."""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from specassay.backends.processes.workers import Lost, as_known, in_order
from specassay.core.errors import InputError

ITEMS = (3, 0, 5, 1, 4, 2)
MORTAL = 2


@contextmanager
def _squares() -> Iterator[Callable[[int], int]]:
    yield _square


def _square(item: int) -> int:
    return item * item


@contextmanager
def _mortal() -> Iterator[Callable[[int], int]]:
    yield _square_or_die


def _square_or_die(item: int) -> int:
    if item == MORTAL:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


def _lost(item: int) -> int:
    return -item


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_items(workers: int) -> None:
    arrived: list[int] = []

    def note(place: int, result: int) -> None:
        arrived.append(result)

    found = list(in_order(ITEMS, _squares, workers, _lost, cost=float, arrived=note))
    assert found == [item * item for item in ITEMS]
    assert sorted(arrived) == sorted(found)


def test_the_costliest_items_are_begun_first() -> None:
    arrived: list[int] = []
    list(in_order(ITEMS, _squares, 2, _lost, cost=float, arrived=lambda place, result: arrived.append(result)))
    assert arrived[0] in (25, 16)


@pytest.mark.parametrize("cost", [float, lambda item: -float(item)])
def test_an_item_that_ends_its_worker_is_lost_alone(cost: Callable[[int], float]) -> None:
    found = list(in_order(ITEMS, _mortal, 2, _lost, cost=cost))
    assert found == [-item if item == MORTAL else item * item for item in ITEMS]


@contextmanager
def _waiting(seen: Path) -> Iterator[Callable[[int], Iterable[str]]]:
    yield partial(_first_and_then, seen)


def _first_and_then(seen: Path, item: int) -> Iterator[str]:
    yield f"{item}: first"
    deadline = time.monotonic() + 30
    while not seen.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    yield f"{item}: seen" if seen.exists() else f"{item}: held back"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_part_is_there_while_the_rest_of_its_item_is_made(tmp_path: Path, workers: int) -> None:
    parts = []
    for _, part in as_known((1, 2), partial(_waiting, tmp_path / "seen"), workers):
        (tmp_path / "seen").touch()
        parts.append(part)
    assert sorted(map(str, parts)) == ["1: first", "1: seen", "2: first", "2: seen"]


@contextmanager
def _counting() -> Iterator[Callable[[int], Iterable[int]]]:
    yield _count_or_die


def _count_or_die(item: int) -> Iterator[int]:
    for number in range(3):
        if (item, number) == (MORTAL, 2):
            os.kill(os.getpid(), signal.SIGKILL)
        yield number


def test_parts_that_were_there_before_a_worker_died_are_kept_and_given_once() -> None:
    found: dict[int, list[object]] = {}
    for place, part in as_known(ITEMS, _counting, 2):
        found.setdefault(ITEMS[place], []).append("lost" if isinstance(part, Lost) else part)
    assert found == {item: [0, 1, "lost"] if item == MORTAL else [0, 1, 2] for item in ITEMS}


@contextmanager
def _refusing() -> Iterator[Callable[[int], int]]:
    yield _refuse


def _refuse(item: int) -> int:
    raise InputError(f"not {item}", file="here")


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_worker_raises_is_raised_here(workers: int) -> None:
    with pytest.raises(InputError, match=r"here.*not 3"):
        list(in_order(ITEMS[:1] * 2, _refusing, workers, _lost))
