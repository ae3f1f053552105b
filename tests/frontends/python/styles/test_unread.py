"""Guards that are in no contract are told, with the reason; what belongs to a protocol is no guard."""

import pytest

from specassay.frontends.python.files import functions_of, unread_guards_of
from specassay.frontends.python.module import parse_module
from specassay.frontends.python.source import read
from specassay.frontends.python.styles.model import Module, module_of


def module(text: str) -> Module:
    source = read(text, "m.py")
    return module_of(source, parse_module(source))


def unread(text: str) -> dict[str, list[tuple[int, str]]]:
    found = unread_guards_of(module(text))
    return {each.name: [(guard.node.lineno, guard.reason) for guard in each.guards] for each in found}


def clauses(text: str) -> dict[str, str]:
    return {each.name: each.written.block.text for each in functions_of(module(text)) if each.written.block}


@pytest.mark.parametrize(
    ("body", "lines", "why"),
    [
        ("y = fetch(x)\n    if y: raise E", [4], "fetch, which is called in line 3, may change something"),
        ("if x: raise E\n    check(x)\n    if x > 1: raise E", [5], "check, which is called in line 4"),
        ("with open(x) as y:\n        z = y.read()\n    if z: raise E", [5], "open, which is called in line 3"),
        ("try:\n        y = fetch(x)\n    except E:\n        raise F", [6], "fetch, which is called before it"),
        ("fetch(x)\n    assert x > 0", [4], "fetch, which is called in line 3"),
        ("y = fetch(x)\n    assert 0 < x < y", [4], "fetch, which is called in line 3"),
        ("y = fetch(x)\n    y[x] = 1\n    y.z.append(x)\n    if x: raise E", [6], "fetch, which is called in line 3"),
        ("x.n = fetch(x)\n    if x: raise E", [4], "fetch, which is called in line 3"),
        ("x.n = 1\n    if x is None: raise E", [4], "it stands behind line 3"),
        ("x.ys.append(0)\n    while x: return 1\n    if x: raise E", [5], "x.ys.append, which is called in line 3"),
        ("try:\n        if x: raise ValueError\n    except KeyError:\n        return 0", [4], "the try of line 3"),
        ("try:\n        if x: raise E\n    except (KeyError, int.F):\n        return 0", [4], "the try of line 3"),
        ("if x: raise E\n    try:\n        if x.y: raise F\n    except KeyError:\n        raise G", [5], "of line 4"),
        (
            "if x:\n        try:\n            if x.y: raise ValueError\n        except KeyError: pass",
            [5],
            "the try of line 4",
        ),
        (
            "y = 0\n    for z in x: y += z\n    print(y, file=x)\n    if y: raise E",
            [6],
            "it stands behind line 4",
        ),
    ],
)
def test_a_guard_behind_what_may_change_something_is_told(body: str, lines: list[int], why: str) -> None:
    found = unread(f"from other import fetch, check\ndef f(x):\n    {body}\n    return x\n")["f"]
    assert [line for line, _ in found] == lines
    assert why in found[0][1]


@pytest.mark.parametrize(
    "body",
    [
        "if x: raise E",
        "y = fetch(x)\n    return y\n    if x: raise E",
        "y = fetch(x)\n    assert y",
        "y = fetch(x)\n    if y: raise NotImplementedError",
        "yield x\n    if x: raise E",
        "y = fetch(x)\n    try: y.open()\n    except OSError: raise",
        "y = fetch(x)\n    while y: return y\n    return x\n    if x: raise E",
        "try:\n        if x: raise ValueError\n    except Exception:\n        return 0",
        "try:\n        if x: raise UnicodeError\n    except (KeyError, ValueError):\n        return 0",
        "try:\n        if x: raise E\n    except fetch.E:\n        return 0",
        "try:\n        if x: raise E\n    finally:\n        pass",
        "try:\n        try:\n            if x: raise OSError\n        except KeyError: pass\n    except IOError: pass",
    ],
)
def test_what_is_read_or_no_matter_of_the_arguments_is_not(body: str) -> None:
    assert unread(f"from other import fetch\ndef f(self, x):\n    {body}\n") == {}


@pytest.mark.parametrize(
    ("before", "call"),
    [
        ("def helper(x):\n    return x.split('@')", "helper(x)"),
        ("def inner(x): return len(x)\ndef helper(x):\n    return inner(x) + 1", "helper(x)"),
        ("from urllib.parse import urlsplit", "urlsplit(x)"),
        ("import urllib.parse", "urllib.parse.urlsplit(x)"),
        ("import urllib.parse as parsing", "parsing.urlsplit(x)"),
        ("import struct\nHEADER = struct.Struct('>H')", "HEADER.unpack(x)"),
        ("from datetime import datetime", "datetime.fromisoformat(x)"),
        ("from json import loads", "loads(x)"),
        ("import os", "os.path.basename(x)"),
        ("import os.path", "os.path.basename(x)"),
        ("", "int.from_bytes(x)"),
    ],
)
def test_functions_that_only_compute_are_followed(before: str, call: str) -> None:
    text = f"{before}\ndef f(x):\n    y = {call}\n    if not y: raise E\n    return y\n"
    assert unread(text) == {}
    assert f"y = {call}" in clauses(text)["f"]


@pytest.mark.parametrize(
    ("before", "call"),
    [
        ("def helper(x):\n    x.append(1)\n    return x", "helper(x)"),
        ("def helper(x):\n    global n\n    n = 1", "helper(x)"),
        ("from json import loads\nloads = print", "loads(x)"),
        ("from shutil import move", "move(x)"),
        ("import os", "os.path.exists(x)"),
    ],
)
def test_functions_that_may_do_more_are_not(before: str, call: str) -> None:
    text = f"{before}\ndef f(x):\n    y = {call}\n    if not y: raise E\n    return y\n"
    assert list(unread(text)) == ["f"]


@pytest.mark.parametrize(
    ("name", "raised", "is_clause"),
    [
        ("__next__", "StopIteration", False),
        ("__anext__", "StopAsyncIteration", False),
        ("__getitem__", "KeyError(n)", False),
        ("__missing__", "KeyError", False),
        ("__getattr__", "AttributeError(n)", False),
        ("area", "NotImplementedError", False),
        ("take", "KeyError(n)", True),
        ("__getitem__", "TypeError", True),
        ("__getattr__", "KeyError", True),
    ],
)
def test_what_a_protocol_raises_is_no_clause(name: str, raised: str, is_clause: bool) -> None:
    text = f"class C:\n    def {name}(self, n):\n        if n > 3:\n            raise {raised}\n        return n\n"
    assert bool(clauses(text)) is is_clause
    assert unread(text) == {}


def test_a_guard_behind_what_a_protocol_raises_is_about_the_other_inputs() -> None:
    text = (
        "class C:\n    def __next__(self):\n        if self.n < 0:\n            raise StopIteration\n"
        "        if self.n == 7:\n            raise ValueError\n        return 1\n"
    )
    assert [line.strip() for line in clauses(text)["C.__next__"].splitlines()] == [
        "if self.n < 0:",
        "return",
        "assert not (self.n == 7)",
    ]


@pytest.mark.parametrize(
    ("defined", "call"),
    [
        ("class C(Enum):\n    A = 1", "C(x)"),
        ("@dataclass\nclass C:\n    n: int\n    def __post_init__(self):\n        self.m = self.n + 1", "C(x)"),
        ("@dataclass\nclass C:\n    n: int", "C(x).n"),
        ("@lru_cache\ndef g(x):\n    return x + 1", "g(x)"),
        ("@functools.cache\ndef g(x):\n    return x + 1", "g(x)"),
    ],
)
def test_what_only_makes_an_object_or_keeps_results_is_read_over(defined: str, call: str) -> None:
    imports = (
        "import functools\nfrom dataclasses import dataclass\nfrom enum import Enum\nfrom functools import lru_cache"
    )
    text = f"{imports}\n{defined}\ndef f(x):\n    y = {call}\n    if y == 1: raise E\n    return x\n"
    assert "f" not in unread(text)
    assert "y == 1" in clauses(text)["f"]


@pytest.mark.parametrize(
    "defined",
    [
        "class C(metaclass=M):\n    pass",
        "class C(B):\n    pass",
        "@register\nclass C:\n    pass",
        "class C:\n    def __new__(cls, x):\n        return fetch(x)",
        "class C:\n    def __init__(self, x):\n        x.n = 1",
        "class C:\n    def __init__(self, x):\n        fetch(x)",
        "@register\ndef C(x):\n    return x",
    ],
)
def test_what_may_do_more_is_not(defined: str) -> None:
    text = f"from other import fetch, register, B, M\n{defined}\ndef f(x):\n    y = C(x)\n    if y: raise E\n"
    assert [reason for _, reason in unread(text)["f"]] == [
        "C, which is called in line " + str(3 + defined.count("\n") + 1) + ", may change something"
    ]


@pytest.mark.parametrize(
    ("statement", "is_read"),
    [
        ("unit = Decimal(1).scaleb(-x)", True),
        ("unit = x.copy_sign(y)", True),
        ("unit = y.rotate(x)", False),  # Of a deque it changes this one.
        ("unit = sum(box.area() for box in boxes)", True),
        ("unit = sum(box.grow() for box in boxes)", False),
        ("unit = sum(y.area() for y in x)", True),
    ],
)
def test_a_guard_behind_a_call_that_only_computes_is_read(statement: str, is_read: bool) -> None:
    text = (
        "from decimal import Decimal\n"
        "class Box:\n"
        "    def area(self): return self.width * 2\n"
        "    def grow(self):\n"
        "        self.width += 1\n"
        "        return self.width\n"
        f"def f(x, y, boxes: list[Box]):\n    {statement}\n    if unit > x: raise E\n    return unit\n"
    )
    assert ("f" not in unread(text)) is is_read


def test_methods_of_other_objects_may_change_something() -> None:
    text = "class Box:\n    def area(self): return 1\ndef f(x, y):\n    z = y.area()\n    if z > x: raise E\n"
    assert "y.area, which is called in line 4" in unread(text)["f"][0][1]


def test_an_abstract_method_does_what_its_subclasses_do() -> None:
    text = (
        "from abc import ABC, abstractmethod\n"
        "class Shape(ABC):\n"
        "    @abstractmethod\n"
        "    def area(self): ...\n"
        "class Box(Shape):\n"
        "    def area(self):\n"
        "        self.seen = True\n"
        "        return 1\n"
        "def f(x, shape: Shape):\n"
        "    area = shape.area()\n"
        "    if area > x: raise E\n"
        "    return area\n"
    )
    assert "shape.area, which is called in line 10" in unread(text)["f"][0][1]


def test_a_guard_behind_a_look_at_the_clock_is_told() -> None:
    text = "from datetime import date\ndef f(x):\n    year = date.today().year\n    if x > year: raise E\n"
    assert "today, which is called in line 3" in unread(text)["f"][0][1]
