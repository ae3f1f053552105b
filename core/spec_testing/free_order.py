"""Outputs whose order is free, as `// specassay: free order` at a declaration says: the same elements in another order
are right, too."""

from typing import Any

from attrs import evolve

from ..ir.values import elements_in, ordered
from ..ir.variables import Valuation
from .contents import contents
from .triples import Tested


def is_rearranged(expected: Valuation, other: Valuation) -> bool:
    """Does an output differ from another one only in the order of elements in sequences and arrays?"""
    return expected.keys() == other.keys() and all(_same_elements(expected[name], other[name]) for name in expected)


def _same_elements(one: Any, other: Any) -> bool:
    first, second = (elements_in(value) for value in (one, other))
    if not (isinstance(first, tuple) and isinstance(second, tuple)):
        return contents(one) == contents(other)
    return contents(tuple(ordered(first))) == contents(tuple(ordered(second)))


def with_free_order(test: Tested) -> Tested:
    """A test for which another order of what it expects is right, too."""
    expected = test.example.outputs
    mutants = tuple(mutant for mutant in test.mutants if not is_rearranged(expected, mutant.outputs))
    accepted = test.accepted
    if accepted is not None and accepted.wrong and is_rearranged(expected, accepted.other):
        accepted = evolve(accepted, wrong=False)
    return evolve(test, mutants=mutants, accepted=accepted)
