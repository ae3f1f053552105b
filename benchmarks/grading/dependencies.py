"""What a check depends on, of the statements before it; and the work that all walks over a program share."""

import ast
import copy
from collections.abc import Mapping, Sequence
from typing import TypeVar

from attrs import define, field, frozen

from ...core.ir.python_builtins import TABLE
from ...frontends.python.constants.names import bound_in
from ...frontends.python.styles.harmless import CHANGING_AN_ARGUMENT
from ...frontends.python.styles.leading import leaves
from .grading_limits import LIMITS

_Block = TypeVar("_Block", bound=ast.If | ast.For | ast.While)
Functions = Mapping[str, ast.FunctionDef]


@define(slots=True, eq=False)
class StatementWork:
    """What has been done for one program: every walk over its statements shares it, so that nesting and calls cost what
    they are long, not what they could be combined to."""

    steps: int = 0
    bound: dict[ast.stmt, set[str]] = field(factory=dict)
    passed: dict[ast.stmt, ast.stmt] = field(factory=dict)

    def step(self) -> None:
        self.steps += 1
        if self.steps > LIMITS.statements:
            raise TooManySteps


class TooManySteps(Exception):
    """There is more than `statements` to look at."""


@frozen(slots=True)
class HelperScope:
    """The helpers at hand, how deep their calls are still followed, and the work that is shared. `in_loop`: whether
    the statements are run turn by turn, so that what stands behind a check comes before it in the next turn."""

    functions: Functions
    depth: int
    work: StatementWork
    in_loop: bool = False


def prefix(statements: Sequence[ast.stmt], used: set[str], scope: HelperScope) -> list[ast.stmt]:
    """Of the statements before a guard those that it depends on: they bind or change a name that it uses, or return
    before it. Other guards among them are left out."""
    needed = set(used)
    kept: list[ast.stmt] = []
    for statement in reversed(statements):
        reduced: ast.stmt | None = _returns_early(statement)
        if reduced is None and may_return(statement):
            reduced = _without_checks(statement, scope)
        if reduced is None:
            # A check that stops the program before this one is a guard of its own: here it is taken to have passed.
            if isinstance(statement, ast.Assert) or not _bound_by(statement, scope) & needed:
                continue
            if isinstance(statement, ast.FunctionDef) and not statement.decorator_list:
                reduced = with_body(statement, statement.body)
            else:
                # A helper that checks in it would be unbound: the block may define it for its own check, further down.
                reduced = _without_checks(statement, scope)
        kept.append(reduced)
        needed |= names_of([reduced])
    return kept[::-1]


def passed(statements: Sequence[ast.stmt], scope: HelperScope) -> list[ast.stmt]:
    """Statements with their checks passed."""
    return [_returns_early(statement) or _without_checks(statement, scope) for statement in statements]


def leaves_a_turn(statement: ast.stmt) -> bool:
    """Whether a statement may end the turn of the loop that it stands in, the loop or the function."""
    stack: list[tuple[ast.AST, bool]] = [(statement, False)]
    while stack:
        node, nested = stack.pop()
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom | ast.Await):
            return True
        if isinstance(node, ast.Break | ast.Continue) and not nested:
            return True
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        # `break` in the `else` of a loop is about the loop around it (reference, section 8.2 and 8.3).
        if isinstance(node, ast.For | ast.While):
            stack += ((inner, True) for inner in node.body)
            stack += ((inner, nested) for inner in node.orelse)
        else:
            stack += ((inner, nested) for inner in ast.iter_child_nodes(node))
    return False


def reduced_loop(loop: ast.For | ast.While, scope: HelperScope) -> ast.For | ast.While:
    """A loop with one check in it, without the statements that the check does not depend on.

    A statement matters wherever it stands, since one behind the check comes before it in the next turn. So names are
    gathered until they are no more: those of the check, of what ends a turn, and of what binds or changes any of these.
    """
    checkers = {
        node.name
        for node in ast.walk(loop)
        if isinstance(node, ast.FunctionDef) and any(isinstance(inner, ast.Assert) for inner in ast.walk(node))
    }
    needed = names_of([loop.test if isinstance(loop, ast.While) else loop.iter]) | checkers
    while True:
        scope.work.step()
        body = _reduced_block(loop.body, needed, checkers, scope)
        orelse = _reduced_block(loop.orelse, needed, checkers, scope)
        found = needed | names_of(body) | names_of(orelse)
        if found == needed:
            return _with_blocks(loop, body, orelse)
        needed = found


def _reduced_block(
    statements: Sequence[ast.stmt], needed: set[str], checkers: set[str], scope: HelperScope
) -> list[ast.stmt]:
    kept: list[ast.stmt] = []
    for statement in statements:
        checks = any(
            isinstance(node, ast.Assert) or (isinstance(node, ast.Name) and node.id in checkers)
            for node in ast.walk(statement)
        )
        if not checks and not leaves_a_turn(statement) and not _bound_by(statement, scope) & needed:
            continue
        match statement:
            case ast.If() | ast.For() | ast.While():
                body = _reduced_block(statement.body, needed, checkers, scope)
                orelse = _reduced_block(statement.orelse, needed, checkers, scope)
                kept.append(_with_blocks(statement, body, orelse))
            case ast.With():
                body = _reduced_block(statement.body, needed, checkers, scope)
                kept.append(ast.With(items=statement.items, body=body or [ast.Pass()]))
            # Of a `try`, any part may be what another part handles.
            case ast.Pass():
                pass
            case _:
                kept.append(statement)
    return kept


def _with_blocks(statement: _Block, body: list[ast.stmt], orelse: list[ast.stmt]) -> _Block:
    changed = copy.copy(statement)
    changed.body, changed.orelse = body or [ast.Pass()], orelse
    return changed


def _returns_early(statement: ast.stmt) -> ast.If | None:
    """`if …: …; return` with nothing but that return; several `if` in each other as one."""
    match statement:
        case ast.If(test=test, body=[*_, ast.Return()], orelse=[]):
            return ast.If(test=test, body=[ast.Return(value=None)], orelse=[])
        case ast.If(test=test, body=[ast.If() as inner], orelse=[]) if (reduced := _returns_early(inner)) is not None:
            both = ast.BoolOp(op=ast.And(), values=[test, reduced.test])
            return ast.If(test=both, body=reduced.body, orelse=[])
    return None


def _without_checks(statement: ast.stmt, scope: HelperScope) -> ast.stmt:
    """A statement that may return, which keeps what is behind it from being reached, with its checks passed."""
    if statement not in scope.work.passed:
        scope.work.passed[statement] = _PassingChecks(scope.functions).visit(copy.deepcopy(statement))
    return scope.work.passed[statement]


class _PassingChecks(ast.NodeTransformer):
    def __init__(self, functions: Functions) -> None:
        self.functions = functions

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                inner = ast.walk(self.functions[name])
                return ast.Pass() if any(isinstance(each, ast.Assert | ast.Raise) for each in inner) else node
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return ast.Pass()

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.Pass()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node


def may_return(statement: ast.stmt) -> bool:
    """Whether a statement may end the function that it stands in, or wait in it."""
    return leaves(statement, (ast.Yield, ast.YieldFrom, ast.Await))


def _bound_by(statement: ast.stmt, scope: HelperScope) -> set[str]:
    """The same as `_binds`, once for each statement: every guard behind it asks."""
    if statement not in scope.work.bound:
        scope.work.bound[statement] = _binds(statement)
    return scope.work.bound[statement]


def _binds(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, or whose value it may change by a method, an item or an attribute."""
    # `x.f()` alone on a line is there for what it does to x. In an expression most methods are asked for their result,
    # and keeping all those statements would make blocks of conditions that stand alone: there, only what takes counts.
    # The bindings themselves, in whatever form.
    names = bound_in([statement])
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        # A nested function changes nothing until it is called.
        return names
    for node in ast.walk(statement):
        match node:
            # A method, item or attribute may change the value behind a name.
            case (
                ast.Subscript(value=changed, ctx=ast.Store() | ast.Del())
                | ast.Attribute(value=changed, ctx=ast.Store() | ast.Del())
                | ast.Expr(value=ast.Call(func=ast.Attribute(value=changed)))
            ):
                names |= _root(changed)
            case ast.Call(func=ast.Attribute(value=changed, attr=method)) if method in _TAKING:
                names |= _root(changed)
            # Some builtins change their first argument.
            case ast.Call(func=ast.Name(id=function) | ast.Attribute(attr=function), args=[changed, *_]) if (
                function in CHANGING_AN_ARGUMENT
            ):
                names |= _root(changed)
    return names


_TAKING = frozenset({row.name for row in TABLE if row.changes and row.gives == "element"} | {"popleft"})
"""Methods of builtin and standard containers that change them and have a result."""


def _root(changed: ast.expr) -> set[str]:
    """The name whose value has what is changed: `x` of `x[0].items`; none where that is no name."""
    while isinstance(changed, ast.Subscript | ast.Attribute):
        changed = changed.value
    return {changed.id} if isinstance(changed, ast.Name) else set()


def names_of(statements: Sequence[ast.AST]) -> set[str]:
    """The names that statements use and do not define as functions themselves."""
    nodes = [node for statement in statements for node in ast.walk(statement)]
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    return {node.id for node in nodes if isinstance(node, ast.Name)} - defined


def with_body(function: ast.FunctionDef, body: Sequence[ast.stmt]) -> ast.FunctionDef:
    changed = copy.copy(function)
    changed.body, changed.decorator_list, changed.returns = list(body), [], None
    changed.args = _without_hints(function.args)
    return changed


def _without_hints(given: ast.arguments) -> ast.arguments:
    def plain(argument: ast.arg) -> ast.arg:
        return ast.arg(arg=argument.arg)

    return ast.arguments(
        posonlyargs=[plain(posonlyarg) for posonlyarg in given.posonlyargs],
        args=[plain(arg) for arg in given.args],
        vararg=None if given.vararg is None else plain(given.vararg),
        kwonlyargs=[plain(kwonlyarg) for kwonlyarg in given.kwonlyargs],
        kw_defaults=given.kw_defaults,
        kwarg=None if given.kwarg is None else plain(given.kwarg),
        defaults=given.defaults,
    )
