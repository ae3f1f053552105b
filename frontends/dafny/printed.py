"""What Dafny's `print` writes of a value (reference manual, section 8.20; its document "Strings and Characters").

From Dafny 4 on a character is written in quotes; a sequence of characters by itself without them, in a field of a
datatype that is declared to be one with them, and elsewhere as any sequence. Before, all are written as they are. The
order in which a set or a map is written is the implementation's own; here it is ascending.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...core.ir.contracts import Datatype
from ...core.ir.rational_trees import RationalTree
from ...core.ir.sorts import CHAR, Sort
from ...core.ir.type_instances import replace_sorts
from ...core.ir.values import (
    ArrayValue,
    CodatatypeValue,
    DatatypeValue,
    FrozenMap,
    Multiset,
    UninterpretedValue,
    ordered,
)
from .classes import NULL
from .dialect import Dialect
from .literals import decimal, escape

_Printed = tuple[Any, Sort] | str
"""A value with its sort, or text."""
_STRING = Sort("Seq", (CHAR,))


def printed(value: Any, sort: Sort, datatypes: Mapping[str, Datatype], dialect: Dialect | str) -> str:
    """The text that `print` writes of a value of a sort."""
    if sort == _STRING:
        return "".join(value)
    pending: list[_Printed] = [(value, sort)]
    written: list[str] = []
    while pending:
        piece = pending.pop()
        if isinstance(piece, str):
            written.append(piece)
        else:
            pending.extend(reversed(_parts(*piece, datatypes, str(dialect) >= "4")))
    return "".join(written)


def _parts(value: Any, sort: Sort, datatypes: Mapping[str, Datatype], quoted: bool) -> list[_Printed]:
    """The text of a value, in which its parts are still values."""
    match value:
        case bool():
            return ["true" if value else "false"]
        case int():
            return [str(value)]
        case Fraction():
            return [_real(value)]
        case str():
            return [escape(value, "'") if quoted else value]
        case ArrayValue():
            return ["array"]
        case UninterpretedValue():
            return ["null" if value == NULL else "object"]
        case None:
            return ["null"]
        case DatatypeValue() | CodatatypeValue() | RationalTree():
            return _constructed(value, sort, datatypes, quoted)
        # `print` shows a sequence of characters as text, unless it stands inside another value.
        case tuple() if sort.kind == "Seq" and sort.args == (CHAR,) and not quoted:
            return ["".join(value)]
        case tuple() if sort.kind == "Seq":
            return _listed("[", [(element, sort.args[0]) for element in value], "]")
        case tuple():
            return _listed("(", list(zip(value, sort.args, strict=True)), ")")
        case frozenset():
            return _listed("{", [(element, sort.args[0]) for element in ordered(value)], "}")
        case Multiset():
            elements = [(element, sort.args[0]) for element in ordered(value) for _ in range(value.count(element))]
            return _listed("multiset{", elements, "}")
        case FrozenMap():
            return _mapped(value, sort)
        case _:
            return ["function"]


def _listed(first: str, pieces: Sequence[_Printed], last: str) -> list[_Printed]:
    listed_pieces: list[_Printed] = [first]
    for position, piece in enumerate(pieces):
        listed_pieces.extend((", ", piece) if position else (piece,))
    return [*listed_pieces, last]


def _mapped(value: FrozenMap, sort: Sort) -> list[_Printed]:
    mapped_pieces: list[_Printed] = ["map["]
    for position, key in enumerate(ordered(value)):
        mapped_pieces.extend((", ",) if position else ())
        mapped_pieces.extend(((key, sort.args[0]), " := ", (value[key], sort.args[1])))
    return [*mapped_pieces, "]"]


def _constructed(
    value: DatatypeValue | CodatatypeValue | RationalTree, sort: Sort, datatypes: Mapping[str, Datatype], quoted: bool
) -> list[_Printed]:
    """`Module.Type.Constructor(fields)`."""
    declared = datatypes.get(str(sort.label))
    name = f"{sort.label}.{value.constructor}"
    constructor_declared = (
        next((constructor for constructor in declared.constructors if constructor.name == value.constructor), None)
        if declared
        else None
    )
    # Of a codatatype, whose values may have no end, the constructor alone is written.
    if declared is None or constructor_declared is None or declared.lazy or not value.fields:
        return [name]
    types = dict(zip(declared.parameters, sort.args, strict=False))
    fields: list[_Printed] = []
    for held, binder in zip(value.fields, constructor_declared.fields, strict=True):
        is_text = quoted and binder.sort == _STRING
        fields.append(escape("".join(held), '"') if is_text else (held, replace_sorts(binder.sort, types)))
    return _listed(f"{name}(", fields, ")")


def _real(value: Fraction) -> str:
    """A decimal where there is one, else a quotient."""
    return decimal(value) or f"({value.numerator}.0 / {value.denominator}.0)"
