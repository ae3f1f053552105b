"""The answers to several questions about a text against CPython's, on any text."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.languages import possible_answers
from specassay.core.encoding.regex import accepted
from specassay.core.encoding.text import predicate
from specassay.core.ir.build import string
from specassay.core.ir.python_builtins import PREDICATES
from specassay.core.ir.sorts import STRING
from specassay.core.ir.terms import Term, var

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
