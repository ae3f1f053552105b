"""Which enumerations are read, and that their members are those that Python makes."""

import ast

import pytest

from specassay.frontends.python.enums import members_of_enum
from specassay.frontends.python.module_classes import ModuleClasses
from specassay.frontends.python.names import NO_MEMBERS

IMPORTS = "import enum\nfrom enum import Enum, IntEnum, StrEnum, auto, unique\nfrom enum import Enum as E\n"
READ = [
    'class C(Enum):\n    """Text."""\n    A = 1\n    B = "b"\n    D = None\n    F = -2.5\n    pass',
    "class C(enum.Enum):\n    A = 1",
    "class C(E):\n    A = b'1'\n    B = '1'",
    "@unique\nclass C(Enum):\n    A = True\n    B = 2\n    def twice(self): return self.value * 2",
    "@enum.unique\nclass C(IntEnum):\n    A = 0\n    B = -1",
    "class C(StrEnum):\n    A = 'x'\n    B = ''",
    "class C(str, Enum):\n    A = 'x'",
    "class C(int, Enum):\n    A = 7",
    "class C(Enum):\n    A = 1\n    @property\n    def b(self): return 2\n    @classmethod\n    def d(cls): pass",
    "class C(Enum):\n    B = auto()\n    A = enum.auto()",
    "class C(IntEnum):\n    B = auto()\n    A = auto()",
    "class C(StrEnum):\n    BIG = auto()",
]
REFUSED = [
    "class C(Enum): pass",
    "class C(Enum):\n    A = 1\n    B = 1",
    "class C(Enum):\n    A = 1\n    B = True",
    "class C(Enum):\n    A = (1, 2)",
    "class C(Enum):\n    A = [1]",
    "class C(Enum):\n    A = B = 1",
    "class C(Enum):\n    A = len('a')",
    "class C(Enum):\n    A = 1\n    B = auto()",
    "class C(Enum):\n    A = auto()\n    B = 5",
    "class C(Enum):\n    A: int = 1",
    "class C(Enum):\n    A = 1\n    _ignore_ = ['A']",
    "class C(Enum):\n    A = 1\n    def __eq__(self, other): return True",
    "class C(Enum):\n    A = 1\n    @property\n    def value(self): return 2",
    "class C(Enum):\n    A = 1\n    def _generate_next_value_(name, *_): return name\n    B = auto()",
    "class C(Enum):\n    A = 1\n    def A(self): return 1",
    "class C(Enum):\n    A = 1\n    if True:\n        B = 2",
    "class C(IntEnum):\n    A = True",
    "class C(IntEnum):\n    A = '1'",
    "class C(str, Enum):\n    A = 1",
    "class C(str, Enum):\n    A = auto()",
    "class C(float, Enum):\n    A = 1.5",
    "class C(enum.Flag):\n    A = 1",
    "class C(Enum, metaclass=enum.EnumMeta):\n    A = 1",
    "class C(Enum):\n    A = 1\n    @enum.member\n    def b(self): return 2",
    "def five(f): return 5\nclass C(Enum):\n    A = 1\n    @five\n    def b(self): return 2",
    "def property(f): return 5\nclass C(Enum):\n    A = 1\n    @property\n    def b(self): return 2",
    "class C(Enum):\n    A = 1\nobject.__setattr__(C.A, '_value_', 9)",
    "class C(Enum):\n    A = 1\nC.A.__dict__.update(_value_=9)",
    "class C(Enum):\n    A = 1\nvars(C.A)['_' + 'value_'] = 9",
    "class C(Enum):\n    A = 1\nC = 3",
    "class C(Enum):\n    A = 1\nC.A._value_ = 2",
    "class C(Enum):\n    A = 1\nC.extra = 2",
    "class C(Enum):\n    A = 1\ndef f(x): x._name_ = 'B'",
    "def unique(cls): return 3\n@unique\nclass C(Enum):\n    A = 1",
    "from other import Enum\nclass C(Enum):\n    A = 1",
    "class Enum: pass\nclass C(Enum):\n    A = 1",
    "class int: pass\nclass C(int, Enum):\n    A = 1",
    "from other import *\nclass C(Enum):\n    A = 1",
    "class C(Enum):\n    A = 1\nexec('C = 3')",
    "class D:\n    class C(Enum):\n        A = 1",
    "class C:\n    A = 1",
]


@pytest.mark.parametrize("text", READ)
def test_members_are_those_that_python_makes(text: str) -> None:
    names: dict[str, object] = {}
    exec(IMPORTS + text, names)
    real = names["C"]
    found = members_of_enum(ModuleClasses(ast.parse(IMPORTS + text)), "C")
    assert [(each.name, each.value) for each in real] == list(found.members.items())  # type: ignore[attr-defined]
    for each in real:  # type: ignore[attr-defined]
        assert type(found.members[each.name]) is type(each.value)
        assert (each == each.value) is found.by_value


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_text_does_not_tell_is_refused(text: str) -> None:
    assert members_of_enum(ModuleClasses(ast.parse(IMPORTS + text)), "C") == NO_MEMBERS
