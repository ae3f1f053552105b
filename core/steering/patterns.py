"""Texts that a regular expression of Python matches (library reference, `re`), by Python's own parser.

A few for each pattern: the shortest, and one for each branch and each character class. What a pattern says by looking
around, or back at a group, is left out: whoever uses a text asks `re` whether it matches.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from re import _constants as codes
from re import _parser as parser
from typing import Any

MOST = 64
"""Texts of one pattern, and of each part of one."""
ALPHABET = "aA01 -._@:/#+,bzZ9é²\n\t" + "".join(map(chr, range(33, 127)))
LONGEST_REPEAT = 64
"""Turns that are written out of a repetition that asks for more."""
_CATEGORIES = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}


@lru_cache(maxsize=64)
def texts_of_pattern(pattern: "str | bytes | re.Pattern[Any]") -> tuple[Any, ...]:
    """Texts that probably match, the shortest first; none for what is no pattern."""
    source: str | bytes = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    try:
        texts = sorted(dict.fromkeys(_sequence(list(parser.parse(text)))), key=len)
    except (re.error, RecursionError, OverflowError):
        return ()
    return (
        tuple(text_found.encode("latin-1", "ignore") for text_found in texts)
        if isinstance(source, bytes)
        else tuple(texts)
    )


def _sequence(items: list[Any]) -> list[str]:
    """Texts of parts in turn: the first one of each, and each other one of one part at a time."""
    options = [_item(code, value) or [""] for code, value in items]
    first = [option[0] for option in options]
    texts = ["".join(first)]
    for position, option in enumerate(options):
        texts += ["".join([*first[:position], alternative, *first[position + 1 :]]) for alternative in option[1:]]
    return texts[:MOST]


def _item(code: Any, value: Any) -> list[str]:
    match code:
        case codes.LITERAL:
            return [chr(value)]
        # One of each kind that `.` may be told apart by.
        case codes.ANY:
            return ["a", "0", " "]
        case codes.NOT_LITERAL:
            return [next(character for character in ALPHABET if character != chr(value))]
        case codes.IN:
            return [*_members(value)][:MOST]
        case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
            return _repeated(*value)
        case codes.SUBPATTERN:
            return _sequence(list(value[-1]))
        case codes.ATOMIC_GROUP:
            return _sequence(list(value))
        case codes.BRANCH:
            return [text for option in value[1] for text in _sequence(list(option))][:MOST]
    return [""]


def _repeated(least: int, most: Any, body: Any) -> list[str]:
    texts = _sequence(list(body))
    times = dict.fromkeys((min(least, LONGEST_REPEAT), min(most, least + 1, LONGEST_REPEAT), min(most, least + 2)))
    mixed = ["".join(texts[position % len(texts)] for position in range(count)) for count in times]
    return [text * count for count in times for text in texts[:8]][:MOST] + mixed


def _members(items: list[Any]) -> Iterator[str]:
    """Characters of a class, of each part the first."""
    if items and items[0][0] is codes.NEGATE:
        excluded = {character for item in items[1:] for character in ALPHABET if _has(item, character)}
        yield from [character for character in ALPHABET if character not in excluded][:8]
        return
    for code, value in items:
        match code:
            case codes.LITERAL:
                yield chr(value)
            case codes.RANGE:
                yield from (chr(value[0]), chr(value[1]))
            case codes.CATEGORY:
                yield from [character for character in ALPHABET if re.match(_CATEGORIES[value], character)][:4]


def _has(item: Any, character: str) -> bool:
    code, value = item
    match code:
        case codes.LITERAL:
            return bool(chr(value) == character)
        case codes.RANGE:
            return bool(value[0] <= ord(character) <= value[1])
        case codes.CATEGORY:
            return re.match(_CATEGORIES[value], character) is not None
    return False
