"""What of a project's modules a function depends on: an edit of anything else leaves what is known of the function.

Needed is what is executed where the modules are imported, and each function and class by whose name anything needed
mentions one. Of a class the names are its own, those of its bases and those of its attributes: an object may be made of
it where these are read. A name in an annotation that is a text counts, too.

Example: an edit of the body of `a` changes nothing for `b`, unless `b`, or a function that `b` mentions, mentions `a`.
Where a module may be asked for names that are computed (`globals()`), all of it is needed.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from attrs import frozen

from ...frontends.python.constants.keeping import keeping
from ...frontends.python.constants.names import bound_in

_WORD = re.compile(r"[^\W\d]\w*")


@frozen(slots=True, eq=False)
class _Piece:
    """A statement of a module. `names`: by which it is needed; None where it always is. `mentions`: the names in it."""

    names: frozenset[str] | None
    mentions: frozenset[str]
    text: str
    lines: range


def needed_code(text: str, line: int, modules: Sequence[Path]) -> list[str] | None:
    """What the definition on a line of a module needs of the module and of others that it imports; None where it may be
    anything. Raises OSError for a module that cannot be read."""
    files = [_pieces(text), *(_pieces(file.read_text(encoding="utf-8", errors="replace")) for file in modules)]
    pieces: list[_Piece] = []
    for found in files:
        if found is None:
            return None
        pieces += found
    mentioned: set[str] = set()
    waiting = [*pieces]
    needed: list[_Piece] = []
    own = {id(piece) for piece in files[0] or () if line in piece.lines}
    # What is taken mentions further names, until nothing new is mentioned.
    while True:
        new = [
            piece
            for piece in waiting
            if piece.names is None or id(piece) in own or not piece.names.isdisjoint(mentioned)
        ]
        if not new:
            break
        taken = {id(piece) for piece in new}
        waiting = [piece for piece in waiting if id(piece) not in taken]
        needed += new
        mentioned.update(*(piece.mentions for piece in new))
    chosen = {id(piece) for piece in needed}
    # In the order of the modules: what a piece needs may have to run before it.
    return [piece.text for piece in pieces if id(piece) in chosen]


def lines_of(text: str, line: int) -> range:
    """The lines of the statement of a module that one of its lines is in; only that line where it cannot be read."""
    return next((piece.lines for piece in _pieces(text) or () if line in piece.lines), range(line, line + 1))


@lru_cache(maxsize=4096)  # More than a project has: with fewer, each function of a larger one would read all anew.
def _pieces(text: str) -> tuple[_Piece, ...] | None:
    """The statements of a module; None where any of it may be asked for, and where it cannot be read."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if keeping(tree).reached:
        return None
    return tuple(_piece(statement) for statement in tree.body if not _is_main(statement))


def _piece(statement: ast.stmt) -> _Piece:
    mentions = frozenset(_mentions(statement))
    lines = range(_first_line(statement), (statement.end_lineno or statement.lineno) + 1)
    return _Piece(_names(statement), mentions, ast.dump(statement), lines)


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _names(statement: ast.stmt) -> frozenset[str] | None:
    """The names that need a statement when they are mentioned; None where it may do something by being executed."""
    if not all(map(_registers_nothing, getattr(statement, "decorator_list", ()))):
        return None
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return frozenset({name})
        case ast.ClassDef(name=name, bases=bases, keywords=[]):
            stored = (node for node in ast.walk(statement) if isinstance(node, ast.Attribute))
            attributes = {node.attr for node in stored if isinstance(node.ctx, ast.Store)}
            public = {each for each in bound_in(statement.body) if not each.startswith("__")}
            return frozenset({name, *attributes, *public, *(mention for base in bases for mention in _mentions(base))})
    return None


_KNOWN = frozenset({"attrs", "cache", "contextmanager", "dataclass", "deal", "define", "ensure", "frozen", "icontract"})
_KNOWN |= {"inv", "invariant", "lru_cache", "overload", "post", "pre", "property", "require", "snapshot"}


def _registers_nothing(decorator: ast.expr) -> bool:
    """Whether what is decorated is executed only by its name: its decorator is one of those that are known."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return not _KNOWN.isdisjoint(_mentions(called))


def _mentions(statement: ast.AST) -> Iterator[str]:
    documentation = {id(node.value) for node in ast.walk(statement) if isinstance(node, ast.Expr)}
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.ImportFrom(names=names):
                yield from (alias.name for alias in names if alias.asname)
            case ast.Constant(value=str(text)) if id(node) not in documentation and _is_definition(statement):
                yield from _WORD.findall(text)


def _is_definition(statement: ast.AST) -> bool:
    return isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _is_main(statement: ast.stmt) -> bool:
    """Whether a statement is `if __name__ == "__main__"`, in which nothing is executed by an import."""
    match statement:
        case ast.If(
            test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant("__main__")])
        ):
            return not statement.orelse
    return False
