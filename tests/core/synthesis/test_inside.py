"""Which inputs lie inside the bounds of an encoding."""

from typing import Any

import pytest

from specassay.core.encoding.encode import Encoding, Extent, encode
from specassay.core.encoding.inputs import KINDS
from specassay.core.encoding.unrolling import Unrolling
from specassay.core.synthesis.enumeration import is_inside
from specassay.frontends.python import parse_contract

LOOP = """
n = 0
while x > 1:
    x = x // 2
    n = n + 1
assert n != 3
"""
FIRST = "n = 0\nfor y in x:\n    n = n * 2 + y\nassert n != 7\n"
KEYS = "assert all(isinstance(y, int) for y in x)\nassert len(x) > 2\n"


def encoded(text: str, **sizes: int) -> Encoding:
    contract = parse_contract(text, name="f", parameters=["x"])
    return encode(contract, KINDS, extent=Extent(Unrolling(**sizes)))


@pytest.mark.parametrize(
    ("text", "x", "inside"),
    [
        (LOOP, 1, True),
        (LOOP, 2**5, True),  # five turns, and the test that ends the loop
        (LOOP, 2**6, False),
        (FIRST, [1, 2, 3], True),
        (FIRST, [1, 2, 3, 3], False),  # a fourth turn
        (FIRST, [], True),
        (KEYS, [5, 6, 7, 7, 7], True),  # elements beyond those that are shown repeat the last
        (KEYS, [5, 6, 7, 8], False),
        (KEYS, {5, 6, 7}, True),
        (KEYS, {5, 6, 7, 8}, False),
        (KEYS, {(1,)}, False),  # no simple key
        (KEYS, [1] * 17, False),  # containers are at most 16 long
    ],
)
def test_an_input_is_inside_where_no_limit_excludes_it(text: str, x: Any, inside: bool) -> None:
    assert is_inside(encoded(text), {"x": x}) is inside


def test_with_more_turns_more_is_inside() -> None:
    assert is_inside(encoded(LOOP, turns=9), {"x": 2**8})
    assert not is_inside(encoded(LOOP, turns=9), {"x": 2**9})


def test_the_limit_of_a_loop_is_what_is_inside() -> None:
    """Six turns are executed, and it is not known whether the sixth is the last."""
    assert "iterations of a loop (line 3): at most 5" in str(encoded(LOOP).bounds)


def test_the_sizes_at_the_edge_of_bounds_are_those_of_elements_and_limits() -> None:
    assert set(encoded(FIRST, elements=7).bounds.sizes()) >= {6, 7, 8}
