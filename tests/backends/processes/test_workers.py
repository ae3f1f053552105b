"""Worker processes: the order of results, what is begun first, and items that end their worker."""

import atexit
import os
import signal
import subprocess
import sys
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


@contextmanager
def _own_pids() -> Iterator[Callable[[int], Iterable[int]]]:
    yield _own_pid


def _own_pid(item: int) -> Iterable[int]:
    time.sleep(0.05)
    return (os.getpid(),)


def test_items_that_are_together_have_one_process_while_there_is_other_work() -> None:
    arriving = as_known((1,) * 8, _own_pids, 2, cost=float, together=lambda place: place % 2)
    pids = dict(arriving)
    # The last ones are taken by whoever has nothing else to do.
    assert pids[0] == pids[2] == pids[4]
    assert pids[1] == pids[3] == pids[5]


def test_who_would_wait_takes_what_is_together_with_the_items_of_others() -> None:
    arriving = as_known((1,) * 8, _own_pids, 2, cost=float, together=lambda place: "all")
    assert len({pid for _, pid in arriving}) == 2


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


@contextmanager
def _forked() -> Iterator[Callable[[int], tuple[int, int]]]:
    yield _who


def _who(item: int) -> tuple[int, int]:
    time.sleep(0.05)  # Long enough for another to take the next item.
    return os.getpid(), os.getppid()


def test_workers_are_forked_from_one_process_which_has_imported_what_they_do() -> None:
    found = list(in_order(range(8), _forked, 2, lambda item: (0, 0)))
    assert len({process for process, _ in found}) == 2
    assert len({parent for _, parent in found} - {os.getpid()}) == 1


@contextmanager
def _registering(mark: Path) -> Iterator[Callable[[int], int]]:
    atexit.register(mark.touch)
    yield _square


def test_what_is_registered_for_the_end_of_a_worker_is_done(tmp_path: Path) -> None:
    assert list(in_order((2,) * 4, partial(_registering, tmp_path / "mark"), 2, _lost)) == [4] * 4
    assert (tmp_path / "mark").exists()


@pytest.mark.slow
def test_a_worker_writes_where_the_program_writes(root: Path) -> None:
    program = f"from {__name__} import speak; speak()"
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert "said" in done.stdout
    assert "complained" in done.stderr


def speak() -> None:
    """With workers that print."""
    assert list(in_order((2,) * 4, _speaking, 2, _lost)) == [4] * 4


@contextmanager
def _speaking() -> Iterator[Callable[[int], int]]:
    print("said")
    print("complained", file=sys.stderr)
    yield _square
