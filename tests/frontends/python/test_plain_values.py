"""Which fields of a class may hold what is no plain value."""

import ast

import pytest

from specassay.frontends.python.fields import fields_of
from specassay.frontends.python.module_classes import ModuleClasses
from specassay.frontends.python.plain_values import plain_values

PLAIN = (
    "k",
    "[k, 1]",
    "list(range(k))",
    "dict(zip(k, k))",
    "k or {}",
    "len(k)",
    "isinstance(k, Other)",
    "sorted(k, key=len)",
    "math.pi",
    "[v for v in k]",
    "[v * w for v, w in zip(k, range(3))]",
    "k[0]",
    "k.real",
    "LIMIT",
    "f'{k}'",
    "max(len(v) for v in k)",
    "(*k, 1)",
    "tuple(k.items())",
)
ODD = (
    "range(k)",
    "zip(k, k)",
    "enumerate(k)",
    "reversed(k)",
    "k.append",
    "(v for v in k)",
    "len",
    "print",
    "MISSING",
    "self",
    "self.size",
    "math.sqrt",
    "math",
    "...",
    "[len]",
    "k or len",
    "Other",
    "Other()",
    "it",
    "lambda: 1",
    "k.strip()",
    "[zip(k)]",
    "unknown",
    "max(k, range(3))",
    "ValueError",
    "[w for w in [len]]",
    "[*zip(k), len]",
    "k if k else self",
    "NotImplemented",
    "{1: iter(k)}",
    "callback",
    "max(k, default=len)",
)
MODULE = """
import math
LIMIT = 3
MISSING = object()
class Other:
    pass
class Box:
    def __init__(self, k, callback=len):
        it = iter(k)
        self.field = {}
        self.size
    def size(self):
        if self.field:
            raise ValueError
"""


def made(value: str) -> ModuleClasses:
    return ModuleClasses(ast.parse(MODULE.replace("{}", value)))


@pytest.mark.parametrize("value", PLAIN)
def test_a_field_of_what_is_plain_is_plain(value: str) -> None:
    assert "field" in fields_of(made(value), "Box").plain


@pytest.mark.parametrize("value", ODD)
def test_a_field_of_anything_else_may_hold_it(value: str) -> None:
    assert "field" not in fields_of(made(value), "Box").plain


def test_what_a_name_is_bound_to_later_counts() -> None:
    found = plain_values(ast.parse("def f(k):\n    a = 1\n    b = a\n    c = b\n    a = zip(k)\n    d = k"))
    assert found.odd >= {"a", "b", "c"}
    assert not found.odd & {"d", "k"}


@pytest.mark.parametrize("head", ["class Set: pass", "from mine import Set", "from mine import Own as Set"])
def test_a_name_that_is_the_modules_own_is_no_plain_type(head: str) -> None:
    text = f"{head}\nclass Box:\n    def __init__(self, a: Set, b: list):\n        self.a = a\n        self.b = b\n"
    fields = fields_of(ModuleClasses(ast.parse(text)), "Box")
    assert fields.plain == {"b"}
    assert fields.unsure == {"a"}
    plain = fields_of(ModuleClasses(ast.parse(text.replace(head, "from typing import Set"))), "Box")
    assert plain.plain == {"a", "b"}
