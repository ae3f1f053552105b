"""Operators between collections: `+`, `*`, and the algebra of sets."""

from operator import add, and_, mul, or_, sub, xor
from typing import Any

import pytest

from specassay.core.encoding.context import Context
from specassay.core.encoding.encoding_limits import LIMITS
from specassay.core.encoding.joining import joined

from .symbolic import abstract, exceptions, meant

OPERATORS = {"+": add, "*": mul, "&": and_, "|": or_, "-": sub, "^": xor}


@pytest.mark.parametrize(
    ("left", "name", "right"),
    [
        ([1, 2], "+", [3]),
        ((1,), "+", ()),
        ("ab", "+", "c"),
        ([1, 2], "*", 3),
        (2, "*", (1,)),
        ([1], "*", -1),
        ([1], "*", True),
        ({1, 2}, "&", {2, 3}),
        ({1, 2}, "|", {2, 3}),
        ({1, 2}, "-", {2, 3}),
        ({1, 2}, "^", {2, 3}),
        ({1, 2}, "^", set()),
        (frozenset({1}), "|", {1.0, 2}),
    ],
)
def test_the_result_is_that_of_python(left: Any, name: str, right: Any) -> None:
    context = Context()
    found = joined(context, name, abstract(left), abstract(right))
    assert found is not None
    assert (meant(found), exceptions(context)) == (OPERATORS[name](left, right), [])


@pytest.mark.parametrize(
    ("left", "name", "right"), [([1], "+", (1,)), ([1], "*", "a"), ({1}, "+", {2}), ([1], "&", {1})]
)
def test_what_python_refuses_raises(left: Any, name: str, right: Any) -> None:
    context = Context()
    joined(context, name, abstract(left), abstract(right))
    assert exceptions(context) == ["TypeError"]


def test_a_large_factor_is_not_written_out() -> None:
    assert joined(Context(), "*", abstract([1]), abstract(LIMITS.repeated + 1)) is None
