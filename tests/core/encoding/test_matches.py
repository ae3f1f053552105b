"""What a match says: CPython's cut of the text is among those that the facts allow, or the only one."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractMatch, Symbolic
from specassay.core.encoding.context import Context
from specassay.core.encoding.matches import on_match
from specassay.core.ir.build import conj
from specassay.core.ir.sorts import BOOL, STRING
from specassay.core.ir.terms import TRUE, free_variables, var

from .symbolic import exceptions, known, meant, symbolic

TEXT = var("text", STRING)


def match_of(pattern: str, how: str) -> AbstractMatch:
    return AbstractMatch(re.match("", ""), TEXT, pattern, re.compile(pattern).flags & ~re.UNICODE, how, TRUE)


def worlds(context: Context, found: Sequence[Symbolic], text: str) -> Iterator[dict[str, Any]]:
    """The values of the pieces of a text for which the facts hold."""
    terms = [*context.facts, *(guard for value in found for guard, _ in value)]
    found_in = {(str(name), sort) for term in terms for name, sort in free_variables(term)}
    variables = sorted(found_in - {("text", STRING)})
    parts = {text[start:end] for start in range(len(text) + 1) for end in range(start, len(text) + 1)}
    for values in product(*((False, True) if sort is BOOL else sorted(parts) for _, sort in variables)):
        world = {"text": text, **{name: value for (name, _), value in zip(variables, values, strict=True)}}
        if all(known(fact, world) for fact in context.facts):
            yield world


@pytest.mark.parametrize(
    ("pattern", "how", "text", "sure"),
    [
        (r"(a+)-(b*)", "fullmatch", "a-b", True),
        (r"(?P<key>a)=(b)", "match", "a=bc", True),
        (r"^(a)(b)$", "search", "ab", True),
        (r"(a)b", "search", "cab", True),
        (r"(a)b$", "match", "ab\n", True),
        (r"(a)\Z", "search", "ba", True),
        (r"(a*)(a*)", "fullmatch", "aa", False),
        (r"((a)b)c", "match", "abcd", True),
        (r"(?i:(A))b", "match", "ab", True),
        (r"(a*)b", "fullmatch", "aab", True),
        (r"(?a:(\w*))(é*)", "fullmatch", "aé", True),
        (r"(a)|b", "fullmatch", "b", False),
        (r"(?:(a)-)*b", "fullmatch", "a-b", False),
    ],
)
def test_groups_are_those_of_cpython(pattern: str, how: str, text: str, sure: bool) -> None:
    context = Context()
    match = match_of(pattern, how)
    real = getattr(re, how)(pattern, text)
    asked: list[tuple[str, tuple[Any, ...]]] = [
        ("group", ()),
        ("groups", ()),
        *(("group", (n,)) for n in range(real.re.groups + 1)),
    ]
    found = [on_match(context, match, name, list(map(symbolic, given))) for name, given in asked]
    for name in ("start", "end", "span"):
        for number in range(real.re.groups + 1):
            place = on_match(context, match, name, [symbolic(number)])
            if place is not None:
                asked.append((name, (number,)))
                found.append(place)
    answers = [each for each in found if each is not None]
    assert len(answers) == len(asked)
    said = [[meant(each, world) for each in answers] for world in worlds(context, answers, text)]
    expected = [getattr(real, name)(*given) for name, given in asked]
    assert expected in said
    assert all(each == expected for each in said) or not sure


def test_a_group_is_named_and_none_that_is_not_there() -> None:
    context = Context()
    match = match_of(r"(?P<key>a)=(b)", "fullmatch")
    found = on_match(context, match, "group", [symbolic("key"), symbolic(2)])
    assert found is not None
    (world,) = worlds(context, [found], "a=b")
    assert meant(found, world) == ("a", "b")
    for name, wanted in (("group", 3), ("group", "value"), ("start", 3)):
        on_match(context, match, name, [symbolic(wanted)])
    on_match(context, match, "nothing", [])
    assert exceptions(context, world) == ["IndexError", "IndexError", "IndexError", "AttributeError"]


def test_where_a_group_begins_that_may_repeat_is_not_followed() -> None:
    assert on_match(Context(), match_of(r"(?:(a)b)*", "match"), "start", [symbolic(1)]) is None
    assert on_match(Context(), match_of("(a)", "match"), "expand", [symbolic("")]) is None


def test_where_nothing_matches_the_facts_say_nothing() -> None:
    context = Context()
    match = AbstractMatch(re.match("", ""), TEXT, "(a)b", 0, "fullmatch", var("found", BOOL))
    found = on_match(context, match, "groups", [])
    assert found is not None
    assert known(conj(*context.facts), {"text": "c", "found": False, "piece!1": "x", "piece!2": "y"})
    assert not known(conj(*context.facts), {"text": "c", "found": True, "piece!1": "a", "piece!2": "b"})
