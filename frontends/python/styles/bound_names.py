"""Names that assertions bind for those behind them: `assert (n := len(xs)) > 1`, then `assert n < 5`."""

import ast
from collections.abc import Iterator

from ..pieces import Piece, TextEdit, copy
from .model import Module


def bindings(test: ast.expr) -> list[ast.NamedExpr]:
    """The assignment expressions that are evaluated whenever a condition is, in the order of evaluation; none where
    not all are: then moving some would change the others."""
    bound_always = list(_always(test))
    all_bindings = [node for node in ast.walk(test) if isinstance(node, ast.NamedExpr)]
    return bound_always if len(bound_always) == len(all_bindings) else []


def _always(node: ast.expr) -> Iterator[ast.NamedExpr]:
    match node:
        case ast.NamedExpr():
            yield node
        case ast.BoolOp(values=[first, *_]) | ast.IfExp(test=first):
            yield from _always(first)
        # A chain stops at the first link that is false: of `a < b < c` the last operand may not be evaluated.
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
        ast.copy_location(ast.Assign([ast.Name(binding.target.id, ast.Store())], binding.value), statement)
        for binding in bindings(statement.test)
    ]


def bound_before(module: Module, statement: ast.Assert) -> Iterator[TextEdit]:
    """What makes the text of an assertion one of its set-up and the assertion."""
    bound_names = bindings(statement.test)
    if not bound_names:
        return
    text = module.source.text
    start, first = module.range(statement)[0], module.range(statement.test)[0]
    line = text[text.rfind("\n", 0, start) + 1 : start]
    # The margin keeps tabs, so that the new lines are indented as the old one is.
    margin = "".join(character if character in "\t\f" else " " for character in line)
    pieces: list[Piece] = []
    for binding in bound_names:
        begin, end_offset = module.range(binding.value)
        pieces += [Piece(f"{binding.target.id} = (", begin, begin), copy(text, begin, end_offset)]
        pieces.append(Piece(f")\n{margin}", end_offset, end_offset))
    # Set-up lines come first and in the order of evaluation; the assertion then reads the names.
    yield start, start + len("assert"), (*pieces, Piece("assert", start, first, shown=module.text(statement.test)))
    for binding in bound_names:
        begin, end_offset = module.range(binding)
        yield begin, end_offset, (Piece(binding.target.id, begin, end_offset),)
