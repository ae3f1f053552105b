"""Constraints that a class or a function declares, and that its library checks: runs inside, beside `worker.py`.

A module is imported as it is. What it declares is taken from the library's own description of it, and an input is given
to the library itself: which constraints it violates is what the library says. One module beside this one for each
library has a function `found(value)` that describes a class or a function, or returns None.

Example: of `class User(BaseModel): age: int = Field(gt=0)` the clauses are `age: required`, `age: int` and `age: gt=0`;
the input `{"age": 0}` violates the last one, and pydantic's error has the place `('age',)` and the type `greater_than`.

Invariant: a constraint is reported as violated only when the library has refused the value for it. A constraint that
the library does not come to, as one of a number that is no number, is `unreached`.
"""

import copy
import importlib
import re
import sys
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from . import pydantic_schemas
from .clock import Clock, Late
from .imports import NAMELESS, import_given
from .literals import NAMES, NotALiteral, literal, own_names

LIBRARIES = {
    "pydantic": "pydantic_models",
    "attr": "attrs_classes",
    "msgspec": "msgspec_structs",
    "beartype": "beartype_calls",
}
"""The library that checks → the module beside this one that asks it."""
READ_BEFORE = (pydantic_schemas,)
"""What these modules import of ours."""
PARTS = {"pydantic_models": ("pydantic_nodes",)}
"""Modules beside this one that another of them imports."""
_OWN = (*LIBRARIES.values(), *(each for parts in PARTS.values() for each in parts))
TEXTS = {name: Path(__file__).with_name(f"{name}.py").read_text("utf-8") for name in _OWN}
"""Their texts, read before the sandbox closes this folder. They import their library, which costs what nobody needs
whose module has not imported it."""
CONSTRUCTORS = ("collections", "datetime", "decimal", "enum", "fractions", "pathlib", "re", "uuid")
"""Modules of the standard library whose classes arguments may be made of, by these names."""


class Constraint(NamedTuple):
    """One constraint. `kind`: that there is a value (`required`), of its `type`, a `constraint` of values of the type,
    or a `validator` function. `field`: the name of the parameter that it is about, empty for one about the whole.
    `path`: the place in it, as in `address.zip`. `test`: Python's expression for it over `x`, where there is one; `of`:
    the class that `x` is of then."""

    field: str
    path: str
    constraint: str
    kind: str
    test: str = ""
    of: str = ""


class InputField(NamedTuple):
    """A parameter. `key`: what the library calls it in an input. `type`: a tree of what values it takes, to make
    inputs from: `kind`, and what goes with that kind."""

    name: str
    key: str
    required: bool
    type: dict[str, Any]


class Refusal(NamedTuple):
    """What a library says of an input: the clauses that it violates, each with how (`false`, or the class of what it
    raises), and the class of what the call raises. `unclear`: what the library says, where that is no clause."""

    violated: dict[int, str]
    raised: str | None
    unclear: str = ""


class DeclaringObject(Protocol):
    """A class or function that declares constraints. `manner`: how an input is given to the library, in a `call` with
    arguments by their keys, to `model_validate` or to `convert`."""

    name: str
    manner: str
    fields: list[InputField]
    clauses: list[Constraint]
    unread: list[str]

    def refusal(self, values: Mapping[str, Any]) -> Refusal:
        """Give an input to the library: values by parameter, without those that are left out."""


class DeclaringModule:
    """A loaded module, and what it declares. It answers as a `Task` does. Raises what importing the module raises."""

    def __init__(self, task: dict[str, Any], clock: Clock, import_seconds: float) -> None:
        self.clock = clock
        with clock.limit(import_seconds):
            name = task["module"] or NAMELESS
            module = import_given(name, task["file"], task["preamble"], task["stubs"])
            clock.check()
            self.names = module.__dict__
            self.declared = _all(module, task["declared"])
            clock.check()
        self.chosen = next((declaration for declaration in self.declared if declaration.name == task["declared"]), None)
        self.clauses = 0 if self.chosen is None else len(self.chosen.clauses)

    def listing(self) -> list[dict[str, Any]]:
        """What the module declares, as JSON."""
        return [
            {
                "name": declaration.name,
                "manner": declaration.manner,
                "fields": [field._asdict() for field in declaration.fields],
                "clauses": [clause._asdict() for clause in declaration.clauses],
                "unread": declaration.unread,
            }
            for declaration in self.declared
        ]

    def arguments(self, texts: Sequence[str | None]) -> dict[str, Any]:
        """The values of the texts of arguments by parameter, without those that are None. Raises NotALiteral."""
        assert self.chosen is not None
        pairs = zip(self.chosen.fields, texts, strict=True)
        return {field.name: self._value(text) for field, text in pairs if text is not None}

    def _value(self, text: str) -> Any:
        own = own_names(self.names)
        # Most texts are literals; a name of the module inside one may mean something else there.
        try:
            if own.isdisjoint(re.findall(r"\w+", text)):
                return literal(text)
        except NotALiteral:
            pass
        names = {**self.names, **{name: importlib.import_module(name) for name in CONSTRUCTORS}, **NAMES}
        # What the module defines hides what we offer under the same name.
        names |= {name: self.names[name] for name in own}
        try:
            with self.clock.limit():
                value = eval(compile(text, "argument", "eval"), names)
                self.clock.check()
        except Late:
            raise NotALiteral(f"{text[:80]!a} takes too long") from None
        except BaseException as error:
            raise NotALiteral(f"{text[:80]!a} cannot be constructed: {type(error).__name__}: {error}") from None
        return value

    def replay(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """What the library says of an input, as the protocol has it. There is no reference implementation: nothing is
        left of a class that does not check."""
        assert self.chosen is not None
        clauses = self.chosen.clauses
        try:
            # A copy, since libraries may change what they are given.
            with self.clock.limit():
                refusal_found = self.chosen.refusal(copy.deepcopy(arguments))
                # The time may be over although what ran swallowed that.
                self.clock.check()
        except Late:
            return _unknown(len(clauses), "timeout")
        except MemoryError:
            return _unknown(len(clauses), "memory")
        # What the library leaves unclear is no observation at all.
        if refusal_found.unclear:
            return {**_unknown(len(clauses), "crash"), "raised": refusal_found.unclear[:200]}
        # Messages come from foreign code: they are cut.
        exceptions = {index: how[:200] for index, how in refusal_found.violated.items() if how != "false"}
        outcomes = ["holds"] * len(clauses)
        for index in refusal_found.violated:
            outcomes[index] = "raises" if index in exceptions else "false"
        return {
            "outcomes": outcomes,
            "exceptions": exceptions,
            "accepted": refusal_found.raised is None,
            "raised": refusal_found.raised,
            "raises_first": min(refusal_found.violated, default=None),
            "reference": None,
        }


def _unknown(clauses: int, outcome: str) -> dict[str, Any]:
    return {
        "outcomes": [outcome] * clauses,
        "exceptions": {},
        "accepted": None,
        "raised": None,
        "raises_first": None,
        "reference": None,
    }


def _all(module: types.ModuleType, wanted: str) -> list[DeclaringObject]:
    """What a module declares itself, classes inside classes too: what it imports is another module's. `wanted`: only
    what has this name, `*` for all. A library that the module has not imported checks nothing in it."""
    readers = [_reader(beside) for name, beside in LIBRARIES.items() if name in sys.modules]
    found: dict[str, DeclaringObject] = {}
    waiting = [("", vars(module))]
    while waiting:
        prefix, names = waiting.pop(0)
        for name, value in list(names.items()):
            full = prefix + name
            if not _is_own(value, module, full):
                continue
            if isinstance(value, type):
                # Classes inside a class declare constraints of their own.
                waiting.append((f"{full}.", dict(vars(value))))
            for reader in readers if wanted in ("*", full) else ():
                declared = reader.found(full, value)
                if declared is not None:
                    found.setdefault(full, declared)
    return list(found.values())


def _reader(name: str) -> types.ModuleType:
    """The module beside this one that asks a library."""
    full = f"{__package__}.{name}"
    if full not in sys.modules:
        for part in PARTS.get(name, ()):
            _reader(part)
        module = types.ModuleType(full)
        module.__package__ = __package__
        exec(compile(TEXTS[name], full, "exec"), module.__dict__)
        sys.modules[full] = module
    return sys.modules[full]


def _is_own(value: object, module: types.ModuleType, name: str) -> bool:
    if not isinstance(value, type) and not callable(value):
        return False
    own = getattr(value, "__module__", None) == module.__name__ and "[" not in name  # A generic one with arguments.
    return own and getattr(value, "__qualname__", None) == name
