"""Values as expressions of Verus."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ...core.errors import Unsupported
from ...core.ir.contracts import Datatype
from ...core.ir.sorts import CHAR, Sort
from ...core.ir.type_instances import replace_sorts
from ...core.ir.values import DatatypeValue, FrozenMap, Multiset, ordered
from .printing import escaped
from .verus_limits import LIMITS

_WITHOUT_OWNER = frozenset({"Option", "Result"})
"""The enums whose variants are in scope everywhere."""


def literal(value: Any, sort: Sort, datatypes: Mapping[str, Datatype]) -> str:
    """The text of a value of a sort. Raises Unsupported for a value that no expression makes."""

    def each(values: Iterable[Any], inner: Sort) -> str:
        return ", ".join(literal(value, inner, datatypes) for value in values)

    match value:
        # By value and sort, since a number may be an `int` or a `real`.
        case bool():
            return "true" if value else "false"
        case int() if sort.kind == "Int":
            return str(value)
        case Fraction():
            return (
                f"{value.numerator}real"
                if value.denominator == 1
                else f"({value.numerator}real / {value.denominator}real)"
            )
        # Characters and texts are escaped as Rust writes them.
        case str() if sort == CHAR:
            return f"'{escaped(value, chr(39))}'"
        case str() | tuple() if sort.kind == "Seq" and sort.args[0] == CHAR:
            return f'"{escaped("".join(value), chr(34))}"'
        case tuple() if sort.kind == "Seq" and len(value) >= LIMITS.repeated_elements and len(set(value)) == 1:
            return f"vec![{literal(value[0], sort.args[0], datatypes)}; {len(value)}]"
        case tuple() if sort.kind == "Seq":
            return f"vec![{each(value, sort.args[0])}]"
        case tuple() if sort.kind == "Tuple":
            listed = [literal(part, inner, datatypes) for part, inner in zip(value, sort.args, strict=True)]
            # A tuple of one element has a comma.
            return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"
        case frozenset() if sort.kind == "Set":
            return f"set![{each(ordered(value), sort.args[0])}]"
        case FrozenMap() if sort.kind == "Map":
            pairs = [f"{each([key], sort.args[0])} => {each([value[key]], sort.args[1])}" for key in ordered(value)]
            return f"map![{', '.join(pairs)}]"
        case Multiset() if sort.kind == "Multiset":
            parts = [part for part in ordered(value.counts) for _ in range(value.count(part))]
            return f"seq![{each(parts, sort.args[0])}].to_multiset()"
        case DatatypeValue() if sort.kind == "Datatype" and str(sort.label) in datatypes:
            return _structure(value, sort, datatypes)
        case _:
            raise Unsupported(f"a literal of a {type(value).__name__} in Verus")


def _structure(value: DatatypeValue, sort: Sort, datatypes: Mapping[str, Datatype]) -> str:
    declared = datatypes[str(sort.label)]
    made = next((constructor for constructor in declared.constructors if constructor.name == value.constructor), None)
    if made is None:
        raise Unsupported(f"a literal of {value.constructor} in Verus")
    types = dict(zip(declared.parameters, sort.args, strict=True))
    texts = [
        literal(part, replace_sorts(field.sort, types), datatypes)
        for part, field in zip(value.fields, made.fields, strict=True)
    ]
    # A struct, and what the prelude has, are written without the name of their type.
    plain = declared.name in _WITHOUT_OWNER or made.name == declared.name
    name = made.name if plain else f"{declared.name}::{made.name}"
    if not texts:
        return name
    # Fields that are numbers are those of a tuple struct.
    if str(made.fields[0].name).isdigit():
        return f"{name}({', '.join(texts)})"
    listed = [f"{field.name}: {text}" for field, text in zip(made.fields, texts, strict=True)]
    return f"{name} {{ {', '.join(listed)} }}"
