"""Python contracts to the intermediate representation."""

from .contract import parse_contract, parse_expression
from .files import parse_file
from .literal import literal

__all__ = [
    "literal",
    "parse_contract",
    "parse_expression",
    "parse_file",
]
