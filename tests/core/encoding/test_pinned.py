"""What a contract does to an input is possible for the encoding over the kinds of values of that input."""

from typing import Any

import pytest

from specassay.frontends.python import parse_contract

from ...samples import samples
from .invented import wrong
from .judges import python
from .pinned import said

PARAMETERS = ("x", "y")

RULED_OUT = (
    ("assert sum(range(len(x))) >= sorted(x)[-1] + sorted(x)[len(x) // 2] + sum(x[::2])", [0, 1, 2, 3, 4, 5, 6], 0),
    ("assert sorted(x)[len(x) // 2] >= 5 or sorted(x)[len(x) - 1] < 3", (1, 9, 1, 1, 1), 0),
    ("assert type(x)[y]", [1], 0),
)
"""Contracts, and values of x and y of which the encoding said that they cannot violate what they do violate."""


@pytest.mark.parametrize(("text", "x", "y"), RULED_OUT, ids=[text for text, _, _ in RULED_OUT])
def test_what_was_ruled_out_once_is_possible(text: str, x: Any, y: Any) -> None:
    arguments = {"x": x, "y": y}
    contract = parse_contract(text, name="contract", parameters=PARAMETERS)
    found = said(contract, arguments, python(text, PARAMETERS)(arguments))
    assert found.possible
    assert found.inside in (True, None)


@pytest.mark.parametrize("seed", range(samples(600, 50)))
def test_what_happens_to_an_invented_contract_is_possible(seed: int) -> None:
    assert list(wrong(seed)) == []
