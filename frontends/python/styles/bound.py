"""Assertions that bind a name for later ones: `assert (n := len(xs)) > 1`, then `assert n < 5`.

A clause has no effect where it is left out, but the name is needed then too. What such an assertion binds whenever it
is evaluated is set-up before it: `n = len(xs)`, then `assert n > 1`.
"""

import ast
from collections.abc import Iterator

from ..pieces import Piece, TextEdit, copy
from .model import Module


def bindings(test: ast.expr) -> list[ast.NamedExpr]:
    """The assignment expressions that are evaluated whenever a condition is, in the order of evaluation; none where
    not all are: then moving some would change the others."""
    found = list(_always(test))
    whole = [node for node in ast.walk(test) if isinstance(node, ast.NamedExpr)]
    return found if len(found) == len(whole) else []


def _always(node: ast.expr) -> Iterator[ast.NamedExpr]:
    match node:
        case ast.NamedExpr():
            yield node
        case ast.BoolOp(values=[first, *_]) | ast.IfExp(test=first):
            yield from _always(first)
        case ast.Compare(left=left, comparators=[first, *_]):
            yield from _always(left)
            yield from _always(first)
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from _always(child)
                elif isinstance(child, ast.keyword):
                    yield from _always(child.value)


def set_up(statement: ast.Assert) -> list[ast.stmt]:
    """The assignments that an assertion stands for when it is left out."""
    return [
        ast.copy_location(ast.Assign([ast.Name(each.target.id, ast.Store())], each.value), statement)
        for each in bindings(statement.test)
    ]


def edits(module: Module, statement: ast.Assert) -> Iterator[TextEdit]:
    """What makes the text of an assertion one of its set-up and the assertion."""
    found = bindings(statement.test)
    if not found:
        return
    text = module.source.text
    start, first = module.range(statement)[0], module.range(statement.test)[0]
    line = text[text.rfind("\n", 0, start) + 1 : start]
    margin = "".join(character if character in "\t\f" else " " for character in line)
    pieces: list[Piece] = []
    for each in found:
        begin, end = module.range(each.value)
        pieces += [Piece(f"{each.target.id} = (", begin, begin), copy(text, begin, end)]
        pieces.append(Piece(f")\n{margin}", end, end))
    yield start, start + len("assert"), (*pieces, Piece("assert", start, first, shown=module.text(statement.test)))
    for each in found:
        begin, end = module.range(each)
        yield begin, end, (Piece(each.target.id, begin, end),)
