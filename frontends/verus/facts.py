"""What is known where an expression stands: conditions to its left, and orders of whole numbers that follow from them.

A partial operation of Verus has some value outside of its domain, and nobody knows which. Where its arguments are known
to be inside, it is the plain operation of the IR.
"""

from collections.abc import Iterator

from attrs import frozen

from ...core.ir.build import conjuncts, negate, op
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import INT
from ...core.ir.terms import FALSE, TRUE, Term, bare

_Part = Term | None
_OPPOSITE: dict[str, OperatorName] = {"le": "gt", "lt": "ge", "ge": "lt", "gt": "le"}
_ORDERS = {"le": (0, False), "lt": (-1, False), "ge": (0, True), "gt": (-1, True)}
"""Operator → what the difference of its sides is at most, and whether they change places."""


@frozen(slots=True)
class KnownFacts:
    """Conditions, without positions. `orders`: (a, b) → the least k for which a - b <= k is known; None is zero."""

    conditions: frozenset[Term] = frozenset()
    orders: tuple[tuple[_Part, _Part, int], ...] = ()

    def also(self, *conditions: Term) -> "KnownFacts":
        """The facts with those that the conditions are true."""
        listed = [bare(conjunct) for condition in conditions for conjunct in conjuncts(condition)]
        if not listed:
            return self
        implications = [each for each in (*self.conditions, *listed) if each.op == "implies"]
        premises = self.conditions.union(listed)
        for implication in implications:
            if all(conjunct in premises for conjunct in conjuncts(implication.args[0])):
                listed.extend(conjuncts(implication.args[1]))
        orders = [order for part in listed for order in _orders(part)]
        return KnownFacts(self.conditions.union(listed), (*self.orders, *orders))

    def without(self, condition: Term) -> "KnownFacts":
        """The facts with that the condition is false."""
        parts = condition.args if condition.op == "or" else (condition,)
        return self.also(*(_negated(part) for part in parts))

    def imply(self, condition: Term) -> bool:
        """Is a condition known to be true? A sum of two known orders is looked for, no longer chain."""
        plain = bare(condition)
        if plain == TRUE or plain in self.conditions or FALSE in self.conditions:
            return True
        if plain.op == "and":
            return all(map(self.imply, plain.args))
        wanted = list(_orders(plain))
        return bool(wanted) and all(self._order(*each) for each in wanted)

    def _order(self, low: _Part, high: _Part, most: int) -> bool:
        known = [*self.orders, *_lengths(low, high)]
        if low is high or (low is None and high is None):
            return most >= 0
        for first, second, difference in known:
            if first is not low:
                continue
            if second is high and difference <= most:
                return True
            if any(a is second and b is high and difference + more <= most for a, b, more in known):
                return True
        return False


def _lengths(*parts: _Part) -> Iterator[tuple[_Part, _Part, int]]:
    """No length is negative."""
    for part in parts:
        if part is not None and part.op in ("seq.len", "set.card", "multiset.card", "map.card"):
            yield None, part, 0


def _negated(term: Term) -> Term:
    opposite = _OPPOSITE.get(term.op)
    return op(opposite, *term.args) if opposite else negate(term)


def _orders(term: Term) -> Iterator[tuple[_Part, _Part, int]]:
    """The orders that a comparison says."""
    if len(term.args) != 2 or term.args[0].sort != INT:
        return
    (one, first), (other, second) = map(_parted, term.args)
    if term.op == "eq":
        yield one, other, second - first
        yield other, one, first - second
    elif term.op in _ORDERS:
        most, turned = _ORDERS[term.op]
        yield (other, one, most + first - second) if turned else (one, other, most + second - first)


def _parted(term: Term) -> tuple[_Part, int]:
    """A whole number as a term and a constant that is added to it."""
    constant = 0
    while True:
        match term.op, term.args:
            case "const", ():
                return None, constant + int(term.data)
            case "add", (inner, Term(op="const", data=int(value))):
                term, constant = inner, constant + value
            case "add", (Term(op="const", data=int(value)), inner):
                term, constant = inner, constant + value
            case "sub", (inner, Term(op="const", data=int(value))):
                term, constant = inner, constant - value
            case _:
                return term, constant


NOTHING = KnownFacts()
"""Nothing is known."""
