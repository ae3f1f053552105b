"""Python contracts to the intermediate representation."""

from ...core.language import DeclarationWords, Language, later
from .contract import parse_contract, parse_expression
from .files import parse_file
from .literal import literal

__all__ = [
    "PYTHON",
    "literal",
    "parse_contract",
    "parse_expression",
    "parse_file",
]

PYTHON = Language(
    lambda value, sort, datatypes: literal(value),
    name="python",
    title="Python",
    suffixes=(".py",),
    parse_file=parse_file,
    show=later("specassay.frontends.show:show"),
    division="floor",
    dynamic=True,
    words=DeclarationWords(method=r"def\b", others=r"class\b\s*"),
    no_method="no function has a postcondition (decorators, assertions, a function `postcondition` with assertions) or "
    "tests; `specassay cvt` reads contracts alone",
    tested=later("specassay.benchmarks.runs.executed_functions:tested_file"),
)
