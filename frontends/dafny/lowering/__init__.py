"""Syntax trees of expressions → typed terms, in two stages: first every node's sort is constrained, then, when all
sorts are known, the terms are built.

`RULES` has one function per kind of node; the modules imported here fill it.
"""

from . import atoms as atoms
from . import binders as binders
from . import calls as calls
from . import collections as collections
from . import matching as matching
from . import operators as operators
from . import states as states
from .elaboration import RULES, Draft, Elaboration, Scope

__all__ = ["RULES", "Draft", "Elaboration", "Scope"]
