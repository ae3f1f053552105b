"""Objects of a module's classes: which are tried, and what is proved of their fields."""

import ast
import re
import textwrap
from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer, ReplayLimits
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.constructing import Constructing
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report
from specassay.frontends.python.fields import NO_FIELDS, ObjectFields, fields_of, with_fields
from specassay.frontends.python.module_classes import ModuleClasses
from specassay.frontends.python.objects import ModuleObjects

SHAPES = """
import abc
import enum
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Point(NamedTuple):
    x: int
    y: int = 0


@dataclass
class Box:
    width: int
    label: str = "box"
    marks: list[int] = field(default_factory=list)

    def __post_init__(self):
        assert self.width > 0
        assert len(self.label) < 90


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    def __init__(self, side: int):
        if side < 0:
            raise ValueError("side")
        self.side = side

    def area(self) -> int:
        return self.side ** 2


class Sized(Protocol):
    def area(self) -> int: ...


class Queue:
    def __init__(self):
        self.items = []

    def put(self, item):
        if len(self.items) == 37:
            raise OverflowError
        self.items.append(item)


class Node:
    def __init__(self, value: int, next: "Node | None" = None):
        self.value = value
        self.next = next


def paint(colour: Colour, point: Point):
    assert colour is Colour.RED
    assert point.x == 2


def measure(shape: Shape, sized: Sized):
    assert shape.area() > 3
    assert sized.area() == 0


def second(node: Node):
    assert node.next is not None
    assert node.next.value != 812


def alike(other):
    assert isinstance(other, Square)
    assert other.side == 4


class Matrix:
    def __init__(self, rows: list[list[float]]):
        assert rows
        assert all(len(row) == len(rows[0]) for row in rows)
        self.rows = rows

    def __matmul__(self, other: "Matrix"):
        if len(self.rows[0]) != len(other.rows):
            raise ValueError("shapes")


class Gauge:
    def __init__(self, limit: int):
        self.limit = limit
        self.pump = Node(1)
        if limit:
            self.sometimes = 1

    @property
    def room(self):
        return self.limit

    def redundant(self, n):
        assert n > self.limit + 1
        assert n > self.limit

    def exact(self, n):
        assert self.limit != 734281

    def hidden(self, n):
        assert self.pump.value or n
        assert self.room == self.room
        assert self.sometimes == self.sometimes
        assert self.pump.weight
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    path = tmp_path_factory.mktemp("shapes") / "own.py"
    path.write_text(SHAPES)
    tasks = [task for task in load(path) if isinstance(task, ContractTask)]
    return {task.task_id.removeprefix("own."): synthesise(task, config=Config(budget=6)) for task in tasks}


def arguments_in(report: Report) -> dict[tuple[int, ...], dict[str, str]]:
    assert report.error is None, report.error
    return {tuple(row.violates): dict(row.arguments) for row in report.rows if row.arguments is not None}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paint", "measure", "second", "alike", "Box.__post_init__"])
def test_every_clause_is_violated_alone_by_objects(name: str, found: dict[str, Report]) -> None:
    names: dict[str, object] = {}
    exec(SHAPES, names)
    tests = arguments_in(found[name])
    alone = {(1,)} if name == "second" else {(0,), (1,)}  # Of None the value cannot be read.
    assert alone <= set(tests)
    for violates, arguments in tests.items():
        call = arguments["self"] if name == "Box.__post_init__" else f"{name}({', '.join(arguments.values())})"
        with pytest.raises((AssertionError, AttributeError)):
            eval(call, {**names, "types": __import__("types")})
        assert violates


def test_an_object_that_is_alike_is_of_no_class_that_was_asked_for(found: dict[str, Report]) -> None:
    assert arguments_in(found["alike"])[0,] == {"other": "types.SimpleNamespace(side=4)"}


def test_what_a_contract_counts_is_done_as_often(found: dict[str, Report]) -> None:
    assert arguments_in(found["Queue.put"])[0,]["self"] == "(obj := Queue(), [obj.put(1) for _ in range(37)])[0]"


def test_a_parameter_has_an_object_of_its_class_where_one_will_do(found: dict[str, Report]) -> None:
    assert arguments_in(found["Matrix.__matmul__"])[0,]["other"].startswith("Matrix([[")


def fields_with(more: str, first: str = "") -> ObjectFields:
    """Whether x is a field of a class whose constructor assigns it, with more in the class or behind it."""
    text = f"{first}class A:\n    def __init__(self): self.x = 1\n{more}"
    found = fields_of(ModuleClasses(ast.parse(text)), "A")
    return ObjectFields(found.plain & X, found.unsure & X, found.missing & X)


X = frozenset({"x"})
PLAIN, UNSURE = ObjectFields(X), ObjectFields(frozenset(), X)
MAY_BE_MISSING, ANYTHING = ObjectFields(X, frozenset(), X), ObjectFields(frozenset(), X, X)
FIELDS = {
    NO_FIELDS: (
        "    def __getattr__(self, name): return 1\n",
        "    x = property(lambda self: 1)\n",
        "A.x = property(f)\n",
        "    x: property = property(f)\n",
        "    if f:\n        def x(self): return 1\n",
        "    from m import x\n",
        "    def f(self): self.__class__ = C\n",
        "    @f\n    def __init__(self): self.x = 1\n",
        "class C(A, of=f): pass\n",
        "class C(A, metaclass=f): pass\n",
        "@f\nclass C(A): pass\n",
        "def f(a, name): setattr(a, name, f)\n",
        "setattr(A, 'x', f)\n",
        "    x = len\n",
        "    x = 1\n    x = f\n",
        "    @classmethod\n    def f(cls, name): setattr(cls, name, f)\n",
        "A.__getattr__ = f\n",
        "class C(A):\n    x = f\n",
        "class C(A, B): pass\n",
        "class C(A):\n    x = 1\n    def x(self): pass\n",
    ),
    PLAIN: (
        "    y: int = 3\n",
        "    def f(self): setattr(self, 'y', f)\n",
        "class C(A, metaclass=ABCMeta): pass\n",
        "    x = 3\n",
        "class C(A):\n    x = (2, -1)\n",
        "class C(A, Generic[T]): pass\n",
        "class C(A):\n    def __init__(self): super().__init__()\n",
        "class C(A):\n    def __init__(self): A.__init__(self)\n",
    ),
    UNSURE: (
        "    def f(self, other: 'A'): self.x = other\n",
        "    def f(self): setattr(self, 'x', f)\n",
        "    x = 3\n    def f(self, name): setattr(self, name, f)\n",
    ),
    MAY_BE_MISSING: (
        "    def f(self): del self.x\n",
        "class C(A):\n    def __init__(self): pass\n",
        "class C(dict, A): pass\n",
        "class C(A, ValueError): pass\n",
        "@attr.s\nclass C(A):\n    def __init__(self): self.x = 1\n",
        "class C(A):\n    def __init__(self): B.__init__(self)\n",
        "@dataclass\nclass C(A): pass\n",
        "class D:\n    def __init__(self): pass\nclass C(D, A): pass\n",
        "class D(A): pass\nclass C(list, D): pass\n",
        "class C(A):\n    def __init__(self, y):\n        if y:\n            super().__init__()\n",
        "class D(A):\n    def __init__(self): self.y = 1\nclass C(D):\n    def __init__(self): super().__init__()\n",
    ),
    ANYTHING: (
        "    def __new__(cls): return C()\n",
        "    def f(self): vars(self)['x'] = f\n",
        "    def f(self): self.__dict__.update(x=f)\n",
        "    def __setstate__(self, state): pass\n",
        "    @classmethod\n    def f(cls): return cls.__new__(cls)\n",
        "    def f(self, n): setattr(self, n, f)\n",
    ),
}


def test_fields_are_what_a_text_is_sure_of() -> None:
    objects = ModuleClasses(ast.parse(SHAPES))
    # Not a property; it may hold another object, or be set in some cases.
    gauge = ObjectFields(frozenset({"limit", "sometimes"}), frozenset({"pump"}), frozenset({"sometimes"}))
    assert fields_of(objects, "Gauge") == gauge
    assert fields_of(objects, "Box").plain == {"width", "label", "marks"}
    assert fields_of(objects, "Queue").plain == {"items"}
    assert fields_of(objects, "Node") == ObjectFields(frozenset({"value"}), frozenset({"next"}))
    assert fields_of(objects, "Colour") == NO_FIELDS
    assert {more: fields_with(more) for some in FIELDS.values() for more in some} == {
        more: fields for fields, some in FIELDS.items() for more in some
    }
    hooked = "class A(B):\n    def __init__(self): self.x = 1\n"
    assert fields_of(ModuleClasses(ast.parse(hooked)), "A") == NO_FIELDS  # B may make a property of it.
    same = "import m\nclass A(m.A):\n    def __init__(self): self.x = 1\n"
    assert fields_of(ModuleClasses(ast.parse(same)), "A") == NO_FIELDS  # Nor is it known what that class does.
    assert fields_with("class C(A, dict): pass\n", "dict = f()\n") == NO_FIELDS
    # Which of two constructors is called is told by the order in which Python looks at the bases of bases.
    text = (
        "class B:\n    def __init__(self): self.y = 1\nclass D(B): pass\nclass C:\n    def __init__(self): self.x = 1\n"
    )
    several = f"{text}class A(D, C):\n    def f(self): return self.x\n"
    assert fields_of(ModuleClasses(ast.parse(several)), "A").missing >= X
    args = "class A(ValueError):\n    def __init__(self): self.args = self.x = ()\n"
    assert fields_of(ModuleClasses(ast.parse(args)), "A") == PLAIN  # Setting `args` runs code.


ALWAYS = {
    "try:\n  self.x = f()\nexcept E:\n  raise": True,
    "try:\n  self.x = f()\nexcept E:\n  pass": False,
    "try:\n  f()\n  self.x = 1\nexcept E:\n  self.x = 2\nexcept F:\n  raise": True,
    "try:\n  f()\nexcept E:\n  self.x = 2\nelse:\n  self.x = 3": True,
    "try:\n  f()\nexcept E:\n  g()\nelse:\n  self.x = 3": False,
    "try:\n  f()\nfinally:\n  self.x = 3": True,
    "try:\n  raise E\nexcept E:\n  self.x = 3": True,
    "with f():\n  self.x = 3": False,
    "self = f()\nself.x = 3": False,
    "self.set()": True,
    "A.set(self)": True,
    "B.set(self)": False,
    "f().set()": False,
    "self.__set()": True,
    "self.set = f\nself.set()": False,
    "self.again()": False,
}
"""What a constructor does, and whether it assigns x always."""


def test_a_constructor_gives_fields_on_every_way_through_it() -> None:
    for body, always in ALWAYS.items():
        inner = textwrap.indent(body, "        ")
        text = f"class A:\n    def __init__(self):\n{inner}\n        self.y = 1\n    def set(self): self.x = 1\n"
        text += "    def __set(self): self.x = 1\n    def f(self): return self.x\n"
        text += "    def again(self): self.x = 1\n    again = f\n"
        assert ("x" not in fields_of(ModuleClasses(ast.parse(text)), "A").missing) == always, body
    # `self.__set()` is the method of the class in which that stands.
    base = "class B:\n    def __init__(self): self.__set()\n    def __set(self): pass\n"
    text = f"{base}class A(B):\n    def __set(self): self.x = 1\n"
    assert fields_of(ModuleClasses(ast.parse(text)), "A").missing == X


def test_a_proof_speaks_of_fields(found: dict[str, Report]) -> None:
    rows = {tuple(row.violates): row for row in found["Gauge.redundant"].rows}
    assert rows[1,].verdict == "infeasible"
    assert rows[0,].verdict == rows[0, 1].verdict == "violating"
    assert arguments_in(found["Gauge.exact"])[0,]["self"].endswith("734281)")


def test_what_a_solver_finds_has_an_object_too(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        "class C:\n    def ok(self):\n        return True\n\n    def f(self, a, b, c):\n"
        "        assert self.ok()\n        assert a * a != 918271 ** 2\n        assert b - a > 100\n"
        "        assert c + b > 77777\n        assert c != 3 * b\n"
    )
    (task,) = (task for task in load(path) if isinstance(task, ContractTask))
    report = synthesise(task, config=Config(budget=3))
    assert report.error is None
    assert all("self" in arguments for arguments in arguments_in(report).values())


@pytest.mark.slow
def test_no_proof_speaks_of_anything_else(found: dict[str, Report]) -> None:
    rows = [row for row in found["Gauge.hidden"].rows if row.verdict != "violating"]
    proved = [row.violates for row in rows if row.verdict == "infeasible"]
    assert all(1 in violates for violates in proved)  # The room is the limit, which is declared to be an int.
    rows = [row for row in rows if row.verdict != "infeasible"]
    assert {row.verdict for row in rows} == {"unknown"}
    assert all("self, an object of class Gauge" in str(row.reason) or "self.pump" in str(row.reason) for row in rows)


SLOW = """
import time


class Slow:
    def __init__(self, n: int) -> None:
        while n < 100:
            pass
        self.n = n

    def grow(self) -> None:
        self.n += 1

    def check(self, k):
        assert k < self.n
"""


def test_objects_that_take_too_long_take_a_share_of_the_budget(tmp_path: Path) -> None:
    """Nor are methods called on what cannot be made."""
    (tmp_path / "slow.py").write_text(SLOW)
    (task,) = load(tmp_path / "slow.py")
    assert isinstance(task, ContractTask)
    report = synthesise(task, config=Config(budget=1))
    assert [row.verdict for row in report.rows] == ["violating"]
    with Replayer(ReplayLimits(cpu_seconds=0.02)) as replayer:
        replayer.load(task.replay_task)
        constructing = Constructing(replayer, 0.07)
        made = constructing.of("self", ["Slow(1)", "Slow(100)"])
        assert [(each.refused is None, each.late) for each in made] == [(False, True), (True, False)]
        made = constructing.of("self", ["(obj := Slow(1), obj.grow())[0]", "(obj := Slow(100), obj.grow())[0]"])
        assert [(each.refused is None, each.late) for each in made] == [(False, False), (True, False)]
        constructing.of("self", [f"Slow({n})" for n in range(2, 18)])
        assert 4 <= constructing.late <= 9


def test_a_parameter_hides_what_the_module_calls_so(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "month = object()\nLAST = object()\n\ndef f(month):\n    assert month < 3 and month is not LAST\n"
    )
    (task,) = (task for task in load(tmp_path / "own.py") if isinstance(task, ContractTask))
    assert task.samples == {"month": ("LAST",)}


OTHERS = """
from dataclasses import dataclass
from typing import Callable

_MISSING = object()

def f(x=_MISSING):
    if x is _MISSING:
        raise TypeError
    return x

def g(h: Callable[[int], int], n: int):
    assert n > 0
    assert h(n) > 0
    assert h(n) != 7

@dataclass
class Span:
    low: int
    high: int = 10

    def __post_init__(self):
        if not isinstance(self.low, int):
            raise TypeError
        if self.low > self.high:
            raise ValueError
"""


def test_an_object_of_the_module_is_itself_and_fields_may_be_of_any_type(replayer: Replayer, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(OTHERS, "utf-8")
    tasks = [task for task in load(tmp_path / "code.py").items if isinstance(task, ContractTask)]
    reports = [synthesise(task, config=Config(budget=5), replayer=replayer) for task in tasks]
    sentinel, called, made = map(arguments_in, reports)
    assert sentinel == {(0,): {"x": "_MISSING"}}
    assert {(0,), (1,), (2,)} <= called.keys()
    assert re.fullmatch(r"Span\(\d\.5\)", made[0,]["self"])
    assert made[1,] == {"self": "Span(1, 0)"}


MADE = """
from typing import Callable


class Solver:
    def __init__(self, xs: list[float], ys: "list[float]", step: float):
        if len(xs) != len(ys):
            raise ValueError
        self.xs, self.ys = xs, ys
        self.step = step


class Runner:
    def __init__(self):
        self.made = None

    def choose(self, algorithm):
        self.made = algorithm(self)

    def run(self):
        if self.made is None:
            raise RuntimeError


class Parser:
    def __init__(self, code):
        self.code = code
        self.at = 0

    def check(self):
        assert isinstance(self.code, int)
        assert self.at != 0 or self.code * 7 + 3 != 6427900
"""


def test_calls_are_given_what_goes_together() -> None:
    objects = ModuleObjects(ModuleClasses(ast.parse(MADE)), ("3",))
    made = list(objects.instances("Solver"))
    assert "Solver([0, 1, 2], [0, 1, 2], 1.0)" in made  # No two of them fit each other when one at a time is varied.
    assert "Solver([0, 1, 2], [0, 1, 2], 100.0)" in made
    assert any("choose((lambda *_, **__: 0))" in text for text in objects.instances("Runner"))
    by_fields = with_fields(objects.module, "Solver", {"xs": "[1]", "ys": "[2]", "step": "3"})
    assert by_fields == "Solver(xs=[1], ys=[2], step=3)"
    money = ModuleClasses(
        ast.parse("class Money:\n    def __init__(self, cents: int, new: bool): self.cents, self.new = cents, new")
    )
    assert with_fields(money, "Money", {"cents": "True", "new": "True"}) == "Money(cents=1, new=True)"


def test_a_model_says_nothing_of_what_a_constructor_sets_itself(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(MADE)
    tasks = {task.task_id: task for task in load(path) if isinstance(task, ContractTask)}
    report = synthesise(tasks["own.Parser.check"], config=Config(budget=3))
    assert arguments_in(report)[1,]["self"] == "Parser(code=918271)"
    report = synthesise(tasks["own.Runner.run"], config=Config(budget=3))
    assert not any(row.consistency for row in report.rows)  # An object that may run is found, too.
