"""Dafny text as raw tokens: words, numbers, literals and symbols, without the roles that context gives them.

Also the balanced skipping of what is not read: bodies of methods, attributes, comments (which nest). Every function
takes time linear in what it passes over, whatever the text is.
"""

import re
from bisect import bisect_left, bisect_right
from collections import deque
from operator import attrgetter
from typing import NamedTuple

from ....core.errors import InputError, ParseError
from ....core.spans import Span
from ..dafny_limits import LIMITS
from ..dialect import VersionMark

_SYMBOLS = (
    *("<==>", "==>", "<==", "-->", "..."),
    *("->", "~>", "=>", "==", "!=", "<=", ">=", ":=", ":|", ":-", "::", "&&", "||", "!!", "..", "<<"),
    *"()[]{},;:.|<>=+-*/%&^!`#@",
)
"""Longer ones first. `>>` is not one: it may close two lists of type arguments."""
_ALTERNATIVES = {
    "\u2200": "forall",
    "\u2203": "exists",
    "\u2022": "::",
    "\u21d4": "<==>",
    "\u21d2": "==>",
    "\u21d0": "<==",
    "\u2227": "&&",
    "\u2228": "||",
    "\u00ac": "!",
    "\u2260": "!=",
    "\u2264": "<=",
    "\u2265": ">=",
}
"""The mathematical symbols of Dafny 2 and 3, and what else they are written."""
_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<comment>//[^\n]*|/\*)
    |(?P<string>"(?:[^"\\\n]|\\.)*+"?|@"(?:[^"]|"")*+"?)
    |(?P<character>'(?:\\[uU]\{?[0-9a-fA-F_]+\}?|\\.|[^'\\\n])')
    |(?P<word>[A-Za-z_?][\w?']*|'[A-Za-z_?][\w?]*(?![\w?']))
    |(?P<number>0x[0-9a-fA-F][0-9a-fA-F_]*|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE]-?\d+)?)
    |(?P<attribute>\{:)
    |(?P<alternative>["""
    + "".join(_ALTERNATIVES)
    + r"""])
    |(?P<symbol>!in(?![\w?'])|"""
    + "|".join(map(re.escape, _SYMBOLS))
    + ")",
    re.VERBOSE | re.ASCII,
)
_NESTING = re.compile(
    r"""//[^\n]*|/\*
    |"(?:[^"\\\n]|\\.)*+"?|@"(?:[^"]|"")*+"?
    |[\w?][\w?']*
    |'(?:\\[uU]\{?[0-9a-fA-F_]+\}?|\\.|[^'\\\n])'
    |[{}()]""",
    re.VERBOSE | re.ASCII,
)
_AUTOCONTRACTS = re.compile(r"\{:\s*autocontracts(?![\w?'])\s*(?P<no>false\s*\})?")
_LINE_BREAK = re.compile(r"\s*\n\s*")
_COMMENT_MARK = re.compile(r"/\*|\*/")


class Raw(NamedTuple):
    """A raw token: its kind (a group of the pattern, or "end"), its text, and where it starts and ends."""

    kind: str
    text: str
    start: int
    end: int


class Comment(NamedTuple):
    """A comment with its marks, and where it starts and ends."""

    text: str
    start: int
    end: int

    @property
    def content(self) -> str:
        """Its text without the marks."""
        if self.text.startswith("//"):
            return self.text[2:].strip()
        return self.text[2:-2].strip().strip("*").strip()


class MovedText(NamedTuple):
    """A text comes from another one: from its line `first` on it is the `file` with this `text`, from its `line` on."""

    first: int
    file: str
    line: int
    text: str


class DafnySource:
    """A text with a name, and the lines of its positions. `first_line` is the number of the text's first line; `moved`:
    what of it is of other files, in order."""

    def __init__(self, text: str, file: str, first_line: int = 1, moved: tuple[MovedText, ...] = ()) -> None:
        self.text, self.file, self.first_line, self.moved = text, file, first_line, moved
        self.comments: list[Comment] = []
        """Filled by the scanner, in order."""
        self.marks: list[VersionMark] = []
        """Filled by the parser: what tells the version of the language."""
        self.autocontracts: list[tuple[int, bool]] = []
        """Filled by the scanner: where there is `{:autocontracts}` or `@AutoContracts`, and whether it says yes."""
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset) - 1
        return line + self.first_line, offset - self._starts[line] + 1

    def span(self, start: int, end: int) -> Span:
        return self.placed(*self.position(start), *self.position(end))

    def placed(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """The span between two positions of the text, in the file that the text has there."""
        moved = self._moved(line)
        if moved is None:
            return Span(self.file, line, column, end_line, end_column)
        shift = moved.line - moved.first
        return Span(moved.file, line + shift, column, end_line + shift, end_column)

    def file_text(self, start: int) -> str:
        """The text of the file that has what is at an offset: spans there are about that one."""
        moved = self._moved(self.position(start)[0])
        if moved is not None:
            return moved.text
        # Before the line break that the first moved text comes behind.
        end = self._starts[self.moved[0].first - self.first_line] - 1 if self.moved else None
        return self.text[:end]

    def _moved(self, line: int) -> MovedText | None:
        return next((moved for moved in reversed(self.moved) if line >= moved.first), None)

    def excerpt(self, start: int, end: int) -> str:
        """The text between two offsets as one line, without comments."""
        pieces, position = [], start
        for comment in self.comments[bisect_left(self.comments, start, key=attrgetter("start")) :]:
            if comment.end > end:
                break
            pieces.append(self.text[position : comment.start])
            position = comment.end
        pieces.append(self.text[position:end])
        return _LINE_BREAK.sub(" ", "".join(pieces)).strip()

    def offset(self, span: Span) -> int:
        """Where a span begins."""
        return self._starts[min(span.line - self.first_line, len(self._starts) - 1)] + span.column - 1

    def error(self, start: int, end: int, found: str, *expected: str) -> ParseError:
        return ParseError(self.span(start, end), found, expected)


class Scanner:
    """Raw tokens of a text or of the part between two offsets, one by one, with lookahead. Comments go to the source,
    attributes to `attributes`."""

    def __init__(self, source: DafnySource, start: int = 0, end: int | None = None) -> None:
        self.source = source
        self.attributes: list[Comment] = []
        self._text = source.text
        self._position = max(start, 1 if source.text.startswith("\ufeff") else 0)
        self._end = len(source.text) if end is None else end
        self._ahead: deque[Raw] = deque()
        self._count = 0

    def next(self) -> Raw:
        return self._ahead.popleft() if self._ahead else self._scan()

    def peek(self, distance: int = 0) -> Raw:
        """The raw token `distance` after the next one."""
        while len(self._ahead) <= distance:
            self._ahead.append(self._scan())
        return self._ahead[distance]

    def skip(self, opening: Raw) -> int:
        """Continue after the bracket that closes `opening`, the last token taken; return where that is.

        Raises ParseError at `opening` when the text ends first.
        """
        end = _skip_nested(self.source, opening.start)
        self._ahead.clear()
        self._position = end
        return end

    def _scan(self) -> Raw:
        while True:
            match = _TOKEN.match(self._text, self._position, self._end)
            if match is None:
                return self._no_token()
            kind, start, end = str(match.lastgroup), match.start(), match.end()
            # Comments nest in Dafny, and are kept for who reads expectations in them.
            if kind == "comment":
                end = _skip_comment(self.source, start) if match.group() == "/*" else end
                self.source.comments.append(Comment(self._text[start:end], start, end))
            elif kind == "attribute":
                end = _skip_nested(self.source, start)
                self.attributes.append(Comment(self._text[start:end], start, end))
                # The attribute changes declarations, so that it is noted with its place.
                if (said := _AUTOCONTRACTS.match(self._text, start, end)) is not None:
                    self.source.autocontracts.append((start, said["no"] is None))
            self._position = end
            if kind not in ("space", "comment", "attribute"):
                break
        text = match.group()
        # Symbols of logic (∧, ∀) are written alternatives of words and operators.
        if kind == "alternative":
            text = _ALTERNATIVES[text]
            kind = "word" if text.isalpha() else "symbol"
        # An unclosed string is told where it begins.
        if kind == "string" and (len(text) < 2 or text == '@"' or text[-1] != '"'):
            raise self.source.error(start, end, "a string that does not end", "'\"'")
        self._count += 1
        if self._count > LIMITS.tokens:
            line = self.source.position(start)[0]
            raise InputError(f"more than {LIMITS.tokens} tokens: split the file", file=self.source.file, line=line)
        return Raw(kind, text, start, end)

    def _no_token(self) -> Raw:
        position = self._position
        if position >= self._end:
            return Raw("end", "", position, position)
        character = self._text[position]
        raise self.source.error(position, position + 1, f"the character {character!r}", "a token of Dafny")


def _skip_comment(source: DafnySource, start: int) -> int:
    """The end of the nested comment that starts at `start`: that of the text where nothing ends it, as Dafny's own
    scanner has it (2.3 reads `/* …` at the end of a file without a word)."""
    depth, position = 1, start + 2
    while depth:
        mark = _COMMENT_MARK.search(source.text, position)
        if mark is None:
            return len(source.text)
        depth += 1 if mark.group() == "/*" else -1
        position = mark.end()
    return position


def _skip_nested(source: DafnySource, start: int) -> int:
    """The end of the brackets that open at `start`: the first bracket's own kind is balanced, strings, characters
    and comments are passed over whole."""
    opening = source.text[start]
    closing = {"{": "}", "(": ")"}[opening]
    # Brackets of other kinds are not counted: in text that is wrong they need not match, and the one that was opened is
    # still closed by its own kind. `{ (] }` is one block.
    depth, position = 1, start + 1
    while depth:
        match = _NESTING.search(source.text, position)
        if match is None:
            raise source.error(start, start + 1, f"{opening!r} that is never closed", f"'{closing}'")
        text, position = match.group(), match.end()
        if text == "/*":
            position = _skip_comment(source, match.start())
        elif text == opening:
            depth += 1
        elif text == closing:
            depth -= 1
    return position
