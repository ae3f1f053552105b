"""Texts that functions of the standard library read, as they document them: where a contract parses an argument, these
are where a search for an input that it accepts begins."""

import ast
import struct
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice, product

from ....core.ir.library import FUNCTIONS, example_of_format
from ..constants.keeping import keeping
from .model import FunctionNode
from .quiet import quiet_parts

_READ: dict[str, tuple[str | bytes, ...]] = {
    **{
        f"{row.module}.{row.name}": tuple(sample for sample in row.samples if isinstance(sample, str | bytes))
        for row in FUNCTIONS
        if row.at == 0
    },
    "builtins.float.fromhex": ("0x0p0", "0x1p0"),
    "email.utils.parseaddr": ("a@b",),
    "email.utils.parsedate_to_datetime": ("Sat, 01 Jan 2000 00:00:00 GMT", "Sun, 02 Jan 2000 00:00:00 GMT"),
    "ipaddress.IPv4Address": ("0.0.0.0", "10.0.0.1"),
    "ipaddress.IPv4Network": ("0.0.0.0/0", "10.0.0.0/8"),
    "ipaddress.IPv6Address": ("::", "::1"),
    "tomllib.loads": ("", "a = 1"),
}
_DAYS = (datetime(2000, 1, 1), datetime(2000, 1, 2, 1, 1, 1))
MOST_PACKED = 16
"""Of the values 0 and 1 in each field of a structure: all combinations of four fields."""


def texts_read(tree: ast.Module, function: FunctionNode) -> list[str | bytes]:
    """Return texts that functions which a function of a module mentions read."""
    quiet = quiet_parts(tree, function)
    read_texts: dict[str | bytes, None] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name | ast.Attribute):
            read_texts |= dict.fromkeys(_READ.get(quiet.meaning(node) or "", ()))
            if isinstance(node, ast.Attribute) and node.attr in ("unpack", "unpack_from", "iter_unpack", "size"):
                read_texts |= dict.fromkeys(_packed(_format_of(tree, node.value)))
        if isinstance(node, ast.Call):
            match quiet.meaning(node.func), node.args:
                case "struct.unpack" | "struct.unpack_from", [ast.Constant(value=str(form)), *_]:
                    read_texts |= dict.fromkeys(_packed(form))
                case "datetime.datetime.strptime", [_, ast.Constant(value=str(form))]:
                    # A format with a lone surrogate or a NUL is a ValueError there, and for whoever calls strptime.
                    with suppress(ValueError):
                        read_texts |= dict.fromkeys([day.strftime(form) for day in _DAYS])
    return list(read_texts)


def _format_of(tree: ast.Module, node: ast.expr) -> str:
    """Return the format of a structure that the module binds to a name; empty for anything else."""
    match keeping(tree).names.bindings.get(node.id) if isinstance(node, ast.Name) else None:
        case [ast.Assign(value=ast.Call(func=ast.Name("Struct") | ast.Attribute(attr="Struct"), args=[form]))]:
            return form.value if isinstance(form, ast.Constant) and isinstance(form.value, str) else ""
    return ""


def _packed(form: str) -> Iterator[bytes]:
    """Yield values of a structure with small numbers in its fields; none where these are no numbers."""
    try:
        example = example_of_format(form)
        fields = len(example[1]) if example is not None else 0
        for values in islice(product((0, 1), repeat=fields), MOST_PACKED if fields else 0):
            yield struct.pack(form, *values)
    except struct.error:
        return
