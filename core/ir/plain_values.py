"""Values of Python itself: which are plain, and objects that are known by the text that makes them only.

Of an object, by the expression that constructs it (`Constructed`), neither the evaluator nor a solver knows what it is.
A search may try it, and the language itself (CPython, in the sandbox) says what it does to a contract: a test with it
is a test, and no proof speaks of it.
"""

from collections.abc import Mapping
from typing import Any

from attrs import frozen


def is_hashable(value: Any) -> bool:
    """May it be in a set, or a key, in Python? A tuple is told by what it holds."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


@frozen(slots=True)
class Constructed:
    """An object, by the text of the expression that makes it, as a person would write it: `Path("a.txt")`,
    `Stack([1, 2])`. Equal texts make equal objects as far as anybody here knows."""

    text: str

    def __repr__(self) -> str:
        return self.text


def is_plain(value: Any) -> bool:
    """Whether there is no `Constructed` in a value."""
    kind = type(value)
    if kind in _ATOMS:  # Most are: searches ask this of every part of every input.
        return True
    if kind is list or kind is tuple:
        return all(type(item) in _ATOMS or is_plain(item) for item in value)
    match value:
        case Constructed():
            return False
        case list() | tuple() | set() | frozenset():
            return all(map(is_plain, value))
        case Mapping():
            return all(map(is_plain, value)) and all(map(is_plain, value.values()))
    return True


_ATOMS = frozenset({int, str, float, bool, type(None), bytes, complex})
