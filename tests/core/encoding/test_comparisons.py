"""The order of known values is Python's, with the exceptions of values that have none."""

from operator import le, lt
from typing import Any

import pytest

from specassay.core.encoding.comparisons import ordered
from specassay.core.encoding.context import Context

from .symbolic import exceptions, known, symbolic

VALUES: list[Any] = [
    0,
    1,
    True,
    0.5,
    "",
    "a",
    "ab",
    "b",
    [],
    [0],
    [0, 1],
    [1],
    (0,),
    (0, "a"),
    {1},
    {1, 2},
    set(),
    None,
    [[0], [1]],
]


@pytest.mark.parametrize("left", VALUES, ids=repr)
@pytest.mark.parametrize("compare", [lt, le])
def test_values_are_ordered_as_in_python(left: Any, compare: Any) -> None:
    for right in VALUES:
        context = Context()
        found = ordered(context, symbolic(left), symbolic(right), compare is lt)
        try:
            expected = compare(left, right)
        except TypeError:
            assert exceptions(context) == ["TypeError"], right
        else:
            assert (known(found), exceptions(context)) == (expected, []), right
