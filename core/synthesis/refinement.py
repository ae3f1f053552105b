"""What a model with numbers that no float can have says about floats.

The encoding takes a float for any real number, and knows a rounded result only within limits (`encoding/rounding.py`).
A model outside of what floats are is answered with a fact that excludes it and holds for all floats, so that asking
again ends in a model of real floats or in a proof.
"""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from ..encoding.context import Rounding
from ..encoding.guards import conjunction, disjunction
from ..encoding.rounding import nearest_double
from ..evaluate.typed import evaluate
from ..ir.build import eq, ge, implies, le, lt, real
from ..ir.sorts import REAL
from ..ir.terms import Term, var
from ..ir.variables import Name, Valuation

LARGEST = Fraction(math.nextafter(math.inf, 0.0))


def about_floats(names: Iterable[Name], model: Valuation) -> Iterator[Term]:
    """For each of the Real variables that stand for floats and has another value: there is no float between its
    neighbours. The facts speak of these variables alone."""
    for name in names:
        value = model.get(name)
        if not isinstance(value, Fraction) or nearest_double(value) == value:
            continue
        low, high = _neighbours(value)
        number = var(name, REAL)
        below = [le(number, real(low))] if low is not None else []
        above = [ge(number, real(high))] if high is not None else []
        yield disjunction(*below, *above)


def about_roundings(roundings: Iterable[Rounding], model: Valuation) -> Iterator[Term]:
    """For each result that is not the nearest double to the exact one: all exact results about here have this
    nearest double."""
    for rounding in roundings:
        exact = evaluate(rounding.exact, model)
        result = evaluate(rounding.result, model)
        if exact.state != "defined" or result.state != "defined":
            continue
        right = nearest_double(exact.value)
        if right is None or right == result.value:
            continue
        low, high = _neighbours(right)
        if low is None or high is None:
            continue
        here = conjunction(lt(real((low + right) / 2), rounding.exact), lt(rounding.exact, real((right + high) / 2)))
        same = eq(rounding.exact, real(exact.value))
        yield implies(disjunction(here, same), eq(rounding.result, real(right)))


def _neighbours(value: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """The greatest double below a number and the least above it; None where there is none."""
    if abs(value) > LARGEST:
        return (LARGEST, None) if value > 0 else (None, -LARGEST)
    near = float(value)
    exact = Fraction(near)
    low = near if exact < value else math.nextafter(near, -math.inf)
    high = near if exact > value else math.nextafter(near, math.inf)
    return _finite(low), _finite(high)


def _finite(value: float) -> Fraction | None:
    return Fraction(value) if math.isfinite(value) else None
