"""Parameters that are declared to take objects of a class of the module: what is proved of them, and what is not."""

import ast
from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer
from specassay.frontends.python.given_classes import members_of_parameter
from specassay.frontends.python.module_classes import ModuleClasses

from .test_inlined_methods import reports, verdicts

BOXES = """
from typing import Optional


class Box:
    LIMIT = 9

    def __init__(self, kind="a", size=1):
        if size < 0:
            raise ValueError
        self.kind = kind
        self.size = size

    def area(self):
        return 4

    def take(self, other: "Box"):
        if not isinstance(other, Box):
            raise TypeError
        if other.size < 1:
            raise ValueError
        if other.size < 0:
            raise ValueError

    def move(self, other: "Box", n: int):
        assert other is not self
        assert n > 0
        assert n >= 0


def fits(box: Box, n: int):
    assert n > 0
    assert box.size >= n
    assert box.size > 0


def maybe(box: Optional[Box]):
    assert box is None or box.size > 0
    assert box is None or box.size >= 0
    assert box is not None


def known(box: "Box | None" = None):
    assert isinstance(box, Box)
    assert box.size < Box.LIMIT
    assert box.size < box.LIMIT


def empty(box: Box):
    if box.size >= 0:
        raise ValueError


def measured(box: Box):
    assert box.area() > 3
    assert box.area() > 2
    assert box is not None


def listed(box: list[Box]):
    assert box.size > 1
    assert box.size > 0
"""


@pytest.mark.slow
def test_what_objects_make_impossible_is_proved(replayer: Replayer, tmp_path: Path) -> None:
    found = {name: verdicts(each) for name, each in reports(tmp_path / "b.py", BOXES, replayer).items()}
    assert found["fits"][(2,)] == "infeasible"
    assert found["maybe"] == {
        (0,): "violating",
        (1,): "infeasible",
        (2,): "violating",
        (0, 1): "violating",
        (0, 2): "infeasible",
        (1, 2): "infeasible",
        (0, 1, 2): "infeasible",
    }
    assert found["Box.take"][(2,)] == found["Box.take"][(0, 2)] == "infeasible"
    # Another object may have a size, or none: it violates the first clause alone, or all.
    assert found["Box.take"][(0,)] == found["Box.take"][(0, 1, 2)] == "violating"
    # The constructor refuses a size below 0; that it refuses a list, too, is not followed.
    assert found["Box.take"][(1, 2)] == "unknown"
    # Whether two names are one object is not said, nor does it matter to the other clauses.
    assert found["Box.move"][(2,)] == "infeasible"
    # An object of the class has its constants; another one may have other ones.
    assert found["known"][(1,)] == found["known"][(2,)] == "infeasible"
    assert found["known"][(0,)] == found["known"][(0, 2)] == "violating"


SMALL = """

def small(box: Box):
    assert isinstance(box, Box)
    assert box.size != -7.5
    assert box.size > -9
"""


@pytest.mark.slow
def test_objects_have_what_their_constructor_refuses_where_it_may_be_set_later(
    replayer: Replayer, tmp_path: Path
) -> None:
    rows = {tuple(row.violates): row for row in reports(tmp_path / "b.py", BOXES + SMALL, replayer)["small"].rows}
    assert rows[(1,)].verdict == "infeasible"
    text = f"{BOXES}{SMALL}\n\ndef enlarge(box: Box, n: int):\n    box.size = n\n"
    rows = {tuple(row.violates): row for row in reports(tmp_path / "b.py", text, replayer)["small"].rows}
    assert rows[(1,)].verdict == "violating"
    assert rows[(1,)].arguments == {"box": "(obj := Box(), setattr(obj, 'size', -7.5))[0]"}


@pytest.mark.slow
def test_of_other_uses_nothing_is_proved(replayer: Replayer, tmp_path: Path) -> None:
    found = {name: verdicts(each) for name, each in reports(tmp_path / "b.py", BOXES, replayer).items()}
    # What a method gives is not known, but that None has none.
    assert found["measured"][(1,)] == "unknown"
    assert found["measured"][(2,)] == "infeasible"
    assert found["listed"][(1,)] != "infeasible"


PATTERNS = """
from dataclasses import dataclass


@dataclass
class Box:
    size: int
    label: str = "a"


class Pair:
    __match_args__ = ("right", "left")

    def __init__(self, left: int, right: int):
        self.left, self.right = left, right


def fits(box: Box | None):
    match box:
        case None:
            raise ValueError
        case Box(size) if size > 5:
            raise KeyError
        case Box(size=7, label="b" | None):
            raise IndexError
        case Box(label="c"):
            raise TypeError


def ordered(pair: Pair):
    match pair:
        case Pair(1, 2):
            raise ValueError
        case Pair(left=2):
            raise KeyError
    assert isinstance(pair, Pair)
    assert pair.left != 2


def too_many(box: Box):
    match box:
        case Box(1, "a", 2):
            raise ValueError
    assert box.size == 1
"""


def test_patterns_of_a_class_are_what_they_say_of_its_objects(replayer: Replayer, tmp_path: Path) -> None:
    found = {name: verdicts(each) for name, each in reports(tmp_path / "p.py", PATTERNS, replayer).items()}
    assert all(found["fits"][each] == "violating" for each in ((0,), (1,), (3,)))
    assert found["fits"][(2,)] == "infeasible"  # The case before that one fits.
    # Where an object of another class has such attributes, too, no pattern of the class fits.
    assert all(found["ordered"][each] == "violating" for each in ((0, 3), (1, 3), (2,), (2, 3)))
    assert all(found["ordered"][each] == "infeasible" for each in ((0,), (1,), (0, 1), (0, 2), (1, 2)))
    assert "infeasible" not in found["too_many"].values()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@dataclass\nclass A:\n    x: int\n    y: int = 0\n", ("x", "y")),
        ("@dataclass\nclass A:\n    x: int\n    y: ClassVar[int] = 0\n", ()),
        ("@dataclass\nclass A:\n    x: int\n    y: int = field(kw_only=True)\n", ()),
        ("@dataclass(kw_only=True)\nclass A:\n    x: int\n", ()),
        ("class B:\n    pass\n@dataclass\nclass A(B):\n    x: int\n", ()),
        ("@dataclass\nclass A:\n    __match_args__ = ('x',)\n    y: int\n    x: int\n", ("x",)),
        ("class A:\n    __match_args__ = f()\n    def __init__(self): self.x = 1\n", ()),
        ("class A:\n    def __init__(self, x): self.x = x\n", ()),
    ],
)
def test_what_a_class_calls_its_attributes_by_position(text: str, expected: tuple[str, ...]) -> None:
    assert members_of_parameter(ModuleClasses(ast.parse(text)), "A").match_args == expected


@pytest.mark.parametrize(
    ("hint", "of_class"),
    [
        ("A", "A"),
        ("'A'", "A"),
        ("A | None", "A"),
        ("Optional[A]", "A"),
        ("Union[A, int]", "A"),
        ("A | B", ""),
        ("list[A]", ""),
        ("A | Other", ""),
        ("type[A]", ""),
        ("C", ""),
        ("int", ""),
        (None, ""),
    ],
)
def test_annotations_that_declare_objects(hint: str | None, of_class: str) -> None:
    text = """
class A:
    def __init__(self, n): self.n, self.__m = n, n
class B:
    def __init__(self, n): self.n = n
class C:
    def __getattr__(self, name): return 1
    def __init__(self, n): self.n = n
"""
    found = members_of_parameter(ModuleClasses(ast.parse(text)), hint)
    assert found.of_class == of_class
    assert found.fields == ({"n"} if of_class else set())


def test_lists_of_objects_are_as_long_as_clauses_ask_for(tmp_path: Path, replayer: Replayer) -> None:
    text = (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Batch:\n    amount: int\n\n\n"
        "def first(batches: list[Batch], n: int) -> int:\n    if n < 3:\n        raise ValueError\n"
        "    if len(batches) > n:\n        raise ValueError\n    return n\n"
    )
    (found,) = reports(tmp_path / "batches.py", text, replayer).values()
    assert verdicts(found)[1,] == "violating"
