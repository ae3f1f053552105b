"""Inputs as assignments of an encoding's variables: the inverse of `decode`."""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from specassay.core.encoding.context import FOLLOWED, WITHIN_BOUNDS
from specassay.core.encoding.encode import Encoding
from specassay.core.encoding.equality import ONE_OBJECT
from specassay.core.encoding.inputs import KINDS, SIMPLE_KEYS, InputNode
from specassay.core.encoding.numbers import LARGEST
from specassay.core.ir.sorts import BOOL, INT, REAL, STRING
from specassay.core.ir.terms import subterms

Assignment = dict[str, Any]
_ANYTHING = {BOOL: False, INT: 0, REAL: Fraction(0), STRING: ""}


class Elsewhere(Exception):
    """The input is outside the encoding's universe or bounds."""


def assignment(encoding: Encoding, arguments: dict[str, Any]) -> Assignment:
    """The variables of the arguments by name, and both assumptions. Variables that describe parts which the
    arguments do not have get any value. Raises Elsewhere."""
    values = dict(anything(encoding))
    for name, value in arguments.items():
        if beyond_bounds(encoding.nodes[name], value):
            raise Elsewhere("beyond the bounds")
        values.update(described(encoding.nodes[name], value))
    return values


@lru_cache(maxsize=1)
def anything(encoding: Encoding) -> Assignment:
    """Any values for the variables of the arguments; both assumptions."""
    prefixes = tuple(f"{name}." for name in encoding.nodes)
    names = {(term.data, term.sort) for term in subterms(*encoding.facts) if term.op == "var"}
    values: Assignment = {name: _ANYTHING[sort] for name, sort in names if name.startswith(prefixes)}
    values.update((f"{node.name}.tag", KINDS.index(node.kinds[0])) for node in _nodes(encoding.nodes.values()))
    # The test inputs have one nan, math.nan.
    values |= {name: True for name, sort in names if sort is BOOL and name.startswith(ONE_OBJECT)}
    return values | {WITHIN_BOUNDS.data: True, FOLLOWED.data: True}


def _nodes(roots: Iterable[InputNode]) -> Iterator[InputNode]:
    for node in roots:
        yield node
        yield from _nodes(node.children.values())


def beyond_bounds(node: InputNode, value: Any) -> bool:
    """Whether the variables of the node say less about a value than there is to know."""
    if not isinstance(value, (list, tuple, bytes, dict, set, frozenset)):
        return False
    items = list(value)
    if isinstance(value, (dict, set, frozenset)):
        if len(items) > node.unroll_bound or any(type(item).__name__ not in SIMPLE_KEYS for item in items):
            return True
    elif any(repr(item) != repr(items[node.unroll_bound - 1]) for item in items[node.unroll_bound :]):
        return True
    return any(beyond_bounds(child, part) for child, part in _parts(node, value))


def _parts(node: InputNode, value: Any) -> Iterator[tuple[InputNode, Any]]:
    """The elements of a container that the encoding has asked for, with their nodes."""
    role = "item" if isinstance(value, (list, tuple)) else "hashed"
    found = [((role, place), item) for place, item in enumerate(value)]
    if isinstance(value, dict):
        found += [(("value", place), item) for place, item in enumerate(value.values())]
    return ((node.children[name], part) for name, part in found if name in node.children)


def described(node: InputNode, value: Any) -> Iterator[tuple[str, Any]]:
    """What the variables of a node are for a value. Raises Elsewhere for a value outside the universe."""
    kind = type(value).__name__
    if kind not in node.kinds:
        raise Elsewhere(kind)
    yield f"{node.name}.tag", KINDS.index(kind)
    match value:
        case bool() | int():
            yield f"{node.name}.{kind}", value
        case float():
            yield from _of_float(f"{node.name}.float", value, node.context.grid)
        case complex():
            yield from _of_float(f"{node.name}.real", value.real, node.context.grid)
            yield from _of_float(f"{node.name}.imaginary", value.imag, node.context.grid)
        case str():
            yield f"{node.name}.str", value
        case bytes() | list() | tuple() | dict() | set() | frozenset():
            yield from _of_container(node, value)


def _of_float(name: str, value: float, grid: bool) -> Iterator[tuple[str, Any]]:
    special = {math.inf: 1, -math.inf: 2}.get(value, 3 if math.isnan(value) else 0)
    yield f"{name}_kind", special
    number = Fraction(0) if special else Fraction(value)
    if grid and ((number * 8).denominator != 1 or abs(number * 8) > LARGEST):
        raise Elsewhere("a float that is no small multiple of 1/8")
    yield name, int(number * 8) if grid else number


def _of_container(node: InputNode, value: Any) -> Iterator[tuple[str, Any]]:
    yield f"{node.name}.len", len(value)
    if isinstance(value, bytes):
        yield from ((f"{node.name}.byte{place}", byte) for place, byte in enumerate(value[: node.unroll_bound]))
        return
    for child, part in _parts(node, value):
        yield from described(child, part)
