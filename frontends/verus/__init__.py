"""Verus: `.rs` files → programs of the IR."""

from pathlib import Path

from ...core.ir.contracts import Program
from .program import lower
from .reading import parse_items, read
from .scan import VerusSource

__all__ = ["parse_file", "parse_program"]


def parse_file(path: str | Path) -> Program:
    """The program of a `.rs` file. Raises InputError, and ParseError where its brackets do not match."""
    source = read(path)
    return lower(parse_items(source), source)


def parse_program(text: str, file: str = "<text>") -> Program:
    """The program of a text; `file` is its name in spans and messages. Raises ParseError."""
    source = VerusSource(text, file)
    return lower(parse_items(source), source)
