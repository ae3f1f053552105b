"""Equality of Python values that tells types, signs of zeros and nan apart."""

import math
from typing import Any

_VIEWS: frozenset[type] = frozenset({type({}.keys()), type({}.values()), type({}.items())})


def same(left: Any, right: Any) -> bool:
    """Whether two values are of the same type and equal to any depth; of functions and iterators only the type."""
    if type(left) is not type(right):
        return False
    if isinstance(left, float):
        return (
            math.isnan(left)
            if math.isnan(right)
            else (left, math.copysign(1, left)) == (right, math.copysign(1, right))
        )
    if isinstance(left, complex):
        return same(left.real, right.real) and same(left.imag, right.imag)
    if isinstance(left, list | tuple) or type(left) in _VIEWS:
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return same(list(left.items()), list(right.items()))
    if isinstance(left, (set, frozenset)):
        return same(sorted(map(_key, left)), sorted(map(_key, right)))
    if isinstance(left, (type(None), bool, int, str, bytes, range, type(...))):
        return bool(left == right)
    return True


def _key(value: Any) -> str:
    """A text that is the same for the same values, whatever the order of sets in them."""
    if isinstance(value, (tuple, frozenset)):
        parts = list(map(_key, value))
        return f"{type(value).__name__}{parts if isinstance(value, tuple) else sorted(parts)}"
    return f"{type(value).__name__} {value!r}"
