"""Sandboxes that are kept from one replayer to the next."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer, ReplayTask, resting
from specassay.backends.python.replay.confined import ConfinedChannel
from tests.processes import living, living_in_the_end

TASK = ReplayTask(task_id="t", parameters=("x",), contract_text="assert x > 0", solution="", entry_point="f")


@pytest.fixture(autouse=True)
def none_is_kept() -> Iterator[None]:
    resting.end()
    yield
    resting.end()


def used(replayer: Replayer, task: ReplayTask = TASK) -> int:
    """The number of the sandbox in which a task of a replayer runs."""
    replayer.load(task)
    assert [replayer.run({"x": x}).raised for x in ("1", "0")] == [None, "AssertionError"]
    assert isinstance(replayer._channel, ConfinedChannel)
    return replayer._channel.guest._process.pid


def one_after_the_other(*tasks: ReplayTask) -> list[int]:
    found = []
    for task in tasks:
        with Replayer() as replayer:
            found.append(used(replayer, task))
    return found


def test_a_replayer_finds_the_sandbox_of_the_one_before() -> None:
    first, second = one_after_the_other(TASK, TASK)
    assert first == second


def test_so_does_one_whose_results_nobody_asks_for_any_more() -> None:
    def groups() -> Generator[int, None, None]:
        with Replayer() as replayer:
            while True:
                yield used(replayer)

    results = groups()
    first = next(results)
    results.close()
    assert one_after_the_other(TASK) == [first]


def test_nothing_of_a_replayer_is_left_in_its_sandbox() -> None:
    # Where tasks are of one file, a copy of the process waits for the next one, with what it has imported.
    task = ReplayTask(
        task_id="t",
        parameters=("x",),
        contract_text="assert x > 0",
        solution="import json",
        entry_point="f",
        file="m.py",
        module="m",
    )
    (group,) = one_after_the_other(TASK)
    alone = len(living(group))
    with Replayer() as replayer:
        assert used(replayer, task) == group
        assert len(living(group)) == alone + 2
    assert len(living(group)) == alone


def test_what_a_task_does_to_its_process_is_not_seen_by_the_next_replayer() -> None:
    changing = ReplayTask(
        task_id="t",
        parameters=("x",),
        solution="import builtins, json",
        entry_point="f",
        contract_text="builtins.KEPT = json.KEPT = 'seen'\nassert x > 0",
    )
    looking = ReplayTask(
        task_id="t",
        parameters=("x",),
        solution="import builtins, json",
        entry_point="f",
        contract_text="assert not (hasattr(builtins, 'KEPT') or hasattr(json, 'KEPT'))\nassert x > 0",
    )
    first, second = one_after_the_other(changing, looking)
    assert first == second


def test_a_sandbox_with_a_folder_of_the_user_is_not_kept(tmp_path: Path) -> None:
    own = ReplayTask(
        task_id="t",
        parameters=("x",),
        contract_text="assert x > 0",
        solution="",
        entry_point="f",
        search_path=(str(tmp_path),),
    )
    (group,) = one_after_the_other(own)
    assert not living_in_the_end(group)


def test_a_sandbox_whose_use_was_interrupted_is_not_kept() -> None:
    replayer = Replayer()
    group = used(replayer)
    with pytest.raises(KeyboardInterrupt), replayer:
        raise KeyboardInterrupt
    assert not living_in_the_end(group)


def test_a_sandbox_that_has_ended_meanwhile_is_replaced() -> None:
    (first,) = one_after_the_other(TASK)
    os.kill(first, 9)
    assert not living_in_the_end(first)
    assert one_after_the_other(TASK) != [first]


def test_only_so_many_are_kept() -> None:
    with Replayer() as one, Replayer() as two, Replayer() as three:
        groups = [used(each) for each in (one, two, three)]
    assert len(set(groups)) == 3
    # The last one left first.
    assert not living_in_the_end(groups[-1])
    assert all(map(living, groups[: resting.MOST]))
    resting.end()
    assert not any(map(living_in_the_end, groups))


def test_a_process_that_was_forked_has_none_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    (first,) = one_after_the_other(TASK)
    with monkeypatch.context() as forked:
        forked.setattr(os, "getpid", lambda: -1)
        assert resting.woken((), (), (), "") is None
        resting.end()
    assert one_after_the_other(TASK) == [first]
