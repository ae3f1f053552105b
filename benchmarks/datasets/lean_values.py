"""Values as Lean 4 writes them, by their types, as plain values.

Int, Nat, UInt8 → int     Float → float     Bool → bool     Char → str of length 1     String → str
List, Array of Char → str; of others → list     A × B, Prod A B → tuple     Option → None or its value
Map K V, a structure of one list of pairs → dict

A type decides what a literal is: `0` of a String is the text "0", of a Float the number 0.0.
"""

import math
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import frozen
from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from ...core.errors import NoRoomError, SortError

_VALUES = r"""
?value: SIGN? NUMBER                            -> number
    | "Float.nan" -> nan    | "Float.inf" -> inf    | "true" -> yes    | "True" -> yes
    | "false" -> no         | "False" -> no
    | CHARACTER             -> character
    | TEXT                  -> text
    | ("[" | "#[") (value ("," value)*)? "]"    -> listed
    | "⟨" value "⟩"         -> structure
    | "(" value ")"
    | "(" value ("," value)+ ")"                -> tuple
    | "none" -> none        | "some" value      -> some
SIGN: "-"
NUMBER: /\d+(\.\d+)?([eE][+-]?\d+)?/
CHARACTER: /'(\\[^\n]+|[^'\\\n])'/
TEXT: /"(\\.|[^"\\])*"/s
%ignore /\s+/
"""
_TYPES = r"""
?type: product
?product: applied ("×" applied)*
?applied: atom+
?atom: NAME -> name | "(" type ")"
NAME: /[A-Za-z_][\w.]*/
%ignore /\s+/
"""
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'"}
_WIDTHS = {"UInt8": 8, "UInt16": 16, "UInt32": 32, "UInt64": 64}


@frozen(slots=True)
class LeanType:
    """A type and what it is made of: `List` of one, `Prod` of two or more, `Map` of two."""

    name: str
    arguments: "tuple[LeanType, ...]" = ()

    def __str__(self) -> str:
        return " ".join((self.name, *(f"({each})" if each.arguments else str(each) for each in self.arguments)))


def lean_type(text: str) -> LeanType:
    """The type that a text names. Raises SortError for one that is not read, such as that of functions."""
    try:
        return _type_of(_parser(_TYPES, "type").parse(text))
    except LarkError:
        raise SortError(f"values of the Lean type {text} are not read") from None


def lean_value(value: Any, of: LeanType) -> Any:
    """A value of a type as a plain one. `value`: as JSON has it, a number or truth value, the characters of a Char or
    String without quotes, or a text of Lean. Raises SortError where it is none of the type, and NoRoomError for a
    number that the type has no room for."""
    match of.name, value:
        case "String", str():
            return _unescaped(value)
        case "Char", str() if len(character := _unescaped(value)) == 1:
            return character
        case "List" | "Array", list():
            return _collected([lean_value(element, of.arguments[0]) for element in value], of)
        # JSON has numbers for numbers; all else is a text that Lean would read.
        case _, bool() | int() | float():
            return _number(value, of)
        case _, str():
            try:
                tree = _parser(_VALUES, "value").parse(value)
            except LarkError:
                raise SortError(f"{value!r} is not read as a value of the Lean type {of}") from None
            return _value_of(tree, of)
    raise SortError(f"{value!r} is no value of the Lean type {of}")


@cache
def _parser(grammar: str, start: str) -> Lark:
    return Lark(grammar, start=start, parser="lalr")


def _type_of(tree: Tree[Token]) -> LeanType:
    match tree.data:
        case "name":
            return LeanType(str(tree.children[0]))
        case "product":
            return LeanType("Prod", tuple(_type_of(part) for part in _trees(tree)))
    head, *arguments = (_type_of(part) for part in _trees(tree))
    if head.arguments:
        raise SortError(f"values of the Lean type {head} are not read")
    return LeanType(head.name, tuple(arguments))


def _trees(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    return (child for child in tree.children if isinstance(child, Tree))


def _value_of(tree: Tree[Token], of: LeanType) -> Any:
    match tree.data, of.name:
        case "number", _:
            text = "".join(map(str, tree.children))
            return _number(int(text) if re.fullmatch(r"-?\d+", text) else float(text), of)
        case "nan" | "inf", "Float":
            return math.nan if tree.data == "nan" else math.inf
        case "yes" | "no", "Bool":
            return tree.data == "yes"
        case ("character", "Char") | ("text", "String"):
            return _unescaped(str(tree.children[0])[1:-1])
        case "listed", "List" | "Array":
            return _collected([_value_of(part, of.arguments[0]) for part in _trees(tree)], of)
        case "tuple", "Prod":
            parts = [*_trees(tree)]
            if len(parts) == len(of.arguments):
                return tuple(_value_of(part, inner) for part, inner in zip(parts, of.arguments, strict=True))
        case "none", "Option":
            return None
        # `some none` would be None, too, and could not be told from `none`.
        case "some", "Option" if of.arguments[0].name != "Option":
            (inside,) = _trees(tree)
            return _value_of(inside, of.arguments[0])
        case "structure", "Map":
            (entries,) = _trees(tree)
            pairs = _value_of(entries, LeanType("List", (LeanType("Prod", of.arguments),)))
            found = dict(pairs)
            # Which of two values of one key a map has is not ours to choose.
            if len(found) == len(pairs):
                return found
            raise SortError("a map with two values of one key")
    raise SortError(f"a Lean {tree.data} is no value of the type {of}")


def _number(value: float, of: LeanType) -> Any:
    match of.name, value:
        case "Bool", bool():
            return value
        case "Float", int() | float() if not isinstance(value, bool):
            return float(value)
        case "Int" | "Nat" | "UInt8" | "UInt16" | "UInt32" | "UInt64", int() if not isinstance(value, bool):
            # Lean has no negative Nat, and takes 256 of a UInt8 for 0, which nobody means who writes it.
            if (of.name != "Int" and value < 0) or value >= 2 ** _WIDTHS.get(of.name, value.bit_length()):
                raise NoRoomError(f"{value} is no {of}")
            return value
    raise SortError(f"{value!r} is no value of the Lean type {of}")


def _collected(elements: list[Any], of: LeanType) -> Any:
    return "".join(elements) if of.arguments[0].name == "Char" else elements


def _unescaped(text: str) -> str:
    """The text that a literal of Lean stands for. Raises SortError for an escape that Lean has not."""

    def replaced(match: re.Match[str]) -> str:
        if match[3] is None:
            return chr(int(match[1] or match[2], 16))
        if match[3] not in _ESCAPED:
            raise SortError(f"{match[0]} is no escape of Lean")
        return _ESCAPED[match[3]]

    return _ESCAPE.sub(replaced, text)
