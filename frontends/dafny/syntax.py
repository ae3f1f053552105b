"""Dafny text → Lark tree; and small readings of such trees."""

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree, UnexpectedToken
from lark.common import LexerConf
from lark.lexer import Lexer
from lark.tree import Meta

from ...core.errors import InputError, ParseError, Unsupported
from ...core.ir.variables import Name
from ...core.spans import Span
from ..parsing import acceptable, parser_of
from ..parsing.file_texts import text_of_file
from .dafny_limits import LIMITS
from .dialect import noting
from .lexing.frames import Frame
from .lexing.roles import Roles
from .lexing.scan import DafnySource, Scanner
from .lexing.vocabulary import Vocabulary

START = {
    "program": Frame.DECLARATIONS,
    "statements": Frame.STATEMENTS,
    "alternatives": Frame.ALTERNATIVES,
    "cases": Frame.STATEMENTS,
}
"""Start rules whose text is not an expression or a type."""

Node = Tree[Token]


class _Tokens(Lexer):
    """Hands over tokens that `Roles` made: the parser's input is an iterator of them."""

    def __init__(self, configuration: LexerConf) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        yield from lexer_state


@lru_cache(maxsize=1)
def _parser() -> Lark:
    start = ["program", "statements", "alternatives", "cases", "lemma_expression", "type", "method"]
    return parser_of(__package__, lexer=_Tokens, start=start, propagate_positions=True)


@lru_cache(maxsize=1)
def _vocabulary() -> Vocabulary:
    return Vocabulary.of(_parser().terminals)


def parse(source: DafnySource, start: str, *, lenient: bool = False, part: tuple[int, int] | None = None) -> Node:
    """The tree of a text, or of the part between two offsets, by a start rule of the grammar: program, statements,
    lemma_expression, type or method.

    `lenient` is for test snippets (see `Roles`). Raises ParseError where the text is outside the grammar, InputError
    where it is too large.
    """
    scanner = Scanner(source) if part is None else Scanner(source, *part)
    roles = Roles(scanner, _vocabulary(), START.get(start, Frame.EXPRESSION), lenient)
    try:
        tree: Node = _parser().parse(noting(roles.tokens(), source.file, source.marks), start=start)
    except UnexpectedToken as error:
        raise _syntax_error(source, error, len(source.text) if part is None else part[1]) from None
    finally:
        source.comments.sort(key=attrgetter("start"))
    _check_calls(tree, roles.after_calls, source)
    return tree


def _check_calls(tree: Node, semicolons: Sequence[tuple[int, int]], source: DafnySource) -> None:
    """Raise ParseError where an expression that is no call precedes one of these semicolons (SemiFollowsCall in Dafny's
    own parser)."""
    if not semicolons:
        return
    found = (node.children[0] for node in tree.find_data("after_lemma"))
    before = {part.meta.end_pos: part.data == "application" for part in found if isinstance(part, Tree)}
    ends = sorted(before)
    for start, end in semicolons:
        last = ends[bisect_right(ends, start) - 1]
        if not before[last] or source.excerpt(last, start):
            raise source.error(start, end, "';'", "the call of a lemma before it", "an operator")


def _syntax_error(source: DafnySource, error: UnexpectedToken, end: int) -> ParseError:
    token = error.token
    expected = _vocabulary().describe(acceptable(error.interactive_parser.parser_state) or error.expected)
    if token.type == "$END":
        return source.error(end, end, "the end of the text", *expected)
    shown = token if len(token) <= 40 else f"{token[:40]}..."
    return source.error(token.start_pos or 0, token.end_pos or 0, repr(str(shown)), *expected)


def read(path: str | Path) -> DafnySource:
    """A file's text. Raises InputError when it is missing, unreadable, too large or no UTF-8 text."""
    return DafnySource(text_of_file(path), os.fspath(path))


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


_LEAVING = frozenset({"{", "}", "return", ":-"})
"""What a block begins or ends with, and what may leave a body before its end."""


def written_body(node: Node) -> Token | None:
    """The body of a method, lemma or constructor. None without one, and where each execution comes to `assume false`,
    behind nothing but simple statements: such a body is how authors leave one out, and says nothing."""
    body = next(iter(tokens(node, "BODY", "TEST_BODY")), None)
    return None if body is not None and "assume" in body and _assumes_false(body) else body


def _assumes_false(body: str) -> bool:
    """Does each execution of a body come to `assume false`? `{ r := 0; assume {:axiom} false; }` does. `{ if n > 0 {
    assume false; } }` need not: behind a block, or what may leave the body, nothing is said of all executions."""
    scanner = Scanner(DafnySource(body, ""), 1)
    try:
        # The scanner passes over comments, which nest, and attributes; the first token behind the brace is read first.
        while (raw := scanner.next()).kind != "end" and raw.text not in _LEAVING:
            if raw.text == "assume":
                following = [scanner.peek(place).text for place in range(4)]
                if following[:2] == ["false", ";"] or following == ["(", "false", ")", ";"]:
                    return True
    except InputError:
        pass  # A body that cannot be scanned is there, and told as unread where it is lowered.
    return False


def formal_name(node: Node) -> str:
    """The name of a formal parameter, or of the field that a frame names: "" when it has none."""
    found = tokens(node, "IDENT", "DIGITS")
    return str(found[0]) if found else ""


def span_of(part: Node | Token, source: DafnySource) -> Span:
    """Where a node or token is. A node without tokens is at the start of the text."""
    place = part if isinstance(part, Token) else part.meta
    if isinstance(part, Tree) and part.meta.empty:
        return Span(source.file, source.first_line, 1, source.first_line, 1)
    return source.placed(place.line or 1, place.column or 1, place.end_line or 1, place.end_column or 1)


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


def mentioned_in_proofs(node: Node, path: Sequence[str], source: DafnySource) -> tuple[str, ...]:
    """The qualified names that what proofs inside of an expression mention may have, in a scope of this path: `Lemma`
    in `Lemma(x); x`."""
    words = set[str]()
    for part in node.iter_subtrees():
        if part.data in _WITH_PROOFS:
            start, proof_end = part.meta.start_pos or 0, nodes(part)[-1].meta.start_pos or 0
            words |= words_of(source.text[start:proof_end])
    return qualified_names(sorted(words), path)


def words_of(text: str) -> set[str]:
    """What may be a name in a text."""
    return set(_WORD.findall(text))


def qualified_names(words: Iterable[str], path: Sequence[str]) -> tuple[str, ...]:
    """The names that these may have in a scope of this path, the innermost first."""
    lengths = range(len(path), -1, -1)
    return tuple(".".join((*path[:length], word)) for word in words for length in lengths)


_WITH_PROOFS = frozenset({"after_statement", "after_lemma", "after_forall"})
_WORD = re.compile(r"[\w'?]+")


def check_depth(root: Node, source: DafnySource) -> None:
    """Raise Unsupported for an expression or type that is nested too deep to be lowered. A chain of operators that
    associate counts as its length, for its term is that deep."""
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        depth += len(node.children) // 2 if node.data in _ASSOCIATIVE else 1
        if depth > LIMITS.expression_depth:
            raise Unsupported(
                f"an expression nested deeper than {LIMITS.expression_depth} levels", span_of(root, source)
            )
        stack.extend((part, depth) for part in node.children if isinstance(part, Tree))


_ASSOCIATIVE = frozenset({"arithmetic", "equivalence", "explies"})


def path_of(node: Node) -> tuple[str, ...]:
    """The names of a qualified name, the outermost first."""
    return tuple(str(part) for part in node.children if isinstance(part, Token))
