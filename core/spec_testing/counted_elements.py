"""Sequences of which is said how often each value is in them, by a function that counts.

`forall v :: count(r, v) == count([3, 1, 3], v)`, with `count` unrolled for an r of three elements, is `forall v :: [r0
== v] + [r1 == v] + [r2 == v] == [3 == v] + [1 == v] + [3 == v]`, where `[p]` is 1 if p is true and 0 if not. With the
value 3 for v it says that two of the elements are 3, with 1 that one of them is 1: as many as there are elements.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from attrs import frozen

from ..deciding.simplify import simplify
from ..ir.build import is_true
from ..ir.terms import Term, bare, fold
from ..ir.variables import Name


@frozen(slots=True)
class _Count:
    """`number`, and how many of the terms equal the value that is counted."""

    number: int
    terms: Counter[Term]


def elements_counted(fact: Term) -> tuple[list[Name], list[Any]] | None:
    """Split a Bool term that says how often each value is among unknowns into these unknowns and the values that they
    have, in some order; None for any other term, and where it does not say it of all unknowns."""
    for unknown, known in _apart(fact):
        names = [term.data for term in unknown.elements() if term.op == "var"]
        values = [term.data for term in known.elements() if term.op == "const"]
        # With as many unknowns as values none is left for a value that the condition excludes.
        if names and len(names) == len(values) == unknown.total() == known.total() == len(set(names)):
            return names, values
    return None


def miscounted(fact: Term) -> bool:
    """Does a Bool term say that a value is more often among constants than it can be?"""
    return any(
        any(term.op == "const" for term in one) and all(term.op == "const" for term in other)
        for one, other in _apart(fact)
    )


def _apart(fact: Term) -> tuple[tuple[Counter[Term], Counter[Term]], ...]:
    """The terms on either side without those that stand on both, in both orders; nothing for a term of another form."""
    sides = _sides(fact)
    if sides is None:
        return ()
    left, right = sides[0] - sides[1], sides[1] - sides[0]
    return (left, right), (right, left)


def _sides(fact: Term) -> tuple[Counter[Term], Counter[Term]] | None:
    """The terms whose values are as often on one side as on the other; all constants among them meet the condition."""
    if fact.op != "forall" or len(fact.data) != 1 or fact.args[0].op != "unbounded":
        return None
    (binder,), body = fact.data, fact.args[1]
    condition, equation = body.args if body.op == "implies" else (None, body)
    if equation.op != "eq":
        return None
    left, right = (fold(side, _counting(binder.name)) for side in equation.args)
    if not (isinstance(left, _Count) and isinstance(right, _Count) and left.number == right.number):
        return None
    # Elements that the condition leaves out may be counted differently on the two sides.
    constants = {term.data for term in (*left.terms, *right.terms) if term.op == "const"}
    if condition is not None and not all(is_true(simplify(condition, {binder.name: each})) for each in constants):
        return None
    return left.terms, right.terms


def _counting(name: Name) -> Callable[[Term, tuple[Any, ...]], Any]:
    """What a term is, from what its arguments are: a count of what equals a variable, the term that it is compared
    with, or None."""

    def step(node: Term, args: tuple[Any, ...]) -> Any:
        match node.op, args:
            case "const", () if type(node.data) is int:
                return _Count(node.data, Counter())
            case "eq", _:
                others = [arg for arg in node.args if not (arg.op == "var" and arg.data == name)]
                return bare(others[0]) if len(others) == 1 and others[0].op in ("var", "const") else None
            case "add", _ if all(isinstance(arg, _Count) for arg in args):
                return _Count(sum(arg.number for arg in args), sum((arg.terms for arg in args), Counter[Term]()))
            case "ite", (Term() as term, _Count() as then, _Count() as otherwise):
                # One more where it is equal, and the same else.
                if then.terms == otherwise.terms and then.number == otherwise.number + 1:
                    return _Count(otherwise.number, otherwise.terms + Counter([term]))
        return None

    return step
