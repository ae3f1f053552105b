"""Assignment expressions in comprehensions as loops: `[y for x in xs if (y := f(x)) > 1]` is
`[y for x in xs for y in (f(x),) if y > 1]`.

The name belongs to the function around the comprehension (PEP 572). Where nothing else in the contract mentions it and
nothing else in the comprehension binds it, that cannot be told from a name of the comprehension's own: the binding
comes before every mention in a turn, so that no turn sees what an earlier one has left.

Invariant: only a binding that each turn evaluates first of all that its condition or element evaluates is taken out. So
the same is evaluated in the same order, and what raises does so at the same place. Others stay, and are unsupported.
Conjunctions are conditions one after the other: `if a and (y := b)` is `if a if (y := b)`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from lark import Token, Tree

from .names import identifier
from .strings import is_format

COMPREHENSIONS = frozenset({"generator", "list_comprehension", "set_comprehension", "dict_comprehension"})
_FIRST = frozenset({"comparison", "binary", "and", "or", "tuple", "list", "set", "subscript", "attribute"})
"""Expressions that evaluate the first of their parts first, and always."""
_NO_EXPRESSIONS = frozenset({"keyword", "star_argument", "double_star_argument", "starred", "lambda"})


def without_bindings_inside(root: Tree[Any], parameters: Collection[str]) -> Tree[Any]:
    """A block in which comprehensions bind by loops what assignment expressions bind in them, where nobody can tell."""
    # Only comprehensions that bind at all are rewritten.
    binding = [subtree for subtree in root.iter_subtrees() if subtree.data in COMPREHENSIONS and _bound_once(subtree)]
    if not binding:
        return root
    # A name that occurs nowhere else cannot be seen from outside.
    everywhere = _mentions(root)
    own_names: dict[int, frozenset[str]] = {}
    for tree in binding:
        inside = _mentions(tree)
        own_names[id(tree)] = frozenset(
            name for name in _bound_once(tree) if name not in parameters and inside[name] == everywhere[name]
        )
    done: dict[int, Tree[Any]] = {}
    # From the leaves up, so that inner comprehensions are done when the outer ones are looked at.
    for tree in root.iter_subtrees():
        children = [done[id(child)] if isinstance(child, Tree) else child for child in tree.children]
        changed = any(new is not old for new, old in zip(children, tree.children, strict=True))
        new = Tree(tree.data, children, tree.meta) if changed else tree
        done[id(tree)] = _rewritten(new, own_names[id(tree)]) if own_names.get(id(tree)) else new
    return done[id(root)]


def _bound_once(tree: Tree[Any]) -> list[str]:
    """The names that one assignment expression in a tree binds."""
    counter = Counter(identifier(walrus.children[0]) for walrus in tree.find_data("walrus"))
    return [name for name, count in counter.items() if count == 1]


def _mentions(root: Tree[Any]) -> Counter[str]:
    """How often each name occurs in a tree. The messages of assertions are not evaluated where these hold."""
    counts: Counter[str] = Counter()
    stack: list[Tree[Any]] = [root]
    while stack:
        tree = stack.pop()
        children = tree.children[:1] if tree.data == "assert" else tree.children
        for child in children:
            if isinstance(child, Tree):
                stack.append(child)
            elif isinstance(child, Token) and child.type == "NAME":
                counts[identifier(child)] += 1
            elif isinstance(child, Token) and is_format(child):
                counts.update(re.findall(r"\w+", child))
    return counts


def _rewritten(tree: Tree[Any], own_names: Collection[str]) -> Tree[Any]:
    element, *loops = tree.children
    nodes: list[Tree[Any]] = []
    for loop in loops:
        loop_parts: list[Any] = loop.children[:3]
        # Conditions split into conjuncts, since each may bind what the next one reads.
        for condition in loop.children[3:]:
            for conjunct in _conjuncts(condition.children[0]):
                test = conjunct
                # A binding becomes a loop over one value, placed before the condition that uses it.
                while (binding := _first_binding(test, own_names)) is not None:
                    nodes.append(Tree("comprehension_for", loop_parts, loop.meta))
                    loop_parts, test = binding
                loop_parts = [*loop_parts, Tree("condition", [test], condition.meta)]
        nodes.append(Tree("comprehension_for", loop_parts, loop.meta))
    # The element is evaluated after all conditions.
    first = element.children[0] if element.data == "pair" else element
    while (binding := _first_binding(first, own_names)) is not None:
        loop_parts, first = binding
        nodes.append(Tree("comprehension_for", loop_parts, element.meta))
    if element.data == "pair":
        first = Tree("pair", [first, *element.children[1:]], element.meta)
    return Tree(tree.data, [first, *nodes], tree.meta)


def _conjuncts(test: Tree[Any]) -> Iterator[Tree[Any]]:
    """The conditions that are true together where a conjunction is."""
    if test.data != "and":
        yield test
        return
    for child in test.children:
        yield from _conjuncts(child)


def _first_binding(tree: Tree[Any], own_names: Collection[str]) -> tuple[list[Any], Tree[Any]] | None:
    """Where an expression evaluates one first: the parts of a loop that binds its name, and what is left of the
    expression."""
    # The way down along what is evaluated first; conditional parts end it.
    path: list[tuple[Tree[Any], int]] = []
    node = tree
    while (position := _first_part(node)) is not None:
        path.append((node, position))
        node = node.children[position]
    # The innermost binding on that way comes first.
    while path:
        node, _ = path.pop()
        if node.data == "walrus" and identifier(node.children[0]) in own_names:
            break
    else:
        return None
    token, value = node.children
    what_remains = Tree("name", [token], node.meta)
    loop = [None, what_remains, Tree("tuple", [value], value.meta)]
    # Put together again with the name in place of the binding.
    for outer, position in reversed(path):
        what_remains = Tree(
            outer.data, [*outer.children[:position], what_remains, *outer.children[position + 1 :]], outer.meta
        )
    return loop, what_remains


def _first_part(node: Tree[Any]) -> int | None:
    """The place of the part that an expression always evaluates, and before all others; None where there is none."""
    match node.data:
        case "walrus" | "unary" | "conditional":
            position = 1
        case "call":
            # Names of functions are there, whenever they are looked up.
            position = 1 if node.children[0].data == "name" else 0
        case "not" | "arguments":
            position = 0
        case data if data in _FIRST:
            position = 0
        case _:
            return None
    evaluated_first = node.children[position] if position < len(node.children) else None
    return (
        position
        if isinstance(evaluated_first, Tree) and evaluated_first.data not in _NO_EXPRESSIONS | COMPREHENSIONS
        else None
    )
