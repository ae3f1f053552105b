"""Contracts in docstrings, as PEP 316 and CrossHair define them: `pre:`, `post:` and `inv:`, for Sphinx with a colon
before it or two behind it, an expression behind that or one on each indented line below.

`__return__` is the result and `__old__.x` the argument x before the call; `forall`, `exists` and `implies` are what the
PEP says they are. A line that mentions no parameter of the function is prose. What does and is no expression, or stands
behind any other label (`:requires:`, `@precondition:`), which nobody defines as a check, is told.
"""

import ast
import re
from collections.abc import Iterator

from attrs import frozen

from ..pieces import Piece, TextEdit, edited, replaced
from .applied import all_parameters
from .model import RESULT, ConditionKind, DefinitionNode, FunctionNode, Module, Promise, before
from .unread import UnreadGuard

SELF = "self"
"""The object that an invariant is about."""
_START = r"^(?P<indent>[ \t]*)(?:[rRuU]?(?:\"\"\"|'''|\"|'))?[ \t]*"
_LABEL = re.compile(_START + r":?(?P<label>pre|post|inv)(?:\[[^\]\n]*\])?::?(?!:)")
_OTHER = re.compile(_START + r"[:@\\]?(?i:require|ensure|pre|post|(?:pre|post)-?condition)s?[ \t]*::?(?!:)")
_EPYDOC = re.compile(_START + r"@(?:require|ensure|pre|post|(?:pre|post)condition)s?[ \t]+")
_KINDS: dict[str, ConditionKind] = {"pre": "requires", "post": "ensures", "inv": "requires"}


@frozen(slots=True)
class _Labelled:
    """A part of a line of a docstring, and the label that it stands behind; None: of no tool that checks it."""

    label: str | None
    start: int
    end: int


def promises(module: Module, function: FunctionNode) -> Iterator[Promise]:
    """The clauses of a function's docstring."""
    names = {*all_parameters(function), "__return__", "_"}
    for part in _labelled(module, function):
        if part.label in ("pre", "post"):
            promise = _promise(module, names, part)
            if promise is not None:
                yield promise


def invariants(module: Module, node: ast.ClassDef) -> Iterator[Promise]:
    """The clauses about `self` in a class's docstring."""
    for part in _labelled(module, node):
        if part.label == "inv":
            promise = _promise(module, {SELF}, part)
            if promise is not None:
                yield promise


def unread_conditions(module: Module, function: FunctionNode) -> Iterator[UnreadGuard]:
    """The conditions of a function's docstring that are no expressions, or stand behind a label of no tool that checks
    them."""
    names = {*all_parameters(function)}
    for part in _labelled(module, function):
        expression = _expression(module, names, part)
        reason = ""
        if part.label is None and expression is not None:
            # Behind such a label there are types and names, too.
            if isinstance(expression[2], ast.Compare | ast.BoolOp | ast.Call | ast.UnaryOp):
                reason = "it stands behind a label of no tool that checks it: `pre:` and `post:` are read"
        elif part.label in ("pre", "post") and expression is None:
            words = re.findall(r"\w+", module.source.text[part.start : part.end])
            # A parameter may have the name of the label, and its description stand behind that.
            reason = "it is no expression" if names.intersection(words) and part.label not in names else ""
        if reason:
            yield UnreadGuard(_in_place(module, part), reason)


def _in_place(module: Module, part: _Labelled) -> ast.expr:
    """A node with the text of a part and its place."""
    first, last = _written(module, part)
    text = module.source.text
    line, start = text.count("\n", 0, first) + 1, text.rfind("\n", 0, first) + 1
    columns = (len(text[start:place].encode("utf-8", "surrogatepass")) for place in (first, last))
    column, end_column = columns
    return ast.Name(
        text[first:last], ast.Load(), lineno=line, col_offset=column, end_lineno=line, end_col_offset=end_column
    )


def _labelled(module: Module, node: DefinitionNode) -> Iterator[_Labelled]:
    statement = node.body[0]
    if ast.get_docstring(node, clean=False) is None or not isinstance(statement, ast.Expr):
        return
    start, end_offset = module.range(statement)
    text = module.source.text
    # An expression belongs to the label above it as long as its line is indented further than the label: less
    # indentation ends the list, as in PEP 316.
    inside, kind, margin = False, None, 0
    line = text.rfind("\n", 0, start) + 1
    while line < end_offset:
        stop = min(text.find("\n", line) % (len(text) + 1), end_offset)
        begin, shown = max(line, start), text[line:stop]
        label = _LABEL.match(shown) or _OTHER.match(shown) or _EPYDOC.match(shown)
        if label is not None:
            inside, kind = True, label.groupdict().get("label")
            margin, begin = len(label["indent"]), line + label.end()
        elif shown.strip() and len(shown) - len(shown.lstrip()) <= margin:
            inside = False
        if inside:
            yield _Labelled(kind, begin, stop)
        line = stop + 1


def _written(module: Module, part: _Labelled) -> tuple[int, int]:
    """Where a part starts and ends without blanks, quotes and a comment."""
    written = module.source.text[part.start : part.end]
    if written.rstrip().endswith(('"""', "'''")):
        written = written.rstrip().rstrip("\"'")
    written = written.partition(" #")[0]
    return part.start + len(written) - len(written.lstrip()), part.start + len(written.rstrip())


def _expression(module: Module, names: set[str], part: _Labelled) -> tuple[int, int, ast.expr] | None:
    """Where the expression of a part is, and the expression; None where it is none that mentions one of some names."""
    text = module.source.text
    first, last = _written(module, part)
    # The text decides whether it is a promise: prose behind a label is no expression, or mentions nothing of the
    # function.
    try:
        tree = ast.parse(text[first:last], mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    mentioned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & names
    if not mentioned or "\\" in text[first:last] or not text[first:last].isascii():
        return None
    return first, last, tree


def _promise(module: Module, names: set[str], part: _Labelled) -> Promise | None:
    expression = _expression(module, names, part)
    if expression is None or part.label is None:
        return None
    first, last, tree = expression
    text = module.source.text
    # Two readings of one promise: over the result alone, and with the values from before the call as variables of their
    # own.
    tests: list[tuple[Piece, ...]] = []
    for of_before in (False, True):
        pieces = edited(text, first, last, _edits(tree, first, _bound_in(module), of_before))
        if isinstance(tree, ast.Tuple):
            pieces = [Piece("(", first, first), *pieces, Piece(")", last, last)]
        tests.append(tuple(pieces))
    shown_text = text[first:last] if "__old__" in text[first:last] else None
    return Promise(_KINDS[part.label], tests[0], first, first, shown_text, two_state=tests[1])


_QUANTIFIERS = {
    ("forall", 1): "all",
    ("forall", 2): "(lambda a, fn: all(map(fn, a)))",
    ("exists", 1): "any",
    ("exists", 2): "(lambda a, fn: any(map(fn, a)))",
    ("implies", 2): "(lambda test, then: then if test else True)",
    ("implies", 3): "(lambda test, then, otherwise: then if test else otherwise)",
}
"""The functions that PEP 316 adds to the builtins, by their number of arguments."""


def _bound_in(module: Module) -> set[str]:
    """Which of these functions a module has of its own."""
    nodes = (node for statement in module.tree.body for node in ast.walk(statement))
    names = {getattr(node, "name", None) or getattr(node, "id", None) for node in nodes}
    return {name for name, _ in _QUANTIFIERS if name in names}


def _edits(tree: ast.expr, start: int, own_names: set[str], of_before: bool) -> Iterator[TextEdit]:
    # By number of arguments: `forall(xs)` is `all`, and `forall(xs, fn)` asks a function.
    quantified = {
        node.func: _QUANTIFIERS.get((node.func.id, len(node.args)))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if not node.keywords and node.func.id not in own_names
    }
    for node in ast.walk(tree):
        # Columns count bytes from the start of a line: the same as places in the text, which is one line of ASCII.
        begin, stop = start + getattr(node, "col_offset", 0), start + (getattr(node, "end_col_offset", 0) or 0)
        match node:
            case ast.Name() if (meaning := quantified.get(node)) is not None:
                yield replaced(begin, stop, meaning)
            case ast.Name(id="__return__" | "_"):
                yield replaced(begin, stop, RESULT)
            case ast.Attribute(value=ast.Name(id="__old__"), attr=name):
                yield replaced(begin, stop, before(name) if of_before else name)
