"""Syntax trees of expressions → typed terms, in two stages: first every node's sort is constrained, then, when all
sorts are known, the terms are built.

`RULES` has one function per kind of node. Importing the modules below fills it.
"""

from . import atoms, binders, calls, collections, matching, operators
from .elaboration import RULES, Draft, Elaboration, Scope

__all__ = ["RULES", "Draft", "Elaboration", "Scope"]

_ = (atoms, binders, calls, collections, matching, operators)
