"""What the front ends share: parsers made of a grammar, and what one of them would accept next."""

from .acceptable import acceptable
from .tables import parser_of

__all__ = ["acceptable", "parser_of"]
