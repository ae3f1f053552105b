"""Inputs as assignments of an encoding's variables: the inverse of `decode`."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from specassay.core.encoding.encode import Encoding
from specassay.core.encoding.inputs import FOLLOWED, KINDS, LARGEST, SIMPLE_KEYS, WITHIN_BOUNDS, Node
from specassay.core.sorts import BOOL, INT, STRING
from specassay.core.terms import subterms

Assignment = dict[str, Any]
_ANYTHING = {BOOL: False, INT: 0, STRING: ""}


class Elsewhere(Exception):
    """The input is outside the encoding's universe or bounds."""


def assignment(encoding: Encoding, arguments: dict[str, Any]) -> Assignment:
    """The variables of the arguments by name, and both assumptions. Variables that describe parts which the
    arguments do not have get any value. Raises Elsewhere."""
    values = dict(_anything(encoding))
    for name, value in arguments.items():
        values.update(_of_value(encoding.nodes[name], value))
    return values


@lru_cache(maxsize=1)
def _anything(encoding: Encoding) -> Assignment:
    prefixes = tuple(f"{name}." for name in encoding.nodes)
    names = {(term.data, term.sort) for term in subterms(*encoding.facts) if term.op == "var"}
    values: Assignment = {name: _ANYTHING[sort] for name, sort in names if name.startswith(prefixes)}
    values.update((f"{node.name}.tag", KINDS.index(node.kinds[0])) for node in _nodes(encoding.nodes.values()))
    return values | {WITHIN_BOUNDS.data: True, FOLLOWED.data: True}


def _nodes(roots: Iterable[Node]) -> Iterator[Node]:
    for node in roots:
        yield node
        yield from _nodes(node.children.values())


def _of_value(node: Node, value: Any) -> Iterator[tuple[str, Any]]:
    kind = type(value).__name__
    if kind not in node.kinds:
        raise Elsewhere(kind)
    yield f"{node.name}.tag", KINDS.index(kind)
    match value:
        case bool() | int():
            yield f"{node.name}.{kind}", value
        case float():
            yield from _of_float(f"{node.name}.float", value)
        case complex():
            yield from _of_float(f"{node.name}.real", value.real)
            yield from _of_float(f"{node.name}.imaginary", value.imag)
        case str():
            if not all(" " <= character <= "~" for character in value):
                raise Elsewhere("a text that is not printable ASCII")
            yield f"{node.name}.str", value
        case bytes() | list() | tuple() | dict() | set() | frozenset():
            yield from _of_container(node, value)


def _of_float(name: str, value: float) -> Iterator[tuple[str, Any]]:
    special = {math.inf: 1, -math.inf: 2}.get(value, 3 if math.isnan(value) else 0)
    yield f"{name}_kind", special
    if not special and (value * 8 % 1 or abs(value * 8) > LARGEST):
        raise Elsewhere("a float that is no small multiple of 1/8")
    yield name, 0 if special else int(value * 8)


def _of_container(node: Node, value: Any) -> Iterator[tuple[str, Any]]:
    if len(value) > node.slots:
        raise Elsewhere("more elements than slots")
    yield f"{node.name}.len", len(value)
    if isinstance(value, bytes):
        yield from ((f"{node.name}.byte{place}", byte) for place, byte in enumerate(value))
        return
    prefix = "item" if isinstance(value, (list, tuple)) else "hashed"
    parts = {f"{prefix}{place}": item for place, item in enumerate(value)}
    if prefix == "hashed" and any(type(item).__name__ not in SIMPLE_KEYS for item in value):
        raise Elsewhere("a member or key that is not simple")
    if isinstance(value, dict):
        parts |= {f"value{place}": item for place, item in enumerate(value.values())}
    for name, part in parts.items():
        if name in node.children:
            yield from _of_value(node.children[name], part)
