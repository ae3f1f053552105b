"""Verus text as raw tokens: words, literals and symbols, with the bracket that closes each one that opens.

Every function takes time linear in the text, whatever the text is.
"""

import re
from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen

from ...core.errors import InputError, ParseError
from ...core.spans import Span
from .verus_limits import LIMITS

_SYMBOLS = (
    *("=~~=", "!~~=", "<==>", "<<=", ">>=", "...", "..=", "&&&", "|||", "===", "!==", "=~=", "!~=", "==>", "<=="),
    *("::", "->", "=>", "==", "!=", "<=", "&&", "||", "..", "<<", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|="),
    *"()[]{}<>=!&|+-*/%^.,;:?@#$~",
)
"""Longer ones first. What begins with `>` is one character: `>>` may close two lists of generic arguments, so that the
parser decides (`reading.py`)."""
_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<comment>//[^\n]*|/\*)
    |(?P<raw>(?:br|cr|r)(?P<hashes>\#*)")
    |(?P<string>[bc]?"(?:[^"\\]|\\.)*+"?)
    |(?P<byte>b'(?:\\x[0-9a-fA-F]{2}|\\.|[^'\\\n])')
    |(?P<char>'(?:\\x[0-9a-fA-F]{2}|\\u\{[0-9a-fA-F_]+\}|\\.|[^'\\\n])')
    |(?P<lifetime>'[^\W\d]\w*)
    |(?P<word>(?:r\#)?[^\W\d]\w*)
    |(?P<number>0x[0-9a-fA-F_]+[A-Za-z]*\w*|0[ob][0-7_]+\w*
        |\d[\d_]*(?:\.\d[\d_]*(?:[eE][+-]?\d[\d_]*)?|\.(?![.\w])|[eE][+-]?\d[\d_]*)?(?:[^\W\d]\w*)?)
    |(?P<symbol>"""
    + "|".join(map(re.escape, _SYMBOLS))
    + ")",
    re.VERBOSE | re.DOTALL,
)
_COMMENT_PART = re.compile(r"/\*|\*/")
_INTEGER = re.compile(r"\d+")
_OPENING = {"(": ")", "[": "]", "{": "}"}
_SPACE_OR_COMMENT = re.compile(r"(?:\s+|//[^\n]*+(?:\n|$)|/\*.*?\*/)+", re.DOTALL)


@frozen(slots=True)
class RawToken:
    """`kind`: word, lifetime, number, string, byte, char, symbol or end. `close`: the index of the bracket that closes
    this one, or None."""

    kind: str
    text: str
    start: int
    end: int
    close: int | None = None


@frozen
class VerusSource:
    """A text and its name. `others`: the texts of other files that follow in it, by where they begin, with their
    names."""

    text: str
    file: str
    others: tuple[tuple[int, str], ...] = ()
    lines: tuple[int, ...] = field(init=False, repr=False, eq=False)

    @lines.default
    def _line_starts(self) -> tuple[int, ...]:
        return (0, *(found.end() for found in re.finditer("\n", self.text)))

    def span(self, start: int, end: int) -> Span:
        part = bisect_right(self.others, start, key=lambda other: other[0]) - 1
        begins, name = (0, self.file) if part < 0 else self.others[part]
        return Span(name, *self._place(start, begins), *self._place(end, begins))

    def _place(self, offset: int, begins: int) -> tuple[int, int]:
        """Line and column in the file that begins at another offset, where a line begins."""
        line = bisect_right(self.lines, offset)
        return line - bisect_right(self.lines, begins) + 1, offset - self.lines[line - 1] + 1

    def error(self, start: int, end: int, found: str, *expected: str) -> ParseError:
        return ParseError(self.span(start, end), found, expected)

    def excerpt(self, start: int, end: int) -> str:
        """The text between two offsets as one line, without comments."""
        return " ".join(_SPACE_OR_COMMENT.sub(" ", self.text[start:end]).split())

    @property
    def on_one_line(self) -> str:
        """The whole text as one line, without comments; texts in it stay as they are. Raises as `tokens`."""
        pieces, end = list[str](), 0
        for token in self.tokens:
            # White space and comments are what is between tokens.
            pieces.append(f" {token.text}" if token.start > end and pieces else token.text)
            end = token.end
        return "".join(pieces).strip()

    @cached_property
    def tokens(self) -> tuple[RawToken, ...]:
        """The raw tokens, the last one of kind `end`. Raises ParseError for what is no token and for brackets that do
        not match, InputError for too many tokens."""
        return tuple(_matched(_raw_tokens(self), self))


def _raw_tokens(source: VerusSource) -> list[RawToken]:
    text, place, found = source.text, 0, list[RawToken]()
    size = len(text)
    if text.startswith("#!") and not text[2:].lstrip().startswith("["):  # a line for the shell
        place = text.find("\n") if "\n" in text else size
    if text.startswith("\ufeff"):
        place = 1
    while place < size:
        match = _TOKEN.match(text, place)
        if match is None:
            raise source.error(place, place + 1, repr(text[place]), "a token of Rust")
        kind, end = match.lastgroup or "", match.end()
        if kind == "comment" and match.group() == "/*":
            end = _after_comment(source, end)
        elif kind in ("raw", "hashes"):
            kind, end = "string", _after_raw_string(source, match)
        elif kind == "string" and (end - place < 2 or text[end - 1] != '"' or match.group().lstrip("bc") == '"'):
            raise source.error(place, place + 1, "a string without an end", "'\"'")
        elif kind == "number" and found and found[-1].text == ".":  # x.0.1 is no decimal number
            whole = _INTEGER.match(text, place)
            end = whole.end() if whole else end
        if kind not in ("space", "comment"):
            found.append(RawToken(kind, text[place:end], place, end))
            if len(found) > LIMITS.tokens:
                raise InputError(f"has more than {LIMITS.tokens} tokens", file=source.file)
        place = end
    found.append(RawToken("end", "", size, size))
    return found


def _after_comment(source: VerusSource, place: int) -> int:
    """The end of a comment whose inside begins here; comments nest."""
    depth, start = 1, place - 2
    for match in _COMMENT_PART.finditer(source.text, place):
        depth += 1 if match.group() == "/*" else -1
        if not depth:
            return match.end()
    raise source.error(start, start + 2, "a comment without an end", "'*/'")


def _after_raw_string(source: VerusSource, match: re.Match[str]) -> int:
    closing = '"' + match.group("hashes")
    end = source.text.find(closing, match.end())
    if end < 0:
        raise source.error(match.start(), match.end(), "a string without an end", repr(closing))
    return end + len(closing)


def _matched(tokens: list[RawToken], source: VerusSource) -> list[RawToken]:
    """The tokens, where each bracket that opens knows which one closes it."""
    waiting, closes = list[int](), dict[int, int]()
    for index, token in enumerate(tokens):
        if token.kind != "symbol":
            # The end of the text is a token: an opening bracket that still waits is reported where it stands.
            if token.kind == "end" and waiting:
                opened = tokens[waiting[-1]]
                raise source.error(
                    opened.start, opened.end, repr(opened.text), f"'{_OPENING[opened.text]}' that closes it"
                )
        elif token.text in _OPENING:
            waiting.append(index)
        elif token.text in (")", "]", "}"):
            if not waiting:
                raise source.error(token.start, token.end, repr(token.text), "no closing bracket")
            opened = tokens[waiting[-1]]
            if _OPENING[opened.text] != token.text:
                raise source.error(token.start, token.end, repr(token.text), repr(_OPENING[opened.text]))
            closes[waiting.pop()] = index
    return [
        RawToken(token.kind, token.text, token.start, token.end, closes[index]) if index in closes else token
        for index, token in enumerate(tokens)
    ]
