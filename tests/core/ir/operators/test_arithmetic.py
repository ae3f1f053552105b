"""Operators on numbers and bit-vectors, against the definitions of the standards over all small arguments."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from specassay.core.errors import OutOfFuel
from specassay.core.fuel import Fuel
from specassay.core.ir.build import op
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.operators.arithmetic import MAX_CODE_POINT, euclidean, width
from specassay.core.ir.operators.context import EvaluationContext, Undefined
from specassay.core.ir.operators.table import STRICT
from specassay.core.ir.sorts import CHAR, INT, REAL, Sort, bit_vector
from specassay.core.ir.terms import const

BITS = bit_vector(3)


def value(name: str, *arguments: tuple[Sort, Any], sort: Sort | None = None) -> Any:
    term = op(operator_name(name), *(const(each, one) for one, each in arguments), sort=sort)
    try:
        return STRICT[name](term, EvaluationContext(fuel=Fuel(100, 100)), *(each for _, each in arguments))
    except Undefined:
        return "undefined"


def test_division_of_whole_numbers_is_euclidean() -> None:
    """SMT-LIB, theory Ints: the dividend is divisor * quotient + remainder, and 0 <= remainder < |divisor|."""
    for dividend, divisor in product(range(-7, 8), [*range(-3, 0), *range(1, 4)]):
        quotient, remainder = euclidean(dividend, divisor)
        assert dividend == divisor * quotient + remainder
        assert 0 <= remainder < abs(divisor)
        assert value("div", (INT, dividend), (INT, divisor)) == quotient
        assert value("mod", (INT, dividend), (INT, divisor)) == remainder
    assert value("div", (INT, 1), (INT, 0)) == value("mod", (INT, 1), (INT, 0)) == "undefined"
    assert value("div", (REAL, Fraction(1)), (REAL, Fraction(3))) == Fraction(1, 3)


MODULAR: dict[str, Callable[[int, int], int | None]] = {
    "bv.add": lambda x, y: (x + y) % 8,
    "bv.sub": lambda x, y: (x - y) % 8,
    "bv.mul": lambda x, y: (x * y) % 8,
    "bv.div": lambda x, y: x // y if y else None,
    "bv.mod": lambda x, y: x - y * (x // y) if y else None,
    "bv.and": lambda x, y: sum(2**i for i in range(3) if x >> i & 1 and y >> i & 1),
    "bv.or": lambda x, y: sum(2**i for i in range(3) if x >> i & 1 or y >> i & 1),
    "bv.xor": lambda x, y: sum(2**i for i in range(3) if x >> i & 1 != y >> i & 1),
    "bv.lt": lambda x, y: x < y,
    "bv.le": lambda x, y: x <= y,
}


@pytest.mark.parametrize("name", MODULAR)
def test_bit_vectors_are_numbers_modulo_a_power_of_two(name: str) -> None:
    for x, y in product(range(8), repeat=2):
        expected = MODULAR[name](x, y)
        assert value(name, (BITS, x), (BITS, y)) == ("undefined" if expected is None else expected), (x, y)


def test_shifts_and_conversions_have_a_value_inside_their_domain_only() -> None:
    for x, by in product(range(8), range(-1, 6)):
        inside = 0 <= by <= 3
        assert value("bv.shl", (BITS, x), (INT, by)) == (x * 2**by % 8 if inside else "undefined")
        assert value("bv.shr", (BITS, x), (INT, by)) == (x // 2**by if inside else "undefined")
    assert [value("bv.not", (BITS, x)) for x in range(8)] == [7 - x for x in range(8)]
    assert [value("bv.of_int", (INT, x), sort=BITS) for x in (-1, 0, 7, 8)] == ["undefined", 0, 7, "undefined"]
    assert value("bv.to_int", (BITS, 5)) == 5
    assert width(const(1, BITS)) == 3


def test_reals_and_characters_are_converted_where_they_have_a_counterpart() -> None:
    halves = [Fraction(number, 2) for number in range(-3, 4)]
    assert [value("real.floor", (REAL, each)) for each in halves] == [-2, -1, -1, 0, 0, 1, 1]
    whole = [value("real.to_int", (REAL, each)) for each in halves]
    assert whole == ["undefined", -1, "undefined", 0, "undefined", 1, "undefined"]
    assert [value("char.of_int", (INT, code)) for code in (-1, 97, MAX_CODE_POINT + 1)] == [
        "undefined",
        "a",
        "undefined",
    ]
    assert value("char.of_int", (INT, MAX_CODE_POINT)) == "\U0010ffff"
    assert value("char.code", (CHAR, "a")) == 97


def test_a_product_beyond_the_fuel_is_not_computed() -> None:
    assert value("mul", (INT, 2**49), (INT, 2**49)) == 2**98
    for sort, factor in ((INT, 2**60), (REAL, Fraction(1, 2**60))):
        with pytest.raises(OutOfFuel):
            value("mul", (sort, factor), (sort, factor))
