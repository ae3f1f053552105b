"""Verus: `.rs` files → programs of the IR; values → text."""

from pathlib import Path

from ...core.ir.contracts import Program
from ...core.language import Language
from .literals import literal
from .program import lower
from .reading import parse_items, read
from .scan import VerusSource

__all__ = ["VERUS", "literal", "parse_file", "parse_program"]


def parse_file(path: str | Path) -> Program:
    """The program of a `.rs` file. Raises InputError, and ParseError where its brackets do not match."""
    source = read(path)
    return lower(parse_items(source), source)


def parse_program(text: str, file: str = "<text>") -> Program:
    """The program of a text; `file` is its name in spans and messages. Raises ParseError."""
    source = VerusSource(text, file)
    return lower(parse_items(source), source)


def holds_code(path: str | Path) -> bool:
    """Is there anything but white space and comments in a file? Raises InputError as `parse_file`."""
    return read(path).tokens[0].kind != "end"


VERUS = Language(
    literal,
    name="verus",
    title="Verus",
    suffixes=(".rs",),
    parse_file=parse_file,
    parse_program=parse_program,
    holds_code=holds_code,
)
