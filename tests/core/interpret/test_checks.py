"""The order in which every descent ends, and what checks of ghost code keep of what they find."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.interpret.checks import Failure, GhostChecks, decreases, smaller
from specassay.core.ir.values import DatatypeValue, FrozenMap, Multiset

NIL = DatatypeValue("Nil", ())
ONE, TWO = DatatypeValue("Cons", (1, NIL)), DatatypeValue("Cons", (2, DatatypeValue("Cons", (1, NIL))))


@pytest.mark.parametrize(
    ("new", "old", "below"),
    [
        (3, 4, True),
        (-1, 0, True),
        (-2, -1, False),
        (4, 4, False),
        (False, True, True),
        (True, False, False),
        (Fraction(1), Fraction(2), True),
        (Fraction(3, 2), Fraction(2), False),
        (Fraction(-2), Fraction(-1), False),
        (frozenset({1}), frozenset({1, 2}), True),
        (frozenset({3}), frozenset({1, 2}), False),
        ((2,), (1, 2, 3), True),
        ((1, 3), (1, 2, 3), True),
        ((3, 1), (1, 2, 3), False),
        ((1, 2), (1, 2), False),
        (Multiset((1,)), Multiset((1, 1)), True),
        (Multiset((1, 2)), Multiset((1, 1)), False),
        (FrozenMap({1: 5}), FrozenMap({1: 6, 2: 7}), True),
        (ONE, TWO, True),
        (TWO, ONE, False),
        ((1, 2), DatatypeValue("Box", ((1, 2),)), True),
        (3, "a", False),
    ],
)
def test_what_is_below(new: Any, old: Any, below: bool) -> None:
    assert smaller(new, old) is below


def test_tuples_are_compared_from_the_left_and_what_is_missing_is_above() -> None:
    assert decreases((1, 9), (2, 0))
    assert decreases((1, 0), (1, 1))
    assert not decreases((2, 0), (1, 9))
    assert not decreases((1, 1), (1, 1))
    assert decreases((1, 1), (1,))
    assert not decreases((1,), (1, 1))


def test_the_first_failure_of_a_condition_is_kept_and_the_others_are_counted() -> None:
    checks = GhostChecks()
    first = Failure("assert", "x > 0", None, "false")
    checks.failed(first)
    checks.failed(Failure("assert", "x > 0", None, "later"))
    checks.failed(Failure("assert", "x > 1", None, "false"))
    assert [(each.reason, each.times) for each in checks.failures.values()] == [("false", 2), ("false", 1)]
    for reason in ("no fuel", "later"):
        checks.undecided("invariant", "P()", None, reason)
    assert [each[3] for each in checks.open.values()] == ["no fuel"]
