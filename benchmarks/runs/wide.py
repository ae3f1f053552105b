"""The wide universe: values of the standard library, numpy and the user's own classes in place of plain ones.

No solver knows them: they are found by search among variants of plain inputs, and certified by replay like every test.
"""

import math
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.synthesis.verdicts import Arguments
from ...frontends.python import literal
from .run_limits import LIMITS

UNIVERSE = "wide"
NUMPY = ("numpy:int64", "numpy:float64", "numpy:bool_")
LARGEST = 2**63  # of a signed number of 64 bits, as arrays of numpy and of `array` hold them


def classes(named: Sequence[str] = ()) -> tuple[str, ...]:
    """The classes of a wide universe beyond those of the standard library, as `module:name`: the user's, and numpy's
    scalars where it is installed. A file's path becomes absolute, since the replay has another working directory.

    Raises InputError for a name of another form, or of a file that is not there."""
    names: list[str] = []
    for name in named:
        module, _, attribute = name.rpartition(":")
        if not module or not attribute.isidentifier():
            raise InputError(f"{name!r} names no class; write MODULE:NAME or FILE.py:NAME")
        if module.endswith(".py"):
            if not Path(module).is_file():
                raise InputError(f"--class {name}: there is no file {module}")
            # Only of a file: a module is found by its name.
            module = str(Path(module).resolve())
        names.append(f"{module}:{attribute}")
    return (*(NUMPY if find_spec("numpy") is not None else ()), *names)


def widened(arguments: Arguments, class_names: Sequence[str]) -> Iterator[dict[str, str]]:
    """Inputs, as texts, in which one value of `arguments` is of a wide kind. `class_names`: further ones."""
    plain = {name: literal(value) for name, value in arguments.items()}
    names = [name.rpartition(":")[2] for name in class_names]
    for parameter, value in arguments.items():
        for text in _variants(value, names):
            yield plain | {parameter: text}


def _variants(value: Any, class_names: Sequence[str]) -> Iterator[str]:
    yield from _of_kind(value)
    for name in class_names:
        yield from (f"{name}({literal(value)})", f"{name}()")
    if isinstance(value, list | tuple):
        items_shown = [literal(item) for item in value[: LIMITS.wide_items]]
        for index, item in enumerate(value[: LIMITS.wide_elements]):
            for text in _of_kind(item):
                items = ", ".join([*items_shown[:index], text, *items_shown[index + 1 :]])
                yield f"[{items}]" if isinstance(value, list) else f"({items},)"


def _of_kind(value: Any) -> Iterator[str]:
    match value:
        case bool() | None:
            yield from ("Fraction(1, 2)", "Decimal('1')", "UserString('a')", "UserList([])", "deque([])")
        case int():
            yield from (f"Fraction({literal(value)})", f"Decimal({literal(value)})")
        case float():
            # A fraction has no infinity, and no nan.
            yield from (f"Decimal({literal(value)})", *([f"Fraction({value!r})"] if math.isfinite(value) else ()))
        case str():
            yield f"UserString({literal(value)})"
        case list() | tuple():
            yield from (f"deque({literal(list(value))})", f"UserList({literal(list(value))})")
            # An array has machine integers alone.
            if all(type(item) is int and abs(item) < LARGEST for item in value):
                yield f"array('q', {literal(list(value))})"
            elif all(type(item) is float for item in value):
                yield f"array('d', {literal(list(value))})"
        case _:
            yield f"UserList([{literal(value)}])"
