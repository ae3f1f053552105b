"""Conditions given as functions, `lambda x: x > 0` or the name of one, as the text of their application.

A lambda whose parameters are called as its arguments are is its body. Otherwise they are renamed; where a name would
be captured, or the argument has a default, the text is the call of the lambda itself.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping

from ..constants.names import bound_in
from ..pieces import Piece, TextEdit, copy, edited, replaced
from .model import FunctionNode, Module


def parameters(function: FunctionNode | ast.Lambda) -> list[str]:
    """The names of the parameters that are neither starred nor keyword-only."""
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]


def all_parameters(function: FunctionNode | ast.Lambda) -> list[str]:
    """The names of all parameters."""
    declared_arguments = function.args
    starred = [argument for argument in (declared_arguments.vararg, declared_arguments.kwarg) if argument is not None]
    return [*parameters(function), *(argument.arg for argument in (*declared_arguments.kwonlyargs, *starred))]


def is_plain(function: FunctionNode | ast.Lambda) -> bool:
    """Whether it has parameters without defaults and stars only."""
    declared_arguments = function.args
    return not (
        declared_arguments.vararg
        or declared_arguments.kwarg
        or declared_arguments.kwonlyargs
        or declared_arguments.defaults
    )


def call_of(function: FunctionNode, *more: str) -> str:
    """The arguments of a call that passes a function's parameters on, and more."""
    declared_arguments = function.args
    call_arguments = [
        *parameters(function),
        *([f"*{declared_arguments.vararg.arg}"] if declared_arguments.vararg else []),
        *more,
    ]
    call_arguments += [f"{kwonlyarg.arg}={kwonlyarg.arg}" for kwonlyarg in declared_arguments.kwonlyargs]
    return ", ".join([*call_arguments, *([f"**{declared_arguments.kwarg.arg}"] if declared_arguments.kwarg else [])])


def body(
    module: Module, condition: ast.Lambda, names: Mapping[str, str], edits: Mapping[ast.expr, str] | None = None
) -> tuple[Piece, ...] | None:
    """The body of a lambda with its parameters renamed and some expressions replaced by other text.

    None where a name would mean something else after that.
    """
    changed = {old: new for old, new in names.items() if old != new}
    inside = edits or {}
    bound = set(_bound_inside(condition.body))
    # A name that the body binds would be renamed with it, or would hide the new name.
    if bound & (set(changed) | set(changed.values())):
        return None
    # A free name that is a new parameter name would be captured.
    names_in_body = {node.id for node in ast.walk(condition.body) if isinstance(node, ast.Name)}
    if (names_in_body - names.keys()) & set(changed.values()):
        return None
    changes = [replaced(*module.range(node), text) for node, text in inside.items()]
    skipped = {id(skipped_node) for node in inside for skipped_node in ast.walk(node)}
    for node in ast.walk(condition.body):
        if isinstance(node, ast.Name) and node.id in changed and id(node) not in skipped:
            changes.append(replaced(*module.range(node), changed[node.id]))
    return bracketed(module, condition.body, changes)


def bracketed(module: Module, node: ast.expr, edits: Iterable[TextEdit] = ()) -> tuple[Piece, ...]:
    """The text of an expression as the test of an assertion: in brackets where it needs them."""
    start, end_offset = module.range(node)
    pieces = edited(module.source.text, start, end_offset, edits)
    if "\n" in module.source.text[start:end_offset] or isinstance(node, ast.Tuple | ast.NamedExpr):
        return Piece("(", start, start), *pieces, Piece(")", end_offset, end_offset)
    return tuple(pieces)


def application(module: Module, condition: ast.expr, arguments: str) -> tuple[Piece, ...]:
    """The text of a call of the condition."""
    start, end_offset = module.range(condition)
    condition_text = copy(module.source.text, start, end_offset)
    if isinstance(condition, ast.Name):
        return condition_text, Piece(f"({arguments})", end_offset, end_offset)
    return Piece("(", start, start), condition_text, Piece(f")({arguments})", end_offset, end_offset)


def _bound_inside(node: ast.expr) -> Iterator[str]:
    """The names that an expression binds: in lambdas, comprehensions and assignment expressions."""
    for node_inside in ast.walk(node):
        if isinstance(node_inside, ast.Name) and isinstance(node_inside.ctx, ast.Store):
            yield node_inside.id
        elif isinstance(node_inside, ast.arg):
            yield node_inside.arg


def check_names(module: Module, function: FunctionNode, condition: ast.expr) -> None:
    """Raises Unsupported where a name of the module in a condition would mean something of the function's, or where a
    `**` parameter may have a key that is the name of another: libraries give a condition one of the two."""
    if function.args.kwarg and function.args.posonlyargs:
        raise module.unsupported("a ** parameter beside positional-only ones", condition)
    bound_names = {*_bound_inside(condition)}
    used = {node.id: node for node in ast.walk(condition) if isinstance(node, ast.Name)}
    for name in sorted(used.keys() & {*all_parameters(function), *bound_in(function.body)} - bound_names):
        raise module.unsupported(f"name {name!r} of the module, which the function binds too", used[name])
