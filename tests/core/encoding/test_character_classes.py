"""Which characters a condition may tell apart: those of one class have the same answer in Python."""

from typing import Any

import pytest

from specassay.core.encoding.character_classes import told_apart
from specassay.core.ir.characters import CharacterSet

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
