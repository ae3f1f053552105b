"""Does an input lie inside the bounds of an encoding?

The variables of an encoding's arguments have one value each for an input that they can describe: the inverse of
`inputs.decode`. Under these values the condition `Encoding.outside` is false for exactly the inputs that no limit
excludes. Where it depends on more than the input (a rounded result, say), nothing is known.
"""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ..evaluate.typed import evaluate
from .context import WITHIN_BOUNDS
from .encode import Encoding
from .inputs import KINDS, MAX_DEPTH, SIMPLE_KEYS, InputNode

CONTAINERS = (list, tuple, bytes, dict, set, frozenset)


class _Elsewhere(Exception):
    """The variables cannot describe the value."""


def is_inside(encoding: Encoding, arguments: Mapping[str, Any]) -> bool:
    """Whether an input is certainly one of those that a query within the bounds of the encoding is about."""
    values: dict[str, Any] = {WITHIN_BOUNDS.data: True}
    try:
        for name, value in arguments.items():
            values.update(_described(encoding.nodes[name], value))
    except _Elsewhere:
        return False
    found = evaluate(encoding.outside, values)
    return found.state == "defined" and found.value is False


def _described(node: InputNode, value: Any) -> Iterator[tuple[str, Any]]:
    kind = type(value).__name__
    if kind not in node.kinds:
        raise _Elsewhere
    yield f"{node.name}.tag", KINDS.index(kind)
    match value:
        case bool() | int() | str():
            yield f"{node.name}.{kind}", value
        case float():
            yield from _of_float(f"{node.name}.float", value)
        case complex():
            yield from _of_float(f"{node.name}.real", value.real)
            yield from _of_float(f"{node.name}.imaginary", value.imag)
        case bytes() | list() | tuple() | dict() | set() | frozenset():
            yield from _of_container(node, value)


def _of_float(name: str, value: float) -> Iterator[tuple[str, Any]]:
    special = {math.inf: 1, -math.inf: 2}.get(value, 3 if math.isnan(value) else 0)
    yield f"{name}_kind", special
    yield name, Fraction(0) if special else Fraction(value)


def _of_container(node: InputNode, value: Any) -> Iterator[tuple[str, Any]]:
    items, most = list(value), node.unroll_bound
    if node.measured and len(items) > node.context.longest:
        raise _Elsewhere
    yield f"{node.name}.len", len(items)
    if not node.shown:
        return
    if node.depth >= MAX_DEPTH and items:
        raise _Elsewhere
    if isinstance(value, (dict, set, frozenset)):
        if len(items) > most or any(type(item).__name__ not in SIMPLE_KEYS for item in items):
            raise _Elsewhere
    # The elements beyond those that are shown equal the last of these (`bounds.Sizes`): by their texts, for to Python
    # `1 == True` and `0.0 == -0.0`, and to the encoding these are different values.
    elif any(repr(item) != repr(items[most - 1]) for item in items[most:]):
        raise _Elsewhere
    if isinstance(value, bytes):
        yield from ((f"{node.name}.byte{place}", byte) for place, byte in enumerate(items[:most]))
        return
    role = "item" if isinstance(value, (list, tuple)) else "hashed"
    parts = [((role, place), item) for place, item in enumerate(items[:most])]
    if isinstance(value, dict):
        parts += [(("value", place), item) for place, item in enumerate(value.values())]
    for part, item in parts:
        if part in node.children:
            yield from _described(node.children[part], item)
