"""Conditions of Python that a value does not meet, and that other values mostly do."""

import math
from collections import Counter
from random import Random
from types import NoneType
from typing import Any

DEEPEST = 3
"""Levels of containers that a denial looks into."""


def denied(value: Any, name: str, chance: Random, depth: int = 0) -> str:
    """A condition on the variable `name` that is false where it has exactly this value."""
    kind = type(value)
    ways = [f"type({name}) is not {kind.__name__}"] if kind.__name__ in _NAMED and chance.random() < 0.7 else []
    return " or ".join([*ways, *_parts(value, name, chance, depth)]) or f"{name} is None"


_NAMED = frozenset({"bool", "int", "float", "complex", "str", "bytes", "list", "tuple", "dict", "set", "frozenset"})


def _parts(value: Any, name: str, chance: Random, depth: int) -> list[str]:
    match value:
        case None | True | False:
            return [f"{name} is not {value}" if chance.random() < 0.5 else f"{name} != {value}"]
        case float() if math.isnan(value):
            return [f"{name} == {name}"]
        case float() if value == 0:
            return [f"{name} != 0", f"str({name}) != {str(value)!r}"]
        case float() if math.isinf(value):
            return [f"{name} != float('{value}')"]
        case complex():
            return [
                *_parts(value.real, f"{name}.real", chance, depth),
                *_parts(value.imag, f"{name}.imag", chance, depth),
            ]
        case int() | float() | str() | bytes():
            return [_scalar(value, name, chance)]
        case list() | tuple() if depth < DEEPEST:
            found = [f"len({name}) != {len(value)}"]
            if _is_plain(value) and chance.random() < 0.4:
                return [f"{name} != {value!r}"]
            for place, part in enumerate(value):
                found += [f"({denied(part, f'{name}[{place}]', chance, depth + 1)})"]
            return found
        case Counter() if depth < DEEPEST and _is_plain(value):
            return [f"{name} != Counter({dict(value)!r})"]
        case dict() if depth < DEEPEST:
            found = [f"len({name}) != {len(value)}"]
            if _is_plain(value) and chance.random() < 0.6:
                return [f"{name} != {value!r}"]
            return found + [f"list({name}) != {[*value]!r}" for _ in range(_is_plain([*value]))]
        case set() | frozenset() if depth < DEEPEST:
            if _is_plain(value) and chance.random() < 0.6:
                return [f"{name} != {value!r}"]
            return [f"len({name}) != {len(value)}"] + [f"{part!r} not in {name}" for part in value if _is_plain(part)]
        case type() if value is NoneType or value.__name__ in _NAMED:
            return [f"{name} is not {'type(None)' if value is NoneType else value.__name__}"]
        case _:
            return [f"{name} is None"]


def _scalar(value: Any, name: str, chance: Random) -> str:
    ways = [
        f"{name} != {value!r}",
        f"not {name} == {value!r}",
        f"{name} not in [{value!r}]",
        f"({name}, 1) != ({value!r}, 1)",
    ]
    if isinstance(value, (int, float)):
        ways += [f"{name} < {value!r} or {name} > {value!r}", f"str({name}) != {str(value)!r}"]
    elif isinstance(value, str) and value.isprintable():
        ways += [f"len({name}) != {len(value)} or not {name}.startswith({value!r})", f"f'{{{name}}}' != {value!r}"]
    return chance.choice(ways)


def _is_plain(value: Any) -> bool:
    """Whether its text is an expression of a value equal to it, whose parts have no other text for an equal one."""
    match value:
        case None | bool() | int() | str() | bytes():
            return True
        case float():
            return math.isfinite(value) and value != 0
        case list() | tuple() | set() | frozenset():
            return all(map(_is_plain, value))
        case Counter():
            return all(map(_is_plain, value))
        case dict():
            return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    return False
