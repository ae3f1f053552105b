"""The strict operators: those that need all their arguments and are decided by their values."""

from .arithmetic import ARITHMETIC, Strict
from .containers import MAPS, SEQUENCES, SETS
from .text import STRINGS

STRICT: dict[str, Strict] = {**ARITHMETIC, **STRINGS, **SEQUENCES, **SETS, **MAPS}
"""Operator → its function. The one definition of these operators: evaluation and folding both use it."""
