"""A program without some of its clauses: the decorator, assertion, guard or field that states one is taken out."""

import ast
from collections.abc import Sequence

from ...frontends.python.styles.model import DefinitionNode
from ..datasets.tasks import ContractTask, SourcePlace, parse_module


def without_clauses(task: ContractTask, places: Sequence[SourcePlace]) -> str | None:
    """The text of a task's module without the clauses at these places; None where one of them is stated by nothing that
    can be taken out alone."""
    tree = parse_module(task.context)
    nodes = (each for each in ast.walk(tree) if isinstance(each, DefinitionNode))
    node = next((each for each in nodes if each.lineno == task.line), None)
    if node is None or not all(_take_out(node, place) for place in places):
        return None
    return ast.unparse(ast.fix_missing_locations(tree))


def stating(node: DefinitionNode, place: SourcePlace) -> ast.expr | ast.stmt | None:
    """What states a clause of a function or class: a decorator, an assertion, a guard, or the line of a field."""
    for decorator in node.decorator_list:
        if _covers(decorator, place):
            return decorator
    holders = [each for each in ast.walk(node) if isinstance(each, ast.stmt) and _covers(each, place)]
    for each in reversed(holders):
        match each:
            case ast.Assert() | ast.AnnAssign():
                return each
            case ast.If() if _covers(each.test, place) or _begins(each, place):
                return each
    return None


def _take_out(node: DefinitionNode, place: SourcePlace) -> bool:
    match stating(node, place):
        case ast.expr() as decorator:
            node.decorator_list.remove(decorator)
        case ast.Assert() as assertion:
            assertion.test, assertion.msg = ast.Constant(value=True), None
        case ast.If() as guard:
            guard.test = ast.Constant(value=False)
        case ast.AnnAssign() as declared:
            declared.annotation = ast.Name("object", ast.Load())
            declared.value = None if isinstance(declared.value, ast.Call) else declared.value
        case _:
            return False
    return True


def _begins(node: ast.stmt, place: SourcePlace) -> bool:
    return (node.lineno, node.col_offset + 1) == (place.line, place.column)


def _covers(node: ast.expr | ast.stmt, place: SourcePlace) -> bool:
    """Whether a place begins inside a node. Columns of trees count bytes; lines of contracts with others than ASCII
    characters before them are compared by line alone where that matters not."""
    if place.line is None or node.end_lineno is None or node.end_col_offset is None:
        return False
    begins = (place.line, (place.column or 1) - 1)
    return (node.lineno, node.col_offset) <= begins <= (node.end_lineno, node.end_col_offset)
