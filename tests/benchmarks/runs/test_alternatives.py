"""`-k`: further tests in the rows, replayed."""

from pathlib import Path

import pytest
from attrs import evolve
from msgspec import UNSET

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.runs.alternatives import split, with_alternatives
from specassay.benchmarks.runs.run import RunSettings, run_contract

TASK = ContractTask(
    task_id="T/1",
    entry_point="f",
    parameters=(Parameter("x"),),
    contract_text="assert isinstance(x, int)\nassert x > 3\nassert x is not None\n",
    solution="def f(x):\n    return x\n",
    file="T.jsonl",
    line=1,
)


def test_every_alternative_violates_exactly_the_same_clauses() -> None:
    with Replayer() as replayer:
        report = run_contract(TASK, RunSettings(config=Config(tests_per_set=3)), replayer)
        replayer.load(TASK.replay_task)
        for row in report.rows:
            if row.verdict != "violating":
                assert row.alternatives == []
                continue
            assert row.alternatives is not UNSET
            replays = replayer.run_many(row.alternatives)
            assert [sorted(replay.violated) for replay in replays] == [row.violates] * len(replays)
    (small,) = (row for row in report.rows if row.violates == [1])
    assert small.alternatives is not UNSET
    assert small.alternatives[0] == {"x": "3"}


def test_one_test_is_enough_unless_more_are_asked_for() -> None:
    with Replayer() as replayer:
        report = run_contract(TASK, RunSettings(), replayer)
    assert all(row.alternatives is UNSET for row in report.rows)


def test_no_more_are_looked_for_when_the_time_for_them_is_over() -> None:
    with Replayer() as replayer:
        report = run_contract(TASK, RunSettings(), replayer)
        found = with_alternatives(TASK, report, 3, replayer, seconds=-1.0)
    assert [row.alternatives for row in found.rows] == [[] for _ in report.rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("assert not (a or b)\n", "assert (not a); assert (not b)\n"),
        ("    assert a and b > 0, 'why'\n    assert c\n", "    assert (a); assert (b > 0)\n    assert c\n"),
        ("assert a and not (b or c and d)\n", "assert (a); assert (not b); assert (not (c and d))\n"),
        (
            "assert not (\n    a == 'é' or  # why\n    b)\nx = 1\nassert x\n",
            "assert (not a == 'é'); assert (not b)\nx = 1\nassert x\n",
        ),
        ("if a: assert b and c; assert d and e\n", "if a: assert (b); assert (c); assert (d); assert (e)\n"),
    ],
)
def test_joined_conditions_are_taken_apart(text: str, expected: str) -> None:
    found = split(text)
    assert found is not None
    assert found.text == expected


@pytest.mark.parametrize(
    "text", ["assert a or b\n", "assert not (a and b)\n", "assert (n := a) and n\n", "x = 1\n", "a (\n"]
)
def test_what_joins_nothing_stays(text: str) -> None:
    assert split(text) is None


def test_ways_are_numbered_by_clause() -> None:
    found = split("assert a and b\nassert c\nassert d and e\n", (1, 0))
    assert found is not None
    assert found.ways == ((2,), (0, 1), (3, 4))


def test_a_condition_may_be_asked_only_where_those_before_it_hold() -> None:
    found = split("assert a and b and c\n", in_turn=True)
    assert found is not None
    assert found.text == "assert (a); assert not ((a)) or (b); assert not ((a) and (b)) or (c)\n"


def rows_of(tmp_path: Path, text: str) -> list[list[dict[str, str]]]:
    """The tests of each single clause of a function."""
    (tmp_path / "own.py").write_text(text)
    (task,) = load(tmp_path / "own.py").items
    assert isinstance(task, ContractTask)
    with Replayer() as replayer:
        report = run_contract(task, RunSettings(config=Config(budget=5)), replayer)
        for row in report.rows:
            replays = replayer.run_many(row.tests)
            assert [sorted(replay.violated) for replay in replays] == [row.violates] * len(replays)
    return [list(row.tests) for row in report.rows if len(row.violates) == 1]


def test_each_condition_of_a_guard_has_a_test(tmp_path: Path) -> None:
    text = (
        "def f(a: int, b: int, c: str) -> int:\n    if a < 0 or b < 0 or c == '':\n        raise ValueError\n"
        "    if a > 100:\n        raise ValueError\n    return a\n"
    )
    first, second = rows_of(tmp_path, text)
    violated = sorted((int(each["a"]) < 0, int(each["b"]) < 0, each["c"] == "''") for each in first)
    assert violated == [(False, False, True), (False, True, False), (True, False, False)]
    assert len(second) == 1


def test_a_condition_that_is_only_asked_after_another_has_one_too(tmp_path: Path) -> None:
    (tests,) = rows_of(tmp_path, "def f(xs: list[int]) -> int:\n    assert xs and xs[0] > 0\n    return xs[0]\n")
    assert sorted(bool(eval(each["xs"])) for each in tests) == [False, True]


def test_data_sets_keep_one_test_for_each_set() -> None:
    task = ContractTask(
        task_id="T/1",
        entry_point="f",
        parameters=(),
        contract_text="assert a and b\n",
        solution="",
        file="T.jsonl",
        line=1,
    )
    with Replayer() as replayer:
        report = run_contract(evolve(task), RunSettings(), replayer)
    assert all(len(row.tests) <= 1 for row in report.rows)
