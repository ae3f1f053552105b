"""Guards that call methods of their object: what is followed, and what is left to the replay."""

import ast
from pathlib import Path

import pytest

from specassay import Config
from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report
from specassay.frontends.python.inlined import members_of_object
from specassay.frontends.python.module_classes import ModuleClasses

QUEUE = """
class Link:
    def __init__(self, value, after=None):
        self.value, self.after = value, after


class Base:
    def __init__(self, room):
        self.room = room
        self.reset()

    def reset(self):
        self.count = 0
        self.first = None


class Queue(Base):
    LEAST = 2

    def __init__(self, room=4):
        super().__init__(room)

    def __len__(self):
        return self.count

    def __contains__(self, value):
        return self.find(value) is not None

    @property
    def full(self):
        return len(self) >= self.room

    def is_empty(self):
        return len(self) == 0

    def find(self, value):
        link = self.first
        while link is not None:
            if link.value == value:
                return link
            link = link.after
        return None

    def put(self, value):
        if self.full:
            raise OverflowError
        if len(self) > self.room:
            raise ValueError
        self.first = Link(value, self.first)
        self.count += 1

    def get(self):
        if self.is_empty():
            raise IndexError
        self.count -= 1

    def after(self, value):
        if self.first is None:
            raise IndexError
        if value not in self:
            raise KeyError(value)

    def shrink(self, room):
        if room < self.LEAST:
            raise ValueError
        if room < 1:
            raise ValueError
        self.room = room

    def second(self):
        assert self.first is not None
        assert self.first.after is not None
        return self.first.after.value
"""


def reports(path: Path, text: str, replayer: Replayer) -> dict[str, Report]:
    """By function, what is said of its contract where annotations are not believed."""
    config = Config(budget=2, universe="plain")
    path.write_text(text)
    tasks = (task for task in load(path) if isinstance(task, ContractTask))
    found = {task.task_id.partition(".")[2]: synthesise(task, config=config, replayer=replayer) for task in tasks}
    assert not [report.error for report in found.values() if report.error]
    assert not any(report.contradictions for report in found.values())
    return found


def verdicts(report: Report) -> dict[tuple[int, ...], str]:
    return {tuple(row.violates): row.verdict for row in report.rows}


@pytest.mark.slow
def test_guards_that_call_methods_are_followed(replayer: Replayer, tmp_path: Path) -> None:
    found = reports(tmp_path / "own.py", QUEUE, replayer)
    # Room for fewer than there are is room for none more.
    assert verdicts(found["Queue.put"]) == {(0,): "violating", (1,): "infeasible", (0, 1): "violating"}
    # In an empty queue there is nothing, and no second: where `first` is any object, it is not None.
    assert verdicts(found["Queue.after"]) == {(0,): "infeasible", (1,): "violating", (0, 1): "violating"}
    assert verdicts(found["Queue.second"]) == {(0,): "infeasible", (1,): "violating", (0, 1): "violating"}
    assert verdicts(found["Queue.get"]) == {(0,): "violating"}
    # What is less than one is less than what the class has as the least.
    assert verdicts(found["Queue.shrink"]) == {(0,): "violating", (1,): "infeasible", (0, 1): "violating"}
    assert all(report.lowered == report.clauses for report in found.values())


@pytest.mark.slow
def test_a_valid_object_is_looked_for_when_every_clause_has_a_test(replayer: Replayer, tmp_path: Path) -> None:
    found = reports(tmp_path / "own.py", QUEUE.replace("self.count -= 1", "self.count -= bool(self)"), replayer)
    assert not any(row.consistency for report in found.values() for row in report.rows)


TRAPS = {
    "another class says it otherwise": """
class A:
    def __init__(self):
        self.n = 0

    def low(self):
        return len([self.n]) == 1

    def f(self):
        assert self.low()


class B(A):
    def low(self):
        return False
""",
    "a base of a subclass says it otherwise": """
class A:
    def __init__(self):
        self.n = 0

    def low(self):
        return len([self.n]) == 1

    def f(self):
        assert self.low()


class Mixin:
    def low(self):
        return False


class B(Mixin, A):
    pass
""",
    "the object has its own": """
class A:
    def __init__(self):
        self.n = 0
        self.low = lambda: False

    def low(self):
        return len([self.n]) == 1

    def f(self):
        assert self.low()
""",
    "a decorator wraps it": """
def never(function):
    return lambda self: False


class A:
    def __init__(self):
        self.n = 0

    @never
    def low(self):
        return len([self.n]) == 1

    def f(self):
        assert self.low()
""",
    "a private name is that of one class": """
class Base:
    def __init__(self):
        self.__n = 5


class A(Base):
    def f(self):
        assert self.__n > 3
        assert self.__n < 3
""",
    "a length is not negative": """
class A:
    def __init__(self, n=-1):
        self.n = n

    def __len__(self):
        return self.n

    def f(self):
        assert len(self) < 0 or len(self) > 5
        assert self.n == -1
        assert len(self) < 3
""",
    "a default is one of the class": """
LIMIT = 3


class A:
    LIMIT = -5

    def __init__(self):
        self.n = 0

    def low(self, limit=LIMIT):
        return len([self.n]) < limit

    def f(self):
        assert self.low()
""",
    "a name is another one in the contract": """
LIMIT = -5


class A:
    def __init__(self):
        self.n = 0

    def low(self):
        return len([self.n]) < LIMIT

    def f(self, LIMIT=3):
        assert self.low() or LIMIT != 3
""",
    "a private method is that of one class": """
class Base:
    def __init__(self):
        self.n = 0

    def __low(self):
        return True


class A(Base):
    def f(self):
        assert self.__low()
""",
    "a call sets it": """
class A:
    def __init__(self):
        self.n = 0

    def low(self):
        return len([self.n]) == 1

    def f(self):
        assert self.low()


setattr(A, "low", lambda self: False)
""",
    "an object is given attributes": """
class A:
    def __init__(self, **more):
        self.n = 0
        self.__dict__.update(more)

    @classmethod
    def odd(cls) -> "A":
        return cls(low=lambda: False)

    def low(self):
        return len([self.n]) == 1

    def f(self):
        assert self.low()
""",
    "a class in a function says it otherwise": """
class A:
    def __init__(self):
        self.n = 0

    @staticmethod
    def odd() -> "A":
        class B(A):
            def low(self):
                return False

        return B()

    def low(self):
        return len([self.n]) == 1

    def f(self):
        assert self.low()
""",
    "a class is defined again": """
class A:
    def __init__(self):
        self.n = 0

    def low(self):
        return False

    def f(self):
        assert self.low()


Old = A


class A(Old):
    def low(self):
        return len([self.n]) == 1
""",
    "an object is false": """
class No:
    def __bool__(self):
        return False


class A:
    def __init__(self):
        self.n = No()

    def f(self):
        assert self.n
        assert self.n is None
""",
    "another class has another constant": """
class A:
    LEAST = 2

    def __init__(self):
        self.n = 0

    def f(self):
        assert self.LEAST == 2


class B(A):
    LEAST = -5
""",
    "an object has its own constant": """
class A:
    LEAST = 2

    def __init__(self):
        self.n = 0
        self.LEAST = -5

    def f(self):
        assert self.LEAST == 2
""",
    "a constant is computed": """
class A:
    LEAST = 2
    LEAST -= 9

    def __init__(self):
        self.n = 0

    def f(self):
        assert self.LEAST == 2
""",
    "a class is given a property": """
class A:
    def __init__(self):
        self.n = 0

    def f(self):
        assert self.n is None
        assert self.n is not None


class B(A):
    pass


B.n = property(lambda self: [][0], lambda self, value: None)
""",
}
FOLLOWED = (
    "a length is not negative",
    "a name is another one in the contract",
    "an object is false",
    "a private name is that of one class",
    "another class has another constant",
    "an object has its own constant",
)
"""Those that concern what is made of a member."""
SETS = {
    "a private name is that of one class": (0, 1),
    "a length is not negative": (0, 2),
    "an object is false": (0, 1),
    "a class is given a property": (0, 1),
}
"""The sets of clauses that some object violates, and would not without the trap; of the others the first clause."""


@pytest.mark.parametrize("name", TRAPS)
def test_what_may_be_otherwise_is_not_proved(name: str, replayer: Replayer, tmp_path: Path) -> None:
    report = reports(tmp_path / "own.py", TRAPS[name], replayer)["A.f"]
    assert verdicts(report)[SETS.get(name, (0,))] != "infeasible"


@pytest.mark.parametrize("name", [name for name in TRAPS if name not in FOLLOWED])
def test_of_what_may_be_otherwise_terms_say_nothing(name: str) -> None:
    # A search may find what violates the clause before any proof is asked for.
    found = members_of_object(ModuleClasses(ast.parse(TRAPS[name])), "A", "self")
    assert not {"low", "__low", "LEAST", "_A__n", "__n"} & {*found.methods, *found.constants, *found.fields}


CONSTRUCTORS = """
class Range:
    MOST = 9

    def __init__(self, low, high=None):
        self.low, self.high = low, high
        if self.high is None:
            self.high = 3
        self.size = 0
        self.size += self.high
        if self.size > self.MOST:
            raise ValueError
        if high is not None and high > 10:
            raise ValueError


class Late:
    def __init__(self, n):
        if self.n:
            raise ValueError
        self.n = n
        if n == 3:
            raise ValueError


class Setter:
    def __init__(self, n):
        self.n = n
        if self.n == n:
            raise ValueError

    @property
    def n(self):
        return 0

    @n.setter
    def n(self, value):
        pass


class Problem(ValueError):
    def __init__(self, n):
        self.args = n
        if self.args == [n] or self.args != n:
            raise ValueError


class Inner:
    def __init__(self, n):
        def clear():
            self.n = 0
            return 1

        self.n = n
        m = clear()
        if self.n == m:
            raise ValueError


class Caught:
    def __init__(self, n):
        try:
            m = self.n
        except NameError:
            raise ValueError
        self.n = n
        if self.n is not n:
            raise ValueError


class Slots:
    __slots__ = ("m",)

    def __init__(self, n):
        self.n = n
        if self.n is not n:
            raise ValueError
"""


@pytest.mark.slow
def test_what_a_constructor_assigns_is_read(replayer: Replayer, tmp_path: Path) -> None:
    found = reports(tmp_path / "own.py", CONSTRUCTORS, replayer)
    assert verdicts(found["Range.__init__"]) == {(0,): "violating", (1,): "infeasible", (0, 1): "violating"}
    # What is not there yet raises, whatever comes later.
    assert verdicts(found["Late.__init__"]) == {(0,): "violating", (1,): "infeasible", (0, 1): "violating"}
    others = (report for name, report in found.items() if name.split(".")[0] not in ("Range", "Late"))
    assert all(verdict != "infeasible" for report in others for verdict in verdicts(report).values())


def test_the_traps_are_what_keeps_it_from_being_proved(replayer: Replayer, tmp_path: Path) -> None:
    text = """
class A:
    LEAST = 2

    def __init__(self):
        self.n = 0

    def low(self):
        return len([self.n]) == 1

    def f(self):
        assert self.low()
        assert self.LEAST == 2
        assert self.n is None
        assert self.n is not None
"""
    found = verdicts(reports(tmp_path / "own.py", text, replayer)["A.f"])
    assert [found[each] for each in ((0,), (1,), (2, 3))] == ["infeasible"] * 3


CONSTANTS = """
import enum
import sys

MOST = sys.maxsize
KNOWN = frozenset(["a", "b"])


class Level(enum.IntEnum):
    LOW = 0


class Order:
    STATES = ("draft", ("paid", "sent"))
    ALSO = ["draft"]

    def __init__(self, state):
        assert state in self.STATES
        assert state in Order.STATES
        assert state in self.ALSO
        self.state = state

    @classmethod
    def named(cls, state):
        assert state in cls.STATES
        assert state in Order.STATES


def count(n: int):
    assert n <= MOST
    assert n <= sys.maxsize
    assert n != Level.LOW


def known(x):
    assert x in KNOWN
    assert x != "c"
"""


@pytest.mark.slow
def test_constants_of_classes_and_of_the_module_are_no_objects(replayer: Replayer, tmp_path: Path) -> None:
    found = {name: verdicts(each) for name, each in reports(tmp_path / "c.py", CONSTANTS, replayer).items()}
    made = found["Order.__init__"]
    # A list may change, and so nothing is said of it.
    assert [made[each] for each in ((0,), (1,), (0, 2), (1, 2))] == ["infeasible"] * 4
    assert made[(2,)] == made[(0, 1, 2)] == "violating"
    assert found["Order.named"][(0,)] == found["Order.named"][(1,)] == "infeasible"
    # What is declared to be a number takes plain values, whatever it is compared with.
    assert found["count"][(0,)] == found["count"][(1,)] == "infeasible"
    assert found["count"][(2,)] == "violating"
    assert found["known"][(1,)] == "infeasible"
