"""Postconditions as assertions: those directly before the last `return name` of a function, about that name.

Such an assertion is a postcondition when it mentions the returned name, which the body assigns, and otherwise only
parameters and names of the module: of other local variables a test says nothing. Any other assertion is a check on
the way, and no clause of the specification.
"""

import ast
from collections.abc import Iterator

from attrs import frozen

from ..constants.names import bound_in
from ..pieces import replaced
from .applied import all_parameters, bracketed
from .model import RESULT, FunctionNode, Module, Promise


@frozen(slots=True, eq=False)
class Trailing:
    """The assertions about the returned name, in source order, and the first of all those directly before the end."""

    assertions: tuple[ast.Assert, ...] = ()
    first: ast.Assert | None = None


def trailing(function: FunctionNode) -> Trailing:
    """The assertions before the last return of a function; none when none is about what it returns."""
    body = function.body
    if not (isinstance(body[-1], ast.Return) and isinstance(body[-1].value, ast.Name)):
        return Trailing()
    name = body[-1].value.id
    stored = bound_in(function.body)
    # A parameter that is returned may have changed; only a local name stands for the result alone.
    if name not in stored or name in all_parameters(function):
        return Trailing()
    assertions: list[ast.Assert] = []
    for statement in reversed(body[:-1]):
        if not isinstance(statement, ast.Assert):
            break
        assertions.append(statement)
    # Other local names have no meaning outside of the body.
    local = stored - {name}
    about = [
        assertion
        for assertion in reversed(assertions)
        if name in _names(assertion.test) and not _names(assertion.test) & local
    ]
    return Trailing(tuple(about), assertions[-1]) if about else Trailing()


def promises(module: Module, function: FunctionNode) -> Iterator[Promise]:
    """The trailing assertions of a function as clauses of its postcondition."""
    for statement in trailing(function).assertions:
        last = function.body[-1]
        assert isinstance(last, ast.Return)
        assert isinstance(last.value, ast.Name)
        name = last.value.id
        uses = [node for node in ast.walk(statement.test) if isinstance(node, ast.Name)]
        if name != RESULT and any(node.id == RESULT for node in uses):
            continue  # `result` is something else here.
        edits = [replaced(*module.range(node), RESULT) for node in uses if node.id == name]
        position = module.range(statement)[0]
        yield Promise("ensures", bracketed(module, statement.test, edits), position, position)


def _names(expression: ast.expr) -> set[str]:
    bound = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)} - bound
