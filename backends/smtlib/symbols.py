"""The text of SMT-LIB 2.6: names and literals (reference, sections 3.1 and 3.2; Unicode Strings theory, section on
literals).

Every user-given name gets a sigil, so that no name can clash with a theory symbol or with one of ours: ``$x`` a
variable or constant, ``?x!1`` a bound variable, ``t!1`` a shared subterm, ``a!1`` an assumption.

S-expressions are what solvers answer with them, and comments what our scripts say of themselves.
"""

import re
from fractions import Fraction

from ...core.errors import SolverFailure, Unsupported

MAX_STRING_CODE_POINT = 0x2FFFF
"""The last character of the Strings theory: texts with later ones cannot be written."""

_MOST_BITS = 13_000
"""Bits of one number: 3,914 decimal digits; Python converts up to 4,300 (`sys.int_info.default_max_str_digits`)."""
_SIMPLE = re.compile(r"[\w~!@$%^&*+=<>.?/-]+", re.ASCII)
_SPECIAL = re.compile(r'[^ -~]|["\\]')
_UNSAFE = re.compile(r"[^ -{}~]|[\\%]")


def symbol(name: str) -> str:
    """The name as one SMT-LIB symbol: itself if simple, else quoted, with %XX for what quotes cannot hold."""
    if _SIMPLE.fullmatch(name) and not name[0].isdigit():
        return name
    return "|" + _UNSAFE.sub(lambda unsafe: f"%{ord(unsafe[0]):X};", name) + "|"


def constant_symbol(name: str) -> str:
    """The symbol of the user-given name of a variable, function, sort or constructor."""
    return symbol("$" + name)


def integer(value: int) -> str:
    """Raises Unsupported for a number that Python would not convert to decimal digits either."""
    if value.bit_length() > _MOST_BITS:
        raise Unsupported(f"an integer of {value.bit_length()} bits in a solver query")
    return str(value) if value >= 0 else f"(- {-value})"


def real(value: Fraction) -> str:
    magnitude = abs(value)
    text = f"{integer(magnitude.numerator)}.0"
    if magnitude.denominator != 1:
        text = f"(/ {text} {integer(magnitude.denominator)}.0)"
    return text if value >= 0 else f"(- {text})"


def string(value: str) -> str:
    """A string literal: printable ASCII as it is, the rest as \\u{..}. Raises Unsupported beyond U+2FFFF."""
    return '"' + _SPECIAL.sub(_escape, value) + '"'


def _escape(escaped: re.Match[str]) -> str:
    character = escaped[0]
    if character == '"':
        return '""'
    if ord(character) > MAX_STRING_CODE_POINT:
        raise Unsupported(f"the character U+{ord(character):X} in a text (SMT-LIB ends at U+2FFFF)")
    return f"\\u{{{ord(character):x}}}"


PRODUCTS_MARK = "; products of reals"
"""Before what multiplies or divides unknown reals: some solvers need other settings for that."""


SExpr = str | list["SExpr"]
"""An atom as written (string literals and quoted symbols with their quotes), or a list."""

_TOKEN = re.compile(r'\s+|;[^\n]*|([()]|"(?:[^"]|"")*"|\|[^|]*\||[^\s()|";]+)')


def parse(text: str) -> SExpr:
    """The one S-expression in `text`. Iterative: any nesting. Raises SolverFailure when it is none."""
    # The innermost list is on top; the bottom one collects what stands outside of all brackets.
    stack: list[list[SExpr]] = [[]]
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise SolverFailure(f"not an S-expression: {text[position : position + 60]!r}")
        position = token.end()
        match token[1]:
            case None:
                pass
            case "(":
                stack.append([])
            case ")":
                if len(stack) == 1:
                    raise SolverFailure(f"unbalanced S-expression: {text[:60]!r}")
                finished = stack.pop()
                stack[-1].append(finished)
            case atom:
                stack[-1].append(atom)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise SolverFailure(f"not one S-expression: {text[:60]!r}")
    return stack[0][0]
