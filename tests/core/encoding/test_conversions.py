"""Conversions of known values, as Python converts them."""

import keyword
import math
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractInt, Symbolic
from specassay.core.encoding.context import Context
from specassay.core.encoding.conversions import HANDLERS, text_of
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import TRUE, var

from .symbolic import exceptions, known, meant, raised_by, symbolic


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (int, ()),
        (int, (True,)),
        (int, (-2.5,)),
        (int, (" 12 ",)),
        (int, ("ff", 16)),
        (int, ("0b11", 0)),
        (float, ()),
        (float, (3,)),
        (float, ("2.5",)),
        (float, (True,)),
        (ord, ("é",)),
        (ord, ("\U0001f600",)),
        (math.isnan, (1,)),
        (math.isinf, (0.5,)),
        (math.isfinite, (True,)),
        (keyword.iskeyword, ("if",)),
        (keyword.iskeyword, (1,)),
        (keyword.iskeyword, ({1},)),
        (keyword.issoftkeyword, ("match",)),
        (keyword.issoftkeyword, ("if",)),
    ],
)
def test_the_value_is_that_of_python(function: Any, arguments: tuple[Any, ...]) -> None:
    context = Context()
    expected = function(*arguments)
    found = meant(HANDLERS[function](context, [symbolic(each) for each in arguments]))
    assert (found, type(found), exceptions(context)) == (expected, type(expected), [])


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (int, (None,)),
        (int, ("a",)),
        (int, ("12", 1)),
        (int, ("12", 37)),
        (int, ("9", 8)),
        (int, (math.inf,)),
        (int, (math.nan,)),
        (int, (1, 2)),
        (float, ("a",)),
        (float, ([],)),
        (float, (10**400,)),
        (ord, ("",)),
        (ord, ("ab",)),
        (ord, (1,)),
        (math.isnan, ("1",)),
        (math.isinf, (10**400,)),
        (keyword.iskeyword, ([],)),
    ],
)
def test_what_raises_in_python_raises(function: Any, arguments: tuple[Any, ...]) -> None:
    context = Context()
    HANDLERS[function](context, [symbolic(each) for each in arguments])
    assert exceptions(context)[:1] == [raised_by(lambda: function(*arguments))]


@pytest.mark.parametrize("number", [0, 7, -7, 10**99, -(10**99)])
def test_a_whole_number_that_is_not_known_has_its_digits(number: int) -> None:
    context = Context()
    found = text_of(context, AbstractInt(var("n", INT)))
    assert found is not None
    (raised,) = context.raised
    for open_answer in (False, True):
        world = {"n": number, "raises!1": open_answer}
        assert meant(found, world) == str(number)
        assert known(raised.guard, world) is False
    long = {"n": 10**100, "raises!1": True}
    assert known(raised.guard, long) is True
    assert known(raised.guard, {**long, "raises!1": False}) is False


def test_a_base_that_is_not_known_is_not_guessed() -> None:
    context = Context()
    base = Symbolic(((TRUE, AbstractInt(var("n", INT))),))
    HANDLERS[int](context, [symbolic("12"), base])
    assert [cut.what for cut in context.cuts] == ["int with an unknown base"]
