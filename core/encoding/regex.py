"""Python's regular expressions as SMT-LIB ones (library reference, `re`).

Python's own parser reads the pattern, so that what is not translated is known by name and never guessed. Which
characters one place of a pattern matches, `re` itself says of all code points, with the flags of that place: so
`re.IGNORECASE` has no rules here. (`k` matches the Kelvin sign, and `ß` the capital `ẞ`, but not `ss`.)
"""

import re
from functools import lru_cache
from re import _constants as codes
from re import _parser as parser
from typing import Any

from ..ir.build import op
from ..ir.characters import CharacterSet, matching
from ..ir.terms import TRUE, Term
from .abstract_values import AbstractConstant, AbstractNone, AbstractText, AbstractValue, Symbolic
from .alternatives import Handler, SymbolicArguments, each, raising, unsupported
from .context import Context
from .guards import negation
from .numbers import as_int
from .text import ANY, one_of

_CATEGORIES = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}
_FOLLOWED = re.IGNORECASE | re.ASCII | re.DOTALL | re.VERBOSE | re.UNICODE
"""The flags that are translated. VERBOSE is the parser's; MULTILINE gives anchors another meaning."""
_TYPES = int(re.ASCII | re.UNICODE | re.LOCALE)
LONGEST_REPEAT = 64
"""Turns of a repetition such as `x{64}`, which is written out that often. With more a pattern is an unsupported
construct."""
EMPTY = op("re.literal", data="")


class _NotTranslated(Exception):
    """A construct of patterns without an SMT-LIB counterpart."""


@lru_cache(maxsize=64)
def accepted(pattern: str, how: str, flags: int = 0) -> Term | None:
    """The texts for which `re.match`, `re.fullmatch` or `re.search` (`how`) finds a match, with flags of `re`; None for
    a pattern with other flags than those followed, groups that refer back, or anchors inside. Raises re.error for what
    is no pattern, and ValueError for flags that exclude each other."""
    try:
        tree = parser.parse(pattern, flags)
        flags = tree.state.flags
        if flags & ~int(_FOLLOWED):
            return None
        items = list(tree)
        starts = bool(items) and items[0] in _STARTS
        ends = bool(items) and items[-1] in _ENDS
        inside = _sequence(items[1 if starts else 0 : len(items) - 1 if ends else len(items)], flags)
    except (_NotTranslated, RecursionError):
        return None
    before = [] if how != "search" or starts else [ANY]
    after = [ANY]
    if how == "fullmatch" or (ends and items[-1] != _DOLLAR):
        after = []
    elif ends:
        after = [op("re.optional", op("re.literal", data="\n"))]  # `$` matches before a newline at the end, too
    parts = [*before, inside, *after]
    return parts[0] if len(parts) == 1 else op("re.concat", *parts)


_STARTS = ((codes.AT, codes.AT_BEGINNING), (codes.AT, codes.AT_BEGINNING_STRING))
_DOLLAR = (codes.AT, codes.AT_END)
_ENDS = (_DOLLAR, (codes.AT, codes.AT_END_STRING))


def _sequence(items: list[Any], flags: int) -> Term:
    parts = [_item(code, value, flags) for code, value in items]
    if not parts:
        return EMPTY
    return parts[0] if len(parts) == 1 else op("re.concat", *parts)


def _item(code: Any, value: Any, flags: int) -> Term:
    if code is codes.LITERAL:
        return one_of(_place(_escaped(value), flags))
    if code is codes.NOT_LITERAL:
        return one_of(_place(f"[^{_escaped(value)}]", flags))
    if code is codes.ANY:
        return one_of(_place(".", flags))
    if code is codes.IN:
        return one_of(_place(f"[{''.join(_member(*part) for part in value)}]", flags))
    if code is codes.BRANCH:
        options = [_sequence(list(option), flags) for option in value[1]]
        return options[0] if len(options) == 1 else op("re.union", *options)
    if code is codes.SUBPATTERN:
        _, added, removed, inner = value
        kept = flags & ~_TYPES if added & _TYPES else flags
        return _sequence(list(inner), (kept | added) & ~removed)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        least, most, inner = value
        return _repeated(least, most, inner, flags)
    raise _NotTranslated


def _place(pattern: str, flags: int) -> CharacterSet:
    """The characters that a pattern of one character matches."""
    return matching(pattern, flags & int(re.IGNORECASE | re.ASCII | re.DOTALL))


def _repeated(least: Any, most: Any, inner: Any, flags: int) -> Term:
    part = _sequence(list(inner), flags)
    if int(least) > LONGEST_REPEAT or (most is not codes.MAXREPEAT and int(most) > LONGEST_REPEAT):
        raise _NotTranslated
    if most is codes.MAXREPEAT:
        if least == 0:
            return op("re.star", part)
        if least == 1:
            return op("re.plus", part)
        return op("re.concat", op("re.loop", part, data=(int(least), int(least))), op("re.star", part))
    return op("re.loop", part, data=(int(least), int(most)))


def _escaped(code: int) -> str:
    return f"\\U{code:08x}"


def _member(code: Any, value: Any) -> str:
    """A part of a set of characters, as a pattern writes it."""
    if code is codes.NEGATE:
        return "^"
    if code is codes.LITERAL:
        return _escaped(value)
    if code is codes.RANGE:
        return "-".join(map(_escaped, value))
    if code is codes.CATEGORY:
        return _CATEGORIES[value]
    raise _NotTranslated


def _matches(how: str) -> Handler:
    """re.match, re.fullmatch, re.search of a constant pattern with constant flags: a match, of which nothing is known,
    or None."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        pattern, subject = arguments[:2]
        texts = [abstract for _, abstract in pattern if isinstance(abstract, AbstractText)]
        flags = _constant_flags(arguments[2]) if len(arguments) > 2 else 0
        if len(pattern.alternatives) != 1 or not texts or texts[0].term.op != "const" or flags is None:
            return unsupported(context, f"{how} of such a pattern")
        try:
            regex = accepted(texts[0].term.data, how, flags)
        except (re.error, ValueError):
            return raising(context, "error")
        if regex is None:
            return unsupported(context, f"{how} of such a pattern")

        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            if not isinstance(abstract, AbstractText):
                return raising(context, "TypeError")
            found = op("str.in_re", abstract.term, regex)
            return Symbolic(((found, AbstractConstant(_A_MATCH)), (negation(found), AbstractNone())))

        return each(context, subject, apply_to, how)

    return handler


def _constant_flags(value: Symbolic) -> int | None:
    known = [as_int(abstract) for guard, abstract in value if guard is TRUE]
    return int(known[0].data) if known and known[0] is not None and known[0].op == "const" else None


_A_MATCH = re.match("", "")


HANDLERS: dict[Any, Handler] = {
    re.match: _matches("match"),
    re.fullmatch: _matches("fullmatch"),
    re.search: _matches("search"),
}
