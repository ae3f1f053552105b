"""Function values that inputs have, drawn at random."""

from itertools import product
from random import Random
from typing import Any

import pytest

from specassay.core.evaluate.calls import Closure
from specassay.core.evaluate.environment import Evaluation
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import op
from specassay.core.ir.sorts import BOOL, INT, Sort, function_of, seq_of
from specassay.core.ir.terms import const, var
from specassay.core.spec_testing.function_values import drawn_function, near_function, restricted

NUMBERS = range(-3, 13)
UNARY, ORDER = function_of(INT, INT), function_of(INT, INT, BOOL)
SEEDS = range(60)


def draw(sort: Sort) -> Any:
    return {INT: 5, BOOL: True}.get(sort, ())


def applied(function: Closure, *values: Any) -> Evaluation:
    sorts = [binder.sort for binder in function.parameters]
    arguments = (const(value, sort) for value, sort in zip(values, sorts, strict=True))
    sort = function_of(*sorts, function.body.sort)
    return evaluate(op("apply", var("f", sort), *arguments), {"f": function})


def drawn(sort: Sort) -> list[Closure]:
    return [drawn_function(sort, Random(seed), draw) for seed in SEEDS]


def graph(function: Closure) -> tuple[Any, ...]:
    return tuple(applied(function, value).value for value in NUMBERS)


def test_among_functions_of_numbers_are_constants_the_identity_and_its_neighbours() -> None:
    graphs = {graph(function) for function in drawn(UNARY)}
    assert {(5,) * len(NUMBERS), tuple(NUMBERS), tuple(n + 1 for n in NUMBERS), tuple(n - 1 for n in NUMBERS)} <= graphs


def test_among_relations_are_orders_in_both_directions_and_equality() -> None:
    few = range(3)
    tables = {tuple(applied(function, *pair).value for pair in product(few, few)) for function in drawn(ORDER)}
    for relation in (int.__lt__, int.__gt__, int.__le__, int.__ge__, int.__eq__):
        assert tuple(relation(*pair) for pair in product(few, few)) in tables, relation


def test_one_that_is_near_another_differs_on_one_argument_at_most() -> None:
    whole = drawn_function(UNARY, Random(0), draw)
    changed = [near_function(whole, Random(seed), lambda sort: 7 if sort == INT else None) for seed in SEEDS]
    places = {tuple(n for n, a, b in zip(NUMBERS, graph(whole), graph(one), strict=True) if a != b) for one in changed}
    assert places <= {(), (7,)}
    assert (7,) in places


def test_nothing_is_near_a_function_of_no_argument_or_of_functions() -> None:
    for sort in (function_of(INT), function_of(UNARY, INT)):
        whole = drawn_function(sort, Random(0), draw)
        assert all(near_function(whole, Random(seed), draw) is whole for seed in SEEDS)


def test_a_restricted_one_is_undefined_on_some_arguments_and_else_what_it_was() -> None:
    for seed in SEEDS:
        whole = drawn_function(UNARY, Random(seed), draw)
        part = restricted(whole, [2, (1,)], Random(seed), draw)
        states = [applied(part, value).state for value in NUMBERS]
        assert set(states) == {"defined", "undefined"}, seed
        for value, state in zip(NUMBERS, states, strict=True):
            assert state == "undefined" or applied(part, value).value == applied(whole, value).value
        assert near_function(part, Random(seed), draw) is part


@pytest.mark.parametrize("sort", [UNARY, ORDER, function_of(seq_of(INT), INT), function_of(INT)])
def test_the_same_chance_gives_the_same_function(sort: Sort) -> None:
    one, other = (drawn_function(sort, Random(3), draw) for _ in range(2))
    assert (one.parameters, one.body) == (other.parameters, other.body)
    assert function_of(*(binder.sort for binder in one.parameters), one.body.sort) == sort
