"""Python text to a Lark tree, or the position where it stops being Python."""

from collections.abc import Collection
from functools import cache
from typing import Any, Literal

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.lexer import BasicLexer, LexerThread, PatternStr

from ...core.errors import ParseError
from ...core.spans import Span
from ..parsing import acceptable, parser_of
from .checks import check
from .layout import DEDENT, INDENT, NEWLINE, layout
from .source import PythonSource

Start = Literal["block", "expression"]

_STATEMENT = frozenset({"ASSERT", "IF", "FOR", "WHILE", "TRY", "DEF", "RETURN", "IMPORT", "PASS"})
_EXPRESSION = frozenset({"NAME", "NUMBER", "STRING", "LPAR", "LSQB", "LBRACE", "NONE", "TRUE", "FALSE"})
_EXPRESSION_TOO = frozenset({"PLUS", "MINUS", "TILDE", "NOT", "LAMBDA", "AWAIT", "STAR", "ELLIPSIS"})
_OPERATOR = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "DOUBLE_STAR", "SHIFT", "BAR", "CARET"})
_OPERATOR_TOO = frozenset(
    {"AMPERSAND", "AT", "DOUBLE_SLASH", "AND", "OR", "NOT", "IF", "DOT", "LPAR", "LSQB", "AUGMENTED", "ASYNC"}
    | {"IN", "IS", "LESSTHAN", "MORETHAN", "EQUALITY", "INEQUALITY", "AT_MOST", "AT_LEAST", "WALRUS"}
)
_NAMES = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a string",
    "AUGMENTED": "an augmented assignment",
    "SHIFT": "'<<' or '>>'",
    NEWLINE: "the end of the line",
    INDENT: "an indented block",
    DEDENT: "the end of the block",
    "$END": "the end of the text",
    "MATCH": "'match'",
    "CASE": "'case'",
}
MOST_EXPECTED = 8
"""What a syntax error says that was expected: of more, nobody reads the rest."""


@cache
def _parser() -> Lark:
    return parser_of(__package__, lexer="basic", start=["block", "expression"], propagate_positions=True)


@cache
def _lexer() -> BasicLexer:
    """Made once: `Lark.lex` builds one for each text, which takes longer than reading most contracts."""
    return BasicLexer(_parser().lexer_conf)


def parse(source: PythonSource, start: Start) -> Tree[Any]:
    """The tree of a block of statements or of one expression. Raises ParseError, in linear time."""
    parser = _parser()
    interactive = parser.parse_interactive(start=start)
    last: Token | None = None
    try:
        for token in layout(LexerThread.from_text(_lexer(), source.text).lex(None), source):
            last = token if token.type not in (DEDENT, NEWLINE) else last
            interactive.feed_token(token)
        tree: Tree[Any] = interactive.feed_eof(last)
    except UnexpectedCharacters as error:
        place = source.point(error.line, error.column)
        raise ParseError(place, _character(source.text[error.pos_in_stream or 0])) from None
    except UnexpectedToken as error:
        token = error.token
        place = source.span(token) if token.line is not None and token.type != "$END" else _end(source)
        raise ParseError(place, _found(token), _expected(acceptable(interactive.parser_state))) from None
    check(tree, source)
    return tree


def _end(source: PythonSource) -> Span:
    stripped = source.text.rstrip()
    line = stripped.count("\n") + 1
    return source.point(line, len(stripped) - stripped.rfind("\n"))


def _character(text: str) -> str:
    return "a string that does not end" if text in ("'", '"') else f"the character {text!r}"


def _found(token: Token) -> str:
    if token.type in (NEWLINE, INDENT, DEDENT, "$END"):
        return {INDENT: "an indentation", DEDENT: "the end of the block"}.get(token.type, _NAMES[token.type])
    text = str(token)
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _expected(names: Collection[str]) -> tuple[str, ...]:
    """The names of tokens for people, groups of them as one, at most `MOST_EXPECTED`."""
    left = set(names)
    groups = []
    for group, also, name in (
        (_STATEMENT, left, "a statement"),
        (_EXPRESSION, _EXPRESSION_TOO, "an expression"),
        (_OPERATOR, _OPERATOR_TOO, "an operator"),
    ):
        if group <= left:
            groups.append(name)
            left -= group | also
    return tuple((sorted(map(_describe, left)) + groups)[:MOST_EXPECTED])


def _describe(name: str) -> str:
    if name in _NAMES:
        return _NAMES[name]
    pattern = _parser().get_terminal(name).pattern
    return repr(pattern.value) if isinstance(pattern, PatternStr) else name.lower().strip("_")
