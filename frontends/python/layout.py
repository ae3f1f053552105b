"""Lines, indentation and soft keywords: what the lexer of Python does beyond regular expressions.

Python language reference, sections 2.1 (line structure) and 2.3.2 (soft keywords). A text may be indented as
a whole, as the contracts of data sets are: the first statement sets the outermost level.
"""

from collections.abc import Iterable, Iterator

from attrs import define, field
from lark import Token

from ...core.errors import ParseError
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
            wanted = " or ".join(str(columns) for columns, _ in dict.fromkeys([*self.levels[-1:], current]))
            raise self._error(first, f"indentation of {indentation[0]} columns", f"indentation of {wanted} columns")
        if indentation[1] != self.levels[-1][1]:
            raise self._error(first, "inconsistent use of tabs and spaces", "the indentation of the lines above")

    def _error(self, token: Token, found: str, expected: str) -> ParseError:
        return ParseError(self.source.span(token), found, (expected,))
