"""What the text of classes says of the attributes of their objects, against the objects that CPython makes: on made
hierarchies, an attribute that is not said to be missing is there, and reading it runs no code."""

import ast
import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from textwrap import indent
from types import ModuleType
from typing import Any

import pytest

from specassay.frontends.python.fields import fields_of
from specassay.frontends.python.module_classes import ModuleClasses

from ...samples import samples

HEADER = (
    "from contextlib import suppress\nfrom dataclasses import InitVar, dataclass, field\nfrom typing import ClassVar\n"
)
NAMES = ("x", "y", "z")
METHODS = ("first", "second", "__third")
SIMPLE = (
    "self.{0} = 1",
    "self.{0} = n",
    "self.{0}, self.{1} = n, 2",
    "pass",
    "del self.{0}",
    "int(n)",
    "with suppress(ValueError):\n    int(n)\n    self.{0} = 1",
    "for i in range(2 if n else 0):\n    self.{0} = i",
)
CALLS = ("self.first()", "self.second()", "self.__third()", "super().__init__(n)")
BLOCKS = (
    "if n:\n{0}",
    "if n:\n{0}\nelse:\n{1}",
    "try:\n{0}\nexcept ValueError:\n{1}",
    "try:\n{0}\nfinally:\n{1}",
    "try:\n{0}\nexcept TypeError:\n{1}\nexcept Exception:\n    raise\nelse:\n{2}",
)
ENDS = ("raise ValueError", "return")
IN_CLASSES = ("{0} = 1", "{0} = [1]", "{0}: int = 3", "{0} = property(lambda self: 1 // 0)", "__slots__ = ('{0}',)")
IN_RECORDS = (
    "{0}: int = 3",
    "{0}: InitVar[int]",
    "{0}: 'InitVar[int]'",
    "{0}: InitVar[int] = 3",
    "{0}: ClassVar[int] = 3",
    "{0}: int = field(init=False)",
    "{0}: list = field(default_factory=list)",
)
PER_TEST = 16
"""Hierarchies: few enough for a test to take about a second."""
ARGUMENTS = (0, 1, "a", "1", None)


def block(chooser: Random, calls: tuple[str, ...], depth: int = 0) -> str:
    """Statements of a method, in which `calls` may stand."""
    found: list[str] = []
    for _ in range(chooser.randint(1, 3)):
        if depth < 2 and chooser.random() < 0.3:
            inner = (indent(block(chooser, calls, depth + 1), "    ") for _ in range(3))
            found.append(chooser.choice(BLOCKS).format(*inner))
        else:
            names = chooser.choices(NAMES, k=2)
            found.append(chooser.choice((*SIMPLE[:3], *SIMPLE, *calls)).format(*names))
    if depth and chooser.random() < 0.1:
        found.append(chooser.choice(ENDS))
    return "\n".join(found)


def hierarchy(chooser: Random) -> str:
    """A module with a few classes that derive from each other."""
    text, known = HEADER, list[str]()
    for number in range(chooser.randint(1, 4)):
        bases = chooser.sample(known, min(len(known), chooser.choice((0, 1, 1, 2))))
        if chooser.random() < 0.15:
            bases.insert(chooser.randint(0, len(bases)), chooser.choice(("dict", "ValueError")))
        is_record = chooser.random() < 0.25
        forms = IN_RECORDS if is_record else IN_CLASSES
        body = [chooser.choice(forms).format(chooser.choice(NAMES)) for _ in range(chooser.randint(0, 1 + is_record))]
        calls = (*CALLS[: 4 if bases else 3], *(f"{base}.__init__(self, n)" for base in bases if base in known))
        written = [("__init__", calls)] if chooser.random() < (0.3 if is_record else 0.7) else []
        written += [(name, ()) for name in METHODS if not known or chooser.random() < 0.3]
        body += [f"def {name}(self, n=0):\n{indent(block(chooser, some), '    ')}" for name, some in written]
        record = "@dataclass\n" if is_record else ""
        text += f"{record}class K{number}({', '.join(bases)}):\n{indent(chr(10).join(body or ['pass']), '    ')}\n"
        known.append(f"K{number}")
    return text


def objects_of(names: dict[str, Any], chooser: Random) -> Iterator[object]:
    """Objects of the classes of a module as they are made, and after calls of their methods."""
    for kind in [each for name, each in names.items() if name.startswith("K")]:
        for argument in ARGUMENTS:
            try:
                made = kind(argument)
            except Exception:
                continue
            yield made
            for _ in range(2):
                with suppress(Exception):
                    getattr(made, chooser.choice(METHODS[:2]))(chooser.choice(ARGUMENTS))
                yield made


@pytest.mark.parametrize("number", range(samples(64)))
def test_what_is_not_missing_is_there(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for turn in range(PER_TEST):
        chooser = Random(PER_TEST * number + turn)
        text = hierarchy(chooser)
        module = ModuleType("made")
        monkeypatch.setitem(sys.modules, "made", module)
        names = vars(module)
        try:
            exec(text, names)
        except (TypeError, ValueError):
            continue  # Python refuses some hierarchies.
        objects = ModuleClasses(ast.parse(text))
        found = {name: fields_of(objects, name) for name in objects.classes}
        for made in objects_of(names, chooser):
            for name, fields in found.items():
                for field in (fields.plain | fields.unsure) if isinstance(made, names[name]) else ():
                    assert not isinstance(getattr(type(made), field, None), property), (field, name, text)
                    if field in NAMES and field not in fields.missing:
                        assert hasattr(made, field), (field, name, text)


@pytest.mark.parametrize("annotation", ["InitVar[int]", "'InitVar[int]'", "dataclasses.InitVar[int]"])
@pytest.mark.parametrize("default", ["", " = 3"])
def test_what_a_record_only_passes_on_may_be_missing(annotation: str, default: str) -> None:
    text = f"@dataclass\nclass K:\n    y: int\n    x: {annotation}{default}\n    def g(self, x):\n        pass\n"
    fields = fields_of(ModuleClasses(ast.parse(text)), "K")
    assert fields.missing == fields.unsure == {"x"}
    assert fields.plain == {"y"}
