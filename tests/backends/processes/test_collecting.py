"""Python's collector while a process does much work."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from specassay.benchmarks.runs.parallel import THRESHOLD, rare_collections


class Node:
    """Garbage in a cycle."""

    def __init__(self) -> None:
        self.me = self
        self.items = [[] for _ in range(100)]  # type: list[list[int]]


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int, int]]:
    """Python's own threshold, with nothing frozen: what the tests have frozen stays so, since to go through all of it
    takes seconds, and is not counted. How often something was frozen stands for how much."""
    before, freeze, times = gc.get_threshold(), gc.freeze, [0]

    def freezing() -> None:
        times[0] += 1
        freeze()

    def unfreezing() -> None:
        times[0] = 0

    monkeypatch.setattr(gc, "freeze", freezing)
    monkeypatch.setattr(gc, "unfreeze", unfreezing)
    monkeypatch.setattr(gc, "get_freeze_count", lambda: times[0])
    gc.set_threshold(700, 10, 10)
    yield 700, 10, 10
    freeze()  # as the tests have it
    gc.set_threshold(*before)


@pytest.mark.slow
def test_garbage_is_collected_and_all_is_as_before_afterwards(usual: tuple[int, int, int]) -> None:
    with rare_collections():
        assert gc.get_threshold() > usual
        nodes = [weakref.ref(Node()) for _ in range(2000)]
        assert sum(node() is not None for node in nodes) < 1000
    assert (gc.get_threshold(), gc.get_freeze_count()) == (usual, 0)


@pytest.mark.usefixtures("usual")
@pytest.mark.parametrize("threshold", [(0, 10, 10), (50_000, 20, 100)])
def test_who_looks_more_rarely_goes_on_so(threshold: tuple[int, int, int]) -> None:
    gc.set_threshold(*threshold)
    with rare_collections():
        assert (gc.get_threshold(), gc.get_freeze_count()) == (threshold, 0)


def test_what_is_there_is_not_looked_through_and_garbage_is(usual: tuple[int, int, int]) -> None:
    with rare_collections():
        assert gc.get_freeze_count() > 0
        node = weakref.ref(Node())
        gc.collect()
        assert node() is None
    assert gc.get_freeze_count() == 0


@pytest.mark.usefixtures("usual")
def test_who_has_frozen_what_is_there_goes_on_so() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    with rare_collections():
        assert gc.get_freeze_count() == frozen
    assert gc.get_freeze_count() == frozen


def test_what_outlives_an_item_is_not_looked_through_again(usual: tuple[int, int, int]) -> None:
    with rare_collections() as survivors:
        before = gc.get_freeze_count()
        survivors.after_item()  # it has made next to nothing
        assert gc.get_freeze_count() == before
        kept = [[] for _ in range(2 * THRESHOLD[0])]  # type: list[list[int]]
        garbage = weakref.ref(Node())
        survivors.after_item()
        assert gc.get_freeze_count() > before
        assert garbage() is None
        assert kept
    assert (gc.get_threshold(), gc.get_freeze_count()) == (usual, 0)


@pytest.mark.usefixtures("usual")
def test_who_freezes_nothing_freezes_nothing_after_an_item() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    with rare_collections() as survivors:
        kept = [[] for _ in range(2 * THRESHOLD[0])]  # type: list[list[int]]
        survivors.after_item()
        assert kept
    assert gc.get_freeze_count() == frozen
