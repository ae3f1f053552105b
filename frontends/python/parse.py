"""Python text to a Lark tree, or the position where it stops being Python.

Lines, indentation and soft keywords are what the lexer of Python does beyond regular expressions: Python language
reference, sections 2.1 (line structure) and 2.3.2 (soft keywords). A text may be indented as a whole, as the contracts
of data sets are: the first statement sets the outermost level.
"""

import warnings
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any, Literal

from attrs import define, field
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.lexer import BasicLexer, LexerThread, PatternStr

from ...core.errors import ParseError
from ...core.spans import Span
from ..parsing import acceptable, parser_of
from .python_limits import LIMITS
from .source import PythonSource

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
            if count >= LIMITS.tokens:
                raise self._error(token, f"more than {LIMITS.tokens:,} tokens", "a shorter text")
            if token.type == NEWLINE:
                if line and depth == 0:
                    yield from self._line(line, token)
                    line = []
                continue
            if token.type in OPEN:
                depth += 1
                if depth > LIMITS.brackets:
                    raise self._error(token, f"more than {LIMITS.brackets} nested brackets", "simpler code")
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
            if len(self.levels) >= LIMITS.blocks:
                raise self._error(first, f"more than {LIMITS.blocks} nested blocks", "simpler code")
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
            # An error at the end of the text is shown at its last token that can be seen.
            last = token if token.type not in (DEDENT, NEWLINE) else last
            interactive.feed_token(token)
        # Fed one by one, so that the state is at hand when a token does not fit: it says what would have.
        tree: Tree[Any] = interactive.feed_eof(last)
    except UnexpectedCharacters as error:
        span = source.point(error.line, error.column)
        raise ParseError(span, _character(source.text[error.pos_in_stream or 0])) from None
    except UnexpectedToken as error:
        token = error.token
        span = source.span(token) if token.line is not None and token.type != "$END" else _end(source)
        raise ParseError(span, _found(token), _expected(acceptable(interactive.parser_state))) from None
    # What the grammar is too wide for, like assignments to calls.
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
    """The names of tokens for people, groups of them as one, at most as many as the limit."""
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
    return tuple((sorted(map(_describe, ungrouped)) + groups)[: LIMITS.expected_tokens])


def _describe(name: str) -> str:
    if name in _NAMES:
        return _NAMES[name]
    pattern = _parser().get_terminal(name).pattern
    return repr(pattern.value) if isinstance(pattern, PatternStr) else name.lower().strip("_")


# What the grammar accepts and Python does not: targets, orders, depth (language reference, chapters 6-8).
#
# An LALR grammar cannot tell an expression from an assignment target before it has read the `=`, so it reads both as
# expressions. What may not be a target, which argument may follow which, and where a `break` may stand is asked of
# CPython's own compiler. What it says depends on what is around the text: a `return` belongs into a function, `await`
# into an asynchronous one, and it is enough that one of these takes it.
#
# Example: `f(x) = 1` parses as the assignment to a call, and is refused with the compiler's place and words.
#
# Invariant: a tree that passes is a program that CPython compiles, unless that is too deep for its stack.


_CHAINS = frozenset({"elif"})
_BLOCKS = ("if 1:\n", "async def function():\n", "def function():\n")
"""What may be around a block, whose lines are indented by one more column. What the last does not take is reported."""
_SAID_LATER = ("no binding for nonlocal", "from __future__", "f-string", "(unicode error)", "(value error)", "Exceeds")
"""How the compiler begins of a statement whose place is further outside than the text, and of literals, of which
`strings.py` says more."""


def check(root: Tree[Any], source: PythonSource, *, is_expression: bool) -> None:
    """Raises ParseError for a tree that is too deep, and for text that is no Python."""
    _check_depth(root, source)
    text = source.text if not is_expression else f"({source.text})"
    # Indented by one, so that the text may stand in each kind of block.
    lines = "".join(f" {line}" for line in text.splitlines(keepends=True))
    # The same text may be right in a function, a coroutine or a loop: the first that accepts it counts.
    for block in _BLOCKS:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(block + lines, "<text>", "exec", dont_inherit=True)
            return
        except (IndentationError, RecursionError, MemoryError):
            return  # `layout` has looked at the indentation.
        except SyntaxError as error:
            refused = error
        # CPython refuses texts that it cannot encode; that is no syntax.
        except ValueError:
            return  # Python has no text for it, as for a lone surrogate.
    # Some complaints depend on what is around the text, and come later, if at all.
    if not refused.msg.startswith(_SAID_LATER):
        line, column = (refused.lineno or 2) - 1, (refused.offset or 2) - 1
        span = source.point(line, column - (is_expression and line == 1))
        raise ParseError(span, f"what Python rejects ({refused.msg})")


def _check_depth(root: Tree[Any], source: PythonSource) -> None:
    stack = [(root, 1)]
    while stack:
        tree, depth = stack.pop()
        if depth > LIMITS.tree_depth:
            raise ParseError(source.span(tree), f"more than {LIMITS.tree_depth} levels of nesting", ("simpler code",))
        for child in tree.children:
            if isinstance(child, Tree):
                # Each `elif` is an `if` inside the branch before it.
                depth += child.data in _CHAINS
                stack.append((child, depth + 1))
