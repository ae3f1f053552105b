"""A contract as a function raises where the contract is violated."""

import ast
from collections.abc import Callable
from typing import Any

import pytest

from specassay.benchmarks.runs.as_functions import raising
from specassay.core.errors import InputError, Unsupported

CONTRACT = """
n = len(xs)
assert n > 0
for x in xs:
    assert x >= 0, "negative"
"""


def function(text: str, **options: Any) -> Callable[..., object]:
    made = raising("contract", text, ["xs"], **options)
    assert not any(isinstance(node, ast.Assert) for node in ast.walk(made))
    names: dict[str, Any] = {}
    exec(compile(ast.Module([made], []), "contract", "exec"), names)
    found: Callable[..., object] = names["contract"]
    return found


def is_violated(check: Callable[..., object], xs: list[int]) -> bool:
    try:
        assert check(xs) is None
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize(
    ("only", "violated"), [(None, [True, True, False]), (0, [True, False, False]), (1, [False, True, False])]
)
def test_one_clause_alone_raises_where_it_is_asked_for(only: int | None, violated: list[bool]) -> None:
    check = function(CONTRACT, only=only)
    assert [is_violated(check, xs) for xs in ([], [1, -1], [1, 2])] == violated


def test_what_an_inner_function_returns_is_its_own_business() -> None:
    text = "def first(xs):\n    return xs[0]\nassert first(xs) > 0\n"
    assert is_violated(function(text), [0])
    with pytest.raises(Unsupported, match="returns a value"):
        raising("contract", "return 1", ["xs"])
    with pytest.raises(InputError, match="not Python"):
        raising("contract", "assert (", ["xs"])
