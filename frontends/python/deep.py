"""Python's own tools on trees of any depth."""

import ast
import sys
from collections.abc import Iterator, Sequence

from .python_limits import LIMITS


def unparse(node: ast.AST) -> str:
    """`ast.unparse`, which fails on a sum of a few hundred terms: the limit of frames guards the stack of C, and it
    takes none of that for its own."""
    limit_before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit_before, LIMITS.frames))
    try:
        return ast.unparse(node)
    finally:
        sys.setrecursionlimit(limit_before)


def nodes_run(statements: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes of statements that run with these: not those inside of functions and classes among them."""
    stack = [*statements]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            stack += ast.iter_child_nodes(node)
