"""Operators on texts: regular expressions by what languages are, and the edges that SMT-LIB fixes."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.errors import OutOfFuel
from specassay.core.fuel import Fuel
from specassay.core.ir.build import integer, op, string
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.operators.context import EvaluationContext
from specassay.core.ir.operators.table import STRICT
from specassay.core.ir.operators.text import MAX_DIGITS, matches, nullable
from specassay.core.ir.terms import Term

TEXTS = tuple("".join(letters) for size in range(5) for letters in product("ab", repeat=size))
Language = frozenset[str]
"""The texts of a language among these."""
ALL = frozenset(TEXTS)
LEAVES: tuple[tuple[Term, Language], ...] = (
    (op("re.literal", data=""), frozenset({""})),
    (op("re.literal", data="ab"), frozenset({"ab"})),
    (op("re.range", data=("a", "a")), frozenset({"a"})),
    (op("re.characters", data=frozenset("bc")), frozenset({"b"})),
    (op("re.allchar"), frozenset({"a", "b"})),
    (op("re.all"), ALL),
    (op("re.none"), frozenset()),
)


def joined(*parts: Language) -> Language:
    found = frozenset({""})
    for part in parts:
        found = frozenset(left + right for left in found for right in part) & ALL
    return found


def repeated(part: Language, least: int, most: int) -> Language:
    return frozenset().union(*(joined(*[part] * times) for times in range(least, most + 1)))


@st.composite
def regexes(draw: st.DrawFn, depth: int = 3) -> tuple[Term, Language]:
    kind = draw(
        st.sampled_from(("leaf", "union", "intersection", "concat", "star", "plus", "optional", "complement", "loop"))
    )
    if kind == "leaf" or not depth:
        return draw(st.sampled_from(LEAVES))
    parts = draw(st.lists(regexes(depth - 1), min_size=1, max_size=3))
    terms, languages = [term for term, _ in parts], [language for _, language in parts]
    first = languages[0]
    match kind:
        case "union":
            return op("re.union", *terms), frozenset().union(*languages)
        case "intersection":
            return op("re.intersection", *terms), ALL.intersection(*languages)
        case "concat":
            return op("re.concat", *terms), joined(*languages)
        case "star" | "plus":
            return op(operator_name(f"re.{kind}"), terms[0]), repeated(first, int(kind == "plus"), 5)
        case "optional":
            return op("re.optional", terms[0]), first | {""}
        case "complement":
            return op("re.complement", terms[0]), ALL - first
    least, most = draw(st.integers(0, 2)), draw(st.integers(0, 3))
    return op("re.loop", terms[0], data=(least, most)), repeated(first, least, most)


@settings(max_examples=25)
@given(regexes())
def test_a_text_matches_where_it_is_in_the_language(regex: tuple[Term, Language]) -> None:
    term, language = regex
    assert {text for text in TEXTS if matches(term, text, EvaluationContext())} == language
    assert nullable(term) is ("" in language)


@pytest.mark.parametrize(("least", "most"), [*product(range(4), repeat=2)])
def test_a_loop_has_so_many_turns_and_none_where_least_is_above_most(least: int, most: int) -> None:
    for part, language in (LEAVES[1], LEAVES[2], (op("re.star", LEAVES[2][0]), frozenset("a" * n for n in range(5)))):
        loop = op("re.loop", part, data=(least, most))
        assert {text for text in TEXTS if matches(loop, text, EvaluationContext())} == repeated(language, least, most)


def value(name: str, *arguments: Any) -> Any:
    terms = [integer(each) if isinstance(each, int) else string(each) for each in arguments]
    return STRICT[name](op(operator_name(name), *terms), EvaluationContext(fuel=Fuel(1000, 100)), *arguments)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("str.at", ("ab", 1), "b"),
        ("str.at", ("ab", -1), ""),
        ("str.at", ("ab", 2), ""),
        ("str.substr", ("abc", 1, 2), "bc"),
        ("str.substr", ("abc", 1, 9), "bc"),
        ("str.substr", ("abc", -1, 5), ""),
        ("str.substr", ("abc", 1, -1), ""),
        ("str.substr", ("abc", 3, 1), ""),
        ("str.indexof", ("aba", "a", 1), 2),
        ("str.indexof", ("aba", "a", -1), -1),
        ("str.indexof", ("ab", "", 2), 2),
        ("str.indexof", ("ab", "", 3), -1),
        ("str.indexof", ("ab", "c", 0), -1),
        ("str.replace", ("aa", "a", "b"), "ba"),
        ("str.replace", ("aa", "", "b"), "baa"),
        ("str.replace_all", ("aba", "a", "c"), "cbc"),
        ("str.replace_all", ("aa", "", "b"), "aa"),
        ("str.to_code", ("a",), 97),
        ("str.to_code", ("",), -1),
        ("str.to_code", ("ab",), -1),
        ("str.from_code", (97,), "a"),
        ("str.from_code", (-1,), ""),
        ("str.from_code", (0x110000,), ""),
        ("str.to_int", ("007",), 7),
        ("str.to_int", ("",), -1),
        ("str.to_int", ("-1",), -1),
        ("str.to_int", ("٣",), -1),
        ("str.from_int", (12,), "12"),
        ("str.from_int", (-1,), ""),
        ("str.from_int", (0,), "0"),
        ("str.prefixof", ("a", "ab"), True),
        ("str.suffixof", ("a", "ab"), False),
        ("str.contains", ("ab", "b"), True),
        ("str.lt", ("a", "ab"), True),
        ("str.le", ("b", "ab"), False),
        ("str.concat", ("a", "b", "c"), "abc"),
    ],
)
def test_an_operator_has_the_value_that_smt_lib_gives_it(name: str, arguments: tuple[Any, ...], expected: Any) -> None:
    assert value(name, *arguments) == expected


def test_numbers_and_texts_beyond_the_fuel_are_not_computed() -> None:
    longest = "9" * MAX_DIGITS
    assert value("str.to_int", longest) == 10**MAX_DIGITS - 1
    assert value("str.from_int", 10**MAX_DIGITS - 1) == longest
    for name, arguments in (
        ("str.to_int", ("1" + longest,)),
        ("str.from_int", (10**MAX_DIGITS,)),
        ("str.concat", ("a" * 60, "b" * 60)),
        ("str.replace_all", ("aaa", "a", "b" * 60)),
    ):
        with pytest.raises(OutOfFuel):
            value(name, *arguments)
