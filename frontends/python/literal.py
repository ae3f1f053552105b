"""Python values as Python text."""

import builtins
import math
from collections.abc import Iterable
from typing import Any

from ...core.errors import Unsupported
from ...core.ir.plain_values import Constructed


def literal(value: Any) -> str:
    """Text that evaluates to an equal value of the same type, given the names `inf`, `nan` and the builtins.

    For None, Ellipsis, bool, int, float, complex, str, bytes, range, classes that are builtins, objects that are
    `Constructed`, and lists, tuples, dicts, sets and frozensets of them.
    Sets are written in a fixed order. Raises Unsupported for a value of another type.
    """
    kind = type(value)
    if value is Ellipsis:
        return "..."
    if value is None or kind is bool or kind is str or kind is bytes or kind is range:
        return repr(value)
    if kind is int:
        return _integer(value)
    if kind is float:
        return _float(value)
    if kind is complex:
        return _complex(value)
    if kind is list:
        return f"[{_items(value)}]"
    if kind is tuple:
        return f"({_items(value)}{',' if len(value) == 1 else ''})"
    if kind is dict:
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    # Sets have no order of their own: sorted texts make the output the same in every process.
    if kind is set or kind is frozenset:
        display = "{" + ", ".join(sorted(map(literal, value), key=lambda text: (len(text), text))) + "}"
        if kind is set:
            return display if value else "set()"
        return f"frozenset({display})" if value else "frozenset()"
    if isinstance(value, Constructed):
        return value.text
    name = str(getattr(value, "__name__", ""))
    if kind is type and getattr(builtins, name, None) is value:
        return name
    raise Unsupported(f"literal of type {kind.__qualname__}")


def _items(values: Iterable[Any]) -> str:
    return ", ".join(map(literal, values))


def _integer(value: int) -> str:
    # CPython converts at most 4300 decimal digits; hexadecimal ones have no limit.
    return repr(value) if value.bit_length() <= 14_000 else hex(value)


def _float(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)


def _complex(value: complex) -> str:
    """Write a complex number as a sum where that is exact; `1 - 0j` and `-2j` would lose the sign of a zero."""
    real, imaginary = value.real, value.imag
    finite = math.isfinite(real) and math.isfinite(imaginary)
    if finite and imaginary and (real or (imaginary > 0 and math.copysign(1, real) > 0)):
        return repr(value)
    return f"complex({_float(real)}, {_float(imaginary)})"
