"""Python's regular expressions as SMT-LIB ones (library reference, `re`).

Python's own parser reads the pattern, so that what is not translated is known by name and never guessed.
"""

import re
from functools import lru_cache
from re import _constants as codes
from re import _parser as parser
from typing import Any

from ..ir.build import op
from ..ir.characters import CharacterSet, characters, matching, of_ranges
from ..ir.terms import Term
from .abstract_values import AbstractConstant, AbstractNone, AbstractText, AbstractValue, Symbolic
from .alternatives import Arguments, Handler, each, raising, unsupported
from .context import Context
from .guards import negation
from .text import ANY, one_of

CATEGORIES = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}
LONGEST_REPEAT = 64
EMPTY = op("re.literal", data="")


class _NotTranslated(Exception):
    """A construct of patterns without an SMT-LIB counterpart."""


@lru_cache(maxsize=64)
def accepted(pattern: str, how: str) -> Term | None:
    """The texts for which `re.match`, `re.fullmatch` or `re.search` (`how`) finds a match; None for a pattern with
    flags, groups that refer back, or anchors inside. Raises re.error for what is no pattern."""
    try:
        tree = parser.parse(pattern)
        if tree.state.flags & ~re.UNICODE.value:
            return None
        items = list(tree)
        starts = bool(items) and items[0] in _STARTS
        ends = bool(items) and items[-1] in _ENDS
        inside = _sequence(items[1 if starts else 0 : len(items) - 1 if ends else len(items)])
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


def _sequence(items: list[Any]) -> Term:
    parts = [_item(code, value) for code, value in items]
    if not parts:
        return EMPTY
    return parts[0] if len(parts) == 1 else op("re.concat", *parts)


def _item(code: Any, value: Any) -> Term:
    if code is codes.LITERAL:
        return one_of(chr(value))
    if code is codes.NOT_LITERAL:
        return one_of(~characters(chr(value)))
    if code is codes.ANY:
        return one_of(~characters("\n"))
    if code is codes.IN:
        return one_of(_members(value))
    if code is codes.BRANCH:
        options = [_sequence(list(option)) for option in value[1]]
        return options[0] if len(options) == 1 else op("re.union", *options)
    if code is codes.SUBPATTERN:
        _, added, removed, inner = value
        if added or removed:
            raise _NotTranslated
        return _sequence(list(inner))
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        return _repeated(*value)
    raise _NotTranslated


def _repeated(least: Any, most: Any, inner: Any) -> Term:
    part = _sequence(list(inner))
    if int(least) > LONGEST_REPEAT or (most is not codes.MAXREPEAT and int(most) > LONGEST_REPEAT):
        raise _NotTranslated
    if most is codes.MAXREPEAT:
        if least == 0:
            return op("re.star", part)
        if least == 1:
            return op("re.plus", part)
        return op("re.concat", op("re.loop", part, data=(int(least), int(least))), op("re.star", part))
    return op("re.loop", part, data=(int(least), int(most)))


def _members(items: list[Any]) -> CharacterSet:
    found = CharacterSet()
    negated = False
    for code, value in items:
        if code is codes.NEGATE:
            negated = True
        elif code is codes.LITERAL:
            found |= characters(chr(value))
        elif code is codes.RANGE:
            found |= of_ranges([value])
        elif code is codes.CATEGORY:
            found |= matching(CATEGORIES[value])
        else:
            raise _NotTranslated
    return ~found if negated else found


def _matches(how: str) -> Handler:
    """re.match, re.fullmatch, re.search of a constant pattern: a match, of which nothing is known, or None."""

    def handler(context: Context, arguments: Arguments) -> Symbolic:
        pattern, subject = arguments[:2]
        texts = [shape for _, shape in pattern if isinstance(shape, AbstractText)]
        if len(pattern.alternatives) != 1 or not texts or texts[0].term.op != "const" or len(arguments) > 2:
            return unsupported(context, f"{how} of such a pattern")
        try:
            regex = accepted(texts[0].term.data, how)
        except re.error:
            return raising(context, "error")
        if regex is None:
            return unsupported(context, f"{how} of such a pattern")

        def apply_to(shape: AbstractValue) -> Symbolic | None:
            if not isinstance(shape, AbstractText):
                return raising(context, "TypeError")
            found = op("str.in_re", shape.term, regex)
            return Symbolic(((found, AbstractConstant(_A_MATCH)), (negation(found), AbstractNone())))

        return each(context, subject, apply_to, how)

    return handler


_A_MATCH = re.match("", "")


HANDLERS: dict[Any, Handler] = {
    re.match: _matches("match"),
    re.fullmatch: _matches("fullmatch"),
    re.search: _matches("search"),
}
