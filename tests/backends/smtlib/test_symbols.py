"""Names and literals as SMT-LIB reads them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.backends.smtlib.symbols import (
    MAX_STRING_CODE_POINT,
    SExpr,
    constant_symbol,
    integer,
    parse,
    real,
    string,
    symbol,
)
from specassay.core.errors import Unsupported

NAMES = st.text(min_size=1)


@given(NAMES, NAMES)
def test_every_name_is_one_symbol_and_others_are_other_symbols(one: str, two: str) -> None:
    assert isinstance(parse(constant_symbol(one)), str)
    # A symbol with bars and one without are the same.
    first, second = (constant_symbol(each).strip("|") for each in (one, two))
    assert (first == second) is (one == two)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("x", "x"), ("1x", "|1x|"), ("a b", "|a b|"), ("a|b", "|a%7C;b|"), ("a%", "a%"), ("%7C;", "|%25;7C;|")],
)
def test_what_quotes_cannot_hold_is_escaped(name: str, shown: str) -> None:
    assert symbol(name) == shown


def value(text: SExpr) -> Fraction:
    match text:
        case str():
            return Fraction(text)
        case ["-", inner]:
            return -value(inner)
        case ["/", top, bottom]:
            return value(top) / value(bottom)
    raise AssertionError(text)


@given(st.integers() | st.fractions())
def test_numbers_are_read_back(number: int | Fraction) -> None:
    assert value(parse(real(Fraction(number)))) == number
    if isinstance(number, int):
        assert value(parse(integer(number))) == number


def test_what_solvers_cannot_read_is_unsupported() -> None:
    assert parse(string('a"\n')) == '"a""\\u{a}"'
    assert string(chr(MAX_STRING_CODE_POINT)) == '"\\u{2ffff}"'
    with pytest.raises(Unsupported, match=r"U\+30000"):
        string(chr(MAX_STRING_CODE_POINT + 1))
    with pytest.raises(Unsupported, match="an integer of 13001 bits"):
        integer(1 << 13_000)
