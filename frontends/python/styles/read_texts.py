"""Texts that functions of the standard library read, as they document them: where a contract parses an argument, these
are where a search for an input that it accepts begins."""

import ast
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from itertools import islice, product

from ....core.ir.library import FUNCTIONS, example_of_format
from ..constants.keeping import keeping
from ..python_limits import LIMITS
from .model import FunctionNode
from .quiet import quiet_parts

_PATHS = ("a", "/a", "..", "a/b", "a.txt")
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
    **{f"pathlib.{name}": _PATHS for name in ("Path", "PurePath", "PurePosixPath")},
    "tomllib.loads": ("", "a = 1"),
}
_DAYS = (datetime(2000, 1, 1), datetime(2000, 1, 2, 1, 1, 1))


def texts_read(tree: ast.Module, function: FunctionNode) -> list[str | bytes]:
    """Return texts that functions which a function of a module mentions read, and those in the attributes of classes of
    the module that it reads, `if word not in self.allowed`, whichever class gives them a value."""
    quiet = quiet_parts(tree, function)
    read_texts: dict[str | bytes, None] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute):
            read_texts |= dict.fromkeys(_of_classes(tree).get(node.attr, ()))
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


@lru_cache(maxsize=4)
def _of_classes(tree: ast.Module) -> Mapping[str, list[str | bytes]]:
    """Return the texts in what the classes of a module give their attributes, by the attributes' names: of each class
    the first ones."""
    texts_by_attribute: dict[str, list[str | bytes]] = {}
    for statement in (
        statement for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for statement in node.body
    ):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        constants = (node.value for node in ast.walk(value) if isinstance(node, ast.Constant))
        texts = (text for text in constants if isinstance(text, str | bytes) and len(text) <= LIMITS.text_characters)
        texts_by_attribute.setdefault(name, []).extend(islice(texts, LIMITS.texts))
    return texts_by_attribute


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
        for values in islice(product((0, 1), repeat=fields), LIMITS.packed if fields else 0):
            yield struct.pack(form, *values)
    except struct.error:
        return
