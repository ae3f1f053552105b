"""Verus: `.rs` files → programs of the IR; expressions and heads of functions; terms, types and values → text."""

import re
from pathlib import Path

from ...core.ir.contracts import Program
from ...core.language import DeclarationWords, Language
from ...core.spec_testing.notation import Rewriting
from ...core.spec_testing.stronger import edits
from .assumptions import assumptions
from .crates import parse_in_crate, sources
from .heads import head
from .literals import literal
from .mutated import changed_lines
from .program import lower
from .reading import parse_items, read
from .scan import VerusSource
from .snippets import parse_expression, parse_signature
from .terms import show, show_term, show_type

__all__ = ["VERUS", "literal", "parse_expression", "parse_file", "parse_program", "parse_signature"]


def parse_file(path: str | Path) -> Program:
    """The program of a `.rs` file, with what it needs of other files of its crate. Raises InputError,
    and ParseError where its brackets do not match."""
    return lower(*parse_in_crate(read(path), Path(path)))


def _checked(path: str | Path) -> Program:
    return lower(*parse_in_crate(read(path), Path(path)), checks=True)


def parse_program(text: str, file: str = "<text>") -> Program:
    """The program of a text; `file` is its name in spans and messages. Raises ParseError."""
    source = VerusSource(text, file)
    return lower(parse_items(source), source)


def holds_code(path: str | Path) -> bool:
    """Is there anything but white space and comments in a file? Raises InputError as `parse_file`."""
    return read(path).tokens[0].kind != "end"


_BETWEEN_OPERANDS = re.compile(r"&&&?|\|\|\|?|<==>|==>|<==|[<>=!]=|[<>;,{}]|\b(?:if|else|is|matches)\b")
"""What stands between the operands of comparisons."""
VERUS = Language(
    literal,
    Rewriting(parse_expression, lambda specification: edits(specification, _BETWEEN_OPERANDS)),
    tests="functions marked #[test], or exec functions without a contract called main or with test in their name",
    diff=changed_lines,
    name="verus",
    title="Verus",
    suffixes=(".rs",),
    parse_file=parse_file,
    sources=sources,
    parse_program=parse_program,
    fence="rust",
    routine="function",
    words=DeclarationWords(
        method=r"fn\b",
        others=r"(?:spec(?:\([^)]*\))?\s+fn|struct|enum|type|const|trait)\b\s*",
        modifiers=r"(?:pub(?:\([^)]*\))?|open|closed|exec|unsafe)\s+|use\s[^;]*;\s*|verus!\s*\{\s*|#\[[^\]]*\]\s*",
    ),
    assumptions=assumptions,
    parse_expression=parse_expression,
    parse_signature=parse_signature,
    head=head,
    holds_code=holds_code,
    show=show,
    checked=_checked,
    show_term=show_term,
    receiver="self",
    choices=False,
    show_type=show_type,
    no_method="the file declares no exec function with a clause or a test",
)
