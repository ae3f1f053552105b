"""Constants of a class that its validator functions may compare a field with."""

import ast
from collections.abc import Iterator

from ..datasets.declarations import definition_of
from ..datasets.tasks import parse_module

MOST = 40


def hints_of(text: str, name: str, field: str) -> list[str]:
    """Texts of constants in a class of a module: those of functions whose decorators name the field first."""
    try:
        node = definition_of(parse_module(text), name)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    if node is None:
        return []
    functions = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)]
    naming = [each for each in functions if field in set(_constants(*each.decorator_list))]
    found = dict.fromkeys(repr(each) for each in (*_constants(*naming), *_constants(node)))
    return list(found)[:MOST]


def _constants(*nodes: ast.AST) -> Iterator[object]:
    for node in (inner for each in nodes for inner in ast.walk(each)):
        if isinstance(node, ast.Constant) and type(node.value) in (str, int, float) and len(str(node.value)) < 100:
            yield node.value
