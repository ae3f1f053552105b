"""Invented functions whose parameters are declared by names: aliases, own classes called like builtins, abstract ones
with what implements them, enumerations, typed dicts, and classes whose objects change what they are given.

As in `functions.py`, a real call is given to the encoding, and a guard denies what happens on it. What differs is what
an annotation stands for, which nothing but the text of the module says.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from attrs import frozen

from specassay.core.errors import SpecassayError

from .ask import SAMPLED, Asked, Denied, admits, limited
from .deny import denied
from .functions import contract_of_check, pinned

IMPORTS = """
import enum
import typing as t
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto
from typing import Annotated, Any, Literal, NamedTuple, NewType, Optional, Protocol, TypedDict, TypeVar, Union
import attrs
"""
CHECK = """
def check(p: {p}, q: {q}):
    if (lambda r: {denial})({expression}):
        raise ValueError("denied")
    if {second}:
        raise ValueError("second")
    return p
"""


@frozen
class Declared:
    """What a module defines, the names under which parameters are declared by it, expressions of what these may be, and
    what is asked of such: {} is the parameter."""

    text: str
    annotations: Sequence[str]
    instances: Sequence[str]
    expressions: Sequence[str] = ()


OF_MEMBERS = (
    *("{} is {E}.A", "{} == {E}.B", "{}.name", "{}.value", "{} in ({E}.A, {E}.B)", "{} in ({E}.A, None)", "{} < {E}.B"),
    *(
        "{} is {E}.A or {} is {E}.B",
        "{E}({}.value) is {}",
        "isinstance({}, {E})",
        "bool({})",
        "{} + 1",
        "len({})",
        "str({})",
    ),
    *("[m for m in {E} if m is {}]", "{} == 1", "{} == 'a'", "{}.upper()", "{} != {E}.A and {} != {E}.B", "type({})"),
    *("{} is {E}.C", "{E}.A | {}", "hash({}) == hash({E}.A)", "{}.label", "{} in {E}", "{E}[{}.name] is {}"),
)
ENUMERATIONS = (
    ("class {E}(Enum):\n    A = 1\n    B = 2\n    C = 1", ("{E}.A", "{E}.B", "{E}.C")),
    (
        "class {E}(Enum):\n    A = 'a'\n    B = 1\n    @property\n    def label(self):\n        return self.name * 2",
        ("{E}.A", "{E}.B"),
    ),
    ("class {E}(enum.IntEnum):\n    A = 0\n    B = 7", ("{E}.A", "{E}.B")),
    ("class {E}(StrEnum):\n    A = auto()\n    B = 'bee'", ("{E}.A", "{E}.B")),
    ("class {E}(str, Enum):\n    A = 'a'\n    B = ''", ("{E}.A", "{E}.B")),
    (
        "class {E}(int, Enum):\n    A = 1\n    B = 2\n    def __eq__(self, other):\n        return True",
        ("{E}.A", "{E}.B"),
    ),
    ("class {E}(Flag):\n    A = 1\n    B = 2", ("{E}.A", "{E}.B", "{E}.A | {E}.B", "{E}(0)", "~{E}.A")),
    ("class {E}(IntFlag):\n    A = 1\n    B = 2", ("{E}.A", "{E}.A | {E}.B", "{E}(8)", "{E}(0)")),
    (
        "class {E}(Enum):\n    A = (1, 'a')\n    B = (2, 'b')\n    def __init__(self, n, label):\n"
        "        self.n, self.label = n, label",
        ("{E}.A", "{E}.B"),
    ),
    ("class {E}(Enum):\n    A = auto()\n    B = auto()", ("{E}.A", "{E}.B")),
    (
        "class {E}(Enum):\n    def _generate_next_value_(name, start, count, last):\n"
        "        return name\n    A = auto()\n    B = auto()",
        ("{E}.A", "{E}.B"),
    ),
    ("{E} = Enum('{E}', 'A B')", ("{E}.A", "{E}.B")),
    ("class {E}(Enum):\n    A = 1\n    B = 2\n{E}.A.label = 5", ("{E}.A", "{E}.B")),
    ("class {E}(Enum):\n    _ignore_ = ['C']\n    A = 1\n    B = 2\n    C = 3", ("{E}.A", "{E}.B")),
    ("class {E}(Enum):\n    A = 1.0\n    B = True", ("{E}.A", "{E}.B")),
)
OF_PLAIN = (
    "{}",
    "str({})",
    "isinstance({}, str)",
    "isinstance({}, int)",
    "{} == 1",
    "{} in (1, 'a', None)",
    "bool({})",
    "type({})",
    "{} < 2",
)
OF_FIELDS = (
    *(
        "{}.a",
        "{}.b",
        "type({}.a)",
        "isinstance({}.a, str)",
        "{}.a == {}.b",
        "{}.a is {}.b",
        "{}.a is None",
        "len({}.b)",
    ),
    *(
        "{} == {q}",
        "{}.a == {q}.a",
        "{} is {q}",
        "isinstance({}, {C})",
        "type({}) is {C}",
        "{}.c",
        "{}.c is None",
        "{}.a > 2",
    ),
    *(
        "{}.both()",
        "hasattr({}, 'a')",
        "getattr({}, 'b', 7)",
        "bool({})",
        "str({}.a)",
        "({}.a, {}.b)",
        "{} < {q}",
        "{}.a in {}.b",
    ),
)
OF_ROWS = (
    *(
        "{}['id']",
        "len({})",
        "{}.get('name')",
        "'name' in {}",
        "sorted({})",
        "{} == {{'id': 1}}",
        "list({})",
        "{}['id'] is True",
    ),
    *(
        "{}['name']",
        "'extra' in {}",
        "{}.keys() == {{'id', 'name'}}",
        "isinstance({}['id'], bool)",
        "{}.get('id', 0) + 1",
        "dict({})",
    ),
    *(
        "{} is {q}",
        "{} == {q}",
        "list({}.values())",
        "type({})",
        "isinstance({}, dict)",
        "{} or 1",
        "{}.get('name') is None",
    ),
)
OF_ABSTRACT = (
    *(
        "{}.size()",
        "{}.name",
        "{}.k",
        "isinstance({}, {C})",
        "type({})",
        "type({}) is {C}",
        "{}.size() < 0",
        "{} == {q}",
        "{} is {q}",
    ),
    *(
        "{}.size() == {}.k",
        "len({}.name)",
        "bool({})",
        "hasattr({}, 'k')",
        "{}.size() + {q}.size()",
        "{}.name == {q}.name",
        "not {}",
    ),
)
ROWS = (
    "{{'id': 1}}",
    "{{'id': True}}",
    "{{'id': 2, 'name': 'n'}}",
    "{{'id': 3, 'extra': ''}}",
    "{{'id': 0, 'name': '', 'extra': 'e'}}",
)
KINDS = (
    *(
        Declared(text, ("{E}", "{E}", "'{E}'", "Optional[{E}]", "{E} | None"), members, OF_MEMBERS)
        for text, members in ENUMERATIONS
    ),
    Declared("{E} = Union[int, str]", ("{E}", "Optional[{E}]"), ("3", "'a'", "True"), OF_PLAIN),
    Declared("{E} = NewType('{E}', int)", ("{E}", "'{E}'"), ("-7", "0", "True"), OF_PLAIN),
    Declared("{E} = TypeVar('{E}', int, str)", ("{E}",), ("1", "'a'"), OF_PLAIN),
    Declared("{E} = TypeVar('{E}')", ("{E}",), ("None", "[1]", "{{}}", "'a'"), OF_PLAIN),
    Declared("{E} = TypeVar('{E}')", ("list[{E}]",), ("[]", "[1]", "['a', None]"), (*OF_PLAIN, "{}[0]", "len({})")),
    Declared("{E} = TypeVar('{E}', bound=float)", ("{E}", "'{E}'"), ("1.5", "1", "True"), OF_PLAIN),
    Declared("{E} = t.Literal['a', 1, None]", ("{E}", "Annotated[{E}, 3]"), ("'a'", "1", "None"), OF_PLAIN),
    Declared("{E} = list[str]", ("{E}", "{E} | None", "t.Any"), ("[]", "['a']"), (*OF_PLAIN, "len({})", "{}[0]")),
    Declared("{E} = int\nif int:\n    {E} = str", ("{E}",), ("'a'", "''"), OF_PLAIN),
    Declared("{E} = 'int'", ("'int'", "Any", "object"), ("1", "True"), OF_PLAIN),
    Declared(
        "class {E}:\n    def __init__(self, a, b=''):\n        self.a, self.b = a, b",
        ("{E}", "Optional['{E}']"),
        ("{E}(1)", "{E}('a', [1])"),
        OF_FIELDS,
    ),
    Declared(
        "class int:\n    def __init__(self, a, b=1):\n        self.a, self.b = a, b\n{E} = int",
        ("int", "'int'"),
        ("int('x')", "int(None, 'b')"),
        OF_FIELDS,
    ),
    Declared(
        "class range:\n    def __init__(self, a, b=1):\n        self.a, self.b = a, b\n{E} = range",
        ("range",),
        ("range('x')", "range(None, 'b')"),
        OF_FIELDS,
    ),
    Declared(
        "class list:\n    def __init__(self, a, b=1):\n        self.a, self.b = a, b\n{E} = list",
        ("list", "list | None"),
        ("list('x')", "list(None, 'b')"),
        OF_FIELDS,
    ),
    Declared(
        "class date:\n    def __init__(self, a, b=1):\n        self.a, self.b = a, b\n{E} = date",
        ("date",),
        ("date('x')", "date(None, 'b')"),
        OF_FIELDS,
    ),
    Declared(
        "class {E}(ABC):\n    @abstractmethod\n    def size(self) -> int: ...\n    @property\n"
        "    @abstractmethod\n    def name(self) -> str: ...\n"
        "class {E}One({E}):\n    def __init__(self, k):\n        self.k = k\n    def size(self):\n"
        "        return self.k\n    name = 'one'\n"
        "class {E}Two({E}):\n    k = 2\n    def size(self):\n        return -1\n    @property\n"
        "    def name(self):\n        return 3",
        ("{E}", "'{E}'", "{E} | None"),
        ("{E}One(1)", "{E}One(-2)", "{E}Two()"),
        OF_ABSTRACT,
    ),
    Declared(
        "class {E}(Protocol):\n    k: int\n    def size(self) -> int: ...\nclass {E}One:\n"
        "    def __init__(self, k):\n        self.k, self.name = k, 'n'\n"
        "    def size(self):\n        return self.k * 2",
        ("{E}", "Optional[{E}]"),
        ("{E}One(1)", "{E}One(0)"),
        OF_ABSTRACT,
    ),
    Declared(
        "class {E}:\n    k = 1\n    name = ''\n    def size(self):\n"
        "        raise NotImplementedError\nclass {E}One({E}):\n    def size(self):\n"
        "        return 4",
        ("{E}",),
        ("{E}One()", "{E}()"),
        OF_ABSTRACT,
    ),
    Declared(
        "@attrs.define\nclass {E}:\n    a: int = attrs.field(converter=str)\n"
        "    b: str = attrs.field(converter=len, default='')\n"
        "    c: int = attrs.field(default=None)",
        ("{E}", "'{E}'"),
        ("{E}(1)", "{E}('x', [1, 2])", "{E}(None, c='c')"),
        OF_FIELDS,
    ),
    Declared(
        "@attrs.frozen\nclass {E}:\n    a: int = attrs.field(validator=attrs.validators.ge(3))\n"
        "    b: int = attrs.field(default=1, kw_only=True)\n"
        "    @b.validator\n    def _b(self, attribute, value):\n        if value > 5:\n"
        "            raise ValueError\n    @property\n    def c(self):\n"
        "        return self.a + self.b",
        ("{E}",),
        ("{E}(3)", "{E}(4, b=5)", "(o := {E}(3), object.__setattr__(o, 'a', 1))[0]"),
        OF_FIELDS,
    ),
    Declared(
        "@attrs.define\nclass {E}:\n"
        "    a: int = attrs.field(validator=attrs.validators.instance_of(int), "
        "converter=attrs.converters.optional(int))\n"
        "    b: list = attrs.Factory(list)\n    c: int = attrs.field(init=False)\n"
        "    def __attrs_post_init__(self):\n        self.c = self.a\n        self.b.append(self.a)",
        ("{E}",),
        ("{E}(3)", "{E}('4', [1])"),
        OF_FIELDS,
    ),
    Declared(
        "@dataclass\nclass {E}:\n    a: int\n    b: list[int] = field(default_factory=list)\n"
        "    def put(self, a):\n        self.a = a\n    def both(self):\n"
        "        return self.a, self.b\n"
        "class {E}Sub({E}):\n    c = 1\n    def both(self):\n        return 0",
        ("{E}", "{E} | None"),
        ("{E}(1)", "{E}(2, [2])", "(o := {E}(1), o.put('s'))[0]", "{E}Sub(3, [4])"),
        OF_FIELDS,
    ),
    Declared(
        "@dataclass(order=True)\nclass {E}:\n    a: int\n    b: int = 0\n"
        "    def __post_init__(self):\n        if self.a < 0:\n            raise ValueError\n"
        "        self.b = str(self.b)",
        ("{E}",),
        ("{E}(1)", "{E}(2, 5)"),
        OF_FIELDS,
    ),
    Declared(
        "class {E}(NamedTuple):\n    a: int\n    b: str = ''",
        ("{E}", "'{E}'"),
        ("{E}(1)", "{E}(True, 'b')"),
        (*OF_FIELDS, "{}[1]", "{} == (1, '')", "len({})"),
    ),
    Declared("class {E}(TypedDict):\n    id: int\n    name: t.NotRequired[str]", ("{E}", "{E} | None"), ROWS, OF_ROWS),
    Declared("class {E}(TypedDict, total=False):\n    id: t.Required[int]\n    name: str", ("{E}",), ROWS, OF_ROWS),
    Declared(
        "class {E}(TypedDict):\n    id: int\nclass {E}Sub({E}, total=False):\n    name: str",
        ("{E}", "{E}Sub"),
        ROWS,
        OF_ROWS,
    ),
    Declared("{E} = TypedDict('{E}', {{'id': int, 'name': str}}, total=False)", ("{E}",), ("{{}}", *ROWS), OF_ROWS),
)
# Own definitions that hide what the module imports: these are not what they are called.
KINDS += (
    Declared(
        "class Enum:\n    def __init__(self, a=1, b=''):\n        self.a, self.b = a, b\nclass {E}(Enum):\n    A = 1\n"
        "    B = 2",
        ("{E}", "'{E}'", "{E} | None"),
        ("{E}()", "{E}('x', [])"),
        (*OF_FIELDS, *OF_MEMBERS),
    ),
    Declared(
        "class IntEnum:\n    A = 1\n    B = 2\n    name = value = 3\nclass {E}(IntEnum):\n    A = 'A'\n    a = b = 0",
        ("{E}",),
        ("{E}()",),
        (*OF_FIELDS, *OF_MEMBERS),
    ),
    Declared(
        "def dataclass(cls):\n    def __init__(self, a='x'):\n        self.a = a\n    cls.__init__ = __init__\n"
        "    return cls\n@dataclass\nclass {E}:\n    a: int\n    b: str = ''",
        ("{E}", "Optional[{E}]"),
        ("{E}()", "{E}([1])"),
        OF_FIELDS,
    ),
    Declared(
        "def dataclass(cls):\n    return type('Sub', (cls,), {{'a': property(lambda self: 'a'), '__init__':"
        " lambda self, *given: None}})\n@dataclass\nclass {E}:\n    a: int\n    b: int = 3",
        ("{E}",),
        ("{E}()", "{E}(1, 2)"),
        OF_FIELDS,
    ),
    Declared(
        "def final(cls):\n    return lambda *given: 'made'\n@final\nclass {E}:\n    def __init__(self, a=1, b=2):\n"
        "        self.a, self.b = a, b",
        ("{E}",),
        ("{E}()", "{E}(1, 2)"),
        (*OF_FIELDS, *OF_PLAIN),
    ),
    Declared(
        "class NamedTuple:\n    b = None\n    def __getattr__(self, name):\n        return 7\n"
        "class {E}(NamedTuple):\n    a: int\n    b: str = ''",
        ("{E}", "'{E}'"),
        ("{E}()",),
        OF_FIELDS,
    ),
    Declared(
        "class NamedTuple:\n    pass\nclass {E}(NamedTuple):\n    a: int\n    b: str = ''",
        ("{E}", "'{E}'"),
        ("{E}()",),
        OF_FIELDS,
    ),
    Declared(
        "class Protocol:\n    k = 'k'\nclass {E}(Protocol):\n    def size(self) -> int: ...\nclass {E}One:\n    k = 1\n"
        "    name = 'n'\n    def size(self):\n        return 5",
        ("{E}", "{E} | None"),
        ("{E}()", "{E}One()"),
        OF_ABSTRACT,
    ),
    Declared(
        "class TypedDict:\n    a = 1\n    b = 'b'\nclass {E}(TypedDict):\n    id: int\n    name: str",
        ("{E}", "list[{E}]", "'{E}'"),
        ("{E}()", "[{E}()]"),
        (*OF_FIELDS, *OF_ROWS, *OF_PLAIN),
    ),
    Declared(
        "def NewType(name, kind):\n    return str\n{E} = NewType('{E}', int)",
        ("{E}",),
        ("'a'", "''"),
        OF_PLAIN,
    ),
    Declared(
        "class Optional:\n    def __class_getitem__(cls, item):\n        return str\n{E} = Optional[int]",
        ("{E}", "'{E}'"),
        ("'a'", "''"),
        OF_PLAIN,
    ),
    Declared(
        "{E} = list[int]\nclass int:\n    a = b = 1", ("{E}",), ("[1]", "[]", "[True]"), (*OF_PLAIN, "{}[0]", "len({})")
    ),
    Declared("{E} = int\nint = str", ("{E}", "'{E}'"), ("1", "True"), OF_PLAIN),
    Declared("{E} = 'int'\nclass int:\n    a = b = 1", ("'{E}'", "Any"), ("int()", "1"), (*OF_PLAIN, *OF_FIELDS)),
    Declared(
        "class {E}:\n    def __init__(self, a: int, b: str = ''):\n        self.a, self.b = a, b\nclass int:\n"
        "    pass\nclass str:\n    pass",
        ("{E}",),
        ("{E}(1)", "{E}(2, 'b')", "{E}(int(), str())"),
        OF_FIELDS,
    ),
    Declared(
        "@dataclass\nclass {E}:\n    a: int\n    b: str = ''\nclass int:\n    pass",
        ("{E}",),
        ("{E}(1)", "{E}(2, 'b')", "{E}(int())"),
        OF_FIELDS,
    ),
    Declared(
        "class {E}(TypedDict):\n    id: int\n    name: t.NotRequired[str]\nclass int:\n    pass",
        ("{E}", "'{E}'"),
        ROWS,
        OF_ROWS,
    ),
)
TAILS = (
    *("", "", "", "", "int = str\n", "class int:\n    a = b = 1\n", "class str:\n    a = b = 1\n"),
    *("class First:\n    a = b = 'a'\n", "First = int\n", "Optional = list\n"),
)
"""What stands behind the function, where annotations are evaluated before it."""
SECOND = ("False", "p is q", "p is None", "p == q", "isinstance(p, str)", "not q")


def _filled(template: str, kind: str, parameter: str, other: str) -> str:
    return (
        template.replace("{E}", kind)
        .replace("{C}", kind)
        .replace("{q}", other)
        .replace("{{", "\0")
        .replace("}}", "\1")
        .replace("{}", parameter)
        .replace("\0", "{")
        .replace("\1", "}")
    )


def ask_declared(seed: int) -> Asked:
    """Ask about the guards of a function of two parameters on one call."""
    chance = Random(f"declared {seed}")
    kinds = [chance.choice(KINDS) for _ in "pq"]
    # Half of the functions have two parameters of one type.
    same = chance.random() < 0.5
    names = ("First", "First" if same else "Second")
    kinds = [kinds[0], kinds[0] if same else kinds[1]]
    definitions = dict.fromkeys(_filled(kind.text, name, "", "") for kind, name in zip(kinds, names, strict=True))
    instances = [_filled(chance.choice(kind.instances), name, "", "") for kind, name in zip(kinds, names, strict=True)]
    if chance.random() < 0.2 and same:
        instances[1] = "p"
    asked = chance.choice(kinds[0].expressions)
    parts = {
        "p": _filled(chance.choice(kinds[0].annotations), names[0], "", ""),
        "q": _filled(chance.choice(kinds[1].annotations), names[1], "", ""),
        "expression": _filled(asked, names[0], *chance.choice((("p", "q"), ("q", "p")) if same else (("p", "q"),))),
        "second": chance.choice(SECOND),
    }
    head = "from __future__ import annotations\n" * (chance.random() < 0.4) + IMPORTS + "\n".join(definitions)
    outcome = _outcome(head, instances, parts["expression"])
    if outcome is None:
        return Asked()
    denial = denied(outcome[1], "r", Random(seed)) if outcome[0] else "False"
    if "<" in denial and is_object_text(denial):
        return Asked()
    if outcome[0] and seed % 3:
        denial = f"not ({denial})"
    later = "__future__" in head or "'" in parts["p"] + parts["q"]
    tail = "" if later else chance.choice(TAILS)
    text = head + CHECK.format(**parts, denial=denial) + tail
    violated = _violated(head, parts, denial, instances, tail)
    if violated is None:
        return Asked()
    try:
        contract = contract_of_check(text)
    except (SpecassayError, StopIteration):
        return Asked()
    inputs = pinned(contract, _made(head, instances))
    if inputs is None:
        return Asked(1)
    said = admits(contract, inputs, violated, seed % 2 == 0)
    if said is False:
        return Asked(1, 1, wrong=(Denied(text, dict(zip("pq", instances, strict=True)), violated),))
    decided = seed % SAMPLED == 0 and admits(contract, inputs, violated, seed % 2 == 0, otherwise=True) is False
    return Asked(1, int(said is not None), int(seed % SAMPLED == 0), int(decided))


def is_object_text(denial: str) -> bool:
    """Whether a denial has the text of an object that is no expression: `<First.A: 1>`."""
    try:
        compile(denial, "denial", "eval")
    except SyntaxError:
        return True
    return False


def _made(text: str, instances: Sequence[str]) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(text, names)
    for name, instance in zip("pq", instances, strict=True):
        names[name] = eval(instance, names)
    return {name: names[name] for name in "pq"}


def _outcome(head: str, instances: Sequence[str], expression: str) -> tuple[bool, Any] | None:
    """The value of an expression or the exception that it raises; None where there is neither."""
    names: dict[str, Any] = {}
    with limited() as went:
        try:
            exec(head, names)
            for name, instance in zip("pq", instances, strict=True):
                names[name] = eval(instance, names)
        except Exception:
            return None
        try:
            outcome = True, eval(expression, names)
        except Exception as problem:
            outcome = False, problem
    return outcome if went else None


def _violated(
    head: str, parts: Mapping[str, str], denial: str, instances: Sequence[str], tail: str
) -> frozenset[int] | None:
    """The guards that the call violates, each alone."""
    found = set()
    for clause, alone in enumerate(
        ({**parts, "second": "False", "denial": denial}, {**parts, "denial": "False", "expression": "None"})
    ):
        names: dict[str, Any] = {}
        with limited() as went:
            try:
                exec(head + CHECK.format(**alone), names)
            except TypeError:  # An annotation may be none where a class is called like a builtin: `list[int]`.
                return None
            for name, instance in zip("pq", instances, strict=True):
                names[name] = eval(instance, names)
            exec(tail, names)
            try:
                names["check"](names["p"], names["q"])
            except Exception:
                found.add(clause)
        if not went:
            return None
    return frozenset(found)
