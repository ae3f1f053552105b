"""Values of a language as plain values, which belong to none, and how a plain value is said in words.

Int, BitVec → int     Bool → bool     Real → int or Fraction     Char → str of length 1
sequences and arrays of Char → str; others → list     Set → set     Map → dict     Tuple → tuple
a datatype with a case without and a case with one field → None or its value
a datatype with cases for several kinds of values → the value
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ...core.errors import SortError
from ...core.ir.contracts import Datatype
from ...core.ir.sorts import CHAR, Sort
from ...core.ir.values import ArrayValue
from ...core.spec_testing.python_values import kinds_of_cases, optional_cases


def plain_value(value: Any, sort: Sort, datatypes: Mapping[str, Datatype]) -> Any:
    """A value of a sort as a plain value. Raises SortError where it has no counterpart."""
    match sort.kind:
        case "Value" | "Int" | "Bool" | "Char" | "BitVec" | "String":
            return value
        # Tests of other languages write 2 for 2.0.
        case "Real":
            return int(value) if value.denominator == 1 else value
        case "Seq" | "Array" if value is not None:
            elements = value.elements if isinstance(value, ArrayValue) else value
            # A sequence of characters is a text where there is no other.
            if sort.args[0] == CHAR:
                return "".join(elements)
            return [plain_value(element, sort.args[0], datatypes) for element in elements]
        case "Set":
            return {_hashable(plain_value(element, sort.args[0], datatypes)) for element in value}
        case "Map":
            keys, items = sort.args
            return {
                _hashable(plain_value(key, keys, datatypes)): plain_value(item, items, datatypes)
                for key, item in value.items()
            }
        case "Tuple":
            return tuple(plain_value(part, inner, datatypes) for part, inner in zip(value, sort.args, strict=True))
        # `Option<T>` by whatever name: None, or what is in it.
        case "Datatype" if (cases := optional_cases(sort, datatypes)) is not None:
            return None if value.constructor == cases.none else plain_value(value.fields[0], cases.inside, datatypes)
        case "Datatype" if value.fields and (kinds := kinds_of_cases(sort, datatypes)):
            inside = next(inside for name, inside in kinds.values() if name == value.constructor)
            return plain_value(value.fields[0], inside, datatypes)
    raise SortError(f"a value of {sort} belongs to its language")


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def kind_of(value: Any) -> str:
    """The kind of a plain value in words: `list of int`, `text`."""
    match value:
        case None:
            return "none"
        case bool():
            return "bool"
        case int():
            return "int"
        case float() | Fraction():
            return "number"
        case str():
            return "text"
        case list() | tuple() | set() | frozenset():
            name = type(value).__name__.replace("frozenset", "set")
            return f"{name} of {_kinds(value)}" if value else name
        case Mapping():
            return f"dict of {_kinds(value.keys())} to {_kinds(value.values())}" if value else "dict"
    return type(value).__name__


def _kinds(values: Iterable[Any]) -> str:
    return " or ".join(sorted({kind_of(value) for value in values}))
