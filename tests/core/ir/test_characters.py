"""Sets of characters against CPython, over all code points."""

import re
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.ir import characters as c
from specassay.core.ir.characters import CharacterSet

PREDICATES = (
    "isalpha",
    "isdigit",
    "isalnum",
    "isspace",
    "isdecimal",
    "isnumeric",
    "islower",
    "isupper",
    "istitle",
    "isprintable",
    "isidentifier",
    "isascii",
)
CODES = st.integers(0, 40) | st.integers(sys.maxunicode - 20, sys.maxunicode)
RANGES = st.lists(st.tuples(CODES, CODES).map(lambda codes: (min(codes), max(codes))), max_size=5)


@pytest.fixture(scope="module")
def everything() -> list[str]:
    """All characters, a million: made where they are asked for, and not by each process that collects tests."""
    return [chr(code) for code in range(sys.maxunicode + 1)]


@pytest.mark.parametrize("predicate", PREDICATES)
def test_a_predicate_holds_of_its_characters_alone(everything: list[str], predicate: str) -> None:
    known = c.holding(predicate)
    assert len(known) == sum(map(getattr(str, predicate), everything))
    assert all(map(getattr(str, predicate), known.characters()))


def test_other_questions_about_one_character(everything: list[str]) -> None:
    assert c.matching(r"\d") == c.holding("isdecimal")
    assert c.matching(r"\s") == c.holding("isspace")
    assert c.matching(r"\w") == c.holding("isalnum") | c.characters("_")
    assert all(("a" + each).isidentifier() for each in c.continuing().characters())
    assert list(c.changed_by("lower").characters()) == [each for each in everything if each.lower() != each]
    assert [unicodedata.decimal(each) for each in c.digits()[7].characters()] == [7] * len(c.digits()[7])
    assert "\x1c" in c.holding("isspace") - c.number_space()
    assert float("\u2003" + "1") == 1
    assert "\u2003" in c.number_space()


@given(RANGES, RANGES)
@settings(deadline=None)
def test_sets_are_united_and_taken_apart(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> None:
    one, other = c.of_ranges(first), c.of_ranges(second)
    for code in (*range(45), *range(sys.maxunicode - 25, sys.maxunicode + 1)):
        inside = any(low <= code <= high for low, high in first)
        also = any(low <= code <= high for low, high in second)
        found = [chr(code) in each for each in (one, ~one, one | other, one & other, one - other)]
        assert found == [inside, not inside, inside or also, inside and also, inside and not also]
    assert one | ~one == c.EVERY
    assert not one & ~one


@given(st.lists(RANGES.map(c.of_ranges), max_size=4))
@settings(deadline=None)
def test_classes_are_what_no_set_tells_apart(sets: list[CharacterSet]) -> None:
    found = c.classes(frozenset(sets))
    assert sum(map(len, found)) == c.COUNT
    assert all(not one & each or not one - each for one in found for each in sets)
    answers = [tuple(chr(one.edges[0]) in each for each in sets) for one in found]
    assert len(set(answers)) == len(answers)


def test_a_class_of_a_pattern() -> None:
    assert c.matching("[^a]") == ~c.characters("a")
    assert list(c.matching("[x-z]").characters()) == re.findall("[x-z]", "xyz")
