"""Types as conditions: what an annotation says of a value, as an expression of Python."""

import ast
from collections.abc import Sequence

from .declared import DICTS, literals, parsed_annotation
from .python_limits import LIMITS

_INSTANCES = {
    "int": "int",
    "float": "(int, float)",
    "complex": "(int, float, complex)",
    "str": "str",
    "bytes": "bytes",
    "bool": "bool",
    "list": "list",
    "List": "list",
    "tuple": "tuple",
    "Tuple": "tuple",
    "set": "set",
    "Set": "(set, frozenset)",
    "frozenset": "frozenset",
    "FrozenSet": "frozenset",
    "dict": "dict",
    "Dict": "dict",
}
"""Type → the classes of which a type checker accepts an instance for it."""


def type_test(annotation: str | None, value: str) -> str | None:
    """A condition that every value of a type satisfies, as a type checker accepts it, and no plain value of another
    type; None where nothing is known of the type. `value`: the expression for the value."""
    node = parsed_annotation(annotation)
    return None if node is None else _test(node, value, 0)


def _test(node: ast.expr, value: str, depth: int) -> str | None:
    match node:
        # None all the way up: an annotation of which a part cannot be tested has no test.
        case _ if depth > LIMITS.tested_type_depth:
            return None
        case ast.Constant(value=str(text)):
            inner = parsed_annotation(text)
            return None if inner is None else _test(inner, value, depth + 1)
        case ast.Constant(value=None):
            return f"{value} is None"
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="typing" | "t"), attr=name):
            return f"isinstance({value}, {_INSTANCES[name]})" if name in _INSTANCES else None
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _any([left, right], value, depth)
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(value=ast.Name(id="typing" | "t"), attr=name)):
            inner = node.slice
            return _generic(name, inner.elts if isinstance(inner, ast.Tuple) else [inner], value, depth + 1)
    return None


def _any(nodes: Sequence[ast.expr], value: str, depth: int) -> str | None:
    tests = [_test(node, value, depth) for node in nodes]
    known = [test for test in tests if test is not None]
    return f"({' or '.join(known)})" if len(known) == len(tests) else None


def _generic(name: str, parts: Sequence[ast.expr], value: str, depth: int) -> str | None:
    item = f"_item{depth}"
    if not parts or any(isinstance(part, ast.Starred) for part in parts):
        # `tuple[()]` is the type of the empty tuple (PEP 484); how many elements `tuple[*Ts]` has nobody knows.
        return f"{value} == ()" if not parts and name in ("tuple", "Tuple") else None
    match name:
        case "Optional":
            return _any([parts[0], ast.Constant(None)], value, depth)
        case "Union":
            return _any(parts, value, depth)
        case "Literal":
            return f"{value} in {tuple(literals(parts))!r}"
        case "Annotated" | "Final":
            return _test(parts[0], value, depth)
        # Not `tuple[int, ...]`, which is of any length.
        case "tuple" | "Tuple" if not (isinstance(parts[-1], ast.Constant) and parts[-1].value is Ellipsis):
            tests = [_test(part, f"{value}[{number}]", depth) for number, part in enumerate(parts)]
            shape = f"isinstance({value}, tuple) and len({value}) == {len(parts)}"
            return f"({' and '.join([shape, *(test for test in tests if test is not None)])})"
    outer = f"isinstance({value}, {_INSTANCES[name]})" if name in _INSTANCES else None
    if outer is None:
        return None
    if name in DICTS and len(parts) == 2:
        pairs = [(_test(parts[0], item, depth), value), (_test(parts[1], item, depth), f"{value}.values()")]
    else:
        pairs = [(_test(parts[0], item, depth), value)]
    inside = [f"all({test} for {item} in {items})" for test, items in pairs if test is not None]
    return f"({' and '.join([outer, *inside])})"
