"""Constants that a contract mentions, as numbers and as expressions."""

from specassay.core.evaluate.constants import constants_of
from specassay.frontends.python import parse_contract


def test_arithmetic_on_whole_numbers_is_a_constant_where_it_has_a_value_of_a_usual_size() -> None:
    text = "N = 1 << 14\nassert len(x) <= N\nassert x[0] < 24 * 60 + 1\nassert x[1] != 1 // 0\nassert x[2] < 2**999"
    contract = parse_contract(text, name="f", parameters=("x",))
    numbers = [constant for constant in constants_of(contract.body) if type(constant) is int]
    assert numbers == [1, 14, 16384, 0, 24, 60, 1440, 1, 1441, 1, 1, 0, 2, 2, 999]


def test_operators_that_whole_numbers_do_not_have_have_no_value() -> None:
    contract = parse_contract("assert x != 1 @ 2", name="f", parameters=("x",))
    assert [*constants_of(contract.body)] == [1, 2]
