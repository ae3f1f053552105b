"""Values as text for people."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .rational_trees import NodeReference, RationalTree
from .shapes import element_of_shaped, is_shaped
from .sorts import CHAR, VALUE, Sort
from .values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue, ordered

MAX_TEXT = 4000
"""Longer texts are cut, with an ellipsis: terms may be deep, and share subterms."""

_MAX_DEPTH = 40
"""Levels of a value that are written: a list of a datatype may be nested more deeply than Python recurses."""
_MOST_PLACES = 20
"""Decimal places of a real: a float in a text has 17 digits. One with more is written as a quotient."""
_MAX_ITEMS = 200
"""Elements of one collection that are written: more than fit on a line of `MAX_TEXT` that anybody reads."""


def cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def show_value(value: Any, sort: Sort | None = None) -> str:
    """A value for people. Without its sort, text is shown as a string and a tuple as a sequence."""
    return cut(_value(value, sort, 0))


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _value(value: Any, sort: Sort | None, depth: int) -> str:
    # Values may be deep, or come back to themselves.
    if depth > _MAX_DEPTH:
        return "…"
    # Python's values are written as Python does.
    if sort == VALUE:
        return _python_value(value)
    # Without a sort the parts have none, either.
    sorts: tuple[Sort | None, ...] = sort.args if sort is not None and sort.args else (None, None)

    def items(values: Any, element: Sort | None) -> str:
        texts = [_value(item, element, depth + 1) for item, _ in zip(values, range(_MAX_ITEMS), strict=False)]
        return ", ".join([*texts, "…"] if len(values) > _MAX_ITEMS else texts)

    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return _integer(value)
        case Fraction():
            return _fraction(value)
        case str():
            return _character(value) if sort == CHAR else quoted(value)
        # An array of several dimensions shows its lengths.
        case (ArrayValue() as array, *lengths) if sort is not None and is_shaped(sort):
            return f"{' x '.join(map(_integer, lengths))} [{items(array.elements, element_of_shaped(sort))}]"
        case tuple() if sort is not None and sort.kind == "Tuple":
            return "(" + ", ".join(_value(v, s, depth + 1) for v, s in zip(value, sort.args, strict=True)) + ")"
        # A sequence of characters is a text.
        case tuple():
            return quoted("".join(value[:MAX_TEXT])) if sorts[0] == CHAR else f"[{items(value, sorts[0])}]"
        case frozenset():
            return "{" + items(ordered(value), sorts[0]) + "}"
        case Multiset():
            return "multiset{" + items([e for e in ordered(value) for _ in range(value.count(e))], sorts[0]) + "}"
        case FrozenMap():
            pairs = [
                f"{_value(key, sorts[0], depth + 1)} := {_value(value[key], sorts[-1], depth + 1)}"
                for key, _ in zip(ordered(value), range(_MAX_ITEMS), strict=False)
            ]
            return "map[" + ", ".join([*pairs, "…"] if len(value) > _MAX_ITEMS else pairs) + "]"
        case ArrayValue():
            return f"[{items(value.elements, sorts[0])}]"
        case DatatypeValue():
            return value.constructor + (f"({items(value.fields, None)})" if value.fields else "")
        case RationalTree():
            return f"(t0 where {', '.join(_nodes(value))})"
        case NodeReference():
            return f"t{value.number}"
        case UninterpretedValue():
            return f"{value.sort}#{value.index}" if value.index >= 0 else f"array#{-value.index}"
        case None:
            return "null"
        case _:
            return _python_value(value)


def _nodes(value: RationalTree) -> Iterator[str]:
    """`t0 = Cons(1, t1)`, for each node of a value without an end that comes back to itself."""
    for number, (constructor, fields) in enumerate(value.nodes):
        yield f"t{number} = {constructor}({', '.join(_value(field, None, 1) for field in fields)})"


def _integer(value: int) -> str:
    try:
        return str(value)
    except ValueError:  # more digits than CPython converts
        return f"<an integer of {value.bit_length()} bits>"


def _fraction(value: Fraction) -> str:
    """A decimal when that is exact and short, else a quotient."""
    digits = 0
    while digits < _MOST_PLACES and (value * 10**digits).denominator != 1:
        digits += 1
    if (value * 10**digits).denominator != 1:
        return f"{_integer(value.numerator)}/{_integer(value.denominator)}"
    digit_text = _integer(abs((value * 10**digits).numerator))
    if digit_text.startswith("<"):
        return digit_text
    digit_text = digit_text.rjust(digits + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digit_text[:-digits]}.{digit_text[-digits:]}" if digits else f"{digit_text}.0")


def _character(value: str) -> str:
    # A double quote is escaped in strings and a single one in characters.
    inside = {'"': '"', "'": "\\'"}.get(value) or quoted(value)[1:-1]
    return f"'{inside}'"


def _python_value(value: Any) -> str:
    if isinstance(value, type) or callable(value):
        return str(getattr(value, "__name__", value))
    try:
        return repr(value)
    except (ValueError, RecursionError):
        return f"<a large {type(value).__name__}>"
