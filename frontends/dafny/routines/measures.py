"""What gets smaller where no `decreases` is written (Dafny reference manual, sections 7.1.3.3 and 8.15.1).

A loop: the difference of the two sides of the first comparison in its guard, under the conditions before it. A method
that calls itself: its parameters in order, those aside whose types have no order.
"""

from collections.abc import Sequence

from ....core.ir.annotations import Measure
from ....core.ir.build import conj, integer, ite, le, real, sub
from ....core.ir.sorts import INT, OBJECT, REAL, Sort
from ....core.ir.terms import Binder, Term, var
from ....core.spans import Span

_UNORDERED = frozenset({"Function", "Uninterpreted"})


def of_guard(guard: Term, span: Span | None) -> Measure | None:
    """The measure of a loop; None where no part of the guard is a comparison of numbers."""
    parts = guard.args if guard.op == "and" else (guard,)
    for position, part in enumerate(parts):
        difference = _difference(part)
        if difference is not None:
            nothing = integer(-1) if difference.sort == INT else real(-1)
            before = conj(*parts[:position])
            whole = ite(before, difference, nothing) if position else difference
            return Measure((whole,), "what the guard bounds, where nothing else is written", span)
    return None


def _difference(comparison: Term) -> Term | None:
    """For `a < b` it is b - a, for `a > b` a - b, for `a != b` how far they are apart."""
    if comparison.op == "not" and comparison.args[0].op == "eq":
        left, right = comparison.args[0].args
        if left.sort not in (INT, REAL):
            return None
        return ite(le(left, right), sub(right, left), sub(left, right))
    if comparison.op not in ("lt", "le", "gt", "ge") or comparison.args[0].sort not in (INT, REAL):
        return None
    left, right = comparison.args
    return sub(right, left) if comparison.op in ("lt", "le") else sub(left, right)


def of_parameters(parameters: Sequence[Binder], span: Span | None) -> Measure | None:
    """The measure of a method; None where no parameter has an order."""
    ordered = [binder for binder in parameters if _is_ordered(binder.sort)]
    if not ordered:
        return None
    text = f"{', '.join(str(binder.name) for binder in ordered)}, where nothing else is written"
    return Measure(tuple(var(binder.name, binder.sort) for binder in ordered), text, span)


def _is_ordered(sort: Sort) -> bool:
    return sort == OBJECT or sort.kind not in _UNORDERED
