"""Python text to a Lark tree, or the position where it stops being Python.

Lines, indentation and soft keywords are what the lexer of Python does beyond regular expressions: Python language
reference, sections 2.1 (line structure) and 2.3.2 (soft keywords). A text may be indented as a whole, as the contracts
of data sets are: the first statement sets the outermost level.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any, Literal

from attrs import define, field
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.lexer import BasicLexer, LexerThread, PatternStr

from ...core.errors import ParseError
from ...core.spans import Span
from ..parsing import acceptable, parser_of
from .checks import check
from .source import PythonSource

MAX_BRACKETS = 200
"""The deepest nesting of brackets: that of CPython's tokenizer (MAXLEVEL)."""
MAX_INDENTATION = 100
"""The deepest nesting of blocks: that of CPython's tokenizer (MAXINDENT)."""
MAX_TOKENS = 100_000
"""The most tokens that are read."""
TAB = 8
"""Columns: indentation is measured with tabs to a multiple of eight (language reference, 2.1.8)."""

NEWLINE, INDENT, DEDENT = "_NEWLINE", "_INDENT", "_DEDENT"
OPEN, CLOSE = frozenset({"LPAR", "LSQB", "LBRACE"}), frozenset({"RPAR", "RSQB", "RBRACE"})


def layout(tokens: Iterable[Token], source: PythonSource) -> Iterator[Token]:
    """The tokens with INDENT, DEDENT and one NEWLINE after each logical line, soft keywords told from names.

    Raises ParseError for inconsistent indentation and beyond the limits of this module.
    """
    return _Layout(source).process(tokens)


@define(slots=True)
class _Layout:
    source: PythonSource
    levels: list[tuple[int, int]] = field(factory=list)
    """Open blocks: their indentation with tab stops of 8 columns and of 1: both must agree."""
    matches: set[int] = field(factory=set)
    """Numbers of open blocks that hold the cases of a `match`."""
    match_line: bool = False
    """The line before was a `match`."""

    def process(self, tokens: Iterable[Token]) -> Iterator[Token]:
        # The lexer knows no lines: it gives a NEWLINE at each end of a physical one. Within brackets that is none at
        # all, and after a blank line or a comment there is no statement to end. So tokens are gathered into logical
        # lines, since only of a whole one its last token tells what its first one is: `match x:` begins a statement,
        # and in `match = 1` the word is a name.
        line: list[Token] = []
        depth = 0
        for count, token in enumerate(tokens):
            if count >= MAX_TOKENS:
                raise self._error(token, f"more than {MAX_TOKENS:,} tokens", "a shorter text")
            if token.type == NEWLINE:
                if line and depth == 0:
                    yield from self._line(line, token)
                    line = []
                continue
            if token.type in OPEN:
                depth += 1
                if depth > MAX_BRACKETS:
                    raise self._error(token, f"more than {MAX_BRACKETS} nested brackets", "simpler code")
            elif token.type in CLOSE:
                depth = max(0, depth - 1)
            line.append(token)
        if line:
            yield from self._line(line, None)
        for _ in self.levels[1:]:
            yield Token(DEDENT, "")

    def _line(self, line: list[Token], newline: Token | None) -> Iterator[Token]:
        first = line[0]
        yield from self._indentation(first)
        if first.type == "NAME" and len(line) > 1:
            if first == "match" and line[-1].type == "COLON":
                first.type, self.match_line = "MATCH", True
            elif first == "case" and len(self.levels) in self.matches:
                first.type = "CASE"
        yield from line
        if newline is not None:
            yield newline

    def _indentation(self, first: Token) -> Iterator[Token]:
        # Two measures of one indentation: whoever has tabs of another width must see the same blocks, else Python
        # raises TabError, and so do we. A line that is deeper by one measure has to be so by the other, too.
        start = first.start_pos or 0
        text = self.source.text[self.source.text.rfind("\n", 0, start) + 1 : start].rpartition("\f")[2]
        indentation = len(text.expandtabs(TAB)), len(text)
        opens_match, self.match_line = self.match_line, False
        if not self.levels:
            self.levels.append(indentation)
            return
        current = self.levels[-1]
        if indentation[0] > current[0]:
            if indentation[1] <= current[1]:
                raise self._error(first, "inconsistent use of tabs and spaces", "the indentation of the lines above")
            if len(self.levels) >= MAX_INDENTATION:
                raise self._error(first, f"more than {MAX_INDENTATION} nested blocks", "simpler code")
            self.levels.append(indentation)
            if opens_match:
                self.matches.add(len(self.levels))
            yield Token.new_borrow_pos(INDENT, "", first)
            return
        while indentation[0] < self.levels[-1][0] and len(self.levels) > 1:
            self.matches.discard(len(self.levels))
            self.levels.pop()
            yield Token.new_borrow_pos(DEDENT, "", first)
        if indentation[0] != self.levels[-1][0]:
            levels_allowed = " or ".join(str(columns) for columns, _ in dict.fromkeys([*self.levels[-1:], current]))
            raise self._error(
                first, f"indentation of {indentation[0]} columns", f"indentation of {levels_allowed} columns"
            )
        if indentation[1] != self.levels[-1][1]:
            raise self._error(first, "inconsistent use of tabs and spaces", "the indentation of the lines above")

    def _error(self, token: Token, found_text: str, expected: str) -> ParseError:
        return ParseError(self.source.span(token), found_text, (expected,))


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
        span = source.point(error.line, error.column)
        raise ParseError(span, _character(source.text[error.pos_in_stream or 0])) from None
    except UnexpectedToken as error:
        token = error.token
        span = source.span(token) if token.line is not None and token.type != "$END" else _end(source)
        raise ParseError(span, _found(token), _expected(acceptable(interactive.parser_state))) from None
    check(tree, source, is_expression=start == "expression")
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
    ungrouped = set(names)
    groups = []
    for group, also, name in (
        (_STATEMENT, ungrouped, "a statement"),
        (_EXPRESSION, _EXPRESSION_TOO, "an expression"),
        (_OPERATOR, _OPERATOR_TOO, "an operator"),
    ):
        if group <= ungrouped:
            groups.append(name)
            ungrouped -= group | also
    return tuple((sorted(map(_describe, ungrouped)) + groups)[:MOST_EXPECTED])


def _describe(name: str) -> str:
    if name in _NAMES:
        return _NAMES[name]
    pattern = _parser().get_terminal(name).pattern
    return repr(pattern.value) if isinstance(pattern, PatternStr) else name.lower().strip("_")
