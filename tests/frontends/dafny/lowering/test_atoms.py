"""Literals get their sort from where they stand; `as` is defined where the value is one of the type; `is` tests it."""

from fractions import Fraction

import pytest

from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import BOOL, INT, REAL, Sort, bit_vector
from specassay.core.ir.terms import Term, const
from specassay.frontends.dafny.lowering.atoms import convert
from specassay.frontends.dafny.names import SymbolTable

from .engines import read, refused, value

TYPES = "type Small = x: int | 0 <= x < 10\nnewtype byte = x: int | 0 <= x < 256\ndatatype D = A | B(n: nat)\n"


@pytest.mark.parametrize(
    ("type", "text", "expected"),
    [
        ("real", "3 as real", Fraction(3)),
        ("int", "3.0 as int", 3),
        ("int", "'a' as int", 97),
        ("char", "97 as char", "a"),
        ("bv8", "255 as bv8", 255),
        ("int", "(255 as bv8) as int", 255),
        ("Small", "9 as Small", 9),
        ("byte", "255 as byte", 255),
        ("real", "'a' as int as real", Fraction(97)),
        ("nat", "(1 - 1) as nat", 0),
        ("bool", "3 is Small", True),
        ("bool", "-1 is nat", False),
        ("bool", "var x := 12; x is Small", False),
        ("bool", "B(1) is D", True),
        ("bv4", "15", 15),
        ("real", "1.50", Fraction(3, 2)),
        ("int", "0x1F", 31),
        ("int", "1_000", 1000),
        ("char", "'\\n'", "\n"),
        ("int", '|"a\\tb"|', 3),
        ("int", "assert 1 < 2; 7", 7),
    ],
)
def test_the_value_is_that_of_dafny(type: str, text: str, expected: object) -> None:
    assert value(TYPES, type, text).value == expected


@pytest.mark.parametrize(
    "text", ["10 as Small", "-1 as nat", "(5 - 6) as nat as int", "256 as byte as int", "1.5 as int"]
)
def test_a_value_that_is_none_of_the_type_has_no_value_as_one(text: str) -> None:
    assert value(TYPES, "int", text).state == "undefined"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("16 == b", "16 as a"),
        ("x == (true as int)", "conversion from Bool to Int"),
        ("x == null", "null of a Int"),
        ("nowhere == 1", "unresolved identifier nowhere"),
        ("x is real", "is real of a Int"),
        ("(expect x == 1; x) == 1", "expect in an expression"),
        ("this == this", "this"),
    ],
)
def test_what_has_no_meaning_is_refused_where_it_stands(text: str, reason: str) -> None:
    found, span = refused(TYPES, text, "x: int, b: bv4")
    assert reason in found
    assert span is not None
    assert span.line == 6


@pytest.mark.parametrize(
    ("given", "target", "expected"),
    [(const(Fraction(7), REAL), bit_vector(4), 7), (const(7, bit_vector(4)), REAL, Fraction(7))],
)
def test_other_conversions_go_by_way_of_int(given: Term, target: Sort, expected: object) -> None:
    engine, node = read(SymbolTable(), "0")
    assert evaluate(convert(engine, given, target, node), {}).value == expected
    assert convert(engine, const(1, INT), INT, node) == const(1, INT)
    with pytest.raises(Unsupported, match="conversion from Bool"):
        convert(engine, const(True, BOOL), INT, node)
