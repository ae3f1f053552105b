"""String and number tokens to values, f-strings to their parts (language reference, section 2.4)."""

import ast
import re
import warnings
from typing import Any

from attrs import frozen
from lark import Token

from ...core.errors import ParseError
from .source import PythonSource

_PREFIX = re.compile(r"[A-Za-z]*")
_QUOTE = re.compile(r"'''|\"\"\"|'|\"")
_TEXT = re.compile(r"(?:[^{}\\]|\\N\{[^}]*\}|\\[^{}]|\\(?=[{}])|\{\{|\}\})+")
_PIECE = re.compile(r"\\N\{[^}]*\}|\\[^{}]|\\|\{\{|\}\}|\"")
_RAW_TEXT = re.compile(r"(?:[^{}]|\{\{|\}\})+")


def value(token: Token, source: PythonSource) -> Any:
    """The value of a number, string or bytes token. Raises ParseError where Python rejects it."""
    return _evaluate(str(token), token, source)


def _evaluate(text: str, token: Token, source: PythonSource) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.literal_eval(text)
        except (SyntaxError, ValueError) as error:
            reason = re.split(" at line|: value", str(error.msg if isinstance(error, SyntaxError) else error))[0]
            raise ParseError(source.span(token), f"a literal that Python rejects ({reason})") from None


def is_format(token: Token) -> bool:
    """Whether a string token is an f-string."""
    prefix = _PREFIX.match(token)
    return prefix is not None and "f" in prefix[0].lower()


@frozen(slots=True)
class ReplacementField:
    """``{expression!conversion:format}`` of an f-string.

    `offset` is where the expression starts in the token. `format` is the parts of the format. `debug` is the
    text that ``=`` adds before the value, or None.
    """

    expression: str
    offset: int
    conversion: str | None
    format: tuple["str | ReplacementField", ...]
    debug: str | None = None


def format_parts(token: Token, source: PythonSource) -> tuple[str | ReplacementField, ...]:
    """The literal texts and fields of an f-string token. Raises ParseError where it is malformed."""
    prefix = _PREFIX.match(token)
    start = 0 if prefix is None else prefix.end()
    quote = _QUOTE.match(token, start)
    if quote is None:
        raise AssertionError("a string token without quotes")
    raw = "r" in token[:start].lower()
    reader = _FormatReader(token, source, raw, quote[0], len(token) - len(quote[0]))
    parts, end = reader.parts(quote.end(), nested=0)
    if end != reader.end:
        raise reader.error(end, "'}'", "'}}' or a field before it")
    return parts


def _as_literal(piece: re.Match[str]) -> str:
    """A brace, quote or lone backslash of an f-string's text as a plain literal has it; escapes stay as they are."""
    return {"{{": "{", "}}": "}", '"': '\\"', "\\": "\\\\"}.get(piece[0], piece[0])


@frozen(slots=True)
class _FormatReader:
    token: Token
    source: PythonSource
    raw: bool
    quote: str
    end: int

    def error(self, position: int, found: str, *expected: str) -> ParseError:
        """An error at a position in the token."""
        before = self.token[:position]
        line = (self.token.line or 1) + before.count("\n")
        column = position - before.rfind("\n") if "\n" in before else (self.token.column or 1) + position
        return ParseError(self.source.point(line, column), f"{found} in an f-string", expected)

    def parts(self, position: int, nested: int) -> tuple[tuple[str | ReplacementField, ...], int]:
        """The parts from a position to the end, or to the ``}`` that ends a format, and where that is."""
        found: list[str | ReplacementField] = []
        pattern = _RAW_TEXT if self.raw else _TEXT
        # Inside a format, the closing brace ends the field.
        while position < self.end and (nested == 0 or self.token[position] != "}"):
            text = (
                pattern.match(self.token, position, self.end)
                if nested == 0
                else _FORMAT.match(self.token, position, self.end)
            )
            if text is not None:
                found.append(self._text(text[0]))
                position = text.end()
            elif self.token[position] == "{":
                field, position = self._field(position, nested)
                if field.debug is not None:
                    found.append(field.debug)
                found.append(field)
            else:
                return tuple(found), position
        return tuple(found), position

    def _text(self, text: str) -> str:
        """The value of literal text between fields.

        It is evaluated as a literal of its own, which must not end early: a part may end in the quote of the whole
        or, before a field, in a lone backslash. So quotes are escaped, unless they are already.
        """
        if self.raw:
            return text.replace("{{", "{").replace("}}", "}")
        escaped = _PIECE.sub(_as_literal, text)
        return str(_evaluate(f'"""{escaped}"""', self.token, self.source))

    def _field(self, start: int, nested: int) -> tuple[ReplacementField, int]:
        if nested > 1:
            raise self.error(start, "a field nested too deeply", "text")
        position = self._expression_end(start + 1)
        expression = self.token[start + 1 : position]
        debug = None
        if self.token[position] == "=":
            position += 1
            # The text of `{x = }` is shown as written, with the spaces around the sign.
            while self.token[position : position + 1].isspace():
                position += 1
            debug = self.token[start + 1 : position]
        if not expression.strip():
            raise self.error(position, repr(self.token[position]), "an expression")
        conversion = None
        if self.token[position] == "!":
            conversion = self.token[position + 1 : position + 2]
            if conversion not in ("r", "s", "a"):
                raise self.error(position + 1, repr(conversion), "'r'", "'s'", "'a'")
            position += 2
        parts: tuple[str | ReplacementField, ...] = ()
        if self.token[position] == ":":
            parts, position = self.parts(position + 1, nested + 1)
        if position >= self.end or self.token[position] != "}":
            raise self.error(position, "the end" if position >= self.end else repr(self.token[position]), "'}'")
        # After `=` the value is shown by `repr`, unless a conversion or a format says otherwise.
        if debug is not None and conversion is None and not parts:
            conversion = "r"
        return ReplacementField(expression, start + 1, conversion, parts, debug), position + 1

    def _expression_end(self, position: int) -> int:
        """Where an expression ends: at ``}``, ``:``, ``!`` or ``=`` outside brackets and strings."""
        depth = 0
        while position < self.end:
            character = self.token[position]
            two = self.token[position : position + 2]
            # A `}` or `:` of a string or of brackets inside belongs to the expression: f"{d['a:b']}", f"{s[1:2]}".
            if quote := _QUOTE.match(self.token, position, self.end):
                closing = self.token.find(quote[0], quote.end(), self.end)
                if closing < 0:
                    raise self.error(position, "a string that does not end")
                position = closing + len(quote[0])
                continue
            if character == "\\" or character == "#":
                raise self.error(position, repr(character), "an expression without it")
            # `=` alone asks for the text of the expression and `!` begins a conversion; comparisons are neither.
            if depth == 0 and two in ("==", "!=", "<=", ">="):
                position += 2
                continue
            if depth == 0 and character in "}:!=":
                return position
            depth += (character in "([{") - (character in ")]}")
            if depth < 0:
                raise self.error(position, repr(character), "'}'")
            position += 1
        raise self.error(position, "the end", "'}'")


_FORMAT = re.compile(r"[^{}]+")
