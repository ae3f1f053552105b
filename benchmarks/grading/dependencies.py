"""What a check depends on, of the statements before it; and the work that all walks over a program share."""

import ast
import copy
from collections.abc import Mapping, Sequence

from attrs import define, field, frozen

from ...core.ir.python_builtins import TABLE
from ...frontends.python.constants.names import bound_in
from ...frontends.python.styles.harmless import CHANGING_AN_ARGUMENT
from ...frontends.python.styles.leading import leaves

MOST_STEPS = 20_000
"""Statements that are looked at in one program, those of a helper at each of its calls."""

Functions = Mapping[str, ast.FunctionDef]


@define(slots=True, eq=False)
class StatementWork:
    """What has been done for one program: every walk over its statements shares it, so that nesting and calls cost what
    they are long, not what they could be combined to."""

    steps: int = 0
    checked: dict[tuple[ast.stmt, int], bool] = field(factory=dict)
    bound: dict[ast.stmt, set[str]] = field(factory=dict)
    passed: dict[ast.stmt, ast.stmt] = field(factory=dict)

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooManySteps


class TooManySteps(Exception):
    """There is more than `MOST_STEPS` to look at."""


@frozen(slots=True)
class HelperScope:
    """The helpers at hand, how deep their calls are still followed, and the work that is shared."""

    functions: Functions
    depth: int
    work: StatementWork


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
            reduced = statement
            if isinstance(statement, ast.FunctionDef) and not statement.decorator_list:
                reduced = with_body(statement, statement.body)
        kept.append(reduced)
        needed |= names_of([reduced])
    return kept[::-1]


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
        scope.work.passed[statement] = _PassingChecks().visit(copy.deepcopy(statement))
    return scope.work.passed[statement]


class _PassingChecks(ast.NodeTransformer):
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


def names_of(statements: Sequence[ast.stmt]) -> set[str]:
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
