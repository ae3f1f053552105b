"""Whole numbers that are hidden in an equation, found backwards through its operations: of `5 ^ x == 3` it is x == 6.

Machine integers are whole numbers, whose bit operators go by bit-vectors and remainders, and nothing is hard in these
but for solvers, which know no quick way from one to the other. What an operation leaves is the number itself, or what
it is modulo some number; of a type that has no more values than that only one is left.

Invariant: what is found holds wherever the equation does; None says nothing.
"""

from attrs import frozen

from ..ir.sorts import INT
from ..ir.terms import Term

MOST_BRANCHES = 6
"""Conditions inside each other, each of which doubles what is to be looked at. Chosen, not measured."""


@frozen(slots=True)
class Congruence:
    """`unknown` is `number`, modulo `modulus` where that is not 0."""

    unknown: Term
    number: int
    modulus: int = 0

    def within(self, low: int | None, high: int | None) -> int | None:
        """The only number from `low` to `high` that it allows; None where there are several, or none."""
        if not self.modulus:
            return self.number
        if low is None or high is None or high - low >= self.modulus:
            return None
        found = low + (self.number - low) % self.modulus
        return found if found <= high else None


def congruence(term: Term, number: int, modulus: int = 0, branches: int = MOST_BRANCHES) -> Congruence | None:
    """What `term == number` says of the one variable in it, a whole number. None where it is not found. `branches`: how
    many conditions inside each other are looked behind."""
    # From the root to the variable, undoing one operation at a time.
    while term.op != "var":
        # Exactly one operand may be unknown at each step.
        constants = [arg.data if arg.op == "const" else None for arg in term.args]
        match term.op, term.args, constants:
            case "ite", (_, then, orelse), _:
                if not branches:
                    return None
                found = congruence(then, number, modulus, branches - 1)
                # Both branches have to lead to the same.
                return found if found == congruence(orelse, number, modulus, branches - 1) else None
            case "add", _, [None, int(known)] | [int(known), None]:
                inner = term.args[constants.index(None)]
                number -= known
            case "sub", (inner, _), [None, int(known)]:
                number += known
            case "sub", (_, inner), [int(known), None]:
                number = known - number
            case "neg", (inner,), _:
                number = -number
            # `x mod d == n` leaves x modulo d; inside of another modulus only if d is a multiple of it.
            case "mod", (inner, _), [None, int(divisor)] if divisor and (not modulus or divisor % modulus == 0):
                modulus = modulus or abs(divisor)
            case "bv.to_int", (inner,), _:
                # A bit-vector is determined by its number, which has to be in its range.
                size = 2 ** int(str(inner.sort.label))
                if modulus not in (0, size) or not (modulus or 0 <= number < size):
                    return None
                number, modulus = number % size, 0
            # Exclusive or is its own inverse.
            case "bv.xor", _, [None, int(known)] | [int(known), None]:
                inner = term.args[constants.index(None)]
                number ^= known
            # A number becomes a bit-vector modulo its size, which is known already.
            case "bv.of_int", (inner,), _:
                pass
            case _:
                return None
        term = inner
    if term.sort != INT:
        return None
    return Congruence(term, number % modulus if modulus else number, modulus)
