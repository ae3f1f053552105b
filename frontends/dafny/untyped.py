"""Texts that do not say what type they have: `[]`, `None`, `5` of a bit-vector, and what is made of these alone.

The reader infers types as Dafny does, from what surrounds such a text. Where nothing does, the printer writes a type.
"""

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from ...core.ir.sorts import Sort
from ...core.ir.terms import Term
from ...core.ir.values import DatatypeValue, FrozenMap, Multiset

_ANY = frozenset(
    {"seq.literal", "set.literal", "multiset.literal", "seq.concat", "seq.update", "map.merge", "map.remove"}
    | {f"{kind}.{name}" for kind in ("set", "multiset") for name in ("union", "intersection", "difference")}
    | {f"bv.{name}" for name in ("add", "sub", "mul", "div", "mod", "and", "or", "xor")}
)
"""One argument with a type is enough."""
_FIRST = frozenset({"seq.slice", "multiset.of_seq", "multiset.of_set", "bv.not", "bv.shl", "bv.shr", "map.keys",
                    "map.values", "map.items", "map.update", "multiset.update", "seq.at", "map.at"})  # fmt: skip
_LAST = frozenset({"let", "such_that", "lambda", "seq.comprehension", "set.comprehension"})


def is_untyped(term: Term, parts: Collection[bool]) -> bool:
    """Does the text of a term leave its type open? `parts`: the same of its arguments."""
    found = list(parts)
    match term.op:
        case "const":
            return _is_untyped_value(term.data, term.sort)
        case "datatype.make":
            return len(found) - sum(found) < len(term.sort.args)
        case "tuple.make":
            return any(found)
        case "ite":
            return found[1] and found[2]
        case "map.literal":
            return not found or all(found[::2]) or all(found[1::2])
        case "map.comprehension":
            return any(found[-2:])
        case name if name in _ANY:
            return all(found)
        case name if name in _FIRST:
            return found[0]
        case name if name in _LAST:
            return found[-1]
        case _:
            return False


def _is_untyped_value(value: Any, sort: Sort) -> bool:
    match value:
        case None:
            return True
        case int():
            return sort.kind == "BitVec"
        case tuple() if sort.kind == "Tuple":
            return any(_is_untyped_value(part, inner) for part, inner in zip(value, sort.args, strict=True))
        case FrozenMap():
            key, inner = sort.args
            return all(_is_untyped_value(one, key) for one in value) or all(
                _is_untyped_value(one, inner) for one in value.values()
            )
        case tuple() | frozenset() | Multiset():
            return all(_is_untyped_value(part, sort.args[0]) for part in value)
        case DatatypeValue():
            typed = sum(_is_plain(part) for part in value.fields)
            return typed < len(sort.args) or any(_has_bit_vector(inner) for inner in sort.args)
        case _:
            return False


def _is_plain(value: Any) -> bool:
    """A field of a datatype's value carries no sort: is it of a type that its literal says?"""
    match value:
        case bool() | int() | Fraction() | str():
            return True
        case DatatypeValue():
            return bool(value.fields) and all(map(_is_plain, value.fields))
        case tuple() | frozenset():
            return any(map(_is_plain, value))
        case _:
            return False


def _has_bit_vector(sort: Sort) -> bool:
    return sort.kind == "BitVec" or any(map(_has_bit_vector, sort.args))
