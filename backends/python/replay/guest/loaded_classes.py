"""What the classes of a running process say about themselves: runs inside, beside `building.py`."""

import dis
import inspect
import itertools
import re
import sys
import types
from collections.abc import Iterator

SHOWN, MANY = 1_000, 8
"""Characters of the state of an object, and items of a container that are part of it."""


def classes_of(module: types.ModuleType, package: str) -> Iterator[type]:
    """The classes that the loaded modules of a package define, and those that the module itself names."""
    seen: set[int] = set()
    named = sorted(sys.modules.items())
    homes = [module, *(each for name, each in named if name.partition(".")[0] == package and hasattr(each, "__dict__"))]
    for home in homes:
        for value in list(vars(home).values()):
            defined = isinstance(value, type) and (home is module or value.__module__ == vars(home).get("__name__"))
            if defined and id(value) not in seen and value.__module__ != "builtins":
                seen.add(id(value))
                yield value


def defined(cls: type) -> set[str]:
    """The names that a class or one that it derives from defines, but for `object`."""
    return {name for each in cls.__mro__[:-1] for name in vars(each)}


def attributes(cls: type) -> set[str]:
    """The attributes that objects of a class have: what it defines and annotates, and what its methods assign."""
    found = defined(cls)
    for each in cls.__mro__[:-1]:
        annotated = vars(each).get("__annotations__")
        found.update(annotated if isinstance(annotated, dict) else ())
        for value in vars(each).values():
            if isinstance(value, types.FunctionType):
                found.update(str(step.argval) for step in dis.get_instructions(value) if step.opname == "STORE_ATTR")
    return found


def makers(cls: type) -> list[str]:
    """The public class methods and static methods that say that they return an object of the class."""
    found: list[str] = []
    for name in sorted(defined(cls)):
        method = inspect.getattr_static(cls, name, None)
        if isinstance(method, classmethod | staticmethod) and not name.startswith("_"):
            returned = getattr(method.__func__, "__annotations__", {}).get("return")
            named = returned if isinstance(returned, str) else getattr(returned, "__name__", str(returned))
            if named.strip("'\"").rpartition(".")[2] in (cls.__name__, "Self") or name.startswith("from_"):
                found.append(name)
    return found


_LIKELY = re.compile(r"add|append|set|insert|push|put|update|extend|register|remove|pop|clear|open|start|begin|enter")
"""Verbs that names of methods begin with which change their object."""


def methods(cls: type) -> list[str]:
    """The public methods of a class, those first that are called as if they changed something."""
    found = [
        name
        for name in defined(cls)
        if not name.startswith("_")
        and isinstance(inspect.getattr_static(cls, name, None), types.FunctionType)
        and not inspect.iscoroutinefunction(getattr(cls, name))
    ]
    return sorted(found, key=lambda name: (not _LIKELY.match(name), name))


def state_of(value: object, depth: int = 3) -> str:
    """What tells an object from others of its class, as text: its attributes, and what is in them."""
    try:
        if depth == 0 or isinstance(value, type):
            return type(value).__name__
        if isinstance(value, (list, tuple)):
            return f"{type(value).__name__}({', '.join(state_of(item, depth - 1) for item in value[:MANY])})"
        if isinstance(value, dict):
            pairs = itertools.islice(value.items(), MANY)
            return f"{{{', '.join(f'{state_of(key, depth - 1)}: {state_of(item, depth - 1)}' for key, item in pairs)}}}"
        if hasattr(value, "__dict__"):
            return f"{type(value).__name__} {state_of(vars(value), depth)}"[:SHOWN]
        return re.sub(r"0x[0-9a-f]+", "", repr(value))[:SHOWN]
    except Exception:  # A foreign `__repr__` or `__dict__`: such objects are not told apart, which costs inputs only.
        return ""
