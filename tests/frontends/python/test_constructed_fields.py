"""What constructors promise of the fields of their objects, and where nothing is promised."""

import ast
from itertools import product

import pytest

from specassay.frontends.python.constructed_fields import field_facts, settled_fields
from specassay.frontends.python.module_classes import ModuleClasses

SPAN = """class Span:
    def __init__(self, low: int, high: int) -> None:
        if low < 0:
            raise ValueError
        assert low <= high
        self.low, self.size = 0, 1
        self.high: int = high
"""
RANGE = """@dataclass
class Range:
    low: int
    high: int
    def __post_init__(self):
        if self.low > self.high:
            raise ValueError
"""
PLAIN = """class Box:
    def __init__(self, n: int):
        if n < 1:
            raise ValueError
        self.n = n
    def size(self):
        return self.n
"""


def facts(text: str, name: str = "Box", fields: str = "n") -> list[str]:
    return field_facts(ModuleClasses(ast.parse(text)), name, "b", fields.split())


def test_conditions_on_parameters_and_fields_are_promised() -> None:
    (fact,) = facts(PLAIN)
    assert fact.endswith("or not (b.n < 1)")
    (fact,) = facts(RANGE, "Range", "low high")
    assert fact.endswith("or not (b.low > b.high)")
    assert settled_fields(ModuleClasses(ast.parse(RANGE)), "Range") == {"low": "int", "high": "int"}
    assert facts(RANGE, "Range", "low") == []
    assert facts(SPAN, "Span", "low high") == []  # The parameter low is in no field.


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("        return self.n\n", "        self.n = 0\n"),
        ("        return self.n\n", "        self.n -= 1\n"),
        ("        return self.n\n", "        del self.n\n"),
        ("        return self.n\n", "        setattr(self, 'n', 0)\n"),
        ("        return self.n\n", "        self.__dict__.clear()\n"),
        ("    def size", "    def __setattr__(self, name, value): pass\n    def size"),
        ("    def size", "    def __new__(cls, n): return object.__new__(cls)\n    def size"),
        ("class Box", "class Box(Base)"),
        ("class Box", "class Box(metaclass=Meta)"),
        ("class Box", "@register\nclass Box"),
        ("        if n < 1", "        if n == 9: return\n        if n < 1"),
        ("        if n < 1", "        self.size()\n        if n < 1"),
        ("        if n < 1", "        register(self)\n        if n < 1"),
        ("        if n < 1", "        n = abs(n)\n        if n < 1"),
        ("            raise ValueError", "            n = 1"),
        ("        self.n = n", "        self.n = n + 1"),
        ("        self.n = n", "        if n > 2: self.n = n"),
    ],
)
def test_what_may_be_otherwise_later_is_not(before: str, after: str) -> None:
    assert before in PLAIN
    assert facts(PLAIN.replace(before, after)) == []
    assert facts(PLAIN + "\n\nclass Sub(Box):\n    pass\n") == []
    assert facts(PLAIN + "\n\ndef change(box):\n    box.n = 0\n") == []


def test_nothing_is_known_of_what_is_no_class_of_the_module() -> None:
    assert settled_fields(ModuleClasses(ast.parse("def f():\n    pass")), "f") == {}


def test_the_same_attribute_of_another_class_is_another() -> None:
    assert len(facts(PLAIN + "\n\nclass Other:\n    def __init__(self):\n        self.n = 0\n")) == 1


def test_each_object_that_is_made_meets_the_facts() -> None:
    names: dict[str, object] = {}
    exec("from dataclasses import dataclass\n" + PLAIN + RANGE, names)
    values = (0, 1, -1, 2.5, True, "", "a", None, [1], (1, 2))
    for name, count, fields in (("Box", 1, "n"), ("Range", 2, "low high")):
        conditions = facts(PLAIN + RANGE, name, fields)
        assert conditions
        for given in product(values, repeat=count):
            try:
                made = names[name](*given)  # type: ignore[operator]
            except (ValueError, TypeError):
                continue
            assert all(eval(condition, {"b": made}) for condition in conditions)
