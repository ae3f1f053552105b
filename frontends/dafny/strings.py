"""Literals (reference manual, section 2.5): from source to values and back."""

import re
from fractions import Fraction

from ...core.errors import Unsupported
from ...core.spans import Span

_SIMPLE = {"0": "\0", "n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "'": "'"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U\{([0-9a-fA-F_]+)\}|(.))")
_NAMES = {"\0": "\\0", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}


def unescape(literal: str, span: Span) -> tuple[str, ...]:
    """The characters of a literal with its quotes. Raises Unsupported for an escape that Dafny does not have."""
    if literal.startswith("@"):
        return tuple(literal[2:-1].replace('""', '"'))

    def replace(match: re.Match[str]) -> str:
        short, long, other = match.groups()
        if other is not None and other in _SIMPLE:
            return _SIMPLE[other]
        code = int((short or long or "110000").replace("_", ""), 16)
        if code > 0x10FFFF:
            raise Unsupported(f"the escape {match.group()}", span)
        return chr(code)

    return tuple(_ESCAPE.sub(replace, literal[1:-1]))


MOST_DIGITS = 4_000
"""Numbers of more digits than this are read, but not lowered."""


def whole_number(literal: str, span: Span) -> int:
    """The value of `12`, `1_000` or `0xFF`."""
    digits = literal.replace("_", "")
    if len(digits) > MOST_DIGITS:
        raise Unsupported(f"a number of more than {MOST_DIGITS} digits", span)
    return int(digits, 16) if digits.startswith("0x") else int(digits)


def decimal_number(literal: str, span: Span) -> Fraction:
    """The exact value of `1.50` or, from Dafny 4.10 on, `1.5e-3`."""
    digits, _, exponent = literal.replace("_", "").lower().partition("e")
    if len(digits) > MOST_DIGITS or len(exponent) > 4:
        raise Unsupported(f"a number of more than {MOST_DIGITS} digits", span)
    return Fraction(digits) * Fraction(10) ** int(exponent or 0)


def escape(text: str, quote: str) -> str:
    """A literal for the text. Characters outside printable ASCII are written `\\u....` as Dafny 2 and 4 both read
    them; beyond the basic plane `\\U{......}`, which is Dafny 4's."""
    return quote + "".join(_escaped(character, quote) for character in text) + quote


def _escaped(character: str, quote: str) -> str:
    if character in _NAMES:
        return _NAMES[character]
    if character == quote:
        return "\\" + character
    if " " <= character <= "~":
        return character
    code = ord(character)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{{{code:X}}}"
