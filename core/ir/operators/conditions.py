"""Conditions of definedness as plain terms. `core/ir/definedness.py` folds what is constant in them."""

from collections.abc import Callable
from fractions import Fraction

from ..sorts import BOOL, INT, REAL
from ..terms import ZERO, Term, const, make


def at_most(low: Term, high: Term) -> Term:
    return make("le", (low, high), BOOL)


def below(low: Term, high: Term) -> Term:
    return make("lt", (low, high), BOOL)


def between(low: int, value: Term, high: int) -> tuple[Term, ...]:
    """low <= value <= high."""
    return at_most(const(low, INT), value), at_most(value, const(high, INT))


def nonzero(term: Term) -> tuple[Term, ...]:
    """Of a division: the divisor is not 0."""
    divisor = term.args[1]
    zero = const(Fraction(0) if divisor.sort == REAL else 0, divisor.sort)
    return (_not(make("eq", (divisor, zero), BOOL)),)


def indexed(length: str) -> Callable[[Term], tuple[Term, ...]]:
    """The second argument is an index of the first, whose length is this operator's."""

    def condition(term: Term) -> tuple[Term, ...]:
        whole, index = term.args[:2]
        return at_most(ZERO, index), below(index, make(length, (whole,), INT))

    return condition


def not_null(term: Term) -> tuple[Term, ...]:
    """The first argument is an array."""
    return (_not(make("array.is_null", term.args[:1], BOOL)),)


def constructed(term: Term) -> tuple[Term, ...]:
    """The first argument was made by the constructor that `data` names first."""
    return (make("datatype.is", term.args[:1], BOOL, term.data[0]),)


def _not(condition: Term) -> Term:
    return make("not", (condition,), BOOL)
