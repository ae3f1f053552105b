"""What the grammar accepts and Python does not: targets, orders, depth (language reference, chapters 6-8).

An LALR grammar cannot tell an expression from an assignment target before it has read the `=`, so it reads both as
expressions. What may not be a target, which argument may follow which, and where a `break` may stand is asked of
CPython's own compiler. What it says depends on what is around the text: a `return` belongs into a function, `await`
into an asynchronous one, and it is enough that one of these takes it.

Example: `f(x) = 1` parses as the assignment to a call, and is refused with the compiler's place and words.

Invariant: a tree that passes is a program that CPython compiles, unless that is too deep for its stack.
"""

import warnings
from typing import Any

from lark import Tree

from ...core.errors import ParseError
from .source import PythonSource

MAX_DEPTH = 200
"""The deepest tree that is lowered. Long chains of one operator are one level."""

_CHAINS = frozenset({"elif"})
_BLOCKS = ("if 1:\n", "async def function():\n", "def function():\n")
"""What may be around a block, whose lines are indented by one more column. What the last does not take is reported."""
_SAID_LATER = ("no binding for nonlocal", "from __future__", "f-string", "(unicode error)", "(value error)", "Exceeds")
"""How the compiler begins of a statement whose place is further outside than the text, and of literals, of which
`strings.py` says more."""


def check(root: Tree[Any], source: PythonSource, *, is_expression: bool) -> None:
    """Raises ParseError for a tree that is too deep, and for text that is no Python."""
    _check_depth(root, source)
    text = source.text if not is_expression else f"({source.text})"
    # Indented by one, so that the text may stand in each kind of block.
    lines = "".join(f" {line}" for line in text.splitlines(keepends=True))
    # The same text may be right in a function, a coroutine or a loop: the first that accepts it counts.
    for block in _BLOCKS:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(block + lines, "<text>", "exec", dont_inherit=True)
            return
        except (IndentationError, RecursionError, MemoryError):
            return  # `layout` has looked at the indentation.
        except SyntaxError as error:
            refused = error
        # CPython refuses texts that it cannot encode; that is no syntax.
        except ValueError:
            return  # Python has no text for it, as for a lone surrogate.
    # Some complaints depend on what is around the text, and come later, if at all.
    if not refused.msg.startswith(_SAID_LATER):
        line, column = (refused.lineno or 2) - 1, (refused.offset or 2) - 1
        span = source.point(line, column - (is_expression and line == 1))
        raise ParseError(span, f"what Python rejects ({refused.msg})")


def _check_depth(root: Tree[Any], source: PythonSource) -> None:
    stack = [(root, 1)]
    while stack:
        tree, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise ParseError(source.span(tree), f"more than {MAX_DEPTH} levels of nesting", ("simpler code",))
        for child in tree.children:
            if isinstance(child, Tree):
                # Each `elif` is an `if` inside the branch before it.
                depth += child.data in _CHAINS
                stack.append((child, depth + 1))
