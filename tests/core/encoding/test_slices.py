"""Slices of known lists and texts are those of Python, for limits on either side of both ends."""

from itertools import product
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractSlice
from specassay.core.encoding.context import Context
from specassay.core.encoding.slices import slice_of

from .symbolic import abstract, exceptions, meant, symbolic

LIMITS = (None, -4, -1, 0, 1, 2, 5)


@pytest.mark.parametrize("whole", [[10, 20, 30], (1,), "abc", ""])
@pytest.mark.parametrize("step", [None, 1, 2, -1, -2])
def test_a_slice_is_that_of_python(whole: Any, step: int | None) -> None:
    for lower, upper in product(LIMITS, LIMITS):
        part = AbstractSlice(symbolic(lower), symbolic(upper), symbolic(step))
        found = slice_of(Context(), abstract(whole), part)
        assert found is not None
        assert meant(found) == whole[lower:upper:step], (lower, upper)


def test_a_step_of_zero_raises_and_a_range_is_not_followed() -> None:
    context = Context()
    every = AbstractSlice(symbolic(None), symbolic(None), symbolic(0))
    assert slice_of(context, abstract([1]), every) is not None
    assert exceptions(context) == ["ValueError"]
    assert slice_of(Context(), abstract(None), every) is None
