"""What goes through known sequences one by one."""

from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractSequence
from specassay.core.encoding.context import Context
from specassay.core.encoding.iterators import HANDLERS, zip_strict

from .symbolic import exceptions, meant, symbolic


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (enumerate, (["a", "b"],)),
        (enumerate, ([], 3)),
        (enumerate, (["a"], 3)),
        (zip, ()),
        (zip, ([1, 2],)),
        (zip, ([1, 2], ["a"])),
        (zip, ([1, 2], (3, 4), "ab")),
        (reversed, ([1, 2, 3],)),
        (reversed, ((),)),
    ],
)
def test_the_elements_are_those_of_python(function: Any, arguments: tuple[Any, ...]) -> None:
    context = Context()
    found = HANDLERS[function](context, [symbolic(each) for each in arguments])
    assert (meant(found), exceptions(context)) == (list(function(*arguments)), [])


@pytest.mark.parametrize(("lengths", "raises"), [((2, 2), False), ((2, 1), True), ((0, 3), True), ((2, 2, 2), False)])
def test_a_strict_zip_raises_after_its_rows(lengths: tuple[int, ...], raises: bool) -> None:
    context = Context()
    ((_, found),) = zip_strict(context, [symbolic([0] * length) for length in lengths])
    assert isinstance(found, AbstractSequence)
    assert [each.exception for each in found.pending] == (["ValueError"] if raises else [])
    assert exceptions(context) == []  # nobody has asked for the elements


@pytest.mark.parametrize("function", [enumerate, reversed])
def test_a_number_is_not_iterated(function: Any) -> None:
    context = Context()
    HANDLERS[function](context, [symbolic(1)])
    assert exceptions(context) == ["TypeError"]
