"""A program without some of its clauses: the decorator, assertion, guard or field that states one is taken out."""

import ast
import re
from collections.abc import Sequence

from ...frontends.python.styles.model import DefinitionNode
from ..datasets.tasks import ContractTask, SourcePlace, parse_module


def without_clauses(task: ContractTask, places: Sequence[SourcePlace]) -> str | None:
    """The text of a task's module without the clauses at these places; None where one of them is stated by nothing that
    can be taken out alone."""
    tree = parse_module(task.context)
    node = _definition(tree, task)
    if node is None or not all(_take_out(node, source_place) for source_place in places):
        return None
    # Where fields with and without a default may stand in any order, one that is not checked has one.
    if task.declaration is not None and task.declaration.manner == "model_validate":
        for field in node.body:
            if isinstance(field, ast.AnnAssign) and field.value is None and ast.unparse(field.annotation) == _UNCHECKED:
                field.value = ast.Constant(None)
    return ast.unparse(ast.fix_missing_locations(tree))


def _definition(tree: ast.Module, task: ContractTask) -> DefinitionNode | None:
    nodes = (node for node in ast.walk(tree) if isinstance(node, DefinitionNode))
    return next((node for node in nodes if node.lineno == task.line), None)


def stating(node: DefinitionNode, source_place: SourcePlace) -> ast.expr | ast.stmt | None:
    """What states a clause of a function or class: a decorator, an assertion, a guard, a raise that is reached, a
    call that checks, or the line of a field."""
    for decorator in node.decorator_list:
        if _covers(decorator, source_place):
            return decorator
    holders = [
        statement
        for statement in ast.walk(node)
        if isinstance(statement, ast.stmt) and _covers(statement, source_place)
    ]
    # The innermost one, which the walk comes to last.
    for holder in reversed(holders):
        match holder:
            case ast.Assert() | ast.AnnAssign():
                return holder
            # A clause may be a function of its own: an invariant, a validator.
            case ast.FunctionDef() if holder is not node and _begins(holder, source_place):
                return holder
            case ast.If() if _covers(holder.test, source_place) or _begins(holder, source_place):
                return holder
            case ast.Raise() | ast.Expr() if _begins(holder, source_place):
                return holder
            case ast.Expr(value=ast.BoolOp() | ast.IfExp()) if _covers(holder, source_place):
                return holder
    return None


def _take_out(node: DefinitionNode, source_place: SourcePlace) -> bool:
    match stating(node, source_place):
        case ast.expr() as decorator:
            node.decorator_list.remove(decorator)
        case ast.Assert() as assertion:
            assertion.test, assertion.msg = ast.Constant(value=True), None
        case ast.If() as guard:
            # Of `if c: …` with `else: raise`, what is refused is that c does not hold.
            guard.test = ast.Constant(value=not isinstance(guard.body[-1], ast.Raise) and _refuses_otherwise(guard))
        case ast.AnnAssign() as declared:
            declared.annotation = ast.Name(_UNCHECKED, ast.Load())
            declared.value = _unchecked(declared.value)
        case ast.FunctionDef() as validator:
            kept = [each for each in validator.decorator_list if ast.unparse(each) == "classmethod"]
            validator.decorator_list = kept
        case ast.Raise() | ast.Expr() as statement:
            for child in ast.walk(node):
                for name in ("body", "orelse", "finalbody"):
                    suite = getattr(child, name, None)
                    if isinstance(suite, list) and statement in suite:
                        suite[suite.index(statement)] = ast.copy_location(ast.Pass(), statement)
        case _:
            return False
    return True


_UNCHECKED = "object"
"""The annotation of a field that may have any value."""
_DEFAULTS = frozenset({"default", "default_factory", "factory", "alias", "validation_alias", "init", "kw_only"})
"""What a field is given that says nothing of its values."""


def _unchecked(value: ast.expr | None) -> ast.expr | None:
    """What a field is declared with, without what is checked of its values, and with a default."""
    match value:
        case ast.Call(func=ast.Name(id="Field") | ast.Attribute(attr="Field") as called, args=args, keywords=keywords):
            kept = [keyword for keyword in keywords if keyword.arg in _DEFAULTS]
            defaults = [arg for arg in args if ast.unparse(arg) != "..."]
            given = defaults or any(str(keyword.arg).startswith("default") for keyword in kept)
            return ast.Call(called, defaults if given else [ast.Constant(None)], kept)
        case ast.Call(func=called, args=args, keywords=keywords):
            return ast.Call(called, args[:1], [keyword for keyword in keywords if keyword.arg in _DEFAULTS])
    return value


def _refuses_otherwise(guard: ast.If) -> bool:
    return bool(guard.orelse) and isinstance(guard.orelse[-1], ast.Raise)


def message_of(task: ContractTask, source_place: SourcePlace) -> str:
    """A part of the message of what a clause of a task's module raises, as far as that is written there; empty where it
    is not."""
    node = _definition(parse_module(task.context), task)
    match None if node is None else stating(node, source_place):
        case ast.Assert(msg=message):
            return _constant_part(message)
        case ast.Raise(exc=ast.Call(args=[message, *_])):
            return _constant_part(message)
        case ast.If(body=body, orelse=orelse):
            for suite in (body, orelse):
                match suite:
                    # Many bind the message to a name before: `msg = f"…"`, and `raise ValueError(msg)`.
                    case [
                        *_,
                        ast.Assign(targets=[ast.Name(id=bound)], value=message),
                        ast.Raise(exc=ast.Call(args=[ast.Name(id=name), *_])),
                    ] if bound == name:
                        return _constant_part(message)
                    case [*_, ast.Raise(exc=ast.Call(args=[message, *_]))]:
                        return _constant_part(message)
    return ""


def written(task: ContractTask, source_place: SourcePlace) -> str:
    """Return what states a clause, as it is written, on one line: `if n < 0: raise ValueError("n")`. Empty where
    nothing in the module is known to state it."""
    node = _definition(parse_module(task.context), task)
    statement = None if node is None else stating(node, source_place)

    def text(node_part: ast.expr | ast.stmt) -> str:
        return " ".join((ast.get_source_segment(task.context, node_part) or "").split())

    match statement:
        case None:
            return ""
        case ast.If(test=test, body=[*_, ast.Raise() as raised]):
            return f"if {text(test)}: {text(raised)}"
        # The call of a function that raises, by whatever name.
        case ast.If(test=test, body=[ast.Expr(ast.Call()) as call], orelse=[]):
            return f"if {text(test)}: {text(call)}"
        case ast.If(test=test, orelse=[*_, ast.Raise() as raised]):
            return f"if {text(test)}: …; else: {text(raised)}"
        case ast.If(test=test):
            return f"if {text(test)}"
        case ast.expr():
            return f"@{text(statement)}"
    return text(statement)


_CONVERSION = re.compile(r"%(?:\([^)]*\))?[-#0 +]*[\d*]*(?:\.[\d*]+)?[a-zA-Z%]")
_FIELD = re.compile(r"[{}]+[^{}]*[{}]+")


def _constant_part(message: ast.expr | None) -> str:
    """The longest part of a text that is the same in every call."""
    return max(_constant_parts(message), key=len, default="")


def _constant_parts(message: ast.expr | None) -> list[str]:
    match message:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            return [part for value in values if isinstance(value, ast.Constant) for part in _constant_parts(value)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [*_constant_parts(left), *_constant_parts(right)]
        case ast.BinOp(left=left, op=ast.Mod()):
            return [part for text in _constant_parts(left) for part in _CONVERSION.split(text)]
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return [part for text in _constant_parts(value) for part in _FIELD.split(text)]
    return []


def _begins(node: ast.stmt, source_place: SourcePlace) -> bool:
    return (node.lineno, node.col_offset + 1) == (source_place.line, source_place.column)


def _covers(node: ast.expr | ast.stmt, source_place: SourcePlace) -> bool:
    """Whether a place begins inside a node. Columns of trees count bytes; lines of contracts with others than ASCII
    characters before them are compared by line alone where that matters not."""
    if source_place.line is None or node.end_lineno is None or node.end_col_offset is None:
        return False
    begins = (source_place.line, (source_place.column or 1) - 1)
    return (node.lineno, node.col_offset) <= begins <= (node.end_lineno, node.end_col_offset)
