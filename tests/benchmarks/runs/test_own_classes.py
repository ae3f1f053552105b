"""Classes that are called like others, and classes that only others derive from: what arguments are made of."""

import ast
from pathlib import Path

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.reporting.findings import of_python
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report
from specassay.frontends.python.constructed_fields import makes_its_own
from specassay.frontends.python.fields import fields_of
from specassay.frontends.python.module_classes import classes_of_module
from specassay.frontends.python.objects import ModuleObjects

MODULE = """
import datetime
from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import date as day


@dataclass
class Fraction:
    top: int


class Path:
    def __init__(self, points: list[int]):
        self.points = points


class Shelf:
    room: int


class Small(Shelf):
    def __init__(self, room: int):
        self.room = room


class Clock(ABC):
    @abstractmethod
    def now(self) -> int: ...


class Store:
    def count(self) -> int:
        raise NotImplementedError


def fractions_of(fractions: list[Fraction]):
    if any(one.top < 0 for one in fractions):
        raise ValueError("negative")


def path_of(path: Path):
    if len(path.points) < 2:
        raise ValueError("short")


def day_of(d: day):
    if type(d) is not datetime.date:
        raise TypeError("a date")
    if d.year < 1900:
        raise ValueError("early")


def nested_of(n: int):
    class Decimal:
        def __init__(self, value: int):
            self.value = value

    def inner(d: Decimal):
        assert d.value > 0

    return inner


def shelf_of(one: Shelf, other: Shelf):
    if one.room + other.room < 0:
        raise ValueError("room")


def clock_of(clock: Clock, store: Store):
    if clock.now() > 1000:
        raise ValueError("late")
    if store.count() < 1:
        raise ValueError("empty")
"""
FUNCTIONS = ("fractions_of", "path_of", "day_of", "nested_of.inner", "shelf_of", "clock_of")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[ContractTask, Report]]:
    file = tmp_path_factory.mktemp("classes") / "named.py"
    file.write_text(MODULE)
    tasks = [task for task in load(file) if isinstance(task, ContractTask)]
    reports = {
        task.task_id: (task, synthesise(task, config=Config(budget=20.0, universe="annotated"))) for task in tasks
    }
    return {name.partition(".")[2]: pair for name, pair in reports.items()}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_clause_is_false_of_some_object_of_the_declared_class(
    name: str, told: dict[str, tuple[ContractTask, Report]]
) -> None:
    task, report = told[name]
    assert [finding.kind for finding in of_python(report, task=task)] == []
    for clause in range(report.clauses):
        rows = [row for row in report.rows if row.violates == [clause]]
        assert [(row.verdict, (row.how or {}).get(str(clause))) for row in rows] == [("violating", "false")]


def test_no_argument_is_of_the_class_with_the_name(told: dict[str, tuple[ContractTask, Report]]) -> None:
    texts = [text for _, report in told.values() for row in report.rows for text in (row.arguments or {}).values()]
    assert [text for text in texts if "fractions.F" in text or "pathlib." in text or "decimal." in text] == []


MEMBERS = """
from enum import IntEnum
from typing import NamedTuple, TypedDict


class Level(IntEnum):
    LOW = 1
    HIGH = 10


class Item(NamedTuple):
    name: str
    count: int


class Order(TypedDict):
    id: int
    lines: list[Item]


def level_of(a: Level):
    if a < Level.LOW:
        raise ValueError("below")
    if a > 7:
        raise ValueError("above")


def order_of(order: Order):
    if order["id"] <= 0:
        raise ValueError("id")
    if not order["lines"]:
        raise ValueError("lines")
    if any(line.count < 1 for line in order["lines"]):
        raise ValueError("count")
"""


def test_members_are_all_objects_of_an_enumeration_and_typed_dicts_hold_objects(tmp_path: Path) -> None:
    (tmp_path / "members.py").write_text(MEMBERS)
    tasks = [task for task in load(tmp_path / "members.py") if isinstance(task, ContractTask)]
    level, order = (synthesise(task, config=Config(budget=10.0, universe="annotated")) for task in tasks)
    assert [row.verdict for row in level.rows] == ["infeasible", "violating", "infeasible"]
    verdicts = {tuple(row.violates): row.verdict for row in order.rows}
    assert {verdicts[clause,] for clause in range(3)} == {"violating"}
    assert verdicts[1, 2] != "violating"
    for row in order.rows:
        assert row.arguments is None or set(eval(row.arguments["order"], {"Item": lambda *_: 0})) == {"id", "lines"}


BUILTINS = """
class range:
    def __init__(self, low: int, high: int):
        self.low, self.high = low, high

    def __contains__(self, n: int) -> bool:
        return self.low <= n < self.high


def inside(within: range, n: int) -> int:
    if n not in within:
        raise ValueError("outside")
    return n
"""


def test_a_class_with_the_name_of_a_builtin_is_given_its_own_objects(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(BUILTINS, encoding="utf-8")
    tasks = [task for task in load(path) if isinstance(task, ContractTask)]
    (row,) = synthesise(tasks[0], config=Config(budget=10.0, universe="annotated")).rows
    # The range of Python takes one number, too.
    arguments = [each["within"] for each in (row.arguments, row.valid) if isinstance(each, dict)]
    assert [text.count(",") for text in arguments] == [1, 1]


DATE = """
class date:
    def __init__(self, n: int):
        self.n = n


def between(first: date, last: date):
    if first < last:
        raise ValueError("late")
"""


def test_nothing_of_the_library_is_believed_of_an_own_class_that_is_called_like_one(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(DATE, encoding="utf-8")
    (task,) = (task for task in load(tmp_path / "own.py") if isinstance(task, ContractTask))
    assert {members.of_library for members in task.given.values()} == {False}


HIDDEN = """
from dataclasses import dataclass
from typing import NamedTuple, Protocol
from enum import Enum

def dataclass(cls):
    return cls

class NamedTuple: ...

class Protocol: ...

class Enum: ...

@dataclass
class Box:
    width: int

class Point(NamedTuple):
    width: int

class Sized(Protocol):
    def width(self): ...

class Wide:
    def width(self): ...

class Colour(Enum):
    RED = 1
"""


def test_a_definition_of_the_module_is_not_what_it_is_called() -> None:
    module = classes_of_module(ast.parse(HIDDEN))
    for name in ("Box", "Point"):
        fields = fields_of(module, name)
        assert (fields.plain | fields.unsure) <= fields.missing
    assert not makes_its_own(module, "Box")
    assert module.subclasses("Sized") == []
    assert "Colour.RED" not in ModuleObjects(module).instances("Colour")
