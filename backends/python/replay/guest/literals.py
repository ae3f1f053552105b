"""Literals: how arguments are written that go to the replay worker."""

import ast
import math
from array import array
from collections import UserList, UserString, deque
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

NAMES: dict[str, Any] = {
    "inf": math.inf,
    "nan": math.nan,
    "set": set,
    "frozenset": frozenset,
    "float": float,
    "complex": complex,
    "range": range,
    "Fraction": Fraction,
    "Decimal": Decimal,
    "deque": deque,
    "array": array,
    "UserString": UserString,
    "UserList": UserList,
}


def own_names(names: Mapping[str, Any]) -> frozenset[str]:
    """The classes above that a module's `names` have another meaning for."""
    classes = {name for name, value in NAMES.items() if isinstance(value, type)}
    return frozenset(name for name in classes if names.get(name, NAMES[name]) is not NAMES[name])


class NotALiteral(Exception):
    """Text that is not a literal."""


def literal(text: str) -> Any:
    """The value of a Python literal; also the names above and calls of them. Evaluates nothing else.

    Raises NotALiteral.
    """
    try:
        return _value(ast.parse(text.strip(), mode="eval").body)
    except NotALiteral:
        raise
    except (SyntaxError, ValueError, TypeError, OverflowError, RecursionError, MemoryError) as error:
        raise NotALiteral(f"{text[:80]!a} is not a literal: {type(error).__name__}: {error}") from None


def _value(node: ast.expr) -> Any:
    # Only literals, a few names and signs: nothing is executed.
    match node:
        case ast.Constant(value=value):
            return value
        case ast.List(elts=elements):
            return [_value(element) for element in elements]
        case ast.Tuple(elts=elements):
            return tuple(_value(element) for element in elements)
        case ast.Set(elts=elements):
            return {_value(element) for element in elements}
        # `**other` in a display would be another node.
        case ast.Dict(keys=keys, values=values) if None not in keys:
            pairs = zip(keys, values, strict=True)
            return {_value(key): _value(value) for key, value in pairs if key is not None}
        case ast.Name(id=name) if name in NAMES:
            return NAMES[name]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if callable(NAMES.get(name)):
            return NAMES[name](*map(_value, args))
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            number = _number(operand)
            return -number if isinstance(sign, ast.USub) else +number
        # Complex numbers are written as sums.
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            first, second = _number(left), _number(right)
            return first + second if isinstance(sign, ast.Add) else first - second
    raise NotALiteral(f"{ast.unparse(node)[:80]!a} is not a literal")


def _number(node: ast.expr) -> Any:
    value = _value(node)
    if not isinstance(value, int | float | complex):
        raise NotALiteral(f"{ast.unparse(node)[:80]!a} is not a number")
    return value
