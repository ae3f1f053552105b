"""The text of SMT-LIB: S-expressions, as solvers answer with them, and what our scripts say of themselves in
comments."""

import re

from ...core.errors import SolverFailure

PRODUCTS_MARK = "; products of reals"
"""Before what multiplies or divides unknown reals: some solvers need other settings for that."""


SExpr = str | list["SExpr"]
"""An atom as written (string literals and quoted symbols with their quotes), or a list."""

_TOKEN = re.compile(r'\s+|;[^\n]*|([()]|"(?:[^"]|"")*"|\|[^|]*\||[^\s()|";]+)')


def parse(text: str) -> SExpr:
    """The one S-expression in `text`. Iterative: any nesting. Raises SolverFailure when it is none."""
    stack: list[list[SExpr]] = [[]]
    position = 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise SolverFailure(f"no S-expression: {text[position : position + 60]!r}")
        position = found.end()
        match found[1]:
            case None:
                pass
            case "(":
                stack.append([])
            case ")":
                if len(stack) == 1:
                    raise SolverFailure(f"unbalanced S-expression: {text[:60]!r}")
                finished = stack.pop()
                stack[-1].append(finished)
            case atom:
                stack[-1].append(atom)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise SolverFailure(f"not one S-expression: {text[:60]!r}")
    return stack[0][0]
