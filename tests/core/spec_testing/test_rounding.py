"""Which differences are those of rounding."""

from fractions import Fraction

import pytest

from specassay.core.spec_testing.rounding import is_nearly


@pytest.mark.parametrize(
    ("value", "expected", "nearly"),
    [
        ("0.30000000000000004", "0.3", True),  # a float
        ("0.349", "0.3", True),  # within half of the place that it was written with
        ("0.35", "0.3", True),
        ("0.351", "0.3", False),
        ("3.14159265", "3.1416", True),
        ("3.1417", "3.1416", False),
        ("2.04", "2.0", True),  # 2.0 has one place
        ("2.06", "2.0", False),
        ("1000000000000.5", "1000000000000", True),  # sixteen digits of a large number
        ("-0.35", "-0.3", True),
        ("0.3", "-0.3", False),
    ],
)
def test_a_number_is_near_another_within_its_last_place_and_the_digits_of_a_float(
    value: str, expected: str, nearly: bool
) -> None:
    assert is_nearly(Fraction(value), Fraction(expected)) is nearly


def test_what_is_no_decimal_has_no_place() -> None:
    third = Fraction(1, 3)
    assert is_nearly(third + Fraction(1, 10**10), third)
    assert not is_nearly(third + Fraction(1, 10**8), third)
