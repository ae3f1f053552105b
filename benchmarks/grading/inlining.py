"""Checks as they would stand without helpers and other names for the parameters.

A helper that only asserts, one that returns a condition, an unpacked `*args` or a second name say what the assertion
itself says. Written out, they have a normal form like it, and no solver is asked whether they mean the same. Whatever
is not plainly so stays as it is.
"""

import ast
import copy
from collections.abc import Mapping, Sequence

from .dependencies import Functions

DEEPEST = 3
"""Conditions that call conditions are followed so deep."""


class _Substituted(ast.NodeTransformer):
    """Names replaced by expressions, where they are read."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self.values.get(node.id)
        return node if value is None or not isinstance(node.ctx, ast.Load) else copy.deepcopy(value)


def substituted(node: ast.AST, values: Mapping[str, ast.expr]) -> ast.AST | None:
    """A copy of a node with names replaced by expressions; None where something in it binds one of the names, or a name
    in one of the expressions."""
    free = {inner.id for value in values.values() for inner in ast.walk(value) if isinstance(inner, ast.Name)}
    for inner in ast.walk(node):
        bound = inner.id if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load) else None
        bound = inner.arg if isinstance(inner, ast.arg) else bound
        if bound in values or bound in free or isinstance(inner, ast.Global | ast.Nonlocal):
            return None
    changed: ast.AST = _Substituted(values).visit(copy.deepcopy(node))
    return ast.fix_missing_locations(changed)


def written_out(condition: ast.expr, functions: Functions, depth: int = DEEPEST) -> ast.expr:
    """A condition with the conditions in place of the calls that return them: of `ok(n)` and `def ok(x): return x > 0`
    it is `n > 0`."""
    match condition:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.UnaryOp(op=ast.Not(), operand=written_out(operand, functions, depth))
        case ast.BoolOp(op=op, values=values):
            return ast.BoolOp(op=op, values=[written_out(value, functions, depth) for value in values])
        case ast.Call(func=ast.Name(id=name)) if depth and name in functions:
            helper = functions[name]
            body = [each for each in helper.body if not _is_docstring(each)]
            given = arguments(helper, condition)
            if given is not None and len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
                value = substituted(body[0].value, given) if _in_place(given, body) else None
                if isinstance(value, ast.expr):
                    return written_out(value, functions, depth - 1)
    return condition


def called(helper: ast.FunctionDef, call: ast.Call, statements: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """What statements of a helper do where it is called so; None where that is not plain."""
    given = arguments(helper, call)
    if given is None:
        return None
    if not _in_place(given, statements):
        return None
    found = [substituted(statement, given) for statement in statements]
    return [each for each in found if isinstance(each, ast.stmt)] if None not in found else None


def arguments(helper: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr] | None:
    """What a call gives the parameters of a helper, where it gives one expression to each."""
    args = helper.args
    names = [argument.arg for argument in (*args.posonlyargs, *args.args)]
    plain = not (args.vararg or args.kwarg or args.kwonlyargs or call.keywords or helper.decorator_list)
    if not plain or len(names) != len(call.args):
        return None
    if any(isinstance(value, ast.Starred) for value in call.args):
        return None
    return dict(zip(names, call.args, strict=True))


def _in_place(given: Mapping[str, ast.expr], statements: Sequence[ast.stmt]) -> bool:
    """Whether expressions may stand where the parameters do that they are given to: names and constants anywhere, one
    of another kind where the first of the statements reads it once, before anything else is done."""
    others = [name for name, value in given.items() if not isinstance(value, ast.Name | ast.Constant)]
    if not others:
        return True
    nodes = [node for statement in statements for node in ast.walk(statement)]
    read = [node.id for node in nodes if isinstance(node, ast.Name) and node.id in others]
    match statements:
        case [ast.Assert(test=ast.Name() | ast.UnaryOp(operand=ast.Name()))] | [ast.Return(value=ast.Name())]:
            return read == others
    return False


def without_aliases(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Statements without those at their start that only give a value that has a name another one."""
    rest = list(statements)
    while len(rest) > 1 and (bound := _aliases(rest[0])) is not None:
        changed = [substituted(statement, bound) for statement in rest[1:]]
        if None in changed:
            break
        rest = [each for each in changed if isinstance(each, ast.stmt)]
    return rest


def _aliases(statement: ast.stmt) -> dict[str, ast.expr] | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() as value):
            return {} if value.id == name else {name: value}
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(values):
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            own = [value.id for value in values if isinstance(value, ast.Name)]
            if len(names) == len(own) == len(targets) == len(set(names)):
                pairs = zip(names, values, own, strict=True)
                return {name: value for name, value, known in pairs if name != known}
    return None


def with_positions(function: ast.FunctionDef, parameters: Sequence[str]) -> ast.FunctionDef:
    """A function `def f(*args)` with the parameters of its task in place of `args[0]`, `*args` and `len(args)`."""
    args = function.args
    if args.vararg is None or args.args or args.posonlyargs or args.kwonlyargs:
        return function
    changed: ast.FunctionDef = _Positions(args.vararg.arg, parameters).visit(copy.deepcopy(function))
    changed.args.args = [ast.arg(arg=name) for name in parameters]
    # What is left of `args` itself is the tuple of all: first of all, it is bound.
    bound = ast.Assign(targets=[ast.Name(id=args.vararg.arg, ctx=ast.Store())], value=_tuple(parameters))
    changed.args.vararg = None
    changed.body.insert(0, ast.copy_location(bound, function.body[0]))
    return ast.fix_missing_locations(changed)


def _tuple(parameters: Sequence[str]) -> ast.Tuple:
    return ast.Tuple(elts=[ast.Name(id=name, ctx=ast.Load()) for name in parameters], ctx=ast.Load())


class _Positions(ast.NodeTransformer):
    def __init__(self, name: str, parameters: Sequence[str]) -> None:
        self.name, self.parameters = name, parameters

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(value=ast.Name(id=self.name), slice=ast.Constant(value=int(place)), ctx=ast.Load()):
                if 0 <= place < len(self.parameters):
                    return ast.copy_location(ast.Name(id=self.parameters[place], ctx=ast.Load()), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=self.name)]):
                return ast.copy_location(ast.Constant(len(self.parameters)), node)
        arguments: list[ast.expr] = []
        for argument in node.args:
            match argument:
                case ast.Starred(value=ast.Name(id=self.name)):
                    arguments += _tuple(self.parameters).elts
                case _:
                    arguments.append(argument)
        node.args = arguments
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Name(id=self.name)):
                if len(targets) == len(self.parameters):
                    node.value = ast.copy_location(_tuple(self.parameters), node)
        return node


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
