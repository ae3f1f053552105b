"""Do two values differ that may hold functions?"""

import pytest

from specassay.core.deciding.clauses import Theory
from specassay.core.evaluate.calls import Closure
from specassay.core.evaluate.environment import Environment
from specassay.core.ir.build import add, integer
from specassay.core.ir.sorts import INT, seq_of
from specassay.core.ir.terms import Binder, Term, var
from specassay.core.ir.values import FrozenMap
from specassay.core.spec_testing.function_values import differ, near_functions, outputs_differ

THEORY = Theory({}, {})
X, Y = var("x", INT), var("y", INT)


def function(body: Term, name: str = "x", **outside: int) -> Closure:
    return Closure((Binder(name, INT),), body, Environment(outside))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (function(add(X, integer(1))), function(add(integer(1), Y), "y"), False),
        (function(add(X, integer(1))), function(X), True),
        (function(add(X, var("k", INT)), k=2), function(add(X, integer(2))), False),
        ((1, function(X)), (1, function(Y, "y")), False),
        ((1, function(X)), (2, function(X)), True),
        ((function(X),), (), True),
        (FrozenMap({1: function(X)}), FrozenMap({1: function(integer(0))}), True),
        (FrozenMap({1: function(X)}), FrozenMap({2: function(X)}), True),
        (3, 3, False),
        ((1, 2), (2, 1), True),
    ],
)
def test_functions_differ_where_their_results_do(one: object, other: object, expected: bool) -> None:
    assert differ(one, other, THEORY) is expected
    assert outputs_differ({"r": one, "s": 1}, {"r": other}, THEORY) is expected


def test_a_near_function_gives_something_else_on_one_argument() -> None:
    found = list(near_functions(function(X), INT, THEORY))
    assert found
    assert all(differ(each, function(X), THEORY) for each in found)


def test_nothing_is_near_a_function_of_a_collection() -> None:
    lengths = Closure((Binder("s", seq_of(INT)),), integer(0), Environment({}))
    assert list(near_functions(lengths, INT, THEORY)) == []
