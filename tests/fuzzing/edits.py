"""Random edits of a text: of its tokens and of its characters (as AFL's mutations, M. Zalewski, 2014, and those of
token-level fuzzing, Salls et al., USENIX Security 2021)."""

import re
from collections.abc import Callable, Sequence
from random import Random

_TOKEN = re.compile(
    r"\s+|\w+|\"(?:[^\"\\\n]|\\.)*\"|:=|==>|<==>|<==|==|!=|<=|>=|&&|\|\||::|:\||->|\.\.|//[^\n]*|.", re.DOTALL
)
_HOSTILE = (
    *"\0\t\r\v\f\x1b\x7f\x85\xa0\u2028\u2029\ufeff\u200b\u202e\u0301\ufffd\U0010ffff\U0001f600é٣²ﬁ",
    *"'\"`#@\\{}()[]<>|&!?:;,.=+-*/%^~$_",
    *("/*", "*/", "//", "{:", "'''", '"""', "0x", "1e9", "\\u{110000}", "\\u0000", "%", "\r\n", "9" * 40),
)
_NESTING = (
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("-", ""),
    ("!", ""),
    ("not ", ""),
    ("old(", ")"),
    ("seq<", ">"),
    ("if a then b else ", ""),
    ("/*", "*/"),
    ("|", "|"),
    ("forall x :: ", ""),
    ("lambda: ", ""),
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
MOST = 6
"""The largest number of edits in one text."""
LARGEST = 3_000
"""Longer texts are cut to a part of about this many characters: time goes into variety, not into length."""

WHOLE = 0.1
"""The share of texts that are edits of whole files."""

Edit = Callable[[Random, list[str], Sequence[str]], None]


def edited(random: Random, texts: Sequence[str], declarations: Sequence[str] = ()) -> str:
    """One of the declarations with some edits, now and then (or where there are none) one of the texts or a part of it:
    what single declarations do to each other shows in whole files only."""
    few = declarations if declarations and random.random() >= WHOLE else texts
    tokens = _TOKEN.findall(_part(random, random.choice(few)))
    for _ in range(random.choice((1, 1, 1, 2, 2, random.randint(1, MOST)))):
        if tokens:
            random.choice(_EDITS)(random, tokens, declarations or texts)
            tokens = [token for token in tokens if token]
    return "".join(tokens)


def _part(random: Random, text: str) -> str:
    """A text that is not too long: of a longer one some lines that follow each other."""
    if len(text) <= LARGEST:
        return text
    start = random.randrange(len(text) - LARGEST // 2)
    start = text.rfind("\n\n", 0, start) + 1
    return text[start : start + LARGEST]


def _delete(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    start = random.randrange(len(tokens))
    del tokens[start : start + _length(random)]


def _duplicate(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    start, place = random.randrange(len(tokens)), random.randrange(len(tokens))
    tokens[place:place] = tokens[start : start + _length(random)] * random.choice((1, 1, 1, 2, 30))


def _swap(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    one, other = random.randrange(len(tokens)), random.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]


def _replace(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    """A word by another of the text: names in places where they mean something else."""
    words = [place for place, token in enumerate(tokens) if not token.isspace()]
    if words:
        tokens[random.choice(words)] = tokens[random.choice(words)]


def _rename(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    """A name by another, of this text or of another one: what is read may still be well-formed and mean nothing."""
    words = [place for place, token in enumerate(tokens) if token.isidentifier()]
    if words:
        others = [tokens[place] for place in words]
        if random.random() < 0.3:
            others = [token for token in _TOKEN.findall(random.choice(texts)) if token.isidentifier()] or others
        tokens[random.choice(words)] = random.choice(others)


def _graft(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    """What is between two brackets by what is between brackets of this kind elsewhere."""
    place = _group(random, tokens)
    if place is None:
        return
    opening = tokens[place[0]]
    other = tokens if random.random() < 0.5 else _TOKEN.findall(_part(random, random.choice(texts)))
    found = _group(random, other, opening)
    if found is not None:
        tokens[place[0] : place[1]] = other[found[0] : found[1]]


def _group(random: Random, tokens: list[str], opening: str = "") -> tuple[int, int] | None:
    """Where some brackets are, from the opening one to behind the closing one."""
    starts = [place for place, token in enumerate(tokens) if token == opening or (not opening and token in _CLOSING)]
    if not starts:
        return None
    start, depth = random.choice(starts), 0
    opening, closing = tokens[start], _CLOSING[tokens[start]]
    for place in range(start, len(tokens)):
        depth += (tokens[place] == opening) - (tokens[place] == closing)
        if depth == 0:
            return start, place + 1
    return None


def _splice(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    """Some tokens of another text."""
    other = _TOKEN.findall(_part(random, random.choice(texts)))
    start, place = random.randrange(len(other)), random.randrange(len(tokens))
    tokens[place : place + random.choice((0, 0, 1, 5))] = other[start : start + _length(random, 60)]


def _truncate(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    del tokens[random.randrange(len(tokens)) :]


def _nest(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    """Something between many brackets."""
    start = random.randrange(len(tokens))
    end = min(len(tokens), start + _length(random))
    opening, closing = random.choice(_NESTING)
    depth = random.choice((1, 2, 5, 40, 150, 1500))
    tokens[start:end] = [opening * depth, *tokens[start:end], closing * depth]


def _hostile(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    """A character or two that nobody expects, in a token or beside it."""
    place = random.randrange(len(tokens))
    token, inside = tokens[place], random.randint(0, len(tokens[place]))
    tokens[place] = token[:inside] + random.choice(_HOSTILE) + token[inside + random.choice((0, 0, 1)) :]


def _character(random: Random, tokens: list[str], texts: Sequence[str]) -> None:
    """A character less, twice, or the next one."""
    place = random.randrange(len(tokens))
    token, inside = tokens[place], random.randrange(len(tokens[place]))
    now = token[inside]
    new = random.choice(("", now * 2, chr(min(ord(now) + 1, 0xD7FF))))
    tokens[place] = token[:inside] + new + token[inside + 1 :]


def _length(random: Random, most: int = 25) -> int:
    return random.choice((1, 1, 1, 2, 3, random.randint(1, most)))


_EDITS: tuple[Edit, ...] = (
    *(_delete, _delete, _duplicate, _swap, _replace, _replace, _rename, _rename, _rename, _rename),
    *(_graft, _graft, _graft, _splice, _splice),
    *(_truncate, _nest, _hostile, _character),
)
