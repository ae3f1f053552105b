"""The rows in Markdown: docs/schema.md is made of this."""

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct, UnsetType

from . import base, comparison, cvt, execution, grade, solving, spec, specifications, task, totals
from .base import VERSION, Row, kind_of
from .cvt import GivenRow

_MODULES = (task, cvt, spec, grade, specifications, solving, execution, comparison, totals, base)
_WRITTEN = tuple(
    member
    for module in _MODULES
    for member in vars(module).values()
    if isinstance(member, type) and issubclass(member, Struct) and member.__module__ == module.__name__
    if member not in (Row, GivenRow)
)
ROWS: tuple[type[Row], ...] = tuple(struct for struct in _WRITTEN if issubclass(struct, Row))
PARTS: tuple[type[Struct], ...] = tuple(struct for struct in _WRITTEN if not issubclass(struct, Row))


def described(kind: type[Struct]) -> dict[str, str]:
    """Field → what it says, as the docstring of a row or part of one has it."""
    _, _, lines = (kind.__doc__ or "").partition("\n\n")
    pairs = (line.strip().partition(": ") for line in lines.splitlines() if line.strip())
    return {name: text for name, _, text in pairs}


def document() -> str:
    """The schema in Markdown, for docs/schema.md."""
    sections = [
        "# Rows\n",
        "<!-- Written by `python -m specassay.benchmarks.schema`; do not edit. -->\n",
        "What commands write with `--out` and print with `--json`: JSON Lines in ASCII, one object a line. Every row "
        "described here has its `kind`, which says what else it has, and a `version`, which is "
        f"{VERSION}: it is counted up when a field changes its name or meaning, or goes, and not when one is added. "
        "Values are texts of literals of their language. `?` marks fields that may be absent.\n",
    ]
    sections += [_section(kind, f"kind `{kind_of(kind)}`") for kind in ROWS]
    if PARTS:
        sections.append("# Parts of rows\n")
        sections += [_section(kind, kind.__name__) for kind in PARTS]
    return "\n".join(sections)


def _section(kind: type[Struct], title: str) -> str:
    meanings = described(kind)
    summary = (kind.__doc__ or "").splitlines()[0]
    lines = [f"## {title}\n", f"{summary}\n", "| field | type | meaning |", "|---|---|---|"]
    for field in msgspec.structs.fields(kind):
        if field.name in meanings:
            optional = "?" if UnsetType in getattr(field.type, "__args__", ()) else ""
            type_ = _type(field.type).replace("|", "\\|")
            lines.append(f"| `{field.name}`{optional} | {type_} | {meanings[field.name]} |")
    return "\n".join(lines) + "\n"


def _type(type_: Any) -> str:
    """A type in the words of JSON."""
    # A field that may be left out is of its type where it is there.
    arguments = [argument for argument in get_args(type_) if argument is not UnsetType]
    match get_origin(type_):
        case origin if origin is Literal:
            return "text"
        case origin if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(_type(argument) for argument in arguments))
        case origin if origin is dict:
            return f"object of {_type(arguments[1])}"
        case origin if origin is list:
            return f"array of {_type(arguments[0])}"
        case origin if origin is tuple:
            return f"[{', '.join(map(_type, arguments))}]"
    if type_ in _NAMES:
        return _NAMES[type_]
    anchor = f"kind-{kind_of(type_)}" if issubclass(type_, Row) else type_.__name__.lower()
    return f"[{type_.__name__}](#{anchor})"


_NAMES: dict[Any, str] = {
    str: "text",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "any",
}
