"""What `print` writes. The expected texts of version 2 are what the real Dafny 2.3 prints of the same values."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    OBJECT,
    REAL,
    Sort,
    array_of,
    datatype,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
)
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue
from specassay.frontends.dafny import parse_program, printed

PROGRAM = parse_program("""datatype L<T> = Nil | Cons(hd: T, tl: L<T>)
module M { datatype Inner = B(k: int, s: string) }""")
STRING = seq_of(CHAR)
LIST = DatatypeValue("Cons", (1, DatatypeValue("Cons", (2, DatatypeValue("Nil")))))

PRINTED: list[tuple[Any, Sort, str, str]] = [
    (-3, INT, "-3", "-3"),
    (True, BOOL, "true", "true"),
    ("a", CHAR, "a", "'a'"),
    (("a", "b"), STRING, "ab", "ab"),
    ((("a", "b"), ()), seq_of(STRING), "[ab, ]", "[['a', 'b'], []]"),
    (Fraction(7, 2), REAL, "3.5", "3.5"),
    (Fraction(-1, 4), REAL, "-0.25", "-0.25"),
    (Fraction(2), REAL, "2.0", "2.0"),
    (Fraction(1, 3), REAL, "(1.0 / 3.0)", "(1.0 / 3.0)"),
    (LIST, datatype("L", INT), "L.Cons(1, L.Cons(2, L.Nil))", "L.Cons(1, L.Cons(2, L.Nil))"),
    (DatatypeValue("B", (4, ("x",))), datatype("M.Inner"), "M.Inner.B(4, x)", 'M.Inner.B(4, "x")'),
    (frozenset({2, 1}), set_of(INT), "{1, 2}", "{1, 2}"),
    (Multiset((1, 1)), multiset_of(INT), "multiset{1, 1}", "multiset{1, 1}"),
    (FrozenMap({("a",): "c"}), map_of(STRING, CHAR), "map[a := c]", "map[['a'] := 'c']"),
    ((1, (True, "x")), tuple_of(INT, tuple_of(BOOL, CHAR)), "(1, (true, x))", "(1, (true, 'x'))"),
    (UninterpretedValue("object", 0), OBJECT, "null", "null"),
    (ArrayValue((1,), "a"), array_of(INT), "array", "array"),
]


@pytest.mark.parametrize(("value", "sort", "before", "now"), PRINTED)
def test_values_are_printed(value: Any, sort: Sort, before: str, now: str) -> None:
    assert printed(value, sort, PROGRAM.datatypes, "2") == before
    assert printed(value, sort, PROGRAM.datatypes, "4") == now


def test_a_long_list_is_printed() -> None:
    value = DatatypeValue("Nil")
    for number in range(5_000):
        value = DatatypeValue("Cons", (number, value))
    assert printed(value, datatype("L", INT), PROGRAM.datatypes, "4").count("L.Cons(") == 5_000
