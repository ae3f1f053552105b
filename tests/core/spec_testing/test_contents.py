"""A value of another sort is the same value, or an error."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.errors import SortError
from specassay.core.ir.sorts import BOOL, CHAR, INT, REAL, Sort, array_of, bit_vector, map_of, seq_of, set_of, tuple_of
from specassay.core.ir.values import ArrayValue
from specassay.core.spec_testing.contents import contents, convert


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (3, INT, REAL, Fraction(3)),
        (Fraction(6, 2), REAL, INT, 3),
        (3, INT, bit_vector(2), 3),
        (3, bit_vector(8), INT, 3),
        ((1, 2), seq_of(INT), seq_of(REAL), (Fraction(1), Fraction(2))),
        (ArrayValue((1,), "a"), array_of(INT), seq_of(INT), (1,)),
        ((1,), seq_of(INT), array_of(INT), ArrayValue((1,), "new")),
        (
            ((1,), (2,)),
            seq_of(seq_of(INT)),
            seq_of(array_of(INT)),
            (ArrayValue((1,), "x"), ArrayValue((2,), "y")),
        ),
        (("a",), seq_of(CHAR), CHAR, "a"),
        ("a", CHAR, seq_of(CHAR), ("a",)),
        ((1, 1), seq_of(INT), set_of(INT), frozenset({1})),
        ((1, 2), tuple_of(INT, INT), tuple_of(INT, REAL), (1, Fraction(2))),
    ],
)
def test_the_same_value_in_another_sort(value: Any, source: Sort, target: Sort, expected: Any) -> None:
    assert contents(convert(value, source, target)) == contents(expected)


@pytest.mark.parametrize(
    ("value", "source", "target"),
    [
        (Fraction(1, 2), REAL, INT),
        (4, INT, bit_vector(2)),
        (-1, INT, bit_vector(2)),
        (True, BOOL, INT),
        (("a", "b"), seq_of(CHAR), CHAR),
        (1, INT, seq_of(INT)),
        ((), seq_of(INT), map_of(INT, INT)),
    ],
)
def test_what_is_not_the_same_value_does_not_convert(value: Any, source: Sort, target: Sort) -> None:
    with pytest.raises(SortError, match="does not convert"):
        convert(value, source, target)


def test_nested_arrays_are_different_arrays() -> None:
    first, second = convert(((1,), (1,)), seq_of(seq_of(INT)), seq_of(array_of(INT)))
    assert first != second
