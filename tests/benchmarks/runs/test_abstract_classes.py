"""Abstract classes and protocols from which the module derives no other: their methods, and functions that take one."""

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.english.clause_examples import call_of
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report

MODULE = '''
import types
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol


class Shape(ABC):
    def __init__(self, name: str, sides: int) -> None:
        if not name:
            raise ValueError("name")
        if sides < 3:
            raise ValueError("sides")
        self.name, self.sides, self.locked = name, sides, False

    @abstractmethod
    def area(self) -> float: ...

    @property
    @abstractmethod
    def colour(self) -> str: ...

    def lock(self) -> None:
        if self.locked:
            raise RuntimeError("locked")
        self.locked = True

    def rename(self, name: str) -> None:
        if self.locked:
            raise RuntimeError("locked")
        if name == self.name:
            raise ValueError("same")
        self.name = name

    def scale(self, by: int) -> float:
        if by <= 0:
            raise ValueError("by")
        return self.area() * by


class Clock(Protocol):
    zone: str

    def now(self, *, utc: bool = False) -> int:
        """The time."""

    @property
    def name(self) -> str: ...


def late(clock: Clock, limit: int) -> str:
    if limit < 0:
        raise ValueError("limit")
    if clock.now() > limit:
        raise RuntimeError("late")
    return clock.name + clock.zone


def zone(clock: Clock) -> str:
    if not clock.zone:
        raise ValueError("zone")
    return clock.zone.upper()


def all_of(clocks: Sequence[Clock]) -> list[int]:
    if not clocks:
        raise ValueError("none")
    return [clock.now(utc=True) for clock in clocks]
'''


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[ContractTask, Report]]:
    file = tmp_path_factory.mktemp("abstract") / "shapes.py"
    file.write_text(MODULE)
    tasks = [task for task in load(file) if isinstance(task, ContractTask)]
    return {task.task_id.rpartition(".")[2]: (task, synthesise(task, config=Config(budget=5))) for task in tasks}


@pytest.mark.parametrize(
    ("name", "clauses"),
    [("__init__", 2), ("lock", 1), ("rename", 2), ("scale", 1), ("late", 2), ("zone", 1), ("all_of", 1)],
)
def test_each_clause_is_violated_alone_by_a_call_that_runs(
    name: str, clauses: int, told: dict[str, tuple[ContractTask, Report]]
) -> None:
    task, report = told[name]
    alone = {row.violates[0]: row for row in report.rows if len(row.violates) == 1}
    assert [alone[clause].verdict for clause in range(clauses)] == ["violating"] * clauses
    names: dict[str, object] = {}
    exec(MODULE, names)
    for row in alone.values():
        assert row.arguments
        violating = call_of(task, row.arguments)
        assert violating is not None
        with pytest.raises((ValueError, RuntimeError)):
            eval(violating, names)
    assert report.rows[0].valid
    valid = call_of(task, report.rows[0].valid)
    assert valid is not None
    eval(valid, names)
