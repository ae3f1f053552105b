"""The constants that a contract mentions: search begins with them, and the bounds of proofs lie beyond them."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..errors import OutOfFuel
from ..fuel import Fuel
from ..ir.statements import Statement, terms_of
from ..ir.terms import Term, fold, subterms
from .bounded_operations import binary

LARGEST = 256
"""How many bits a number may have that is the value of an expression."""


def constants_of(statements: tuple[Statement, ...]) -> Iterator[Any]:
    """The values of constants in statements, in the order in which they occur, and of arithmetic on whole numbers:
    `1 << 14` and `24 * 60` are how limits are written, too. A value may come more than once."""
    for term in terms_of(statements):
        values: dict[Term, Any] = {}
        fold(term, _value, values)
        yield from (values[node] for node in subterms(term) if values[node] is not None or node.op == "const")


def _value(term: Term, operands: tuple[Any, ...]) -> Any:
    """The value of a constant, and of an operation on whole numbers that are known, where it is one; else None."""
    if term.op == "const":
        return term.data
    if term.op == "python.binary" and all(type(operand) is int for operand in operands):
        left, right = operands
        with suppress(ArithmeticError, TypeError, ValueError, OutOfFuel):
            value = binary(term.data, left, right, Fuel(size=LARGEST))
            return value if type(value) is int else None
    return None
