"""Contracts as functions that raise: for tools that know functions, and for contracts about contracts."""

import ast
from collections.abc import Sequence

from ...backends.python.replay.guest.contract import asserts_of, parse_contract
from ...core.errors import InputError, Unsupported


def raising(
    name: str, text: str, parameters: Sequence[str], only: int | None = None, order: Sequence[int] = ()
) -> ast.FunctionDef:
    """A function that raises where the contract does (with `only`: where this clause alone, with the statements around
    it, does) and returns None otherwise. It has no `assert` in it. `order`: see `ReplayTask`.

    Raises InputError for text that is no Python, Unsupported for a contract that returns a value.
    """
    try:
        module = parse_contract(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"the contract is not Python: {error}") from error
    kept = [clause for number, clause in enumerate(asserts_of(module, order)) if only in (None, number)]
    body = _Raising(kept).visit(module).body
    header = ast.parse(f"def {name}({', '.join(parameters)}): pass").body[0]
    assert isinstance(header, ast.FunctionDef)
    header.body = body or header.body
    return ast.fix_missing_locations(header)


class _Raising(ast.NodeTransformer):
    """Replaces the assertions that are kept by statements that raise, and the others by `pass`."""

    def __init__(self, kept: Sequence[ast.Assert]) -> None:
        self.kept = kept
        self.depth = 0

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        if node not in self.kept:
            return ast.copy_location(ast.Pass(), node)
        failure = ast.Raise(ast.Name("AssertionError", ast.Load()))
        return ast.copy_location(ast.If(ast.UnaryOp(ast.Not(), node.test), [failure], []), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        self.depth += 1
        node.body = [self.visit(statement) for statement in node.body]
        self.depth -= 1
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        # What an inner function returns is its own business.
        if node.value is not None and not self.depth:
            raise Unsupported("a contract that returns a value")
        return node
