"""Translated regular expressions against Python's own `re`."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.context import Context
from specassay.core.encoding.regex import HANDLERS, accepted
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import op, string

from ...samples import samples
from .symbolic import exceptions, symbolic

PATTERNS = (
    "",
    "a",
    "^a",
    "a$",
    "^$",
    r"\d$",
    r"[^\W\d]$",
    r"^a\Z",
    "abc|d",
    "(ab)+",
    "a{2}",
    "a{2,}",
    "a{2,3}b?",
    "[a-c]x*",
    "[^a-c]",
    r"\d+",
    r"\w\W",
    r"\S \s",
    r"^[a-z]+_[0-9]{2,4}$",
    r"(\d{3})-(\d{4})",
    "a.c",
    "(a|b)*c",
    r"^\$?\d+(\.\d\d)?$",
    "(?:ab|c)d",
    "a*?b",
    r"[\w.]+@\w+",
    "(?i)a",
    "(?i:a)b",
    "(?i)k+",
    "(?i)ß|\u017f",
    "(?i)[^k-s]x",
    "(?i)[i-k]+",
    "(?s)a.",
    "(?a)\\w+",
    "(?i)(?-i:a)b",
    "(?i)\u03c3",
    "(?x) a b # c",
    "(?ia)[k]",
    "(?i)\u0131|\u0130",
    "(?i)[^\\W\u01c5]",
    r"(?=.*\d)(?=.*[a-z]).{2,}$",
    r"(?!a)\w+",
    "a(?=b)",
    r"^(?!.*aa)[ab]*$",
    "a(?!b$)",
    "(?=a$).*",
    "(?!)",
    "a*(?=b)b",
    "(?=a(?!b)).",
    r"^(?=a\Z)",
    "(?i)(?=A).",
    "(?=(?:a|b)$)\\w*",
)
NOT_TRANSLATED = (r"(a)\1", "a^b", "(?m)^a", "(?:(?=a).)+", r"\bword\b", "(?<!a)b", "a{100}")
TEXTS = st.one_of(
    st.text(alphabet="abcdx_ 0129-.$@", max_size=8),
    st.text(alphabet="a1_é²½\n \N{ARABIC-INDIC DIGIT ONE}", max_size=5),
    st.text(alphabet="k\u004b\u004b\u017fsSßẞ\u0130\u0131iI\u03c3ςΣǅǆab\n", max_size=4),
    st.text(max_size=5),
)


@given(st.sampled_from(PATTERNS), st.sampled_from(["match", "fullmatch", "search"]), TEXTS)
@settings(max_examples=samples(1200), deadline=None)
def test_the_same_texts_match(pattern: str, how: str, text: str) -> None:
    regex = accepted(pattern, how)
    assert regex is not None
    found = evaluate(op("str.in_re", string(text), regex), {})
    assert found.value is (getattr(re, how)(pattern, text) is not None)


@given(
    st.characters(),
    st.sampled_from("aks\u0131\u017fµßΣǅ\u1e9e\ufb05\u0345\u1fbe"),
    st.sampled_from(["{}", "[{}]", "[^{}]", "[{}x]"]),
)
@settings(max_examples=samples(300), deadline=None)
def test_ignoring_case(character: str, letter: str, form: str) -> None:
    pattern = form.format(letter)
    for flags in (re.IGNORECASE, re.IGNORECASE | re.ASCII):
        regex = accepted(pattern, "fullmatch", int(flags))
        assert regex is not None
        for text in (character, character.swapcase(), letter.swapcase(), letter):
            found = evaluate(op("str.in_re", string(text), regex), {})
            assert found.value is (re.fullmatch(pattern, text, flags) is not None)


@pytest.mark.parametrize("pattern", NOT_TRANSLATED)
def test_what_has_no_translation_is_not_guessed(pattern: str) -> None:
    assert accepted(pattern, "match") is None


def test_what_is_no_pattern_raises() -> None:
    with pytest.raises(re.error):
        accepted("(", "match")


BOTH = int(re.ASCII | re.UNICODE)


@pytest.mark.parametrize(
    ("function", "arguments", "raised"),
    [
        (re.match, ("a", "b", BOTH), "ValueError"),
        (re.compile, ("a", BOTH), "ValueError"),
        (re.search, ("(", "b", 0), "error"),
        (re.compile, ("(",), "error"),
        (re.sub, ("(", "a", "b"), "error"),
    ],
)
def test_flags_that_exclude_each_other_are_no_error_of_the_pattern(function: Any, arguments: Any, raised: str) -> None:
    context = Context()
    HANDLERS[function](context, list(map(symbolic, arguments)))
    assert exceptions(context) == [raised]
    with pytest.raises(ValueError if raised == "ValueError" else re.error):
        function(*arguments)
