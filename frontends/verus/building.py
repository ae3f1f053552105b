"""The parse tree of Lark → the syntax tree (`tree.py`): a function for each rule of the grammar.

Trees are converted from the leaves up, without recursion, so that the depth of a text does not matter.
"""

from typing import Any

from lark import Token, Tree

from . import building_expressions, building_items, building_names
from .builders import BUILDERS

MODULES = (building_items, building_names, building_expressions)
"""Where the functions are: they are registered when these are imported."""


def build(root: Tree[Token]) -> Any:
    """The node of a parse tree."""
    made: dict[int, Any] = {}
    for node in root.iter_subtrees():
        parts = [made[id(child)] if isinstance(child, Tree) else child for child in node.children]
        meta = node.meta
        at = (0, 0) if meta.empty else (meta.start_pos, meta.end_pos)
        made[id(node)] = BUILDERS[str(node.data)](at, parts)
    return made[id(root)]
