"""Builtins that make one value of many, on known arguments and on elements that may be missing."""

import math
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractRange
from specassay.core.encoding.aggregates import HANDLERS, in_order, known_flag
from specassay.core.encoding.alternatives import constant
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.sequences import filtered
from specassay.core.ir.build import integer
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import var

from .symbolic import exceptions, known, meant, raised_by, symbolic
from .test_ordering import entries, worlds


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (len, ([1, 2],)),
        (len, ("abc",)),
        (len, ({1: 2},)),
        (all, ([1, "", 2],)),
        (all, ([],)),
        (any, ([0, (), 2],)),
        (any, ([],)),
        (bool, ()),
        (bool, ([],)),
        (list, ()),
        (list, ("ab",)),
        (list, ({1: 2, 3: 4},)),
        (tuple, ([1, 2],)),
        (dict, ()),
        (dict, ([(1, 2), (1, 3)],)),
        (dict, ({"a": 1},)),
        (set, ([1, 1, 2],)),
        (frozenset, ("aba",)),
        (sum, ([1, 2, True],)),
        (sum, ([], 7)),
        (sum, ([[1], [2]], [])),
        (min, ([3, 1, 2],)),
        (max, ("b", "ab")),
        (max, ([1, True],)),
        (abs, (-3,)),
        (abs, (True,)),
        (abs, (-0.5,)),
    ],
)
def test_the_value_is_that_of_python(function: Any, arguments: tuple[Any, ...]) -> None:
    context = Context()
    expected = function(*arguments)
    found = meant(HANDLERS[function](context, [symbolic(each) for each in arguments]))
    assert (found, exceptions(context)) == (expected, [])
    assert isinstance(found, type(expected)) or isinstance(expected, frozenset)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (len, (1,)),
        (all, (1,)),
        (list, (None,)),
        (dict, ([1],)),
        (dict, ([(1, 2, 3)],)),
        (dict, ([([], 1)],)),
        (set, ([[1]],)),
        (sum, (["a"],)),
        (sum, (["a"], "")),
        (sum, ([], b"a")),
        (min, ([],)),
        (max, (1, "a")),
        (min, ([1, None],)),
        (abs, ("a",)),
    ],
)
def test_what_raises_in_python_raises(function: Any, arguments: tuple[Any, ...]) -> None:
    context = Context()
    HANDLERS[function](context, [symbolic(each) for each in arguments])
    assert exceptions(context)[:1] == [raised_by(lambda: function(*arguments))]


@pytest.mark.parametrize("function", [sum, len, list, set, any, all])
@pytest.mark.parametrize("values", [[3, 0, 2], [True, 2, -1]])
def test_only_the_elements_that_are_there_count(function: Any, values: list[Any]) -> None:
    found = HANDLERS[function](Context(), [single(filtered("list", entries(values)))])
    for world, there in worlds(values):
        assert meant(found, world) == function(there), there


@pytest.mark.parametrize("function", [min, max])
def test_the_least_of_nothing_raises(function: Any) -> None:
    context = Context()
    found = HANDLERS[function](context, [single(filtered("list", entries([3, 1, 2])))])
    for world, there in worlds([3, 1, 2]):
        assert exceptions(context, world) == ([] if there else ["ValueError"])
        assert not there or meant(found, world) == function(there)


def test_a_range_may_be_too_long_for_len() -> None:
    context = Context()
    HANDLERS[len](context, [single(AbstractRange(integer(0), var("n", INT), 1))])
    assert exceptions(context, {"n": 2**63 - 1}) == []
    assert exceptions(context, {"n": 2**63}) == ["OverflowError"]


def test_a_set_has_no_first_of_what_has_no_order() -> None:
    """In which order a set is searched for its least decides what that is where nan is among its elements."""
    for values, cuts in (([1, 2.5], []), ([1.5, math.nan], ["the order of a set"]), (["a", "b"], [])):
        context = Context()
        HANDLERS[min](context, [symbolic(set(values))])
        assert [cut.what for cut in context.cuts if known(cut.guard) is True] == cuts


@pytest.mark.parametrize("descending", [False, True])
def test_sorted_is_stable_in_either_direction(descending: bool) -> None:
    values = [(1, "a"), (0, "b"), (1, "c"), (0, "d")]
    found = in_order(Context(), symbolic(values), constant(descending), lambda pair: symbolic(meant(pair)[0]))
    assert meant(found) == sorted(values, key=lambda pair: pair[0], reverse=descending)


def test_a_flag_that_is_not_known_is_not_guessed() -> None:
    assert known_flag(constant(True)) is True
    assert known_flag(constant(0)) is False
    assert known_flag(constant(None)) is None
    context = Context()
    in_order(context, symbolic([1]), HANDLERS[bool](context, [single(filtered("list", entries([1, 2, 3])))]))
    assert [cut.what for cut in context.cuts] == ["sorted with an unknown reverse"]
