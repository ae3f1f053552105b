"""A set of mutation operators that another package adds: a number becomes its opposite."""

from collections.abc import Iterator

from specassay.core.ir.sorts import INT, Sort
from specassay.core.spec_testing.operators import Mutation, MutationOperator, OperatorSet


def opposite(value: int, sort: Sort, mutation: Mutation) -> Iterator[int]:
    yield -value


OPPOSITE = OperatorSet(
    "opposite", (MutationOperator("sample.opposite", lambda sort: sort == INT, opposite, "its opposite"),), ()
)
