"""The names that a piece of a program needs from around it (reference, sections 4.2.1 and 6.2.4)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lark import Tree

from .names import function_bindings, identifier, target_names

_COMPREHENSIONS = frozenset({"generator", "list_comprehension", "set_comprehension", "dict_comprehension"})
_PARAMETERS = frozenset({"parameter", "star_parameter", "double_star_parameter"})


def free_names(trees: Sequence[Tree[Any]]) -> list[str]:
    """The names that occur in trees as expressions and are not bound by a function, a lambda or a comprehension inside
    them, sorted. What statements among the trees bind themselves is in the result."""
    names: set[str] = set()
    stack: list[tuple[Tree[Any], frozenset[str]]] = [(tree, frozenset()) for tree in trees]
    while stack:
        tree, bound = stack.pop()
        if tree.data == "name":
            names.update({identifier(tree.children[0])} - bound)
        stack.extend(_parts(tree, bound))
    return sorted(names)


def _parts(tree: Tree[Any], bound: frozenset[str]) -> Iterator[tuple[Tree[Any], frozenset[str]]]:
    """The trees in a tree, each with the names that scopes inside the whole bind there."""
    if tree.data in _COMPREHENSIONS:
        element, first, *more = tree.children
        inner = bound.union(*(target_names(loop.children[1]) for loop in (first, *more)))
        # The iterable of the first loop alone is evaluated in the scope around the comprehension.
        yield first.children[2], bound
        yield from ((part, inner) for part in (element, first.children[1], *first.children[3:], *more))
    elif tree.data == "lambda":
        parameters, body = tree.children
        own, around = _parameters(parameters)
        yield from ((part, bound) for part in around)
        yield body, bound | own | function_bindings([body])[0]
    elif tree.data == "function":
        _, parameters, result, suite = tree.children
        own, around = _parameters(parameters)
        yield from ((part, bound) for part in _trees((*around, result)))
        variables, imports = function_bindings(suite.children)
        yield suite, bound | own | variables | imports.keys()
    else:
        yield from ((part, bound) for part in _trees(tree.children))


def _parameters(tree: Tree[Any]) -> tuple[frozenset[str], list[Tree[Any]]]:
    """The names of parameters, and their annotations and defaults, which belong to the scope around the function."""
    written = [part for part in _trees(tree.children) if part.data in _PARAMETERS]
    names = frozenset(identifier(part.children[0]) for part in written)
    return names, [inner for part in written for inner in _trees(part.children)]


def _trees(children: Iterable[object]) -> list[Tree[Any]]:
    return [child for child in children if isinstance(child, Tree)]
