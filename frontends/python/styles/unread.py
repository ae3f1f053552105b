"""Guards that stand where a contract could go on, but behind a statement with which it ends: who counts on a contract
being all that a function refuses has to know of them.

They are looked for up to the first statement that surely changes an object, or leaves the function: what is refused
behind such is no matter of the arguments alone. Nor is an assertion that mentions none of these, but names that the
function binds.
"""

import ast
import builtins
from collections.abc import Callable, Collection, Iterator, Sequence

from attrs import frozen

from ..constants.names import bound_in
from ..deep import unparse
from .harmless import MUTATORS, computes, dotted
from .leading import leaves
from .leaving import class_of, is_raise, raised_by, refused_by, returns
from .model import FunctionNode

MOST_SHOWN = 60
"""Characters of a statement or of the name of a function in a message: a line of a terminal has some eighty."""


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
    for statement in _before_changes(function, rest):
        # A `raise` with which a function ends refuses what no branch before it has returned for.
        last = [statement] if is_raise(statement) and may_end else []
        for check in (*checks(statement), *last):
            mentioned = {node.id for node in ast.walk(check) if isinstance(node, ast.Name)} & own
            # An assertion about local values alone says something of the algorithm, not of the arguments.
            if not isinstance(check, ast.Assert) or mentioned & parameters:
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


_BLOCKS = (ast.With, ast.AsyncWith, ast.For, ast.AsyncFor, ast.While)


def _before_changes(function: FunctionNode, statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements, and those in the blocks of others, up to the first with which the function changes an object or
    leaves."""
    waiting = list(reversed(statements))
    while waiting:
        statement = waiting.pop()
        changes = _ends(statement, function)
        if isinstance(statement, ast.With | ast.AsyncWith) or (changes and isinstance(statement, _BLOCKS)):
            waiting += reversed([*statement.body, *getattr(statement, "orelse", ())])
            continue
        if is_raise(statement) or not changes:
            yield statement
        if changes:
            return


def _ends(statement: ast.stmt, function: FunctionNode) -> bool:
    """Whether what follows a statement is no matter of the arguments alone."""
    if returns(statement) or isinstance(statement, ast.Raise | ast.Delete) or is_raise(statement):
        return True
    match statement:
        case ast.If() | ast.Try() | ast.Match():
            return False  # What it changes may have refused the input before.
    inside = list(ast.walk(statement))
    own = set(bound_in(function.body)) - {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    stored = (node for node in inside if isinstance(node, ast.Attribute | ast.Subscript))
    stored = (node for node in stored if isinstance(node.ctx, ast.Store | ast.Del) and _root(node) not in own)
    changed = function.name != "__init__" and any(stored)
    return changed or any(isinstance(node, ast.Yield | ast.YieldFrom) or _mutates(node, own) for node in inside)


def _mutates(node: ast.AST, own: Collection[str]) -> bool:
    """Whether a node is a call of a method that changes a container that an object has. `own`: names that the function
    binds, which may stand for what nobody else has."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute() | ast.Subscript() as owner, attr=name)):
            return name in MUTATORS and _root(owner) not in own
    return False


def _root(node: ast.expr) -> str | None:
    """The name that an attribute or an item is taken of in the end."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _reason(guard: ast.stmt, ending: ast.stmt | None, known: Collection[str]) -> str:
    if ending is None:
        return "it stands behind the last check that is read"
    where = "before it" if guard is ending else f"in line {ending.lineno}"
    calls = (node for node in ast.walk(ending) if isinstance(node, ast.Call) and not computes(_alone(node), known))
    for call in calls:
        name = dotted(call.func) or unparse(call.func)
        return f"{name[:MOST_SHOWN]}, which is called {where}, may change something"
    first = unparse(ending).partition("\n")[0]
    return f"it stands behind line {ending.lineno}, which is no part of a contract: {first[:MOST_SHOWN]}"


def _alone(call: ast.Call) -> ast.expr:
    """A call without what is inside it."""
    return ast.Call(call.func if dotted(call.func) else ast.Name("", ast.Load()), [], [])
