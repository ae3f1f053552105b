"""Programs with one check alone: all others are taken out, as if they had let the input pass.

What is left refuses an input by that check, or by something that was not recognised as one. Without any, it refuses by
the latter only. The difference between the two is what the check itself does.
"""

import ast
from collections.abc import Collection, Mapping, Sequence

from attrs import frozen

from ..datasets.tasks import parse_module
from .guards import Guard

MOST_CHARACTERS = 4 << 20
"""Of all texts that are made of one program."""


@frozen(slots=True)
class Isolated:
    """A program without its checks, `bare`, and by the number of a guard the program with this guard alone."""

    bare: str
    alone: Mapping[int, str]


def isolated(code: str, guards: Sequence[Guard], wanted: Sequence[int]) -> Isolated | None:
    """The programs in which each of the `wanted` guards is alone; a statement that makes several guards counts as one.
    None for code that cannot be written that way."""
    places = {(guard.line, guard.column) for guard in guards}
    if len(code) * (len(wanted) + 1) > MOST_CHARACTERS:
        return None
    try:
        bare = _without(code, places)
        alone = {number: _without(code, places - {(guards[number].line, guards[number].column)}) for number in wanted}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return Isolated(bare, alone)


def _without(code: str, places: Collection[tuple[int, int]]) -> str:
    return ast.unparse(ast.fix_missing_locations(_Passing(places).visit(parse_module(code))))


class _Passing(ast.NodeTransformer):
    """Replaces the checks at places by what the program does when they pass."""

    def __init__(self, places: Collection[tuple[int, int]]) -> None:
        self.places = places

    def _is_check(self, node: ast.stmt) -> bool:
        return (node.lineno, node.col_offset) in self.places

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return ast.Pass() if self._is_check(node) else node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.Pass() if self._is_check(node) else node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        check = self._is_check(node)
        self.generic_visit(node)
        if not check:
            return node
        refuses = any(isinstance(statement, ast.Raise) for statement in node.body)
        return (node.orelse if refuses else node.body) or ast.Pass()
