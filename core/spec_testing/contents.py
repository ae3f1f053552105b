"""Values as answers to a test: compared by what they hold (arrays are equal by identity, and here by their elements),
and as values of another sort, for tests often write an answer in another type than the method returns."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from ..errors import SortError
from ..ir.sorts import Sort
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue, elements_in

_WHOLE = frozenset({int, bool, str, float, Fraction, type(None), UninterpretedValue})


def contents(value: Any) -> Hashable:
    """A key that is equal for values that hold the same, whatever arrays they are stored in. Python's 1, 1.0 and
    True differ."""
    # The type is part of the key: `True == 1` in Python, and they are two answers to a test.
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


def convert(value: Any, source: Sort, target: Sort, identity: Hashable = "converted") -> Any:
    """`value` of sort `source` as a value of `target`: the same number, the same elements.

    int, real and bit-vector convert where the number fits; seq and array by their elements; a new array gets
    `identity`. Raises SortError where no value of `target` is the same.
    """
    # The identity conversion first: arrays keep their identity.
    if source == target:
        return value
    match source.kind, target.kind:
        case "Int", "Real":
            return Fraction(value)
        # A real is an int only where nothing is lost.
        case "Real", "Int" if Fraction(value).denominator == 1:
            return int(value)
        case "Int", "BitVec" if 0 <= value < 2 ** int(target.label or 0):
            return value
        case "BitVec", "Int":
            return value
        case (("Seq" | "Array"), ("Seq" | "Array")):
            elements = elements_in(value)
            converted = tuple(
                convert(element, source.args[0], target.args[0], (identity, index))
                for index, element in enumerate(elements)
            )
            # An array that is made here is nobody else's.
            return converted if target.kind == "Seq" else ArrayValue(converted, identity)
        case "Seq", "Char" if source.args[0] == target and len(value) == 1:
            return value[0]
        case "Char", "Seq" if target.args[0] == source:
            return (value,)
        case "Seq", "Set":
            return frozenset(convert(element, source.args[0], target.args[0]) for element in value)
        case "Tuple", "Tuple" if len(source.args) == len(target.args):
            return tuple(convert(*part) for part in zip(value, source.args, target.args, strict=True))
        case _:
            raise SortError(f"{source} does not convert to {target}")
