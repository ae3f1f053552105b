"""PEP 316: `pre:` and `post:` in a docstring, an expression behind the colon or one on each indented line below.

`__return__` is the result and `__old__.x` the argument x before the call; `forall`, `exists` and `implies` are what the
PEP says they are. A line that is no expression over the
function's parameters is prose.
"""

import ast
import re
from collections.abc import Iterator

from ..pieces import Piece, TextEdit, edited, replaced
from .applied import all_parameters
from .model import RESULT, FunctionNode, Module, Promise

_LABEL = re.compile(r"^(?P<indent>[ \t]*)(?:[rRuU]?(?:\"\"\"|'''|\"|'))?[ \t]*(?P<label>pre|post)(?:\[[^\]\n]*\])?:")


def promises(module: Module, function: FunctionNode) -> Iterator[Promise]:
    """The clauses of a function's docstring."""
    statement = function.body[0]
    if ast.get_docstring(function, clean=False) is None or not isinstance(statement, ast.Expr):
        return
    start, end = module.range(statement)
    text = module.source.text
    kind, margin = None, 0
    line = text.rfind("\n", 0, start) + 1
    while line < end:
        stop = min(text.find("\n", line) % (len(text) + 1), end)
        begin, label = max(line, start), _LABEL.match(text[line:stop])
        if label is not None:
            kind, margin, begin = label["label"], len(label["indent"]), line + label.end()
        elif text[line:stop].strip() and len(text[line:stop]) - len(text[line:stop].lstrip()) <= margin:
            kind = None
        if kind is not None:
            promise = _promise(module, function, kind, begin, stop)
            if promise is not None:
                yield promise
        line = stop + 1


def _promise(module: Module, function: FunctionNode, kind: str, start: int, end: int) -> Promise | None:
    text = module.source.text
    written = text[start:end].rstrip("\"'") if text[start:end].rstrip().endswith(('"""', "'''")) else text[start:end]
    written = written.partition(" #")[0]
    first = start + len(written) - len(written.lstrip())
    last = start + len(written.rstrip())
    try:
        tree = ast.parse(text[first:last], mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    of_function = names & {*all_parameters(function), "__return__"}
    if not of_function or "\\" in text[first:last] or not text[first:last].isascii():
        return None
    pieces = edited(text, first, last, _edits(tree, first, _bound_in(module)))
    if isinstance(tree, ast.Tuple):
        pieces = [Piece("(", first, first), *pieces, Piece(")", last, last)]
    return Promise("requires" if kind == "pre" else "ensures", tuple(pieces), first, first)


_QUANTIFIERS = {
    ("forall", 1): "all", ("forall", 2): "(lambda a, fn: all(map(fn, a)))",
    ("exists", 1): "any", ("exists", 2): "(lambda a, fn: any(map(fn, a)))",
    ("implies", 2): "(lambda test, then: then if test else True)",
    ("implies", 3): "(lambda test, then, otherwise: then if test else otherwise)",
}  # fmt: skip
"""The functions that PEP 316 adds to the builtins, by their number of arguments."""


def _bound_in(module: Module) -> set[str]:
    """Which of these functions a module has of its own."""
    nodes = (node for statement in module.tree.body for node in ast.walk(statement))
    names = {getattr(node, "name", None) or getattr(node, "id", None) for node in nodes}
    return {name for name, _ in _QUANTIFIERS if name in names}


def _edits(tree: ast.expr, start: int, own: set[str]) -> Iterator[TextEdit]:
    quantified = {
        node.func: _QUANTIFIERS.get((node.func.id, len(node.args)))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if not node.keywords and node.func.id not in own
    }
    for node in ast.walk(tree):
        begin, stop = start + getattr(node, "col_offset", 0), start + (getattr(node, "end_col_offset", 0) or 0)
        match node:
            case ast.Name() if (meaning := quantified.get(node)) is not None:
                yield replaced(begin, stop, meaning)
            case ast.Name(id="__return__"):
                yield replaced(begin, stop, RESULT)
            case ast.Attribute(value=ast.Name(id="__old__"), attr=name):
                yield replaced(begin, stop, name)
