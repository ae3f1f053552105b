"""How far a test is from what it is to give: 0 where it gives that.

The branch distance of search-based testing (Korel, "Automated software test data generation", TSE 16 (1990)): of `a <
b` the difference of the two, of conditions that all have to hold the sum, of such of which one has to the smallest.
It only orders inputs: which of two is worth going on from.
"""

import math
from typing import Any

from ..errors import SpecassayError
from ..ir.terms import Term
from .goals import RaisedException
from .steer import Steering, quantifier_of
from .trace import LensScope

RAISING = 3.0
"""What raises is further away than what is false."""


def distance(steering: Steering, term: Term, scope: LensScope, wanted: bool) -> float:
    """How far the truth of a term is from the one that is wanted. A term that raises is far from either."""
    try:
        return _distance(steering, term, scope, wanted)
    except (SpecassayError, RecursionError):
        return RAISING


def _distance(steering: Steering, term: Term, scope: LensScope, wanted: bool) -> float:
    match term.op:
        # Negations are moved inwards, so that each comparison below has the outcome that is wanted of it.
        case "python.not":
            return _distance(steering, term.args[0], scope, not wanted)
        case "python.truth" | "python.of_bool":
            return _distance(steering, term.args[0], scope, wanted)
        case "python.and" | "python.or":
            return _joined(steering, [(arg, scope) for arg in term.args], wanted, all_of=term.op == "python.and")
        case "python.call" if (decisive := quantifier_of(term)) is not None:
            turns = steering.turns(term.args[1], scope)
            element = term.args[1].args[-1]
            found = _joined(steering, [(element, turn) for turn in turns], wanted, all_of=not decisive)
            return found if turns or wanted is not decisive else 1.0
    outcome = scope.of(term)
    # What raises is farther away than any false comparison, since it has no outcome at all.
    if isinstance(outcome, RaisedException):
        return RAISING
    if bool(outcome) is wanted:
        return 0.0
    return _apart(term, scope) if term.op == "python.compare" else 1.0


def _joined(steering: Steering, parts: list[tuple[Term, LensScope]], wanted: bool, *, all_of: bool) -> float:
    """Of several conditions of which all, or one, have to be as wanted. The evaluation ends where one decides, or
    raises: what is behind counts as far away only if all are needed."""
    found: list[float] = []
    for term, scope in parts:
        found.append(_distance(steering, term, scope, wanted))
        if found[-1] >= RAISING:
            break
    if all_of is wanted:
        return sum(found)
    return min(found, default=1.0)


def _apart(term: Term, scope: LensScope) -> float:
    """How far the operands of a comparison are from each other, below 1."""
    left, right = (_size(scope.of(arg)) for arg in term.args)
    if left is None or right is None:
        return 1.0
    gap = abs(left - right) if math.isfinite(left) and math.isfinite(right) else math.inf
    return (gap + 1) / (gap + 2) if gap < math.inf else 1.0


def _size(value: Any) -> float | None:
    if isinstance(value, int | float):
        return float(value) if abs(value) < 2**1000 else math.inf
    return None
