"""What a value holds. Arrays are equal by identity; as answers to a test they are compared by their
elements."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset

_WHOLE = frozenset({int, bool, str, float, Fraction, type(None)})


def contents(value: Any) -> Hashable:
    """A key that is equal for values that hold the same, whatever arrays they are stored in. Python's 1, 1.0 and
    True differ."""
    if type(value) in _WHOLE:  # most are
        return type(value).__name__, value
    match value:
        case ArrayValue():
            return "array", tuple(map(contents, value.elements))
        case tuple():
            return "seq", tuple(map(contents, value))
        case list():
            return "list", tuple(map(contents, value))
        case frozenset():
            return "set", frozenset(map(contents, value))
        case set():
            return "mutable set", frozenset(map(contents, value))
        case dict():
            return "dict", frozenset((contents(key), contents(item)) for key, item in value.items())
        case FrozenMap():
            return "map", frozenset((contents(key), contents(item)) for key, item in value.items())
        case Multiset():
            return "multiset", frozenset((contents(element), value.count(element)) for element in value)
        case DatatypeValue():
            return "datatype", value.constructor, tuple(map(contents, value.fields))
        case _:
            return type(value).__name__, value
