"""Small readings of syntax trees."""

from lark import Token, Tree
from lark.tree import Meta

from ...core.errors import Unsupported
from ...core.ir.variables import Name
from ...core.spans import Span
from .lexing.scan import DafnySource
from .syntax import Node

MAX_DEPTH = 100
"""Expressions and types nested deeper than this are read, but not lowered."""


class ImpliedNode(Tree[Token]):
    """A node that nobody wrote: it stands where what implies it does, and has a text of its own."""

    text: str = ""


class VariableNode(Tree[Token]):
    """An expression that nobody wrote: a variable that no text has, so that no token can be its name."""

    variable: Name

    def __init__(self, variable: Name, meta: Meta) -> None:
        super().__init__("hidden_variable", [], meta)
        self.variable = variable


def name_of(node: Node) -> str:
    """The kind of a node: the grammar's rule or alias."""
    return str(node.data)


def child(node: Node, *names: str) -> Node | None:
    """The first child that is a node of one of these kinds."""
    return next((part for part in node.children if isinstance(part, Tree) and part.data in names), None)


def nodes(node: Node, *names: str) -> list[Node]:
    """The children that are nodes, of these kinds if any are given."""
    return [part for part in node.children if isinstance(part, Tree) and (not names or part.data in names)]


def tokens(node: Node, *types: str) -> list[Token]:
    """The children that are tokens, of these types if any are given."""
    return [part for part in node.children if isinstance(part, Token) and (not types or part.type in types)]


def formal_name(node: Node) -> str:
    """The name of a formal parameter: "" when it has none."""
    found = tokens(node, "IDENT", "DIGITS")
    return str(found[0]) if found else ""


def span_of(part: Node | Token, source: DafnySource) -> Span:
    """Where a node or token is. A node without tokens is at the start of the text."""
    place = part if isinstance(part, Token) else part.meta
    if isinstance(part, Tree) and part.meta.empty:
        return Span(source.file, source.first_line, 1, source.first_line, 1)
    return Span(source.file, place.line or 1, place.column or 1, place.end_line or 1, place.end_column or 1)


def symbol_of(node: Node) -> str:
    """What assigns: `:=`, `:|` or `:-`."""
    return next(str(token) for token in tokens(node) if token.type != "BODY")


def text_of(part: Node | Token, source: DafnySource) -> str:
    """The text of a node or token as one line, without comments."""
    if isinstance(part, ImpliedNode):
        return part.text
    if isinstance(part, Tree) and part.meta.empty:
        return ""
    place = part if isinstance(part, Token) else part.meta
    return source.excerpt(place.start_pos or 0, place.end_pos or 0)


def check_depth(root: Node, source: DafnySource) -> None:
    """Raise Unsupported for an expression or type that is nested too deep to be lowered. A chain of operators that
    associate counts as its length, for its term is that deep."""
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        depth += len(node.children) // 2 if node.data in _ASSOCIATIVE else 1
        if depth > MAX_DEPTH:
            raise Unsupported(f"an expression nested deeper than {MAX_DEPTH} levels", span_of(root, source))
        stack.extend((part, depth) for part in node.children if isinstance(part, Tree))


_ASSOCIATIVE = frozenset({"arithmetic", "equivalence", "explies"})


def path_of(node: Node) -> tuple[str, ...]:
    """The names of a qualified name, the outermost first."""
    return tuple(str(part) for part in node.children if isinstance(part, Token))
