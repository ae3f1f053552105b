"""Objects of classes that belong together: one object in two places, abstract bases, and what their subclasses say."""

from pathlib import Path

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise

MODULE = """
from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from waiting import Waiting


class Shape(ABC):
    @abstractmethod
    def area(self) -> float: ...


@dataclass
class Circle(Shape):
    radius: float

    def __post_init__(self) -> None:
        if self.radius < 0:
            raise ValueError("radius")

    def area(self) -> float:
        return 3 * self.radius**2


@dataclass
class Box(Shape):
    width: float
    height: float

    def area(self) -> float:
        return self.width * self.height


def widest(shapes: list[Shape]) -> Shape:
    if any(shape.area() < 0 for shape in shapes):
        raise ValueError("negative area")
    return max(shapes, key=lambda shape: shape.area())


def covered(boxes: list[Box], limit: float) -> float:
    area = sum(box.area() for box in boxes)
    if area > limit:
        raise OverflowError("too much")
    return area


@dataclass
class Node:
    value: int
    children: list[Node] = field(default_factory=list)

    def add(self, child: Node) -> None:
        if child is self:
            raise ValueError("a node is not its own child")
        self.children.append(child)


def link(first: Node, second: Node) -> None:
    if first is second:
        raise ValueError("one node")
    first.children.append(second)


class Command:
    allowed: frozenset[str] = frozenset()

    def run(self, word: str) -> str:
        if word not in self.allowed:
            raise PermissionError(word)
        return word


class Reading(Command):
    allowed = frozenset({"fetch", "list"})


@dataclass
class Stock:
    left: int


@dataclass
class Cart:
    stocks: dict[str, Stock] = field(default_factory=dict)

    def put(self, sku: str, quantity: int) -> None:
        if quantity < 1:
            raise ValueError("quantity")
        if sku not in self.stocks:
            raise KeyError(sku)
        if quantity > self.stocks[sku].left:
            raise OverflowError("stock")
        self.stocks[sku].left -= quantity


def positive(function):
    @functools.wraps(function)
    def checked(n: int) -> int:
        if n <= 0:
            raise ValueError("n must be positive")
        return function(n)

    return checked


@positive
def half(n: int) -> int:
    if n % 2:
        raise ValueError("odd")
    return n // 2


class Handler:
    def __init__(self, name: str) -> None:
        self.name = name


class Bus:
    def __init__(self) -> None:
        self._listeners: list[Handler] = []

    def subscribe(self, handler: Handler) -> None:
        if handler in self._listeners:
            raise ValueError("twice")
        self._listeners.append(handler)

    def drop(self, handler: Handler) -> None:
        if handler not in self._listeners:
            raise ValueError("not there")
        self._listeners.remove(handler)


class Queue(Waiting):
    def next(self) -> object:
        if not self:
            raise LookupError("empty")
        return self.pop()


def joined(root: PurePosixPath, *names: str) -> PurePosixPath:
    if any(PurePosixPath(name).is_absolute() for name in names):
        raise ValueError("absolute")
    return root.joinpath(*names)
"""


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ContractTask]:
    path = tmp_path_factory.mktemp("related") / "related.py"
    path.write_text(MODULE)
    path.with_name("waiting.py").write_text("class Waiting(list):\n    pass\n")
    return {task.entry_point: task for task in load(path) if isinstance(task, ContractTask)}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("add", {"self": "(shared := Node(0))", "child": "shared"}),
        ("link", {"first": "(shared := Node(0))", "second": "shared"}),
    ],
)
def test_one_object_stands_in_two_places(tasks: dict[str, ContractTask], name: str, arguments: dict[str, str]) -> None:
    [row] = synthesise(tasks[name], config=Config(budget=5)).rows
    assert (row.verdict, row.arguments) == ("violating", arguments)


def test_a_list_of_an_abstract_class_has_objects_of_each_subclass(tasks: dict[str, ContractTask]) -> None:
    [row] = synthesise(tasks["widest"], config=Config(budget=5)).rows
    assert row.arguments is not None
    assert row.arguments["shapes"].startswith("[Box(")


def test_a_guard_behind_a_method_that_only_computes_is_read(tasks: dict[str, ContractTask]) -> None:
    [row] = synthesise(tasks["covered"], config=Config(budget=5)).rows
    assert row.verdict == "violating"


def test_valid_inputs_are_of_the_subclass_that_allows_them(tasks: dict[str, ContractTask]) -> None:
    [row] = synthesise(tasks["run"], config=Config(budget=5)).rows
    assert row.valid == {"self": "Reading()", "word": "'list'"}


def test_a_number_inside_an_object_inside_an_object_is_varied(tasks: dict[str, ContractTask]) -> None:
    rows = {tuple(row.violates): row for row in synthesise(tasks["put"], config=Config(budget=5)).rows}
    assert rows[0, 2].arguments == {"self": "Cart({'a': Stock(-1)})", "sku": "'a'", "quantity": "0"}


def test_a_valid_input_is_one_that_a_decorator_accepts_too(tasks: dict[str, ContractTask]) -> None:
    [row] = synthesise(tasks["half"], config=Config(budget=5)).rows
    assert row.valid
    assert int(row.valid["n"]) > 0


def test_what_is_collected_is_of_the_declared_type(tasks: dict[str, ContractTask]) -> None:
    [row] = synthesise(tasks["joined"], config=Config(budget=5)).rows
    assert row.arguments == {"root": "pathlib.PurePosixPath('a')", "names": "('/',)"}


GRAPH = """
class Graph:
    def __init__(self) -> None:
        self.edges: dict[str, set[str]] = {}

    def add(self, name: str) -> None:
        if name in self.edges:
            raise ValueError("twice")
        if not name.isidentifier():
            raise ValueError("name")
        self.edges[name] = set()

    def connect(self, start: str, end: str) -> None:
        if start not in self.edges or end not in self.edges:
            raise KeyError("missing")
        if start == end:
            raise ValueError("loop")
        if end in self.edges[start]:
            raise ValueError("connected")
        self.edges[start].add(end)
"""


@pytest.mark.slow
def test_an_object_is_in_a_state_that_several_calls_lead_to(tmp_path: Path) -> None:
    """Two nodes and the edge between them take three calls, each of which raises for most arguments."""
    path = tmp_path / "graph.py"
    path.write_text(GRAPH)
    (task,) = [task for task in load(path) if isinstance(task, ContractTask) and task.entry_point == "connect"]
    rows = {tuple(row.violates): row for row in synthesise(task, config=Config(budget=5)).rows}
    arguments = rows[2,].arguments
    assert arguments is not None
    assert arguments["self"].count("obj.add(") == 2
    assert f"obj.connect({arguments['start']}, {arguments['end']})" in arguments["self"]
    assert rows[2,].how == {"2": "false"}
    assert rows[0,].valid


def test_an_object_is_what_another_one_holds(tasks: dict[str, ContractTask]) -> None:
    holding = {"self": "(obj := Bus(), obj.subscribe(shared := Handler('a')))[0]", "handler": "shared"}
    [row] = synthesise(tasks["subscribe"], config=Config(budget=5)).rows
    assert (row.arguments, row.how) == (holding, {"0": "false"})
    [row] = synthesise(tasks["drop"], config=Config(budget=5)).rows
    assert row.valid == holding


def test_a_constructor_that_another_module_has_is_given_one_argument(tasks: dict[str, ContractTask]) -> None:
    [row] = synthesise(tasks["next"], config=Config(budget=5)).rows
    assert (row.arguments, row.valid) == ({"self": "Queue()"}, {"self": "Queue('a')"})
