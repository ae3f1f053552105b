"""Python's own tools on trees of any depth."""

import ast
import sys

_FRAMES = 60_000
"""Python's parser makes no tree deeper than some 3,000 nodes; `ast.unparse` takes about ten frames for each."""


def unparse(node: ast.AST) -> str:
    """`ast.unparse`, which fails on a sum of a few hundred terms: the limit of frames guards the stack of C, and it
    takes none of that for its own."""
    limit_before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit_before, _FRAMES))
    try:
        return ast.unparse(node)
    finally:
        sys.setrecursionlimit(limit_before)
