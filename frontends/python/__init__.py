"""Python contracts to the intermediate representation."""

from .contract import parse_contract, parse_expression
from .files import parse_file
from .literal import literal
from .print import print_contract, print_statements, print_term

__all__ = [
    "literal",
    "parse_contract",
    "parse_expression",
    "parse_file",
    "print_contract",
    "print_statements",
    "print_term",
]
