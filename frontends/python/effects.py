"""Which parameters a function changes, as far as its text says."""

import ast

from .expressions import CHANGING
from .styles.applied import all_parameters
from .styles.model import FunctionNode

_IN_PLACE_FUNCTIONS = frozenset({"heapify", "heappush", "heappop", "heapreplace", "heappushpop", "shuffle", "insort"})


def changed_parameters(function: FunctionNode) -> dict[str, ast.expr]:
    """Parameter → the first place where its value is changed: a method with an effect, an assignment to an item or an
    attribute of it, `del`, an augmented assignment. A function that it is passed to is taken to leave it alone."""
    found: dict[str, ast.expr] = {}
    names = set(all_parameters(function))
    for statement in function.body:
        for node in ast.walk(statement):
            for changed in _changed(node):
                if isinstance(changed, ast.Name) and changed.id in names:
                    found.setdefault(changed.id, changed)
    return found


def _changed(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=arguments):
            if name in CHANGING:
                return [_root(value)]
            return [_root(each) for each in arguments[:1]] if name in _IN_PLACE_FUNCTIONS else []
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _IN_PLACE_FUNCTIONS:
            return [_root(first)]
        case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
            return [_root(node)]
        case ast.AugAssign(target=target):
            return [_root(target)]
    return []


def _root(node: ast.expr) -> ast.expr:
    """The name that an expression of items and attributes starts from."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node
