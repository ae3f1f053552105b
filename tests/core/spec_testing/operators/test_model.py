"""The stream of mutants that several operators make of a value."""

from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import evolve

from specassay.core.errors import Unsupported
from specassay.core.ir.sorts import INT, Sort, array_of, seq_of
from specassay.core.spec_testing.operators import Mutation, mutants
from specassay.core.spec_testing.operators.model import MutationOperator, OperatorSet


def constants(*values: Any) -> MutationOperator:
    """Yields these values, whatever it is given."""

    def mutate(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
        yield from values

    return MutationOperator(f"constants {values}", lambda sort: sort == INT, mutate, "")


def failing(value: Any, sort: Sort, mutation: Mutation) -> Iterator[Any]:
    yield 7
    raise Unsupported("samples of a function")


def of(*operators: MutationOperator, **options: Any) -> Mutation:
    return Mutation(OperatorSet("own", operators, operators, **options), Random(0), {})


def made(mutation: Mutation, value: Any = 0, sort: Sort = INT) -> list[Any]:
    return [mutant for _, mutant in mutants(value, sort, mutation)]


def test_operators_take_turns_and_what_was_there_is_left_out() -> None:
    assert made(of(constants(0, 1, 1, 2), constants(3, 1, 4))) == [1, 3, 2, 4]


def test_each_mutant_is_named_by_the_operator_that_made_it_first() -> None:
    first, second = constants(1), constants(1, 2)
    assert list(mutants(0, INT, of(first, second))) == [(first.name, 1), (second.name, 2)]


def test_an_operator_that_does_not_apply_is_not_asked_and_one_that_has_no_samples_ends() -> None:
    assert made(of(constants(1)), (), seq_of(INT)) == []
    ends = MutationOperator("ends", lambda sort: True, failing, "")
    assert made(of(ends, constants(1, 2))) == [7, 1, 2]


def test_a_null_array_has_no_mutants() -> None:
    anything = evolve(constants(1), applies=lambda sort: True)
    assert made(of(anything), None, array_of(INT)) == []


def test_the_order_of_shuffled_operators_is_that_of_the_seed() -> None:
    operators = [constants(number) for number in range(1, 9)]
    orders = {tuple(made(evolve(of(*operators, shuffled=True), random=Random(seed)))) for seed in (1, 1, 2)}
    assert len(orders) == 2
    assert {frozenset(order) for order in orders} == {frozenset(range(1, 9))}


def test_parts_have_operators_of_their_own() -> None:
    mutation = of(constants(1), parts=(constants(5),))
    assert list(mutation.component(0, INT)) == [5]
    assert list(of(constants(1)).component(0, INT)) == [1]
