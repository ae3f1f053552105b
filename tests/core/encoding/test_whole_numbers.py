"""Builtins on whole numbers that are known, those that no operator gives among them."""

import math
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractInt, Symbolic
from specassay.core.encoding.context import Context
from specassay.core.encoding.whole_numbers import HANDLERS
from specassay.core.ir.build import conj

from .symbolic import exceptions, known, meant, symbolic


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (math.gcd, ()),
        (math.gcd, (12,)),
        (math.gcd, (12, -18)),
        (math.gcd, (0, 0, 5)),
        (math.lcm, ()),
        (math.lcm, (4, 6, 10)),
        (math.lcm, (3, 0)),
        (divmod, (7, -2)),
        (divmod, (-7, 2)),
        (pow, (2, 10)),
        (round, (2.5,)),
        (round, (3.5,)),
        (math.floor, (-0.5,)),
        (math.ceil, (-0.5,)),
        (math.trunc, (-1.5,)),
        (math.floor, (True,)),
    ],
)
def test_the_result_is_that_of_python(function: Any, arguments: tuple[Any, ...]) -> None:
    context = Context()
    found = HANDLERS[function](context, [symbolic(each) for each in arguments])
    assert (meant(found), exceptions(context)) == (function(*arguments), [])


@pytest.mark.parametrize("function", [math.gcd, math.lcm, math.isqrt, math.floor])
def test_a_text_is_no_number(function: Any) -> None:
    context = Context()
    HANDLERS[function](context, [symbolic("1")] * (2 if function in (math.gcd, math.lcm) else 1))
    assert exceptions(context) == ["TypeError"]


def unknown(found: Symbolic) -> str:
    """The name of the number that stands for a result."""
    ((_, number),) = found
    assert isinstance(number, AbstractInt)
    return str(number.term.data)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 8, 9, 99, 100])
def test_the_root_is_the_one_number_of_which_its_facts_hold(number: int) -> None:
    context = Context()
    name = unknown(HANDLERS[math.isqrt](context, [symbolic(number)]))
    facts = conj(*context.facts)
    assert [root for root in range(-2, 12) if known(facts, {name: root})] == [math.isqrt(number)]


def test_a_negative_number_has_no_root() -> None:
    context = Context()
    HANDLERS[math.isqrt](context, [symbolic(-1)])
    assert exceptions(context) == ["ValueError"]
    assert known(conj(*context.facts), {"root!1": 5}) is True  # and the proof may go on with any
