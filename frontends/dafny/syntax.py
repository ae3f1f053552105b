"""Dafny text → Lark tree."""

import os
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree, UnexpectedToken
from lark.common import LexerConf
from lark.lexer import Lexer

from ...core.errors import InputError, ParseError
from ..parsing import acceptable, parser_of
from .dialect import noting
from .lexing.frames import Frame
from .lexing.roles import Roles
from .lexing.scan import DafnySource, Scanner
from .lexing.vocabulary import Vocabulary

MAX_BYTES = 16 * 2**20
"""Files beyond this size are refused."""

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
    name = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from None
    if len(data) > MAX_BYTES:
        raise InputError(f"is larger than {MAX_BYTES // 2**20} MiB", file=name)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("is not UTF-8 text", file=name, line=line) from None
    return DafnySource(text, name)
