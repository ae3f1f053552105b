"""Guards that stand where a contract could go on, but behind a statement with which it ends: who counts on a contract
being all that a function refuses has to know of them.

They are looked for up to the statement with which the function surely ends. An assertion that mentions no parameter,
but names that the function binds, is no matter of the arguments; nor is a `raise` that raises again what was caught.
"""

import ast
import builtins
from collections.abc import Callable, Collection, Iterator, Sequence

from attrs import frozen

from ..constants.names import bound_in
from ..deep import unparse
from ..python_limits import LIMITS
from .harmless import computes, dotted
from .leading import leaves
from .leaving import class_of, is_raise, raised_by, refused_by, returns
from .model import FunctionNode


@frozen(slots=True, eq=False)
class UnreadGuard:
    """A check that is in no contract, and why."""

    node: ast.stmt | ast.expr
    reason: str


def unread_guards(
    function: FunctionNode,
    rest: Sequence[ast.stmt],
    ending: ast.stmt | None,
    checks: Callable[[ast.stmt], Sequence[ast.stmt]],
    known: Collection[str],
) -> Iterator[UnreadGuard]:
    """The guards among what follows a contract, with the statement `ending` it. `checks`: those in a statement;
    `known`: functions of which is known that they change nothing."""
    parameters = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    own = set(bound_in(function.body)) | parameters
    may_end = any(map(leaves, function.body))
    for statement in _up_to_its_end(rest):
        # A `raise` with which a function ends refuses what no branch before it has returned for.
        last = [statement] if is_raise(statement) and may_end else []
        for check in (*checks(statement), *last):
            mentioned = {node.id for node in ast.walk(check) if isinstance(node, ast.Name)} & own
            # An assertion about local values alone says something of the algorithm, not of the arguments.
            if (not isinstance(check, ast.Assert) or mentioned & parameters) and not _raises_again(check):
                yield UnreadGuard(check, _reason(statement, ending, known))
        # `(m := match(x)) or die()` reads as no assertion: what it binds would be lost with the guard.
        if refused_by(statement) is not None and not checks(statement):
            yield UnreadGuard(statement, "it binds a name")
        yield from uncaught_guards(statement, checks)


def uncaught_guards(
    statement: ast.stmt,
    checks: Callable[[ast.stmt], Sequence[ast.stmt]],
    around: Sequence[ast.ExceptHandler] = (),
) -> Iterator[UnreadGuard]:
    """The guards in each `try` with handlers in a statement that none of these, nor of those `around` it, surely
    catches. `checks`: those in a statement, where such are not among them.

    Example: of `try: if n < 0: raise ValueError … except KeyError: return 0` the ValueError reaches the caller."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return  # What is in it is raised where that is called.
    own = statement.handlers if isinstance(statement, ast.Try) else []
    tried = set(statement.body) if isinstance(statement, ast.Try) and own else set[ast.stmt]()
    for inner_statement in _inside(statement):
        handlers = [*own, *around] if inner_statement in tried else around
        for check in checks(inner_statement) if inner_statement in tried else ():
            raised = raised_by(check.body[-1]) if isinstance(check, ast.If) else refused_by(check)
            if raised is not None and not any(_catches(handler, raised) for handler in handlers):
                yield UnreadGuard(check, f"it stands in the try of line {statement.lineno}, which has handlers")
        yield from uncaught_guards(inner_statement, checks, handlers)


def _inside(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements that are directly in the blocks of another."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        elif isinstance(child, ast.ExceptHandler | ast.match_case):
            yield from _inside(child)


def _catches(handler: ast.ExceptHandler, raised: str) -> bool:
    """Whether a handler surely catches what is raised of a class with this name."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or raised == (name := class_of(kind)) or _is_base(name, raised) for kind in kinds)


def _is_base(name: str | None, raised: str) -> bool:
    base, derived = getattr(builtins, name or "", None), getattr(builtins, raised, Exception)
    return isinstance(base, type) and isinstance(derived, type) and issubclass(derived, base)


def _raises_again(check: ast.stmt) -> bool:
    """Whether it is `raise` alone: what was caught has been refused elsewhere."""
    return isinstance(check, ast.Raise) and check.exc is None


_BLOCKS = (ast.With, ast.AsyncWith, ast.For, ast.AsyncFor, ast.While)


def _up_to_its_end(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a block, and those in blocks inside it, each up to the first with which it surely ends, or
    with which a generator waits: what is behind that happens after the call."""
    for statement in statements:
        if isinstance(statement, _BLOCKS):
            yield from _up_to_its_end(statement.body)
            yield from _up_to_its_end(getattr(statement, "orelse", ()))
        else:
            yield statement
        # Nothing behind it is reached.
        if _ends(statement):
            return


def _ends(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.With | ast.AsyncWith):
        return any(map(_ends, statement.body))
    waits = (isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(statement))
    return returns(statement) or is_raise(statement) or any(waits)


def _reason(guard: ast.stmt, ending: ast.stmt | None, known: Collection[str]) -> str:
    if ending is None:
        return "it stands behind the last check that is read"
    where = "before it" if guard is ending else f"in line {ending.lineno}"
    calls = (node for node in ast.walk(ending) if isinstance(node, ast.Call) and not computes(_alone(node), known))
    for call in calls:
        name = dotted(call.func) or unparse(call.func)
        return f"{name[: LIMITS.shown_characters]}, which is called {where}, may change something"
    first = unparse(ending).partition("\n")[0]
    return f"it stands behind line {ending.lineno}, which is no part of a contract: {first[: LIMITS.shown_characters]}"


def _alone(call: ast.Call) -> ast.expr:
    """A call without what is inside it."""
    return ast.Call(call.func if dotted(call.func) else ast.Name("", ast.Load()), [], [])
