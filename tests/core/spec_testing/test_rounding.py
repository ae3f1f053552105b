"""Which differences are those of rounding."""

from fractions import Fraction

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.spec_testing.examples import Example
from specassay.core.spec_testing.rounding import approximation, is_nearly
from specassay.frontends.dafny import parse_program


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


FRACTION = "method M(x: real) returns (y: real) ensures y == x - x.Floor as real"
SHARES = (
    "method M(x: seq<real>) returns (y: seq<real>) "
    "ensures |y| == |x| && forall i :: 0 <= i < |x| ==> y[i] == x[i] / 3.0"
)


@pytest.mark.parametrize(
    ("text", "inputs", "output", "rounded"),
    [
        # As CPython computes it: the double next to 1234567890.123 is 0.00000009 less, and so is its fraction.
        (FRACTION, "1234567890.123", 1234567890.123 % 1.0, True),
        (FRACTION, "999.99999", 999.99999 % 1.0, True),
        (FRACTION, "999.99999", 0.98, False),
        (FRACTION, "1234567890.125", 0.25, False),
        (SHARES, ("1.0", "0.5"), (1 / 3, 0.5 / 3), True),
        (SHARES, ("1.0", "0.5"), (1 / 3, 0.25), False),
        (SHARES, ("1.0", "0.5"), (1 / 3,), False),
    ],
)
def test_a_right_output_of_floats_is_no_evidence_against_a_specification_over_reals(
    text: str, inputs: str | tuple[str, ...], output: float | tuple[float, ...], rounded: bool
) -> None:
    program = parse_program(text, "m.dfy")
    (method,) = program.specifications
    given = Fraction(inputs) if isinstance(inputs, str) else tuple(map(Fraction, inputs))
    result = Fraction(repr(output)) if isinstance(output, float) else tuple(Fraction(repr(each)) for each in output)
    example = Example(method, {"x": given}, {"y": result}, {}, (), "assertion", "", None)
    found = approximation(example, program, engines_of("auto", None, 5.0), "")
    assert (found is not None) is rounded
