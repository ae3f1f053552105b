"""Clauses that bind names which nobody else mentions: `assert x is None or (n := len(x)) > 2 and n < 9`.

A clause has no effect where it is left out, and so it may bind no name that a statement or another clause reads. A name
that is mentioned inside one clause alone is seen by nobody, and the clause means what it means in Python: it is
evaluated once, so that no earlier turn of a loop has left a value behind. (What every evaluation of a clause binds is
put before it: `styles/bound.py`.)
"""

from collections.abc import Collection
from typing import Any

from lark import Token, Tree

from .names import identifier


def binding_alone(root: Tree[Any], parameters: Collection[str]) -> frozenset[int]:
    """Of a block, the assertions outside of loops whose assignment expressions bind names of their own, by identity."""
    mentions: dict[str, set[int]] = {}
    binding: dict[int, set[str]] = {}
    stack: list[tuple[Tree[Any], int, bool]] = [(root, 0, False)]
    while stack:
        tree, clause, repeated = stack.pop()
        if tree.data == "assert":
            clause = id(tree)
            found = {identifier(each.children[0]) for each in tree.find_data("walrus")}
            if found and not repeated:
                binding[clause] = found
        repeated = repeated or tree.data in ("for", "while")
        for child in tree.children:
            if isinstance(child, Tree):
                stack.append((child, clause, repeated))
            elif isinstance(child, Token) and child.type == "NAME":
                mentions.setdefault(identifier(child), set()).add(clause)
    return frozenset(
        clause
        for clause, names in binding.items()
        if names.isdisjoint(parameters) and all(mentions[name] == {clause} for name in names)
    )
