"""The regions (`region.py`) of comparisons, equations and memberships; `domains.py` combines them.

A region of an atom over the variable x bounds the values of x for which the atom can be true (or false, as `wanted`
says). The evaluator then need not look outside.

Example: `2 * x + 1 < |s|` is `2 * x < |s| - 1`, so that x is below half of `|s| - 1`, rounded up. `x in s` has
the pool s; `x * x < t` gives both a lower and an upper bound; `t % x == 0` makes x a divisor of t, or 0.

Invariant: a region may be too large, never too small. A value outside for which the atom is as wanted would not be
visited, and a `forall` with a counterexample there would count as true.
"""

from ..ir import build
from ..ir.operator_names import OperatorName
from ..ir.sorts import CHAR, INT, set_of
from ..ir.substitution import FreeNames
from ..ir.terms import Binder, Term, const, fold, make
from ..ir.variables import Name, hidden_variable
from .region import SUBSETS, Region, is_variable, set_of_values

_MIRRORED: dict[str, OperatorName] = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_OPPOSITE: dict[str, OperatorName] = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
_MEMBER = frozenset({"seq.member", "set.member", "multiset.member", "map.member"})


def _component(term: Term, binder: Binder) -> int | None:
    """Where a tuple display has the variable."""
    if term.op == "tuple.make":
        for position, arg in enumerate(term.args):
            if is_variable(arg, binder):
                return position
    return None


def of_atom(term: Term, binder: Binder, outcome: bool, names: FreeNames) -> Region | None:
    """The region of a comparison, an equation or a membership; None for other terms."""
    # An inequality is turned around where it is wanted to be false.
    if term.op in _MIRRORED:
        order = term.op if outcome else _OPPOSITE[term.op]
        return _comparison(order, term.args[0], term.args[1], binder, names)
    if not outcome:
        return None
    # Equality bounds only where it is wanted to be true.
    if term.op == "eq":
        return _equation(term.args[0], term.args[1], binder, names)
    # Below a known set: its subsets.
    if term.op in ("set.subset", "set.proper_subset"):
        inside, outside = term.args
        if not is_variable(inside, binder) or binder.name in names.of(outside):
            return None
        return Region(pools=(build.elements(make(SUBSETS, (outside,), set_of(outside.sort))),))
    if term.op in _MEMBER:
        return _membership(term.args[0], term.args[1], binder, names)
    return None


def _comparison(order: OperatorName, left: Term, right: Term, binder: Binder, names: FreeNames) -> Region | None:
    # Counts in a multiset are comparisons of another kind.
    count = _count(left, right, order, binder, names)
    if count is not None:
        return count
    # Numbers go through the linear form; characters have an order, too.
    if left.sort == INT:
        return integer_comparison(order, left, right, binder, names)
    if left.sort != CHAR:
        return None
    if is_variable(right, binder):
        order, left, right = _MIRRORED[order], right, left
    if not is_variable(left, binder) or binder.name in names.of(right):
        return None
    # The character after: bounds are half open.
    after = build.op("char.of_int", build.add(build.op("char.code", right), build.integer(1)))
    least = const("\0", CHAR)
    match order:
        case "lt":
            return Region((least,), (right,))
        case "le":
            return Region((least,), (after,))
        case "ge":
            return Region((right,))
        case _:
            return Region((after,))


def integer_comparison(order: str, left: Term, right: Term, binder: Binder, names: FreeNames) -> Region | None:
    """The region of x by `c * x + s order d * x + t` (one bound) or `x * x < t` (two bounds)."""
    # Quadratic terms have square roots as bounds.
    first, second = linear(left, binder.name, names), linear(right, binder.name, names)
    if first is None or second is None:
        return _square(order, left, right, binder, names)
    # c * x + s < d * x + t is factor * x < rest. `linear` has only constant factors, so that the sign is known.
    factor = first[0] - second[0]
    rest = build.sub(second[1], first[1])
    # Without the variable on balance nothing is bounded.
    if factor == 0:
        return None
    # The sign of the factor turns the comparison.
    if factor < 0:
        factor, rest, order = -factor, build.neg(rest), _MIRRORED[order]
    # Half-open bounds: `<=` is `<` of one more.
    if order in ("le", "gt"):
        rest = build.add(rest, build.integer(1))
    # Now factor * x < rest or factor * x >= rest: both turn at the quotient, rounded up.
    if factor > 1:
        rest = build.folded(build.op("div", build.add(rest, build.integer(factor - 1)), build.integer(factor)))
    return Region(highs=(rest,)) if order in ("lt", "le") else Region(lows=(rest,))


def _square(order: str, left: Term, right: Term, binder: Binder, names: FreeNames) -> Region | None:
    if binder.name in names.of(right):
        order, left, right = _MIRRORED[order], right, left
    if left.op != "mul" or not all(is_variable(arg, binder) for arg in left.args):
        return None
    if binder.name in names.of(right):
        return None
    if order not in ("lt", "le"):
        return None
    # Of an integer |x| <= x * x, so that x * x < limit puts it in 1 - limit .. limit: finite, though far from tight.
    limit = right if order == "lt" else build.add(right, build.integer(1))
    return Region((build.sub(build.integer(1), limit),), (limit,))


def _equation(left: Term, right: Term, binder: Binder, names: FreeNames) -> Region | None:
    for first, second in ((left, right), (right, left)):
        if binder.name in names.of(second):
            continue
        # `x == t` leaves one value.
        if is_variable(first, binder):
            return Region(pools=(build.elements(build.sequence((second,), second.sort)),))
        # In a tuple display the component is that of the tuple.
        position = _component(first, binder)
        if position is not None:
            term = build.op("tuple.at", second, data=position)
            return Region(pools=(build.elements(build.sequence((term,), term.sort)),))
    if left.sort != INT:
        return None
    # `2 * x == t` is two comparisons: 2 * x >= t and 2 * x <= t leave at most one value.
    above = integer_comparison("ge", left, right, binder, names)
    below = integer_comparison("le", left, right, binder, names)
    # Divisors are finite in number where the product is not zero.
    if above is None and below is None:
        divided = _divided(left, right, binder, names)
        return None if divided is None else Region(divided=(divided,))
    if above is None or below is None:
        return above or below
    return above.meet(below)


def _divided(left: Term, right: Term, binder: Binder, names: FreeNames) -> Term | None:
    """What the variable divides, by `t % x == 0` or `x * y == t`. The former is undefined at 0, which is in each region
    of this kind."""
    # `t == x * y` reads the same from both sides.
    if right.op == "mul":
        left, right = right, left
    if binder.name in names.of(right):
        return None
    match left.op, left.args:
        case "mod", (dividend, divisor) if is_variable(divisor, binder) and build.is_value(right) and right.data == 0:
            return None if binder.name in names.of(dividend) else dividend
        case "mul", factors if all(factor.op in ("var", "const") for factor in factors):
            return right if any(is_variable(factor, binder) for factor in factors) else None
        case _:
            return None


def _membership(element: Term, collection: Term, binder: Binder, names: FreeNames) -> Region | None:
    if binder.name in names.of(collection):
        return None
    if is_variable(element, binder):
        return Region(pools=(build.elements(collection),))
    position = _component(element, binder)
    if position is None:
        return None
    item = Binder(hidden_variable(binder.name, "component"), element.sort)
    term = build.op("tuple.at", item.variable, data=position)
    return Region(pools=(build.elements(set_of_values(((item, build.elements(collection)),), term)),))


def _count(left: Term, right: Term, order: OperatorName, binder: Binder, names: FreeNames) -> Region | None:
    """`m[x] > 0`: outside the multiset the count is 0."""
    if right.op == "multiset.count":
        order, left, right = _MIRRORED[order], right, left
    if left.op != "multiset.count" or not is_variable(left.args[1], binder) or not build.is_value(right):
        return None
    absent = build.folded(build.op(order, build.integer(0), right))
    if binder.name in names.of(left.args[0]) or not build.is_false(absent):
        return None
    return Region(pools=(build.elements(left.args[0]),))


def linear(term: Term, name: Name, names: FreeNames) -> tuple[int, Term] | None:
    """(c, t) with term = c * variable + t, where t does not mention the variable."""

    # Bottom-up: each node is c * x + t, or is not linear.
    def step(node: Term, arguments: tuple[tuple[int, Term] | None, ...]) -> tuple[int, Term] | None:
        if name not in names.of(node):
            return 0, node
        match node.op, arguments:
            case "var", _:
                return 1, build.integer(0)
            case "add", [(c, s), (d, t)]:
                return c + d, build.add(s, t)
            case "sub", [(c, s), (d, t)]:
                return c - d, build.sub(s, t)
            case "neg", [(c, s)]:
                return -c, build.neg(s)
            # Products with constants only.
            case "mul", [(0, s), (d, t)] if build.is_value(s):
                return s.data * d, build.mul(s, t)
            case "mul", [(c, s), (0, t)] if build.is_value(t):
                return t.data * c, build.mul(s, t)
            case _:
                return None

    return fold(term, step)
