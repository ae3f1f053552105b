"""Which characters a condition may tell apart: those of one class have the same answer in Python."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.character_classes import possible_answers, told_apart
from specassay.core.encoding.regex import accepted
from specassay.core.encoding.text import predicate
from specassay.core.ir.build import string
from specassay.core.ir.characters import CharacterSet
from specassay.core.ir.python_builtins import PREDICATES
from specassay.core.ir.sorts import STRING
from specassay.core.ir.terms import Term, var

from .symbolic import term_of

OTHERS = "éßİıǅΣς٣²Ⅷ一 ­à\U0001f600\U00010400"


def found(text: str) -> list[str | CharacterSet] | None:
    return told_apart((term_of(text),), "x")


def class_of(parts: list[str | CharacterSet], character: str) -> int:
    (place,) = [
        place for place, part in enumerate(parts) if (character == part if isinstance(part, str) else character in part)
    ]
    return place


@pytest.mark.parametrize(
    "text",
    [
        "x == 'a'",
        "x.isdigit()",
        "x.isalpha() and not x.isupper()",
        "x.lower() == 'é'",
        "x in 'é一'",
        "x < 'é'",
        "x.upper() in {'A', 'ß'}",
        "ord(x) > 1000",
        "ord(x) in range(233, 300)",
        "x.strip() == ''",
        "len(x) == 1",
        "x.isspace() or x.isdecimal()",
        "x.title() == x",
        "[c for c in 'x一'].count(x)",
        "x.swapcase() != x",
    ],
)
def test_characters_of_one_class_have_one_answer(text: str) -> None:
    parts = found(text)
    assert parts is not None
    answers: dict[int, Any] = {}
    for character in [*OTHERS, "a", "Z", "7", " "]:
        answer = bool(eval(text, {"x": character}))
        assert answers.setdefault(class_of(parts, character), answer) is answer, character


@pytest.mark.parametrize(
    "text",
    [
        "hash(x) == 1",
        "x is 'a'",
        "x.encode() == y",
        "ord(x) == y",
        "ord(x) % 2",
        "'%s' % x",
        "x.center(3)",
        "(lambda c: c)(x)",
        "x.lower(1)",
        "ord(y) == 1",
        "x.isidentifier() if False else y.isdigit()",
        "f'{x}'",
    ],
)
def test_what_may_see_more_of_a_character_is_not_followed(text: str) -> None:
    assert found(text) is None


def test_every_character_is_in_one_class() -> None:
    parts = found("x.isalpha() or x == '一'")
    assert parts is not None
    sizes = [1 if isinstance(part, str) else len(part) for part in parts]
    assert sum(sizes) == 0x110000
    assert parts.count("一") == 1
    assert len(parts) == 128 + 1 + 2


# The answers to several questions about a text against CPython's, on any text.

METHODS = sorted(PREDICATES)
PATTERN = r"^[\w-]+\d$"
TEXTS = st.text(min_size=1) | st.text(alphabet="aA1_ é²½ǅ\n\xa0", min_size=1, max_size=6)


def _language(method: str) -> Term:
    found = predicate(method, var("text", STRING))
    assert found is not None
    return found.args[1]


@given(st.lists(st.sampled_from(METHODS), min_size=1, max_size=4, unique=True), TEXTS)
@settings(deadline=None)
def test_answers_that_occur_are_possible(methods: list[str], text: str) -> None:
    pattern = accepted(PATTERN, "match")
    assert pattern is not None
    known = possible_answers((*map(_language, methods), pattern))
    assert known is not None
    answers = (*(getattr(text, method)() for method in methods), re.match(PATTERN, text) is not None)
    assert answers in known[1]
    assert len(text) > 1 or answers in known[0]


@pytest.mark.parametrize(
    ("first", "second", "impossible"),
    [
        ("isdecimal", "isdigit", (True, False)),
        ("isdigit", "isnumeric", (True, False)),
        ("islower", "isupper", (True, True)),
        ("isascii", "isprintable", None),
        ("isalpha", "isdigit", (True, True)),
        ("isspace", "isprintable", None),
    ],
)
def test_what_cannot_be_is_known(first: str, second: str, impossible: tuple[bool, bool] | None) -> None:
    known = possible_answers((_language(first), _language(second)))
    assert known is not None
    everything = {(one, other) for one in (False, True) for other in (False, True)}
    assert everything - known[1] == ({impossible} if impossible else set())


def test_a_constant_is_asked_at_once() -> None:
    found = predicate("isdigit", string("²"))
    assert found is not None
    assert found.data is True
